"""Influence cards of J'Accuse: faces, ranks, colours, and the deck of every table (JA-2…JA-7).

A face is rank * 4 + suit, so faces sort by rank. A set of cards is one number, so that a hand moves
without memory being asked for: six bits a card, the face plus one, lowest face first; there is room
for ten. Loops over a set shift it until nothing is left. It knows no players.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import Chance
from intrigue.kernel.vecs import total, zeros

RED: Final = 0
BLACK: Final = 1
NEUTRAL: Final = 2  # JA-4: only the third Joker
NO_COLOUR: Final = -1  # no policy yet, no winner
COLOURS: Final = ("R", "B", "N")

NO_CARD: Final = -1
RANKS: Final = ("Jk", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")  # JA-3
SUITS: Final = "♥♦♣♠"  # two red, two black
LETTERS: Final = "hdcs"
FACES: Final = 56  # the Jokers' rank uses three of its four
JOKER_RED: Final = 0
JOKER_NEUTRAL: Final = 1
JOKER_BLACK: Final = 2

LOWEST_TABLE: Final = 5  # JA-1
LARGEST_TABLE: Final = 14
LARGEST_SINGLE: Final = 11  # up to here the deck has no card twice

# JA-6, from 5 seats on: lowest and highest rank, packs, Jokers, cards dealt to each. With two
# packs a rank has eight cards. The tens at 14 seats stand apart: four of them beside two packs.
# Lists, because mypyc makes a whole new tuple to look up a number in one.
_LOW: Final = [2, 2, 1, 2, 1, 2, 1, 2, 2, 2]
_HIGH: Final = [10, 10, 10, 13, 13, 13, 13, 8, 9, 9]
_PACKS: Final = [1, 1, 1, 1, 1, 1, 1, 2, 2, 2]
_JOKERS: Final = [0, 0, 2, 0, 2, 2, 3, 4, 2, 2]
_DEALT: Final = [7, 6, 6, 6, 6, 5, 5, 5, 5, 5]


def rank_of(face: i64) -> i64:
    """JA-3: Joker lowest, then the ace, the king highest."""
    return face >> 2


def colour_of(face: i64) -> i64:
    """JA-2, JA-4: hearts and diamonds are red, clubs and spades black."""
    if face == JOKER_NEUTRAL:
        return NEUTRAL
    return (face >> 1) & 1


def with_card(cards: i64, face: i64) -> i64:
    """A set of cards with one more."""
    code: i64 = face + 1
    rest = cards
    place: i64 = 0
    while rest & 63 != 0 and rest & 63 <= code:
        rest = rest >> 6
        place += 6
    return cards ^ (rest << place) | code << place | rest << (place + 6)


def without_card(cards: i64, face: i64) -> i64:
    """A set of cards without one that it has."""
    code: i64 = face + 1
    rest = cards
    place: i64 = 0
    while rest & 63 != code:
        if rest == 0:
            raise ValueError(f"no such card: {face}")
        rest = rest >> 6
        place += 6
    return cards ^ (rest << place) | (rest >> 6) << place


def with_cards(cards: i64, more: i64) -> i64:
    """Two sets of cards together."""
    while more > 0:
        cards = with_card(cards, lowest(more))
        more = rest_of(more)
    return cards


def without_cards(cards: i64, some: i64) -> i64:
    """A set of cards without others that it has."""
    while some > 0:
        cards = without_card(cards, lowest(some))
        some = rest_of(some)
    return cards


def nth_card(cards: i64, k: i64) -> i64:
    """Card number `k` of a set, from the lowest; `NO_CARD` where there is none."""
    return ((cards >> (6 * k)) & 63) - 1


def lowest(cards: i64) -> i64:
    """The lowest card of a set; `NO_CARD` where it is empty."""
    return (cards & 63) - 1


def rest_of(cards: i64) -> i64:
    """A set of cards without its lowest."""
    return cards >> 6


def count_cards(cards: i64) -> i64:
    n: i64 = 0
    while cards > 0:
        n += 1
        cards = rest_of(cards)
    return n


def cards_of(cards: i64) -> list[int]:
    """The faces of a set of cards."""
    out: list[int] = []
    while cards > 0:
        out.append(lowest(cards))
        cards = rest_of(cards)
    return out


def pack_cards(faces: list[int]) -> i64:
    """A set of cards from its faces."""
    cards: i64 = 0
    for face in faces:
        cards = with_card(cards, face)
    return cards


def dealt(seats: i64) -> i64:
    """JA-6: how many cards each player is dealt, membership included (JA-A53)."""
    return _DEALT[seats - LOWEST_TABLE]


def deck_of(seats: i64, plain: bool) -> vec[i64]:
    """JA-6: the influence deck as counts by face. `plain` cards show no suit (JA-A33): all red
    cards of a rank have the face of its hearts, all black ones that of its clubs."""
    row = seats - LOWEST_TABLE
    high: i64 = _HIGH[row]
    bag = zeros((high + (2 if seats == 14 else 1)) * 4)
    low: i64 = _LOW[row]
    packs: i64 = _PACKS[row]
    for rank in range(low, high + 1):
        _add_rank(bag, rank, packs, plain)
    if seats == 14:
        _add_rank(bag, 10, 1, plain)
    jokers: i64 = _JOKERS[row]
    bag[JOKER_RED] = jokers // 2  # JA-4
    bag[JOKER_BLACK] = jokers // 2
    bag[JOKER_NEUTRAL] = jokers % 2  # the third of three
    return bag


def _add_rank(bag: vec[i64], rank: i64, packs: i64, plain: bool) -> None:
    """JA-5: as many red as black cards."""
    for suit in range(i64(4)):
        shown = suit & 2 if plain else suit
        bag[rank * 4 + shown] += packs


def network_deck(seats: i64) -> vec[i64]:
    """JA-7: as many red as black cards, half the players rounded up."""
    half = (seats + 1) // 2
    bag = zeros(2)
    bag[RED] = half
    bag[BLACK] = half
    return bag


class Bag:
    """Cards that are still to be dealt, for code that is not compiled (see `kernel.vecs`)."""

    def __init__(self, counts: vec[i64]) -> None:
        self.counts: vec[i64] = counts

    def take(self, face: i64) -> bool:
        """Take a named card out; False if there is none."""
        if face < 0 or face >= len(self.counts) or self.counts[face] < 1:
            return False
        self.counts[face] -= 1
        return True

    def draw(self, deck: str, chance: Chance) -> i64:
        """Take a random card out; `NO_CARD` if there is none."""
        if total(self.counts) == 0:
            return NO_CARD
        return chance.draw(deck, self.counts)

    def left(self) -> list[int]:
        """The cards that are left, lowest first."""
        out: list[int] = []
        for face in range(len(self.counts)):
            for _ in range(self.counts[face]):
                out.append(face)
        return out


def influence_bag(seats: i64, plain: bool) -> Bag:
    return Bag(deck_of(seats, plain))


def network_bag(seats: i64) -> Bag:
    return Bag(network_deck(seats))


def face_text(face: i64, plain: bool) -> str:
    """A face as everybody writes it: 7♥, 10♣, JkR; without suits 7R."""
    colour = COLOURS[colour_of(face)]
    if face < 4:
        return "Jk" + colour
    if plain:
        return RANKS[rank_of(face)] + colour
    return RANKS[rank_of(face)] + SUITS[face & 3]
