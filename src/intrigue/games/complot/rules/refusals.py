"""What is refused in Complot, by which rule, and with which numbers. It changes nothing."""

from typing import Final

from mypy_extensions import i64

from intrigue.kernel.position import Refusal

from .acts import (
    ATTACK,
    BUY,
    CONCEDE,
    DECLINE,
    DISCARD_CARD,
    DISPOSE,
    END,
    HIT,
    PLAY,
    PLAY_ALL,
    STUDENT_PILE,
    amount_of,
    kind_of,
    make,
    thing_of,
)
from .attacking import find_converter
from .buying import limited
from .front import LEFT, backing, slot
from .options import width
from .phased import ATTACKING, PLAYING, closed
from .playing import find_disposable, playable
from .state import EMPTY, MAIN, State, mine, name_of

_RULES: Final = ("CO-24", "CO-22", "CO-55", "CO-56", "CO-57", "CO-61", "AU-4")  # by prompt


def check(s: State, seat: i64, act: i64) -> Refusal | None:
    if s.over:
        return Refusal("over", "CO-70")
    kind = kind_of(act)
    if act < 0 or kind > CONCEDE:
        return _nonsense(act)
    if act == CONCEDE and (seat == 0 or seat == 1):
        return None  # CA-43
    if seat != s.active:
        return Refusal("not_your_turn", "CO-20")
    if s.asking != MAIN:
        return _check_answer(s, act, kind)
    if kind >= DISCARD_CARD:
        return Refusal("nothing_to_choose", "CO-24")
    if thing_of(act) >= len(s.deck.cards) or make(kind, thing_of(act), amount_of(act)) != act:
        return _nonsense(act)
    return _check_main(s, act, kind)


def _check_main(s: State, act: i64, kind: i64) -> Refusal | None:
    if kind == END:
        return None if act == END else _nonsense(act)
    if kind in (PLAY, PLAY_ALL, DISPOSE):
        if closed(s, PLAYING):
            return Refusal("phase_over", "CA-7")
        if kind == PLAY:
            return _check_play(s, act)
        if kind == DISPOSE:
            return _check_dispose(s, act)
        if act != PLAY_ALL:
            return _nonsense(act)
        return None if playable(s) > 1 else Refusal("nothing_to_play", "CO-24")
    if kind == BUY:
        return _check_buy(s, act)
    if closed(s, ATTACKING):
        return Refusal("phase_over", "CA-7")
    if kind == ATTACK:
        return _check_attack(s, act)
    if kind == HIT:
        return _check_hit(s, act)
    return _check_convert(s, act)


def _nonsense(act: i64) -> Refusal:
    return Refusal("no_act", "CO-24", {"text": str(act)})


def _check_play(s: State, act: i64) -> Refusal | None:
    if amount_of(act) != 0:
        return _nonsense(act)
    face = thing_of(act)
    if mine(s).hand[face] < 1:
        return Refusal("not_in_hand", "CO-24", {"card": name_of(s, face)})
    return None


def _check_dispose(s: State, act: i64) -> Refusal | None:
    if amount_of(act) != 0:
        return _nonsense(act)
    face = thing_of(act)
    if find_disposable(s, face) == EMPTY:
        return Refusal("not_disposable", "CO-62", {"card": name_of(s, face)})
    return None


def _check_attack(s: State, act: i64) -> Refusal | None:
    """CO-30; Assertion that does not suffice for the whole buys no part of it (CO-33, CA-9)."""
    if amount_of(act) != 0:
        return _nonsense(act)
    face = thing_of(act)
    seat = 1 - s.active
    for other in s.sides[seat].front:
        if other == face:
            d = backing(s, seat, face)
            if d <= s.a:
                return None
            data: dict[str, object] = {"card": name_of(s, face), "d": d, "a": s.a}
            return Refusal("too_weak", "CO-30", data)
    return Refusal("no_source", "CO-30", {"card": name_of(s, face)})


def _check_hit(s: State, act: i64) -> Refusal | None:
    if thing_of(act) != 0:
        return _nonsense(act)
    if len(s.sides[1 - s.active].front) > 0:
        return Refusal("shielded", "CO-31")
    if amount_of(act) < 1 or amount_of(act) > s.a:
        return Refusal("hit_range", "CO-32", {"a": s.a})
    return None


def _check_convert(s: State, act: i64) -> Refusal | None:
    face = thing_of(act)
    at = find_converter(s, face)
    if at == EMPTY:
        return Refusal("no_demonstration", "CO-59", {"card": name_of(s, face)})
    most = min(slot(s, at, LEFT), s.r)
    if amount_of(act) < 1 or amount_of(act) > most:
        return Refusal("convert_range", "CO-59", {"card": name_of(s, face), "most": most})
    return None


def _check_buy(s: State, act: i64) -> Refusal | None:
    slot = thing_of(act)
    if amount_of(act) != 0 or slot > STUDENT_PILE:
        return _nonsense(act)
    if slot == STUDENT_PILE:
        face = s.deck.student
        if s.students == 0:
            return Refusal("pile_empty", "CO-43", {"card": name_of(s, face)})
    else:
        face = s.row[slot]
        if face == EMPTY:
            return Refusal("slot_empty", "CO-42", {"slot": slot})
    cost = s.deck.cards[face].cost
    if cost > s.r:
        data: dict[str, object] = {"card": name_of(s, face), "cost": cost, "r": s.r}
        return Refusal("too_dear", "CO-40", data)
    if limited(s, face):
        limit = s.deck.cards[face].limit
        return Refusal("limit", "AU-11", {"card": name_of(s, face), "limit": limit})
    return None


def _check_answer(s: State, act: i64, kind: i64) -> Refusal | None:
    """An open prompt takes one of its options and nothing else (CA-6)."""
    for k in range(width(s, s.active)):
        if s.menu[k] == act:
            return None
    if kind == DECLINE and act == DECLINE:
        return Refusal("must_choose", "CO-26")
    if kind < DISCARD_CARD:
        return Refusal("answer_first", "CA-6")
    return Refusal("no_such_choice", _RULES[s.asking])
