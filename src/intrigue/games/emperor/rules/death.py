"""Death and victory."""

from mypy_extensions import i64

from intrigue.kernel.chance import bit
from intrigue.kernel.position import Event, Outcome

from .cards import CONDEMN, REBEL
from .deck import lay_down, lay_open
from .ring import leave_ring
from .state import (
    EMPEROR_DEAD,
    ENDING_RULES,
    ENDINGS,
    NO_REBELS,
    OVER,
    Condemn,
    State,
    living_rebels,
    side_of,
    three_of,
)


def die(s: State, seat: i64) -> None:
    """EM-70: out of the circle, without a hand or a mark, identities shown."""
    leave_ring(s, seat)
    s.accused &= ~bit(seat)
    if s.terms.reveal_on_death:
        s.up |= bit(3 * seat) * 7
    if s.events is not None:
        data: dict[str, object] = {"who": seat, "ring": list(s.ring)}
        if s.terms.reveal_on_death:
            s.events.append(Event("died", {**data, "cards": three_of(s, seat)}))
        else:
            s.events.append(Event("died_unseen", data))
    lay_down(s, seat, s.hands[seat])
    _cancel_with(s, seat)
    if seat == s.emperor:
        finish(s, EMPEROR_DEAD)  # EM-71
    elif living_rebels(s) == 0:
        finish(s, NO_REBELS)  # EM-72


def _cancel_with(s: State, seat: i64) -> None:
    """EM-67: what a death makes void."""
    for pending in s.pending[:]:
        if pending.target == seat:
            cancel(s, pending, "target_dead")
        elif pending.clock == seat:
            cancel(s, pending, "clock_dead")
        elif pending.author == seat and s.terms.dies_with_caster:
            cancel(s, pending, "author_dead")


def cancel(s: State, void: Condemn, why: str) -> None:
    """EM-67: without effect."""
    s.pending.remove(void)
    lay_open(s, CONDEMN)
    if s.events is not None:
        data: dict[str, object] = {"id": void.id, "target": void.target, "why": why}
        s.events.append(Event("cancelled", data))


def finish(s: State, ending: i64) -> None:
    """The match is over: all identities are shown."""
    s.ending = ending
    s.over = True
    s.phase = OVER
    s.resolving = 0
    if s.events is not None:
        cards = [three_of(s, seat) for seat in range(s.seats)]
        data: dict[str, object] = {"ending": ENDINGS[ending], "cards": cards}
        data["winners"] = winners_of(s)
        s.events.append(Event("over", data))


def winners_of(s: State) -> list[int]:
    """EM-73: all of the winning side, dead or alive; nobody at a cap (EM-74)."""
    if s.ending == EMPEROR_DEAD:
        return [seat for seat in range(s.seats) if side_of(s, seat) == REBEL]
    if s.ending == NO_REBELS:  # EM-13: the Emperor with the Loyalists
        return [seat for seat in range(s.seats) if side_of(s, seat) != REBEL]
    return []


def outcome_of(s: State) -> Outcome | None:
    if not s.over:
        return None
    winners = winners_of(s)
    scores = [1 if seat in winners else 0 for seat in range(s.seats)]
    return Outcome(ENDINGS[s.ending], ENDING_RULES[s.ending], scores, winners)
