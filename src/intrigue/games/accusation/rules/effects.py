"""The effect vocabulary at work: what each of the 26 operations does.

Conditions are judged for all threads before anything changes, and what the bank grants is fixed
before anybody chooses. What needs no choice waits until every choice of the same step is in: nobody
chooses with an eye on what happened to the others (AC-48).
"""

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit
from intrigue.kernel.masks import lowest, size
from intrigue.kernel.vecs import zeros

from . import acts
from .acts import kind_of, what_of
from .bank import grant, losable
from .cards import (
    ACTOR,
    ALL,
    BURIES,
    CANCEL,
    CHOOSE,
    DISCARDS,
    DRAW,
    FLAG,
    GAIN,
    IF,
    LOSE,
    MAY,
    PILE,
    RAID,
    REP,
    REVEALS,
    SHIFT,
    SHOWS,
    SPEAKER,
    SPREADS,
    STAR,
    STEAL,
    TAP,
    TO,
    UNDENIABLE,
    VP,
    WORK,
    events_in,
    works_in,
)
from .conditions import holds
from .deck import add_to_pile, deal, reveal_target, take_works, to_discard
from .looking import bury, look_at_pile, show_card, show_rest, tap
from .removal import change_rep
from .seats import from_speaker, give_speaker, is_active
from .state import FORCED, NO_JOB, NONE, State, tell
from .targets import targets_of
from .threads import (
    J_ALLOC,
    J_BURY,
    J_DISCARD,
    J_MAY,
    J_PAY,
    J_PICK,
    J_RAID,
    J_SHED,
    J_SHIFT,
    J_SHOW,
    J_SPREAD,
    J_STRIP,
    J_TARGET,
    executor,
    follow,
    forget,
    owe,
)
from .tokens import add_tokens, gain, lose, move_tokens, tokens_on, total_of

# --- a step ---------------------------------------------------------------------------------------


def step_all(s: State, base: i64, chance: Chance) -> bool:
    """Let every thread of the top frame take a step; False when all lists are at their end."""
    n = s.seats
    book = s.book
    acting: i64 = 0
    live = False
    granting = False
    for t in range(n):
        if s.doing[t] != NONE:
            forget(s, t)
        i = base + t
        e = s.stack[i]
        end = i + n
        if e < s.stack[end]:
            live = True
            s.stack[i] = e + 1
            end += n
            x = s.stack[end]
            if is_active(s, x):
                s.doing[t] = e
                op = book.op[e]
                if op == IF:  # AC-48: before anything changes
                    follow(s, t, book.c[e] if holds(s, e, x) else book.d[e])
                else:
                    acting |= bit(t)
                    granting = granting or op in (GAIN, SPREADS, WORK)
    if granting:
        grant(s)
    i = 0
    while acting != 0:  # not a loop over all seats: it ends with the last that acts
        t = from_speaker(s, i)
        if (acting >> t) & 1 == 1:
            acting -= bit(t)
            _begin(s, t, s.doing[t], chance)
        i += 1
    if s.owing == 0:
        do_forced(s, chance)
    return live


def _begin(s: State, t: i64, e: i64, chance: Chance) -> None:
    """Note the choice that is owed, or that none is."""
    book = s.book
    op = book.op[e]
    x = executor(s, t)
    n = book.b[e]
    if op == GAIN:
        if s.want[t] > 0 and book.a[e] >= STAR:  # AC-107
            owe(s, t, J_ALLOC)
        else:
            s.job[t] = FORCED
    elif op == LOSE:
        _begin_loss(s, t, e, x)
    elif op == SPREADS:
        if acts.ways(book.one_each, s.book.spread_at(e), s.want[t]) == 1:
            s.job[t] = FORCED
        else:
            owe(s, t, J_SPREAD)
    elif op == SHIFT:
        if total_of(s, x) > 0:
            owe(s, t, J_SHIFT)
            s.want[t] = n
    elif op in (STEAL, TO, SHOWS, TAP):
        _begin_aim(s, t, e, x)
    elif op == DISCARDS:
        s.want[t] = n
        _go_on_discarding(s, t, x)
    elif op == RAID:
        s.want[t] = n
        _go_on_raiding(s, t, x)
    elif op == BURIES:
        look_at_pile(s, t, x, n, chance)
    elif op == MAY:
        if _payable(s, e, x):
            owe(s, t, J_MAY)
    elif op == CHOOSE:
        owe(s, t, J_PICK)
    else:
        s.job[t] = FORCED


# --- what needs no choice -------------------------------------------------------------------------


def do_forced(s: State, chance: Chance) -> None:
    """Carry out what needs no choice, in seat order from the Speaker; every choice is in."""
    first = s.speaker  # who may hand the card on meanwhile
    for i in range(s.seats):
        t = first + i
        if t >= s.seats:
            t -= s.seats
        if s.job[t] == FORCED:
            s.job[t] = NO_JOB
            _do(s, t, s.doing[t], chance)


