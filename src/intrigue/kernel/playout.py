"""Random play as fast as the rules go: no views, no events, options picked by number."""

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
