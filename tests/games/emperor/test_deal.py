"""The deal: what lies on the table at 5, 6 and 7 seats, and that places mean nothing."""

from collections import Counter

import pytest

from intrigue.games.emperor.rules.position import Emperor
from intrigue.games.emperor.rules.state import side_of
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import find_game

GAME = find_game("emperor")


def deal(seats: int, seed: int) -> Emperor:
    setup = GAME.setup([f"P{i}" for i in range(seats)])
    position = GAME.start(setup, Fast(seed))
    assert isinstance(position, Emperor)
    return position


@pytest.mark.parametrize(
    ("seats", "faces", "sides"),
    [
        (5, {"L": 7, "R": 7, "E": 1}, {"loyalist": 2, "rebel": 2, "emperor": 1}),
        (6, {"L": 8, "R": 9, "E": 1}, {"loyalist": 2, "rebel": 3, "emperor": 1}),
        (7, {"L": 10, "R": 10, "E": 1}, {"loyalist": 3, "rebel": 3, "emperor": 1}),
    ],
)
def test_em_2_to_6_cards_and_sides(
    seats: int, faces: dict[str, int], sides: dict[str, int]
) -> None:
    for seed in range(100):
        position = deal(seats, seed)
        assert Counter("LRE"[face] for face in position.faces) == faces
        names = ("loyalist", "rebel", "emperor")
        assert Counter(names[side_of(position, v)] for v in range(seats)) == sides


def test_em_11_and_12_the_deck() -> None:
    position = deal(5, 1)
    assert list(position.deck) == [8, 5, 4, 3, 2, 1, 2, 2, 1, 1, 1, 1]
    assert sum(position.hands) == 0
    assert len(position.pile) == 0


def test_em_7_and_8_the_odd_card_lies_anywhere() -> None:
    """In 3,000 deals each place has it in 33.3 % ± 3, and only E lies face up."""
    places: Counter[int] = Counter()
    crowns: Counter[int] = Counter()
    emperors: Counter[int] = Counter()
    for seed in range(3000):
        position = deal(5, seed)
        assert position.up == 1 << list(position.faces).index(2)
        crowns[list(position.faces).index(2) % 3] += 1
        emperors[position.emperor] += 1
        for seat in range(5):
            three = list(position.faces)[3 * seat : 3 * seat + 3]
            if seat != position.emperor:
                places[next(i for i in range(3) if three.count(three[i]) == 1)] += 1
    for count in places.values():
        assert abs(count / 12000 - 1 / 3) < 0.03
    for count in crowns.values():
        assert abs(count / 3000 - 1 / 3) < 0.03
    for count in emperors.values():
        assert abs(count / 3000 - 1 / 5) < 0.03


def test_em_10_every_ring_begins_with_the_emperor_and_is_shuffled() -> None:
    seconds: Counter[int] = Counter()
    for seed in range(600):
        position = deal(6, seed)
        ring = list(position.ring)
        assert ring[0] == position.emperor
        assert sorted(ring) == list(range(6))
        seconds[(ring[1] - ring[0]) % 6] += 1
    assert set(seconds) == {1, 2, 3, 4, 5}
    assert all(abs(count / 600 - 1 / 5) < 0.06 for count in seconds.values())
