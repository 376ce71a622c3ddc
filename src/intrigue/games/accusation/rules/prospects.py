"""How likely a seat is to win, for playouts that break off between two rounds."""

import math

from mypy_extensions import i64

from intrigue.kernel.masks import lowest, size

from .seats import is_active
from .state import State
from .tokens import total_of
from .values import card_value


def prospects(s: State, seat: i64) -> float:
    """At the end the share of the victory; before, of a hundred matches about so many are won."""
    if s.over:
        return 1.0 / float(size(s.winners)) if (s.winners >> seat) & 1 == 1 else 0.0
    if not is_active(s, seat):
        return 0.0
    mine = _strength(s, seat)
    total = 0.0
    for other in range(s.seats):
        if is_active(s, other):
            total += math.exp(_strength(s, other) - mine)
    return 1.0 / total


def _strength(s: State, seat: i64) -> float:
    """A logistic model, fitted to matches between scripted bots and between quick players: victory
    points above all, then tokens, the best card in hand, and BAD REP."""
    missing = s.terms.vp_target - s.vp[seat]
    strength = 2.5
    best_weighs = 0.2
    if missing > 1:
        strength = 2.9 - 0.95 * float(missing)
        best_weighs = 0.35
    strength += 0.12 * float(min(total_of(s, seat), 10)) - 0.15 * float(s.rep[seat])
    best: i64 = 0
    cards = s.hand[seat]
    while cards != 0:
        best = max(best, card_value(s, seat, lowest(cards)))
        cards &= cards - 1
    return strength + best_weighs * float(min(best, 3000)) / 1000.0
