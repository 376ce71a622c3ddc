"""The ring: living players clockwise from the Emperor, who always stands first in it (EM-70).

A ring is replaced, never changed in place, so copies of a position share it.
"""

from librt.vecs import append, vec
from mypy_extensions import i64

from intrigue.kernel.chance import bit
from intrigue.kernel.position import Event
from intrigue.kernel.vecs import zeros

from .state import NO_GAP, State


def place_of(ring: vec[i64], seat: i64) -> i64:
    """Where a living player sits, or -1."""
    place: i64 = -1
    for other in ring:
        place += 1
        if other == seat:
            return place
    return -1


def at(ring: vec[i64], place: i64) -> i64:
    """Who sits there; places count on around the circle, once in each direction."""
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
    n: i64 = len(ring)
    out = zeros(n)
    for i in range(n):
        out[i] = at(ring, start + i)
    return out


def without(ring: vec[i64], seat: i64) -> vec[i64]:
    """EM-70: neighbours close up."""
    out = vec[i64](capacity=len(ring))
    for other in ring:
        if other != seat:
            out = append(out, other)
    return out


# --- of a match -----------------------------------------------------------------------------------


def candidate_of(s: State) -> i64:
    """EM-18, EM-19: who comes next, from the last turn-taker's seat or from the gap."""
    if s.pointer >= 0:
        return at(s.ring, place_of(s.ring, s.pointer) + s.direction)
    if s.direction > 0:
        return at(s.ring, s.gap)
    return at(s.ring, s.gap - 1)


def change_seats(s: State, one: i64, other: i64) -> None:
    """Two players exchange places; the gap is a place and stays (EM-19)."""
    ring = exchanged(s.ring, one, other)
    if ring[0] != s.emperor:
        start = place_of(ring, s.emperor)
        ring = turned(ring, start)
        if s.gap != NO_GAP:
            s.gap -= start
            if s.gap < 0:
                s.gap += len(ring)
    s.ring = ring
    if s.events is not None:
        data: dict[str, object] = {"one": one, "other": other, "ring": list(ring)}
        s.events.append(Event("moved", data))


def leave_ring(s: State, seat: i64) -> None:
    """EM-70: the others close up; EM-19: if it was the last turn-taker, the gap is remembered."""
    place = place_of(s.ring, seat)
    s.ring = without(s.ring, seat)
    s.out |= bit(3 * seat) * 7
    n = len(s.ring)
    if s.pointer == seat:
        s.pointer = -1
        s.gap = place if place < n else 0
    elif s.gap != NO_GAP:
        gap = n + 1 if s.gap == 0 else s.gap
        if place < gap:
            gap -= 1
        s.gap = gap if gap < n else 0
