"""The matches of an arena in a file, a line each: a run that was interrupted goes on where it
stopped, and other programs can read what happened. It takes no rows of another run."""

from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from intrigue.bots import source_of
from intrigue.kernel.build import compiled
from intrigue.kernel.game import Game, Setup
from intrigue.kernel.text import BadInput

from .arena import Lineup, Row


class Head(Struct, tag="arena", tag_field="rows"):
    """The first line: of which run they are. `sources` changes with every line of the rules or the
    bots, so that nobody mixes what was played by different ones."""

    game: str
    version: str
    sources: str
    compiled: bool
    options: dict[str, Any]
    seats: int
    seed: int
    lineups: tuple[Lineup, ...]


def head(game: Game, setup: Setup, seed: int, lineups: Sequence[Lineup]) -> Head:
    return Head(
        game=game.id,
        version=game.version,
        sources=sources(game, sorted({bot for lineup in lineups for bot in lineup.bots})),
        compiled=compiled(),
        options=dict(setup.options),
        seats=setup.seats,
        seed=seed,
        lineups=tuple(lineups),
    )


def sources(game: Game, bots: Sequence[str] = ()) -> str:
    """A digest of everything that decides how these bots play this game."""
    sum_ = sha256()
    for package in ("intrigue.kernel", "intrigue.bots", game.package):
        _digest(files(package), package, sum_)
    for bot in bots:
        sum_.update(source_of(game, bot))
    return sum_.hexdigest()[:16]


def _digest(folder: Traversable, path: str, sum_: Any) -> None:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        inside = f"{path}/{entry.name}"
        if entry.is_dir():
            if entry.name not in ("text", "rulebook", "scenarios", "__pycache__"):
                _digest(entry, inside, sum_)
        elif entry.name.endswith((".py", ".toml")):
            sum_.update(inside.encode() + b"\0" + entry.read_bytes() + b"\0")


class RowFile:
    """A file that grows by whole lines."""

    def __init__(self, path: Path, head: Head) -> None:
        """Reads what is there already, or begins the file; raises `BadInput`."""
        self.path = path
        self.rows: dict[tuple[int, int, int], Row] = {}
        try:
            if path.exists() and path.stat().st_size:
                whole = self._read(path.read_bytes(), head)
                with path.open("r+b") as file:
                    file.truncate(whole)  # of a line that was cut off, nothing is known
            else:
                path.write_bytes(msgspec.json.encode(head) + b"\n")
            self._file = path.open("ab")
        except OSError as error:
            why = error.strerror or str(error)
            raise BadInput("not_written", package="intrigue", path=str(path), why=why) from None

    def add(self, rows: Sequence[Row]) -> None:
        for row in rows:
            self.rows[row.key] = row
        self._file.write(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def _read(self, text: bytes, head: Head) -> int:
        """Fills in the rows; how many bytes of the file are whole lines."""
        *lines, rest = text.split(b"\n")
        if not lines:
            raise self._damaged(1)
        self._compare(lines[0], head)
        decoder = msgspec.json.Decoder(Row)
        for number, line in enumerate(lines[1:], 2):
            try:
                row = decoder.decode(line)
            except (msgspec.MsgspecError, UnicodeDecodeError):
                raise self._damaged(number) from None
            if not _fits(row, head):
                raise self._damaged(number)
            self.rows[row.key] = row
        return len(text) - len(rest)

    def _compare(self, line: bytes, head: Head) -> None:
        try:
            theirs = msgspec.json.decode(line, type=Head)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise self._damaged(1) from None
        other = [
            name for name in Head.__struct_fields__ if getattr(theirs, name) != getattr(head, name)
        ]
        if other:
            raise BadInput("rows_other", package="intrigue", path=str(self.path), what=other)

    def _damaged(self, line: int) -> BadInput:
        return BadInput("rows_damaged", package="intrigue", path=str(self.path), line=line)


def _fits(row: Row, head: Head) -> bool:
    """Whether the run could have played it."""
    if not (0 <= row.lineup < len(head.lineups) and row.deal >= 0):
        return False
    lineup = head.lineups[row.lineup]
    return (
        0 <= row.turn < len(lineup.seatings)
        and len(row.bots) == len(row.scores) == head.seats
        and set(row.bots) <= set(lineup.bots)
        and all(0 <= seat < head.seats for seat in row.winners)
        and len(row.sides) in (0, head.seats)
    )
