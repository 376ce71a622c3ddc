"""A match in the database: its entries and its talk, read and appended.

An append is one transaction. `(table, number)` is unique, so a second writer is refused instead of
doubling anything.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
import structlog
from msgspec import Struct
from sqlalchemy import Connection, Table, TextClause, delete, insert, select, text, update

from intrigue.kernel.deals import ShownLedger
from intrigue.kernel.game import find_game
from intrigue.kernel.position import TABLE, Event
from intrigue.session.ledger import opened
from intrigue.session.record import ASIDES, UNCOUNTED, End, Entry, Header, Record, Talk

from ..db import leases, topics
from ..db.schema import claims, entries, tables
from ..db.schema import talk as talk_table
from ..db.storage import Bulk, Rows, Write
from ..errors import ServerError
from ..tables import rooms, talk
from ..tables.talk import Spoken
from ..wire import frames, http
from .folded import Folded

log = structlog.get_logger()
_ENTRY = msgspec.json.Decoder(Entry)
PASSING = 256  # how many keys of a seat are remembered that left nothing in the database


class DatedEvent(Struct, frozen=True):
    """An event, and when it was."""

    at: float
    event: Event


class Loaded(Struct):
    """Everything that is stored of a match."""

    room: rooms.Room
    folded: Folded
    times: list[float]
    talk: list[Spoken]
    keys: dict[int, dict[str, None]]
    claims: dict[int, dict[int, bool]]  # by line and seat: whether it is called true

    @property
    def record(self) -> Record:
        return self.folded.record

    @property
    def step_times(self) -> list[float]:
        """When each step of the record's fold happened."""
        both = zip(self.record.entries, self.times, strict=True)
        return [self.room.started or 0.0, *(at for e, at in both if not isinstance(e, UNCOUNTED))]

    def history(self) -> list[DatedEvent]:
        """Every event so far, as a whole."""
        return [
            DatedEvent(at, event)
            for step, at in zip(self.record.fold(), self.step_times, strict=True)
            for event in step.events
        ]

    def published_talk(self) -> list[Spoken]:
        """What may be known after the end: words to all, and whispers whose parties agree."""
        return [line for line in self.talk if line.publishable and self.room.agreed(line)]

    def ledger(self) -> ShownLedger | None:
        """The deals and claims of a finished match, as anyone may know them."""
        return self.folded.sealed if self.room.terms.sealed_deals else self.folded.opened

    def step_of(self, line: Spoken) -> int:
        """The step after which something was said."""
        return self.folded.reached[min(line.after, len(self.times))]


class Known(NamedTuple):
    """How much of a match somebody knows: so many entries and lines of talk."""

    table: str
    written: int = 0
    said: int = 0


class News(Struct):
    """What is stored of a match beyond that, and the table as it is now."""

    room: rooms.Room
    entries: list[Entry] = []
    times: list[float] = []
    talk: list[Spoken] = []
    keys: dict[int, dict[str, None]] = {}


def load(connection: Connection, table: str, before: Loaded | None = None) -> Loaded:
    """A match that has started; raises `ServerError`. Of one that was over `before`, the record is
    not read again, unless it was written anew since, which its header tells; all else is."""
    room = rooms.find(connection, table)
    if room.header is None:
        raise ServerError("not_started")
    try:
        if before is None or before.room.header != room.header:
            return _load(connection, room, room.header)
        news, claims = News(room), _claims(connection, table)
        _add_rows(connection, news, talk_table, _add_line)
        return Loaded(room, before.folded, before.times, news.talk, {}, claims)
    except msgspec.MsgspecError as error:
        log.error("record is damaged", table=table, error=str(error))
        raise ServerError("damaged") from None


def _load(connection: Connection, room: rooms.Room, first: str) -> Loaded:
    header = msgspec.json.decode(first, type=Header)
    news = News(room)
    _add_rows(connection, news, entries, _add_entry)
    _add_rows(connection, news, talk_table, _add_line)
    folded = Folded(Record(header, news.entries, find_game(header.game)))
    return Loaded(room, folded, news.times, news.talk, news.keys, _claims(connection, room.id))


