"""Tables before the start: made, joined, made ready, dealt.

Every function works inside one transaction and raises `ServerError` (or the game's `BadInput`)
before it changes anything that matters.
"""

import secrets

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from intrigue.bots import tempered
from intrigue.kernel.chance import Seeded, commitment, nonce_seal, practice_seed
from intrigue.kernel.game import Game, find_game
from intrigue.kernel.names import likeness
from intrigue.session.record import Nonce
from intrigue.session.table import Table

from ..clocks import calendar
from ..db import leases
from ..db.schema import invitations, seats, tables
from ..errors import ServerError
from ..identity import Identity, clean_name, code, hashed
from ..wire import http
from ..wire.frames import Change, Say
from . import bot_list, waiting
from .rooms import EMPTY, Room, by_code, exists, find, member, next_id, shut_out

MOST_OPEN = 50  # tables that one person may keep waiting for players
# an initial each, and at home in both languages
BOT_NAMES = (
    *("Agatha", "Barney", "Charles", "Darcy", "Edith", "Felix", "Gwen", "Hugo"),
    *("Iris", "Jules", "Klara", "Leon", "Mona", "Nestor", "Olga", "Paul"),
)


# what the host may change until the deal, beside the game's own options
SETTINGS = (
    "seats",
    "listed",
    "spectators",
    "latecomers",
    "press",
    "sealed_deals",
    "clock",
    "window",
    "days",
)
SPARED = ("open", "bot", "reserved")  # which seats go first where there shall be fewer


def make(
    connection: Connection,
    who: Identity,
    wish: http.MakeTable,
    now: float,
    even: float | None = None,
) -> Room:
    """A new table with its maker on the first seat; one against bots alone has begun, at the time
    by which live questions are measured (`even`, if it is not `now`)."""
    game = find_game(wish.game)
    terms = msgspec.structs.replace(_terms(game, wish), lang=wish.lang or "en")
    mine = select(tables.c.id).where(tables.c.host == who.id, tables.c.state == "open")
    if len(connection.execute(mine).all()) >= MOST_OPEN:
        raise ServerError("too_many_tables", most=MOST_OPEN)
    if wish.practice is not None:
        terms = _practice(terms, wish.practice)
    table = secrets.token_urlsafe(12)
    _set_up(connection, table, who, game.id, terms, now)
    _sit(connection, find(connection, table), who, 0)
    if wish.begin or wish.practice is not None:
        for seat in range(1, terms.seats):
            _put_bot(connection, find(connection, table), seat, wish.bot)
        _begin(connection, find(connection, table), now, even)
    return find(connection, table)


def _terms(game: Game, wish: http.MakeTable | http.ChangeTable) -> http.Terms:
    """The settings that somebody wants, checked."""
    if wish.days is not None:
        calendar.check(wish.days)
    setup = game.setup([f"#{i}" for i in range(wish.seats)], _options(game, wish))
    window = wish.window if wish.rhythm is None else http.RHYTHMS[wish.rhythm]
    if window.most < window.least:
        raise ServerError("window")
    return http.Terms(
        setup.seats,
        dict(setup.options),
        wish.listed,
        wish.spectators,
        wish.press,
        wish.clock,
        window,
        days=wish.days,
        latecomers=wish.latecomers,
        sealed_deals=wish.sealed_deals,
    )


def _practice(terms: http.Terms, text: str) -> http.Terms:
    """Nobody else comes in, nobody else is waited for, and no clock decides anything."""
    alone = {"clock": None, "days": None, "practice": text}
    closed = dict.fromkeys(("listed", "spectators", "latecomers"), False)
    return msgspec.structs.replace(terms, window=http.Window(0.0, 86400.0), **alone, **closed)


def _options(game: Game, wish: http.MakeTable | http.ChangeTable) -> dict[str, http.Value]:
    """A game that has a word of its own for what waits for the deadline is told over days."""
    own = [option.name for option in game.options if "deadline" in option.choices]
    if wish.days is None or (wish.days.reveal or game.correspondence) != "deadline":
        return wish.options
    return {**dict.fromkeys(own, "deadline"), **wish.options}


