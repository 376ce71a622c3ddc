"""Acts of Truce as numbers: five orders, a gift, and the table's freeze."""

from typing import Final

from mypy_extensions import i64

# An act is kind * 64 + (target + 1); a gift adds 4096 per coin; a judged order may be INVALID.
PASS: Final = 0
DEFEND: Final = 1
LOOT: Final = 2
ATTACK: Final = 3
SUPPORT: Final = 4
GIFT: Final = 5
FREEZE: Final = 6
KINDS: Final = ("pass", "defend", "loot", "attack", "support", "gift", "freeze")

NONE: Final = -1  # no target, or one who does not sit here
INVALID: Final = 2048
MOST_SEATS: Final = 50


def order(kind: i64, target: i64 = NONE) -> i64:
    """The act of choosing an action (and a target)."""
    return kind * 64 + target + 1


def gift(to: i64, coins: i64) -> i64:
    """The act of giving coins away."""
    return coins * 4096 + GIFT * 64 + to + 1


def kind_of(act: i64) -> i64:
    return (act >> 6) & 31


def target_of(act: i64) -> i64:
    return (act & 63) - 1


def coins_of(act: i64) -> i64:
    return act >> 12
