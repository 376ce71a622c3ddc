"""Quick players, for playouts: the scripted bot's main ideas on a whole position. Of what others
hide they read nothing but their own hands and Trackers: players who knew it all would accuse
without a miss, and no card would be worth playing."""

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import Fast, bit
from intrigue.kernel.masks import lowest, size

from . import acts
from .abilities import may_deny, may_use
from .acts import act, count_at
from .cards import COUNTRY, FAILURE, STEAL, SUCCESS, TO, WORKS
from .options import accusable, first_move, job_nth, most_at, nth_of, token_kind, width_of
from .seats import is_active, players
from .state import (
    BATCH,
    NONE,
    PAYING,
    SELECTING,
    W_ACC,
    W_ANS,
    W_CLAIM,
    W_OPEN,
    W_PLAN,
    W_REV,
    State,
    is_window,
)
from .targets import targets_of
from .threads import (
    J_ALLOC,
    J_BURY,
    J_DISCARD,
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
    serving,
)
from .tokens import accusation_cost, tokens_on, total_of
from .values import (
    INTELLIGENCE,
    card_value,
    majority_of,
    most_of_others,
    part_list,
    value,
)


def lean(s: State, seat: i64, chance: Fast) -> i64:
    """A quick, sensible answer."""
    step = s.step
    if step == BATCH:
        return _job(s, seat, chance)
    if step == W_ACC:
        return _accuse(s, seat, chance)
    if step in (W_OPEN, W_PLAN):
        return _invest(s, seat)
    if step == W_REV:
        return _respond(s, seat)
    if is_window(step):
        return acts.PASS
    if step == SELECTING:
        return act(acts.SELECT, best_card(s, seat, s.hand[seat], chance))
    if step == W_CLAIM:
        return _claim(s, seat)
    if step == PAYING:
        return act(acts.PAY, _cheapest(s, seat, s.tokens, 5 * seat, accusation_cost(s, seat)))
    if step == W_ANS:
        return _answer(s, seat, chance)
    return nth_of(s, seat, 0)  # claim Success, take the half, any country


# --- cards and tokens -----------------------------------------------------------------------------


def best_card(s: State, seat: i64, cards: i64, chance: Fast) -> i64:
    """The card to play; a little noise keeps it unreadable."""
    best: i64 = -100000
    choice: i64 = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        found = card_value(s, seat, card) + chance.below(80)
        if found > best:
            best = found
            choice = card
    return choice


def _worst_card(s: State, seat: i64, cards: i64) -> i64:
    """The card to part with: Public Works first."""
    best: i64 = 100000
    choice: i64 = 0
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        found = card_value(s, seat, card)
        if found < best:
            best = found
            choice = card
    return choice


def _contested(s: State, seat: i64) -> i64:
    """The Ministries in which the seat would like a majority that it has not safely, as a set."""
    out: i64 = 0
    cards = s.hand[seat] | bit(s.tracker[seat]) | bit(s.card)
    cards &= bit(WORKS) - 2
    while cards != 0:
        e = majority_of(s, lowest(cards))
        cards &= cards - 1
        if e >= 0:
            m = s.book.b[e] & 7
            enough = max(s.book.b[e] >> 3, most_of_others(s, seat, m) + 1)
            if tokens_on(s, seat, m) <= enough:
                out |= bit(m)
    return out


def _want(s: State, seat: i64, m: i64, there: i64, contested: i64) -> i64:
    """What one more token is worth on a Ministry that has so many."""
    want: i64 = 100
    if m == INTELLIGENCE:
        want = 120 if there >= 2 else 270  # for a denial
    elif m == 1:
        want = 110
    elif m == 0 and there < 2 and _endangered(s, seat):
        want = 350  # for Armed Conflict
    return want + 200 * ((contested >> m) & 1)


def _endangered(s: State, seat: i64) -> bool:
    """Whether somebody else needs one more victory point."""
    for other in range(s.seats):
        if other != seat and is_active(s, other) and s.vp[other] >= s.terms.vp_target - 1:
            return True
    return False


def _dearest(s: State, seat: i64, most: vec[i64], at: i64, n: i64) -> i64:
    """The n tokens that the seat would most like to have, each further one a little less."""
    contested = _contested(s, seat)
    what: i64 = 0
    for _ in range(n):
        best: i64 = -100000
        choice: i64 = 0
        for m in range(i64(5)):
            chosen = count_at(what, m)
            if chosen < most[at + m]:
                there = tokens_on(s, seat, m) + chosen
                found = _want(s, seat, m, there, contested) - 20 * chosen
                if found > best:
                    best = found
                    choice = m
        what += bit(4 * choice)
    return what


