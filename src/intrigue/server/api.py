"""The HTTP interface: one list of endpoints, from which routes, OpenAPI and the walk of all routes
are made. An endpoint takes a checked body and gives a Struct."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from msgspec import Struct

from intrigue.bots import bots
from intrigue.kernel.game import Game, discover

from . import ledger, limits, people, rooms, wire
from .access import viewer
from .errors import ServerError
from .house import House
from .people import Identity
from .rooms import Room

T = TypeVar("T")


class Call(Struct):
    """One request, checked: who asks, in which language, with what."""

    house: House
    who: Identity | None
    device: str | None
    address: str
    lang: str
    path: dict[str, str]
    body: object

    @property
    def person(self) -> Identity:
        assert self.who is not None
        return self.who

    def wish(self, kind: type[T]) -> T:
        """The body, which was checked before."""
        assert isinstance(self.body, kind)
        return self.body

    @property
    def table(self) -> str:
        return self.path["table"]

    @property
    def seat(self) -> int:
        text = self.path["seat"]
        if not (text.isascii() and text.isdigit() and len(text) < 3):
            raise ServerError("no_seat")
        return int(text)


class Answer(Struct):
    """A body, and the cookie that goes with it: a device secret, or "" to take it away."""

    body: object
    cookie: str | None = None
    media: str = "application/json"


Handler = Callable[[Call], Awaitable[Answer]]


class Endpoint(Struct, frozen=True):
    """One address of the interface."""

    method: str
    path: str
    handler: Handler
    summary: str
    body: type | None
    answer: type
    signed_in: bool = True
    rate: limits.Rate = limits.CALL


ENDPOINTS: list[Endpoint] = []


def endpoint(
    method: str,
    path: str,
    answer: type,
    body: type | None = None,
    signed_in: bool = True,
    rate: limits.Rate = limits.CALL,
) -> Callable[[Handler], Handler]:
    """Put a handler on the list; its first line is the summary."""

    def add(handler: Handler) -> Handler:
        summary = (handler.__doc__ or "").strip().splitlines()[0]
        ENDPOINTS.append(Endpoint(method, path, handler, summary, body, answer, signed_in, rate))
        return handler

    return add


# --- people ---------------------------------------------------------------------------------------


@endpoint("POST", "/api/people", wire.SignedIn, wire.SignIn, signed_in=False, rate=limits.KNOCK)
async def sign_in(call: Call) -> Answer:
    """Become a guest with a name."""
    wish = call.wish(wire.SignIn)
    now = call.house.now()
    made = await call.house.storage.write(lambda c: people.sign_in(c, wish.name, now))
    return Answer(wire.SignedIn(made.name, made.recovery), made.device)


@endpoint(
    "POST", "/api/people/recover", wire.SignedIn, wire.Recover, signed_in=False, rate=limits.KNOCK
)
async def recover(call: Call) -> Answer:
    """Move an identity to this device by its recovery code, which is then replaced."""
    wish = call.wish(wire.Recover)
    now = call.house.now()
    made = await call.house.storage.write(lambda c: people.recover(c, wish.code, now))
    return Answer(wire.SignedIn(made.name, made.recovery), made.device)


@endpoint("GET", "/api/me", wire.Person)
async def me(call: Call) -> Answer:
    """Who I am."""
    return Answer(wire.Person(call.person.name))


@endpoint("POST", "/api/me/sign-out", wire.Done, wire.Nothing)
async def sign_out(call: Call) -> Answer:
    """Forget this device."""
    device = call.device or ""
    await call.house.storage.write(lambda c: people.sign_out(c, device))
    call.house.forget(device)
    return Answer(wire.Done(), "")


# --- games and tables -----------------------------------------------------------------------------


@endpoint("GET", "/api/games", wire.Games, signed_in=False)
async def games(call: Call) -> Answer:
    """Every game that can be played here, with its options and bots."""
    return Answer(wire.Games([_game(game, call.lang) for game in discover().values()]))


def _game(game: Game, lang: str) -> wire.GameInfo:
    words = game.words(lang)
    return wire.GameInfo(
        id=game.id,
        title=game.title(lang),
        tagline=words.sentence("tagline"),
        version=game.version,
        seats=[game.low, game.high],
        bots=list(bots(game)),
        prompts=list(game.prompts),
        options=[
            wire.OptionInfo(
                option.name,
                words.sentence("option", option.name, "name"),
                words.sentence("option", option.name, "help"),
                option.default,
                option.low,
                option.high,
                option.even,
                list(option.choices),
            )
            for option in game.options
        ],
    )


@endpoint("GET", "/api/lobby", wire.Tables)
async def lobby(call: Call) -> Answer:
    """Listed tables that wait for players."""
    found = await call.house.storage.read(rooms.lobby)
    return Answer(wire.Tables([room.info(call.person.id) for room in found]))


@endpoint("GET", "/api/tables", wire.MyTables)
async def my_tables(call: Call) -> Answer:
    """My tables: those that wait for me first, then those under way, then the others."""
    who = call.person.id
    found = await call.house.storage.read(lambda c: rooms.of_person(c, who))
    out: list[wire.MyTable] = []
    for room in found:
        seat = room.seat_of(who)
        assert seat is not None
        waiting, unread = False, 0
        if room.state == "open":
            waiting = not room.seats[seat].ready
        elif room.state == "playing":
            match = await call.house.matches.get(room.id)
            waiting = match.waits_for(seat)
            unread = match.unread(seat, room.seats[seat].read)
        out.append(wire.MyTable(room.info(who), waiting, unread))
    rank = {"playing": 0, "open": 1, "over": 2}
    out.sort(key=lambda mine: (not mine.waiting, rank[mine.table.state]))
    return Answer(wire.MyTables(out))


@endpoint("POST", "/api/tables", wire.TableInfo, wire.MakeTable, rate=limits.MAKE)
async def make_table(call: Call) -> Answer:
    """A new table; whoever makes it is the host."""
    wish = call.wish(wire.MakeTable)
    now = call.house.now()
    room = await call.house.storage.write(lambda c: rooms.make(c, call.person, wish, now))
    return Answer(room.info(call.person.id))


@endpoint("POST", "/api/join", wire.TableInfo, wire.Join, rate=limits.KNOCK)
async def join(call: Call) -> Answer:
    """Take a seat by a short code or an invitation."""
    wish = call.wish(wire.Join)
    now = call.house.now()
    room = await call.house.storage.write(lambda c: rooms.join(c, call.person, wish, now))
    return _changed(call, room)


@endpoint("GET", "/api/tables/{table}", wire.TableInfo)
async def table_info(call: Call) -> Answer:
    """A table, as far as I may know it."""
    room = await _look(call)
    return Answer(room.info(call.person.id))


@endpoint("POST", "/api/tables/{table}/sit", wire.TableInfo, wire.Sit)
async def sit(call: Call) -> Answer:
    """Take a seat at a listed table."""
    wish = call.wish(wire.Sit)
    seen = await _look(call)
    if not seen.terms.listed and seen.seat_of(call.person.id) is None:
        raise ServerError("not_yours")
    room = await call.house.storage.write(
        lambda c: rooms.sit(c, call.person, call.table, wish.seat)
    )
    return _changed(call, room)


@endpoint("POST", "/api/tables/{table}/invitations", wire.Invitation, wire.Invite, rate=limits.MAKE)
async def invite(call: Call) -> Answer:
    """A one-time invitation, for a link."""
    wish = call.wish(wire.Invite)
    await _look(call)
    now = call.house.now()
    token = await call.house.storage.write(
        lambda c: rooms.invite(c, call.person, call.table, wish.seat, now)
    )
    return Answer(wire.Invitation(token))


@endpoint("POST", "/api/tables/{table}/seats/{seat}", wire.TableInfo, wire.SetSeat)
async def set_seat(call: Call) -> Answer:
    """Open a seat, or put a bot on it (host)."""
    wish = call.wish(wire.SetSeat)
    await _look(call)
    seat = call.seat
    room = await call.house.storage.write(
        lambda c: rooms.set_seat(c, call.person, call.table, seat, wish)
    )
    return _changed(call, room)


@endpoint("POST", "/api/tables/{table}/kick", wire.TableInfo, wire.Seat)
async def kick(call: Call) -> Answer:
    """Free somebody's seat (host)."""
    wish = call.wish(wire.Seat)
    await _look(call)
    room = await call.house.storage.write(
        lambda c: rooms.kick(c, call.person, call.table, wish.seat)
    )
    return _changed(call, room)


