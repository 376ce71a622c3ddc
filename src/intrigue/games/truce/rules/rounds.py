"""Rounds of Truce: they begin, orders and gifts come in, the reveal closes them; and the end.

What a reveal does stands in `resolve`.
"""

import math

from mypy_extensions import i64

from intrigue.kernel.chance import bit
from intrigue.kernel.position import Event, Outcome

from .resolve import resolve
from .shown import order_data
from .state import Past, Reveal, State


def begin_round(s: State) -> None:
    s.round += 1
    s.stash += 1  # TR-5
    s.frozen = False
    s.orders.ask_all()  # TR-6
    if s.events is not None:
        s.events.append(Event("round", {"round": s.round, "stash": s.stash}))


def take_order(s: State, seat: i64, act: i64) -> None:
    """TR-6, TR-8: sealed; the last one opens them all."""
    if s.events is not None:
        _tell_sealed(s, seat, act)
    if s.orders.put(seat, act):
        _reveal(s)


def _tell_sealed(s: State, seat: i64, act: i64) -> None:
    if s.events is not None:
        data: dict[str, object] = {"order": order_data(act)}
        s.events.append(Event("sealed", data, bit(seat)))


def give(s: State, giver: i64, to: i64, coins: i64) -> None:
    s.supply[giver] -= coins  # TR-39
    s.spoils[to] += coins  # TR-40, TR-A13; TR-A14: where it can be robbed
    if s.events is not None:  # TR-42
        s.events.append(Event("gift", {"giver": giver, "to": to, "coins": coins}))


def freeze(s: State) -> None:
    """TR-A19: no more gifts this round."""
    s.frozen = True
    if s.events is not None:
        s.events.append(Event("frozen", {}))


def _reveal(s: State) -> None:
    reveal = s.scratch
    if reveal is None:
        reveal = Reveal(s.terms, s.seats)
        s.scratch = reveal
    reveal.begin(s.orders.answers, s.supply, s.spoils, s.stash, s.events)
    resolve(reveal)
    s.stash = reveal.stash
    s.removed += reveal.removed
    s.supporters = reveal.supporters
    s.past = Past(reveal.orders, s.past)
    if s.round < s.terms.rounds:  # TR-12; TR-A32: even if nobody has a coin left
        begin_round(s)
    else:
        s.over = True
        if s.events is not None:
            s.events.append(Event("over", {"winners": _winners(s)}))


# --- the end --------------------------------------------------------------------------------------


def outcome_of(s: State) -> Outcome | None:
    if not s.over:
        return None
    winners = _winners(s)
    leaders = _leaders(s)
    reason = "shared" if len(winners) > 1 else "supporters" if len(leaders) > 1 else "coins"
    rule = "TR-46" if len(winners) > 1 else "TR-45" if len(leaders) > 1 else "TR-44"
    return Outcome(reason, rule, list(s.supply), winners)


def prospects_of(s: State, seat: i64) -> float:
    """How good a seat's prospects are before the end, from 0 to 1: a coin more is worth the more,
    the fewer rounds are still to come."""
    left = s.terms.rounds - s.round + 1
    scale = 0.8 + 0.25 * float(left)
    whole: float = 0.0
    for other in range(s.seats):
        whole += math.exp(float(s.supply[other] - s.supply[seat]) / scale)
    return 1.0 / whole


def _leaders(s: State) -> list[int]:
    """TR-44: the largest Supply; TR-A29: what lies in the Stash is nobody's."""
    most = max(list(s.supply))
    return [v for v in range(s.seats) if s.supply[v] == most]


def _winners(s: State) -> list[int]:
    """TR-45, TR-46; only the leaders' supporters count for the tie (TR-A31)."""
    leaders = _leaders(s)
    backing = max([s.supporters[v] for v in leaders])
    return [v for v in leaders if s.supporters[v] == backing]
