"""Acts of Emperor as numbers: a kind, and up to two players, slots, cards or a Condemn.

The low five bits are the kind; what stands above them depends on it.
"""

from typing import Final

from mypy_extensions import i64

from .cards import counts_of, with_size

PASS: Final = 0
DIRECTION: Final = 1
INVESTIGATE: Final = 2
SHUFFLE: Final = 3
DISCARD: Final = 4
CARD: Final = 5  # casting card c is kind CARD + c
KINDS: Final = (
    "pass",
    "direction",
    "investigate",
    "shuffle",
    "discard",
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
NOBODY: Final = 7  # a place for a player that stays empty
CW: Final = 32 + DIRECTION
CCW: Final = DIRECTION


def kind_of(act: i64) -> i64:
    return act & 31


def value_of(act: i64) -> i64:
    """The number that a direction, a Shuffle or a block carries."""
    return act >> 5


def first_of(act: i64) -> i64:
    """The (first) player."""
    return (act >> 5) & 7


def slot_of(act: i64) -> i64:
    """The (first) slot."""
    return (act >> 8) & 3


def second_of(act: i64) -> i64:
    """The second player, or NOBODY."""
    return (act >> 10) & 7


def other_slot_of(act: i64) -> i64:
    """The second slot; of a Swap, one's own."""
    return (act >> 13) & 3


def plain(kind: i64, value: i64 = 0) -> i64:
    """An act with one number: a Condemn to block."""
    return kind + 32 * value


def discarding(bag: i64) -> i64:
    """To discard these cards: their counts, four bits each, make 53 bits with the kind."""
    return DISCARD + 32 * counts_of(bag)


def discarded_of(act: i64) -> i64:
    """The cards of a discard, as a bag."""
    return with_size(act >> 5)


def keeping(card: i64) -> i64:
    """Shuffle and keep a card; -1 with an empty hand."""
    return SHUFFLE + 32 * (card + 1)


def at_player(kind: i64, player: i64) -> i64:
    return kind + 32 * player + 1024 * NOBODY


def at_card(kind: i64, player: i64, slot: i64) -> i64:
    """An act upon one identity card."""
    return kind + 32 * player + 256 * slot + 1024 * NOBODY


def at_two(kind: i64, player: i64, slot: i64, second: i64, other: i64) -> i64:
    return kind + 32 * player + 256 * slot + 1024 * second + 8192 * other
