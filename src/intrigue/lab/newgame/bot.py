"""The game's own player. It gets what its seat may know, and nothing else."""

from collections.abc import Sequence

from intrigue.kernel.game import Player
from intrigue.kernel.position import Prompt

from .view import NewgameView


class NewgameBot(Player):
    """High numbers score more and are wanted by others, too: it picks them more often."""

    def answer(self, view: NewgameView, prompt: Prompt, options: Sequence[int]) -> int:
        return self.rng.choices(options, weights=options)[0]
