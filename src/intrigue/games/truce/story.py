"""How a match of Truce is told: by coins. No secret outlasts its round (TR-8)."""

from intrigue.kernel.game import Setup
from intrigue.kernel.story import Secret, Teller
from intrigue.kernel.text import Catalogue

from .rules.position import Truce


class TruceTeller(Teller):
    """Supply and Spoils count alike at the end (TR-44)."""

    def power(self, setup: Setup, position: Truce) -> list[float]:
        pairs = zip(position.supply, position.spoils, strict=True)
        return [float(supply + spoils) for supply, spoils in pairs]

    def detail(self, words: Catalogue, setup: Setup, secret: Secret) -> str:
        """An order, for those who guess at it."""
        kind, _, target = secret.detail.partition(" ")
        seat = int(target) if target else None
        return words.say("act", kind, names=setup.names, target=seat)
