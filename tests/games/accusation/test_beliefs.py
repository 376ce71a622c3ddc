"""Sampled worlds respect everything a seat has seen: its own card, claims, clears, wiretaps, cards
shown, looked at and buried."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from intrigue.games.accusation.memory import PW, remember
from intrigue.games.accusation.rules.cards import EVENTS, WORKS, cards_of
from intrigue.games.accusation.rules.seats import is_active
from intrigue.games.accusation.rules.trackers import initiator_of
from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Seen, find_game

GAME = find_game("accusation")


def name_of(card: int) -> int | str:
    return PW if card >= WORKS else card


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_worlds_agree_with_what_was_seen(seats: int) -> None:
    setup = GAME.setup([f"P{i}" for i in range(seats)], {"round_cap": 10, "income": 2})
    kinds: Counter[str] = Counter()
    for seed in range(4):
        rng, chance = Random(seed), Fast(seed)
        match: Any = GAME.start(setup, chance)
        seen: list[list[Seen]] = [[] for _ in range(seats)]
        while not match.over:
            viewer = rng.randrange(seats)
            if rng.random() < 0.2 and is_active(match, viewer):
                _check(setup, match, viewer, seen[viewer], rng, kinds)
            seat = match.next()
            for event in match.play(seat, rng.choice(match.options(seat)), chance):
                for listener in range(seats):
                    heard = event.seen_by(listener)
                    if heard is not None:
                        seen[listener].append(Seen(heard.kind, heard.data))
    assert kinds["cleared"]
    assert kinds["in_hand"]
    assert kinds["not_played"]


def _check(
    setup: Any, match: Any, viewer: int, seen: list[Seen], rng: Random, kinds: Counter[str]
) -> None:
    world: Any = GAME.worlds(setup, match.view(viewer), seen, rng)
    memory = remember(setup, viewer, seen)
    assert world.tracker[viewer] == match.tracker[viewer]
    assert world.hand[viewer] == match.hand[viewer]
    for seat, card in memory.tapped.items():
        if is_active(match, seat):
            kinds["tapped"] += 1
            assert name_of(world.tracker[seat]) == card
    for card, seat in memory.cleared:
        kinds["cleared"] += 1
        assert world.tracker[seat] != card
    for seat in range(match.seats):
        assert bool(world.tracker[seat]) == bool(match.tracker[seat])
        if match.known[seat]:
            assert name_of(world.tracker[seat]) == name_of(match.known[seat])
        for card in memory.not_played[seat]:
            kinds["not_played"] += 1
            assert world.tracker[seat] != card
        for card in memory.in_hand[seat]:
            kinds["in_hand"] += 1
            assert match.hand[seat] >> card & 1, "what is remembered is true"
            assert world.hand[seat] >> card & 1


def test_a_tapped_tracker_is_believed() -> None:
    """Also one that is not revealed yet."""
    setup = GAME.setup(["A", "B", "C"])
    given = {
        "phase": "plan",
        "round": 5,
        "trackers": {"A": 9, "B": 2, "C": 7},
        "pile": [30],
        "tokens": {"A": {"I": 2, "R": 1}},
    }
    match = GAME.load(setup, given, Fast(1))
    heard = [
        event.seen_by(0) for event in match.play(0, GAME.parse(setup, "use wiretap B"), Fast(1))
    ]
    seen = [Seen(event.kind, event.data) for event in heard if event is not None]
    for seed in range(50):
        world: Any = GAME.worlds(setup, match.view(0), seen, Random(seed))
        assert world.tracker[1] == 2


def test_an_author_is_as_likely_as_the_slots_say() -> None:
    """Nobody knows anything: the author of a revealed card is one of the other player and the
    World Deck, with the same chance."""
    setup = GAME.setup(["A", "B"])
    given = {
        "phase": "reveal",
        "round": 5,
        "trackers": {"A": 9, "B": 2},
        "event": {"card": 2},
        "pile": [30],
        "tokens": {"A": {"R": 1}},
    }
    match = GAME.load(setup, given, Fast(1))
    view = match.view(0)
    guilty = 0
    for seed in range(400):
        world: Any = GAME.worlds(setup, view, [], Random(seed))
        guilty += int(initiator_of(world, 2) == 1)
    assert 150 < guilty < 250


class Facts:
    """Where Events are, as far as one viewer can know it, by the rulebook."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.card = 0
        self.hand: dict[int, int] = {}  # an Event, and whose hand it is certainly in
        self.pile: set[int] = set()  # added to it this round, and not revealed yet
        self.revealed: list[int | str] = []
        self.discard: set[int] = set()
        self.played: dict[int, int | str] = {}  # a seat, and what its Tracker says
        self.not_played: set[tuple[int, int]] = set()  # seats and Events
        self.selected = False

    def hear(self, kind: str, data: dict[str, Any]) -> None:
        match kind:
            case "drew_card":
                self.hand[data["card"]] = self.viewer
            case "selected_card":
                self._leaves_hand(data["card"])
                self.played[self.viewer] = data["card"] if data["card"] < WORKS else PW
                self._into_pile(data["card"])
            case "selected":
                self.selected = True
                self._forget_hands()
            case "revealed":
                self.card = data["card"]
                self.pile.discard(self.card)
                self._leaves_hand(self.card)
                self.revealed.append(self.card)
            case "revealed_works":
                self.revealed.append(PW)
            case "tapped_card":
                self.played[data["target"]] = data["card"]
                self._into_pile(data["card"])
            case "claimed" | "admitted" | "claimed_success":
                self.played[data["who"]] = self.card
            case "not_me":
                self.not_played.add((data["who"], self.card))
            case "looked_cards":
                for card in data["cards"]:
                    self._into_pile(card)
            case "shown_card" if data["target"] != self.viewer and data["card"] != PW:
                self.hand[data["card"]] = data["target"]
                if self.selected:
                    self.not_played.add((data["target"], data["card"]))
            case "discarded_card":
                self._leaves_hand(data["card"])
                self.discard.add(data["card"])
            case "discarded":
                self._forget_hands(data["who"])
            case "removed":
                self._removed(data["who"])
            case "reshuffled":
                self.discard.clear()
            case "cleanup":
                self.discard |= self.pile | {c for c in self.revealed if isinstance(c, int)}
                self.pile, self.revealed, self.played = set(), [], {}
                self.not_played, self.selected, self.card = set(), False, 0

    def _into_pile(self, card: int | str) -> None:
        if isinstance(card, int) and card <= EVENTS and card not in self.revealed:
            self.pile.add(card)

    def _leaves_hand(self, card: int) -> None:
        self.hand.pop(card, None)

    def _forget_hands(self, whose: int | None = None) -> None:
        """Of others: one of the cards has gone, nobody says which."""
        self.hand = {
            card: seat
            for card, seat in self.hand.items()
            if seat == self.viewer or whose not in (None, seat)
        }

    def _removed(self, seat: int) -> None:
        """AC-124: what its hand held goes to the discard; its cards in the pile stay there."""
        self.discard |= {card for card, whose in self.hand.items() if whose == seat}
        self.hand = {card: whose for card, whose in self.hand.items() if whose != seat}
        self.played.pop(seat, None)
        self.not_played = {(who, card) for who, card in self.not_played if who != seat}

    def demand(self, world: Any) -> None:
        """That a world agrees with all of it."""
        for card, seat in self.hand.items():
            assert world.hand[seat] >> card & 1, (card, "is in that hand")
        buried = {int(card) for card in world.buried}
        for card in self.pile:
            assert world.pile >> card & 1 or card in buried, (card, "is in the pile")
        for card in self.discard:
            assert world.discard >> card & 1, (card, "is in the discard")
        assert [name_of(card) for card in world.revealed] == self.revealed
        for seat, played in self.played.items():
            assert name_of(world.tracker[seat]) == played
        for seat, card in self.not_played:
            assert world.tracker[seat] != card
        places = [world.deck, world.discard, world.pile, *world.hand]
        everywhere = sorted(card for place in places for card in cards_of(place) if card <= EVENTS)
        lying = [card for card in (*world.revealed, *world.buried) if card <= EVENTS]
        assert sorted(everywhere + [int(card) for card in lying]) == list(range(1, EVENTS + 1))


