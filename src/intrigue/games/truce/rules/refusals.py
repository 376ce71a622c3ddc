"""Why something is not allowed: a sentence's key and the rule."""

from mypy_extensions import i64

from intrigue.kernel.position import TABLE, Refusal

from .acts import FREEZE, GIFT, INVALID, SUPPORT, coins_of, kind_of, target_of
from .state import State


def check(s: State, seat: i64, act: i64) -> Refusal | None:
    """None if the act is legal now."""
    kind = kind_of(act)
    if s.over:
        return Refusal("over", "TR-A18" if kind == GIFT else "TR-12")
    if act < 0 or act & INVALID != 0:
        return Refusal("no_order", "TR-9", {"text": str(act)})
    if seat == TABLE:
        return _why_no_freeze(s, act)
    if kind == GIFT:
        return _why_no_gift(s, seat, target_of(act), coins_of(act))
    if not s.orders.owes(seat):
        return Refusal("already_ordered", "TR-7")
    if kind > SUPPORT or act >= GIFT * 64:
        return Refusal("no_order", "TR-9", {"text": str(act)})
    return None  # TR-A15, TR-A33: judged at the reveal


def _why_no_freeze(s: State, act: i64) -> Refusal | None:
    """Once a round, at tables that close gifts early."""
    if act == FREEZE * 64 and s.terms.gifts and s.terms.freeze and not s.frozen:
        return None
    return Refusal("no_freeze", "TR-A19")


def _why_no_gift(s: State, seat: i64, to: i64, coins: i64) -> Refusal | None:
    if not s.terms.gifts:
        return Refusal("gifts_off", "TR-39")
    if s.frozen:
        return Refusal("gifts_frozen", "TR-A19")
    if to == seat:
        return Refusal("gift_to_self", "TR-A17")
    if to < 0 or to >= s.seats:
        return Refusal("gift_to_nobody", "TR-A17")
    if coins < 1:
        return Refusal("gift_of_nothing", "TR-50")
    if coins > s.supply[seat]:  # TR-41: what lies in the Spoils does not count
        return Refusal("gift_too_large", "TR-A17", {"supply": s.supply[seat]})
    return None
