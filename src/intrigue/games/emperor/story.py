"""How a match of Emperor is told: by the strength of the two sides, and who was on which."""

from collections.abc import Iterator, Sequence

from intrigue.kernel.game import Seen, Setup
from intrigue.kernel.story import Secret, Teller
from intrigue.kernel.text import Catalogue

from .rules.cards import REBEL
from .rules.death import winners_of
from .rules.position import Emperor
from .rules.state import side_of
from .view import EmperorView

MAJORITY = 2  # of three identity cards: EM-6


class EmperorTeller(Teller):
    """A seat is as strong as its side: the share of the living that are of it. Whoever is
    condemned counts half, the Emperor double, since his death decides (EM-71)."""

    def power(self, setup: Setup, position: Emperor) -> list[float]:
        if position.over and (winners := winners_of(position)):
            return [100.0 if seat in winners else 0.0 for seat in range(setup.seats)]
        condemned = {condemn.target for condemn in position.pending}
        rebels = total = 0.0
        for seat in position.ring:
            weight = (2 if seat == position.emperor else 1) / (2 if seat in condemned else 1)
            total += weight
            rebels += weight if side_of(position, seat) == REBEL else 0
        share = round(100 * rebels / total, 1)
        sides = [side_of(position, seat) for seat in range(setup.seats)]
        return [share if side == REBEL else round(100 - share, 1) for side in sides]

    def secrets(self, setup: Setup, view: EmperorView, seen: Sequence[Seen]) -> Iterator[Secret]:
        """EM-6: two of three decide, seen one by one or noted. The Emperor sits in the open."""
        for seat, cards in enumerate(view.cards):
            if seat == view.emperor:
                continue
            for place, face in enumerate("LR"):
                if max(cards.count(face), view.notes[seat][place]) >= MAJORITY:
                    yield Secret("side", (seat,), "rebel" if face == "R" else "loyalist")

    def detail(self, words: Catalogue, setup: Setup, secret: Secret) -> str:
        return words.sentence("term", secret.detail)
