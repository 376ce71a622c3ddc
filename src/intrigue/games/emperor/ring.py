"""The ring: living players clockwise from the Emperor, who always stands first in it (EA-29).

A ring is replaced, never changed in place, so copies of a position share it.
"""

from librt.vecs import append, vec
from mypy_extensions import i64

from intrigue.kernel.vecs import zeros


def place_of(ring: vec[i64], seat: i64) -> i64:
    """Where a living player sits, or -1."""
    place: i64 = -1
    for other in ring:
        place += 1
        if other == seat:
            return place
    return -1


def at(ring: vec[i64], place: i64) -> i64:
    """Who sits there; places count on around the circle, from -1 to twice its size."""
    n = len(ring)
    if place >= n:
        return ring[place - n]
    if place < 0:
        return ring[place + n]
    return ring[place]


def left_of(ring: vec[i64], seat: i64) -> i64:
    """The next player clockwise."""
    return at(ring, place_of(ring, seat) + 1)


def right_of(ring: vec[i64], seat: i64) -> i64:
    """The next player counterclockwise."""
    return at(ring, place_of(ring, seat) - 1)


def nth_other(ring: vec[i64], seat: i64, k: i64) -> i64:
    """The k-th of all but one player, from the Emperor on."""
    return ring[k] if k < place_of(ring, seat) else ring[k + 1]


def besides_emperor(ring: vec[i64], seat: i64) -> bool:
    """Whether a player sits next to the Emperor."""
    n = len(ring)
    return n > 1 and (ring[1] == seat or ring[n - 1] == seat)


def exchanged(ring: vec[i64], one: i64, other: i64) -> vec[i64]:
    """The places with two players changed over (not yet turned to begin at the Emperor)."""
    out = ring[:]
    i = place_of(ring, one)
    j = place_of(ring, other)
    out[i] = other
    out[j] = one
    return out


def turned(ring: vec[i64], start: i64) -> vec[i64]:
    """The same circle, read from another place on."""
    n = len(ring)
    out = zeros(n)
    i: i64 = 0
    while i < n:
        out[i] = at(ring, start + i)
        i += 1
    return out


def without(ring: vec[i64], seat: i64) -> vec[i64]:
    """EM-70: neighbours close up."""
    out = vec[i64](capacity=len(ring))
    for other in ring:
        if other != seat:
            out = append(out, other)
    return out
