"""People and tables before the start, over HTTP. An endpoint takes a checked body and gives a
Struct; the other endpoints stand beside this."""

import io
from urllib.parse import urlsplit

import segno
from sqlalchemy import Connection

from intrigue.kernel.game import find_game
from intrigue.kernel.text import BadInput

from ... import identity
from ...db import topics
from ...errors import ServerError
from ...live import notices
from ...net.addresses import is_local, reachable
from ...record import store
from ...record.attendance import attendance
from ...tables import before_start, rooms, seating
from ...tables.door import door
from ...wire import http
from ..endpoint import SVG, Call, HttpAnswer, endpoint
from ..limits import HINT, KNOCK, MAKE

# --- people ---------------------------------------------------------------------------------------


@endpoint("POST", "/api/people", http.SignedIn, http.SignIn, signed_in=False, rate=KNOCK)
async def sign_in(call: Call) -> HttpAnswer:
    """Become a guest with a name."""
    wish = call.wish(http.SignIn)
    now = call.services.now()
    made = await call.services.storage.write(
        lambda c: identity.sign_in(c, wish.name, now, call.agent)
    )
    return HttpAnswer(http.SignedIn(made.name, made.recovery), made.device)


@endpoint("POST", "/api/people/recover", http.SignedIn, http.Recover, signed_in=False, rate=KNOCK)
async def recover(call: Call) -> HttpAnswer:
    """Move an identity to this device by its recovery code, which is then replaced."""
    wish = call.wish(http.Recover)
    now = call.services.now()
    made = await call.services.storage.write(
        lambda c: identity.recover(c, wish.code, now, call.agent)
    )
    return HttpAnswer(http.SignedIn(made.name, made.recovery), made.device)


@endpoint("GET", "/api/me", http.Person)
async def me(call: Call) -> HttpAnswer:
    """Who I am."""
    return HttpAnswer(http.Person(call.person.name))


@endpoint("GET", "/api/visitor", http.Visitor, signed_in=False)
async def visitor(call: Call) -> HttpAnswer:
    """Who I am, if anybody: a stranger is no error."""
    return HttpAnswer(http.Visitor(None if call.who is None else call.who.name))


@endpoint("POST", "/api/me/name", http.Person, http.Rename, rate=MAKE)
async def rename(call: Call) -> HttpAnswer:
    """Be called something else; a match that is under way keeps the name it knows."""
    wish, who = call.wish(http.Rename), call.person

    def write(connection: Connection) -> tuple[str, list[rooms.Room]]:
        name = identity.rename(connection, who.id, wish.name)
        return name, before_start.rename(connection, who, name)

    name, changed = await call.services.storage.write(write, lambda _: topics.FORGET)
    call.services.renamed(who.id)
    for room in changed:
        call.services.viewers.tell_waiting(room.id, room)
    return HttpAnswer(http.Person(name))


@endpoint("POST", "/api/me/recovery", http.Recovery, http.Nothing, rate=KNOCK)
async def new_recovery(call: Call) -> HttpAnswer:
    """A fresh recovery code, in place of the one before."""
    who = call.person.id
    return HttpAnswer(
        http.Recovery(await call.services.storage.write(lambda c: identity.new_recovery(c, who)))
    )


@endpoint("POST", "/api/me/sign-out", http.Done, http.Nothing)
async def sign_out(call: Call) -> HttpAnswer:
    """Forget this device."""
    device = call.device or ""
    await call.services.storage.write(
        lambda c: identity.sign_out(c, device), lambda _: topics.FORGET
    )
    call.services.forget(device)
    return HttpAnswer(http.Done(), "")


# --- tables ---------------------------------------------------------------------------------------


@endpoint("GET", "/api/lobby", http.Tables, signed_in=False)
async def lobby(call: Call) -> HttpAnswer:
    """Listed tables that wait for players, for whoever comes by."""
    who = None if call.who is None else call.who.id
    found = await call.services.storage.read(rooms.lobby)
    return HttpAnswer(http.Tables([room.info(who) for room in found]))


