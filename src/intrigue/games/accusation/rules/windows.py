"""Response windows (AM-18): who is asked, and whose intent is carried out."""

from mypy_extensions import i64

from intrigue.kernel.chance import bit
from intrigue.kernel.masks import size

from . import acts
from .abilities import use_ability, uses
from .acts import what_of
from .cards import name_of
from .deck import unrevealed
from .seats import from_speaker, is_active
from .state import (
    EXPOSING,
    NEXT_PART,
    REVEALING,
    SELECTING,
    W_AUDIT,
    W_LAST,
    W_OPEN,
    W_PLAN,
    W_REV,
    W_SUCCESS,
    State,
    tell,
)
from .trackers import auditable


def open_window(s: State) -> None:
    """Ask every seat that can do something; public facts decide. A cancelled Event is over for
    everybody: its window does not open again (AC-52)."""
    if s.step == W_REV and s.cancelled:
        close_window(s)
        return
    s.menus = 0
    for seat in range(s.seats):
        if is_active(s, seat):
            n: i64 = 0
            if s.step != W_AUDIT:
                n = uses(s, seat)
            elif s.terms.audit:
                n = size(auditable(s, seat))
            if n > 0:
                s.menus |= n << (8 * seat)
                s.sealed.ask(seat)
    if s.sealed.owed == 0:
        close_window(s)


def settle_window(s: State) -> None:
    """AM-18: the first intent from the Speaker is carried out, the others are dropped unseen."""
    for i in range(s.seats):
        seat = from_speaker(s, i)
        answer = s.sealed.answers[seat]
        if answer > 0:
            s.sealed.clear()
            if s.step == W_AUDIT:
                _audit(s, seat, what_of(answer))
            else:
                use_ability(s, seat, acts.ability_of(answer), acts.target_of(answer))
            return
    s.sealed.clear()
    close_window(s)


def _audit(s: State, seat: i64, target: i64) -> None:
    """AM-6: everybody sees a Tracker."""
    s.shown |= bit(target)
    s.known[target] = s.tracker[target]
    if s.events is not None:
        data: dict[str, object] = {"who": seat, "target": target}
        data["card"] = name_of(s.tracker[target])
        tell(s, "audited", data)


def close_window(s: State) -> None:
    """Nobody wants anything: on to what comes after it."""
    step = s.step
    if step == W_OPEN:
        s.step = SELECTING
    elif step == W_PLAN:  # AC-30: the shuffle; the pile has no order before it is drawn from
        if s.events is not None:
            tell(s, "shuffled", {"cards": unrevealed(s)})
        s.step = REVEALING
    elif step == W_REV:
        s.step = NEXT_PART
    elif step == W_LAST:
        s.step = W_SUCCESS
    else:
        s.step = EXPOSING
