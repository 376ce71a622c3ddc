"""Who plays better? Bots meet at tables on common deals: each deal is played once for every way to
seat them, so that nobody owes a victory to cards or to a chair. A table of one kind against
another flatters the odd one out, so a pair of bots meets at mixed tables and in both directions."""

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct, field

from intrigue.bots import Seated, find_bot
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Game, Setup, find_game
from intrigue.kernel.position import Prompt
from intrigue.kernel.text import BadInput

from .simulate import (
    Fault,
    Tally,
    match_seed,
    play_bots,
    rotated,
    seat_rng,
    share_out,
    stopping,
)

BUCKET = math.log(1.05)  # of decision times: what lies within 5 % is one


class Lineup(Struct, frozen=True):
    """Who meets whom: every way to seat them, by seat, or with `by_side` by the side that the deal
    puts a seat on."""

    key: str
    bots: tuple[str, ...]  # the different ones
    seatings: tuple[tuple[str, ...], ...]
    by_side: bool = False

    def deals(self, games: int) -> int:
        """How many deals make at least so many matches."""
        return -(-games // len(self.seatings))

    def seated(self, turn: int, sides: Sequence[str]) -> tuple[str, ...]:
        """Who sits where."""
        if not self.by_side:
            return self.seatings[turn]
        names = sorted(set(sides))
        bots = self.seatings[turn]
        return tuple(bots[names.index(side) % len(bots)] for side in sides)


def table(bots: tuple[str, ...]) -> Lineup:
    """These bots, in every rotation."""
    return Lineup("table", _different(bots), _rotations(bots))


def pair(game: Game, setup: Setup, one: str, other: str) -> list[Lineup]:
    """Two kinds of bots at three tables: mixed, one of the first among the second, and the reverse.
    Where the deal makes two sides, mixed is side against side."""
    both, n = (one, other), setup.seats
    if n == 2:
        return [Lineup("mixed", both, _rotations(both))]
    if game.sides(setup, game.start(setup, Fast(0))):
        mixed = Lineup("sides", both, (both, (other, one)), by_side=True)
    else:
        # with an odd number of seats, each is once in the majority
        ways = (_rotations((both * n)[:n]), _rotations((both * n)[1 : n + 1]))
        mixed = Lineup("mixed", both, _different(ways[0] + ways[1]))
    among = [
        Lineup("among", (a, b), _rotations((a, *[b] * (n - 1)))) for a, b in (both, both[::-1])
    ]
    return [mixed, *among]


def each(game: Game, setup: Setup, bots: Sequence[str]) -> list[Lineup]:
    """Every two of these kinds of bots at a mixed table."""
    return [pair(game, setup, one, other)[0] for one, other in combinations(bots, 2)]


def read_each(bots: Sequence[str]) -> list[str]:
    """Two different bots or more; raises `BadInput`."""
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise BadInput("each", package="intrigue", bots=", ".join(bots))
    return list(bots)


def read_pair(bots: Sequence[str]) -> tuple[str, str]:
    """Two different bots; raises `BadInput`."""
    if len(bots) != 2 or bots[0] == bots[1]:
        raise BadInput("pair", package="intrigue", bots=", ".join(bots))
    return bots[0], bots[1]


def _rotations(bots: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return _different(tuple(rotated(bots, turn) for turn in range(len(bots))))


def _different(things: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(things))


# --- one match ------------------------------------------------------------------------------------


class Thought(Struct):
    """How long a kind of bot thought in a match, in CPU time, where it had a choice. `times` counts
    decisions by the logarithm of their nanoseconds."""

    decisions: int = 0
    nanoseconds: int = 0
    playouts: int = 0
    times: dict[int, int] = field(default_factory=dict)

    def count(self, nanoseconds: int, playouts: int) -> None:
        self.decisions += 1
        self.nanoseconds += nanoseconds
        self.playouts += playouts
        bucket = round(math.log(max(nanoseconds, 1)) / BUCKET)
        self.times[bucket] = self.times.get(bucket, 0) + 1

    def add(self, other: "Thought") -> None:
        self.decisions += other.decisions
        self.nanoseconds += other.nanoseconds
        self.playouts += other.playouts
        for bucket, count in other.times.items():
            self.times[bucket] = self.times.get(bucket, 0) + count

    def slowest(self, part: float) -> float:
        """The nanoseconds that this part of the decisions did not exceed."""
        left = part * self.decisions
        for bucket, count in sorted(self.times.items()):
            left -= count
            if left <= 0:
                return math.exp(bucket * BUCKET)
        return 0.0


class Row(Struct):
    """One match: what stands in a line of the file of rows."""

    lineup: int
    deal: int
    turn: int
    bots: tuple[str, ...]
    sides: tuple[str, ...]  # as dealt, where there are any
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    decisions: int
    faults: dict[str, int]
    thoughts: dict[str, Thought]
    lost: dict[str, int] = {}
    troubles: dict[str, Fault] = {}

    @property
    def key(self) -> tuple[int, int, int]:
        return self.lineup, self.deal, self.turn


class Timed(Seated):
    """A bot in its chair, beside a clock."""

    thought: Thought

    def answer(
        self,
        view: Any,
        prompt: Prompt,
        options: Sequence[int],
        offered: Callable[[int], None] | None = None,
    ) -> int | None:
        since = time.thread_time_ns()
        act = super().answer(view, prompt, options, offered)
        took = self.took or time.thread_time_ns() - since
        if len(options) > 1:
            self.thought.count(took, self.playouts)
        return act


class Job(Struct):
    """The matches of one deal that are still to be played, for any process."""

    game: str
    names: tuple[str, ...]
    options: dict[str, Any]
    lineup: Lineup
    number: int  # of the line-up
    seed: int
    deal: int
    turns: tuple[int, ...]


def run_job(job: Job) -> list[Row]:
    """Play a job's matches, or those before the run is stopped."""
    game = find_game(job.game)
    setup = game.setup(job.names, job.options)
    rows = []
    for turn in job.turns:
        if stopping():
            break
        rows.append(_match(game, setup, job, turn))
    return rows


def _match(game: Game, setup: Setup, job: Job, turn: int) -> Row:
    chance = Fast(match_seed(job.seed, job.deal))
    position = game.start(setup, chance)
    position.brisk = True
    sides = tuple(game.sides(setup, position))
    bots = job.lineup.seated(turn, sides)
    thoughts = {name: Thought() for name in bots}
    players = []
    for seat, name in enumerate(bots):
        rng = seat_rng(job.seed, job.deal, seat)
        players.append(Timed(find_bot(game, name, patient=True), game, setup, seat, rng))
        players[-1].thought = thoughts[name]
    decisions = play_bots(position, chance, players)
    outcome = position.outcome()
    assert outcome is not None
    blamed = Tally()
    for name, player in zip(bots, players, strict=True):
        blamed.blame(job.deal, name, player)
    return Row(
        lineup=job.number,
        deal=job.deal,
        turn=turn,
        bots=bots,
        sides=sides,
        winners=tuple(outcome.winners),
        scores=tuple(outcome.scores),
        reason=outcome.reason,
        decisions=decisions,
        faults=dict(blamed.faults),
        thoughts=thoughts,
        lost=dict(blamed.lost),
        troubles=blamed.troubles,
    )


# --- a run ----------------------------------------------------------------------------------------


def of_run(
    known: Mapping[tuple[int, int, int], Row], lineups: Sequence[Lineup], games: int
) -> dict[tuple[int, int, int], Row]:
    """Those rows that a run of so many matches has, too."""
    return {key: row for key, row in known.items() if row.deal < lineups[row.lineup].deals(games)}


def play(
    game: Game,
    setup: Setup,
    lineups: Sequence[Lineup],
    games: int,
    seed: int,
    known: Mapping[tuple[int, int, int], Row],
    jobs: int = 1,
    take: Callable[[list[Row]], None] = lambda rows: None,
) -> list[Row]:
    """Play at least so many matches of each line-up, whole deals, but for those that are known
    already; `take` hears of rows as they come. All rows of the run in order; fewer if it is
    `stoppable` and was stopped."""
    for name in {name for lineup in lineups for name in lineup.bots}:
        find_bot(game, name)
    rows = of_run(known, lineups, games)

    def parts() -> Iterator[Job]:
        """Deal by deal at every table, so that whoever stops the run has something of all."""
        for deal in range(max(lineup.deals(games) for lineup in lineups)):
            for number, lineup in enumerate(lineups):
                turns = tuple(
                    n for n in range(len(lineup.seatings)) if (number, deal, n) not in rows
                )
                if not turns or deal >= lineup.deals(games):
                    continue
                yield Job(
                    game=game.id,
                    names=setup.names,
                    options=dict(setup.options),
                    lineup=lineup,
                    number=number,
                    seed=seed,
                    deal=deal,
                    turns=turns,
                )

    def keep(played: list[Row]) -> None:
        rows.update((row.key, row) for row in played)
        take(played)

    share_out(run_job, parts(), jobs, keep)
    return [rows[key] for key in sorted(rows)]
