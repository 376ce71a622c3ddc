"""Invariants of Complot in random play, for both decks and every option."""

from random import Random

import pytest

from intrigue.games.complot.beliefs import cards_of, everything
from intrigue.games.complot.game import ComplotGame
from intrigue.games.complot.rules.acts import HIT, PICK_FRONT, kind_of
from intrigue.games.complot.rules.front import GONE, has
from intrigue.games.complot.rules.position import Complot
from intrigue.games.complot.rules.state import MAIN
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Setup

GAME = ComplotGame()
TABLES: list[dict[str, object]] = [
    {},
    {"deck": "author"},
    {"turn_mode": "phased", "stammer_cap": 5},
    {"sources_once": True, "first_draw": 5},
    {"deck": "author", "sources_once": True, "turn_mode": "phased"},
]


def matches(options: dict[str, object], count: int = 6) -> list[tuple[Setup, Complot, Random]]:
    setup = GAME.setup(["P", "Q"], {"turn_cap": 25, **options})
    return [(setup, GAME.start(setup, Fast(seed)), Random(seed)) for seed in range(count)]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_invariants_hold_in_random_play(options: dict[str, object]) -> None:
    for setup, match, rng in matches(options):
        chance = Fast(rng.getrandbits(30))
        acts = 0
        while not match.over:
            seat, before = int(match.next()), match.copy()
            turn = (seat, before.sides[seat].turns)
            act = rng.choice(match.options(seat))
            match.play(seat, act, chance)
            acts = acts + 1 if (match.active, match.sides[match.active].turns) == turn else 0
            assert acts < 200  # a turn ends
            always(setup, match)
            step(before, match, seat, act)


def always(setup: Setup, match: Complot) -> None:
    assert cards_of(match) == everything(match.deck)  # none is lost, none appears
    assert match.a >= 0
    assert match.r >= 0
    for side in match.sides:
        assert 0 <= side.stammer <= match.terms.stammer_cap
        assert 0 <= side.wit <= 50
        assert side.hand_n == sum(side.hand)
        assert side.deck_n == sum(side.deck)
        assert all(known <= held for known, held in zip(side.known, side.hand, strict=True))
    if sum(match.market) > 0:
        assert all(face >= 0 for face in match.row)  # CO-12: gaps are filled
    quiet = match.sides[1 - match.active]
    assert all(match.deck.cards[face].source for face in quiet.front)  # claims stay for a turn
    if not match.over:
        assert match.asked() == [match.active]
        kinds = {int(kind_of(act)) for act in match.options(match.active)}
        if match.asking == MAIN:
            assert 0 in kinds  # `end` is always possible
            late = match.terms.phased and match.step == 2
            assert (HIT in kinds) == (len(quiet.front) == 0 and match.a > 0 and not late)


def step(before: Complot, after: Complot, seat: int, act: int) -> None:
    assert after.students <= before.students
    assert all(new >= old for old, new in zip(before.gone, after.gone, strict=True))
    for old, new in zip(before.sides, after.sides, strict=True):
        assert new.wit <= old.wit  # nothing heals
    if after.active != before.active or after.sides[seat].turns != before.sides[seat].turns:
        side = after.sides[seat]
        owned = side.hand_n + side.deck_n + len(side.top) + len(side.discard)
        assert side.hand_n == min(5, owned)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_damage_adds_up(options: dict[str, object]) -> None:
    """What was hit is what is missing, up to the last blow."""
    for _, match, rng in matches(options, 4):
        chance = Fast(rng.getrandbits(30))
        lost = [0, 0]
        while not match.over:
            seat = int(match.next())
            before = [int(side.wit) for side in match.sides]
            for event in match.play(seat, rng.choice(match.options(seat)), chance):
                if event.kind == "hit":
                    foe, n = event.data["seat"], event.data["n"]
                    assert isinstance(foe, int)
                    assert isinstance(n, int)
                    lost[foe] += min(n, before[foe])
        assert [50 - n for n in lost] == [side.wit for side in match.sides]


@pytest.mark.parametrize(
    "hand",
    [
        ["PL1", "PL1", "AV1", "TW1", "NE3"],
        ["NE1", "NE2", "NE8", "TW2", "ST2"],
        ["AV4", "AV6", "AV7", "TW10", "L1"],
        ["PL3", "PL8", "AV5", "TW7", "NE7"],
    ],
    ids=" ".join,
)
def test_the_order_of_play_does_not_matter(hand: list[str]) -> None:
    """For cards that neither count, draw nor ask."""
    setup = GAME.setup(["P", "Q"])
    results = set()
    for seed in range(20):
        match = GAME.load(setup, {"hand": {"P": hand, "Q": []}}, Fast(1))
        order = list(hand)
        Random(seed).shuffle(order)
        for card in order:
            match.play(0, GAME.parse(setup, f"play {card}"), Fast(1))
        results.add((match.a, match.r, match.pages, match.sides[1].stammer))
    assert len(results) == 1


def test_each_clause_applies_once_a_turn() -> None:
    setup = GAME.setup(["P", "Q"])
    match = GAME.load(setup, {"hand": {"P": ["PL1", "PL1", "PL1", "TW1", "TW1"]}}, Fast(1))
    events = match.play(0, GAME.parse(setup, "play all"), Fast(1))
    assert [event.kind for event in events].count("rallied") == 3


def test_a_gone_card_cannot_be_chosen_again() -> None:
    setup = GAME.setup(["P", "Q"], {"deck": "author"})
    match = GAME.load(setup, {"hand": {"P": ["XT3", "XT3", "ST1"]}}, Fast(1))
    for act in ("play ST1", "play XT3", "pick front ST1", "play XT3"):
        match.play(0, GAME.parse(setup, act), Fast(1))
    assert has(match, 0, GONE)
    picks = [act for act in match.options(0) if kind_of(act) == PICK_FRONT]
    assert [GAME.spell(setup, act) for act in picks] == ["pick front XT3", "pick front XT3 2"]
