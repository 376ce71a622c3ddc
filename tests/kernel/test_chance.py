"""Chance: fair, repeatable, and the same whoever recomputes it."""

from collections import Counter
from hashlib import blake2b
from random import Random

import pytest

from intrigue.kernel.chance import Chance, Fast, Seeded, Told, bit, commitment
from intrigue.kernel.masks import lowest, nth, size
from intrigue.kernel.vecs import pack


@pytest.mark.parametrize("chance", [Fast(11), Seeded(b"k" * 32)], ids=["fast", "seeded"])
def test_faces_come_in_proportion_to_the_bag(chance: Fast) -> None:
    counts = Counter(int(chance.draw("bag", pack([1, 0, 3, 6]))) for _ in range(20_000))
    assert set(counts) == {0, 2, 3}
    # five standard deviations of a binomial with n = 20,000
    for face, share in ((0, 0.1), (2, 0.3), (3, 0.6)):
        spread = 5 * (20_000 * share * (1 - share)) ** 0.5
        assert abs(counts[face] - 20_000 * share) < spread


def test_drawing_takes_the_card_out() -> None:
    bag = pack([2, 1])
    drawn = [int(Fast(3).draw("bag", bag)) for _ in range(3)]
    assert sorted(drawn) == [0, 0, 1]
    assert list(bag) == [0, 0]


def test_a_pick_out_of_a_set_is_a_draw_out_of_its_bag() -> None:
    """For every answerer, so that no record depends on how rules keep their cards."""
    rng = Random(5)
    for seed in range(200):
        faces = rng.getrandbits(62) | 1
        bag = [faces >> face & 1 for face in range(62)]
        pairs: list[tuple[Chance, Chance]] = [
            (Fast(seed), Fast(seed)),
            (Seeded(b"s" * 32, seed), Seeded(b"s" * 32, seed)),
            (Told(Fast(seed)), Told(Fast(seed))),
        ]
        for one, two in pairs:
            assert one.pick("deck", faces) == two.draw("deck", pack(bag))


def test_sets_as_numbers() -> None:
    rng = Random(6)
    for _ in range(2_000):
        elements = sorted(rng.sample(range(62), rng.randint(1, 62)))
        mask = sum(1 << element for element in elements)
        assert size(mask) == len(elements)
        assert lowest(mask) == elements[0]
        k = rng.randrange(len(elements))
        assert nth(mask, k) == elements[k]
    assert size(0) == 0


def test_near_seeds_are_unrelated() -> None:
    firsts = Counter(int(Fast(seed).below(6)) for seed in range(6_000))
    assert all(abs(count - 1000) < 150 for count in firsts.values())
    pairs = Counter((int(a.below(3)), int(a.below(3))) for a in map(Fast, range(9_000)))
    assert len(pairs) == 9
    assert all(abs(count - 1000) < 160 for count in pairs.values())


def test_the_seed_alone_gives_every_draw_again() -> None:
    first = [int(Seeded(b"s" * 32, i).below(1000)) for i in range(50)]
    stream = Seeded(b"s" * 32)
    assert [int(stream.below(1000)) for _ in range(50)] == first
    for i, number in enumerate(first):  # the published scheme, written out once more
        block = blake2b(f"{i}.0".encode(), key=b"s" * 32, digest_size=8).digest()
        assert (int.from_bytes(block, "big") >> 2) % 1000 == number


def test_what_is_drawn_can_be_written_down() -> None:
    told = Told(Fast(1))
    told.draw("deck", pack([0, 1]))
    assert told.faces == [("deck", 1)]


def test_the_promise_of_a_seed_is_its_hash() -> None:
    assert commitment(b"a") != commitment(b"b")
    assert len(commitment(b"a")) == 64


def test_an_audience_is_right_for_every_seat() -> None:
    """Also compiled, where the shift of a constant is 32 bits wide."""
    assert [bit(seat) for seat in range(62)] == [2**seat for seat in range(62)]
