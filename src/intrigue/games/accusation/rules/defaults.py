"""What an absent player does (AM-40)."""

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import bit
from intrigue.kernel.masks import lowest, nth, size

from . import acts
from .acts import act
from .cards import works_in
from .options import first_move, job_nth, most_at, nth_of, token_kind
from .seats import left_of
from .state import BATCH, PAYING, W_ACC, W_CLAIM, W_SUCCESS, State, is_window
from .targets import targets_of
from .threads import (
    J_ALLOC,
    J_DISCARD,
    J_MAY,
    J_PAY,
    J_RAID,
    J_SHED,
    J_SHIFT,
    J_SHOW,
    J_STRIP,
    J_TARGET,
    executor,
    serving,
)
from .tokens import accusation_cost, holdings_of


def default_of(s: State, seat: i64) -> i64:
    """AM-40: the answer of whoever is away; chance has no part in it."""
    step = s.step
    if step == BATCH:
        return _job_default(s, seat)
    if is_window(step) or step == W_ACC:
        return acts.PASS
    if step in (W_CLAIM, W_SUCCESS):
        return act(acts.DECLINE)  # AC-63: whoever is away shows nobody a Tracker
    if step == PAYING:
        return act(acts.PAY, _from_most(holdings_of(s, seat), accusation_cost(s, seat)))
    return nth_of(s, seat, 0)  # lowest card, take, answer, first country


def _job_default(s: State, seat: i64) -> i64:
    t = serving(s, seat)
    job = s.job[t]
    x = executor(s, t)
    if job == J_ALLOC:
        return act(acts.ALLOC, _to_fewest(holdings_of(s, x), s.want[t]))
    if job in (J_SHED, J_STRIP, J_PAY):
        holdings = s.tokens[most_at(s, t) : most_at(s, t) + 5]
        return act(token_kind(job), _from_most(holdings, s.want[t]))
    if job == J_TARGET:
        e = s.doing[t]
        target = left_of(s, x)
        while (targets_of(s, e, x) >> target) & 1 == 0:
            target = left_of(s, target)
        return act(acts.TARGET, target)
    if job == J_DISCARD:
        hand = s.hand[x]
        if works_in(hand) != 0:
            return act(acts.DISCARD, lowest(works_in(hand)))
        return act(acts.DISCARD, nth(hand, size(hand) - 1))
    if job == J_SHOW:
        left = s.hand[s.aim[t]] & ~s.seen[t]
        return act(acts.SHOW, lowest(works_in(left) if works_in(left) != 0 else left))
    if job == J_RAID:
        return act(acts.DECOY if works_in(s.hand[x]) != 0 else acts.CONFIRM)
    if job == J_MAY:
        return act(acts.NO)
    if job == J_SHIFT and not first_move(s, t):
        return act(acts.STOP)
    return job_nth(s, seat, 0)  # spread, shift, pick, bury nothing


def _from_most(holdings: vec[i64], n: i64) -> i64:
    """Repeatedly from the Ministry with most tokens, ties in Ministry order."""
    what: i64 = 0
    for _ in range(n):
        best: i64 = 0
        for m in range(1, i64(5)):
            if holdings[m] > holdings[best]:
                best = m
        holdings[best] -= 1
        what += bit(4 * best)
    return what


def _to_fewest(holdings: vec[i64], n: i64) -> i64:
    """Repeatedly to the Ministry with fewest tokens, ties in Ministry order."""
    what: i64 = 0
    for _ in range(n):
        best: i64 = 0
        for m in range(1, i64(5)):
            if holdings[m] < holdings[best]:
                best = m
        holdings[best] += 1
        what += bit(4 * best)
    return what
