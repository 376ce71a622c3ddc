"""Sampled worlds respect everything a seat has seen: its own card, claims, clears, wiretaps, cards
shown, looked at and buried."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from intrigue.games.accusation.memory import PW, remember
from intrigue.games.accusation.rules.cards import WORKS
from intrigue.games.accusation.rules.seats import is_active
from intrigue.games.accusation.rules.trackers import initiator_of
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
