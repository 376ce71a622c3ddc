"""What a viewer gets of a match of Complot, field by field."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .effects import Effects
from .state import (
    EMPTY,
    FRAME,
    GAVE_A,
    GAVE_R,
    LEFT,
    NOBODY_WON,
    PROMPTS,
    TIMES_A,
    TIMES_R,
    Side,
)
from .view import ComplotView, Frame, Slot

FRAMES: Final = ("sources", "effects", "waiting")


class Shown(Effects):
    """A state that shows itself."""

    def view(self, viewer: i64) -> ComplotView:
        hand: tuple[str, ...] | None = None
        if viewer >= 0:
            hand = self._bag(self.sides[viewer].hand)
        one, two = self.sides
        return ComplotView(
            seat=viewer,
            first=self.first,
            active=self.active,
            phase="over" if self.over else PROMPTS[self.asking],
            left=self.left,
            step=self.step,
            assertion=self.a,
            reach=self.r,
            pages=self.pages,
            wit=(one.wit, two.wit),
            stammer=(one.stammer, two.stammer),
            turns=(one.turns, two.turns),
            hand=hand,
            hands=(one.hand_n, two.hand_n),
            known=(self._bag(one.known), self._bag(two.known)),
            decks=(one.deck_n + len(one.top), two.deck_n + len(two.top)),
            held=(self._held(one), self._held(two)),
            tops=(self._list(one.top), self._list(two.top)),
            discards=(self._list(one.discard), self._list(two.discard)),
            fronts=(self._front(0), self._front(1)),
            row=tuple([None if face == EMPTY else self.name(face) for face in list(self.row)]),
            market=self.market_n,
            students=self.students,
            eliminated=self._bag(self.gone),
            waiting=self._list(self.waiting),
            bought=self._list(self.bought),
            doubled=tuple(self.doubled),
            stack=self._stack(),
            winner=None if self.winner == NOBODY_WON else self.winner,
            conceded=self.conceded,
        )

    def _list(self, faces: vec[i64]) -> tuple[str, ...]:
        return tuple([self.deck.cards[face].id for face in list(faces)])

    def _bag(self, bag: vec[i64]) -> tuple[str, ...]:
        out: list[str] = []
        face: i64 = 0
        n: i64 = len(bag)
        while face < n:
            k = bag[face]
            while k > 0:
                out.append(self.deck.cards[face].id)
                k -= 1
            face += 1
        return tuple(out)

    def _held(self, side: Side) -> tuple[str, ...]:
        """Deck and hand in one: purchases, plays and eliminations are public."""
        both = side.deck[:]
        face: i64 = 0
        n: i64 = len(both)
        while face < n:
            both[face] += side.hand[face]
            face += 1
        return self._bag(both)

    def _front(self, seat: i64) -> tuple[Slot, ...]:
        out: list[Slot] = []
        front = self.sides[seat].front
        s: i64 = 0
        n: i64 = len(front)
        while s < n:
            card = self.name(front[s])
            if seat == self.active:
                gave = (self.slot(s, GAVE_A), self.slot(s, GAVE_R))
                times = (self.slot(s, TIMES_A), self.slot(s, TIMES_R))
                out.append(Slot(card, self.slot(s, 0), self.slot(s, LEFT), gave, times))
            else:
                out.append(Slot(card))
            s += 1
        return tuple(out)

    def _stack(self) -> tuple[Frame, ...]:
        out: list[Frame] = []
        i: i64 = 0
        n: i64 = len(self.stack)
        while i < n:
            kind = FRAMES[self.stack[i]]
            out.append(Frame(kind, self.stack[i + 1], self.stack[i + 2], self.stack[i + 3]))
            i += FRAME
        return tuple(out)
