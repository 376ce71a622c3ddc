"""What the player whose turn it is may do now: every option in a fixed order.

Options are listed when somebody wants them and kept until the next act; the list is written over
again and again.
"""

from librt.vecs import append, vec
from mypy_extensions import i64

from .acts import (
    ATTACK,
    BUY,
    CONVERT,
    DECLINE,
    DISCARD_CARD,
    DISPOSE,
    END,
    HIT,
    PICK_DISCARD,
    PICK_FRONT,
    PICK_HAND,
    PICK_OPTION,
    PICK_SLOT,
    PICK_SOURCE,
    PLAY,
    PLAY_ALL,
    STUDENT_PILE,
    make,
)
from .attacking import find_converter
from .buying import limited
from .cards import DISCARD, FRONT, HAND, Op
from .choices import fits
from .front import GONE, LEFT, backing, has, slot
from .phased import ATTACKING, PLAYING, closed
from .playing import find_disposable
from .stack import current, current_slot
from .state import (
    ASK_CHOOSE,
    ASK_DISCREDIT,
    ASK_DOUBLE,
    ASK_PURGE,
    ASK_REPORT,
    ASK_STAMMER,
    EMPTY,
    MAIN,
    State,
    mine,
)


def width(s: State, seat: i64) -> i64:
    if s.over or seat != s.active:
        return 0
    if not s.fresh:
        _list_options(s)
    return s.menu_n


def nth(s: State, k: i64) -> i64:
    if not s.fresh:
        _list_options(s)
    return s.menu[k]


def default(s: State, seat: i64) -> i64:
    """For an absent player: no further plays, decline, else the first option (AU-13); of hand
    cards the cheapest, of several the one that was drawn first (CO-22)."""
    if s.asking == MAIN:
        return END
    if s.asking == ASK_STAMMER:
        order = s.sides[seat].order
        best = order[0]
        for face in order:
            if s.deck.cards[face].cost < s.deck.cards[best].cost:
                best = face
        return make(DISCARD_CARD, best)
    if current(s).may:
        return DECLINE
    return nth(s, 0)


def _list_options(s: State) -> None:
    s.menu_n = 0
    if s.asking == MAIN:
        _main_options(s)
    elif s.asking == ASK_STAMMER:
        _hand_options(s, DISCARD_CARD)  # CA-21: one's own choice
    else:
        _answers(s, current(s))  # CA-6: and nothing else
    s.fresh = True


def _add(s: State, act: i64) -> None:
    if s.menu_n < len(s.menu):
        s.menu[s.menu_n] = act
    else:
        s.menu = append(s.menu, act)
    s.menu_n += 1


# --- the main part of a turn ----------------------------------------------------------------------


def _main_options(s: State) -> None:
    """CO-24: playing, attacking and buying may alternate."""
    _add(s, END)  # CO-45: always; nobody has to play (CO-27, CA-4) or to attack (CA-38)
    if not closed(s, PLAYING):
        _hand_options(s, PLAY)
        _disposals(s)
    if not closed(s, ATTACKING):
        _attacks(s)
        _conversions(s)
    _purchases(s)


def _hand_options(s: State, kind: i64) -> None:
    """Every design in hand; and `play all`, where two cards or more need no choice."""
    side = mine(s)
    plain: i64 = 0
    left = side.hand_n
    for face, n in enumerate(side.hand):
        if left == 0:
            break
        if n > 0:
            _add(s, make(kind, face))
            left -= n
            if not s.deck.cards[face].asks:
                plain += n
    if plain > 1 and kind == PLAY:
        _add(s, PLAY_ALL)


def _disposals(s: State) -> None:
    """CO-62, once for each design."""
    for at, face in enumerate(mine(s).front):
        if s.deck.cards[face].own != 0 and find_disposable(s, face) == at:
            _add(s, make(DISPOSE, face))


def _attacks(s: State) -> None:
    """CO-30: every source whose Backing one can pay, so that the order is the attacker's choice
    (CO-34, CA-11); Wit only where none stands (CO-31, CA-8), by any part of the Assertion (CO-32,
    CA-44)."""
    seat = 1 - s.active
    front = s.sides[seat].front
    if len(front) == 0:
        for n in range(s.a):
            _add(s, make(HIT, 0, n + 1))
        return
    for i, face in enumerate(front):
        if backing(s, seat, face) <= s.a and not _before(front, i):
            _add(s, make(ATTACK, face))


def _conversions(s: State) -> None:
    """CO-59: of several copies, the one with most left."""
    for at, face in enumerate(mine(s).front):
        if slot(s, at, LEFT) > 0 and find_converter(s, face) == at:
            for n in range(min(slot(s, at, LEFT), s.r)):
                _add(s, make(CONVERT, face, n + 1))


def _purchases(s: State) -> None:
    """CO-13, CO-40: row slots, then the pile."""
    for i, face in enumerate(s.row):
        if face != EMPTY and s.deck.cards[face].cost <= s.r and not limited(s, face):
            _add(s, make(BUY, i))
    if s.students > 0 and s.deck.cards[s.deck.student].cost <= s.r:  # CO-11
        _add(s, make(BUY, STUDENT_PILE))


# --- open choices ---------------------------------------------------------------------------------


def _answers(s: State, op: Op) -> None:
    if s.asking == ASK_PURGE:
        _purges(s, op)
    elif s.asking == ASK_DISCREDIT:
        _discredits(s, op)
    elif s.asking == ASK_REPORT:
        for i, face in enumerate(s.row):
            if face != EMPTY:
                _add(s, make(PICK_SLOT, i))
    elif s.asking == ASK_CHOOSE:
        for i in range(len(op.lists)):
            _add(s, make(PICK_OPTION, i))
    elif s.asking == ASK_DOUBLE:
        _front_options(s, op, current_slot(s))
    if op.may:
        _add(s, DECLINE)  # CO-26


def _purges(s: State, op: Op) -> None:
    """Hand, front in order of placement, discard with the oldest first (AU-13)."""
    side = mine(s)
    if op.zones & HAND != 0:
        for face, n in enumerate(side.hand):
            if n > 0 and fits(s, op, face):
                _add(s, make(PICK_HAND, face))
    if op.zones & FRONT != 0:
        _front_options(s, op, EMPTY)
    if op.zones & DISCARD != 0:
        for i, lying in enumerate(side.discard):
            if fits(s, op, lying) and not _before(side.discard, i):
                _add(s, make(PICK_DISCARD, lying))


def _front_options(s: State, op: Op, but: i64) -> None:
    """Own cards in front, each copy apart: what they gave may differ."""
    doubling = s.asking == ASK_DOUBLE
    for at, face in enumerate(mine(s).front):
        if at != but and not has(s, at, GONE):
            source = s.deck.cards[face].source
            if (doubling and not source) or (not doubling and fits(s, op, face)):
                _add(s, make(PICK_FRONT, face, _copy_number(s, at)))


def _copy_number(s: State, at: i64) -> i64:
    """How many copies of the card lie before it in front."""
    front = mine(s).front
    count: i64 = 0
    for i in range(at):
        if front[i] == front[at] and not has(s, i, GONE):
            count += 1
    return count


def _discredits(s: State, op: Op) -> None:
    """CO-56: sources with no more Backing than the card allows."""
    seat = 1 - s.active
    front = s.sides[seat].front
    for i, face in enumerate(front):
        if backing(s, seat, face) <= op.most and not _before(front, i):
            _add(s, make(PICK_SOURCE, face))


def _before(faces: vec[i64], i: i64) -> bool:
    """Whether the same face stands further left."""
    return any(faces[k] == faces[i] for k in range(i))
