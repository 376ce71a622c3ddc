"""Why an act is refused: the rule that forbids it, from what the seat knows and nothing else."""

from typing import Final

from mypy_extensions import i64

from intrigue.kernel.position import Refusal

from . import acts
from .abilities import ability_cost, affordable, exhausted, list_of, may_use, reach, timely
from .acts import kind_of, what_of
from .cards import WHEN_ACCUSED, WHEN_PLAN, WHEN_REVEAL
from .options import free_acts, may_accuse, nth_of, token_kind, width_of
from .seats import is_active
from .state import (
    BATCH,
    NONE,
    PAYING,
    SELECTING,
    W_ACC,
    W_ANS,
    W_AUDIT,
    W_CLAIM,
    W_LAST,
    W_SUCCESS,
    State,
    is_window,
)
from .threads import J_ALLOC, J_BURY, J_DISCARD, J_PAY, J_SHED, J_SHOW, J_SPREAD, J_STRIP, serving
from .tokens import accusation_cost, total_of

# The rule that an answer of a kind is judged by, where nothing more exact can be said.
_RULES: Final = (
    "AC-70",  # pass
    "AC-101",  # use
    "AC-27",  # select
    "AC-62",  # claim
    "AC-63",  # decline
    "AC-49",  # take
    "AC-70",  # accuse
    "AC-73",  # pay
    "AC-104",  # answer
    "AC-104",  # deny
    "AC-66",  # lie
    "AC-107",  # alloc
    "AC-106",  # shed
    "AC-106",  # strip
    "AC-107",  # spread
    "AC-106",  # move
    "AC-106",  # stop
    "AC-109",  # target
    "AC-131",  # discard
    "AC-131",  # show
    "AC-131",  # confirm
    "AC-131",  # decoy
    "AC-30",  # bury
    "AC-48",  # pick
    "AC-106",  # yes
    "AC-106",  # no
    "AC-111",  # draft
    "AC-66",  # audit
    "AC-154",  # concede
)


def check(s: State, seat: i64, number: i64) -> Refusal | None:
    """None if the act is legal now, else why not."""
    if s.over:
        return Refusal("over", "AC-150")
    kind = kind_of(number)
    if number < 0 or kind > acts.CONCEDE or seat < 0 or seat >= s.seats:
        return Refusal("no_act", "AC-12")
    if kind == acts.CONCEDE:
        if what_of(number) == 0 and len(free_acts(s, seat)) == 1:
            return None
        return Refusal("no_concession", "AC-154")
    if s.sealed.owes(seat) and _is_option(s, seat, number, kind):
        return None
    return _why_not(s, seat, number, kind)


def _is_option(s: State, seat: i64, number: i64, kind: i64) -> bool:
    """Whether the open question has this answer; uses are looked up, not counted through."""
    if kind == acts.USE and s.step != W_AUDIT:
        if s.step != W_ACC and not is_window(s.step):
            return False
        ability = acts.ability_of(number)
        target = acts.target_of(number)
        return ability < s.book.abilities() and may_use(s, seat, ability, target)
    return any(nth_of(s, seat, k) == number for k in range(width_of(s, seat)))


def _why_not(s: State, seat: i64, number: i64, kind: i64) -> Refusal:
    """The rule that forbids it."""
    asked = s.sealed.owes(seat)
    if kind == acts.DENY and not (asked and s.step == W_ANS):
        return Refusal("not_accused", "AC-104")
    if kind == acts.USE:
        if s.step == W_ANS and seat == s.accused:
            return Refusal("answer_first", "AC-102")
        if not asked or (s.step != W_ACC and not is_window(s.step)):
            return Refusal("not_now", "AC-101")
        if s.step == W_AUDIT:
            return Refusal("not_now", "AC-101")
        return _why_no_use(s, seat, acts.ability_of(number), acts.target_of(number))
    if kind == acts.ACCUSE and asked and s.step == W_ACC:
        if not may_accuse(s, seat, what_of(number)):
            return _why_no_accusation(s, seat, what_of(number))
    if kind == acts.LIE:
        return Refusal("certified", "AC-66")
    if kind == acts.CLAIM and asked and s.step in (W_CLAIM, W_SUCCESS):
        return Refusal("not_yours", "AC-62")
    if kind == acts.DENY:
        return Refusal("no_denial", "AC-78")
    if not asked:
        return Refusal("not_your_turn", _RULES[kind])
    if kind in acts.TOKENS and _wants_tokens(s, seat, kind):
        return Refusal("bad_tokens", _RULES[kind], {"count": _token_count(s, seat)})
    if kind in acts.CARDED and kind == _card_kind(s, seat):
        return Refusal("not_that_card", _RULES[kind])
    return Refusal("wrong_question", _RULES[kind])


def _wants_tokens(s: State, seat: i64, kind: i64) -> bool:
    if s.step == PAYING:
        return kind == acts.PAY
    if s.step != BATCH:
        return False
    job = s.job[serving(s, seat)]
    return job in (J_ALLOC, J_SHED, J_STRIP, J_SPREAD, J_PAY) and kind == token_kind(job)


def _token_count(s: State, seat: i64) -> i64:
    return accusation_cost(s, seat) if s.step == PAYING else s.want[serving(s, seat)]


def _card_kind(s: State, seat: i64) -> i64:
    """The act that the open question wants a card for."""
    if s.step == SELECTING:
        return acts.SELECT
    if s.step == BATCH:
        job = s.job[serving(s, seat)]
        if job == J_DISCARD:
            return acts.DISCARD
        if job == J_SHOW:
            return acts.SHOW
        if job == J_BURY:
            return acts.BURY
    return NONE


def _why_no_use(s: State, seat: i64, ability: i64, target: i64) -> Refusal:
    """The rule that forbids a use."""
    book = s.book
    if ability >= book.abilities():
        return Refusal("no_ability", "AC-101", {})
    when = book.when[ability]
    if when == WHEN_ACCUSED:
        return Refusal("not_accused", "AC-104")
    if (timely(s, seat) >> ability) & 1 == 0:
        if when == WHEN_PLAN:
            return Refusal("only_plan", "AC-103")
        if when == WHEN_REVEAL:
            return Refusal("only_reveal", "AC-105")
        if s.step == W_LAST:
            return Refusal("only_speaker", "AC-88")
        return Refusal("not_now", "AC-101")
    if (affordable(s, seat) >> ability) & 1 == 0:
        cost = ability_cost(s, seat, ability)
        return Refusal("unaffordable", "AC-100", {"cost": cost})
    if (exhausted(s, seat) >> ability) & 1 == 1:
        return Refusal("once_a_round", "AC-110")
    if (reach(s, seat, list_of(s, seat, ability)) >> (target + 1)) & 1 == 0:
        return Refusal("bad_target", "AC-109")
    return Refusal("pointless", "AC-109")


def _why_no_accusation(s: State, seat: i64, target: i64) -> Refusal:
    if total_of(s, seat) < accusation_cost(s, seat):
        return Refusal("accusation_unaffordable", "AC-73", {"cost": accusation_cost(s, seat)})
    if is_active(s, target) and target != seat and (s.cleared >> target) & 1 == 1:
        return Refusal("cleared", "AC-71", {"target": target})
    if is_active(s, target) and target != seat:
        return Refusal("locked", "AC-75", {"target": target, "by": s.locks[target]})
    return Refusal("not_accusable", "AC-71")
