"""Which abilities may be used now, by whom and on whom, and what a use begins.
Everything here follows from public facts, so that being asked tells nothing.

Abilities and players come as sets (`kernel.masks`): options are counted and picked from the same
set that says whether an act is legal. In a set of aims, bit 0 is nobody and bit 1 is seat 0."""

from mypy_extensions import i64

from intrigue.kernel.chance import bit
from intrigue.kernel.masks import lowest, nth, size

from .acts import use
from .cards import (
    ANYONE,
    BURIES,
    CANCEL,
    DISCARDS,
    DRAW,
    GAIN,
    LOSE,
    NO_TARGET,
    PILE,
    RAID,
    REP,
    SHIFT,
    SHOWS,
    SPEAKER,
    STAR,
    STEAL,
    TAP,
    TO,
    UNDENIABLE,
    WORK,
)
from .state import NONE, UNKNOWN, W_ACC, W_LAST, W_OPEN, W_PLAN, W_REV, State, tell
from .targets import having
from .threads import add_thread, begin_batch, push_frame
from .tokens import lose, tokens_on, total_of


def list_of(s: State, seat: i64, ability: i64) -> i64:
    """What an ability does for the seat's country (AC-111)."""
    return s.book.list_of(ability, s.country[seat])


def ability_cost(s: State, seat: i64, ability: i64) -> i64:
    return s.book.cost_of(ability, s.country[seat])


def timely(s: State, seat: i64) -> i64:
    """AC-101: the abilities that the open window admits."""
    book = s.book
    step = s.step
    if step in (W_ACC, W_OPEN):  # AC-70, AC-26
        return book.any_time
    if step == W_PLAN:  # AC-29, AC-103, AM-19
        return book.any_time | book.at_plan
    if step == W_REV:  # AC-42, AC-105, AM-20; fast windows: AM-18
        return book.at_reveal if s.terms.fast else book.at_reveal | book.any_time
    if step == W_LAST:  # AC-88
        return book.any_time & book.pressing[s.country[seat] + 1]
    return 0


def affordable(s: State, seat: i64) -> i64:
    """AC-100: the abilities whose cost lies on their own Ministry."""
    known = s.able[seat]
    if known == UNKNOWN:
        known = 0
        for m in range(i64(5)):
            tokens = tokens_on(s, seat, m)
            if tokens > 0:
                known |= s.book.affordable(s.country[seat], m, tokens)
        s.able[seat] = known
    return known


def exhausted(s: State, seat: i64) -> i64:
    """AC-110: the abilities that were used and may be used once a round."""
    return s.used[seat] & s.book.once


def ready(s: State, seat: i64) -> i64:
    """AC-109: the abilities that a seat may use now, if they would do something."""
    now = timely(s, seat)
    if now != 0:
        now &= affordable(s, seat) & ~exhausted(s, seat)
    return now


# --- what they would do ---------------------------------------------------------------------------


def touched(s: State, e: i64, payer: i64, cost: i64) -> i64:
    """AC-109: the players for whom an effect would change anything, if they executed it; `payer`
    has yet to pay `cost`."""
    op = s.book.op[e]
    if op in (DISCARDS, RAID):
        return having(s, SHOWS)
    if op == LOSE and s.book.a[e] >= STAR:
        return having(s, STEAL)
    if op == SPEAKER:
        return s.active & ~bit(s.speaker)
    if op in (LOSE, SHIFT, REP, STEAL, SHOWS, TAP):
        return _touched_one_by_one(s, e, payer, cost)
    something = True
    if op in (DRAW, PILE):
        something = s.deck != 0 or s.discard != 0
    elif op == WORK:
        something = s.supply != 0
    elif op == BURIES:
        something = s.pile != 0
    elif op == CANCEL:
        something = not s.cancelled
    elif op == UNDENIABLE:
        if s.card > 0 and s.book.block_follows(s.card, s.part):
            return s.active & ~s.undeniable
        something = False
    elif op == GAIN and s.bank == 0:
        return bit(payer)  # whose cost goes there first
    if something:
        return s.active
    return 0