def _set_up(
    connection: Connection, table: str, host: Identity, game: str, terms: http.Terms, now: float
) -> None:
    practice = terms.practice
    seed = secrets.token_bytes(32) if practice is None else practice_seed(practice)
    row = {
        "id": table,
        "code": _new_code(connection),
        "host": host.id,
        "state": "open",
        "game": game,
        "terms": msgspec.json.encode(terms).decode(),
        "seed": seed,  # promised by its hash from now on
        "created": now,
    }
    connection.execute(insert(tables), row)
    _open_seats(connection, table, range(terms.seats))


def _open_seats(connection: Connection, table: str, numbers: range) -> None:
    empty = {"table": table, "kind": "open", "ready": False, "read": 0}
    rows = [{**empty, "number": number} for number in numbers]
    if rows:
        connection.execute(insert(seats), rows)


def _new_code(connection: Connection) -> str:
    """One that no table has: codes stay with their tables, so that a link leads somewhere later."""
    wanted = code(6)
    while by_code(connection, wanted) is not None:
        wanted = code(6)
    return wanted


def rematch(connection: Connection, who: Identity, table: str, now: float) -> Room:
    """The same people and options once more. Whoever asks second finds the table of the first."""
    room = find(connection, table, lock=True)
    member(room, who)
    if room.state != "over":
        raise ServerError("not_over")
    if room.terms.practice is not None:
        raise ServerError("practice")
    again = next_id(room)
    if not exists(connection, again):
        _set_up(connection, again, who, room.game, room.terms, now)
        fresh = find(connection, again)
        for chair in room.seats:
            same = {"kind": chair.kind, "person": chair.person, "bot": chair.bot}
            bot = chair.kind == "bot"
            _set(connection, fresh, chair.number, name=chair.name, ready=bot, **same)
    return find(connection, again)


# --- sitting down ---------------------------------------------------------------------------------


def join(connection: Connection, who: Identity, wish: http.Join, now: float) -> Room:
    """Take a seat by code or invitation."""
    if wish.code is not None:
        return sit(connection, who, coded(connection, wish.code).id, wish.seat)
    if wish.invitation is None:
        raise ServerError("no_code")
    room, seat = invited(connection, wish.invitation)
    room = sit(connection, who, room.id, wish.seat if seat is None else seat, seat)
    use_up(connection, wish.invitation, now)
    return room


def coded(connection: Connection, text: str) -> Room:
    """The table with a short code; raises `ServerError`."""
    table = by_code(connection, text.strip().upper())
    if table is None:
        raise ServerError("no_code")
    return find(connection, table)


def invited(connection: Connection, invitation: str) -> tuple[Room, int | None]:
    """The table that an unused invitation leads to, and the seat it is for."""
    query = select(invitations).where(invitations.c.token == hashed(invitation))
    row = connection.execute(query).first()
    if row is None or row.used is not None:
        raise ServerError("no_code")
    return find(connection, row.table), row.seat


def use_up(connection: Connection, invitation: str, now: float) -> None:
    """An invitation is good once."""
    query = update(invitations).where(
        invitations.c.token == hashed(invitation), invitations.c.used.is_(None)
    )
    if connection.execute(query.values({"used": now})).rowcount != 1:
        raise ServerError("no_code")


def sit(
    connection: Connection,
    who: Identity,
    table: str,
    seat: int | None,
    invited: int | None = None,
) -> Room:
    """Take an open seat, the first one unless it is named. A reserved one is for whoever has its
    name, or was invited to it."""
    room = _open(find(connection, table, lock=True))
    if who.id in room.removed:
        raise ServerError("removed")
    if room.seat_of(who.id) is not None:
        raise ServerError("seated")
    free = free_for(room, who.name)
    if invited is not None and room.seats[invited].kind == "reserved":
        free, seat = [invited], invited
    if not free:
        raise ServerError("table_full")
    if seat is not None and seat not in free:
        raise ServerError("seat_taken")
    _sit(connection, room, who, free[0] if seat is None else seat)
    return find(connection, table)


def free_for(room: Room, name: str) -> list[int]:
    """Seats for somebody of that name: those kept for it first, then the open ones."""
    kept = [c.number for c in room.seats if c.kind == "reserved" and _same(c.name, name)]
    return kept + [chair.number for chair in room.seats if chair.kind == "open"]


def _same(name: str | None, other: str) -> bool:
    return name is not None and name.casefold() == other.casefold()


def _sit(connection: Connection, room: Room, who: Identity, seat: int) -> None:
    name = apart(who.name, room, seat)
    _set(connection, room, seat, kind="person", person=who.id, name=name, ready=False)


