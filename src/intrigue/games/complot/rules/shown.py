"""What a viewer gets of a match of Complot, field by field."""

from librt.vecs import vec
from mypy_extensions import i64

from ..view import ComplotView, Frame, Slot
from .front import FLAGS, GAVE_A, GAVE_R, LEFT, TIMES_A, TIMES_R, slot
from .stack import FRAME, FRAMES
from .state import EMPTY, NOBODY_WON, PROMPTS, Side, State, name_of, names_of


def view(s: State, viewer: i64) -> ComplotView:
    """CA-39: everything but which cards of the other's deck and hand are in hand."""
    hand: tuple[str, ...] | None = None
    if viewer >= 0:
        hand = _bag(s, s.sides[viewer].hand)
    one, two = s.sides
    return ComplotView(
        seat=viewer,
        first=s.first,
        active=s.active,
        phase="over" if s.over else PROMPTS[s.asking],
        left=s.left,
        step=s.step,
        assertion=s.a,
        reach=s.r,
        pages=s.pages,
        wit=(one.wit, two.wit),
        stammer=(one.stammer, two.stammer),
        turns=(one.turns, two.turns),
        hand=hand,
        hands=(one.hand_n, two.hand_n),
        known=(_bag(s, one.known), _bag(s, two.known)),
        decks=(one.deck_n + len(one.top), two.deck_n + len(two.top)),
        held=(_held(s, one), _held(s, two)),
        tops=(_list(s, one.top), _list(s, two.top)),
        discards=(_list(s, one.discard), _list(s, two.discard)),
        fronts=(_front(s, 0), _front(s, 1)),
        row=tuple([None if face == EMPTY else name_of(s, face) for face in list(s.row)]),
        market=s.market_n,
        students=s.students,
        eliminated=_bag(s, s.gone),
        waiting=_list(s, s.waiting),
        bought=_list(s, s.bought),
        doubled=tuple(s.doubled),
        stack=_stack(s),
        winner=None if s.winner == NOBODY_WON else s.winner,
        conceded=s.conceded,
    )


def _list(s: State, faces: vec[i64]) -> tuple[str, ...]:
    return tuple(names_of(s, faces))


def _bag(s: State, bag: vec[i64]) -> tuple[str, ...]:
    out: list[str] = []
    for face, n in enumerate(bag):
        for _ in range(n):
            out.append(name_of(s, face))
    return tuple(out)


def _held(s: State, side: Side) -> tuple[str, ...]:
    """Deck and hand in one: purchases, plays and eliminations are public (CA-39)."""
    both = side.deck[:]
    for face, n in enumerate(side.hand):
        both[face] += n
    return _bag(s, both)


def _front(s: State, seat: i64) -> tuple[Slot, ...]:
    out: list[Slot] = []
    for at, face in enumerate(s.sides[seat].front):
        card = name_of(s, face)
        if seat == s.active:
            gave = (slot(s, at, GAVE_A), slot(s, at, GAVE_R))
            times = (slot(s, at, TIMES_A), slot(s, at, TIMES_R))
            out.append(Slot(card, slot(s, at, FLAGS), slot(s, at, LEFT), gave, times))
        else:
            out.append(Slot(card))
    return tuple(out)


def _stack(s: State) -> tuple[Frame, ...]:
    out: list[Frame] = []
    for i in range(0, len(s.stack), FRAME):
        kind = FRAMES[s.stack[i]]
        out.append(Frame(kind, s.stack[i + 1], s.stack[i + 2], s.stack[i + 3]))
    return tuple(out)
