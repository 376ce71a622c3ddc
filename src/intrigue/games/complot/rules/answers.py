"""What the answer to an open choice does; then whatever is under way goes on."""

from librt.vecs import append
from mypy_extensions import i64

from intrigue.kernel.chance import Chance

from .activation import run
from .acts import (
    DECLINE,
    PICK_DISCARD,
    PICK_FRONT,
    PICK_HAND,
    PICK_OPTION,
    PICK_SLOT,
    PICK_SOURCE,
)
from .author import double
from .buying import refill
from .choices import ask_purge
from .front import GONE, find_copy, lose_source, mark
from .stack import F_EFFECTS, current, current_slot, push
from .state import (
    ASK_PURGE,
    EMPTY,
    MAIN,
    NO_CARDS,
    State,
    leave_hand,
    mine,
    name_of,
    tell,
    without,
)


def stammer(s: State, face: i64, chance: Chance) -> None:
    """CO-22: one card at a time, and nothing is drawn for it (CA-30)."""
    side = mine(s)
    leave_hand(side, face)
    side.order = without(side.order, face)  # the oldest copy
    side.discard = append(side.discard, face)
    s.left -= 1
    if s.events is not None:
        tell(s, "stammered", {"seat": s.active, "card": name_of(s, face)})
    if s.left == 0:
        side.order = NO_CARDS
        run(s, chance)


def answer(s: State, kind: i64, thing: i64, amount: i64, chance: Chance) -> None:
    op = current(s)
    more: i64 = 0  # CO-55: so many cards may still be eliminated
    if kind == DECLINE:
        tell(s, "declined", {"seat": s.active})  # CO-26
    elif kind == PICK_HAND:
        leave_hand(mine(s), thing)
        more = _eliminated(s, thing, "hand")
    elif kind == PICK_DISCARD:
        side = mine(s)
        side.discard = without(side.discard, thing)  # the oldest copy
        more = _eliminated(s, thing, "discard")
    elif kind == PICK_FRONT:
        at = find_copy(s, thing, amount)
        if s.asking == ASK_PURGE:
            mark(s, at, GONE)  # AU-6: what it gave stays
            more = _eliminated(s, thing, "front")
        else:
            double(s, at)
    elif kind == PICK_SOURCE:
        _discredit(s, thing)
    elif kind == PICK_SLOT:
        _report(s, thing, chance)
    elif kind == PICK_OPTION:
        tell(s, "chose", {"seat": s.active, "option": thing})
        push(s, F_EFFECTS, current_slot(s), op.lists[thing], 0)  # CO-61
    s.asking = MAIN
    s.left = 0
    ask_purge(s, op, more)
    if s.asking == MAIN:
        run(s, chance)


def _eliminated(s: State, face: i64, zone: str) -> i64:
    """CO-55: out of the game, an Étudiant as well (CA-18); how many more may be chosen."""
    s.gone[face] += 1
    if s.events is not None:
        tell(s, "eliminated_" + zone, {"seat": s.active, "card": name_of(s, face)})
    return s.left - 1


def _discredit(s: State, face: i64) -> None:
    """CO-56: it costs no Assertion."""
    seat = 1 - s.active
    lose_source(s, seat, face)
    if s.events is not None:
        tell(s, "discredited", {"seat": seat, "card": name_of(s, face)})


def _report(s: State, slot: i64, chance: Chance) -> None:
    """CO-57."""
    face = s.row[slot]
    s.gone[face] += 1
    s.row[slot] = EMPTY
    if s.events is not None:
        tell(s, "reported", {"seat": s.active, "card": name_of(s, face)})
    refill(s, slot, chance)
