"""The accusations of an Event: opportunities in seat order, costs, locks, answers,
denials, and who takes Success in the end."""

from mypy_extensions import i64

from intrigue.kernel.chance import bit

from . import acts
from .abilities import ability_cost, has_use, may_deny
from .acts import count_at, letters
from .cards import FAILURE, SUCCESS
from .defaults import default_of
from .options import accusable, width_of
from .seats import is_active
from .state import (
    AFTER_BLOCK,
    CLEANUP,
    DEFERRED,
    EXPOSING,
    NEXT_PART,
    NEXT_TURN,
    NONE,
    PAYING,
    W_ACC,
    W_ANS,
    W_LAST,
    W_SUCCESS,
    State,
    push,
    tell,
    tell_now,
)
from .threads import begin_batch, run_list
from .tokens import accusation_cost, add_tokens, lose
from .trackers import identify, initiator_of

# --- opportunities --------------------------------------------------------------------------------


def begin_accusations(s: State) -> None:
    """AC-46: reaching the block of Success and Failure."""
    begin_sequence(s)
    if s.events is not None:
        tell(s, "accusations", {"first": s.speaker})


def begin_sequence(s: State) -> None:
    """AC-70: everybody gets one opportunity, from the Speaker on."""
    s.start = s.speaker
    s.had = 0
    s.holder = NONE
    s.accused = NONE
    s.step = NEXT_TURN


def next_turn(s: State) -> None:
    """AC-70: the next opportunity; AC-81: or all have had one."""
    s.holder = NONE
    for i in range(s.seats):
        seat = s.start + i
        if seat >= s.seats:
            seat -= s.seats
        if is_active(s, seat) and (s.had >> seat) & 1 == 0:
            s.had |= bit(seat)
            s.holder = seat
            s.step = W_ACC
            return
    s.step = W_SUCCESS if s.terms.fast else W_LAST  # AC-88; fast windows: AM-18


def open_turn(s: State) -> None:
    """AC-70: the holder alone is asked; who can do nothing is skipped."""
    seat = s.holder
    if is_active(s, seat) and (accusable(s, seat) != 0 or has_use(s, seat)):
        s.sealed.ask(seat)
    else:
        s.step = NEXT_TURN


# --- one accusation -------------------------------------------------------------------------------


def accuse(s: State, target: i64) -> None:
    """AC-71: whom, and then with which tokens (AC-73)."""
    s.accused = target
    s.step = PAYING


def open_payment(s: State) -> None:
    """AC-73: from any Ministries; not asked where there is one way."""
    seat = s.holder
    cost = accusation_cost(s, seat)
    if acts.ways(s.tokens, 5 * seat, cost) == 1:
        pay_accusation(s, acts.nth_way(s.tokens, 5 * seat, cost, 0))
    elif (s.conceded >> seat) & 1 == 1:
        pay_accusation(s, acts.what_of(default_of(s, seat)))
    else:
        s.sealed.ask(seat)


def pay_accusation(s: State, what: i64) -> None:
    """AC-73: onto the Cost Card."""
    seat = s.holder
    for m in range(i64(5)):
        n = count_at(what, m)
        add_tokens(s, seat, m, -n)
        s.paid[seat] += n
    s.made[seat] += 1
    s.locks = s.locks[:]
    s.locks[s.accused] = seat  # AC-75
    if s.events is not None:
        data: dict[str, object] = {"who": seat, "target": s.accused}
        data["tokens"] = letters(what)
        tell(s, "accused", data)
    s.step = W_ANS


def open_answer(s: State) -> None:
    """Who cannot deny is answered for at once, which tells no more than the public tokens do,
    unless answers may be lies (AM-5)."""
    seat = s.accused
    if (s.conceded >> seat) & 1 == 1:
        answer_accusation(s, False)
    elif may_deny(s) or not s.terms.honest:
        s.sealed.ask(seat)
        if s.brisk and width_of(s, seat) == 1:
            s.sealed.clear()
            tell_now(s)
            answer_accusation(s, False)
    else:
        answer_accusation(s, False)


