"""A quick player for playouts: the scripted bot's main ideas in whole numbers, a thousand for a
point. It reads the imagined truth and is never asked at a table.
"""

from mypy_extensions import i64

from intrigue.kernel.vecs import zeros

from .acts import (
    ATTACK,
    BUY,
    CONVERT,
    DECLINE,
    DISCARD_CARD,
    DISPOSE,
    END,
    HIT,
    PICK_FRONT,
    PICK_HAND,
    PICK_OPTION,
    PICK_SLOT,
    PICK_SOURCE,
    PLAY,
    PLAY_ALL,
    ROW,
    STUDENT_PILE,
    amount_of,
    kind_of,
    make,
    thing_of,
)
from .attacking import find_converter
from .buying import limited
from .cards import DISCREDIT, NO_COHORT
from .front import GAVE_A, GAVE_R, GONE, LEFT, backing, find_copy, has, slot
from .options import nth, width
from .phased import ATTACKING, PLAYING, closed
from .playing import find_disposable
from .stack import current
from .state import (
    ASK_CHOOSE,
    ASK_DISCREDIT,
    ASK_PURGE,
    ASK_REPORT,
    ASK_STAMMER,
    EMPTY,
    MAIN,
    Side,
    State,
    mine,
)
from .worths import least, shares_of, stage_of, worth_in

# --- the main part of a turn ----------------------------------------------------------------------


def lean(s: State) -> i64:
    asking = s.asking
    if asking == MAIN:
        return _main(s)
    if asking == ASK_STAMMER:
        return _stammer(s)
    if asking == ASK_PURGE:
        return _purge(s)
    if asking == ASK_DISCREDIT:
        return make(PICK_SOURCE, _target(s, current(s).most))
    if asking == ASK_REPORT:
        return _report(s)
    if asking == ASK_CHOOSE:
        return _choose(s)
    return _double(s)


def _main(s: State) -> i64:
    """Everything into play; then what wins, breaks, hits; then the shop."""
    side = mine(s)
    if not closed(s, PLAYING):
        if side.hand_n > 0:
            return _play(s, side)
        if stage_of(s) > 5 and side.deck_n + len(side.top) > 0:
            for face in side.front:
                if s.deck.cards[face].own != 0 and find_disposable(s, face) != EMPTY:
                    return make(DISPOSE, face)
    converter = EMPTY
    if not closed(s, ATTACKING):
        strike = _strike(s)
        if strike != EMPTY:
            return strike
        converter = _converter(s, side)
        if converter != EMPTY and stage_of(s) >= 10:
            return make(CONVERT, converter, _most(s, converter))
    slot_to_buy = _buy(s, side)
    if slot_to_buy != EMPTY:
        return make(BUY, slot_to_buy)
    if converter != EMPTY:
        return make(CONVERT, converter, _most(s, converter))
    return END


def _play(s: State, side: Side) -> i64:
    """Cards that ask before the rest, which is played together; last what counts or doubles."""
    plain: i64 = 0
    any_plain: i64 = EMPTY
    late: i64 = EMPTY
    left = side.hand_n
    for face, n in enumerate(side.hand):
        if left == 0:
            break
        if n > 0:
            left -= n
            card = s.deck.cards[face]
            if not card.asks:
                plain += n
                any_plain = face
            elif card.late:
                late = face
            else:
                return make(PLAY, face)
    if plain > 1:
        return PLAY_ALL
    return make(PLAY, any_plain if plain == 1 else late)


def _strike(s: State) -> i64:
    """Hit, or break what can be broken of the wall; convert first where that ends the match."""
    foe = s.sides[1 - s.active]
    need = foe.wit
    for face in foe.front:
        need += backing(s, 1 - s.active, face)
    if s.a < need and s.r > 0:
        converter = _converter(s, mine(s))
        if converter != EMPTY and s.a + _most(s, converter) >= need:
            return make(CONVERT, converter, _most(s, converter))
    if s.a == 0:
        return EMPTY
    if len(foe.front) == 0:
        return make(HIT, 0, s.a)
    target = _target(s, s.a)
    return EMPTY if target == EMPTY else make(ATTACK, target)