def late_moments(setup: Any, viewer: int, seed: int) -> Iterator[tuple[Any, list[Seen], Facts]]:
    """A match of quick players who now and then do anything, from its third round on: what the
    viewer has seen by then, and what it knows by that."""
    rng, chance = Random(seed), Fast(seed)
    match: Any = GAME.start(setup, chance)
    seen, facts = list[Seen](), Facts(viewer)
    if viewer >= 0:
        facts.hand = dict.fromkeys(cards_of(match.hand[viewer]), viewer)
    while not match.over:
        seat = match.next()
        act = match.lean(seat, chance) if rng.random() < 0.7 else rng.choice(match.options(seat))
        for event in match.play(seat, act, chance):
            heard = event.seen_by(viewer)
            if heard is not None:
                seen.append(Seen(heard.kind, heard.data))
                facts.hear(heard.kind, heard.data)
        if match.round >= 3 and not match.over and rng.random() < 0.03:
            yield match, seen, facts


WORLDS = 10_000 if compiled() else 300


def test_no_imagined_world_contradicts_what_a_seat_has_seen() -> None:
    """Late in matches of two to five, whoever looks: each Event is where the replayed events say
    that it must be, and the viewer sees what it sees."""
    made, seed, batch = 0, 0, 8
    while made < WORLDS or seed < 12:
        seed += 1
        seats = 2 + seed % 4
        viewer = seed % (seats + 1) - 1
        setup = GAME.setup([f"P{i}" for i in range(seats)], {"income": 2})
        for match, seen, facts in late_moments(setup, viewer, seed):
            view = match.view(viewer)
            for world in GAME.imagine(setup, view, seen, Random(made), batch):
                facts.demand(world)
                assert world.view(viewer) == view
                made += 1
