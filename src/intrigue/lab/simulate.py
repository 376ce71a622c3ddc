"""Many matches, and what came out. The same seed gives the same statistics, however many
processes share the work: each match has a seed of its own, and everything counted is an integer."""

import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from ctypes import c_bool
from multiprocessing.sharedctypes import RawValue
from random import Random
from types import FrameType
from typing import Any, TypeVar

from msgspec import Struct, field

from intrigue.bots import Seated, find_bot
from intrigue.bots.outside import Trouble
from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Game, Seen, Setup, find_game
from intrigue.kernel.playout import playout
from intrigue.kernel.position import Event, Outcome, Position

from .deals import Deals

CHUNK = 250
_Part = TypeVar("_Part")
_Done = TypeVar("_Done")


class Fault(Struct, frozen=True, order=True):
    """What first went wrong with a bot: in which match, and what (see `Trouble`)."""

    match: int
    kind: str
    what: str

    def sentence(self, lang: str) -> str:
        return Trouble(self.kind, self.what).sentence(lang)


class Tally(Struct):
    """Counts of finished matches. `wins[seat][n]`: victories of a seat shared by n winners."""

    games: int = 0
    decisions: int = 0
    wins: dict[int, Counter[int]] = field(default_factory=dict)
    scores: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)  # by bot: see `Seated`
    lost: Counter[str] = field(default_factory=Counter)  # by bot: seats where another played on
    troubles: dict[str, "Fault"] = field(default_factory=dict)  # the first of each bot

    def count(self, outcome: Outcome, decisions: int) -> None:
        self.games += 1
        self.decisions += decisions
        self.lengths[decisions] += 1
        self.reasons[outcome.reason] += 1
        self.scores.update(outcome.scores)
        for seat in outcome.winners:
            self.wins.setdefault(seat, Counter())[len(outcome.winners)] += 1

    def blame(self, number: int, bot: str, player: Seated) -> None:
        """What a bot did wrong in a match."""
        if player.faults:
            self.faults[bot] += player.faults
        if player.lost:
            self.lost[bot] += 1
        if player.trouble is not None:
            fault = Fault(number, player.trouble.kind, player.trouble.what)
            self.troubles[bot] = min(self.troubles.get(bot, fault), fault)

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.scores.update(other.scores)
        self.lengths.update(other.lengths)
        self.reasons.update(other.reasons)
        self.faults.update(other.faults)
        self.lost.update(other.lost)
        for bot, fault in other.troubles.items():
            self.troubles[bot] = min(self.troubles.get(bot, fault), fault)
        for seat, shares in other.wins.items():
            self.wins.setdefault(seat, Counter()).update(shares)

    def share(self, seat: int) -> float:
        """Victories of a seat, ties shared, per match."""
        won = sum(count / by for by, count in sorted(self.wins.get(seat, Counter()).items()))
        return won / self.games if self.games else 0.0


class Job(Struct):
    """A run of matches, small enough to send to another process."""

    game: str
    names: tuple[str, ...]
    options: dict[str, Any]
    bots: tuple[str, ...]  # by seat; empty for plain playouts
    seed: int
    first: int
    count: int
    rotate: bool


# Set when the run shall end early; every process looks at it between two matches. A plain byte in
# shared memory: a lock could be held by the very code that a signal interrupts.
_stop = RawValue(c_bool, False)


@contextmanager
def stoppable() -> Iterator[Callable[[], bool]]:
    """Within it, the first Ctrl-C ends the run after the matches under way, so that what was
    counted is whole; the second is a plain KeyboardInterrupt. Yields whether the first came."""
    _stop.value = False
    before = signal.getsignal(signal.SIGINT)

    def first(number: int, frame: FrameType | None) -> None:
        _stop.value = True
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, first)
    try:
        yield lambda: bool(_stop.value)
    finally:
        signal.signal(signal.SIGINT, before)
        _stop.value = False


