"""Positions of Truce as numbers, quickly: what `features` makes of views."""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from intrigue.kernel.batch import Writer
from intrigue.kernel.position import Position

from .acts import ATTACK, INVALID, PASS, SUPPORT, kind_of, order, target_of
from .state import State

ROUNDS: Final = 3  # that are remembered
_ORDERS: Final = 64 * (SUPPORT + 1)  # numbers that an order can have
_OTHERS: Final = 3  # in the table, orders at others come after this many


class TruceWriter(Writer):
    def __init__(self, features: Any) -> None:
        super().__init__(features)
        n: i64 = features.setup.seats
        numbers = vec[i16]([0] * (n * _ORDERS))
        for seat in range(n):
            for act in range(i64(_ORDERS)):
                numbers[seat * _ORDERS + act] = i16(_number(act, seat, n))
        self.numbers: vec[i16] = numbers  # of each order, by seat

    def observe(self, position: Position, seat: i64, out: vec[i16], at: i64) -> None:
        assert isinstance(position, State)
        s = position
        n = s.seats
        left: i64 = 0
        own: i64 = 0
        if not s.over:
            left = s.terms.rounds - s.round + 1
            if s.orders.answers[seat] >= 0:
                own = i64(self.numbers[seat * _ORDERS + s.orders.answers[seat]])
        out[at] = i16(left)
        out[at + 1] = i16(s.stash)
        out[at + 2] = i16(own)
        at += 3
        supply, spoils, supporters = s.supply, s.spoils, s.supporters
        for other in range(n):
            place = at + other - seat
            if other < seat:
                place += n
            out[place] = i16(supply[other])
            out[place + n] = i16(spoils[other])
            out[place + 2 * n] = i16(supporters[other])
        at += 3 * n
        past = s.past
        numbers = self.numbers
        base = seat * _ORDERS
        for _ in range(i64(ROUNDS)):
            if past is None:
                for place in range(at, at + n):
                    out[place] = 0
            else:
                orders = past.orders
                for other in range(n):
                    place = at + other - seat
                    if other < seat:
                        place += n
                    act = orders[other]
                    if act >= INVALID:  # it counted as Pass (TR-9)
                        act = PASS * 64
                    out[place] = numbers[base + act]
                past = past.before
            at += n

    def choices(self, position: Position, seat: i64, out: vec[i16], at: i64) -> i64:
        others = position.seats - 1
        assert isinstance(position, State)
        s = position
        if s.supply[seat] > 0:
            count = _OTHERS + 2 * others
            for index in range(count):
                out[at + index] = i16(index)
            return count
        out[at] = 0
        for i in range(others):  # TR-38
            out[at + 1 + i] = i16(_OTHERS + others + i)
        return 1 + others

    def act(self, position: Position, seat: i64, index: i64) -> i64:
        if index < _OTHERS:
            return order(index)
        n = position.seats
        index -= _OTHERS
        kind: i64 = ATTACK
        if index >= n - 1:
            index -= n - 1
            kind = SUPPORT
        target = seat + 1 + index
        if target >= n:
            target -= n
        return order(kind, target)


def _number(act: i64, seat: i64, n: i64) -> i64:
    """An order as a category; without its target it counts as Pass (TR-A33)."""
    kind = kind_of(act)
    if kind < ATTACK:
        return 1 + kind
    target = target_of(act)
    if target < 0 or target >= n:
        return 1 + PASS
    distance = target - seat
    if distance < 0:
        distance += n
    if kind == SUPPORT:
        distance += n
    return 1 + ATTACK + distance
