"""What somebody orders who thinks: each order is tried against what quick players may do, with the
real resolution, and what pays best is kept. A coin counts a hundred.

Coins are not all. Support is a debt that one repays, or an offer while there is time for an answer;
an attack makes an enemy, so one that will hardly come to anything is left alone.
"""

from typing import Final

from mypy_extensions import i64

from intrigue.kernel.chance import Fast
from intrigue.kernel.vecs import zeros

from .acts import ATTACK, DEFEND, LOOT, PASS, SUPPORT, kind_of, order, target_of
from .lean import Ties, lean_of
from .resolve import resolve
from .state import Reveal, State

_NEAR: Final = 4  # how many of the richest are thought about
_ENMITY: Final = 35
_TREASON: Final = 30  # more, if it hits somebody who is owed support or owes it
_DEBT: Final = 16  # for each point of it that is repaid
_OFFER: Final = 24
_SHARED: Final = 20  # percent of what a friend wins


def considered(s: State, seat: i64) -> list[int]:
    """A seat's own plain orders, and those that aim at friends and at the richest."""
    acts = [order(PASS)]
    near = _near(s, seat)
    if s.supply[seat] > 0:
        acts += [order(DEFEND), order(LOOT)]
        acts += [order(ATTACK, other) for other in near]
    return acts + [order(SUPPORT, other) for other in near]


def _near(s: State, seat: i64) -> list[int]:
    ties = Ties(s, seat)
    out: list[int] = []
    rank = zeros(s.seats)
    for other in range(s.seats):
        rank[other] = s.supply[other] + s.spoils[other]
        if ties.debts[other] != 0:
            rank[other] += 1000
    rank[seat] = -1
    while len(out) < min(_NEAR, s.seats - 1):
        best: i64 = 0
        for other in range(s.seats):
            if rank[other] > rank[best]:
                best = other
        out.append(best)
        rank[best] = -1
    return out


def chosen(s: State, seat: i64, guesses: i64, chance: Fast) -> i64:
    """The order that pays best against so many guesses."""
    acts = considered(s, seat)
    ties = Ties(s, seat)
    sums = zeros(len(acts))
    reveal = Reveal(s.terms, s.seats)
    orders = zeros(s.seats)
    for _ in range(guesses):
        for other in range(s.seats):
            if other != seat:
                orders[other] = lean_of(s, other, chance)
        for k in range(len(acts)):
            orders[seat] = acts[k]
            reveal.begin(orders, s.supply[:], s.spoils[:], s.stash, None)
            resolve(reveal)
            sums[k] += _worth(s, seat, reveal, ties)
    best: i64 = 0
    most: i64 = 0
    for k in range(len(acts)):
        worth = sums[k] + guesses * _beside_coins(s, acts[k], ties)
        if k == 0 or worth > most:
            best = acts[k]
            most = worth
    return best


def _worth(s: State, seat: i64, reveal: Reveal, ties: Ties) -> i64:
    """What a round came to for a seat."""
    supply = reveal.supply
    last = s.round == s.terms.rounds
    top: i64 = 0
    shared: i64 = 0
    for other in range(s.seats):
        if other != seat:
            if supply[other] > top:
                top = supply[other]
            if not last and ties.debts[other] != 0:
                shared += supply[other] - s.supply[other]
    # near the end, somebody else's coin is as good as one of mine is bad
    envy = 25 + 75 * s.round // s.terms.rounds
    backing = reveal.supporters[seat] if last else 0  # TR-45
    return 100 * supply[seat] - envy * top + _SHARED * shared + backing


def _beside_coins(s: State, act: i64, ties: Ties) -> i64:
    """What an order is worth for what others will make of it."""
    kind, target = kind_of(act), target_of(act)
    if s.round == s.terms.rounds or kind not in (ATTACK, SUPPORT):
        return 0
    owed = ties.debts[target]
    if kind == ATTACK:
        return -_ENMITY - (_TREASON if owed != 0 else 0)
    if owed > 0:
        return _DEBT * owed
    left = s.terms.rounds - s.round
    return (_OFFER if owed == 0 and left > 1 else 0) - 4 * ties.grudges[target]
