"""A match as its stored record tells it, beside what people were told of it.

Everything acknowledged is there once, as it was sent; nothing is there that nobody sent. Every
state that somebody was shown is the fold of the record up to some entry, later ones of later
entries: what was told was durable before, and nothing told was ever taken back.
"""

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, text

from intrigue.kernel.chance import Fast
from intrigue.session.record import Close, Entry, Header, Play, Record
from intrigue.session.table import Table

from .players import Heard, Json, Player, state_of

_ENTRY = msgspec.json.Decoder(Entry)
_HEADER = text("SELECT header FROM tables WHERE id = :id")
_ENTRIES = text(
    'SELECT number, line, seat, key FROM entries WHERE "table" = :id AND number >= :first '
    "ORDER BY number"
)
_TALK = text(
    'SELECT number, seat, readers, text, key FROM talk WHERE "table" = :id AND number >= :first '
    "ORDER BY number"
)


class Row(Struct):
    """An entry as it is stored, and whose act it was."""

    number: int
    line: str
    seat: int | None
    key: str | None


class Line(Struct):
    """A line of talk as it is stored."""

    number: int
    seat: int
    readers: list[int] | None
    text: str
    key: str | None

    def is_told(self, frame: Json) -> bool:
        """Whether it was told as it is stored."""
        if self.seat < 0:
            note = msgspec.json.decode(self.text)
            return bool(frame["seat"] == self.seat and frame["note"]["what"] == note["what"])
        to = None if self.readers is None else [who for who in self.readers if who != self.seat]
        told = frame["seat"], frame["text"], frame.get("to")
        return told == (self.seat, self.text, to)


