"""What follows what: from one question to the next, from answers to what they lead to, and the end
of a round. What is done at each step stands in the modules that are named here."""

from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit
from intrigue.kernel.masks import size
from intrigue.kernel.position import Event

from . import acts
from .abilities import use_ability
from .accusations import (
    accuse,
    answer_accusation,
    deny,
    end_block,
    expose_lies,
    next_deferred,
    next_turn,
    open_answer,
    open_payment,
    open_turn,
    pay_accusation,
)
from .acts import kind_of, what_of
from .batches import check_batch, run_batch, settle_jobs
from .cards import events_in, works_in
from .claims import ask_half, open_claim, settle_claim, settle_half
from .defaults import default_of
from .ending import best_of, finish
from .events import finish_event, next_line, next_part, reveal
from .options import width_of
from .planning import (
    begin_pile,
    do_duties,
    open_draft,
    open_selection,
    select_all,
    set_up,
    take_country,
)
from .removal import remove
from .seats import left_of, players
from .state import (
    AFTER_BLOCK,
    BATCH,
    CHECKING,
    CLEANUP,
    DEFERRED,
    DRAFTING,
    DUTIES,
    EVENT_DONE,
    EXPOSING,
    NEXT_LINE,
    NEXT_PART,
    NEXT_TURN,
    PAYING,
    REVEALING,
    SELECTING,
    W_ACC,
    W_ANS,
    W_CLAIM,
    W_HALF,
    W_SUCCESS,
    WON_CAP,
    WON_LAST,
    WORLD_CARD,
    State,
    is_window,
    tell,
    tell_now,
)
from .windows import open_window, settle_window


def begin(s: State, chance: Chance) -> None:
    """Set up, and go on to the first question."""
    set_up(s, chance)
    run(s, chance)


def run(s: State, chance: Chance) -> None:
    """Go on until somebody is asked or the match is over."""
    while not s.over and s.sealed.owed == 0:
        _go(s, chance)
    if not s.over:
        tell_now(s)


def _go(s: State, chance: Chance) -> None:
    """Take one step; the most frequent ones are looked at first."""
    step = s.step
    if step == BATCH:
        run_batch(s, chance)
    elif step == CHECKING:
        check_batch(s)
    elif step == NEXT_PART:
        next_part(s)
    elif step == NEXT_LINE:
        next_line(s)
    elif is_window(step):
        open_window(s)
    elif step == NEXT_TURN:
        next_turn(s)
    elif step == REVEALING:
        reveal(s, chance)
    elif step == W_ACC:
        open_turn(s)
    elif step == EVENT_DONE:
        finish_event(s)
    elif step in (W_CLAIM, W_SUCCESS):
        open_claim(s)
    elif step == W_HALF:
        ask_half(s)
    elif step == DEFERRED:
        next_deferred(s)
    elif step == AFTER_BLOCK:
        end_block(s)
    elif step == DUTIES:
        do_duties(s, chance)
    elif step == WORLD_CARD:
        begin_pile(s, chance)
    elif step == SELECTING:
        open_selection(s)
    elif step == EXPOSING:
        expose_lies(s)
    elif step == CLEANUP:
        _clean_up(s)
    elif step == PAYING:
        open_payment(s)
    elif step == W_ANS:
        open_answer(s)
    else:
        open_draft(s)


# --- answers --------------------------------------------------------------------------------------


def answer(s: State, seat: i64, number: i64, chance: Chance) -> None:
    """Seal a legal answer; with the last one the match goes on. Or concede, which is no answer."""
    if kind_of(number) == acts.CONCEDE:
        _concede(s, seat, chance)
        return
    if s.events is not None and width_of(s, seat) > 1:
        s.events.append(Event("sealed", {}, bit(seat)))
    if s.sealed.put(seat, number):
        _close_question(s, seat, number, chance)
        run(s, chance)


def _close_question(s: State, seat: i64, number: i64, chance: Chance) -> None:
    """The last answer is in."""
    step = s.step
    kind = kind_of(number)
    what = what_of(number)
    if step == BATCH:
        settle_jobs(s, chance)
        return
    if is_window(step):
        settle_window(s)
        return
    if step in (W_CLAIM, W_SUCCESS):
        settle_claim(s)
        return
    if step == SELECTING:
        select_all(s)
        return
    s.sealed.clear()
    if step == W_ACC:
        _take_turn(s, seat, number)
    elif step == PAYING:
        pay_accusation(s, what)
    elif step == W_ANS:
        if kind == acts.DENY:
            deny(s)
        else:
            answer_accusation(s, kind == acts.LIE)
    elif step == W_HALF:
        settle_half(s, seat, kind == acts.TAKE)
    elif step == DRAFTING:
        take_country(s, seat, what)


def _take_turn(s: State, seat: i64, number: i64) -> None:
    """AC-70: use an ability, accuse, or pass."""
    kind = kind_of(number)
    if kind == acts.ACCUSE:
        accuse(s, what_of(number))
    elif kind == acts.USE:
        use_ability(s, seat, acts.ability_of(number), acts.target_of(number))
    else:
        if s.events is not None:
            tell(s, "passed", {"who": seat})
        next_turn(s)


# --- conceding ------------------------------------------------------------------------------------


def _concede(s: State, seat: i64, chance: Chance) -> None:
    """AC-154, AM-40: removal at once, and the open question again; inside a batch or an accusation
    at its check, with the default for what is still owed."""
    if s.events is not None:
        tell(s, "concedes", {"who": seat})
    if in_batch(s):
        s.conceded |= bit(seat)
        if s.sealed.owes(seat):
            answer(s, seat, default_of(s, seat), chance)
        return
    s.sealed.clear()
    remove(s, seat)
    if players(s) == 1:
        finish(s, WON_LAST, s.active)
    else:
        run(s, chance)


def in_batch(s: State) -> bool:
    """AC-154: inside a batch, or between an accusation and its answer."""
    return s.step in (BATCH, PAYING, W_ANS)


# --- the end of a round ---------------------------------------------------------------------------


def _clean_up(s: State) -> None:
    """AC-53: everything is put away, and the Speaker card goes to the left."""
    works = _clear_pile(s)
    s.extra = 0
    s.notmes = s.book.none
    s.shown = 0
    for seat in range(s.seats):
        s.bank += s.paid[seat]
        s.paid[seat] = 0
        s.made[seat] = 0
        s.used[seat] = 0
        s.tracker[seat] = 0  # AC-67
        s.known[seat] = 0
    if s.events is not None:
        tell(s, "cleanup", {"round": s.round, "works": works})
    s.speaker = left_of(s, s.speaker)
    if s.round >= s.terms.round_cap:  # AC-153, AM-39
        finish(s, WON_CAP, best_of(s, s.active))
    else:
        s.step = DUTIES


def _clear_pile(s: State) -> i64:
    """All cards of the pile to the discard, the unrevealed ones unseen (AC-55, AM-17), and Public
    Works to the supply (AC-132); how many those are."""
    revealed: i64 = 0
    for card in s.revealed:
        revealed |= bit(card)
    pile = s.pile | revealed
    for card in s.buried:
        pile |= bit(card)
    s.discard |= events_in(pile)
    s.spent |= events_in(revealed)
    s.supply |= works_in(pile)
    s.pile = 0
    s.buried = s.book.none
    s.revealed = s.book.none
    return size(works_in(pile))