def _cheapest(s: State, seat: i64, most: vec[i64], at: i64, n: i64) -> i64:
    """The n tokens that the seat can best do without."""
    contested = _contested(s, seat)
    what: i64 = 0
    for _ in range(n):
        best: i64 = 100000
        choice: i64 = 0
        for m in range(i64(5)):
            there = most[at + m] - count_at(what, m) - 1
            if there >= 0:
                found = _want(s, seat, m, there, contested)
                if found < best:
                    best = found
                    choice = m
        what += bit(4 * choice)
    return what


# --- choices that effects owe ---------------------------------------------------------------------


def _job(s: State, seat: i64, chance: Fast) -> i64:
    t = serving(s, seat)
    job = s.job[t]
    e = s.doing[t]
    x = executor(s, t)
    if job == J_ALLOC:
        return act(acts.ALLOC, _dearest(s, x, s.book.plenty, 0, s.want[t]))
    if job == J_SPREAD:
        return act(acts.SPREAD, _dearest(s, x, s.book.one_each, most_at(s, t), s.want[t]))
    if job in (J_SHED, J_PAY):
        return act(token_kind(job), _cheapest(s, x, s.tokens, most_at(s, t), s.want[t]))
    if job == J_STRIP:
        who = seat if s.book.op[e] == STEAL else x
        return act(acts.STRIP, _dearest(s, who, s.tokens, most_at(s, t), s.want[t]))
    if job == J_DISCARD:
        return act(acts.DISCARD, _worst_card(s, x, s.hand[x]))
    if job == J_SHOW:
        return act(acts.SHOW, _worst_card(s, seat, s.hand[seat] & ~s.seen[t]))
    if job == J_TARGET:
        gift = s.book.op[e] == TO and value(s, seat, s.book.c[e]) > 0
        return act(acts.TARGET, _victim(s, targets_of(s, e, x), gift))
    if job == J_SHIFT:
        return _shift(s, seat, t)
    if job == J_PICK:
        return act(acts.PICK, _pick(s, x, e))
    if job == J_BURY:
        return act(acts.BURY, _bury(s, seat, s.seen[t]))
    if job == J_RAID:
        return job_nth(s, seat, width_of(s, seat) - 1)
    return job_nth(s, seat, 0)  # yes, it may


def _victim(s: State, seats: i64, gift: bool) -> i64:
    """Harm the leader; where it is a gift, the last."""
    best: i64 = -1
    choice: i64 = 0
    while seats != 0:
        seat = lowest(seats)
        seats &= seats - 1
        rank = 100 * s.vp[seat] + total_of(s, seat)
        if gift:
            rank = 10000 - rank
        if rank > best:
            best = rank
            choice = seat
    return choice


def _shift(s: State, seat: i64, t: i64) -> i64:
    """Towards the majority that the Event asks for, from where a token is missed least."""
    e = majority_of(s, s.card)
    to = s.book.b[e] & 7 if e >= 0 else INTELLIGENCE
    best: i64 = 100000
    choice: i64 = NONE
    for m in range(i64(5)):
        if m != to and tokens_on(s, seat, m) > 0:
            found = _want(s, seat, m, tokens_on(s, seat, m) - 1, 0)
            if found < best:
                best = found
                choice = m
    if choice != NONE and e >= 0:
        return act(acts.MOVE, choice * 8 + to)
    return job_nth(s, seat, 0) if first_move(s, t) else act(acts.STOP)


def _pick(s: State, x: i64, e: i64) -> i64:
    best: i64 = -100000
    choice: i64 = 0
    for i in range(s.book.a[e]):
        found = value(s, x, s.book.b[e] + i)
        if found > best:
            best = found
            choice = i
    return choice


def _bury(s: State, seat: i64, seen: i64) -> i64:
    """Somebody else's best Success; otherwise nothing."""
    seen &= ~bit(s.tracker[seat]) & (bit(WORKS) - 1)
    while seen != 0:
        card = lowest(seen)
        seen &= seen - 1
        if value(s, seat, part_list(s, card, SUCCESS)) >= 500:
            return card
    return 0


# --- windows --------------------------------------------------------------------------------------


def _invest(s: State, seat: i64) -> i64:
    """Bailout, whenever it is there; Apology Tour for more than one BAD REP."""
    if _can(s, seat, s.book.bailout, NONE):
        return acts.use(s.book.bailout, NONE)
    if s.rep[seat] >= 2 and _can(s, seat, s.book.apology, NONE):
        return acts.use(s.book.apology, NONE)
    return acts.PASS


def _can(s: State, seat: i64, ability: i64, target: i64) -> bool:
    """A card file may do without an ability."""
    return ability >= 0 and may_use(s, seat, ability, target)


