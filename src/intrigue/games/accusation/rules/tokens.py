"""Tokens on the Ministries: what lies there, what an accusation costs, gains, losses and thefts."""

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import bit

from .acts import count_at, letters
from .state import UNKNOWN, State, tell


def tokens_on(s: State, seat: i64, ministry: i64) -> i64:
    """Tokens on one of the five Ministries, M E D I R (AC-4)."""
    i = 5 * seat + ministry
    return s.tokens[i]


def total_of(s: State, seat: i64) -> i64:
    """Tokens on the five Ministries."""
    return s.totals[seat]


def holdings_of(s: State, seat: i64) -> vec[i64]:
    return s.tokens[5 * seat : 5 * seat + 5]


def accusation_cost(s: State, seat: i64) -> i64:
    """AC-72, AC-120: what the next accusation costs."""
    cost = 1 + s.rep[seat] + s.made[seat]
    # AC-5, AC-74. No conditional expression: mypyc makes objects of i64 and int in one
    if cost > 5:
        return 5
    return cost


def add_tokens(s: State, seat: i64, ministry: i64, n: i64) -> None:
    """Tokens onto a Ministry, or off it."""
    i = 5 * seat + ministry
    s.tokens[i] += n
    left = s.totals[seat] + n
    s.totals[seat] = left
    if left == 0:
        s.rich &= ~bit(seat)
    else:
        s.rich |= bit(seat)
    s.able[seat] = UNKNOWN


def gain(s: State, seat: i64, what: i64) -> None:
    """AC-106: tokens from the bank."""
    if what == 0:
        return
    m: i64 = 0
    while what >> (4 * m) != 0:
        n = (what >> (4 * m)) & 15
        add_tokens(s, seat, m, n)
        s.bank -= n
        m += 1
    if s.events is not None:
        tell(s, "gained", {"who": seat, "tokens": letters(what)})


def lose(s: State, seat: i64, what: i64) -> None:
    """AC-106: tokens to the bank."""
    if what == 0:
        return
    m: i64 = 0
    while what >> (4 * m) != 0:
        n = (what >> (4 * m)) & 15
        add_tokens(s, seat, m, -n)
        s.bank += n
        m += 1
    if s.events is not None:
        tell(s, "lost", {"who": seat, "tokens": letters(what)})


def move_tokens(s: State, giver: i64, taker: i64, what: i64) -> None:
    """Tokens from one player's Ministries to another's."""
    moved: i64 = 0
    for m in range(i64(5)):
        n = count_at(what, m)
        if n > tokens_on(s, giver, m):
            n = tokens_on(s, giver, m)
        add_tokens(s, giver, m, -n)
        add_tokens(s, taker, m, n)
        moved += n << (4 * m)
    if s.events is not None:
        tell(s, "stolen", {"who": taker, "target": giver, "tokens": letters(moved)})
