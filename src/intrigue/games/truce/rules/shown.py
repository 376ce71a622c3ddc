"""A match of Truce as one viewer may know it, and orders as views and events show them."""

from mypy_extensions import i64

from ..view import Order, TruceView
from .acts import INVALID, KINDS, NONE, kind_of, target_of
from .state import Past, State


def show(s: State, viewer: i64) -> TruceView:
    """Everything (TR-37) but the orders under way (TR-6); one's own is shown."""
    own: Order | None = None
    if viewer >= 0 and not s.over and s.orders.answers[viewer] >= 0:
        own = show_order(s.orders.answers[viewer])
    terms = s.terms
    return TruceView(
        seat=viewer,
        phase="over" if s.over else "orders",
        round=s.round,
        rounds=terms.rounds,
        initial_stash=terms.initial_stash,
        spoils_remainder=terms.spoils_remainder,
        cycle_outsiders=terms.cycle_outsiders,
        gifts=terms.gifts and not s.frozen and not s.over,
        gifts_option=terms.gifts,
        reveal=terms.reveal,
        ready_flags=terms.ready_flags,
        stash=s.stash,
        removed=s.removed,
        supply=tuple(s.supply),
        spoils=tuple(s.spoils),  # TR-A20
        supporters=tuple(s.supporters),
        past=show_past(s.past),
        order=own,
    )


def show_past(past: Past | None) -> tuple[tuple[Order, ...], ...]:
    """All rounds up to this one, as every view shows them; made once."""
    if past is None:
        return ()
    if past.told is None:
        orders = tuple([show_order(act) for act in list(past.orders)])
        past.told = (*show_past(past.before), orders)
    return past.told


def show_order(act: i64) -> Order:
    """A submitted order for a view."""
    target = target_of(act)
    who: int | None = None
    if target != NONE:
        who = target
    return Order(KINDS[kind_of(act)], who, act < INVALID)


def order_data(act: i64) -> dict[str, object]:
    """A submitted order for an event."""
    shown = show_order(act)
    return {"kind": shown.kind, "target": shown.target, "valid": shown.valid}
