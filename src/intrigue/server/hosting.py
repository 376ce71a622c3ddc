"""What a host may change after the start, and who takes a seat that was freed: each change is a
public line at the table. The host sees no more than before.

A plan is checked against the table as it stands and made inside the match's executor, so that it
has its place among the acts.
"""

from collections.abc import Callable

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, update

from intrigue.bots import bots as bots_of
from intrigue.bots import find_bot
from intrigue.kernel.game import find_game

from . import opening, protocol
from .errors import ServerError
from .people import Identity
from .rooms import Chair, Room
from .schema import seats, tables
from .storage import Write


class Change(Struct):
    """The table as it will be, what is said about it, and what is written."""

    room: Room
    note: protocol.Note
    write: Write


Plan = Callable[[Room], Change]


def put_bot(who: Identity, seat: int, bot: str) -> Plan:
    """A bot takes somebody's seat for good."""

    def plan(room: Room) -> Change:
        by = _host(room, who)
        _theirs(room, who, seat)
        find_bot(find_game(room.game), bot)
        return _reseat(room, seat, protocol.Note("bot", seat, by), kind="bot", person=None, bot=bot)

    return plan


def free_seat(who: Identity, seat: int) -> Plan:
    """Nobody sits there: the seat takes its default until somebody does."""

    def plan(room: Room) -> Change:
        by = _host(room, who)
        _theirs(room, who, seat)
        return _reseat(
            room, seat, protocol.Note("open", seat, by), kind="open", person=None, bot=None
        )

    return plan


def take_seat(who: Identity, seat: int, invitation: str, now: float) -> Plan:
    """Somebody new goes on for whoever sat there, with all that the seat knows."""

    def plan(room: Room) -> Change:
        if room.seat_of(who.id) is not None:
            raise ServerError("seated")
        if room.state != "playing" or room.seats[seat].kind != "open":
            raise ServerError("seat_taken")
        note = protocol.Note("sits", seat, None, who.name)
        change = _reseat(room, seat, note, kind="person", person=who.id, bot=None)
        reseat = change.write

        def write(connection: Connection) -> None:
            opening.use_up(connection, invitation, now)
            reseat(connection)

        change.write = write
        return change

    return plan


def hand_over(who: Identity, bot: str | None) -> Plan:
    """I give my seat to a bot, or free it for somebody; it stays mine to take back."""

    def plan(room: Room) -> Change:
        seat = _under_way(room).seat_of(who.id)
        if seat is None:
            raise ServerError("no_table")
        if room.host == who.id and len(_people(room)) > 1:
            raise ServerError("host_stays")
        if bot is not None:
            find_bot(find_game(room.game), bot)
        kind = "open" if bot is None else "bot"
        note = protocol.Note("handed" if bot is None else "handed_bot", seat)
        return _reseat(room, seat, note, kind=kind, person=None, bot=bot)

    return plan


def take_back(who: Identity) -> Plan:
    """Whose seat it is sits there again, whoever played meanwhile."""

    def plan(room: Room) -> Change:
        seat = room.left_by(who.id)
        if seat is None:
            raise ServerError("no_table")
        _under_way(room)
        note = protocol.Note("returns", seat)
        return _reseat(room, seat, note, kind="person", person=who.id, bot=None)

    return plan


def replace(room: Room, seat: int) -> Change:
    """Enough players want a bot to play for somebody who is away."""
    bot = list(bots_of(find_game(room.game)))[-1]
    return _reseat(room, seat, protocol.Note("replaced", seat), kind="bot", person=None, bot=bot)


def can_vote(room: Room, who: Identity, seat: int) -> int:
    """The seat of a voter about somebody else; raises `ServerError`."""
    by = _under_way(room).seat_of(who.id)
    if by is None:
        raise ServerError("no_table")
    if seat >= len(room.seats) or room.seats[seat].person is None:
        raise ServerError("no_seat")
    if seat == by:
        raise ServerError("kick_self")
    return by