@endpoint("GET", "/api/tables", http.MyTables)
async def my_tables(call: Call) -> HttpAnswer:
    """My tables: those that wait for me first, then those under way, then the others; the ones
    with the nearest deadline first."""
    who = call.person.id
    found, ends = await call.services.storage.read(lambda c: _rooms_and_ends(c, who))
    out: list[http.MyTable] = []
    for room in found:
        seat = room.seat_of(who)
        mine = http.MyTable(room.info(who), False, 0)
        if room.id in ends:
            mine.winners, mine.ended = ends[room.id]
        elif seat is None:  # somebody else plays there
            pass
        elif room.state == "open":
            mine.waiting = not room.seats[seat].ready
        elif room.state == "playing":
            try:
                match = await call.services.matches.get(room.id)
            except BadInput as error:
                if error.code in ("database", "stopping"):
                    raise
                continue  # it cannot be read; whoever opens it is told so
            mine.waiting = match.session.timing.waits_for(seat)
            mine.unread = match.audience.unread(seat, room.seats[seat].read)
            mine.paused = match.session.clocks.paused is not None
            mine.deadline = None if mine.paused else match.session.ends()
        out.append(mine)
    rank = {"playing": 0, "open": 1, "over": 2}
    never = float("inf")
    out.sort(key=lambda m: (not m.waiting, rank[m.table.state], m.deadline or never))
    return HttpAnswer(http.MyTables(out))


def _rooms_and_ends(
    connection: Connection, person: str
) -> tuple[list[rooms.Room], dict[str, store.Ending]]:
    found = rooms.of_person(connection, person)
    over = [room for room in found if room.state == "over"]
    return found, store.endings(connection, over)


@endpoint("POST", "/api/tables", http.TableInfo, http.MakeTable, rate=MAKE)
async def make_table(call: Call) -> HttpAnswer:
    """A new table; whoever makes it is the host."""
    wish = call.wish(http.MakeTable)
    wish.lang = wish.lang or call.lang
    now, even = call.services.now(), call.services.times.even()
    room = await call.services.storage.write(
        lambda c: before_start.make(c, call.person, wish, now, even)
    )
    return HttpAnswer(room.info(call.person.id))


@endpoint("POST", "/api/join", http.TableInfo, http.Join, rate=KNOCK)
async def join(call: Call) -> HttpAnswer:
    """Take a seat by a short code or an invitation."""
    wish = call.wish(http.Join)
    now = call.services.now()
    token, code = wish.invitation, wish.code
    if code is not None:
        room = await call.services.storage.read(lambda c: before_start.coded(c, code))
        if room.state != "open":
            return await _relieve(call, room, wish.seat)
    if wish.code is None and token is not None:
        room, seat = await call.services.storage.read(lambda c: before_start.invited(c, token))
        if room.state == "playing" and seat is not None:
            return await _manage(call, room.id, seating.take_seat(call.person, seat, token, now))
    return await call.change(lambda c: before_start.join(c, call.person, wish, now))


async def _relieve(call: Call, room: rooms.Room, seat: int | None) -> HttpAnswer:
    if room.state == "over":
        raise ServerError("over")
    return await _manage(call, room.id, seating.relieve_bot(call.person, seat))


@endpoint("GET", "/api/tables/{table}", http.TableInfo)
async def table_info(call: Call) -> HttpAnswer:
    """A table, as far as I may know it."""
    room = await call.look()
    if room.state != "over":
        return HttpAnswer(room.info(call.person.id))
    outcome, rematch = await call.services.storage.read(
        lambda c: (store.outcome(c, room), rooms.rematch_of(c, room))
    )
    return HttpAnswer(room.info(call.person.id, outcome, rematch))


@endpoint("POST", "/api/tables/{table}/sit", http.TableInfo, http.Sit)
async def sit(call: Call) -> HttpAnswer:
    """Take a seat at a listed table; when the match has begun, one of a bot."""
    wish = call.wish(http.Sit)
    room = await call.services.storage.read(lambda c: rooms.find(c, call.table))
    if not room.terms.listed and room.seat_of(call.person.id) is None:
        raise ServerError("not_yours" if room.terms.spectators else "no_table")
    if room.state != "open":
        return await _relieve(call, room, wish.seat)
    return await call.change(lambda c: before_start.sit(c, call.person, call.table, wish.seat))


