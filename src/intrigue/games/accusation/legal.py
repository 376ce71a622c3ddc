"""Which abilities may be used now, by whom and on whom (AC-100…111, table 3.3), and who may be
accused (AC-71). Everything here follows from public facts, so that being asked tells nothing."""

from mypy_extensions import i64

from intrigue.kernel.position import Refusal

from .acts import use
from .book import (
    ANY,
    BURIES,
    DISCARDS,
    DRAW,
    GAIN,
    LOSE,
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
    WHEN_ACCUSED,
    WHEN_ANY,
    WHEN_PLAN,
    WHEN_REVEAL,
    WORK,
)
from .state import NONE, W_ACC, W_LAST, W_OPEN, W_PLAN, W_REV, State

NO_TARGET = 0  # whom an ability is aimed at
ANOTHER = 1
ANYONE = 2


def list_of(s: State, seat: i64, ability: i64) -> i64:
    return s.book.list_of(ability, s.country[seat])


def aim_of(s: State, whole: i64) -> i64:
    """Whom a list is aimed at: its first effect says so."""
    op = s.book.first_op(whole)
    if op == TO:
        return ANYONE if s.book.a[s.book.start[whole]] == ANY else ANOTHER
    if op in (SHOWS, TAP, STEAL):
        return ANOTHER
    return NO_TARGET


def timely(s: State, seat: i64, ability: i64) -> bool:
    """AC-101, AC-103…105, AC-88: whether the open window admits the ability."""
    when = s.book.when[ability]
    step = s.step
    if when == WHEN_ANY:
        if step == W_LAST:
            return s.book.holds(list_of(s, seat, ability), SPEAKER)
        if step == W_REV:
            return not s.terms.fast
        return step in (W_OPEN, W_PLAN, W_ACC)
    if when == WHEN_PLAN:
        return step == W_PLAN
    if when == WHEN_REVEAL:
        return step == W_REV
    return False


def affordable(s: State, seat: i64, ability: i64) -> bool:
    """AC-100: its cost lies on its own Ministry."""
    return s.on(seat, s.book.ministry[ability]) >= s.ability_cost(seat, ability)


def exhausted(s: State, seat: i64, ability: i64) -> bool:
    """AC-110: once a round."""
    return s.book.limited[ability] == 1 and (s.used[seat] >> ability) & 1 == 1


def _does_something(s: State, e: i64, x: i64, target: i64, cost: i64) -> bool:
    """AC-109: whether an effect would change anything for x (who has yet to pay `cost`)."""
    book = s.book
    op = book.op[e]
    if op == LOSE:
        m = book.a[e]
        return s.total(x) >= 1 if m >= STAR else s.on(x, m) >= 1
    if op == SHIFT:
        return s.total(x) - cost >= 1
    if op == STEAL:
        return s.total(target) >= 1
    if op in (DRAW, PILE):
        return s.deck != 0 or s.discard != 0
    if op in (DISCARDS, RAID):
        return s.hand[x] != 0
    if op == WORK:
        return s.supply != 0
    if op == REP:
        return book.b[e] > 0 or s.rep[x] >= 1
    if op == SPEAKER:
        return x != s.speaker
    if op == SHOWS:
        return s.hand[target] != 0
    if op == TAP:
        return s.tracker[target] != 0
    if op == BURIES:
        return s.pile != 0
    if op == UNDENIABLE:
        return s.card > 0 and book.block_follows(s.card, s.part) and (s.undeniable >> x) & 1 == 0
    return not (op == GAIN and s.bank + cost < 1)


def useful(s: State, seat: i64, ability: i64, target: i64) -> bool:
    """AC-109: the ability's first effect can do something; of what it makes a target do, any."""
    book = s.book
    whole = list_of(s, seat, ability)
    e = book.start[whole]
    cost = s.ability_cost(seat, ability)
    if book.op[e] != TO:
        return _does_something(s, e, seat, target, cost)
    inner = book.c[e]
    i = book.start[inner]
    end = i + book.size[inner]
    while i < end:
        if _does_something(s, i, target, NONE, cost if target == seat else 0):
            return True
        i += 1
    return False


def may_aim(s: State, seat: i64, aim: i64, target: i64) -> bool:
    if aim == NO_TARGET:
        return target == NONE
    return s.is_active(target) and (target != seat or aim == ANYONE)


