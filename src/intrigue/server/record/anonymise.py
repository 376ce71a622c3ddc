"""A record under other names: when somebody's account is deleted, what they played stays, and stays
checkable, under a name that is nobody's. Acts and draws are read under the old names and written
under the new ones; nothing else about the match changes."""

from collections.abc import Sequence
from functools import partial

import msgspec
from sqlalchemy import Connection, select, update

from intrigue.kernel.chance import Told
from intrigue.kernel.game import Setup
from intrigue.kernel.position import TABLE, Position
from intrigue.kernel.text import catalogue
from intrigue.session.record import (
    Arm,
    Claimed,
    Close,
    End,
    Entry,
    Header,
    Intent,
    Missed,
    Offer,
    Override,
    Pass,
    Play,
    Record,
    Reply,
    Scripted,
    Talk,
    Undo,
)
from intrigue.session.undo import Past

from ..db.schema import entries, seats, tables
from ..db.schema import talk as talk_table
from ..tables import before_start, rooms
from ..tables.rooms import Room
from ..wire import frames
from . import reviews, store


def renamed(record: Record, names: Sequence[str]) -> Record:
    """The same match, its seats called by these names."""
    return _Copy(record, names).record()


class _Copy:
    """A record being written down anew."""

    def __init__(self, record: Record, names: Sequence[str]) -> None:
        header = record.header
        data = None if header.data is msgspec.UNSET else header.data
        self.source = record
        self.game = record.game
        self.old = record.setup()
        self.new: Setup = self.game.setup(names, header.options, data)
        self.past = Past()
        self.position: Position

    def record(self) -> Record:
        told = self._told(self.source.header.chance)
        self.position = self.game.start(self.old, told)
        header: Header = msgspec.structs.replace(
            self.source.header, seats=list(self.new.names), chance=self._faces(told)
        )
        return Record(header, [self._entry(entry) for entry in self.source.entries], self.game)

    def _entry(self, entry: Entry) -> Entry:
        match entry:
            case Play():
                return self._play(entry)
            case Undo(seat=seat):
                back = self.past.back(self.old.seat(seat))
                assert back is not None
                self.position = back
                return Undo(self._name(seat))
            case Override(seat=seat):
                name = None if seat is None else self._name(seat)
                return msgspec.structs.replace(entry, seat=name)
            case Missed(seat=seat):
                return Missed(self._name(seat))
            case Pass(seat=seat, until=until):
                return Pass(self._name(seat), until)
            case Intent(seat=seat, act=act, ready=ready, by=by):
                return Intent(self._name(seat), self._act(act), ready, by)
            case Arm(seat=seat):  # it may name anybody, and the match is over
                return Arm(self._name(seat), [])
            case Talk(seat=seat, text=text, to=to):
                readers = None if to is None else [self._name(one) for one in to]
                return Talk(self._name(seat), text, readers)
            case Offer() | Claimed():
                return self._promise(entry)
            case Reply(seat=seat, deal=deal, what=what):
                return Reply(None if seat is None else self._name(seat), deal, what)
            case End(winners=winners):
                won = [self._name(name) for name in winners]
                return msgspec.structs.replace(entry, winners=won)
            case Close():
                return entry

    def _promise(self, entry: Offer | Claimed) -> Offer | Claimed:
        """A deal or a claim names people."""
        promises, seat = self.game.promises, self._name(entry.seat)
        assert promises is not None
        to = None if entry.to is None else [self._name(one) for one in entry.to]
        if isinstance(entry, Claimed):
            said = promises.spell_claim(self.new, promises.parse_claim(self.old, entry.text))
            return msgspec.structs.replace(entry, seat=seat, to=to, text=said)
        text = promises.spell(self.new, promises.parse(self.old, entry.clauses))
        return msgspec.structs.replace(entry, seat=seat, to=to, clauses=text)

    def _play(self, entry: Play) -> Play:
        seat = TABLE if entry.seat is None else self.old.seat(entry.seat)
        drawn: list[str] = []
        if entry.by == "default":
            told = self._told(entry.drawn)
            self.position.default(seat, told)
            drawn = self._faces(told)
        act = self.game.parse(self.old, entry.act)
        told = self._told(entry.chance)
        kept = self.past.before(self.position, seat, act)
        self.position.play(seat, act, told)
        self.past.after(kept, self.position, seat, len(entry.drawn) + len(entry.chance))
        name = None if entry.seat is None else self._name(entry.seat)
        return Play(name, self.game.spell(self.new, act), entry.by, drawn, self._faces(told))

    def _name(self, name: str) -> str:
        return self.new.names[self.old.seat(name)]

    def _act(self, text: str) -> str:
        return self.game.spell(self.new, self.game.parse(self.old, text))

    def _told(self, faces: list[str]) -> Told:
        return Told(Scripted(faces, partial(self.game.read_draw, self.old)))

    def _faces(self, told: Told) -> list[str]:
        return [self.game.write_draw(self.new, deck, face) for deck, face in told.faces]


# --- in the database ------------------------------------------------------------------------------


def forget_seat(connection: Connection, room: Room, seat: int) -> None:
    """Call a seat by nobody's name: at once in lists, and in the record when the match is over."""
    words = catalogue("intrigue.server", room.terms.lang)
    name = before_start.apart(words.sentence("somebody", "name"), room, seat)
    values = {"name": name, "consent": False}
    here = (seats.c.table == room.id, seats.c.number == seat)
    connection.execute(update(seats).where(*here).values(values))


def catch_up(connection: Connection, table: str) -> None:
    """Write the record of a finished match under the names that its seats have now."""
    room = rooms.find(connection, table)
    if room.header is None or room.state != "over":
        return
    names = [chair.name or "?" for chair in room.seats]
    before = msgspec.json.decode(room.header, type=Header).seats
    if names == before:
        return
    reviews.drop(connection, table)  # it has the old names in it, and can be made again
    copy = renamed(store.load(connection, table).record, names)
    header = msgspec.json.encode(copy.header).decode()
    connection.execute(update(tables).where(tables.c.id == table).values({"header": header}))
    for number, entry in enumerate(copy.entries):
        line = msgspec.json.encode(entry).decode()
        here = (entries.c.table == table, entries.c.number == number)
        connection.execute(update(entries).where(*here).values({"line": line}))


def forget_notes(connection: Connection, room: Room, seat: int, name: str) -> None:
    """What the table itself said of somebody who sat down later."""
    query = select(talk_table).where(talk_table.c.table == room.id, talk_table.c.seat == TABLE)
    for row in connection.execute(query).all():
        note = msgspec.json.decode(row.text, type=frames.Note)
        if (note.seat, note.name) != (seat, name):
            continue
        plain = catalogue("intrigue.server", room.terms.lang).sentence("somebody", "name")
        text = msgspec.json.encode(msgspec.structs.replace(note, name=plain)).decode()
        here = (talk_table.c.table == room.id, talk_table.c.number == row.number)
        connection.execute(update(talk_table).where(*here).values({"text": text}))
