"""Response windows: when a boundary slot is skipped, and whose answer counts.

Both are functions of public facts and of the sealed answers; nothing here looks into a hand.
"""

from mypy_extensions import i64

from .acts import PASS
from .cards import ACCUSE, BLOCKS, CLEARANCE, COUNTER, GUARDING, REVERSE, SELF_CLEARANCE
from .ring import at, place_of
from .state import FACE, State, candidate_of


def slot_is_pointless(s: State) -> bool:
    """The public skip rule: Guarding, Accuse and Reverse all lie in the open discard, and there is
    no unlocked Condemn or no card left that could block it."""
    if not s.terms.open_discard:
        return False
    movers: i64 = 0
    blocks: i64 = 0
    i: i64 = 0
    n = len(s.pile)
    while i < n:
        card = s.pile[i] & FACE
        if card in (GUARDING, ACCUSE, REVERSE):
            movers += 1
        elif card in (SELF_CLEARANCE, CLEARANCE, COUNTER):
            blocks += 1
        i += 1
    if movers < 3:
        return False
    if blocks == BLOCKS:
        return True
    unlocked: i64 = 0
    for condemn in s.pending:
        if not condemn.locked:
            unlocked += 1
    return unlocked == 0


def who_counts(s: State, first: i64) -> i64:
    """The seat whose submission is executed, or -1: `first` (the target of a resolve window, else
    -1), then from the candidate along the direction, the last turn-taker last."""
    answers = s.window.answers
    if first >= 0 and answers[first] > PASS:
        return first
    n = len(s.ring)
    place = place_of(s.ring, candidate_of(s))
    step = s.direction
    i: i64 = 0
    while i < n:
        seat = at(s.ring, place)
        if answers[seat] > PASS:
            return seat
        place += step
        if place >= n:
            place -= n
        elif place < 0:
            place += n
        i += 1
    return -1
