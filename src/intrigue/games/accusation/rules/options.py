"""Every legal answer to the open question, counted and picked without making a list."""

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import bit
from intrigue.kernel.masks import nth, size

from . import acts
from .abilities import may_deny, nth_use, uses
from .acts import act
from .cards import works_in
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
    W_HALF,
    W_SUCCESS,
    State,
    is_window,
)
from .targets import targets_of
from .threads import (
    J_ALLOC,
    J_BURY,
    J_DISCARD,
    J_MAY,
    J_PAY,
    J_PICK,
    J_RAID,
    J_SHED,
    J_SHOW,
    J_SPREAD,
    J_STRIP,
    J_TARGET,
    executor,
    serving,
)
from .tokens import accusation_cost, tokens_on, total_of
from .trackers import auditable, may_claim


def width_of(s: State, seat: i64) -> i64:
    """How many options a seat has."""
    step = s.step
    if step == BATCH:
        return _job_width(s, seat)
    if step == W_ACC:
        return 1 + size(accusable(s, seat)) + uses(s, seat)
    if is_window(step):
        return 1 + ((s.menus >> (8 * seat)) & 255)
    if step == SELECTING:
        return size(s.hand[seat])
    if step in (W_CLAIM, W_SUCCESS):
        return 2 if may_claim(s, seat) else 1
    if step == W_HALF:
        return 2
    if step == PAYING:
        return acts.ways(s.tokens, 5 * seat, accusation_cost(s, seat))
    if step == W_ANS:
        return 1 + (1 if may_deny(s) else 0) + (1 if _may_lie(s, seat) else 0)
    return size(_countries_left(s))


def nth_of(s: State, seat: i64, k: i64) -> i64:
    """Option number `k`; the branches are those of `width_of`."""
    step = s.step
    if step == BATCH:
        return job_nth(s, seat, k)
    if step == W_ACC:
        if k == 0:
            return acts.PASS
        targets = accusable(s, seat)
        if k <= size(targets):
            return act(acts.ACCUSE, nth(targets, k - 1))
        return nth_use(s, seat, k - 1 - size(targets))
    if step == W_AUDIT:
        if k == 0:
            return acts.PASS
        return act(acts.AUDIT, nth(auditable(s, seat), k - 1))
    if is_window(step):
        return acts.PASS if k == 0 else nth_use(s, seat, k - 1)
    if step == SELECTING:
        return act(acts.SELECT, nth(s.hand[seat], k))
    if step in (W_CLAIM, W_SUCCESS):
        claims = k == 0 and may_claim(s, seat)
        return act(acts.CLAIM if claims else acts.DECLINE)
    if step == W_HALF:
        return act(acts.TAKE if k == 0 else acts.DECLINE)
    if step == PAYING:
        return act(acts.PAY, acts.nth_way(s.tokens, 5 * seat, accusation_cost(s, seat), k))
    if step == W_ANS:
        if k == 0:
            return act(acts.ANSWER)
        return act(acts.DENY if k == 1 and may_deny(s) else acts.LIE)
    return act(acts.DRAFT, nth(_countries_left(s), k))


def _may_lie(s: State, seat: i64) -> bool:
    """AC-66, AM-5: only where answers are free, and only the Initiator has a lie to tell."""
    return not s.terms.honest and s.tracker[seat] == s.card


def _countries_left(s: State) -> i64:
    """AC-111, AM-42: the countries that nobody has, as a set."""
    out = bit(s.book.countries()) - 1
    for country in s.country:
        if country != NONE:
            out &= ~bit(country)
    return out


def accusable(s: State, seat: i64) -> i64:
    """AC-71: whom the seat can accuse, again too (AM-9), and pay for it."""
    if total_of(s, seat) < accusation_cost(s, seat):  # AC-73
        return 0
    out = s.active & ~bit(seat) & ~s.cleared
    for target in range(s.seats):
        if s.locks[target] != NONE and s.locks[target] != seat:  # AC-75
            out &= ~bit(target)
    return out


def may_accuse(s: State, seat: i64, target: i64) -> bool:
    return is_active(s, target) and (accusable(s, seat) >> target) & 1 == 1


# --- choices that effects owe ---------------------------------------------------------------------


