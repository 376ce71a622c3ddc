"""What a seat's own events tell beyond its view: Trackers tapped, cards shown, looked at or buried,
own discards, who can hold Public Works at all. Beliefs and the bot read it."""

from collections.abc import Sequence
from typing import Any

from intrigue.kernel.game import Seen, Setup

from .rules.cards import EVENTS
from .view import Card

PW = "PW"


class Memory:
    """What a seat knows from its events; everything here is certain while it stands here."""

    def __init__(self, seats: int, seat: int) -> None:
        self.seat = seat
        self.card = 0  # the Event under way
        self.tapped: dict[int, Card] = {}  # Trackers of this round
        self.in_hand: list[set[int]] = [set() for _ in range(seats)]  # Events certainly held
        self.not_played: list[set[int]] = [set() for _ in range(seats)]  # seen after the selection
        self.selected = False
        self.cleared: set[tuple[int, int]] = set()  # (card, seat)
        self.works = [0] * seats  # Public Works a seat can have at most
        self.piled: set[int] = set()  # Events known to have come into this round's pile
        self.thrown: set[int] = set()  # and those that went face down to the discard, still there
        self.spent: set[int] = set()
        self.revealed: list[Card] = []
        self.looked: set[int] = set()  # Events seen in the pile
        self.burials: list[Card | None] = []
        self.unclaimed: list[int] = []  # Events of this round, once for every such part

    def hear(self, event: Seen) -> None:
        handler = getattr(self, "_" + event.kind, None)
        if handler is not None:
            handler(event.data)

    def _revealed(self, data: dict[str, Any]) -> None:
        self.card = data["card"]
        self.revealed.append(self.card)
        for held in self.in_hand:
            held.discard(self.card)

    def _revealed_works(self, data: dict[str, Any]) -> None:
        self.revealed.append(PW)

    def _not_me(self, data: dict[str, Any]) -> None:
        self.cleared.add((self.card, data["who"]))

    def _unclaimed(self, data: dict[str, Any]) -> None:
        self.unclaimed.append(data["card"])

    def _tapped_card(self, data: dict[str, Any]) -> None:
        self.tapped[data["target"]] = data["card"]
        self._into_pile(data["card"])

    def _shown_card(self, data: dict[str, Any]) -> None:
        target, card = data["target"], data["card"]
        if target != self.seat and card != PW:
            self.in_hand[target].add(card)
            if self.selected:
                self.not_played[target].add(card)

    def _looked_cards(self, data: dict[str, Any]) -> None:
        self.looked.update(card for card in data["cards"] if card != PW)
        for card in data["cards"]:
            self._into_pile(card)

    def _into_pile(self, card: Card) -> None:
        if isinstance(card, int) and card <= EVENTS:
            self.piled.add(card)

    def _buried_card(self, data: dict[str, Any]) -> None:
        self.burials.append(data["card"])

    def _buried(self, data: dict[str, Any]) -> None:
        self.burials.append(None)

    def _selected(self, data: dict[str, Any]) -> None:
        self.selected = True
        for held in self.in_hand:
            held.clear()  # played, perhaps

    def _selected_card(self, data: dict[str, Any]) -> None:
        self._into_pile(data["card"])

    def _discarded(self, data: dict[str, Any]) -> None:
        self.in_hand[data["who"]].clear()

    def _discarded_card(self, data: dict[str, Any]) -> None:
        self.thrown.add(data["card"])

    def _took_works(self, data: dict[str, Any]) -> None:
        self.works[data["who"]] += 1

    def _took_works_card(self, data: dict[str, Any]) -> None:
        self.works[self.seat] += 1

    def _gave_works(self, data: dict[str, Any]) -> None:
        self.works[data["who"]] -= 1

    def _removed(self, data: dict[str, Any]) -> None:
        who = data["who"]
        self.works[who] = 0
        self.in_hand[who].clear()
        self.tapped.pop(who, None)

    def _reshuffled(self, data: dict[str, Any]) -> None:
        self.thrown.clear()
        self.spent.clear()

    def _cleanup(self, data: dict[str, Any]) -> None:
        self.spent.update(card for card in self.revealed if isinstance(card, int))
        self.thrown |= self.piled  # AC-53, AC-55: also what was not revealed
        self.piled = set()
        self.revealed = []
        self.burials = []
        self.unclaimed = []
        self.tapped = {}
        self.looked = set()
        self.cleared = set()
        self.selected = False
        self.card = 0
        for seen in self.not_played:
            seen.clear()


def remember(setup: Setup, seat: int, seen: Sequence[Seen]) -> Memory:
    memory = Memory(setup.seats, seat)
    for event in seen:
        memory.hear(event)
    return memory
