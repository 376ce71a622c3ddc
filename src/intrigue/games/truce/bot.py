"""A scripted player of Truce: it guesses what others will order, tries its own orders against many
guesses with the real resolution, and keeps what pays best; see `rules/weigh.py`."""

from collections.abc import Sequence
from typing import Any

from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Player, Seen
from intrigue.kernel.position import Prompt

from .beliefs import unanswered
from .rules.weigh import chosen, considered
from .view import TruceView

GUESSES = 40


class TruceBot(Player):
    """Everything it uses stands in the view."""

    def answer(self, view: TruceView, prompt: Prompt, options: Sequence[int]) -> int:
        table = unanswered(self.setup, view)
        return int(chosen(table, self.seat, GUESSES, Fast(self.rng.getrandbits(40))))

    def considers(self, view: TruceView, prompt: Prompt, options: Sequence[int]) -> Sequence[int]:
        return considered(unanswered(self.setup, view), self.seat)

    def hear(self, event: Seen) -> None:
        """Nothing but what the view tells anyway."""

    def volunteer(self, view: Any) -> list[int]:
        return []
