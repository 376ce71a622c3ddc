"""Claims of Country parts and of Success, and the Speaker's half."""

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
    """Every active seat is asked, whoever the Initiator is."""
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
    """All answers are in; at most one of them can be a claim."""
    claimer: i64 = NONE
    for seat in range(s.seats):
        if s.sealed.answers[seat] >= 0:
            if kind_of(s.sealed.answers[seat]) == acts.CLAIM:
                claimer = seat
    s.sealed.clear()
    success = s.step == W_SUCCESS
    if claimer == NONE and s.events is not None:
        tell(s, "unclaimed", {"card": s.card})  # AC-49: why is not told
    if claimer == NONE and success:
        s.step = DEFERRED  # AC-64, AC-65, AM-11: lost, and nobody gets half of it
    elif claimer == NONE:
        _open_half(s)
    elif success:
        take_success(s, claimer)
    else:
        _run_country(s, claimer)


def _run_country(s: State, claimer: i64) -> None:
    """AC-45, AC-62: the Initiator proves it and executes the part."""
    identify(s, claimer, s.card)
    if s.events is not None:
        tell(s, "claimed", {"who": claimer, "card": s.card})
    run_lines(s, s.book.list[s.book.part(s.card, s.part)], claimer, NEXT_PART)


# --- the Speaker's half ---------------------------------------------------------------------------


def _open_half(s: State) -> None:
    """AC-49: nobody claims; the Speaker may take half of it, where the table has that (AM-1)."""
    half = s.book.half[s.book.part(s.card, s.part)]
    s.after_lines = NEXT_PART
    if s.terms.speaker_half != HALF_OFF and half_offered(s, half):
        s.lines = half
        s.step = W_HALF
    else:
        end_lines(s)


def ask_half(s: State) -> None:
    """AC-49: whoever is the Speaker, also one who played the card (AM-3)."""
    s.sealed.ask(s.speaker)


def settle_half(s: State, seat: i64, taken: bool) -> None:
    """AC-49: the halved list, executed by the Speaker; or nothing."""
    if s.events is not None:
        tell(s, "half_taken" if taken else "half_declined", {"who": seat, "card": s.card})
    if taken:
        run_lines(s, s.lines, seat, s.after_lines)
    else:
        end_lines(s)