def _job_width(s: State, seat: i64) -> i64:
    t = serving(s, seat)
    job = s.job[t]
    x = executor(s, t)
    if job in (J_ALLOC, J_SHED, J_STRIP, J_SPREAD, J_PAY):
        return acts.ways(most_of(s, t), most_at(s, t), s.want[t])
    if job == J_TARGET:
        return size(targets_of(s, s.doing[t], x))
    if job == J_SHOW:
        return size(s.hand[s.aim[t]] & ~s.seen[t])
    if job == J_DISCARD:
        return size(s.hand[x])
    if job == J_RAID:
        return 2 if works_in(s.hand[x]) != 0 else 1  # AC-131
    if job == J_BURY:
        works = works_in(s.seen[t])
        return 1 + size(s.seen[t] - works) + (1 if works != 0 else 0)
    if job == J_PICK:
        return s.book.a[s.doing[t]]
    if job == J_MAY:
        return 2
    sources: i64 = 0
    for m in range(i64(5)):
        if tokens_on(s, x, m) > 0:
            sources += 1
    return 4 * sources + (0 if first_move(s, t) else 1)  # AM-22: one move at least


def job_nth(s: State, seat: i64, k: i64) -> i64:
    t = serving(s, seat)
    job = s.job[t]
    x = executor(s, t)
    if job in (J_ALLOC, J_SHED, J_STRIP, J_SPREAD, J_PAY):
        what = acts.nth_way(most_of(s, t), most_at(s, t), s.want[t], k)
        return act(token_kind(job), what)
    if job == J_TARGET:
        return act(acts.TARGET, nth(targets_of(s, s.doing[t], x), k))
    if job == J_SHOW:
        return act(acts.SHOW, nth(s.hand[s.aim[t]] & ~s.seen[t], k))
    if job == J_DISCARD:
        return act(acts.DISCARD, nth(s.hand[x], k))
    if job == J_RAID:
        return act(acts.CONFIRM if k == 0 else acts.DECOY)
    if job == J_BURY:
        if k == 0:
            return act(acts.BURY, 0)  # AM-22
        events = s.seen[t] - works_in(s.seen[t])
        if k <= size(events):
            return act(acts.BURY, nth(events, k - 1))
        return act(acts.BURY, acts.ANY_WORKS)
    if job == J_PICK:
        return act(acts.PICK, k)
    if job == J_MAY:
        return act(acts.YES if k == 0 else acts.NO)
    return _nth_move(s, x, k)


def most_of(s: State, t: i64) -> vec[i64]:
    """The bounds of a token choice by Ministry; they begin at `most_at`."""
    job = s.job[t]
    if job == J_ALLOC:
        return s.book.plenty  # AC-107
    return s.book.one_each if job == J_SPREAD else s.tokens


def most_at(s: State, t: i64) -> i64:
    """Where the bounds of a token choice begin."""
    job = s.job[t]
    if job == J_ALLOC:
        return 0
    if job == J_SPREAD:
        return s.book.spread_at(s.doing[t])
    return 5 * (s.aim[t] if job == J_STRIP and s.aim[t] != NONE else executor(s, t))


def first_move(s: State, t: i64) -> bool:
    """Whether nothing was shifted yet."""
    return s.want[t] == s.book.b[s.doing[t]]


def token_kind(job: i64) -> i64:
    """The act that answers a token choice."""
    if job == J_ALLOC:
        return acts.ALLOC
    if job == J_SHED:
        return acts.SHED
    if job == J_STRIP:
        return acts.STRIP
    return acts.SPREAD if job == J_SPREAD else acts.PAY


def _nth_move(s: State, x: i64, k: i64) -> i64:
    """Moves by (from, to); stopping comes last."""
    for source in range(i64(5)):
        if tokens_on(s, x, source) > 0:
            if k < 4:
                to = k if k < source else k + 1
                return act(acts.MOVE, source * 8 + to)
            k -= 4
    return act(acts.STOP)


# --- free acts ------------------------------------------------------------------------------------


def free_acts(s: State, seat: i64) -> list[int]:
    """AC-154: conceding, at any time, once."""
    if s.over or not is_active(s, seat) or (s.conceded >> seat) & 1 == 1:
        return []
    return [act(acts.CONCEDE)]
