"""How a match of Complot is told: by Wit, and by what nobody got to see any more."""

from collections.abc import Iterator, Sequence

from intrigue.kernel.game import Seen, Setup
from intrigue.kernel.story import Secret, Teller
from intrigue.kernel.text import Catalogue

from .rules.position import Complot
from .view import ComplotView


class ComplotTeller(Teller):
    def power(self, setup: Setup, position: Complot) -> list[float]:
        return [float(side.wit) for side in position.sides]

    def secrets(self, setup: Setup, view: ComplotView, seen: Sequence[Seen]) -> Iterator[Secret]:
        """CA-39: hands alone are hidden; what was left in one at the end stayed so."""
        if view.phase == "over" and view.hand:
            yield Secret("held", (view.seat,), " ".join(view.hand))

    def detail(self, words: Catalogue, setup: Setup, secret: Secret) -> str:
        if secret.kind == "holds":
            count = int(secret.detail)
            return words.say("belief", "held" if count else "none", count=count)
        names = {card["id"]: str(card[words.lang]) for card in setup.data}
        return words.join([names[card] for card in secret.detail.split()])

    def question(self, words: Catalogue, setup: Setup, secret: Secret) -> str:
        card = str(setup.data[secret.at][words.lang])
        return words.say("belief", secret.kind, names=setup.names, owners=secret.owners, card=card)
