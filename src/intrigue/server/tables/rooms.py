"""Tables as they are stored, with their seats, and what may be known of one, per viewer.

How a table comes to its match is in `before_start.py`.
"""

import base64
import contextlib
import hashlib
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
import structlog
from msgspec import Struct
from sqlalchemy import Connection, Row, bindparam, delete, func, insert, or_, select, update

from intrigue.kernel.chance import commitment

from ..db import leases
from ..db.schema import alarms as alarms_table
from ..db.schema import claims, entries, invitations, outbox, people, reviews, seats, shares, tables
from ..db.schema import talk as talk_table
from ..db.schema import waiting as waiting_table
from ..db.storage import Write
from ..errors import ServerError
from ..identity import Identity
from ..wire import frames, http
from . import talk, waiting
from .talk import Spoken

log = structlog.get_logger()
MOST_CLEARED = 200  # at a time
_ID = re.compile(r"[\w-]{1,24}", re.ASCII)
EMPTY: dict[str, Any] = {
    "read": 0,
    "consent": False,
    "muted": None,
    "owner": None,
    "seen": None,
    "sat": None,
    "seal": None,
    "nonce": None,
}


class LineTime(NamedTuple):
    """When something is done to a table: before the line of talk with this number."""

    line: int
    at: float


class Sitting(Struct, frozen=True, array_like=True):
    """Who sits on a seat from a line of talk on: a person; or a bot, or nobody."""

    person: str | None
    line: int
    at: float


_SAT = msgspec.json.Decoder(list[Sitting])
_PEOPLE = msgspec.json.Decoder(list[str])


class Room(Struct, frozen=True):
    """A table as it is stored, with its seats in order."""

    id: str
    code: str | None
    host: str
    state: str
    game: str
    terms: http.Terms
    seed: bytes
    header: str | None
    started: float | None
    seats: "list[Chair]"
    pace: http.Clocks
    removed: list[str] = []
    said: list[waiting.Word] = []  # before the start

    @property
    def alone_in_practice(self) -> bool:
        """Whether one person plays among bots, on a seed that is no secret."""
        people = [chair for chair in self.seats if not chair.bot]
        return self.terms.practice is not None and len(people) == 1

    def seat_of(self, person: str | None) -> int | None:
        """Where a person sits."""
        if person is not None:
            for chair in self.seats:
                if chair.person == person:
                    return chair.number
        return None

    def left_by(self, person: str) -> int | None:
        """The seat that is a person's own although somebody else plays there."""
        for chair in self.seats:
            if chair.owner == person and chair.person != person:
                return chair.number
        return None

    def bots_to_relieve(self) -> list[int]:
        """The seats that somebody who comes late may take: a bot was there from the start, so that
        they are nobody's, and nobody's secrets but the bot's are seen."""
        if self.state != "playing" or not self.terms.latecomers:
            return []
        return [chair.number for chair in self.seats if chair.kind == "bot" and not chair.people]

    def may_read(self, line: Spoken, viewer: int, person: str | None) -> bool:
        """Whether a line is for somebody on a seat: what is for everyone is; a whisper or a note
        only if it is theirs, and not of those who sat there before or since."""
        if line.readers is None:
            return True
        return viewer in line.readers and self.seats[viewer].sat_at(line.number) == person

    def agreed(self, line: Spoken) -> bool:
        """Whether everyone whose whisper it is lets it be known after the end. Who does not sit
        there any more was not asked."""
        chairs = [self.seats[reader] for reader in line.readers or []]
        return all(
            who is None or (who == chair.person and chair.consent)
            for chair in chairs
            for who in [chair.sat_at(line.number)]
        )

    def waiting_lines(self, person: str | None) -> list[frames.WaitingLine]:
        """What was said before the start, for those who sit there or may watch."""
        if self.seat_of(person) is None and not self.terms.spectators:
            return []
        seats = {chair.person: chair.number for chair in self.seats}
        return [
            frames.WaitingLine(
                word.number,
                seats.get(word.person, -1),
                word.name,
                word.text,
                word.at,
                word.changes,
            )
            for word in self.said
        ]

    def info(
        self, person: str | None, outcome: http.Outcome | None = None, rematch: str | None = None
    ) -> http.TableInfo:
        """What a viewer may know of the table itself."""
        you = self.seat_of(person)
        return http.TableInfo(
            id=self.id,
            game=self.game,
            state=self.state,
            host=self.seat_of(self.host),
            seats=[
                http.SeatInfo(
                    chair.number,
                    chair.kind,
                    chair.name,
                    chair.bot,
                    chair.ready,
                    chair.seal if self.state == "open" else None,
                    chair.nonce if self.state == "open" else None,
                    chair.word,
                )
                for chair in self.seats
            ],
            options=self.terms.options,
            listed=self.terms.listed,
            spectators=self.terms.spectators,
            press=self.terms.press,
            clock=self.pace.clock,
            window=self.terms.window,
            rhythm=http.rhythm_of(self.terms.window),
            commitment=commitment(self.seed),
            you=you,
            code=None if you is None else self.code,
            practice=self.terms.practice,
            away=None if person is None else self.left_by(person),
            outcome=outcome,
            rematch=rematch,
            days=self.pace.days,
            read=None if you is None else self.seats[you].read,
            revision=self.terms.revision,
            latecomers=self.terms.latecomers
            and (self.state == "open" or bool(self.bots_to_relieve())),
            sealed_deals=self.terms.sealed_deals,
        )


