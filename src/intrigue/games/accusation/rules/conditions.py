"""Conditions of effects, and whether a halved list would do anything."""

from mypy_extensions import i64

from .cards import FEWEST, IF, MOST, NO_LIST
from .seats import is_active
from .state import State
from .tokens import tokens_on, total_of


def holds(s: State, e: i64, x: i64) -> bool:
    """The condition of an `if`, judged for x."""
    book = s.book
    k = book.b[e] >> 3
    if book.a[e] == MOST:
        m = book.b[e] & 7
        mine = tokens_on(s, x, m)
        if mine < k:
            return False
        for other in range(s.seats):
            if other != x and is_active(s, other) and tokens_on(s, other, m) >= mine:
                return False
        return True
    if book.a[e] == FEWEST:
        for other in range(s.seats):
            if is_active(s, other) and total_of(s, other) < total_of(s, x):
                return False
        return True
    return s.rep[x] >= k


def half_offered(s: State, whole: i64) -> bool:
    """AC-49: not offered when the halved list is empty, judged for the Speaker."""
    if whole == NO_LIST:
        return False
    for i in range(s.book.start[whole], s.book.end(whole)):
        if s.book.op[i] != IF:
            return True
        branch = s.book.c[i] if holds(s, i, s.speaker) else s.book.d[i]
        if half_offered(s, branch):
            return True
    return False
