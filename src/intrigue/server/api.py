"""People and tables before the start, over HTTP. An endpoint takes a checked body and gives a
Struct; the other endpoints stand in `after` and `library`."""

import io

import segno
from sqlalchemy import Connection

from intrigue.kernel.text import BadInput

from . import herald, hosting, ledger, opening, people, rooms, topics, wire
from .attendance import attendance
from .endpoint import SVG, Answer, Call, endpoint
from .errors import ServerError
from .limits import KNOCK, MAKE

# --- people ---------------------------------------------------------------------------------------


@endpoint("POST", "/api/people", wire.SignedIn, wire.SignIn, signed_in=False, rate=KNOCK)
async def sign_in(call: Call) -> Answer:
    """Become a guest with a name."""
    wish = call.wish(wire.SignIn)
    now = call.house.now()
    made = await call.house.storage.write(lambda c: people.sign_in(c, wish.name, now, call.agent))
    return Answer(wire.SignedIn(made.name, made.recovery), made.device)


@endpoint("POST", "/api/people/recover", wire.SignedIn, wire.Recover, signed_in=False, rate=KNOCK)
async def recover(call: Call) -> Answer:
    """Move an identity to this device by its recovery code, which is then replaced."""
    wish = call.wish(wire.Recover)
    now = call.house.now()
    made = await call.house.storage.write(lambda c: people.recover(c, wish.code, now, call.agent))
    return Answer(wire.SignedIn(made.name, made.recovery), made.device)


@endpoint("GET", "/api/me", wire.Person)
async def me(call: Call) -> Answer:
    """Who I am."""
    return Answer(wire.Person(call.person.name))


@endpoint("POST", "/api/me/sign-out", wire.Done, wire.Nothing)
async def sign_out(call: Call) -> Answer:
    """Forget this device."""
    device = call.device or ""
    await call.house.storage.write(lambda c: people.sign_out(c, device), lambda _: topics.FORGET)
    call.house.forget(device)
    return Answer(wire.Done(), "")


# --- tables ---------------------------------------------------------------------------------------


@endpoint("GET", "/api/lobby", wire.Tables)
async def lobby(call: Call) -> Answer:
    """Listed tables that wait for players."""
    found = await call.house.storage.read(rooms.lobby)
    return Answer(wire.Tables([room.info(call.person.id) for room in found]))


@endpoint("GET", "/api/tables", wire.MyTables)
async def my_tables(call: Call) -> Answer:
    """My tables: those that wait for me first, then those under way, then the others; the ones
    with the nearest deadline first."""
    who = call.person.id
    found = await call.house.storage.read(lambda c: rooms.of_person(c, who))
    out: list[wire.MyTable] = []
    for room in found:
        seat = room.seat_of(who)
        mine = wire.MyTable(room.info(who), False, 0)
        if seat is None:  # somebody else plays there
            pass
        elif room.state == "open":
            mine.waiting = not room.seats[seat].ready
        elif room.state == "playing":
            try:
                match = await call.house.matches.get(room.id)
            except BadInput as no:
                if no.code in ("database", "stopping"):
                    raise
                continue  # it cannot be read; whoever opens it is told so
            mine.waiting = match.timing.waits_for(seat)
            mine.unread = match.audience.unread(seat, room.seats[seat].read)
            mine.paused = match.clocks.paused is not None
            mine.deadline = None if mine.paused else match.timing.ends()
        out.append(mine)
    rank = {"playing": 0, "open": 1, "over": 2}
    never = float("inf")
    out.sort(key=lambda m: (not m.waiting, rank[m.table.state], m.deadline or never))
    return Answer(wire.MyTables(out))


@endpoint("POST", "/api/tables", wire.TableInfo, wire.MakeTable, rate=MAKE)
async def make_table(call: Call) -> Answer:
    """A new table; whoever makes it is the host."""
    wish = call.wish(wire.MakeTable)
    wish.lang = wish.lang or call.lang
    now = call.house.now()
    room = await call.house.storage.write(lambda c: opening.make(c, call.person, wish, now))
    return Answer(room.info(call.person.id))


@endpoint("POST", "/api/join", wire.TableInfo, wire.Join, rate=KNOCK)
async def join(call: Call) -> Answer:
    """Take a seat by a short code or an invitation."""
    wish = call.wish(wire.Join)
    now = call.house.now()
    token = wish.invitation
    if wish.code is None and token is not None:
        room, seat = await call.house.storage.read(lambda c: opening.invited(c, token))
        if room.state == "playing" and seat is not None:
            return await _manage(call, room.id, hosting.take_seat(call.person, seat, token, now))
    return await call.change(lambda c: opening.join(c, call.person, wish, now))


@endpoint("GET", "/api/tables/{table}", wire.TableInfo)
async def table_info(call: Call) -> Answer:
    """A table, as far as I may know it."""
    room = await call.look()
    if room.state != "over":
        return Answer(room.info(call.person.id))
    outcome, rematch = await call.house.storage.read(
        lambda c: (ledger.outcome(c, room), rooms.rematch_of(c, room))
    )
    return Answer(room.info(call.person.id, outcome, rematch))