@endpoint("POST", "/api/tables/{table}/host", wire.TableInfo, wire.Seat)
async def pass_host(call: Call) -> Answer:
    """Make somebody else the host (host)."""
    wish = call.wish(wire.Seat)
    await _look(call)
    room = await call.house.storage.write(
        lambda c: rooms.pass_host(c, call.person, call.table, wish.seat)
    )
    return _changed(call, room)


@endpoint("POST", "/api/tables/{table}/ready", wire.TableInfo, wire.Ready)
async def ready(call: Call) -> Answer:
    """Say that I am ready for the deal, or not yet."""
    wish = call.wish(wire.Ready)
    await _look(call)
    room = await call.house.storage.write(
        lambda c: rooms.ready(c, call.person, call.table, wish.ready)
    )
    return _changed(call, room)


@endpoint("POST", "/api/tables/{table}/leave", wire.Done, wire.Nothing)
async def leave(call: Call) -> Answer:
    """Get up before the start."""
    await _look(call)
    room = await call.house.storage.write(lambda c: rooms.leave(c, call.person, call.table))
    call.house.lounge.changed(call.table, room)
    return Answer(wire.Done())


@endpoint("POST", "/api/tables/{table}/start", wire.TableInfo, wire.Nothing)
async def start(call: Call) -> Answer:
    """Deal, when every seat is taken and everyone is ready (host)."""
    await _look(call)
    now = call.house.now()
    room = await call.house.storage.write(lambda c: rooms.start(c, call.person, call.table, now))
    await call.house.matches.get(room.id)
    return _changed(call, room)


@endpoint("GET", "/api/tables/{table}/record", str)
async def record(call: Call) -> Answer:
    """The whole record, JSON lines, after the end; `intrigue verify` checks it."""
    room = await _look(call)
    if room.state != "over":
        raise ServerError("not_over")
    text = await call.house.storage.read(lambda c: ledger.published(ledger.load(c, call.table)))
    return Answer(text, media="application/jsonl")


@endpoint("POST", "/api/tables/{table}/rematch", wire.TableInfo, wire.Nothing, rate=limits.MAKE)
async def rematch(call: Call) -> Answer:
    """After the end: a new table with the same people and options."""
    await _look(call)
    now = call.house.now()
    room = await call.house.storage.write(lambda c: rooms.rematch(c, call.person, call.table, now))
    return Answer(room.info(call.person.id))


async def _look(call: Call) -> Room:
    """The table, if the caller may see it."""
    room = await call.house.storage.read(lambda c: rooms.find(c, call.table))
    viewer(room, call.person)
    return room


def _changed(call: Call, room: Room) -> Answer:
    call.house.lounge.changed(room.id, room)
    return Answer(room.info(call.person.id))
