"""How a match of Accusation is told: by power, and by who put which card into the pile."""

from collections.abc import Iterator, Sequence

from intrigue.kernel.game import Seen, Setup
from intrigue.kernel.story import Secret, Teller
from intrigue.kernel.text import Catalogue

from .cardtext import card_name
from .rules.position import Accusation
from .rules.seats import is_active
from .rules.tokens import total_of
from .view import AccusationView

FIRST_WORKS = 46  # AC-3: Public Works are all alike to everybody but their owner
POINT = 10  # a victory point, in tokens


class AccusationTeller(Teller):
    """Tokens, and much more for victory points: three of them win (AC-2)."""

    def power(self, setup: Setup, position: Accusation) -> list[float]:
        return [
            float(total_of(position, seat) + POINT * position.vp[seat])
            if is_active(position, seat)
            else 0.0
            for seat in range(setup.seats)
        ]

    def secrets(self, setup: Setup, view: AccusationView, seen: Sequence[Seen]) -> Iterator[Secret]:
        if view.tracker is not None:  # AC-6
            yield _played(view.seat, view.tracker, view.round)
        for seat, card in enumerate(view.known):
            if card is not None:
                yield _played(seat, card, view.round)
        for event in seen:
            if event.kind == "tapped_card":  # a look leaves nothing in the view
                yield _played(event.data["target"], event.data["card"], view.round)

    def detail(self, words: Catalogue, setup: Setup, secret: Secret) -> str:
        if secret.kind == "initiator":
            seat = int(secret.detail) if secret.detail else None
            return words.fill("{seat:seat}", setup.names, {"seat": seat})
        return card_name(words, "PW" if secret.detail == "PW" else int(secret.detail))

    def question(self, words: Catalogue, setup: Setup, secret: Secret) -> str:
        card = card_name(words, secret.at) if secret.at else ""
        return words.say("belief", secret.kind, names=setup.names, owners=secret.owners, card=card)


def _played(seat: int, card: int | str, at: int) -> Secret:
    works = card == "PW" or int(card) >= FIRST_WORKS
    return Secret("played", (seat,), "PW" if works else str(card), at)