def apart(name: str, room: Room, seat: int) -> str:
    """A name for a seat; two that look the same get told apart."""
    others = (chair.name for chair in room.seats if chair.number != seat)
    taken = {likeness(other) for other in others if other is not None}
    number = 1
    wanted = name
    while likeness(wanted) in taken:
        number += 1
        wanted = f"{name} {number}"
    return wanted


def invite(connection: Connection, who: Identity, table: str, seat: int | None, now: float) -> str:
    """A token for a one-time link."""
    room = _hosted(find(connection, table, lock=True), who)
    if seat is not None and seat >= len(room.seats):
        raise ServerError("no_seat")
    if room.state != "open" and (seat is None or room.seats[seat].kind != "open"):
        raise ServerError("started" if seat is None else "has_secrets")
    token = secrets.token_urlsafe(18)
    put_invitation(connection, table, token, seat, now)
    return token


def put_invitation(
    connection: Connection, table: str, token: str, seat: int | None, now: float
) -> None:
    """Remember a token as a one-time link."""
    row = {"token": hashed(token), "table": table, "seat": seat, "created": now}
    connection.execute(insert(invitations), row)


def withdraw_invitations(connection: Connection, table: str, seat: int) -> None:
    """The seat has another player: nobody comes by an older invitation."""
    here = (invitations.c.table == table, invitations.c.seat == seat)
    connection.execute(delete(invitations).where(*here, invitations.c.used.is_(None)))


# --- the host's tools -----------------------------------------------------------------------------


def set_seat(
    connection: Connection, who: Identity, table: str, seat: int, wish: http.SetSeat
) -> Room:
    """Open a seat, put a bot on it or reserve it; a seat with a person is freed by `kick`."""
    room = _open(_hosted(find(connection, table, lock=True), who))
    if seat >= len(room.seats):
        raise ServerError("no_seat")
    if room.seats[seat].kind == "person":
        raise ServerError("seat_taken")
    if wish.kind == "open":
        _set(connection, room, seat, kind="open")
    elif wish.kind == "reserved":
        _set(connection, room, seat, kind="reserved", name=clean_name(wish.name or ""))
    else:
        _put_bot(connection, room, seat, wish.bot)
    return find(connection, table)


def _put_bot(connection: Connection, room: Room, seat: int, bot: str) -> None:
    game = find_game(room.game)
    bot_list.find(game, bot)
    if room.terms.practice is None:  # there nobody deals
        bot = tempered(game, bot, seat)
    taken = {chair.name for chair in room.seats if chair.number != seat}
    names = [name for name in BOT_NAMES if name not in taken]
    name = names[0] if names else apart("Bot", room, seat)
    _set(connection, room, seat, kind="bot", bot=bot, name=name, ready=True)


def change(
    connection: Connection, who: Identity, table: str, wish: http.ChangeTable, now: float
) -> Room:
    """Other settings. Nobody is dealt into rules that they have not seen: everyone who was ready
    is asked anew. What seats have shown to add to the deal is worth nothing any more, or whoever
    knows it could look for the settings that turn it into a deal they like."""
    room = _open(_hosted(find(connection, table, lock=True), who))
    wanted = _terms(find_game(room.game), wish)
    old = room.terms
    terms = msgspec.structs.replace(wanted, lang=old.lang, revision=old.revision + 1)
    changes = _changes(old, terms)
    if not changes:
        return room
    if terms.seats != len(room.seats):
        _resize(connection, room, terms.seats)
    text = msgspec.json.encode(terms).decode()
    connection.execute(update(tables).where(tables.c.id == table).values({"terms": text}))
    people = (seats.c.table == table, seats.c.kind == "person")
    connection.execute(update(seats).where(*people).values({"ready": False}))
    _forget_shown(connection, table)
    waiting.note(connection, table, who, _called(room, who), changes, now)
    return find(connection, table)


def _changes(old: http.Terms, new: http.Terms) -> list[Change]:
    """What is not what it was, in the order of the settings."""
    before, after = (
        {name: value for name, value in msgspec.to_builtins(terms).items() if name in SETTINGS}
        | terms.options
        for terms in (old, new)
    )
    return [  # a table of an older version may lack an option
        Change(name, before.get(name), value)
        for name, value in after.items()
        if before.get(name) != value
    ]


