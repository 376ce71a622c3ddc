"""Whom an effect may hit: public facts alone decide."""

from mypy_extensions import i64

from intrigue.kernel.chance import bit

from .cards import ANY, SHOWS, STEAL, TAP, TO
from .state import State, where_not


def having(s: State, op: i64) -> i64:
    """The active players whom an effect can hit: with tokens, with cards, with a set Tracker, or
    all of them, as its operation needs."""
    if op == STEAL:
        return s.rich & s.active
    if op == SHOWS:
        return where_not(s.hand, 0) & s.active
    if op == TAP:
        return where_not(s.tracker, 0) & s.active
    return s.active


def targets_of(s: State, e: i64, x: i64) -> i64:
    """Whom an effect of x may hit; x only where it says `any`."""
    op = s.book.op[e]
    found = having(s, op)
    return found if op == TO and s.book.a[e] == ANY else found & ~bit(x)