def deny(s: State) -> None:
    """AC-78: paid for, and nothing is disclosed. The accuser executes neither list (AC-80) and gets
    nothing back (AM-7)."""
    seat = s.accused
    ability = s.book.deny
    lose(s, seat, ability_cost(s, seat, ability) << (4 * s.book.ministry[ability]))
    s.denials = push(s.denials, seat * 8 + s.holder)
    if s.events is not None:
        tell(s, "denied", {"who": seat, "by": s.holder})
    if not s.terms.lock_stays:
        s.locks = s.locks[:]
        s.locks[seat] = NONE  # AM-8
    s.accused = NONE
    begin_batch(s, W_ACC)  # AC-79: the accuser keeps the opportunity


def answer_accusation(s: State, lie: bool) -> None:
    """AC-66: the engine vouches for the answer, unless the table lets them lie (AM-5). Without an
    Initiator it is always "not me" (AC-83)."""
    seat = s.accused
    s.accused = NONE
    if initiator_of(s, s.card) == seat and not lie:
        _detect(s, seat)
        return
    s.notmes = push(s.notmes, s.card * 64 + seat * 8 + s.holder)
    s.cleared |= bit(seat)  # AC-76
    if s.events is not None:
        tell(s, "not_me", {"who": seat, "by": s.holder})
    begin_batch(s, NEXT_TURN)  # AC-76, AM-31, AM-33: Failure at once, and every time
    run_list(s, s.holder, s.book.block_list(s.card, s.part, FAILURE))


def _detect(s: State, seat: i64) -> None:
    """AC-77: Success for the accuser, Failure for the Initiator, one batch, Failure first."""
    identify(s, seat, s.card)
    if s.events is not None:
        tell(s, "admitted", {"who": seat, "by": s.holder, "card": s.card})
    begin_batch(s, DEFERRED)
    run_list(s, s.holder, s.book.block_list(s.card, s.part, SUCCESS))
    run_list(s, seat, s.book.block_list(s.card, s.part, FAILURE))


# --- the end of the block -------------------------------------------------------------------------


def take_success(s: State, seat: i64) -> None:
    """AC-82: an Initiator who was not found proves it (AC-64)."""
    identify(s, seat, s.card)
    if s.events is not None:
        tell(s, "claimed_success", {"who": seat, "card": s.card})
    begin_batch(s, DEFERRED)
    run_list(s, seat, s.book.block_list(s.card, s.part, SUCCESS))


def next_deferred(s: State) -> None:
    """AM-10: at some tables each denied wrong accusation makes its accuser execute Failure, also
    if the denier has left meanwhile."""
    if len(s.denials) == 0 or not s.terms.deferred:
        s.step = AFTER_BLOCK
        return
    seat, accused = s.denials[0] & 7, s.denials[0] >> 3
    s.denials = s.denials[1:]
    right = accused in (initiator_of(s, s.card), s.orphaned)
    if not right and is_active(s, seat):
        if s.events is not None:
            tell(s, "was_wrong", {"who": seat})
        begin_batch(s, DEFERRED)
        run_list(s, seat, s.book.block_list(s.card, s.part, FAILURE))


def end_block(s: State) -> None:
    """AC-86: on to the remaining parts of the card."""
    s.part = s.book.block_end(s.card, s.part)
    s.holder = NONE
    s.step = NEXT_PART


# --- lies -----------------------------------------------------------------------------------------


def expose_lies(s: State) -> None:
    """AM-5: what was answered freely comes out when the round ends; one answer after the other."""
    if len(s.notmes) > 0 and not s.terms.honest:
        _expose(s)
    else:
        s.step = CLEANUP


def _expose(s: State) -> None:
    """If "not me" was a lie: Success for the accuser; Failure and 1 BAD REP for the liar."""
    answer = s.notmes[0]
    s.notmes = s.notmes[1:]
    card, liar, accuser = answer >> 6, (answer >> 3) & 7, answer & 7
    if s.tracker[liar] != card:
        return
    index: i64 = 0
    while s.book.section[s.book.part(card, index)] < SUCCESS:
        index += 1
    identify(s, liar, card)
    if s.events is not None:
        tell(s, "exposed", {"who": liar, "card": card, "by": accuser})
    begin_batch(s, EXPOSING)
    run_list(s, accuser, s.book.block_list(card, index, SUCCESS))
    run_list(s, liar, s.book.disgrace)
    run_list(s, liar, s.book.block_list(card, index, FAILURE))