def _do(s: State, t: i64, e: i64, chance: Chance) -> None:
    """Carry out an effect that needs no choice."""
    book = s.book
    op = book.op[e]
    x = executor(s, t)
    n = book.b[e]
    if op == GAIN:
        gain(s, x, s.want[t] << (4 * book.a[e]))
    elif op == LOSE:
        n = losable(s, t, e)
        m = book.a[e]
        lose(s, x, n << (4 * m) if m < STAR else acts.nth_way(s.tokens, 5 * x, n, 0))
    elif op == SPREADS:
        gain(s, x, acts.nth_way(book.one_each, s.book.spread_at(e), s.want[t], 0))
    elif op == STEAL:
        target = s.aim[t]
        n = _stealable(s, e, target)
        move_tokens(s, target, x, acts.nth_way(s.tokens, 5 * target, n, 0))
    elif op == TAP:
        tap(s, x, s.aim[t])
    elif op == SHOWS:
        show_rest(s, t, x, s.aim[t])
    elif op == DRAW:
        for _ in range(n):
            deal(s, x, chance)
    elif op == DISCARDS:
        while s.hand[x] != 0:
            to_discard(s, x, lowest(s.hand[x]))
    elif op == WORK:
        for _ in range(s.want[t]):
            take_works(s, x)
    elif op == REP:
        change_rep(s, x, n)
    elif op == VP:
        s.vp[x] += n
        if s.events is not None:
            tell(s, "vp", {"who": x, "vp": s.vp[x]})
    elif op == SPEAKER:
        give_speaker(s, x)
    elif op == PILE:
        for _ in range(n):
            add_to_pile(s, chance)
    elif op == MAY:
        lose(s, x, acts.nth_way(s.tokens, 5 * x, s.want[t], 0))
        follow(s, t, book.c[e])
    else:
        _change_event(s, op, n, x)


def _change_event(s: State, op: i64, n: i64, x: i64) -> None:
    """Operations upon the round or the Event under way."""
    if op == REVEALS:
        s.extra += n  # AC-41, AM-16: no other effect adds to it
        if s.events is not None:
            tell(s, "more_reveals", {"target": reveal_target(s)})
    elif op == CANCEL:
        s.cancelled = True  # AC-52
        if s.events is not None:
            tell(s, "cancelled", {"card": s.card})
    elif op == UNDENIABLE:
        s.undeniable |= bit(x)  # AC-78
        if s.events is not None:
            tell(s, "undeniable", {"who": x})
    elif op == FLAG:
        s.nodeny = True  # AC-78
        if s.events is not None:
            tell(s, "nodeny", {})


# --- beginning an effect --------------------------------------------------------------------------


def _begin_loss(s: State, t: i64, e: i64, x: i64) -> None:
    """AC-107: whoever loses chooses the Ministries, or the actor where the card says so."""
    m = s.book.a[e]
    n = losable(s, t, e)
    s.want[t] = n
    if m < STAR or acts.ways(s.tokens, 5 * x, n) == 1:  # public facts leave a single answer
        s.job[t] = FORCED
    else:
        owe(s, t, J_STRIP if m == ACTOR else J_SHED)


def _begin_aim(s: State, t: i64, e: i64, x: i64) -> None:
    """Whom it hits: the target named with the ability, the only one possible, or a choice."""
    target: i64 = s.aimed
    if target == NONE:
        targets = targets_of(s, e, x)
        if targets == 0:
            return
        if size(targets) > 1:
            owe(s, t, J_TARGET)
            return
        target = lowest(targets)
    s.aimed = NONE
    _aim_at(s, t, e, x, target)


def _aim_at(s: State, t: i64, e: i64, x: i64, target: i64) -> None:
    """The target is known: what is still owed, if anything."""
    op = s.book.op[e]
    s.aim[t] = target
    owe(s, t, NO_JOB)
    if op == TO:
        follow(s, t, s.book.c[e])
    elif op == TAP:
        s.job[t] = FORCED
    elif op == STEAL:
        n = _stealable(s, e, target)
        s.want[t] = n
        if acts.ways(s.tokens, 5 * target, n) == 1:
            s.job[t] = FORCED
        else:
            owe(s, t, J_STRIP)
    elif op == SHOWS:
        n = s.book.b[e]
        if s.events is not None:
            tell(s, "shows", {"who": x, "target": target})
        if n >= size(s.hand[target]) or n == ALL:
            s.job[t] = FORCED
        else:
            s.want[t] = n
            owe(s, t, J_SHOW)


def _stealable(s: State, e: i64, target: i64) -> i64:
    n = s.book.b[e]
    return n if n < total_of(s, target) else total_of(s, target)


