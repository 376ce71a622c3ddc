"""How bots of Emperor deal: for two turns two of them condemn each other not. Nobody is asked who
will not take two turns any more, and nobody of whom one knows that they are on the other side."""

from collections.abc import Sequence
from typing import ClassVar

from intrigue.kernel.deals import ShownDeal, ShownLedger
from intrigue.kernel.negotiation import Peacemaker

from .view import EmperorView

_TURNS = 2


class EmperorNegotiator(Peacemaker):
    """Who can trust whom is what the game is about: it asks whoever is left."""

    peace: ClassVar = "no_condemn"
    talks: ClassVar[int] = 1
    most: ClassVar[int] = 2

    def terms(self, view: EmperorView, who: int, whom: int) -> str | None:
        names = self.setup.names
        return f"{names[who]} does not condemn {names[whom]} for {_TURNS} turns"

    def playing(self, view: EmperorView) -> Sequence[int]:
        return view.ring

    def possible(self, view: EmperorView) -> Sequence[int]:
        """The living, but for those who are seen to be of the other side."""
        return [seat for seat in view.ring if not self._is_enemy(view, seat)]

    def _is_enemy(self, view: EmperorView, seat: int) -> bool:
        other = "L" if view.side == "rebel" else "R"
        return list(view.cards[seat]).count(other) >= 2

    def breaks_word(self, view: EmperorView, ledger: ShownLedger, deal: ShownDeal) -> bool:
        """Where it has found out whom it spared."""
        return any(self._is_enemy(view, one) for one in deal.parties if one != self.seat)
