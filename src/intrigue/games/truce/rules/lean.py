"""The quick player of playouts: what somebody tends to order, from what everyone has seen.

It repeats itself now and then; it pays support back with support, and a friend's debt is the time
to attack. Otherwise a large Stash tempts, and so do the rich, who looted before, who attacked.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import Fast
from intrigue.kernel.vecs import total, zeros

from .acts import ATTACK, DEFEND, INVALID, LOOT, PASS, SUPPORT, kind_of, order, target_of
from .state import Past, State

_REMEMBERED: Final = 3  # rounds
# in percent
_HABIT: Final = 15
_THANKS: Final = 70
_COURAGE: Final = 75
# as shares
_STASH: Final = 8
_MOST_STASH: Final = 40
_ATTACK: Final = 30
_DEFEND: Final = 12
_OFFER: Final = 12


class Ties:
    """How the others have treated a seat lately, newer rounds more: what it owes each of them for
    support (below zero: what they owe), and how much it was attacked."""

    def __init__(self, s: State, seat: i64) -> None:
        self.debts: vec[i64] = zeros(s.seats)
        self.grudges: vec[i64] = zeros(s.seats)
        past = s.past
        weight: i64 = _REMEMBERED
        while past is not None and weight > 0:
            orders = past.orders
            for other in range(s.seats):
                if target_of(orders[other]) == seat:
                    self._count(other, kind_of(orders[other]), weight)
            if kind_of(orders[seat]) == SUPPORT and orders[seat] < INVALID:
                self.debts[target_of(orders[seat])] -= weight
            past = past.before
            weight -= 1

    def _count(self, other: i64, kind: i64, weight: i64) -> None:
        if kind == SUPPORT:
            self.debts[other] += weight
        elif kind == ATTACK:
            self.grudges[other] += weight

    def creditor(self) -> i64:
        """To whom most support is owed, by somebody who was not attacked as much; -1: nobody."""
        best: i64 = -1
        most: i64 = 0
        for other in range(len(self.debts)):
            owed = self.debts[other] - self.grudges[other]
            if owed > most:
                best = other
                most = owed
        return best

    def debtor(self) -> i64:
        """Who owes most support; -1: nobody."""
        best: i64 = -1
        least: i64 = 0
        for other in range(len(self.debts)):
            owed = self.debts[other] + self.grudges[other]
            if owed < least:
                best = other
                least = owed
        return best


def lean_of(s: State, seat: i64, chance: Fast) -> i64:
    """What a seat that is asked orders."""
    poor = s.supply[seat] == 0  # TR-38
    if s.past is not None and chance.below(100) < _HABIT:
        act = _habit(s.past, seat, chance)
        if act >= 0 and not (poor and kind_of(act) != SUPPORT):
            return act
    ties = Ties(s, seat)
    last = s.round == s.terms.rounds
    friend = ties.creditor()
    if friend >= 0 and (poor or (not last and chance.below(100) < _THANKS)):
        return order(SUPPORT, friend)
    if poor:
        return order(SUPPORT, _stranger(s, seat, ties, chance))
    helper = ties.debtor()
    if helper >= 0 and chance.below(100) < _COURAGE:
        return order(ATTACK, _victim(s, seat, ties, chance))
    loot: i64 = _STASH * s.stash
    if loot > _MOST_STASH:
        loot = _MOST_STASH
    k = chance.below(loot + _ATTACK + _DEFEND + (0 if last else _OFFER))
    if k < loot:
        return order(LOOT)
    if k < loot + _ATTACK:
        return order(ATTACK, _victim(s, seat, ties, chance))
    if k < loot + _ATTACK + _DEFEND:
        return order(DEFEND)
    return order(SUPPORT, _stranger(s, seat, ties, chance))


def _habit(past: Past, seat: i64, chance: Fast) -> i64:
    """What it ordered in one of the last rounds; -1 if that was nothing."""
    k = chance.below(_REMEMBERED)
    while k > 0 and past.before is not None:
        past = past.before
        k -= 1
    act = past.orders[seat]
    return -1 if act >= INVALID or kind_of(act) == PASS else act


def _victim(s: State, seat: i64, ties: Ties, chance: Fast) -> i64:
    """Whom to attack: who has much, looted last or attacked; hardly a friend."""
    weights = zeros(s.seats)
    for other in range(s.seats):
        if other != seat:
            weight = 1 + 2 * (s.supply[other] + s.spoils[other]) + ties.grudges[other]
            if s.past is not None and kind_of(s.past.orders[other]) == LOOT:
                weight += 2
            if ties.debts[other] != 0:
                weight = 1
            weights[other] = weight * weight
    return _drawn(weights, chance)


def _stranger(s: State, seat: i64, ties: Ties, chance: Fast) -> i64:
    """Whom to support unasked: who attacked least, and has little enough to be glad of it."""
    weights = zeros(s.seats)
    for other in range(s.seats):
        if other != seat:
            weights[other] = 12 // (1 + ties.grudges[other]) // (1 + s.supply[other] // 4) + 1
    return _drawn(weights, chance)


def _drawn(weights: vec[i64], chance: Fast) -> i64:
    k = chance.below(total(weights))
    at: i64 = 0
    while k >= weights[at]:
        k -= weights[at]
        at += 1
    return at
