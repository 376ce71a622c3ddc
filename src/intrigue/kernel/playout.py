"""Play as fast as the rules go, at random or sensibly: no views, no events."""

from mypy_extensions import i64

from .chance import Fast
from .position import Position


def playout(position: Position, chance: Fast) -> i64:
    """Play uniformly random options to the end; the number of decisions. Windows in which nobody
    has a choice are passed over."""
    position.brisk = True
    decisions: i64 = 0
    while True:
        seat = position.next()
        if seat < 0:
            break
        act = position.nth(seat, chance.below(position.width(seat)))
        position.apply(seat, act, chance)
        decisions += 1
    return decisions


def lean_playout(position: Position, chance: Fast) -> i64:
    """Play on to the end as everybody leans; the number of decisions."""
    position.brisk = True
    decisions: i64 = 0
    while True:
        seat = position.next()
        if seat < 0:
            break
        position.apply(seat, position.lean(seat, chance), chance)
        decisions += 1
    return decisions
