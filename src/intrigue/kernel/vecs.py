"""Per-seat numbers as flat vectors: what `librt.vecs.vec` leaves out, in one place.

A vector that interpreted code hands to compiled code, as an argument or an attribute, is never
freed again (mypyc 2.4.1 forgets a reference). So loaders and bots hand over lists, and compiled
code packs them; the conformance kit counts blocks of memory to make sure.
"""

from librt.vecs import append, vec
from mypy_extensions import i64


def zeros(n: i64) -> vec[i64]:
    """A vector of `n` zeros."""
    return vec[i64]([0] * n)


def filled(n: i64, value: i64) -> vec[i64]:
    """A vector of `n` times `value`."""
    return vec[i64]([value] * n)


def fill(v: vec[i64], value: i64) -> None:
    """Set every number of a vector."""
    i: i64 = 0
    n = len(v)
    while i < n:
        v[i] = value
        i += 1


def total(v: vec[i64]) -> i64:
    """The sum of a vector."""
    s: i64 = 0
    for number in v:
        s += number
    return s


def pack(numbers: list[int]) -> vec[i64]:
    """A vector of the given numbers."""
    out = vec[i64](capacity=len(numbers))
    for number in numbers:
        out = append(out, number)
    return out
