"""What each answer to a question is worth, tried out in imagined worlds.

Flat Monte Carlo on pairs: all answers meet the same worlds, the same guesses at what others answer
and the same chance, so what differs is the answer. One of them is the one to beat; half of the
others drop out after each round, and at the end one replaces it only if it is clearly better. A
tree was worse at every budget that was tried: it pays for a view at each of its nodes.
"""

import math
import time

from mypy_extensions import i64

from .chance import Fast
from .position import Position


class Trial:
    """One answer: how often it was tried, what it was worth, and by how much more than the one to
    beat."""

    def __init__(self, act: i64) -> None:
        self.act = act
        self.tries = 0
        self.worth: float = 0.0
        self.gain: float = 0.0
        self.squares: float = 0.0

    def count(self, worth: float, other: float) -> None:
        gain = worth - other
        self.tries += 1
        self.worth += worth
        self.gain += gain
        self.squares += gain * gain

    @property
    def mean(self) -> float:
        """What it was worth, on average."""
        return self.worth / self.tries if self.tries else 0.0

    @property
    def lead(self) -> float:
        """How much more than the one to beat, on average."""
        return self.gain / self.tries if self.tries else 0.0

    @property
    def error(self) -> float:
        """The standard error of the lead."""
        if self.tries < 2:
            return 1.0
        lead = self.lead
        spread = self.squares / self.tries - lead * lead
        return math.sqrt(max(spread, 0.0) / (self.tries - 1))

    def __repr__(self) -> str:
        return f"Trial({self.act}, {self.mean:.3f}, {self.lead:+.3f} ± {self.error:.3f})"


def search(
    worlds: list[Position],
    seat: i64,
    acts: list[int],
    playouts: i64,
    lasting: i64,
    seed: i64,
    seconds: float,
) -> list[Trial]:
    """Try the answers of a seat, the first being the one to beat, with about so many playouts of so
    many rounds (0: to the end) and for so many seconds at most. The trials in the order of `acts`;
    who dropped out early was tried less often."""
    late = time.perf_counter() + seconds
    trials = [Trial(act) for act in acts]
    alive = trials[1:]
    rounds: i64 = 1
    while 1 << rounds < len(alive):
        rounds += 1
    tried: i64 = 0
    k: i64 = 0
    while k < rounds and alive:
        more = max(playouts // (rounds * (len(alive) + 1)), 1)
        n: i64 = 0
        while n < more:
            world = worlds[tried % len(worlds)]
            _try_all(world, seat, trials[0], alive, lasting, seed + tried)
            tried += 1
            n += 1
            if time.perf_counter() > late:
                return trials
        k += 1
        if k < rounds:
            alive = sorted(alive, key=_by_lead)[: (len(alive) + 1) // 2]
    return trials


def best(trials: list[Trial], doubt: float) -> Trial:
    """The one that is clearly better than the one to beat, or that one. The more were tried, the
    more of them look good by chance: `doubt` is the chance of one such mistake in all."""
    top = trials[0]
    for trial in trials[1:]:
        if trial.tries > top.tries or (trial.tries == top.tries and trial.lead > top.lead):
            top = trial
    if top is trials[0] or top.lead <= _deviations(doubt / (len(trials) - 1)) * top.error:
        return trials[0]
    return top


def _by_lead(trial: Trial) -> float:
    return -trial.lead


def _try_all(
    world: Position, seat: i64, first: Trial, others: list[Trial], lasting: i64, seed: i64
) -> None:
    """Every answer once, in the same world."""
    chance = Fast(seed)
    base = world.copy()
    base.brisk = True
    for other in base.asked():
        if other != seat:
            base.apply(other, base.guess(other, chance), chance)
    if base.over or seat not in base.asked():  # it closed without waiting for this seat
        base = world.copy()
        base.brisk = True
    to_beat = _play(base, seat, first.act, lasting, seed)
    first.count(to_beat, to_beat)
    for trial in others:
        trial.count(_play(base, seat, trial.act, lasting, seed), to_beat)


def _play(base: Position, seat: i64, act: i64, lasting: i64, seed: i64) -> float:
    position = base.copy()
    last = base.stage() + lasting
    chance = Fast(seed ^ 0x5DEECE66D)
    position.apply(seat, act, chance)
    while True:
        asked = position.next()
        if asked < 0 or (lasting > 0 and position.stage() >= last):
            break
        position.apply(asked, position.lean(asked, chance), chance)
    return position.worth(seat)


def _deviations(tail: float) -> float:
    """How many standard deviations a normal variable exceeds with this chance (Abramowitz and
    Stegun 26.2.23, good to 0.0005)."""
    tail = min(max(tail, 1e-9), 0.5)
    t = math.sqrt(-2.0 * math.log(tail))
    above = 2.515517 + t * (0.802853 + t * 0.010328)
    below = 1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308))
    return t - above / below
