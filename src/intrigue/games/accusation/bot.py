"""A scripted player of Accusation."""

from collections.abc import Sequence
from typing import Any

from intrigue.kernel.game import Player
from intrigue.kernel.position import Prompt


class AccusationBot(Player):
    def answer(self, view: Any, prompt: Prompt, options: Sequence[int]) -> int:
        return self.rng.choice(options)
