"""Batches (AC-48): all threads take a step together, so lists advance in step; choices are sealed
and simultaneous; after the last effect come the checks."""

from intrigue.kernel.chance import Chance

from .accusations import begin_sequence
from .cards import TO
from .defaults import default_of
from .effects import do_forced, settle, step_all
from .ending import check_vp
from .options import nth_of, width_of
from .removal import check_removals
from .seats import from_speaker
from .state import CHECKING, NEXT_TURN, NONE, W_ACC, W_LAST, State, tell, tell_now
from .threads import add_thread, decider, forget, push_frame, serving


def run_batch(s: State, chance: Chance) -> None:
    """Go on until somebody must choose or the batch is over."""
    while True:
        if s.owing != 0 and ask_jobs(s, chance):
            return
        if s.following != 0:
            _push_lists(s)
            continue
        base = s.top - 3 * s.seats
        if base < 0:
            s.step = CHECKING
            return
        if not step_all(s, base, chance):
            s.top = base


def _push_lists(s: State) -> None:
    """The lists that follow from the step just done become a frame."""
    below = s.top - 3 * s.seats
    base = push_frame(s)
    for t in range(s.seats):
        if s.sub[t] != NONE:
            i = below + 2 * s.seats + t
            who = s.stack[i]
            if s.book.op[s.doing[t]] == TO:
                who = s.aim[t]
            add_thread(s, base, t, s.sub[t], who)
            s.sub[t] = NONE
    s.following = 0


# --- choices --------------------------------------------------------------------------------------


def _assign_jobs(s: State) -> None:
    """Who owes choices is asked about one: the first in seat order from the Speaker."""
    s.serves = 0
    for i in range(s.seats):
        t = from_speaker(s, i)
        if (s.owing >> t) & 1 == 1:
            seat = decider(s, t)
            if serving(s, seat) == NONE:
                s.serves |= (t + 1) << (4 * seat)


def ask_jobs(s: State, chance: Chance) -> bool:
    """Ask everyone who owes a choice; False when nobody does any more. Who concedes takes the
    default (AC-154)."""
    while s.owing != 0:
        waited = False
        _assign_jobs(s)
        for seat in range(s.seats):
            if serving(s, seat) != NONE:
                if (s.conceded >> seat) & 1 == 1:
                    s.sealed.answers[seat] = default_of(s, seat)
                elif s.brisk and width_of(s, seat) == 1:
                    s.sealed.answers[seat] = nth_of(s, seat, 0)
                else:
                    s.sealed.ask(seat)
                    waited = True
        if waited:
            return True
        tell_now(s)
        settle_jobs(s, chance)
    return False


def settle_jobs(s: State, chance: Chance) -> None:
    """AM-35: all sealed choices are in; carry them out in seat order from the Speaker."""
    for i in range(s.seats):
        seat = from_speaker(s, i)
        answer = s.sealed.answers[seat]
        if answer >= 0 and serving(s, seat) != NONE:
            settle(s, serving(s, seat), answer, chance)
    s.sealed.clear()
    if s.owing == 0:
        do_forced(s, chance)


# --- the checks -----------------------------------------------------------------------------------


def check_batch(s: State) -> None:
    """AC-48: victory, removals, last player, in this order (AM-14); then on, or a restart."""
    for t in range(s.seats):
        if s.doing[t] != NONE:
            forget(s, t)
    s.aimed = NONE
    if s.terms.win_at_once or s.card == 0:  # AM-13
        check_vp(s)
    if not s.over:
        check_removals(s)
    if s.over:
        return
    s.step = s.then
    # AC-84, AM-12, AM-21; not by the closing lists (AC-85), nor outside accusations (AM-48)
    if s.moved and s.then in (W_ACC, NEXT_TURN, W_LAST):
        begin_sequence(s)
        if s.events is not None:
            tell(s, "restart", {"first": s.speaker})
    s.moved = False
    s.then = 0
