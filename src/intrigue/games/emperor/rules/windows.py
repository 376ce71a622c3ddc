"""Response windows: when a boundary slot is skipped, and whose answer counts.

Both are functions of public facts and of the sealed answers; nothing here looks into a hand.
"""

from mypy_extensions import i64

from .acts import PASS
from .cards import ALL_MOVERS, ALL_RESPONSES, MOVERS, RESPONSES
from .ring import at, candidate_of, place_of
from .state import RESOLVE, State


def slot_is_pointless(s: State) -> bool:
    """EM-36, the public skip rule: Guarding, Accuse and Reverse all lie in the open discard, and
    there is no unlocked Condemn or no card left that could block it."""
    if not s.terms.open_discard:
        return False
    if s.laid & MOVERS != ALL_MOVERS:
        return False
    if s.laid & RESPONSES == ALL_RESPONSES:
        return True
    return all(condemn.locked for condemn in s.pending)


def is_idle(s: State, seat: i64) -> bool:
    """Whether everyone knows that a seat can only pass: with an empty hand, or when a Condemn falls
    and every block lies in the open discard."""
    if s.hands[seat] == 0:
        return True
    return s.phase == RESOLVE and s.terms.open_discard and s.laid & RESPONSES == ALL_RESPONSES


def who_counts(s: State, first: i64) -> i64:
    """EM-36, EM-66: the seat whose answer counts, or -1: `first` (the target of a resolve window,
    else -1), then from the candidate along the direction, the last turn-taker last."""
    answers = s.window.answers
    if first >= 0 and answers[first] > PASS:
        return first
    place = place_of(s.ring, candidate_of(s))
    n: i64 = len(s.ring)
    for i in range(n):
        seat = at(s.ring, place + i * s.direction)
        if answers[seat] > PASS:
            return seat
    return -1
