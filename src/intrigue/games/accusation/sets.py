"""Sets of cards as numbers: bit 7 is card 7. No card exists twice, so a set says it all."""

from librt.vecs import append, vec
from mypy_extensions import i64

from intrigue.kernel.vecs import zeros

from .book import CARDS, WORKS


def lowest(cards: i64) -> i64:
    """The lowest id of a set that is not empty."""
    card: i64 = 0
    while (cards >> card) & 1 == 0:
        card += 1
    return card


def size(cards: i64) -> i64:
    """How many cards a set holds."""
    n: i64 = 0
    while cards != 0:
        cards &= cards - 1
        n += 1
    return n


def nth_card(cards: i64, k: i64) -> i64:
    """The k-th card of a set, by id."""
    while k > 0:
        cards &= cards - 1
        k -= 1
    return lowest(cards)


def bag_of(cards: i64) -> vec[i64]:
    """A set as a bag for chance."""
    bag = zeros(CARDS)
    card: i64 = 0
    while cards != 0:
        bag[card] = cards & 1
        cards >>= 1
        card += 1
    return bag


def works_in(cards: i64) -> i64:
    """The Public Works of a set."""
    return (cards >> WORKS) << WORKS


def events_in(cards: i64) -> i64:
    """The Events of a set."""
    return cards - works_in(cards)


def push(numbers: vec[i64], value: i64) -> vec[i64]:
    """A vector with one more number."""
    return append(numbers, value)
