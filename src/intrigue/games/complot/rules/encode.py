"""Positions of Complot as numbers, quickly: what `features` makes of views."""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from intrigue.kernel.batch import Writer
from intrigue.kernel.position import Position

from .acts import MOST, amount_of, kind_of, thing_of
from .front import GONE, LEFT, has, slot
from .options import nth, width
from .stack import F_EFFECTS, FRAME
from .state import EMPTY, PROMPTS, Side, State

_THINGS: Final = 256  # that an act's kind may be about


class ComplotWriter(Writer):
    def __init__(self, features: Any) -> None:
        super().__init__(features)
        self.table: vec[i64] = vec[i64](features.table)
        # by kind and thing, where acts of no amount would stand
        self.starts: vec[i64] = vec[i64]([-(MOST + 1)] * (32 * _THINGS))
        for index in range(self.acts):
            act = self.table[index]
            self.starts[kind_of(act) * _THINGS + thing_of(act)] = index - amount_of(act)

    def act(self, position: Position, seat: i64, index: i64) -> i64:
        return self.table[index]

    def choices(self, position: Position, seat: i64, out: vec[i16], at: i64) -> i64:
        assert isinstance(position, State)
        s = position
        table, starts, acts = self.table, self.starts, self.acts
        count: i64 = 0
        for k in range(width(s, seat)):
            act = nth(s, k)
            index = starts[kind_of(act) * _THINGS + thing_of(act)] + amount_of(act)
            if 0 <= index < acts and table[index] == act:
                out[at + count] = i16(index)
                count += 1
        return count

    def observe(self, position: Position, seat: i64, out: vec[i16], at: i64) -> None:
        assert isinstance(position, State)
        s = position
        mine, theirs = s.sides[seat], s.sides[1 - seat]
        phase = s.asking
        if s.over:
            phase = len(PROMPTS)
        out[at] = 1 if s.active == seat else 0
        out[at + 1] = i16(phase)
        out[at + 2] = _capped(s.left)
        out[at + 3] = i16(s.step)
        out[at + 4] = _capped(s.a)
        out[at + 5] = _capped(s.r)
        out[at + 6] = _capped(s.pages)
        _frame(s, out, at + 7)
        at = _sides(mine, theirs, out, at + 11)
        for face in s.row:
            out[at] = i16(face + 1) if face != EMPTY else 0
            at += 1
        out[at] = i16(s.market_n)
        out[at + 1] = i16(s.students)
        at += 2
        for times in s.doubled:
            out[at] = _capped(times)
            at += 1
        designs = len(s.deck.cards)
        _bags(mine, theirs, designs, out, at)
        at += 5 * designs
        _count(mine.discard, out, at, designs)
        _count(theirs.discard, out, at + designs, designs)
        at += 2 * designs
        _fronts(s, seat, out, at, designs)


def _capped(n: i64) -> i16:
    if n > MOST:
        return MOST
    return i16(n)


def _frame(s: State, out: vec[i16], at: i64) -> None:
    """What is under way: its kind, card, effects, and the next of them."""
    for i in range(at, at + 4):
        out[i] = 0
    base = len(s.stack) - FRAME
    if base >= 0:
        out[at] = i16(s.stack[base] + 1)
        if s.stack[base] == F_EFFECTS:
            out[at + 1] = i16(s.sides[s.active].front[s.stack[base + 1]] + 1)
            out[at + 2] = i16(s.stack[base + 2])
            out[at + 3] = i16(s.stack[base + 3])


def _sides(mine: Side, theirs: Side, out: vec[i16], at: i64) -> i64:
    """Pairs of counters; where they end."""
    for side in (mine, theirs):
        out[at] = i16(side.wit)
        out[at + 2] = i16(side.stammer)
        out[at + 4] = i16(side.turns)
        out[at + 6] = i16(side.hand_n)
        out[at + 8] = i16(side.deck_n + len(side.top))
        top: i64 = 0
        if len(side.top) > 0:
            top = side.top[len(side.top) - 1] + 1
        out[at + 10] = i16(top)
        at += 1
    return at + 10


def _bags(mine: Side, theirs: Side, designs: i64, out: vec[i16], at: i64) -> None:
    """The own hand; deck and hand together, and what is known of a hand, of both."""
    hand, deck, known = mine.hand, mine.deck, mine.known
    hand2, deck2, known2 = theirs.hand, theirs.deck, theirs.known
    for face in range(designs):
        i = at + face
        n = hand[face]
        out[i] = i16(n)
        i += designs
        out[i] = i16(n + deck[face])
        i += designs
        out[i] = i16(hand2[face] + deck2[face])
        i += designs
        out[i] = i16(known[face])
        i += designs
        out[i] = i16(known2[face])


def _count(faces: vec[i64], out: vec[i16], at: i64, designs: i64) -> None:
    for i in range(at, at + designs):
        out[i] = 0
    for face in faces:
        out[at + face] += 1


def _fronts(s: State, seat: i64, out: vec[i16], at: i64, designs: i64) -> None:
    """Cards that lie in front of each, and what each design may still convert."""
    for i in range(at, at + 3 * designs):
        out[i] = 0
    for who in range(i64(2)):
        place = at
        if who != seat:
            place += designs
        for i, face in enumerate(s.sides[who].front):
            if who != s.active:
                out[place + face] += 1
            else:
                if not has(s, i, GONE):
                    out[place + face] += 1
                left = _capped(slot(s, i, LEFT))
                if who == seat and left > out[at + 2 * designs + face]:
                    out[at + 2 * designs + face] = left
