"""Sets of cards as numbers (see `kernel.masks`): bit 7 is card 7. No card exists twice."""

from librt.vecs import append, vec
from mypy_extensions import i64

from .book import WORKS


def works_in(cards: i64) -> i64:
    """The Public Works of a set."""
    return (cards >> WORKS) << WORKS


def events_in(cards: i64) -> i64:
    """The Events of a set."""
    return cards - works_in(cards)


def push(numbers: vec[i64], value: i64) -> vec[i64]:
    """A new vector with one more number: `append` might write behind the end of a shared one."""
    return append(numbers[:], value)