class Chair(Struct, frozen=True):
    number: int
    kind: str
    person: str | None
    bot: str | None
    name: str | None
    ready: bool
    read: int
    consent: bool
    muted: list[int]
    owner: str | None = None
    seen: float | None = None
    sat: list[Sitting] = []  # none if it was the same person all the time
    seal: str | None = None
    nonce: str | None = None
    word: http.Word | None = None  # of the person, who shows it

    def sat_at(self, line: int) -> str | None:
        """The person who sat here when a line was said."""
        before = [sitting for sitting in self.sat if sitting.line <= line]
        return before[-1].person if before else self.person

    @property
    def people(self) -> list[str]:
        """Everyone who has sat here, the latest last."""
        sat = [sitting.person for sitting in self.sat] if self.sat else [self.person]
        return [person for person in sat if person is not None]


_CHAIRS = (
    select(seats, people.c.counted, people.c.kept, people.c.broken)
    .outerjoin(people, people.c.id == seats.c.person)
    .order_by(seats.c.number)
)


def find(connection: Connection, table: str, lock: bool = False) -> Room:
    """The table with that id; raises `ServerError`."""
    if not _ID.fullmatch(table):
        raise ServerError("no_table")
    query = select(tables).where(tables.c.id == table)
    row = connection.execute(query.with_for_update() if lock else query).first()
    if row is None:
        raise ServerError("no_table")
    room = _room(connection, row)
    if room.state != "open":
        return room
    return msgspec.structs.replace(room, said=waiting.latest(connection, table))


def find_all(connection: Connection, ids: Collection[str]) -> dict[str, Room]:
    """The tables with these ids, as far as there are any."""
    chairs: dict[str, list[Chair]] = {}
    for row in connection.execute(_CHAIRS.where(seats.c.table.in_(ids))):
        chairs.setdefault(row.table, []).append(_chair(row))
    rows = connection.execute(select(tables).where(tables.c.id.in_(ids)))
    return {row.id: _with_seats(row, chairs[row.id]) for row in rows}


def _room(connection: Connection, row: Row[tuple[object, ...]]) -> Room:
    chairs = connection.execute(_CHAIRS.where(seats.c.table == row.id))
    return _with_seats(row, [_chair(chair) for chair in chairs])


def _chair(row: Row[tuple[object, ...]]) -> Chair:
    return Chair(
        row.number,
        row.kind,
        row.person,
        row.bot,
        row.name,
        row.ready,
        row.read,
        row.consent,
        talk.load(row.muted) or [],
        row.owner,
        row.seen,
        _SAT.decode(row.sat) if row.sat else [],
        row.seal,
        row.nonce,
        http.Word(row.kept, given) if row.counted and (given := row.kept + row.broken) else None,
    )


