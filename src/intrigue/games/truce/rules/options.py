"""What a seat may choose: an order by its number, and gifts.

Options follow from what a seat has now. What it has at the reveal decides (TR-A15), so other
orders are accepted as well; they may turn out to be a Pass.
"""

from mypy_extensions import i64

from .acts import ATTACK, DEFEND, LOOT, PASS, SUPPORT, gift
from .state import State


def width_of(s: State, seat: i64) -> i64:
    """How many options there are."""
    others = s.seats - 1
    if s.supply[seat] > 0:
        return 3 + 2 * others
    return 1 + others  # TR-38


def nth_of(s: State, seat: i64, k: i64) -> i64:
    """Option number `k`: Pass, Defend, Loot, then Attack and Support by target."""
    if k == 0:
        return PASS * 64  # TR-27
    others = s.seats - 1
    if s.supply[seat] > 0:
        if k == 1:
            return DEFEND * 64
        if k == 2:
            return LOOT * 64
        if k < 3 + others:
            return _toward(ATTACK, seat, k - 3)
        k -= 2 + others
    return _toward(SUPPORT, seat, k - 1)


def _toward(kind: i64, seat: i64, i: i64) -> i64:
    """The order against or for the i-th other player."""
    return kind * 64 + (i if i < seat else i + 1) + 1


def gifts_of(s: State, seat: i64) -> list[int]:
    """Every gift that a seat can make now: TR-39, TR-A17."""
    out: list[int] = []
    if s.over or not s.terms.gifts or s.frozen:
        return out
    for to in range(s.seats):
        if to != seat:
            for coins in range(1, s.supply[seat] + 1):
                out.append(gift(to, coins))
    return out