class Shadow:
    """One match, folded as it grows."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players
        self.id = players[0].table
        self.states = 0  # compared so far
        self.lines: list[Line] = []
        self._table: Table | None = None
        self._entries: list[Entry] = []
        self._done: dict[tuple[int, str], Any] = {}  # by seat and key: what is stored of it
        self._folds: dict[int, list[bytes]] = {}  # by seat: what the fold shows, since it was found
        self._answers = 0  # of the prompt that closed, still to be played

    def hear(self) -> list[Heard]:
        """What everybody knows now. Their states are handed over."""
        heard = [Heard(player) for player in self.players]
        for known in heard:
            del known.player.states[: len(known.states)]
        return heard

    def compare(self, connection: Connection, heard: list[Heard]) -> None:
        """Look what is stored now, and compare what was known before."""
        one = {"id": self.id, "first": len(self._entries)}
        header = msgspec.json.decode(connection.execute(_HEADER, one).scalar_one(), type=Header)
        rows = [Row(*row) for row in connection.execute(_ENTRIES, one)]
        said = connection.execute(_TALK, {"id": self.id, "first": len(self.lines)})
        lines = [Line(n, s, None if w is None else json.loads(w), t, k) for n, s, w, t, k in said]
        self.lines += lines
        for known in heard:
            self._check_lines(known.player.seat, known)
        for row in rows:
            self._note(row.seat, row.key, row.line)
        for line in lines:
            self._note(line.seat, line.key, line)
        self._check_acts(heard, header.seats)
        self._fold(header, rows)
        for known in heard:
            self._check_states(known.player.seat, known.states)
        self._fold_anew(header)

    # --- acts and words ---------------------------------------------------------------------------

    def _note(self, seat: int | None, key: str | None, what: Any) -> None:
        if seat is not None and key is not None:
            assert (seat, key) not in self._done, f"{key} was done twice"
            self._done[seat, key] = what

    def _check_acts(self, heard: list[Heard], names: list[str]) -> None:
        sent: dict[tuple[int, str], Json] = {}
        for known in heard:
            seat = known.player.seat
            for key, frame in known.acknowledged.items():
                assert (seat, key) in self._done, f"{frame} was acknowledged and is lost"
            for key in known.refused:
                assert (seat, key) not in self._done, f"{key} was refused and is done"
            # a copy: the players go on meanwhile
            sent |= {(seat, key): frame for key, frame in known.player.sent.copy().items()}
        for (seat, key), what in self._done.items():
            if what is not None:
                assert (seat, key) in sent, f"{key} is done and nobody sent it"
                _check_act(names[seat], seat, sent[seat, key], what)
                self._done[seat, key] = None  # once is enough

    def _check_lines(self, seat: int, known: Heard) -> None:
        mine = [line for line in self.lines if line.readers is None or seat in line.readers]
        assert sorted(known.lines) == list(range(len(known.lines))), "a line was not told"
        assert len(known.lines) <= len(mine), "a line was told that is not stored"
        for number, frame in known.lines.items():
            assert mine[number].is_told(frame), (frame, mine[number])

    # --- states -----------------------------------------------------------------------------------

    def _fold(self, header: Header, rows: list[Row]) -> None:
        """Step by step, keeping what each step shows."""
        if self._table is None:
            self._table = _resume(header, [])
            for seat in range(self._table.setup.seats):
                self._table.feed(seat)
            self._keep()
        for row in rows:
            assert row.number == len(self._entries), f"the record of {self.id} has a gap"
            entry = _ENTRY.decode(row.line)
            self._check_sender(entry, row)
            self._entries.append(entry)
            self._table.follow([entry])
            self._keep()

    def _keep(self) -> None:
        assert self._table is not None
        for feed in self._table.feeds:
            if feed.moments:
                self._folds.setdefault(feed.viewer, []).append(shown(feed.stream[-1]))
                feed.forget()

    def _check_states(self, seat: int, told: list[bytes]) -> None:
        """What was shown is found, in this order. A process that follows others may tell late, of
        entries that were looked at before."""
        for state in told:
            folds = self._folds[seat]
            assert state in folds, f"seat {seat} was shown what the record does not tell: {state!r}"
            del folds[: folds.index(state)]
            self.states += 1

    def _check_sender(self, entry: Entry, row: Row) -> None:
        """A free act is somebody's; what follows a close are the answers to it."""
        assert self._table is not None
        if isinstance(entry, Close):
            self._answers = len(self._table.position.asked())
        elif isinstance(entry, Play) and self._answers > 0:
            self._answers -= 1
        elif isinstance(entry, Play) and entry.by == "player":
            assert row.key is not None, f"{entry} was done and nobody sent it"

    def _fold_anew(self, header: Header) -> None:
        """The record as a server finds it at its start gives everybody the same."""
        fresh = _resume(header, self._entries)
        for seat, folds in self._folds.items():
            assert shown(fresh.feed(seat).stream[-1]) == folds[-1], "two folds differ"


def _resume(header: Header, entries: list[Entry]) -> Table:
    return Table.resume(Record(header, list(entries)), Fast(0))


def _check_act(name: str, seat: int, frame: Json, what: "str | Line") -> None:
    """What is stored is what was sent."""
    if isinstance(what, Line):
        to = None if frame["to"] is None else sorted({seat, *frame["to"]})
        assert (what.text, what.readers) == (frame["text"], to), (frame, what)
        return
    entry = json.loads(what)
    assert entry["seat"] == name, (frame, entry)
    match frame["do"], entry["do"]:
        case "submit", "intent":
            assert (entry["act"], entry["ready"]) == (frame["act"], frame["ready"]), (frame, entry)
        case "submit", "play":
            assert entry["act"] == frame["act"], (frame, entry)
        case (("ready" | "unready"), "intent"):
            assert entry["ready"] == (frame["do"] == "ready"), (frame, entry)
        case "arm", "arm":
            orders = [[order["prompt"], order["act"]] for order in frame["orders"]]
            assert entry["orders"] == orders, (frame, entry)
        case "undo", "undo":
            pass
        case _:
            raise AssertionError(f"{frame} was stored as {entry}")


def shown(message: bytes) -> bytes:
    """The state in a message of a feed."""
    state = msgspec.json.decode(message)
    return state_of(
        {name: part for name, part in state.items() if name not in ("number", "events")}
    )
