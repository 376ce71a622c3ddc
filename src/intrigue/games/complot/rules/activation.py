"""Activation: a card gives its values, does its effects, and then Rallies are looked at (CO-25).

`run` goes on with whatever is under way and stops where a choice is open.
"""

from librt.vecs import append
from mypy_extensions import i64

from intrigue.kernel.chance import Chance

from .author import auras, notice
from .cards import Card
from .effects import operate
from .front import (
    ACTIVE,
    GAVE_A,
    GAVE_R,
    PLAYED,
    SLOT,
    add_slot,
    card_at,
    has,
    mark,
    slot,
    yield_points,
)
from .rally import scan
from .stack import F_EFFECTS, F_START, F_WAITING, FRAME, pop_frame, push
from .state import MAIN, State, mine, tell


def place(s: State, face: i64, chance: Chance) -> None:
    """CO-25: put a card in front; its values, then its effects, then the Rally scan. A source
    gives its values in this turn, too (CA-14)."""
    side = mine(s)
    card = s.deck.cards[face]
    at: i64 = len(side.front)
    side.front = append(side.front, face)
    add_slot(s, ACTIVE | PLAYED, s.doubled[card.cohort])  # AU-1, AU-8
    a = card.a
    if s.deck.auras:
        a += auras(s, at, card)
    yield_points(s, at, a, card.r)
    if s.events is not None:
        points: dict[str, object] = {"a": slot(s, at, GAVE_A), "r": slot(s, at, GAVE_R)}
        tell(s, "played", {"seat": s.active, "card": card.id, **points})
    if s.deck.watches:
        notice(s, at, card)
    _effects_of(s, at, card, chance)


def _effects_of(s: State, at: i64, card: Card, chance: Chance) -> None:
    if card.asks:
        push(s, F_EFFECTS, at, card.fx, 0)
        return
    if card.fx != 0:
        for op in s.deck.lists[card.fx]:
            operate(s, op, at, chance)
    scan(s, chance)


def run(s: State, chance: Chance) -> None:
    """Go on until the stack is empty or somebody must choose."""
    s.asking = MAIN
    while True:
        n = len(s.stack)
        if n == 0 or s.asking != MAIN:
            break
        base = n - FRAME
        kind = s.stack[base]
        if kind == F_START:
            _next_standing(s, base, chance)
        elif kind == F_WAITING:
            _next_waiting(s, base, chance)
        else:
            _next_operation(s, base, chance)


def _next_operation(s: State, base: i64, chance: Chance) -> None:
    at = s.stack[base + 1]
    number = s.stack[base + 2]
    ops = s.deck.lists[number]
    i = s.stack[base + 3]
    if i < len(ops):
        s.stack[base + 3] = i + 1
        operate(s, ops[i], at, chance)
        return
    pop_frame(s)
    if number == card_at(s, at).fx:
        scan(s, chance)  # CO-25, after the whole of the effects


def _next_standing(s: State, base: i64, chance: Chance) -> None:
    """CO-23: sources of earlier turns, in order of placement and by themselves (CA-15)."""
    at = s.stack[base + 1]
    if at * SLOT < len(s.slots) and not has(s, at, PLAYED):
        s.stack[base + 1] = at + 1
        card = card_at(s, at)
        mark(s, at, ACTIVE)
        yield_points(s, at, card.a, card.r)
        if s.events is not None:
            data: dict[str, object] = {"seat": s.active, "card": card.id}
            tell(s, "activated", {**data, "a": card.a, "r": card.r})
        _effects_of(s, at, card, chance)
    else:
        pop_frame(s)


def _next_waiting(s: State, base: i64, chance: Chance) -> None:
    """AU-5: in the order drawn, each resolved completely before the next."""
    left = s.stack[base + 1]
    if left == 0:
        pop_frame(s)
        return
    s.stack[base + 1] = left - 1
    n = len(s.waiting)
    face = s.waiting[n - 1]
    s.waiting = s.waiting[: n - 1]
    place(s, face, chance)
