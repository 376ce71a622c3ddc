"""The quick player of playouts as a player, for the lab: what it would do in one imagined world."""

from collections.abc import Sequence
from random import Random
from typing import Any

from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Game, Player, Seen, Setup
from intrigue.kernel.position import Prompt


class LeanBot(Player):
    """It shows what playouts are worth; nobody is offered it as an opponent."""

    def __init__(self, game: Game, setup: Setup, seat: int, rng: Random) -> None:
        super().__init__(game, setup, seat, rng)
        self.seen: list[Seen] = []

    def hear(self, event: Seen) -> None:
        self.seen.append(event)

    def answer(self, view: Any, prompt: Prompt, options: Sequence[int]) -> int:
        if len(options) == 1:
            return options[0]
        world = self.game.imagine(self.setup, view, self.seen, self.rng, 1)[0]
        return int(world.lean(self.seat, Fast(self.rng.getrandbits(40))))
