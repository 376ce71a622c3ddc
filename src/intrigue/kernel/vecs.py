"""Per-seat numbers as flat vectors: what `librt.vecs.vec` leaves out, in one place.

A vector that interpreted code hands to compiled code, as an argument or an attribute, is never
freed again (mypyc 2.4.1 forgets a reference). So loaders and bots hand over lists, and compiled
code packs them; the conformance kit counts blocks of memory to make sure.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

_NONE: Final = vec[i64]([0] * 128)


def zeros(n: i64) -> vec[i64]:
    """A vector of `n` zeros (a slice is the cheapest way to one, compiled or not)."""
    if n <= 128:
        return _NONE[:n]
    return vec[i64]([0] * n)


def filled(n: i64, value: i64) -> vec[i64]:
    """A vector of `n` times `value`."""
    out = zeros(n)
    i: i64 = 0
    while i < n:
        out[i] = value
        i += 1
    return out


def total(v: vec[i64]) -> i64:
    """The sum of a vector."""
    s: i64 = 0
    i: i64 = 0
    n = len(v)
    while i < n:
        s += v[i]
        i += 1
    return s


def pack(numbers: list[int]) -> vec[i64]:
    """A vector of the given numbers."""
    out = vec[i64](capacity=len(numbers))
    for number in numbers:
        out = append(out, number)
    return out