def _touched_one_by_one(s: State, e: i64, payer: i64, cost: i64) -> i64:
    op, m = s.book.op[e], s.book.a[e]
    out: i64 = 0
    for x in range(s.seats):
        if op == LOSE:
            something = tokens_on(s, x, m) > 0
        elif op == SHIFT:
            something = total_of(s, x) > cost or (total_of(s, x) > 0 and x != payer)
        elif op == REP:
            something = s.book.b[e] > 0 or s.rep[x] > 0
        else:
            something = having(s, op) & ~bit(x) != 0
        if something:
            out |= bit(x)
    return out & s.active


def reach(s: State, seat: i64, whole: i64) -> i64:
    """Whom an ability's list may be aimed at."""
    aim = s.book.aim[whole]
    if aim == NO_TARGET:
        return 1
    if aim == ANYONE:
        return s.active << 1
    return (s.active & ~bit(seat)) << 1


def aims(s: State, seat: i64, ability: i64) -> i64:
    """AC-109, AM-22: those aims of an ability with which its first effect can do something; of what
    it makes a target do, any."""
    book = s.book
    at = book.row_of(ability, s.country[seat])
    whole = book.list_by[at]
    cost = book.cost_by[at]
    e = book.start[whole]
    out = reach(s, seat, whole)
    if out == 1:
        return (touched(s, e, seat, cost) >> seat) & 1
    if book.op[e] != TO:
        return out & (having(s, book.op[e]) << 1)
    inner = book.c[e]
    found: i64 = 0
    for e in range(book.start[inner], book.end(inner)):
        found |= touched(s, e, seat, cost)
    return out & (found << 1)


# --- uses as options ------------------------------------------------------------------------------


def may_use(s: State, seat: i64, ability: i64, target: i64) -> bool:
    if (ready(s, seat) >> ability) & 1 == 0:
        return False
    return (aims(s, seat, ability) >> (target + 1)) & 1 == 1


def uses(s: State, seat: i64) -> i64:
    """How many legal uses the seat has."""
    n: i64 = 0
    left = ready(s, seat)
    while left != 0:
        n += size(aims(s, seat, lowest(left)))
        left &= left - 1
    return n


def has_use(s: State, seat: i64) -> bool:
    left = ready(s, seat)
    while left != 0:
        if aims(s, seat, lowest(left)) != 0:
            return True
        left &= left - 1
    return False


def nth_use(s: State, seat: i64, k: i64) -> i64:
    """The k-th legal use, by ability and target."""
    left = ready(s, seat)
    while True:
        ability = lowest(left)
        found = aims(s, seat, ability)
        if k < size(found):
            return use(ability, nth(found, k) - 1)
        k -= size(found)
        left &= left - 1


def may_deny(s: State) -> bool:
    """AC-78, AC-104: the accused can pay, the Event allows it and the accuser too; however often
    the accused has denied (AM-45)."""
    ability = s.book.deny
    if ability == NONE or s.nodeny or (s.undeniable >> s.holder) & 1 == 1:
        return False
    return (affordable(s, s.accused) >> ability) & 1 == 1


# --- using one ------------------------------------------------------------------------------------


def use_ability(s: State, seat: i64, ability: i64, target: i64) -> None:
    """AC-100, AC-102: pay, then the whole list as one batch; then the same window (AM-18)."""
    book = s.book
    if s.events is not None:
        data: dict[str, object] = {"who": seat, "ability": book.keys[ability]}
        if target == NONE:
            tell(s, "used", data)
        else:
            data["target"] = target
            tell(s, "used_on", data)
    lose(s, seat, ability_cost(s, seat, ability) << (4 * book.ministry[ability]))
    if (book.once >> ability) & 1 == 1:
        s.used[seat] |= bit(ability)  # AC-110
    whole = list_of(s, seat, ability)
    begin_batch(s, s.step)
    s.aimed = target
    add_thread(s, push_frame(s), seat, whole, seat)