def _resize(connection: Connection, room: Room, count: int) -> None:
    """More seats, which are open; or fewer, of which nobody loses theirs. Whoever moves up has
    another number, and sealed their part of the deal for the old one."""
    spare = [chair for chair in room.seats if chair.kind != "person"]
    spare.sort(key=lambda chair: (SPARED.index(chair.kind), -chair.number))
    gone = {chair.number for chair in spare[: max(0, len(room.seats) - count)]}
    kept = [chair.number for chair in room.seats if chair.number not in gone]
    if len(kept) > count:
        raise ServerError("seats_taken", people=len(room.seats) - len(spare))
    here = seats.c.table == room.id
    connection.execute(delete(seats).where(here, seats.c.number.in_(gone)))
    for number, old in enumerate(kept):
        moved = {"number": number, "seal": None, "nonce": None}
        connection.execute(update(seats).where(here, seats.c.number == old).values(moved))
    _open_seats(connection, room.id, range(len(kept), count))
    named = (invitations.c.table == room.id, invitations.c.seat.is_not(None))
    connection.execute(delete(invitations).where(*named))


def say(connection: Connection, who: Identity, table: str, frame: Say, now: float) -> Room:
    """Words in the waiting room, for everyone: whispers wait until seats are people."""
    room = _open(find(connection, table, lock=True))
    member(room, who)
    if frame.to is not None:
        raise ServerError("whisper_later")
    if room.terms.press == "none":
        raise ServerError("press_none")
    waiting.say(connection, table, who, _called(room, who), frame.text, frame.key, now)
    return find(connection, table)


def _called(room: Room, who: Identity) -> str:
    seat = room.seat_of(who.id)
    return who.name if seat is None else room.seats[seat].name or who.name


def rename(connection: Connection, who: Identity, name: str) -> list[Room]:
    """Somebody has another name wherever they wait; a match that is under way knows its own."""
    mine = select(seats.c.table).join(tables, tables.c.id == seats.c.table)
    query = mine.where(seats.c.person == who.id, tables.c.state == "open")
    found: list[Room] = []
    for table in connection.execute(query).scalars().all():
        room = find(connection, table, lock=True)
        seat = member(room, who)
        _update(connection, room, seat, name=apart(name, room, seat))
        found.append(find(connection, table))
    return found


def kick(connection: Connection, who: Identity, table: str, seat: int) -> Room:
    """The host frees somebody's seat before the start; they do not come back to this table."""
    room = _open(_hosted(find(connection, table, lock=True), who))
    person = room.seats[seat].person if seat < len(room.seats) else None
    if person is None:
        raise ServerError("no_seat")
    if person == who.id:
        raise ServerError("kick_self")
    _set(connection, room, seat, kind="open")
    shut_out(connection, room, person)
    return find(connection, table)


def pass_host(connection: Connection, who: Identity, table: str, seat: int) -> Room:
    """Somebody else at the table becomes the host."""
    room = _open(_hosted(find(connection, table, lock=True), who))
    if seat >= len(room.seats) or room.seats[seat].person is None:
        raise ServerError("no_seat")
    connection.execute(
        update(tables).where(tables.c.id == table).values({"host": room.seats[seat].person})
    )
    return find(connection, table)


def leave(connection: Connection, who: Identity, table: str) -> Room | None:
    """Get up before the start. The host's chair passes on; the last person closes the table."""
    room = _open(find(connection, table, lock=True))
    seat = member(room, who)
    _set(connection, room, seat, kind="open")
    others = [chair.person for chair in room.seats if chair.person not in (None, who.id)]
    if not others:
        waiting.forget(connection, table)
        connection.execute(delete(invitations).where(invitations.c.table == table))
        connection.execute(delete(seats).where(seats.c.table == table))
        connection.execute(delete(tables).where(tables.c.id == table))
        return None
    if room.host == who.id:
        connection.execute(update(tables).where(tables.c.id == table).values({"host": others[0]}))
    return find(connection, table)


def ready(
    connection: Connection, who: Identity, table: str, is_ready: bool, seen: int | None = None
) -> Room:
    """The check before the deal, for the settings of the revision that was `seen`."""
    room = _open(find(connection, table, lock=True))
    seat = member(room, who)
    if is_ready and seen not in (None, room.terms.revision):
        raise ServerError("settings_changed")
    _update(connection, room, seat, ready=is_ready)
    return find(connection, table)


