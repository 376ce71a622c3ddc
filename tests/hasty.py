"""A bot that searches, but not for long: what it does is compared, not how well."""

from random import Random

from intrigue.bots.search import SearchBot
from intrigue.kernel.game import Budget, Game, Setup

BUDGET = Budget(playouts=12, worlds=2, options=4, seconds=600.0)


class Hasty(SearchBot):
    def __init__(self, game: Game, setup: Setup, seat: int, rng: Random) -> None:
        super().__init__(game, setup, seat, rng)
        self.budget = BUDGET