def stopping() -> bool:
    """Whether a run shall end after the match under way."""
    return bool(_stop.value)


def _help_out(stop: Any) -> None:
    """How a process of the pool begins: Ctrl-C reaches it too, but the parent decides."""
    global _stop
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def run_job(job: Job) -> Tally:
    """Play a job's matches, or those before the run is stopped."""
    game = find_game(job.game)
    setup = game.setup(job.names, job.options)
    makers = {name: find_bot(game, name, patient=True) for name in job.bots}
    tally = Tally()
    chance = Fast(0)
    for number in range(job.first, job.first + job.count):
        if stopping():
            break
        chance.reseed(match_seed(job.seed, number))
        position = game.start(setup, chance)
        position.brisk = True
        turn = number % setup.seats if job.rotate else 0
        if job.bots:
            seated = rotated(job.bots, turn)
            players = [
                Seated(makers[name], game, setup, seat, seat_rng(job.seed, number, seat))
                for seat, name in enumerate(seated)
            ]
            decisions = play_bots(position, chance, players)
            for name, player in zip(seated, players, strict=True):
                tally.blame(number, name, player)
        else:
            decisions = int(playout(position, chance))
        outcome = position.outcome()
        assert outcome is not None
        if turn:  # count the bot, not the chair it happened to sit on
            outcome.winners = [(seat - turn) % setup.seats for seat in outcome.winners]
        tally.count(outcome, decisions)
    return tally


