"""What a seat imagines never contradicts what it has seen: folded anew from the events alone."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from intrigue.games.complot.rules.position import Complot
from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Setup, find_game

GAME = find_game("complot")
WORLDS = 5_000 if compiled() else 300  # with each deck


class Facts:
    """What one viewer knows of both players' cards after each event, by the rulebook."""

    def __init__(self, setup: Setup, start: Complot) -> None:
        deck = GAME.deck(setup)  # type: ignore[attr-defined]
        starters = {card.id: int(deck.starters[card.face]) for card in deck.cards}
        self.held = [+Counter(starters), +Counter(starters)]  # deck and hand
        self.sure: list[Counter[str]] = [Counter(), Counter()]  # certainly in hand
        self.discard: list[Counter[str]] = [Counter(), Counter()]
        self.front: list[Counter[str]] = [Counter(), Counter()]
        self.top: list[list[str]] = [[], []]
        self.hand = [int(side.hand_n) for side in start.sides]
        self.waiting: Counter[str] = Counter()

    def leave_hand(self, seat: int, card: str) -> None:
        self.hand[seat] -= 1
        self.held[seat][card] -= 1
        self.sure[seat] -= Counter([card])

    def hear(self, kind: str, data: dict[str, object]) -> None:
        seat = int(str(data.get("seat", 0)))
        card = str(data.get("card", ""))
        match kind:
            case "played" if self.waiting[card]:
                self.waiting[card] -= 1
                self.front[seat][card] += 1
            case "played":
                self.leave_hand(seat, card)
                self.front[seat][card] += 1
            case "stammered":
                self.leave_hand(seat, card)
                self.discard[seat][card] += 1
            case "eliminated_hand":
                self.leave_hand(seat, card)
            case "eliminated_discard":
                self.discard[seat][card] -= 1
            case "eliminated_front" | "disposed":
                self.front[seat][card] -= 1
            case "destroyed" | "discredited":
                self.front[seat][card] -= 1
                self.discard[seat][card] += 1
            case "bought":
                self.discard[seat][card] += 1
            case "bought_top":
                self.top[seat].append(card)
            case "drew_top":
                assert self.top[seat].pop() == card
                self.held[seat][card] += 1
                self.sure[seat][card] += 1
                self.hand[seat] += 1
            case "drew" | "drew_hidden":
                drawn = data.get("cards", data.get("count"))
                self.hand[seat] += drawn if isinstance(drawn, int) else len(list(drawn))  # type: ignore[call-overload]
            case "storm":
                cards: list[str] = data["cards"]  # type: ignore[assignment]
                self.waiting += Counter(cards)  # a storm may come in another
                self.sure[seat] -= Counter(cards)  # in no hand, though drawn before a shuffle
                for drawn_card in cards:
                    if self.top[seat] and self.top[seat][-1] == drawn_card:
                        self.top[seat].pop()
                    else:
                        self.held[seat][drawn_card] -= 1
            case "reshuffled":
                self.sure[seat] = +self.held[seat]  # nothing else is left to be in the hand
                self.held[seat] += self.discard[seat]
                self.discard[seat] = Counter()
            case "turn_ended":
                for lying in data["played"]:  # type: ignore[attr-defined]
                    self.front[seat][lying] -= 1
                    self.discard[seat][lying] += 1
                for unplayed in data["unplayed"]:  # type: ignore[attr-defined]
                    self.leave_hand(seat, unplayed)
                    self.discard[seat][unplayed] += 1

    def demand(self, world: Complot, setup: Setup) -> None:
        """That a world agrees with all of it."""
        deck = GAME.deck(setup)  # type: ignore[attr-defined]
        names = [card.id for card in deck.cards]
        for seat, side in enumerate(world.sides):
            hand = Counter({names[face]: int(n) for face, n in enumerate(side.hand)})
            piled = Counter({names[face]: int(n) for face, n in enumerate(side.deck)})
            assert hand.total() == self.hand[seat]
            assert +(hand + piled) == +self.held[seat]
            assert +self.sure[seat] <= hand
            assert Counter(names[face] for face in side.discard) == +self.discard[seat]
            assert [names[face] for face in side.top] == self.top[seat]
            if seat != world.active:  # whose turn it is has slots of cards that are gone, too
                assert Counter(names[face] for face in side.front) == +self.front[seat]


def late_moments(setup: Setup, viewer: int, seed: int) -> Iterator[tuple[Complot, Facts]]:
    """A match of quick players who now and then do anything; what the viewer knows on the way."""
    rng, chance = Random(seed), Fast(seed)
    match = GAME.start(setup, chance)
    assert isinstance(match, Complot)
    facts = Facts(setup, match)
    while not match.over:
        seat = match.next()
        act = match.lean(seat, chance) if rng.random() < 0.8 else rng.choice(match.options(seat))
        for event in match.play(seat, act, chance):
            told = event.seen_by(viewer)
            if told is not None:
                facts.hear(told.kind, told.data)
        if not match.over and min(side.turns for side in match.sides) >= 3:
            yield match, facts


def check_worlds(deck: str, worlds: int, batch: int = 6) -> None:
    """So many worlds at moments after the third turn, none of them against what was seen."""
    setup = GAME.setup(["A", "B"], {"deck": deck})
    made, seed = 0, 0
    while made < worlds:
        seed += 1
        viewer = seed % 3 - 1
        for match, facts in late_moments(setup, viewer, seed):
            view = match.view(viewer)
            for world in GAME.imagine(setup, view, (), Random(made), batch):
                assert isinstance(world, Complot)
                facts.demand(world, setup)
                made += 1


@pytest.mark.parametrize("deck", ["grand", "author"])
def test_no_imagined_world_contradicts_what_a_seat_has_seen(deck: str) -> None:
    check_worlds(deck, WORLDS)


def test_imagined_hands_differ_where_nobody_knows_them() -> None:
    setup = GAME.setup(["A", "B"])
    match, _ = next(late_moments(setup, 0, 5))
    worlds = GAME.imagine(setup, match.view(0), (), Random(1), 30)
    hands = {tuple(world.sides[1].hand) for world in worlds if isinstance(world, Complot)}
    assert len(hands) > 5