def may_use(s: State, seat: i64, ability: i64, target: i64) -> bool:
    return (
        timely(s, seat, ability)
        and affordable(s, seat, ability)
        and not exhausted(s, seat, ability)
        and may_aim(s, seat, aim_of(s, list_of(s, seat, ability)), target)
        and useful(s, seat, ability, target)
    )


def nth_use(s: State, seat: i64, k: i64) -> i64:
    """The k-th legal use, by ability and target; or minus one and the number of legal uses."""
    found: i64 = 0
    ability: i64 = 0
    n = s.book.abilities()
    while ability < n:
        if timely(s, seat, ability) and affordable(s, seat, ability):
            if not exhausted(s, seat, ability):
                aim = aim_of(s, list_of(s, seat, ability))
                target: i64 = NONE
                last: i64 = NONE
                if aim != NO_TARGET:
                    target = 0
                    last = s.seats - 1
                while target <= last:
                    if may_aim(s, seat, aim, target) and useful(s, seat, ability, target):
                        if found == k:
                            return use(ability, target)
                        found += 1
                    target += 1
        ability += 1
    return -1 - found


def uses(s: State, seat: i64) -> i64:
    """How many legal uses the seat has."""
    return -1 - nth_use(s, seat, 9999)


def has_use(s: State, seat: i64) -> bool:
    return nth_use(s, seat, 0) >= 0


def why_no_use(s: State, seat: i64, ability: i64, target: i64) -> Refusal:
    """The rule that forbids a use."""
    book = s.book
    if ability >= book.abilities():
        return Refusal("no_ability", "AC-101", {})
    when = book.when[ability]
    if when == WHEN_ACCUSED:
        return Refusal("not_accused", "AC-104")
    if not timely(s, seat, ability):
        if when == WHEN_PLAN:
            return Refusal("only_plan", "AC-103")
        if when == WHEN_REVEAL:
            return Refusal("only_reveal", "AC-105")
        if s.step == W_LAST:
            return Refusal("only_speaker", "AC-88")
        return Refusal("not_now", "AC-101")
    if not affordable(s, seat, ability):
        cost = s.ability_cost(seat, ability)
        return Refusal("unaffordable", "AC-100", {"cost": cost})
    if exhausted(s, seat, ability):
        return Refusal("once_a_round", "AC-110")
    if not may_aim(s, seat, aim_of(s, list_of(s, seat, ability)), target):
        return Refusal("bad_target", "AC-109")
    return Refusal("pointless", "AC-109")


# --- accusing -------------------------------------------------------------------------------------


def may_accuse(s: State, seat: i64, target: i64) -> bool:
    """AC-71, AC-75, AC-76."""
    if not s.is_active(target) or target == seat or (s.cleared >> target) & 1 == 1:
        return False
    return s.locks[target] in (NONE, seat)


def accusables(s: State, seat: i64) -> i64:
    """How many players the seat can accuse and pay for (AC-73)."""
    if s.total(seat) < s.cost(seat):
        return 0
    n: i64 = 0
    target: i64 = 0
    while target < s.seats:
        if may_accuse(s, seat, target):
            n += 1
        target += 1
    return n


def nth_accusable(s: State, seat: i64, k: i64) -> i64:
    target: i64 = 0
    while target < s.seats:
        if may_accuse(s, seat, target):
            if k == 0:
                return target
            k -= 1
        target += 1
    return NONE


def why_no_accusation(s: State, seat: i64, target: i64) -> Refusal:
    if s.total(seat) < s.cost(seat):
        return Refusal("accusation_unaffordable", "AC-73", {"cost": s.cost(seat)})
    if s.is_active(target) and target != seat and (s.cleared >> target) & 1 == 1:
        return Refusal("cleared", "AC-71", {"target": target})
    if s.is_active(target) and target != seat:
        return Refusal("locked", "AC-75", {"target": target, "by": s.locks[target]})
    return Refusal("not_accusable", "AC-71")


def deny_ability(s: State) -> i64:
    """The ability of the window between accusation and answer (AC-104)."""
    ability: i64 = 0
    while ability < s.book.abilities():
        if s.book.when[ability] == WHEN_ACCUSED:
            return ability
        ability += 1
    return NONE


def may_deny(s: State) -> bool:
    """AC-78: the accused can pay, the Event allows it and the accuser too."""
    ability = deny_ability(s)
    if ability == NONE or s.nodeny or (s.undeniable >> s.holder) & 1 == 1:
        return False
    return affordable(s, s.accused, ability)