def match_seed(seed: int, number: int) -> int:
    """The seed of one match of a run: both numbers stirred into 60 bits."""
    stirred = (seed * 0x9E3779B97F4A7C15 + number * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    return (stirred ^ stirred >> 29) * 0x94D049BB133111EB >> 4 & 0xFFFFFFFFFFFFFFF


def seat_rng(seed: int, number: int, seat: int) -> Random:
    """The generator of the bot on a seat, in one match of a run."""
    return Random(f"{seed}/{number}/{seat}")


def rotated(bots: tuple[str, ...], turn: int) -> tuple[str, ...]:
    """Everybody so many seats on."""
    return bots[-turn:] + bots[:-turn] if turn else bots


def play_bots(
    position: Position,
    chance: Fast,
    players: Sequence[Seated],
    watch: Callable[[Event], None] = lambda event: None,
    look: Callable[[], None] = lambda: None,
) -> int:
    """A match among bots: each sees its own view, events and deals, and nothing else. One without
    an answer takes the default. `watch` hears every event; `look` is called before each act, and
    may look at the position, not touch it."""
    decisions = 0
    deals = Deals(position, players)

    def play(seat: int, act: int) -> None:
        look()
        events = position.play(seat, act, chance)
        deals.hear(events)
        for event in events:
            watch(event)
            for player in players:
                seen = event.seen_by(player.seat)
                if seen is not None:
                    player.hear(Seen(seen.kind, seen.data))

    while not position.over:
        deals.talk()
        for seat in position.asked():
            for act in players[seat].volunteer(position.view(seat)):
                if position.is_free(act) and position.check(seat, act) is None:
                    play(seat, act)
        # all answers to one prompt are given before any is played
        answers = [
            (seat, players[seat].answer(position.view(seat), position.prompt(seat), options))
            for seat in position.asked()
            for options in [position.options(seat)]
        ]
        for seat, answer in answers:
            play(seat, position.default(seat, chance) if answer is None else answer)
            decisions += 1
    return decisions


def simulate(
    game: Game,
    setup: Setup,
    games: int,
    seed: int,
    jobs: int = 1,
    bots: tuple[str, ...] = (),
    rotate: bool = False,
    progress: Callable[[int], None] = lambda done: None,
) -> Tally:
    """Play `games` matches, fewer if it is `stoppable` and was stopped; `progress` hears how many
    more are done."""
    for name in bots:
        find_bot(game, name)

    def parts() -> Iterator[Job]:
        for first in range(0, games, CHUNK):
            yield Job(
                game=game.id,
                names=setup.names,
                options=dict(setup.options),
                bots=bots,
                seed=seed,
                first=first,
                count=min(CHUNK, games - first),
                rotate=rotate,
            )

    total = Tally()

    def take(tally: Tally) -> None:
        total.add(tally)
        progress(tally.games)

    share_out(run_job, parts(), jobs, take)
    return total


def share_out(
    work: Callable[[_Part], _Done],
    parts: Iterator[_Part],
    jobs: int,
    take: Callable[[_Done], None],
) -> None:
    """Do all parts, in this process or in several; `take` gets what was done, here and in any
    order. No new part is begun once the run is stopped."""
    if jobs == 1:
        for part in parts:
            if stopping():
                return
            take(work(part))
        return
    with ProcessPoolExecutor(jobs, initializer=_help_out, initargs=(_stop,)) as pool:
        waiting: set[Future[_Done]] = set()
        for part in parts:  # never more than a few at once: memory stays flat
            if stopping():
                break
            waiting.add(pool.submit(work, part))
            if len(waiting) >= jobs * 4:
                waiting = _collect(waiting, take)
        while waiting:
            waiting = _collect(waiting, take)


def _collect(waiting: set[Future[_Done]], take: Callable[[_Done], None]) -> set[Future[_Done]]:
    done, left = wait(waiting, return_when=FIRST_COMPLETED)
    for future in done:
        take(future.result())
    return left


class Report(Struct):
    """A run for people and programs to read."""

    game: str
    seats: int
    games: int
    stopped: bool  # by Ctrl-C, before all the matches that were asked for
    seed: int
    bots: tuple[str, ...]
    decisions: int
    seconds: float
    decisions_per_second: float
    compiled: bool
    wins: list[float]  # share of victories by seat (or by bot, when seats rotate)
    scores: dict[str, Any]
    lengths: dict[str, Any]
    reasons: dict[str, int]
    faults: dict[str, int]  # by bot: missing and illegal answers, for which the default counted
    lost: dict[str, int]  # by bot: seats where the usual one played on, because it hung or ended
    troubles: dict[str, Fault]  # what went wrong first, by bot


def report(
    game: Game,
    setup: Setup,
    seed: int,
    bots: tuple[str, ...],
    tally: Tally,
    since: float,
    stopped: bool = False,
) -> Report:
    """Sum up a run that began at `since` (time.perf_counter)."""
    seconds = time.perf_counter() - since
    return Report(
        game=game.id,
        seats=setup.seats,
        games=tally.games,
        stopped=stopped,
        seed=seed,
        bots=bots,
        decisions=tally.decisions,
        seconds=round(seconds, 3),
        decisions_per_second=round(tally.decisions / seconds, 1) if seconds else 0.0,
        compiled=compiled(),
        wins=[round(tally.share(seat), 6) for seat in range(setup.seats)],
        scores=_distribution(tally.scores),
        lengths=_distribution(tally.lengths),
        reasons=dict(sorted(tally.reasons.items())),
        faults=dict(sorted(tally.faults.items())),
        lost=dict(sorted(tally.lost.items())),
        troubles=dict(sorted(tally.troubles.items())),
    )


def _distribution(counts: Counter[int]) -> dict[str, Any]:
    """Least, middle, mean and most of a histogram, and the histogram."""
    if not counts:
        return {"counts": {}}
    number = counts.total()
    ordered = sorted(counts.items())
    seen = 0
    middle: float = ordered[0][0]
    for value, count in ordered:
        seen += count
        if seen * 2 >= number:
            middle = value
            break
    return {
        "min": ordered[0][0],
        "median": middle,
        "mean": round(sum(value * count for value, count in ordered) / number, 4),
        "max": ordered[-1][0],
        "counts": {str(value): count for value, count in ordered},
    }