def seal(connection: Connection, who: Identity, table: str, value: str) -> Room:
    """Promise what a seat will add to the deal. As soon as one nonce is shown it is too late:
    whoever knows the others' could choose their own."""
    room = _open(find(connection, table, lock=True))
    seat = member(room, who)
    if any(chair.nonce is not None for chair in room.seats):
        raise ServerError("seals_closed")
    _update(connection, room, seat, seal=value)
    return find(connection, table)


def show(connection: Connection, who: Identity, table: str, nonce: str) -> Room:
    """Show what a seat has sealed, when nobody can come any more who has not."""
    room = _open(find(connection, table, lock=True))
    seat = member(room, who)
    _full(room)
    if not nonce.isprintable():
        raise ServerError("bad_nonce")
    if room.seats[seat].seal != nonce_seal(commitment(room.seed), seat, nonce):
        raise ServerError("not_sealed")
    _update(connection, room, seat, nonce=nonce)
    return find(connection, table)


def start(
    connection: Connection, who: Identity, table: str, now: float, even: float | None = None
) -> Room:
    """Deal: from here on the match is its record, and its clock runs."""
    room = _open(_hosted(find(connection, table, lock=True), who))
    _full(room)
    waiting = [chair.name for chair in room.seats if not chair.ready and chair.person != who.id]
    if waiting:
        raise ServerError("not_ready", who=waiting)
    _begin(connection, room, now, even)
    return find(connection, table)


def _begin(connection: Connection, room: Room, now: float, even: float | None) -> None:
    dealt = deal(find_game(room.game), room)
    if dealt.position.prompt(dealt.position.asked()[0]).closes == "deadline":
        if room.terms.clock is None and room.terms.days is None:
            raise ServerError("needs_clock")
    if room.terms.practice is not None:
        dealt.record.header.practice = room.terms.practice
    else:
        dealt.record.header.nonces = [
            None if chair.seal is None else Nonce(chair.seal, chair.nonce) for chair in room.seats
        ]
    started = now if room.terms.days is not None or even is None else even
    seated = {chair.person: chair.number for chair in room.seats if chair.person is not None}
    waiting.carry_over(connection, room.id, seated, started - now)
    values = {
        "state": "playing",
        "code": room.code if room.terms.practice is None else None,
        "started": started,
        "header": msgspec.json.encode(dealt.record.header).decode(),
    }
    connection.execute(update(tables).where(tables.c.id == room.id).values(values))
    connection.execute(delete(invitations).where(invitations.c.table == room.id))
    leases.begin(connection, room.id, now)


def deal(game: Game, room: Room) -> Table:
    """The table as it stands right after the deal."""
    setup = game.setup([chair.name or "?" for chair in room.seats], room.terms.options)
    nonces = [chair.nonce for chair in room.seats]
    return Table(game, setup, Seeded(room.seed, 0, nonces if room.terms.practice is None else None))


# --- helpers --------------------------------------------------------------------------------------


def _open(room: Room) -> Room:
    if room.state != "open":
        raise ServerError("started")
    return room


def _full(room: Room) -> None:
    if any(chair.kind in ("open", "reserved") for chair in room.seats):
        raise ServerError("not_full")


def _hosted(room: Room, who: Identity) -> Room:
    if room.seat_of(who.id) is None and not room.terms.listed:
        raise ServerError("no_table")
    if room.host != who.id:
        raise ServerError("host_only")
    return room


def _set(connection: Connection, room: Room, seat: int, **values: object) -> None:
    """Somebody else, or nobody, is on a seat from now on. Who comes in could know every nonce that
    was shown: those are worth nothing any more, and their seats seal anew."""
    plain: dict[str, object] = {"person": None, "bot": None, "name": None, "ready": False}
    _update(connection, room, seat, **{**plain, **EMPTY, **values})
    _forget_shown(connection, room.id)


def _forget_shown(connection: Connection, table: str) -> None:
    known = (seats.c.table == table, seats.c.nonce.is_not(None))
    connection.execute(update(seats).where(*known).values({"seal": None, "nonce": None}))


def _update(connection: Connection, room: Room, seat: int, **values: object) -> None:
    here = (seats.c.table == room.id, seats.c.number == seat)
    connection.execute(update(seats).where(*here).values(values))
