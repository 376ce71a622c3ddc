"""Events: reveals, parts from top to bottom, effects of a part one after the other."""

from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, Chance, bit

from .accusations import begin_accusations
from .cards import COUNTRY, SUCCESS, WORKS, WORLD
from .conditions import half_offered
from .deck import reveal_target, unrevealed
from .ending import check_vp
from .seats import is_active
from .state import (
    EVENT_DONE,
    EVERYBODY,
    NEXT_LINE,
    NEXT_PART,
    NONE,
    REVEALING,
    SPEAKER_RUNS,
    W_AUDIT,
    W_CLAIM,
    W_HALF,
    W_REV,
    State,
    push,
    tell,
)
from .terms import HALF_BOTH
from .threads import add_span, begin_batch, push_frame


def reveal(s: State, chance: Chance) -> None:
    """AC-40: the top card of the pile, which has no order before it is drawn; buried cards come
    last (AC-30)."""
    if len(s.revealed) >= reveal_target(s) or unrevealed(s) == 0:  # AC-41
        s.step = W_AUDIT
        return
    if s.pile != 0:
        card = chance.pick("pile", s.pile, EVERYONE)
        s.pile -= bit(card)
    else:
        card = s.buried[0]
        s.buried = s.buried[1:]
    s.revealed = push(s.revealed, card)
    if card >= WORKS:  # AC-51, AC-42: no window, no effect
        if s.events is not None:
            tell(s, "revealed_works", {})
        return
    begin_event(s, card)
    if s.events is not None:
        tell(s, "revealed", {"card": card})


def begin_event(s: State, card: i64) -> None:
    """Nothing has happened yet to this card; 0 is none."""
    s.card = card
    s.part = 0
    s.half_part = 0
    s.cancelled = False
    s.nodeny = False
    s.found = False
    s.undeniable = 0
    s.cleared = 0
    s.had = 0
    s.start = 0
    s.holder = NONE
    s.accused = NONE
    s.denials = s.book.none
    s.orphaned = NONE
    s.locks = s.unlocked
    s.step = W_REV


def next_part(s: State) -> None:
    """AC-43: parts run from top to bottom."""
    book = s.book
    if s.part >= book.part_count[s.card] or s.cancelled:  # AC-52
        s.step = EVENT_DONE
        return
    part = book.part(s.card, s.part)
    section = book.section[part]
    if section >= SUCCESS:  # AC-46
        begin_accusations(s)
    elif section == COUNTRY:  # AC-45
        s.step = W_CLAIM
    elif section == WORLD:  # AC-44
        run_lines(s, book.list[part], EVERYBODY, NEXT_PART)
    else:  # AC-47
        run_lines(s, book.list[part], SPEAKER_RUNS, NEXT_PART)


def run_lines(s: State, whole: i64, runner: i64, after: i64) -> None:
    """Let a list be executed by `runner`, effect by effect; then comes the step `after`."""
    s.lines = whole
    s.line = 0
    s.runner = runner
    s.after_lines = after
    s.step = NEXT_LINE


def next_line(s: State) -> None:
    """AC-43, AC-48: the next effect of a part, as one batch."""
    runner = s.runner
    over = s.line >= s.book.size[s.lines]
    if over or (runner >= 0 and not is_active(s, runner)):
        end_lines(s)
        return
    begin_batch(s, NEXT_LINE)
    base = push_frame(s)
    e = s.book.start[s.lines] + s.line
    for seat in range(s.seats):
        mine = runner == EVERYBODY or seat == runner
        if runner == SPEAKER_RUNS:
            mine = seat == s.speaker
        if mine and is_active(s, seat):
            add_span(s, base, seat, e, e + 1, seat)
    s.line += 1


def end_lines(s: State) -> None:
    """The list is at its end, or nobody executes it."""
    s.lines = NONE
    s.line = 0
    s.runner = NONE
    s.step = s.after_lines
    s.after_lines = 0
    if s.step == NEXT_PART:
        s.part += 1


def finish_event(s: State) -> None:
    """The card is finished; halves of World parts at tables that have them (AM-1)."""
    if not s.terms.win_at_once:  # AM-13
        check_vp(s)
        if s.over:
            return
    if s.terms.speaker_half == HALF_BOTH and not s.cancelled and not s.found:
        while s.half_part < s.book.part_count[s.card]:
            part = s.book.part(s.card, s.half_part)
            s.half_part += 1
            if s.book.section[part] == WORLD and half_offered(s, s.book.half[part]):
                s.lines = s.book.half[part]
                s.after_lines = EVENT_DONE
                s.step = W_HALF
                return
    if s.events is not None:
        tell(s, "event_over", {"card": s.card})
    begin_event(s, 0)
    s.step = REVEALING
