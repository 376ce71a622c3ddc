"""What a game declares so that the lab can say whether it is balanced: who plays whom, what is
counted in a match, and which figures follow, with the bands they should lie in.

Everything counted is an integer under a key, so that matches can be played anywhere and added up.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt

from msgspec import Struct

from .game import Game, Json, Player, Setup
from .position import Event, Outcome, Position


class Pairing(Struct, frozen=True):
    """One series of matches: its key, the bots by seat (their number is that of the seats), how
    many of the games asked for, and options of its own."""

    key: str
    bots: tuple[str, ...]
    part: float = 1.0
    options: dict[str, Json] = {}


class Band(Struct, frozen=True):
    """Where a figure should lie."""

    low: float | None = None
    high: float | None = None


class Figure(Struct, frozen=True):
    """One number with its margin (95 %): `label` is a text, or a key of the game's catalogue under
    `balance`. `unit` is "share", "mean" or "count"."""

    label: str
    value: float
    margin: float = 0.0
    unit: str = "share"
    of: int = 0  # how many cases it stands on
    band: Band = Band()

    def within(self) -> bool | None:
        """Whether it lies in its band; None where there is none. A margin that reaches into the
        band is given the benefit of the doubt."""
        if self.band == Band():
            return None
        low, high = self.value - self.margin, self.value + self.margin
        beyond = self.band.high is not None and low > self.band.high
        short = self.band.low is not None and high < self.band.low
        return not (beyond or short)


class Chart(Struct, frozen=True):
    """A group of figures that belong together, or a histogram. `key` is under `balance`."""

    key: str
    figures: list[Figure] = []
    counts: dict[int, int] = {}
    band: Band = Band()


class Watcher:
    """Follows one match: hears everything that happens, and counts."""

    def __init__(self, game: Game, setup: Setup, position: Position) -> None:
        self.game = game
        self.setup = setup

    def hear(self, event: Event) -> None:
        """Something happened; the whole truth of it."""

    def count(self, position: Position, outcome: Outcome, counts: Counter[str]) -> None:
        """Add this match to the counts."""
        raise NotImplementedError


class Balance:
    """A game's declaration; `Game.balance` holds one."""

    bots: Mapping[str, type[Player]] = {}  # beyond those of the game, for comparison
    pairings: Sequence[Pairing] = ()
    watcher: type[Watcher] = Watcher

    def charts(self, counts: Mapping[str, Counter[str]], setup: Setup, lang: str) -> list[Chart]:
        """What came out, from the counts of each pairing. Among them are `games`, and `win 0`,
        `win 1`…: victories of the bot named first, second…, where a victory counts 2 and a shared
        one 1."""
        raise NotImplementedError


def share(label: str, count: float, of: int, band: Band | None = None) -> Figure:
    """A proportion with Wilson's margin."""
    if of == 0:
        return Figure(label, 0.0, 1.0, "share", 0, band or Band())
    p, z = count / of, 1.96
    margin = z * sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return Figure(label, p, margin, "share", of, band or Band())


def mean(label: str, total: float, of: int, band: Band | None = None) -> Figure:
    """An average."""
    return Figure(label, total / of if of else 0.0, 0.0, "mean", of, band or Band())


def percentile(counts: Mapping[int, int], part: float) -> int:
    """The value below which that part of a histogram lies."""
    left = part * sum(counts.values())
    for value, count in sorted(counts.items()):
        left -= count
        if left <= 0:
            return value
    return max(counts, default=0)


def histogram(counts: Counter[str], prefix: str) -> dict[int, int]:
    """Counts under `prefix N`, by N."""
    return {
        int(key.removeprefix(prefix + " ")): count
        for key, count in sorted(counts.items())
        if key.startswith(prefix + " ")
    }
