"""TODO"""

from mypy_extensions import i64

from . import acts
from .accusations import take_success
from .acts import kind_of
from .cards import NO_LIST, SUCCESS
from .conditions import half_offered
from .events import end_lines, run_lines
from .seats import is_active
from .state import DEFERRED, NEXT_PART, NONE, W_HALF, W_SUCCESS, State, tell, tell_now
from .terms import HALF_OFF
from .trackers import identify, may_claim


def open_claim(s: State) -> None:
    """W-CLAIM: every active seat is asked, whoever the Initiator is."""
    if s.step == W_SUCCESS:
        if s.book.block_list(s.card, s.part, SUCCESS) == NO_LIST:
            s.step = DEFERRED
            return
    for seat in range(s.seats):
        if is_active(s, seat) and (not s.brisk or may_claim(s, seat)):
            s.sealed.ask(seat)
    if s.sealed.owed == 0:
        tell_now(s)
        settle_claim(s)


def settle_claim(s: State) -> None:
    claimer: i64 = NONE
    for seat in range(s.seats):
        if s.sealed.answers[seat] >= 0:
            if kind_of(s.sealed.answers[seat]) == acts.CLAIM:
                claimer = seat
    s.sealed.clear()
    if s.step == W_SUCCESS:
        if claimer != NONE:
            take_success(s, claimer)
            return
        if s.events is not None:
            tell(s, "unclaimed", {"card": s.card})
        s.step = DEFERRED
        return
    part = s.book.part(s.card, s.part)
    if claimer != NONE:
        identify(s, claimer, s.card)
        if s.events is not None:
            tell(s, "claimed", {"who": claimer, "card": s.card})
        run_lines(s, s.book.list[part], claimer, NEXT_PART)
        return
    if s.events is not None:
        tell(s, "unclaimed", {"card": s.card})
    s.after_lines = NEXT_PART
    if s.terms.speaker_half != HALF_OFF and half_offered(s, s.book.half[part]):
        s.lines = s.book.half[part]
        s.step = W_HALF  # AC-49
    else:
        end_lines(s)


def settle_half(s: State, seat: i64, taken: bool) -> None:
    if s.events is not None:
        tell(s, "half_taken" if taken else "half_declined", {"who": seat, "card": s.card})
    if taken:
        run_lines(s, s.lines, seat, s.after_lines)
    else:
        end_lines(s)
