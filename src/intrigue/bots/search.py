"""A bot that tries its answers out: in worlds that fit what its seat has seen, each of its options
is played to the end by quick players. What the game's own bot would do is the one to beat."""

import math
import time
from collections.abc import Sequence
from random import Random
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Budget, Game, Player, Seen, Setup
from intrigue.kernel.position import Position, Prompt
from intrigue.kernel.search import Trial, best, search

DRAWS = 3  # where there are too many options, how often each kept one is looked for
FEWEST = 8  # playouts an option, where it shall think less than usual: fewer say nothing


class SearchBot(Player):
    """Its budget is in playouts, so that the same seed and share give the same match; the time only
    caps it. What its name does not say is as the game has it."""

    patient: ClassVar[bool] = False

    def __init__(
        self,
        game: Game,
        setup: Setup,
        seat: int,
        rng: Random,
        *,
        playouts: Annotated[int, Meta(ge=0)] = 0,
        worlds: Annotated[int, Meta(ge=0)] = 0,
        seconds: Annotated[float, Meta(ge=0)] = math.inf,
    ) -> None:
        super().__init__(game, setup, seat, rng)
        usual = game.hard or Budget()
        self.budget = replace(
            usual,
            playouts=playouts or usual.playouts,
            worlds=worlds or usual.worlds,
            seconds=math.inf if self.patient else usual.seconds,
        )
        self.most = seconds
        self.scripted = game.bots["normal"](game, setup, seat, rng)
        self.seen: list[Seen] = []
        self.trials: list[Trial] = []  # of the last answer

    @classmethod
    def needs(cls, game: Game, kind: str) -> float:
        budget = game.hard or Budget()
        return 0.0 if kind in budget.trusts else budget.seconds

    def hear(self, event: Seen) -> None:
        self.seen.append(event)
        self.scripted.hear(event)

    def volunteer(self, view: Any) -> list[int]:
        return self.scripted.volunteer(view)

    def answer(self, view: Any, prompt: Prompt, options: Sequence[int]) -> int:
        budget, rng = self.budget, self.rng
        allowed = budget.seconds if self.seconds is None else self.seconds
        late = time.perf_counter() + min(allowed, self.most)
        to_beat = self.scripted.answer(view, prompt, options)
        self.trials, self.playouts = [], 0
        if len(options) == 1 or prompt.kind in budget.trusts:
            return to_beat
        others = [a for a in self.scripted.considers(view, prompt, options) if a != to_beat]
        playouts = int(budget.playouts * self.share)
        few = self.share < 1 and playouts < FEWEST * min(len(others) + 1, budget.options)
        if few or not others:
            return to_beat
        self.offer(to_beat)
        count = max(1, int(budget.worlds * self.share))
        worlds = self.game.imagine(self.setup, view, self.seen, rng, count)
        most = budget.options - 1
        acts = [to_beat, *likely(worlds, self.seat, to_beat, others, most, rng)]
        seed, left = rng.getrandbits(40), late - time.perf_counter()
        self.trials = search(worlds, self.seat, acts, playouts, budget.rounds, seed, left)
        self.playouts = sum(trial.tries for trial in self.trials)
        return int(best(self.trials, budget.doubt).act)


def likely(
    worlds: list[Position], seat: int, to_beat: int, others: list[int], most: int, rng: Random
) -> list[int]:
    """What else to try: everything, or where that is too much, what quick players lean to."""
    if len(others) <= most:
        return others
    chance = Fast(rng.getrandbits(40))
    leaned: dict[int, int] = {}
    for n in range(DRAWS * most):
        act = int(worlds[n % len(worlds)].lean(seat, chance))
        leaned[act] = leaned.get(act, 0) + 1
    leaned.pop(to_beat, None)
    kept = sorted(leaned, key=lambda act: -leaned[act])[:most]
    rest = [act for act in others if act not in leaned]
    return kept + rng.sample(rest, min(most - len(kept), len(rest)))


class PatientSearchBot(SearchBot):
    """The same without the cap on time, for the lab."""

    patient: ClassVar[bool] = True
