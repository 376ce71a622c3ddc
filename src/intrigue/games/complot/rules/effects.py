"""What cards do: one operation after the other. Those that ask open a choice and do no more."""

from mypy_extensions import i64

from intrigue.kernel.chance import Chance

from .author import can_double, per_played, storm, times
from .cards import (
    AFTER,
    CHOOSE,
    CONVERT,
    DISCREDIT,
    DOUBLE,
    DRAW,
    GAIN,
    OF_CATEGORY,
    OF_COHORT,
    OF_SOURCE,
    PER,
    PER_PLAYED,
    PURGE,
    REPORT,
    STAMMER,
    STORM,
    TIMES,
    TOP_NEXT,
    Op,
)
from .choices import ask, ask_purge, has_target, on_sale
from .drawing import draw_cards
from .front import GONE, LEFT, SLOT, bonus, card_at, has, members
from .state import (
    ASK_CHOOSE,
    ASK_DISCREDIT,
    ASK_DOUBLE,
    ASK_REPORT,
    State,
    mine,
    tell,
)


def operate(s: State, op: Op, at: i64, chance: Chance) -> None:
    """One operation of the card in slot `at`."""
    do = op.do
    if do == GAIN:
        bonus(s, at, op.a, op.r)  # CO-52
    elif do == DRAW:
        draw_cards(s, s.active, op.n, chance)  # CO-53
    elif do == STAMMER:
        _stammer(s, op.n)
    elif do == PER:
        count = _count(s, op, at)
        bonus(s, at, op.a * count, op.r * count)
    elif do == CONVERT:
        _demonstration(s, op, at)
    elif do == TOP_NEXT:
        s.pages += 1  # CO-58
        tell(s, "front_page", {"seat": s.active})
    else:
        _operate_more(s, op, at, chance)


def _operate_more(s: State, op: Op, at: i64, chance: Chance) -> None:
    """CO-26: what asks nothing, or has something to ask about, happens."""
    do = op.do
    if do == PURGE:
        ask_purge(s, op, op.n)  # CO-55, AU-6
    elif do == DISCREDIT:
        if has_target(s, op):
            ask(s, ASK_DISCREDIT, 1)  # CO-56, AU-7
    elif do == REPORT:
        if on_sale(s):
            ask(s, ASK_REPORT, 1)  # CO-57
    elif do == CHOOSE:
        ask(s, ASK_CHOOSE, 1)  # CO-61
    elif do == DOUBLE:
        if can_double(s, at):
            ask(s, ASK_DOUBLE, 1)  # AU-4
    elif do == STORM:
        storm(s, op.n, chance)
    elif do == PER_PLAYED:
        per_played(s, op, at)
    elif do == TIMES:
        times(s, op, at)
    elif do == AFTER:
        s.doubled[op.of] *= op.n  # AU-8
        tell(s, "doubles", {"seat": s.active, "card": card_at(s, at).id})


def _stammer(s: State, n: i64) -> None:
    """CO-54: paid at the other player's next start, never more than the cap (CA-22)."""
    seat = 1 - s.active
    side = s.sides[seat]
    before = side.stammer
    side.stammer = min(s.terms.stammer_cap, side.stammer + n)
    if s.events is not None:
        gained = side.stammer - before
        tell(s, "stammer", {"seat": seat, "count": gained, "all": side.stammer})


def _demonstration(s: State, op: Op, at: i64) -> None:
    """CO-59: so much may be converted later in the turn."""
    s.slots[at * SLOT + LEFT] += op.most
    if s.events is not None:
        card = card_at(s, at).id
        tell(s, "can_convert", {"seat": s.active, "card": card, "most": op.most})


def _count(s: State, op: Op, at: i64) -> i64:
    """CO-60: other cards in front that match, now, at most so many."""
    if op.of == OF_COHORT:
        return min(members(s, at, card_at(s, at).cohort), op.most)
    count: i64 = 0
    for i, face in enumerate(mine(s).front):
        if i != at and not has(s, i, GONE):
            card = s.deck.cards[face]
            if op.of == OF_SOURCE:
                if card.source:
                    count += 1
            elif card.cat == op.of - OF_CATEGORY:
                count += 1
    return min(count, op.most)