# --- repeated choices -----------------------------------------------------------------------------


def _go_on_discarding(s: State, t: i64, x: i64) -> None:
    """`discard n`: one card after the other; without asking where all must go."""
    owe(s, t, NO_JOB)
    if s.want[t] >= size(s.hand[x]):
        s.job[t] = FORCED
    elif s.want[t] > 0:
        owe(s, t, J_DISCARD)


def _go_on_raiding(s: State, t: i64, x: i64) -> None:
    owe(s, t, J_RAID if s.want[t] > 0 and s.hand[x] != 0 else NO_JOB)


def _raid(s: State, t: i64, x: i64, decoy: bool, chance: Chance) -> None:
    """AC-131: a Public Works card if the victim wants, else a random Event (a Public Works
    card only if there is no other)."""
    hand = s.hand[x]
    if decoy or events_in(hand) == 0:
        to_discard(s, x, lowest(works_in(hand)))
    else:
        to_discard(s, x, chance.pick("hand", events_in(hand), bit(x)))
    s.want[t] -= 1
    _go_on_raiding(s, t, x)


# --- payments of `may` ----------------------------------------------------------------------------


def _price(s: State, e: i64) -> vec[i64]:
    """Costs by Ministry, those of free choice last."""
    price = zeros(6)
    costs = s.book.b[e]
    for i in range(s.book.start[costs], s.book.end(costs)):
        price[s.book.a[i]] += s.book.b[i]
    return price


def _payable(s: State, e: i64, x: i64) -> bool:
    """AC-106: a payment needs all of it."""
    price = _price(s, e)
    left: i64 = 0
    for m in range(i64(5)):
        if tokens_on(s, x, m) < price[m]:
            return False
        left += tokens_on(s, x, m) - price[m]
    return left >= price[5]


def _pay_may(s: State, t: i64, x: i64, e: i64) -> None:
    price = _price(s, e)
    fixed: i64 = 0
    for m in range(i64(5)):
        fixed += price[m] << (4 * m)
    lose(s, x, fixed)
    s.want[t] = price[5]
    if acts.ways(s.tokens, 5 * x, price[5]) > 1:
        owe(s, t, J_PAY)
    else:
        s.job[t] = FORCED


# --- carrying out a choice ------------------------------------------------------------------------


def settle(s: State, t: i64, act: i64, chance: Chance) -> None:
    """Carry out a thread's choice."""
    job = s.job[t]
    x = executor(s, t)
    e = s.doing[t]
    what = what_of(act)
    kind = kind_of(act)
    if job == J_SHIFT:
        _shift(s, t, x, kind, what)
        return
    if job == J_TARGET:
        _aim_at(s, t, e, x, what)
        return
    if job == J_SHOW:  # AC-131
        show_card(s, t, x, s.aim[t], what)
        s.want[t] -= 1
        if s.want[t] == 0:
            owe(s, t, NO_JOB)
        return
    if job == J_DISCARD:  # AC-131
        to_discard(s, x, what)
        s.want[t] -= 1
        _go_on_discarding(s, t, x)
        return
    if job == J_RAID:
        _raid(s, t, x, kind == acts.DECOY, chance)
        return
    owe(s, t, NO_JOB)
    if job in (J_ALLOC, J_SPREAD):
        gain(s, x, what)
    elif job == J_SHED:
        lose(s, x, what)
    elif job == J_STRIP:
        if s.book.op[e] == STEAL:
            move_tokens(s, s.aim[t], x, what)
        else:
            lose(s, x, what)
    elif job == J_BURY:
        bury(s, t, x, what)
    elif job == J_PICK:
        if s.events is not None:
            tell(s, "picked", {"who": x, "option": what + 1})
        follow(s, t, s.book.b[e] + what)
    elif job == J_MAY:
        if s.events is not None:
            tell(s, "may", {"who": x, "yes": "yes" if kind == acts.YES else "no"})
        if kind == acts.YES:
            _pay_may(s, t, x, e)
    elif job == J_PAY:
        lose(s, x, what)
        follow(s, t, s.book.c[e])


def _shift(s: State, t: i64, x: i64, kind: i64, what: i64) -> None:
    """One token from one own Ministry to another; at most `want` more."""
    s.want[t] -= 1
    if kind == acts.MOVE:
        source, to = what >> 3, what & 7
        add_tokens(s, x, source, -1)
        add_tokens(s, x, to, 1)
        if s.events is not None:
            data: dict[str, object] = {"who": x}
            data["source"] = acts.LETTERS[source]
            data["to"] = acts.LETTERS[to]
            tell(s, "moved", data)
    else:
        s.want[t] = 0
    if s.want[t] == 0:
        owe(s, t, NO_JOB)
