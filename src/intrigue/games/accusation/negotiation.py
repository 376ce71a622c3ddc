"""How bots of Accusation deal: two of them do not accuse each other of the Event that is open."""

from collections.abc import Sequence
from typing import ClassVar

from intrigue.kernel.deals import ShownDeal, ShownLedger
from intrigue.kernel.negotiation import Peacemaker
from intrigue.kernel.promises import Clause

from .view import AccusationView


class AccusationNegotiator(Peacemaker):
    """An accusation costs something, and so does being accused: peace is cheap."""

    peace: ClassVar = "no_accuse"
    talks: ClassVar[int] = 1
    most: ClassVar[int] = 2

    def terms(self, view: AccusationView, who: int, whom: int) -> str | None:
        if view.event is None or not self._can_be_accused(view, who, whom):
            return None
        names = self.setup.names
        event = f"#{view.event.card} in round {view.round}"
        return f"{names[who]} does not accuse {names[whom]} of {event}"

    def playing(self, view: AccusationView) -> Sequence[int]:
        return view.active

    def _can_be_accused(self, view: AccusationView, who: int, whom: int) -> bool:
        """Of an Event that somebody can be accused of at all."""
        promises = self.game.promises
        assert promises is not None
        assert view.event is not None
        data: dict[str, int | str] = {"who": who, "whom": whom}
        data |= {"card": view.event.card, "round": view.round}
        return not promises.refuses(self.setup, Clause(self.peace, data))

    def breaks_word(self, view: AccusationView, ledger: ShownLedger, deal: ShownDeal) -> bool:
        """Once one of the two may win by the Event."""
        most = int(self.setup.options["vp_target"])
        return any(view.vp[one] >= most - 1 for one in deal.parties)
