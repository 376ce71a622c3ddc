"""How a match of J'Accuse is told: by points, memberships and networks."""

from collections.abc import Iterator, Sequence

from intrigue.kernel.game import Seen, Setup
from intrigue.kernel.story import Secret, Teller
from intrigue.kernel.text import Catalogue

from .rules.position import JAccuse
from .rules.scoring import totals
from .view import JAccuseView


class JAccuseTeller(Teller):
    def power(self, setup: Setup, position: JAccuse) -> list[float]:
        return [float(points) for points in totals(position)]  # JA-47, JA-49

    def secrets(self, setup: Setup, view: JAccuseView, seen: Sequence[Seen]) -> Iterator[Secret]:
        for left, colour in enumerate(view.networks):
            if colour is not None:
                yield Secret("network", (left, (left + 1) % setup.seats), colour)
        if view.membership is not None:
            yield Secret("member", (view.seat,), view.membership, view.generation)
        for memory in view.memory:  # JA-A48: one place is certainty
            if len(memory.places) == 1 and memory.places[0].zone == "membership":
                yield Secret("member", (memory.places[0].seat or 0,), memory.card, view.generation)
        if view.accusation is not None:  # JA-41: seen by all
            found = view.accusation
            yield Secret("member", (found.target,), found.card, view.generation)
        for number, ended in enumerate(view.history, 1):
            for seat, card in enumerate(ended.memberships):
                yield Secret("member", (seat,), card, number)

    def detail(self, words: Catalogue, setup: Setup, secret: Secret) -> str:
        coloured = secret.kind in ("network", "colour")
        return words.sentence("term", secret.detail) if coloured else secret.detail