def _with_seats(row: Row[tuple[object, ...]], chairs: list[Chair]) -> Room:
    try:
        terms = msgspec.json.decode(row.terms, type=http.Terms)
        agreed = http.Clocks(terms.clock, terms.days)
        pace = msgspec.json.decode(row.pace, type=http.Clocks) if row.pace else agreed
    except msgspec.MsgspecError as error:
        log.error("table is damaged", table=row.id, error=str(error))
        raise ServerError("damaged") from None
    return Room(
        row.id,
        row.code,
        row.host,
        row.state,
        row.game,
        terms,
        bytes(row.seed),
        row.header,
        row.started,
        chairs,
        pace,
        _PEOPLE.decode(row.removed) if row.removed else [],
    )


def _readable(connection: Connection, rows: Iterable[Row[tuple[object, ...]]]) -> Iterator[Room]:
    """Tables for a list: one that is damaged is left out, and does not take the others with it."""
    for row in rows:
        with contextlib.suppress(ServerError):
            yield _room(connection, row)


def rematch_of(connection: Connection, room: Room) -> str | None:
    """The table at which they play again, if they do."""
    again = next_id(room)
    return again if room.state == "over" and exists(connection, again) else None


def next_id(room: Room) -> str:
    """What the table of a rematch will be called."""
    digest = hashlib.sha256(b"rematch\n" + room.id.encode() + room.seed).digest()
    return base64.urlsafe_b64encode(digest[:12]).decode()


def by_code(connection: Connection, code: str) -> str | None:
    """The id of the table with a short code."""
    query = select(tables.c.id).where(tables.c.code == code)
    found: str | None = connection.execute(query).scalar()
    return found


def exists(connection: Connection, table: str) -> bool:
    """Whether there is such a table."""
    return connection.execute(select(tables.c.id).where(tables.c.id == table)).first() is not None


def consent(connection: Connection, who: Identity, table: str, whispers: bool) -> None:
    """Whether a seat lets its whispers be known after the end."""
    seat = member(find(connection, table), who)
    connection.execute(
        update(seats)
        .where(seats.c.table == table, seats.c.number == seat)
        .values({"consent": whispers})
    )


def finished_by(connection: Connection, who: Identity, table: str) -> int:
    """The seat of somebody who played a match that is over; raises `ServerError`."""
    room = find(connection, table)
    seat = member(room, who)
    if room.state != "over":
        raise ServerError("not_over")
    return seat


def share(connection: Connection, who: Identity, table: str, token: str, now: float) -> None:
    """A link to a finished match, by one who played it."""
    finished_by(connection, who, table)
    connection.execute(insert(shares), {"token": token, "table": table, "created": now})


def shared(connection: Connection, token: str) -> Room:
    """The table that a link leads to; raises `ServerError`."""
    table = connection.execute(select(shares.c.table).where(shares.c.token == token)).scalar()
    if table is None:
        raise ServerError("no_share")
    return find(connection, table)


# --- lists ----------------------------------------------------------------------------------------


def lobby(connection: Connection, most: int = 100) -> list[Room]:
    """Listed tables that wait for players, newest first. If there are too many, every host's newest
    goes before anybody's second: nobody fills the list alone."""
    turn = func.row_number().over(partition_by=tables.c.host, order_by=tables.c.created.desc())
    free = select(seats.c.number).where(seats.c.table == tables.c.id, seats.c.kind == "open")
    query = (
        select(tables)
        .where(tables.c.state == "open", tables.c.terms.like('%"listed":true%'), free.exists())
        .order_by(turn, tables.c.created.desc())
        .limit(most)
    )
    found = sorted(connection.execute(query), key=lambda row: row.created, reverse=True)
    return [room for room in _readable(connection, found) if room.terms.listed]


