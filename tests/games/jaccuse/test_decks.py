"""JA-2…JA-8: the decks of every table, counted."""

from collections import Counter

import pytest

from intrigue.games.jaccuse.notation import read_face
from intrigue.games.jaccuse.rules.cards import (
    COLOURS,
    RANKS,
    colour_of,
    dealt,
    deck_of,
    face_text,
    network_deck,
    rank_of,
)
from intrigue.kernel.chance import Fast
from tests.games.jaccuse.match import GAME, table

# players: size, red, black, neutral, dealt, left over, cards in hands after memberships
GUIDE = {
    5: (36, 18, 18, 0, 7, 1, 30),
    6: (36, 18, 18, 0, 6, 0, 30),
    7: (42, 21, 21, 0, 6, 0, 35),
    8: (48, 24, 24, 0, 6, 0, 40),
    9: (54, 27, 27, 0, 6, 0, 45),
    10: (50, 25, 25, 0, 5, 0, 40),
    11: (55, 27, 27, 1, 5, 0, 44),
    12: (60, 30, 30, 0, 5, 0, 48),
    13: (66, 33, 33, 0, 5, 1, 52),
    14: (70, 35, 35, 0, 5, 0, 56),
}


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("seats", GUIDE)
def test_the_deck_is_the_guides(seats: int, plain: bool) -> None:
    size, red, black, neutral, each, left, in_hands = GUIDE[seats]
    deck = list(deck_of(seats, plain))
    colours: Counter[int] = Counter()
    ranks: Counter[tuple[int, int]] = Counter()
    for face, n in enumerate(deck):
        colours[int(colour_of(face))] += n
        ranks[int(rank_of(face)), int(colour_of(face))] += n
    assert sum(deck) == size
    assert [colours[c] for c in range(3)] == [red, black, neutral]
    assert dealt(seats) == each
    assert size - seats * each == left
    assert seats * (each - 1) == in_hands
    for rank in range(len(RANKS)):
        assert ranks[rank, 0] == ranks[rank, 1], f"rank {RANKS[rank]} has as many red as black"


def test_special_decks() -> None:
    def copies(seats: int, card: str) -> int:
        deck = deck_of(seats, False)
        face = read_face(card, False)
        return int(deck[face]) if face < len(deck) else 0

    assert [seats for seats in GUIDE if copies(seats, "JkN")] == [11]
    assert [copies(12, card) for card in ("JkR", "JkB", "2♥", "8♠", "9♥")] == [2, 2, 2, 2, 0]
    assert [copies(14, card) for card in ("10♥", "10♦", "10♣", "10♠")] == [1, 1, 1, 1]
    assert [copies(14, card) for card in ("JkR", "JkB", "9♥", "J♥")] == [1, 1, 2, 0]
    assert [copies(10, card) for card in ("A♥", "JkR", "K♠")] == [0, 1, 1]
    assert [copies(5, card) for card in ("A♥", "2♥", "10♠", "J♥")] == [0, 1, 1, 0]


@pytest.mark.parametrize("seats", GUIDE)
def test_networks_are_half_red_half_black(seats: int) -> None:
    """JA-7, JA-8: rounded up, and one is left in the box for odd tables."""
    half = (seats + 1) // 2
    assert list(network_deck(seats)) == [half, half]
    seen: Counter[int] = Counter()
    for seed in range(40):
        network = list(GAME.start(table(seats), Fast(seed)).network)
        seen[network.count(0)] += 1
    expected = {half} if seats % 2 == 0 else {half, half - 1}
    assert set(seen) == expected


def test_every_face_reads_back() -> None:
    for seats in GUIDE:
        for plain in (False, True):
            for face, n in enumerate(deck_of(seats, plain)):
                if n:
                    text = face_text(face, plain)
                    assert read_face(text, plain) == face
                    assert read_face(text.lower(), plain) == face
    assert read_face("10h", False) == read_face("10♥", False)
    assert read_face("7R", False) == -1
    assert read_face("7♥", True) == -1
    assert COLOURS == ("R", "B", "N")
