"""A bot that tries its answers out: in worlds that fit what its seat has seen, each of its options
is played to the end by quick players. What the game's own bot would do is the one to beat."""

import math
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Budget, Game, Player, Seen, Setup
from intrigue.kernel.position import Position, Prompt
from intrigue.kernel.search import Trial, best, search

DRAWS = 3  # where there are too many options, how often each kept one is looked for


class SearchBot(Player):
    """Its budget is in playouts, so that the same seed gives the same match; the time only caps
    it."""

    def __init__(self, game: Game, setup: Setup, seat: int, rng: Random) -> None:
        super().__init__(game, setup, seat, rng)
        self.budget = game.hard or Budget()
        self.scripted = game.bots["normal"](game, setup, seat, rng)
        self.seen: list[Seen] = []
        self.trials: list[Trial] = []  # of the last answer

    def hear(self, event: Seen) -> None:
        self.seen.append(event)
        self.scripted.hear(event)

    def volunteer(self, view: Any) -> list[int]:
        return self.scripted.volunteer(view)

    def answer(self, view: Any, prompt: Prompt, options: Sequence[int]) -> int:
        to_beat = self.scripted.answer(view, prompt, options)
        self.trials = []
        if len(options) == 1 or prompt.kind in self.budget.trusts:
            return to_beat
        budget, rng = self.budget, self.rng
        worlds = self.game.imagine(self.setup, view, self.seen, rng, budget.worlds)
        tried = self.game.candidates(self.setup, view, options)
        acts = [to_beat, *self._others(worlds, to_beat, tried)]
        seed = rng.getrandbits(40)
        spent = (budget.playouts, budget.rounds, seed, budget.seconds)
        self.trials = search(worlds, self.seat, acts, *spent)
        return int(best(self.trials, budget.doubt).act)

    def _others(self, worlds: list[Position], to_beat: int, options: Sequence[int]) -> list[int]:
        """What else to try: everything, or where that is too much, what quick players lean to."""
        others = [act for act in options if act != to_beat]
        most = self.budget.options - 1
        if len(others) <= most:
            return others
        chance = Fast(self.rng.getrandbits(40))
        likely: dict[int, int] = {}
        for n in range(DRAWS * most):
            act = int(worlds[n % len(worlds)].lean(self.seat, chance))
            likely[act] = likely.get(act, 0) + 1
        likely.pop(to_beat, None)
        kept = sorted(likely, key=lambda act: -likely[act])[:most]
        rest = [act for act in others if act not in likely]
        return kept + self.rng.sample(rest, min(most - len(kept), len(rest)))


class PatientSearchBot(SearchBot):
    """The same without the cap on time, for the lab."""

    def __init__(self, game: Game, setup: Setup, seat: int, rng: Random) -> None:
        super().__init__(game, setup, seat, rng)
        self.budget = replace(self.budget, seconds=math.inf)
