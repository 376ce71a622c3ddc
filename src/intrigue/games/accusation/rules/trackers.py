"""What the ID Trackers say: who initiated a card, who may claim it, whose may be shown."""

from mypy_extensions import i64

from intrigue.kernel.chance import bit

from .state import NONE, State


def initiator_of(s: State, card: i64) -> i64:
    """AC-60: who put the card into the pile from their hand, or nobody (AC-61, AC-126)."""
    if card == 0:
        return NONE
    for seat in range(s.seats):
        if s.tracker[seat] == card:
            return seat
    return NONE


def identify(s: State, seat: i64, card: i64) -> None:
    """AC-62: everyone learns who played it."""
    s.known[seat] = card
    if card == s.card:
        s.found = True


def may_claim(s: State, seat: i64) -> bool:
    """AC-45, AC-64: the Initiator, found or not (AM-32), also after a wrong accusation of their own
    (AM-47); not one who said "not me" (AM-5)."""
    return s.tracker[seat] == s.card and (s.cleared >> seat) & 1 == 0


def auditable(s: State, seat: i64) -> i64:
    """AM-6: whose Tracker the seat may have shown, as a mask."""
    out: i64 = 0
    for answer in s.notmes:
        out |= bit((answer >> 3) & 7)
    out &= ~s.shown & ~bit(seat)
    for other in range(s.seats):
        if s.tracker[other] == 0 or s.known[other] != 0:
            out &= ~bit(other)
    return out
