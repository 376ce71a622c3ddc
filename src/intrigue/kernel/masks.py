"""Sets as numbers: bit 7 says whether 7 is in it. For seats, and for cards of which none exists
twice; elements up to 61, so that no number is negative."""

from typing import Final

from mypy_extensions import i64

_PAIRS: Final = 0x1555555555555555  # not 0x5555…: mypyc keeps numbers from 2**62 on as objects
_FOURS: Final = 0x3333333333333333
_BYTES: Final = 0x0F0F0F0F0F0F0F0F


def size(mask: i64) -> i64:
    """How many elements a set has: counted in pairs, fours, eights and so on, all at once."""
    mask -= (mask >> 1) & _PAIRS
    mask = (mask & _FOURS) + ((mask >> 2) & _FOURS)
    mask = (mask + (mask >> 4)) & _BYTES
    mask += mask >> 8
    mask += mask >> 16
    mask += mask >> 32
    return mask & 127


def lowest(mask: i64) -> i64:
    """The lowest element of a set that is not empty."""
    return size((mask & -mask) - 1)


def nth(mask: i64, k: i64) -> i64:
    """Element number `k` of a set, from the lowest."""
    while k > 0:
        mask &= mask - 1
        k -= 1
    return lowest(mask)
