"""Attacking: what Assertion is spent on, and the Demonstrations that make more of it."""

from mypy_extensions import i64

from .ending import finish
from .front import GONE, LEFT, SLOT, backing, has, lose_source, slot
from .phased import ATTACKING, advance
from .state import EMPTY, State, mine, name_of, tell


def attack(s: State, face: i64) -> None:
    """CO-30: exactly its Backing is paid (CA-10), in one payment (CO-33)."""
    advance(s, ATTACKING)
    seat = 1 - s.active
    d = backing(s, seat, face)
    s.a -= d
    lose_source(s, seat, face)
    if s.events is not None:
        tell(s, "destroyed", {"seat": seat, "card": name_of(s, face), "d": d})


def hit(s: State, n: i64) -> None:
    """CO-32."""
    advance(s, ATTACKING)
    seat = 1 - s.active
    side = s.sides[seat]
    s.a -= n
    side.wit = max(0, side.wit - n)  # CA-27
    if s.events is not None:
        tell(s, "hit", {"seat": seat, "n": n, "wit": side.wit})
    if side.wit == 0:
        finish(s, s.active)  # CO-70


def convert(s: State, face: i64, n: i64) -> None:
    """CO-59."""
    advance(s, ATTACKING)
    at = find_converter(s, face)
    s.slots[at * SLOT + LEFT] -= n
    s.r -= n
    s.a += n
    if s.events is not None:
        tell(s, "converted", {"seat": s.active, "card": name_of(s, face), "n": n})


def find_converter(s: State, face: i64) -> i64:
    """The copy in front with most Demonstration left, or EMPTY."""
    best: i64 = EMPTY
    most: i64 = 0
    for at, other in enumerate(mine(s).front):
        if other == face and slot(s, at, LEFT) > most and not has(s, at, GONE):
            best = at
            most = slot(s, at, LEFT)
    return best
