"""What a host may change after the start, and who takes a seat over: each change is a public line
at the table. The host sees no more than before.

A seat has secrets. It goes to another person by its owner's word or by a vote of the table; the
host alone may let a bot play there, for one who is away, or for one who shall not come back.

A plan is checked against the table as it stands and made inside the match's executor, so that it
has its place among the acts.
"""

from collections.abc import Callable

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, update

from intrigue.bots import usual_bot
from intrigue.kernel.game import find_game

from ..db.schema import seats, tables
from ..db.storage import Write
from ..errors import ServerError
from ..identity import Identity
from ..wire import frames
from . import before_start, bot_list
from .rooms import EMPTY, Chair, LineTime, Room, Sitting, shut_out


class SeatChange(Struct):
    """The table as it will be, what is said about it, and what is written."""

    room: Room
    note: frames.Note
    write: Write
    fresh: bool = False  # somebody new sits on the seat


Plan = Callable[[Room, LineTime], SeatChange]
Absent = Callable[[Room, int, float], None]  # raises `ServerError` if a seat is not empty so long

# Nobody is replaced sooner than after so long away: while the match is played live, and over days.
LEAST_LIVE = 120.0
LEAST_DAYS = 86400.0


def put_bot(who: Identity, seat: int, bot: str, absent: Absent) -> Plan:
    """A bot plays for somebody who is away, until they come back."""

    def plan(room: Room, moment: LineTime) -> SeatChange:
        by = _host(room, who)
        _theirs(room, who, seat)
        bot_list.find(find_game(room.game), bot)
        absent(room, seat, moment.at)
        return _reseat(room, seat, moment, frames.Note("bot", seat, by), "bot", bot=bot)

    return plan


def remove(who: Identity, seat: int) -> Plan:
    """The host wants somebody to go: a bot plays on, and they do not come back."""

    def plan(room: Room, moment: LineTime) -> SeatChange:
        by = _host(room, who)
        _theirs(room, who, seat)
        person = room.seats[seat].person
        if person is None:
            raise ServerError("no_seat")
        note = frames.Note("removed", seat, by)
        change = _reseat(room, seat, moment, note, "bot", bot=_best(room), gone=person)
        change.room = msgspec.structs.replace(change.room, removed=[*room.removed, person])
        reseat = change.write

        def write(connection: Connection) -> None:
            reseat(connection)
            shut_out(connection, room, person)

        change.write = write
        return change

    return plan


def take_seat(who: Identity, seat: int, invitation: str, now: float) -> Plan:
    """Somebody new goes on for whoever sat there, with all that the seat knows, and nothing that
    was said to it alone. Who has seen one seat's cards does not get another's."""

    def plan(room: Room, moment: LineTime) -> SeatChange:
        _newcomer(room, who, seat)
        chair = room.seats[seat]
        if room.state != "playing" or chair.kind not in ("open", "reserved"):
            raise ServerError("seat_taken")
        note = frames.Note("sits", seat, None, who.name)
        if chair.owner == who.id:
            note = frames.Note("returns", seat)
        change = _reseat(room, seat, moment, note, "person", person=who.id)
        reseat = change.write

        def write(connection: Connection) -> None:
            before_start.use_up(connection, invitation, now)
            reseat(connection)

        change.write = write
        return change

    return plan


def relieve_bot(who: Identity, wanted: int | None) -> Plan:
    """Somebody who comes late goes on for a bot, from the next question on."""

    def plan(room: Room, moment: LineTime) -> SeatChange:
        free = _under_way(room).bots_to_relieve()
        if not free:
            raise ServerError("no_bot" if room.terms.latecomers else "no_latecomers")
        seat = free[0] if wanted is None else wanted
        _newcomer(room, who, seat)
        if seat not in free:
            raise ServerError("seat_taken")
        note = frames.Note("relieves", seat, None, who.name)
        return _reseat(room, seat, moment, note, "person", person=who.id)

    return plan


def hand_over(who: Identity, bot: str | None) -> Plan:
    """I give my seat to a bot, or keep it for whoever comes with my invitation; it stays mine to
    take back. Who only plays for its owner can give it to a bot."""

    def plan(room: Room, moment: LineTime) -> SeatChange:
        seat = _under_way(room).seat_of(who.id)
        if seat is None:
            raise ServerError("no_table")
        if room.host == who.id and len(_people(room)) > 1:
            raise ServerError("host_stays")
        if bot is not None:
            bot_list.find(find_game(room.game), bot)
        elif room.seats[seat].owner not in (None, who.id):
            raise ServerError("not_owner")
        kind = "reserved" if bot is None else "bot"
        note = frames.Note("handed" if bot is None else "handed_bot", seat)
        return _reseat(room, seat, moment, note, kind, bot=bot)

    return plan


def take_back(who: Identity) -> Plan:
    """Whose seat it is sits there again, whoever played meanwhile."""

    def plan(room: Room, moment: LineTime) -> SeatChange:
        seat = room.left_by(who.id)
        if seat is None:
            raise ServerError("no_table")
        if room.seat_of(who.id) is not None:
            raise ServerError("seated")
        _under_way(room)
        note = frames.Note("returns", seat)
        return _reseat(room, seat, moment, note, "person", person=who.id)

    return plan


# --- a vote of the table --------------------------------------------------------------------------