def _respond(s: State, seat: i64) -> i64:
    """Majorities: stop one that would win, take one, or break one."""
    e = majority_of(s, s.card)
    if e < 0:
        return acts.PASS
    m, least = s.book.b[e] & 7, s.book.b[e] >> 3
    mine = tokens_on(s, seat, m)
    if s.tracker[seat] == s.card:
        mine += 2
    best = most_of_others(s, seat, m)
    if mine >= least and mine > best:
        return acts.PASS
    spare = total_of(s, seat) - tokens_on(s, seat, m) - 1
    if spare > 0 and mine + min(spare, 2) >= max(least, best + 1):
        if _can(s, seat, s.book.dual_use, NONE):
            return acts.use(s.book.dual_use, NONE)
    if best < least:
        return acts.PASS
    leader: i64 = NONE
    for other in range(s.seats):
        if other != seat and is_active(s, other) and tokens_on(s, other, m) == best:
            if leader != NONE:
                return acts.PASS  # two of them: nobody has it
            leader = other
    if best - 1 < least or mine >= best - 1:
        if _can(s, seat, s.book.gunboat, leader):
            return acts.use(s.book.gunboat, leader)
    wins = s.vp[leader] >= s.terms.vp_target - 1
    if wins and s.rep[seat] < 4 and _can(s, seat, s.book.conflict, NONE):
        return acts.use(s.book.conflict, NONE)
    return acts.PASS


def _claim(s: State, seat: i64) -> i64:
    """Claim what pays; with Success to come, only with Intelligence for two denials."""
    if s.tracker[seat] != s.card:
        return act(acts.DECLINE)
    risky = part_list(s, s.card, SUCCESS) != -1 and tokens_on(s, seat, INTELLIGENCE) < 4
    if risky or value(s, seat, part_list(s, s.card, COUNTRY)) <= 0:
        return act(acts.DECLINE)
    return nth_of(s, seat, 0)


# --- accusations ----------------------------------------------------------------------------------


def _accuse(s: State, seat: i64, chance: Fast) -> i64:
    """Accuse where it pays, as far as everybody can know who may have played the Event."""
    targets = accusable(s, seat)
    suspects = _suspects(s, seat)
    if targets & suspects == 0 or s.found or s.tracker[seat] == s.card:
        return acts.PASS
    won = value(s, seat, part_list(s, s.card, SUCCESS))
    lost = value(s, seat, part_list(s, s.card, FAILURE))
    eager: i64 = 140 if won >= 500 else 80
    strangers = len(s.revealed) + size(s.pile) + len(s.buried)
    for other in range(s.seats):
        if s.tracker[other] != 0:
            strangers -= 1
    weight = 100 * max(strangers, 0)
    for other in range(s.seats):
        if (suspects >> other) & 1 == 1:
            weight += _suspicion(s, other, eager)
    best: i64 = 0
    choice: i64 = NONE
    targets &= suspects
    while targets != 0:
        other = lowest(targets)
        targets &= targets - 1
        guilty = 1000 * _suspicion(s, other, eager) // weight
        theirs = value(s, other, part_list(s, s.card, SUCCESS))
        theirs -= value(s, other, part_list(s, s.card, FAILURE))
        gain = guilty * (won + theirs // (players(s) - 1)) + (1000 - guilty) * lost
        gain //= 1000
        if tokens_on(s, other, INTELLIGENCE) >= 2 and not s.nodeny:
            if (s.undeniable >> seat) & 1 == 0:
                gain //= 2
        gain += chance.below(20) - 80 * accusation_cost(s, seat)
        if gain > best:
            best = gain
            choice = other
    return acts.PASS if choice == NONE else act(acts.ACCUSE, choice)


def _suspects(s: State, seat: i64) -> i64:
    """Who may have played the Event, for all that the table knows."""
    out: i64 = 0
    for other in range(s.seats):
        if other != seat and s.tracker[other] != 0 and s.known[other] == 0:
            out |= bit(other)
    return out & ~s.cleared if s.terms.honest else out


def _suspicion(s: State, seat: i64, eager: i64) -> i64:
    """Beside 100 for a card from the World Deck; a denial makes it more."""
    for denial in s.denials:
        if denial >> 3 == seat:
            eager = eager * 9 // 5
    return eager


def _answer(s: State, seat: i64, chance: Fast) -> i64:
    """Deny when caught, if that saves anything; and sometimes when not."""
    if not may_deny(s):
        return nth_of(s, seat, 0)
    if s.tracker[seat] == s.card:
        saved = value(s, seat, part_list(s, s.card, SUCCESS))
        saved -= value(s, seat, part_list(s, s.card, FAILURE))
        return act(acts.DENY if saved > 200 else acts.ANSWER)
    bluff = tokens_on(s, seat, INTELLIGENCE) >= 4 and chance.below(8) == 0
    return act(acts.DENY if bluff else acts.ANSWER)