def _target(s: State, most: i64) -> i64:
    """The dearest source of the other player with so much Backing at most, or EMPTY."""
    seat = 1 - s.active
    best: i64 = EMPTY
    top: i64 = 0
    for face in s.sides[seat].front:
        card = s.deck.cards[face]
        if card.cost + card.d > top and backing(s, seat, face) <= most:
            best = face
            top = card.cost + card.d
    return best


def _converter(s: State, side: Side) -> i64:
    if s.r > 0:
        for at, face in enumerate(side.front):
            if slot(s, at, LEFT) > 0 and not has(s, at, GONE):
                return face
    return EMPTY


def _most(s: State, face: i64) -> i64:
    return min(s.r, slot(s, find_converter(s, face), LEFT))


def _buy(s: State, side: Side) -> i64:
    """One card, or the dearer of two that can be paid together; EMPTY if none is worth it."""
    r = s.r
    if r == 0:
        return EMPTY
    stage = stage_of(s)
    shares = shares_of(s, side)
    gains = zeros(ROW + 1)
    costs = zeros(ROW + 1)
    for i in range(ROW + 1):
        face = s.deck.student if i == STUDENT_PILE else s.row[i]
        if i == STUDENT_PILE and s.students == 0:
            continue
        if face != EMPTY and s.deck.cards[face].cost <= r and not limited(s, face):
            card = s.deck.cards[face]
            gains[i] = worth_in(s, face, stage, shares[card.cohort]) - least(stage)
            costs[i] = card.cost
    best: i64 = EMPTY
    top: i64 = 0
    for i in range(ROW + 1):
        if gains[i] > 0:
            for k in range(i, ROW + 1):
                both = gains[i]
                if k > i and gains[k] > 0 and costs[i] + costs[k] <= r:
                    both += gains[k]
                if both > top:
                    top = both
                    best = i if both == gains[i] or gains[i] >= gains[k] else k
    return best


# --- choices --------------------------------------------------------------------------------------


def _stammer(s: State) -> i64:
    """The card that would bring least."""
    stage = stage_of(s)
    best: i64 = EMPTY
    low: i64 = 0
    for face, n in enumerate(mine(s).hand):
        if n > 0:
            worth = worth_in(s, face, stage, 300)
            if best == EMPTY or worth < low:
                best = face
                low = worth
    return make(DISCARD_CARD, best)


def _purge(s: State) -> i64:
    """Starters, from the discard first; nothing better."""
    best: i64 = EMPTY
    top: i64 = -100000
    for k in range(width(s, s.active)):
        act = nth(s, k)
        if act != DECLINE:
            card = s.deck.cards[thing_of(act)]
            worth: i64 = 30 if card.cost == 0 and card.cohort == NO_COHORT else 0
            if kind_of(act) == PICK_HAND:
                worth -= 10 + 2 * stage_of(s)
            worth -= card.a + card.r + 3 * card.cost
            if worth > top:
                top = worth
                best = act
    return DECLINE if top <= 0 and current(s).may else best


def _report(s: State) -> i64:
    """What the other one would like most and this turn cannot pay for."""
    stage = stage_of(s)
    best: i64 = EMPTY
    top: i64 = 6000
    for i, face in enumerate(s.row):
        if face != EMPTY and s.deck.cards[face].cost > s.r:
            worth = worth_in(s, face, stage, 300)
            if worth > top:
                top = worth
                best = i
    if best != EMPTY:
        return make(PICK_SLOT, best)
    return DECLINE if current(s).may else nth(s, 0)


def _choose(s: State) -> i64:
    """Discredit where a wall stands, else what does not need one."""
    wall = len(s.sides[1 - s.active].front) > 0
    for i, ops in enumerate(current(s).lists):
        if (s.deck.lists[ops][0].do == DISCREDIT) == wall:
            return make(PICK_OPTION, i)
    return make(PICK_OPTION, 0)


def _double(s: State) -> i64:
    """What gave most."""
    best = nth(s, 0)
    top: i64 = -1
    for k in range(width(s, s.active)):
        act = nth(s, k)
        if kind_of(act) == PICK_FRONT:
            at = find_copy(s, thing_of(act), amount_of(act))
            gave = 6 * slot(s, at, GAVE_A) + 5 * slot(s, at, GAVE_R)
            if gave > top:
                top = gave
                best = act
    return best
