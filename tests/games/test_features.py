"""Views and acts as numbers: what programs that learn rely on."""

from typing import Any

import pytest

from intrigue.kernel.chance import Fast
from intrigue.kernel.game import find_game
from intrigue.kernel.text import BadInput
from tests.toys import TOYS


def test_truce_tells_seats_from_the_viewers_place() -> None:
    game = find_game("truce")
    setup = game.setup(["Ada", "Bob", "Cyd"])
    features = game.features(setup)
    given = {
        "round": 2,
        "supply": {"Ada": 5, "Bob": 0, "Cyd": 2},
        "past": [{"Ada": "attack Cyd", "Bob": "loot", "Cyd": "support Bob (invalid)"}],
        "orders": {"Bob": "support Ada"},
    }
    position = game.load(setup, given, Fast(0))
    ada, bob, _ = (features.named(features.read(position.view(seat))) for seat in range(3))
    assert ada["supply"] == [5, 0, 2]
    assert bob["supply"] == [0, 2, 5]
    labels = ["none", *features.labels[:3], *("attack +" + d for d in "012"),
              *("support +" + d for d in "012")]  # fmt: skip
    told = [labels[number] for number in (*bob["orders -1"], *bob["order"], *ada["order"])]
    assert told == ["loot", "pass", "attack +1", "support +2", "none"]
    assert bob["orders -2"] == [0, 0, 0]


def test_an_act_of_the_table_is_the_same_for_every_seat() -> None:
    game = find_game("truce")
    setup = game.setup(["Ada", "Bob", "Cyd"])
    features, position = game.features(setup), game.start(setup, Fast(0))
    index = features.labels.index("attack +1")
    acts = [features.act(position.view(seat), index) for seat in range(3)]
    assert [game.spell(setup, act) for act in acts] == ["attack Bob", "attack Cyd", "attack Ada"]


def test_a_game_without_numbers_says_so() -> None:
    game = TOYS["cards"]
    with pytest.raises(BadInput, match="Toy does not show itself in numbers"):
        game.features(game.setup(["Ada", "Bob", "Cyd"]))


def test_complot_leaves_out_hits_that_nobody_survives_anyway() -> None:
    game = find_game("complot")
    setup = game.setup(["Ada", "Bob"])
    position = game.load(setup, {"assertion": 60, "active": "Ada"}, Fast(0))
    features, options = game.features(setup), position.options(0)
    left_out = [act for act in options if features.index(position.view(0), act) < 0]
    assert [game.spell(setup, act) for act in left_out] == [f"hit {n}" for n in range(51, 61)]


def test_emperor_lists_what_is_kept_and_condemns_by_their_place() -> None:
    game = find_game("emperor")
    setup = game.setup(["Ada", "Bob", "Cyd", "Dee", "Eve"], {"seating": "lobby"})
    labels = game.features(setup).labels
    assert "keep condemn steal" in labels
    assert "clearance c0" in labels
    assert not any(label.startswith("discard") for label in labels)


def test_jaccuse_chooses_cards_by_their_place_in_the_hand() -> None:
    game = find_game("jaccuse")
    setup = game.setup(["Ada", "Bob", "Cyd", "Dee", "Eve"])
    features, position = game.features(setup), game.start(setup, Fast(1))
    view: Any = position.view(2)
    act = features.act(view, features.labels.index("membership #3"))
    assert game.spell(setup, act) == f"membership {view.hand[2]}"