VOTES = {"bot": "vote", "open": "vote_open"}  # how a vote is noted, by what is wanted


def decided(room: Room, seat: int, wanted: str, moment: LineTime) -> SeatChange:
    """Enough players want a bot to play for somebody who is away, or whoever the host invites."""
    if wanted == "bot":
        note = frames.Note("replaced", seat)
        return _reseat(room, seat, moment, note, "bot", bot=_best(room))
    return _reseat(room, seat, moment, frames.Note("opened", seat), "open")


def can_vote(room: Room, who: Identity, seat: int, wanted: str = "bot") -> int:
    """The seat of a voter about somebody else; raises `ServerError`. A seat that somebody has left
    can be opened, too; one that was always a bot's cannot."""
    by = _under_way(room).seat_of(who.id)
    if by is None:
        raise ServerError("no_table")
    if seat >= len(room.seats):
        raise ServerError("no_seat")
    chair = room.seats[seat]
    left = wanted == "open" and chair.kind != "open" and chair.people
    if chair.person is None and not left:
        raise ServerError("no_seat")
    if seat == by:
        raise ServerError("kick_self")
    return by


def votes_needed(room: Room, seat: int, wanted: str) -> int:
    """More than one side may have; everyone else, if there are not so many people. Nobody opens
    a seat alone: the host could take it by a second name."""
    game = find_game(room.game)
    setup = game.setup([chair.name or "?" for chair in room.seats], room.terms.options)
    others = [person for person in _people(room) if person != room.seats[seat].person]
    if wanted == "open" and len(others) < 2:
        raise ServerError("vote_alone")
    return min(max(game.faction(setup) + 1, 2), len(others))


def _best(room: Room) -> str:
    return usual_bot(find_game(room.game))


def _people(room: Room) -> list[str]:
    return [chair.person for chair in room.seats if chair.person is not None]


def _under_way(room: Room) -> Room:
    if room.state != "playing":
        raise ServerError("over" if room.state == "over" else "not_started")
    return room


def pass_host(who: Identity, seat: int) -> Plan:
    """Somebody else is the host."""

    def plan(room: Room, _: LineTime) -> SeatChange:
        by = _host(room, who)
        if seat >= len(room.seats) or room.seats[seat].person is None:
            raise ServerError("no_seat")
        host = room.seats[seat].person
        after = msgspec.structs.replace(room, host=host)

        def write(connection: Connection) -> None:
            row = update(tables).where(tables.c.id == room.id)
            connection.execute(row.values({"host": host}))

        return SeatChange(after, frames.Note("host", seat, by), write)

    return plan


def go(who: Identity, seat: int, bot: str | None) -> Plan:
    """Somebody goes for good: a bot takes the seat, or it takes its default. A host's part goes to
    whoever is left."""

    def plan(room: Room, moment: LineTime) -> SeatChange:
        if room.seat_of(who.id) != seat:
            raise ServerError("no_seat")
        note = frames.Note("gone" if bot is None else "gone_bot", seat)
        kind = "reserved" if bot is None else "bot"
        change = _reseat(room, seat, moment, note, kind, bot=bot, gone=who.id)
        others = _people(change.room)
        host = others[0] if room.host == who.id and others else room.host
        change.room = msgspec.structs.replace(change.room, host=host)
        reseat = change.write

        def write(connection: Connection) -> None:
            reseat(connection)
            row = update(tables).where(tables.c.id == room.id)
            connection.execute(row.values({"host": host}))

        change.write = write
        return change

    return plan


def _newcomer(room: Room, who: Identity, seat: int) -> None:
    """Whoever sits down on a seat must not have seen another's cards."""
    if who.id in room.removed:
        raise ServerError("removed")
    if room.seat_of(who.id) is not None:
        raise ServerError("seated")
    if any(who.id in chair.people for chair in room.seats if chair.number != seat):
        raise ServerError("two_seats")


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
    room: Room,
    seat: int,
    moment: LineTime,
    note: frames.Note,
    kind: str,
    person: str | None = None,
    bot: str | None = None,
    gone: str | None = None,
) -> SeatChange:
    """Somebody else on a seat, whose owner may come back unless it is who has `gone`. Its name
    stays: the record knows the seat by it."""
    old = room.seats[seat]
    owner = old.owner or old.person
    sat = [*(old.sat or [Sitting(old.person, 0, room.started or 0.0)]), Sitting(person, *moment)]
    fresh = person is not None and old.people[-1:] != [person]
    new = Chair(
        seat,
        kind,
        person,
        bot,
        old.name,
        ready=True,
        read=0 if fresh else old.read,
        consent=False,
        muted=[],
        owner=None if owner == gone else owner,
        sat=sat,
    )
    chairs = [new if chair.number == seat else chair for chair in room.seats]

    def write(connection: Connection) -> None:
        row = update(seats).where(seats.c.table == room.id, seats.c.number == seat)
        who = {"kind": kind, "person": person, "bot": bot, "owner": new.owner, "read": new.read}
        told = msgspec.json.encode(sat).decode()
        connection.execute(row.values({**EMPTY, **who, "sat": told}))
        before_start.withdraw_invitations(connection, room.id, seat)

    after = msgspec.structs.replace(room, seats=chairs)
    return SeatChange(after, note, write, fresh)