@endpoint("POST", "/api/tables/{table}/invitations", http.Invitation, http.Invite, rate=MAKE)
async def invite(call: Call) -> HttpAnswer:
    """A one-time invitation, for a link."""
    wish = call.wish(http.Invite)
    await call.look()
    now = call.services.now()
    token = await call.services.storage.write(
        lambda c: before_start.invite(c, call.person, call.table, wish.seat, now)
    )
    return HttpAnswer(invitation(call, token))


def invitation(call: Call, token: str) -> http.Invitation:
    """A token as a link and as a picture of it."""
    # good once, and for a seat that may have secrets: behind # it reaches no log on the way
    link = f"{_base(call)}/join#invitation={token}"
    return http.Invitation(token, link, qr_code(link))


@endpoint("GET", "/api/doors/{code}", http.Door, signed_in=False, rate=KNOCK)
async def door_by_code(call: Call) -> HttpAnswer:
    """What a short code leads to: a seat, a bot's seat, a look, or why not."""
    room = await call.services.storage.read(lambda c: before_start.coded(c, call.path["code"]))
    return HttpAnswer(door(room, call.who, True, call.lang))


@endpoint("GET", "/api/tables/{table}/door", http.Door, signed_in=False)
async def door_of_table(call: Call) -> HttpAnswer:
    """What the address of a table leads to, for whoever comes without its code."""
    room = await call.services.storage.read(lambda c: rooms.find(c, call.table))
    return HttpAnswer(door(room, call.who, False, call.lang))


@endpoint("GET", "/api/tables/{table}/link", http.Link)
async def link(call: Call) -> HttpAnswer:
    """The link to send to friends, for those who sit there."""
    return HttpAnswer(http.Link(*await _link(call)))


async def _link(call: Call) -> tuple[str, bool]:
    room = await call.look()
    if room.seat_of(call.person.id) is None:
        raise ServerError("players_only")
    if room.code is None:
        raise ServerError("started")
    base = _base(call)
    return f"{base}/join/{room.code}", is_local(urlsplit(base).hostname or "")


def _base(call: Call) -> str:
    """Where others find this server: where its operator says; else as the caller found it, but
    nobody else's localhost is this machine."""
    settings = call.services.settings
    if settings.address is not None:
        return settings.address
    asked = urlsplit(call.base)
    if not is_local(asked.hostname or "") or is_local(settings.host):
        return call.base
    return next(iter(reachable(settings.host, settings.port or asked.port or 80)), call.base)


@endpoint("GET", "/api/tables/{table}/qr", str, media=SVG)
async def qr(call: Call) -> HttpAnswer:
    """The link to send to friends as a QR code, for those who sit there."""
    return HttpAnswer(qr_code((await _link(call))[0]))


def qr_code(link: str) -> str:
    """A link as SVG, dark on light whatever is behind it."""
    code = segno.make(link, error="m", micro=False)
    out = io.BytesIO()
    code.save(out, kind="svg", xmldecl=False, scale=4, border=3, light="#fff", omitsize=True)
    return out.getvalue().decode()


@endpoint("POST", "/api/tables/{table}/seats/{seat}", http.TableInfo, http.SetSeat)
async def set_seat(call: Call) -> HttpAnswer:
    """Open a seat, put a bot on it or reserve it (host); after the start only a bot, in public, and
    for somebody who is away."""
    wish = call.wish(http.SetSeat)
    seat, who, room = call.seat, call.person, await call.look()
    if room.state != "open":
        if wish.kind != "bot":
            raise ServerError("has_secrets" if room.host == who.id else "host_only")
        match = await call.services.matches.get(call.table)
        return HttpAnswer((await match.put_bot(who, seat, wish.bot)).info(who.id))
    return await call.change(
        lambda c: before_start.set_seat(c, call.person, call.table, seat, wish)
    )


@endpoint("POST", "/api/tables/{table}/kick", http.TableInfo, http.Seat)
async def kick(call: Call) -> HttpAnswer:
    """Remove somebody for good (host); after the start a bot plays on, and everyone reads it."""
    wish = call.wish(http.Seat)
    if (await call.look()).state != "open":
        return await _manage(call, call.table, seating.remove(call.person, wish.seat))
    return await call.change(lambda c: before_start.kick(c, call.person, call.table, wish.seat))