@endpoint("POST", "/api/tables/{table}/sit", wire.TableInfo, wire.Sit)
async def sit(call: Call) -> Answer:
    """Take a seat at a listed table."""
    wish = call.wish(wire.Sit)
    seen = await call.look()
    if not seen.terms.listed and seen.seat_of(call.person.id) is None:
        raise ServerError("not_yours")
    return await call.change(lambda c: opening.sit(c, call.person, call.table, wish.seat))


@endpoint("POST", "/api/tables/{table}/invitations", wire.Invitation, wire.Invite, rate=MAKE)
async def invite(call: Call) -> Answer:
    """A one-time invitation, for a link."""
    wish = call.wish(wire.Invite)
    await call.look()
    now = call.house.now()
    token = await call.house.storage.write(
        lambda c: opening.invite(c, call.person, call.table, wish.seat, now)
    )
    return Answer(invitation(call, token))


def invitation(call: Call, token: str) -> wire.Invitation:
    """A token as a link and as a picture of it."""
    link = f"{call.base}/join#invitation={token}"
    return wire.Invitation(token, link, qr_code(link))


@endpoint("GET", "/api/tables/{table}/qr", str, media=SVG)
async def qr(call: Call) -> Answer:
    """The short code as a QR code of a link to join by, for those who sit there."""
    room = await call.look()
    if room.seat_of(call.person.id) is None:
        raise ServerError("players_only")
    if room.code is None:
        raise ServerError("started")
    return Answer(qr_code(f"{call.base}/join#code={room.code}"))


def qr_code(link: str) -> str:
    """A link as SVG, dark on light whatever is behind it."""
    code = segno.make(link, error="m", micro=False)
    out = io.BytesIO()
    code.save(out, kind="svg", xmldecl=False, scale=4, border=3, light="#fff", omitsize=True)
    return out.getvalue().decode()


@endpoint("POST", "/api/tables/{table}/seats/{seat}", wire.TableInfo, wire.SetSeat)
async def set_seat(call: Call) -> Answer:
    """Open a seat, put a bot on it or reserve it (host); a public line after the start."""
    wish = call.wish(wire.SetSeat)
    seat, who = call.seat, call.person
    if (await call.look()).state != "open":
        bot = wish.kind == "bot"
        plan = hosting.put_bot(who, seat, wish.bot) if bot else hosting.free_seat(who, seat)
        return await _manage(call, call.table, plan)
    return await call.change(lambda c: opening.set_seat(c, call.person, call.table, seat, wish))


@endpoint("POST", "/api/tables/{table}/kick", wire.TableInfo, wire.Seat)
async def kick(call: Call) -> Answer:
    """Free somebody's seat (host); a public line after the start."""
    wish = call.wish(wire.Seat)
    if (await call.look()).state != "open":
        return await _manage(call, call.table, hosting.free_seat(call.person, wish.seat))
    return await call.change(lambda c: opening.kick(c, call.person, call.table, wish.seat))


@endpoint("POST", "/api/tables/{table}/host", wire.TableInfo, wire.Seat)
async def pass_host(call: Call) -> Answer:
    """Make somebody else the host (host); a public line after the start."""
    wish = call.wish(wire.Seat)
    if (await call.look()).state != "open":
        return await _manage(call, call.table, hosting.pass_host(call.person, wish.seat))
    return await call.change(lambda c: opening.pass_host(c, call.person, call.table, wish.seat))


@endpoint("POST", "/api/tables/{table}/ready", wire.TableInfo, wire.Ready)
async def ready(call: Call) -> Answer:
    """Say that I am ready for the deal, or not yet."""
    wish = call.wish(wire.Ready)
    await call.look()
    return await call.change(lambda c: opening.ready(c, call.person, call.table, wish.ready))


@endpoint("POST", "/api/tables/{table}/leave", wire.Done, wire.Nothing)
async def leave(call: Call) -> Answer:
    """Get up before the start."""
    await call.look()
    room = await call.house.storage.write(
        lambda c: opening.leave(c, call.person, call.table), lambda _: f"{topics.ROOM} {call.table}"
    )
    call.house.lounge.changed(call.table, room)
    return Answer(wire.Done())


@endpoint("POST", "/api/tables/{table}/start", wire.TableInfo, wire.Nothing)
async def start(call: Call) -> Answer:
    """Deal, when every seat is taken and everyone is ready (host)."""
    await call.look()
    now = call.house.now()

    def write(connection: Connection) -> rooms.Room:
        room = opening.start(connection, call.person, call.table, now)
        herald.begun(connection, call.house.notices, room, call.person.id, now)
        return room

    answer = await call.change(write)
    await call.house.matches.get(call.table)
    return answer


@endpoint("GET", "/api/tables/{table}/attendance", wire.Attendance)
async def my_attendance(call: Call) -> Answer:
    """What I did with every question that I was asked, and what I missed; nobody else sees it."""
    seat = (await call.look()).seat_of(call.person.id)
    if seat is None:
        raise ServerError("players_only")
    match = await call.house.matches.get(call.table)
    loaded = await call.house.storage.read(lambda c: ledger.load(c, call.table))
    return Answer(attendance(loaded, seat, match.clocks.excuses(seat)))


async def _manage(call: Call, table: str, plan: hosting.Plan) -> Answer:
    """Change a table whose match is under way."""
    match = await call.house.matches.get(table)
    room = await match.manage(plan)
    return Answer(room.info(call.person.id))