def votes_needed(room: Room, seat: int) -> int:
    """More than one side may have; everyone else, if there are not so many people."""
    game = find_game(room.game)
    setup = game.setup([chair.name or "?" for chair in room.seats], room.terms.options)
    others = [person for person in _people(room) if person != room.seats[seat].person]
    return min(game.faction(setup) + 1, len(others))


def _people(room: Room) -> list[str]:
    return [chair.person for chair in room.seats if chair.person is not None]


def _under_way(room: Room) -> Room:
    if room.state != "playing":
        raise ServerError("over" if room.state == "over" else "not_started")
    return room


def pass_host(who: Identity, seat: int) -> Plan:
    """Somebody else is the host."""

    def plan(room: Room) -> Change:
        by = _host(room, who)
        if seat >= len(room.seats) or room.seats[seat].person is None:
            raise ServerError("no_seat")
        host = room.seats[seat].person
        after = msgspec.structs.replace(room, host=host)

        def write(connection: Connection) -> None:
            row = update(tables).where(tables.c.id == room.id)
            connection.execute(row.values({"host": host}))

        return Change(after, protocol.Note("host", seat, by), write)

    return plan


def go(who: Identity, seat: int, bot: str | None) -> Plan:
    """Somebody goes for good: a bot takes the seat, or it waits for somebody new. A host's part
    goes to whoever is left."""

    def plan(room: Room) -> Change:
        if room.seat_of(who.id) != seat:
            raise ServerError("no_seat")
        note = protocol.Note("gone" if bot is None else "gone_bot", seat)
        kind = "open" if bot is None else "bot"
        change = _reseat(room, seat, note, kind=kind, person=None, bot=bot)
        change.room = _disown(change.room, who)
        others = [chair.person for chair in change.room.seats if chair.person is not None]
        host = others[0] if room.host == who.id and others else room.host
        change.room = msgspec.structs.replace(change.room, host=host)
        reseat = change.write

        def write(connection: Connection) -> None:
            reseat(connection)
            owned = update(seats).where(seats.c.table == room.id, seats.c.owner == who.id)
            connection.execute(owned.values({"owner": None}))
            row = update(tables).where(tables.c.id == room.id)
            connection.execute(row.values({"host": host}))

        change.write = write
        return change

    return plan


def _disown(room: Room, who: Identity) -> Room:
    """Nobody comes back to this seat."""
    chairs = [
        msgspec.structs.replace(chair, owner=None) if chair.owner == who.id else chair
        for chair in room.seats
    ]
    return msgspec.structs.replace(room, seats=chairs)


def _host(room: Room, who: Identity) -> int:
    seat = room.seat_of(who.id)
    if seat is None:
        raise ServerError("no_table")
    if room.host != who.id:
        raise ServerError("host_only")
    if room.state != "playing":
        raise ServerError("over")
    return seat


def _theirs(room: Room, who: Identity, seat: int) -> None:
    """A seat that the host may give away: any but the own one."""
    if seat >= len(room.seats):
        raise ServerError("no_seat")
    if room.seats[seat].person == who.id:
        raise ServerError("kick_self")


def _reseat(
    room: Room, seat: int, note: protocol.Note, kind: str, person: str | None, bot: str | None
) -> Change:
    """Somebody else on a seat. Its name stays: the record knows the seat by it."""
    old = room.seats[seat]
    owner = old.owner or old.person
    new = Chair(seat, kind, person, bot, old.name, True, old.read, False, [], owner)
    chairs = [new if chair.number == seat else chair for chair in room.seats]

    def write(connection: Connection) -> None:
        row = update(seats).where(seats.c.table == room.id, seats.c.number == seat)
        values = {"kind": kind, "person": person, "bot": bot, "consent": False, "muted": None}
        values |= {"owner": owner, "seen": None}
        connection.execute(row.values(values))

    return Change(msgspec.structs.replace(room, seats=chairs), note, write)