def _add_rows(
    connection: Connection, news: News, rows: Table, add: Callable[[News, Any], None]
) -> None:
    query = select(rows).where(rows.c.table == news.room.id).order_by(rows.c.number)
    for row in connection.execute(query):
        add(news, row)


def since(connection: Connection, known: list[Known]) -> list[News | None]:
    """What is new of several matches, in PostgreSQL; None for one that is not there any more."""
    found = rooms.find_all(connection, [one.table for one in known])
    news = {table: News(room) for table, room in found.items()}
    for row in connection.execute(_NEW_ENTRIES, _unzipped(known, 1)):
        _add_entry(news[row.table], row)
    for row in connection.execute(_NEW_LINES, _unzipped(known, 2)):
        _add_line(news[row.table], row)
    return [news.get(one.table) for one in known]


def _new(rows: str) -> TextClause:
    """Each match has a number of its own from which its rows are new."""
    return text(
        f"SELECT {rows}.* FROM unnest(CAST(:tables AS text[]), CAST(:numbers AS int[])) AS "
        f'known("table", first) JOIN {rows} ON {rows}."table" = known."table" AND '
        f"number >= first ORDER BY number"
    )


_NEW_ENTRIES, _NEW_LINES = _new("entries"), _new("talk")


def _unzipped(known: list[Known], at: int) -> dict[str, list[Any]]:
    return {"tables": [one.table for one in known], "numbers": [one[at] for one in known]}


def _add_entry(news: News, row: Any) -> None:
    news.entries.append(_ENTRY.decode(row.line))
    news.times.append(row.at)
    if row.key is not None:
        remember(news.keys, row.seat, row.key)


def _add_line(news: News, row: Any) -> None:
    news.talk.append(_spoken(row))
    if row.key is not None:
        remember(news.keys, row.seat, row.key)


def _claims(connection: Connection, table: str) -> dict[int, dict[int, bool]]:
    query = select(claims).where(claims.c.table == table).order_by(claims.c.seat)
    found: dict[int, dict[int, bool]] = {}
    for row in connection.execute(query):
        found.setdefault(row.line, {})[row.seat] = row.true
    return found


def claim(connection: Connection, table: str, seat: int, line: int, true: bool | None) -> None:
    """After the end, a player calls a line of talk true or false, or neither any more."""
    if line not in {said.number for said in load(connection, table).published_talk()}:
        raise ServerError("no_line")
    own = (claims.c.table == table, claims.c.line == line, claims.c.seat == seat)
    connection.execute(delete(claims).where(*own))
    if true is not None:
        row = {"table": table, "line": line, "seat": seat, "true": true}
        connection.execute(insert(claims), row)


def _spoken(row: Any) -> Spoken:
    line = Spoken(row.number, row.at, row.after, row.seat, talk.load(row.readers), row.text)
    if row.seat != TABLE:
        return line
    note = msgspec.json.decode(row.text, type=frames.Note)
    return msgspec.structs.replace(line, text="", note=note)


def remember(
    keys: dict[int, dict[str, None]], seat: int, key: str, most: int | None = None
) -> None:
    """Keep the keys of a seat: all of them, or the latest. What stands in the database is unique
    there for ever: of those keys none may be forgotten, or the database would refuse an act that
    comes again, and all that is written along with it."""
    known = keys.setdefault(seat, {})
    known[key] = None
    if most is not None and len(known) > most:
        del known[next(iter(known))]


def entry_row(
    table: str, number: int, at: float, entry: Entry, seat: int | None, key: str | None
) -> dict[str, Any]:
    line = msgspec.json.encode(entry).decode()
    own = seat if key is not None else None
    return {"table": table, "number": number, "at": at, "line": line, "seat": own, "key": key}