@endpoint("POST", "/api/tables/{table}/host", http.TableInfo, http.Seat)
async def pass_host(call: Call) -> HttpAnswer:
    """Make somebody else the host (host); a public line after the start."""
    wish = call.wish(http.Seat)
    if (await call.look()).state != "open":
        return await _manage(call, call.table, seating.pass_host(call.person, wish.seat))
    return await call.change(
        lambda c: before_start.pass_host(c, call.person, call.table, wish.seat)
    )


@endpoint("POST", "/api/tables/{table}/settings", http.TableInfo, http.ChangeTable, rate=MAKE)
async def change_table(call: Call) -> HttpAnswer:
    """Change the settings of a table that has not started (host); everyone is asked anew whether
    they are ready."""
    wish = call.wish(http.ChangeTable)
    await call.look()
    now = call.services.now()
    return await call.change(lambda c: before_start.change(c, call.person, call.table, wish, now))


@endpoint("POST", "/api/tables/{table}/ready", http.TableInfo, http.Ready)
async def ready(call: Call) -> HttpAnswer:
    """Say that I am ready for the deal, or not yet."""
    wish = call.wish(http.Ready)
    await call.look()
    return await call.change(
        lambda c: before_start.ready(c, call.person, call.table, wish.ready, wish.revision)
    )


@endpoint("POST", "/api/tables/{table}/seal", http.TableInfo, http.Sealed)
async def seal(call: Call) -> HttpAnswer:
    """Promise what I will add to the deal, by its hash."""
    wish = call.wish(http.Sealed)
    await call.look()
    return await call.change(lambda c: before_start.seal(c, call.person, call.table, wish.seal))


@endpoint("POST", "/api/tables/{table}/nonce", http.TableInfo, http.Shown)
async def show_nonce(call: Call) -> HttpAnswer:
    """Show what I sealed, when every seat is taken; from then on nobody can seal anything else."""
    wish = call.wish(http.Shown)
    await call.look()
    return await call.change(lambda c: before_start.show(c, call.person, call.table, wish.nonce))


@endpoint("POST", "/api/tables/{table}/leave", http.Done, http.Nothing)
async def leave(call: Call) -> HttpAnswer:
    """Get up before the start."""
    await call.look()
    room = await call.services.storage.write(
        lambda c: before_start.leave(c, call.person, call.table),
        lambda _: f"{topics.ROOM} {call.table}",
    )
    call.services.viewers.tell_waiting(call.table, room)
    return HttpAnswer(http.Done())


@endpoint("POST", "/api/tables/{table}/start", http.TableInfo, http.Nothing)
async def start(call: Call) -> HttpAnswer:
    """Deal, when every seat is taken and everyone is ready (host)."""
    await call.look()
    now, even = call.services.now(), call.services.times.even()

    def write(connection: Connection) -> rooms.Room:
        room = before_start.start(connection, call.person, call.table, now, even)
        notices.begun(connection, call.services.notices, room, call.person.id, now)
        return room

    answer = await call.change(write)
    await call.services.matches.get(call.table)
    return answer


@endpoint("GET", "/api/tables/{table}/attendance", http.Attendance)
async def my_attendance(call: Call) -> HttpAnswer:
    """What I did with every question that I was asked, and what I missed; nobody else sees it."""
    seat = (await call.look()).seat_of(call.person.id)
    if seat is None:
        raise ServerError("players_only")
    match = await call.services.matches.get(call.table)
    loaded = await call.services.storage.read(lambda c: call.services.finished.load(c, call.table))
    return HttpAnswer(attendance(loaded, seat, match.session.clocks.excuses(seat)))


@endpoint("GET", "/api/tables/{table}/hint", http.Hint, rate=HINT)
async def hint(call: Call) -> HttpAnswer:
    """What the search would do in my place now, from what I know: in practice and lessons only."""
    room = await call.look()
    seat = room.seat_of(call.person.id)
    if seat is None:
        raise ServerError("players_only")
    if not room.alone_in_practice or find_game(room.game).hard is None:
        raise ServerError("no_hints")
    match = await call.services.matches.get(room.id)
    found = await match.bots.hint(seat, call.lang)
    if found is None:
        raise ServerError("no_hint")
    return HttpAnswer(found)


async def _manage(call: Call, table: str, plan: seating.Plan) -> HttpAnswer:
    """Change a table whose match is under way."""
    call.stir(table)
    match = await call.services.matches.get(table)
    room = await match.manage(plan)
    return HttpAnswer(room.info(call.person.id))
