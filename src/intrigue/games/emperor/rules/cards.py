"""The cards of Emperor: 31 ability cards, three identity faces, and hands as bags.

A hand is one number: four bits for each card's count, and its size above them. So a hand is
copied, compared and tested for a card without a loop.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# --- ability cards, in the order of the deck list (EM-11, EM-30) ----------------------------------

TRANSPOSITION: Final = 0
CONDEMN: Final = 1
SELF_CLEARANCE: Final = 2
CLEARANCE: Final = 3
COUNTER: Final = 4
SWAP: Final = 5
INVESTIGATION: Final = 6
REVEAL: Final = 7
GUARDING: Final = 8
ACCUSE: Final = 9
REVERSE: Final = 10
STEAL: Final = 11
CARDS: Final = (
    "transposition",
    "condemn",
    "self_clearance",
    "clearance",
    "counter",
    "swap",
    "investigation",
    "reveal",
    "guarding",
    "accuse",
    "reverse",
    "steal",
)
KINDS_OF_CARDS: Final = 12
COPIES: Final = vec[i64]([8, 5, 4, 3, 2, 1, 2, 2, 1, 1, 1, 1])
DECK_SIZE: Final = 31
NO_CARD: Final = -1

# What an absent player holds on to, dearest first.
KEEP_ORDER: Final = (
    COUNTER,
    SELF_CLEARANCE,
    CLEARANCE,
    CONDEMN,
    GUARDING,
    ACCUSE,
    TRANSPOSITION,
    REVERSE,
    INVESTIGATION,
    REVEAL,
    SWAP,
    STEAL,
)

# --- identity cards (EM-2) and sides (EM-6) -------------------------------------------------------

LOYAL: Final = 0
REBEL: Final = 1
CROWN: Final = 2  # the Emperor's own card
FACES: Final = "LRE"
ORDER_OF: Final = tuple([f"order of seat {seat + 1}" for seat in range(7)])  # names for chance
SIDES: Final = ("loyalist", "rebel", "emperor")

# --- bags -----------------------------------------------------------------------------------------

EMPTY: Final = 0
SIZE_SHIFT: Final = 48
MOST_OF_A_KIND: Final = 15  # that a bag has room for
_ONE: Final = vec[i64]([(1 << 48) + (1 << (4 * card)) for card in range(12)])
INSTINCTS: Final = 0xFFF000FFF00  # cards 2, 3, 4 and 8, 9, 10 of a bag (EM-31)
MOVERS: Final = 0xFFF00000000  # cards 8, 9 and 10: Instincts that need no Condemn
RESPONSES: Final = 0xFFF00  # cards 2, 3 and 4: what answers a Condemn
ALL_MOVERS: Final = 0x11100000000  # every copy of these
ALL_RESPONSES: Final = 0x23400
_LOWEST: Final = 0x111111111111  # the lowest of the four bits of every card


def is_instinct(card: i64) -> bool:
    """EM-31."""
    return SELF_CLEARANCE <= card <= COUNTER or GUARDING <= card <= REVERSE


def size_of(bag: i64) -> i64:
    return bag >> SIZE_SHIFT


def count_of(bag: i64, card: i64) -> i64:
    return (bag >> (4 * card)) & 15


def holds(bag: i64, card: i64) -> bool:
    return (bag >> (4 * card)) & 15 != 0


def kinds_in(bag: i64) -> i64:
    """The different cards of a bag as a mask, four bits apart."""
    return (bag | (bag >> 1) | (bag >> 2) | (bag >> 3)) & _LOWEST


def count_kinds(bag: i64) -> i64:
    """How many different cards there are."""
    kinds = kinds_in(bag)
    count: i64 = 0
    while kinds != 0:
        kinds &= kinds - 1
        count += 1
    return count


def nth_kind(bag: i64, k: i64) -> i64:
    """The k-th different card, in the order of the deck list."""
    kinds = kinds_in(bag)
    card: i64 = 0
    while kinds != 0:
        if kinds & 1 == 1:
            if k == 0:
                return card
            k -= 1
        kinds >>= 4
        card += 1
    return NO_CARD


def counts_of(bag: i64) -> i64:
    """A bag without its size."""
    return bag & ((1 << SIZE_SHIFT) - 1)


def with_size(counts: i64) -> i64:
    """The bag that has these counts."""
    size: i64 = 0
    rest = counts
    while rest != 0:
        size += rest & 15
        rest >>= 4
    return (size << SIZE_SHIFT) | counts


def is_within(some: i64, bag: i64) -> bool:
    """Whether a bag holds all of some cards."""
    return all(count_of(some, card) <= count_of(bag, card) for card in range(i64(KINDS_OF_CARDS)))


def plus(bag: i64, card: i64) -> i64:
    """The bag with one more of a card."""
    return bag + _ONE[card]


def minus(bag: i64, card: i64) -> i64:
    """The bag with one less of a card that it holds."""
    return bag - _ONE[card]


def bag_of(cards: list[int]) -> i64:
    bag: i64 = EMPTY
    for card in cards:
        bag = plus(bag, card)
    return bag


def cards_in(bag: i64) -> list[int]:
    """Every card of a bag, in the order of the deck list."""
    out: list[int] = []
    for card in range(KINDS_OF_CARDS):
        for _ in range(count_of(bag, card)):
            out.append(card)
    return out


def names_in(bag: i64) -> list[str]:
    return [CARDS[card] for card in cards_in(bag)]