def talk_row(table: str, line: Spoken, key: str | None) -> dict[str, Any]:
    return {
        "table": table,
        "number": line.number,
        "at": line.at,
        "after": line.after,
        "seat": line.seat,
        "readers": talk.dump(line.readers),
        "text": line.text if line.note is None else msgspec.json.encode(line.note).decode(),
        "key": key,
    }


def append(
    table: str,
    entry_rows: Rows,
    talk_rows: Rows,
    writes: Sequence[Write],
) -> Bulk:
    """What happened, to be written all of it or nothing."""

    def rest(connection: Connection) -> None:
        for write in writes:
            write(connection)

    rows = [(entries, entry_rows), (talk_table, talk_rows)]
    return Bulk(rows, rest if writes else None, f"{topics.MATCH} {table}")


def ending(table: str, at: float) -> Write:
    """The match is over."""
    from .anonymise import catch_up  # which reads records, as this does

    def write(connection: Connection) -> None:
        query = update(tables).where(tables.c.id == table)
        connection.execute(query.values({"state": "over", "ended": at}))
        leases.end(connection, table)
        catch_up(connection, table)

    return write


def published(loaded: Loaded, key: str | None = None) -> str:
    """The record for everybody, after the end, signed with the server's private key."""
    record, names = loaded.record, loaded.record.header.seats
    spoken: dict[int, list[Entry]] = {}
    for line in loaded.published_talk():
        to = None if line.to is None else [names[seat] for seat in line.to]
        spoken.setdefault(line.after, []).append(Talk(names[line.seat], line.text, to))
    mixed: list[Entry] = []
    asides = dict(opened(record.entries, loaded.room.terms.sealed_deals))
    for number, entry in enumerate(record.entries):
        mixed += spoken.get(number, [])
        if number in asides:
            mixed.append(asides[number])
        elif not isinstance(entry, ASIDES):
            mixed.append(entry)
    public = Record(record.header, mixed, record.game)
    if key is not None:
        public.sign(key)
    return public.text()


class Ending(NamedTuple):
    """Which seats won, and when that was."""

    winners: list[int]
    at: float | None


def endings(connection: Connection, over: Sequence[rooms.Room]) -> dict[str, Ending]:
    """How matches ended, by table; by one query for all of them."""
    last = (
        select(entries.c.line)
        .where(entries.c.table == tables.c.id)
        .order_by(entries.c.number.desc())
        .limit(1)
        .scalar_subquery()
    )
    query = select(tables.c.id, tables.c.ended, last.label("line"))
    rows = connection.execute(query.where(tables.c.id.in_([room.id for room in over])))
    found = {row.id: row for row in rows}
    out: dict[str, Ending] = {}
    for room in over:
        end = _end(found[room.id].line)
        out[room.id] = Ending([] if end is None else _winners(room, end), found[room.id].ended)
    return out


def _end(line: str | None) -> End | None:
    """The last entry of a match, if it is its end; a table whose last line cannot be read can still
    be shown."""
    try:
        end = None if line is None else _ENTRY.decode(line)
    except msgspec.MsgspecError:
        return None
    return end if isinstance(end, End) else None


def _winners(room: rooms.Room, end: End) -> list[int]:
    names = [chair.name for chair in room.seats]
    return [names.index(name) for name in end.winners]


def outcome(connection: Connection, room: rooms.Room) -> http.Outcome | None:
    """How a match ended."""
    query = (
        select(entries.c.line)
        .where(entries.c.table == room.id)
        .order_by(entries.c.number.desc())
        .limit(1)
    )
    end = _end(connection.execute(query).scalar())
    if end is None:
        return None
    winners = _winners(room, end)
    header = msgspec.json.decode(room.header or "", type=Header)
    nonces = [] if isinstance(header.nonces, msgspec.UnsetType) else header.nonces
    return http.Outcome(end.reason, end.scores, winners, room.seed.hex(), nonces)