def of_person(connection: Connection, person: str, most: int = 200) -> list[Room]:
    """Every table where somebody sits, newest first; practice is nobody's but the page's."""
    query = (
        select(tables)
        .join(seats, seats.c.table == tables.c.id)
        .where(or_(seats.c.person == person, seats.c.owner == person))
        .distinct()
        .order_by(tables.c.created.desc())
        .limit(most)
    )
    found = _readable(connection, connection.execute(query))
    return [room for room in found if room.terms.practice is None]


def clear_practice(connection: Connection, before: float, held: Collection[str]) -> None:
    """Remove tables for practice that were made before some time, but for those in use."""
    query = select(tables).where(tables.c.created < before, tables.c.terms.like('%"practice":"%'))
    found = list(_readable(connection, connection.execute(query.limit(MOST_CLEARED))))
    used = {*held, *leases.minded(connection)}
    gone = [room.id for room in found if room.terms.practice is not None and room.id not in used]
    remove(connection, gone)


def remove(connection: Connection, gone: Collection[str]) -> None:
    """Tables, with all that hangs on them."""
    said = (talk_table, waiting_table)
    after = (claims, reviews, shares)
    for part in (*after, invitations, outbox, *said, alarms_table, entries, seats):
        connection.execute(delete(part).where(part.c.table.in_(gone)))
    connection.execute(delete(tables).where(tables.c.id.in_(gone)))


def not_over(connection: Connection, most: int = 1000) -> list[Room]:
    """Tables that are open or under way, newest first."""
    query = select(tables).where(tables.c.state != "over").order_by(tables.c.created.desc())
    return list(_readable(connection, connection.execute(query.limit(most))))


def shut_out(connection: Connection, room: Room, person: str) -> None:
    """Somebody does not come back to this table."""
    removed = msgspec.json.encode([*room.removed, person]).decode()
    connection.execute(update(tables).where(tables.c.id == room.id).values({"removed": removed}))


def mark_read(table: str, seat: int, number: int) -> Write:
    """A seat has read so many lines."""
    query = update(seats).where(
        seats.c.table == table, seats.c.number == seat, seats.c.read < number
    )
    return lambda connection: connection.execute(query.values({"read": number}))


def mark_seen(table: str, seat: int, at: float) -> Write:
    """When the player of a seat was there last."""
    query = update(seats).where(seats.c.table == table, seats.c.number == seat)
    return lambda connection: connection.execute(query.values({"seen": at}))


def still_here(connection: Connection, here: list[tuple[str, int]], now: float) -> None:
    """These players are still there."""
    query = update(seats).where(
        seats.c.table == bindparam("of"), seats.c.number == bindparam("seat")
    )
    rows = [{"of": table, "seat": seat} for table, seat in here]
    connection.execute(query.values({"seen": now}), rows)


def seen(connection: Connection, where: list[str]) -> list[tuple[str, int, float | None]]:
    """When the players of these tables were there last, seat by seat."""
    query = select(seats.c.table, seats.c.number, seats.c.seen).where(seats.c.table.in_(where))
    return [(row.table, row.number, row.seen) for row in connection.execute(query)]


def mute(table: str, seat: int, muted: list[int]) -> Write:
    """Whose words a seat is spared."""
    query = update(seats).where(seats.c.table == table, seats.c.number == seat)
    return lambda connection: connection.execute(query.values({"muted": talk.dump(muted)}))


def change_pace(table: str, pace: http.Clocks) -> Write:
    """A match goes on with other clocks than it began with."""
    query = update(tables).where(tables.c.id == table)
    text = msgspec.json.encode(pace).decode()
    return lambda connection: connection.execute(query.values({"pace": text}))


def count_entries(connection: Connection, table: str) -> int:
    """How long a record is; for tests and operators."""
    return len(connection.execute(select(entries.c.number).where(entries.c.table == table)).all())


def member(room: Room, who: Identity) -> int:
    """Where somebody sits at a table; raises `ServerError`."""
    seat = room.seat_of(who.id)
    if seat is None:
        raise ServerError("no_table" if not room.terms.listed else "players_only")
    return seat
