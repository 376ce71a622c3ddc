"""How a match of Truce is told: by coins. No secret outlasts its round (TR-8)."""

from intrigue.kernel.game import Setup
from intrigue.kernel.story import Teller

from .rules.position import Truce


class TruceTeller(Teller):
    """Supply and Spoils count alike at the end (TR-44)."""

    def power(self, setup: Setup, position: Truce) -> list[float]:
        pairs = zip(position.supply, position.spoils, strict=True)
        return [float(supply + spoils) for supply, spoils in pairs]
