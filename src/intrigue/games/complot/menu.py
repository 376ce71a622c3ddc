"""What the player whose turn it is may do now: every option in a fixed order."""

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
from .deck import DISCARD, FRONT, HAND, Op
from .shown import Shown
from .state import (
    ACTIVE,
    ASK_CHOOSE,
    ASK_DISCREDIT,
    ASK_DOUBLE,
    ASK_PURGE,
    ASK_REPORT,
    ASK_STAMMER,
    EMPTY,
    GONE,
    LEFT,
    MAIN,
)


class Menu(Shown):
    """A state that knows its options. They are listed when somebody wants them, and kept until
    the next act; the list is written over again and again."""

    def width(self, seat: i64) -> i64:
        if self.over or seat != self.active:
            return 0
        if not self.fresh:
            self._list_options()
        return self.menu_n

    def nth(self, seat: i64, k: i64) -> i64:
        if not self.fresh:
            self._list_options()
        return self.menu[k]

    def _list_options(self) -> None:
        self.menu_n = 0
        if self.asking == MAIN:
            self._main_options()
        elif self.asking == ASK_STAMMER:
            self._hand_options(DISCARD_CARD)
        else:
            self._answers(self.current())
        self.fresh = True

    def _add(self, act: i64) -> None:
        if self.menu_n < len(self.menu):
            self.menu[self.menu_n] = act
        else:
            self.menu = append(self.menu, act)
        self.menu_n += 1

    # --- the main part of a turn ------------------------------------------------------------------

    def _main_options(self) -> None:
        self._add(END)  # CI-13: always
        if not self.terms.phased or self.step == 0:
            self._hand_options(PLAY)
            self._disposals()
        if not self.terms.phased or self.step <= 1:
            self._attacks()
            self._conversions()
        self._purchases()

    def _hand_options(self, kind: i64) -> None:
        """Every design in hand; and `play all`, where two cards or more need no choice."""
        hand = self.sides[self.active].hand
        face: i64 = 0
        plain: i64 = 0
        left = self.sides[self.active].hand_n
        while left > 0:
            if hand[face] > 0:
                self._add(kind + 32 * face)
                left -= hand[face]
                if not self.deck.cards[face].asks:
                    plain += hand[face]
            face += 1
        if plain > 1 and kind == PLAY:
            self._add(PLAY_ALL)

    def playable(self) -> i64:
        """How many hand cards need no choice: what `play all` plays."""
        hand = self.sides[self.active].hand
        count: i64 = 0
        face: i64 = 0
        n: i64 = len(hand)
        left = self.sides[self.active].hand_n
        while face < n and left > 0:
            if hand[face] > 0:
                left -= hand[face]
                if not self.deck.cards[face].asks:
                    count += hand[face]
            face += 1
        return count

    def _disposals(self) -> None:
        """CO-62, once for each design."""
        front = self.sides[self.active].front
        s: i64 = 0
        n: i64 = len(front)
        while s < n:
            if self.disposable(s) and self.find_disposable(front[s]) == s:
                self._add(DISPOSE + 32 * front[s])
            s += 1

    def disposable(self, s: i64) -> bool:
        card = self.deck.cards[self.sides[self.active].front[s]]
        return card.own != 0 and self.slot(s, 0) & (ACTIVE | GONE) == ACTIVE

    def find_disposable(self, face: i64) -> i64:
        """The first copy that may be disposed of, or EMPTY."""
        front = self.sides[self.active].front
        s: i64 = 0
        n: i64 = len(front)
        while s < n:
            if front[s] == face and self.disposable(s):
                return s
            s += 1
        return EMPTY

    def _attacks(self) -> None:
        """CO-30…32: a source whose Backing one can pay, or Wit where none stands."""
        seat = 1 - self.active
        front = self.sides[seat].front
        n: i64 = len(front)
        i: i64 = 0
        if n == 0:
            while i < self.a:
                i += 1
                self._add(make(HIT, 0, i))
            return
        while i < n:
            if self.backing(seat, front[i]) <= self.a and not _before(front, i):
                self._add(ATTACK + 32 * front[i])
            i += 1

    def _conversions(self) -> None:
        """CO-59: of several copies, the one with most left."""
        front = self.sides[self.active].front
        s: i64 = 0
        n: i64 = len(front)
        while s < n:
            if self.slot(s, LEFT) > 0 and self.find_converter(front[s]) == s:
                most = min(self.slot(s, LEFT), self.r)
                i: i64 = 0
                while i < most:
                    i += 1
                    self._add(make(CONVERT, front[s], i))
            s += 1

    def find_converter(self, face: i64) -> i64:
        """The copy in front with most Demonstration left, or EMPTY."""
        front = self.sides[self.active].front
        best: i64 = EMPTY
        most: i64 = 0
        s: i64 = 0
        n: i64 = len(front)
        while s < n:
            if front[s] == face and self.slot(s, LEFT) > most and not self.has(s, GONE):
                best = s
                most = self.slot(s, LEFT)
            s += 1
        return best

    def _purchases(self) -> None:
        """CO-40: row slots, then the pile."""
        i: i64 = 0
        n: i64 = len(self.row)
        while i < n:
            face = self.row[i]
            if face != EMPTY and self.deck.cards[face].cost <= self.r and not self.limited(face):
                self._add(BUY + 32 * i)
            i += 1
        if self.students > 0 and self.deck.cards[self.deck.student].cost <= self.r:
            self._add(BUY + 32 * STUDENT_PILE)

    def limited(self, face: i64) -> bool:
        """AU-11: whether no more of this card may be bought this turn."""
        limit = self.deck.cards[face].limit
        if limit == 0:
            return False
        count: i64 = 0
        i: i64 = 0
        while i < len(self.bought):
            if self.bought[i] == face:
                count += 1
            i += 1
        return count >= limit

    # --- open prompts -----------------------------------------------------------------------------

    def _answers(self, op: Op) -> None:
        if self.asking == ASK_PURGE:
            self._purges(op)
        elif self.asking == ASK_DISCREDIT:
            self._discredits(op)
        elif self.asking == ASK_REPORT:
            slot: i64 = 0
            while slot < len(self.row):
                if self.row[slot] != EMPTY:
                    self._add(PICK_SLOT + 32 * slot)
                slot += 1
        elif self.asking == ASK_CHOOSE:
            i: i64 = 0
            while i < len(op.lists):
                self._add(PICK_OPTION + 32 * i)
                i += 1
        elif self.asking == ASK_DOUBLE:
            self._front_options(op, self.current_slot())
        if op.may:
            self._add(DECLINE)

    def _purges(self, op: Op) -> None:
        """Hand, front in order of placement, discard with the oldest first (AU-13)."""
        side = self.sides[self.active]
        if op.zones & HAND != 0:
            face: i64 = 0
            while face < len(side.hand):
                if side.hand[face] > 0 and self.fits(op, face):
                    self._add(PICK_HAND + 32 * face)
                face += 1
        if op.zones & FRONT != 0:
            self._front_options(op, EMPTY)
        if op.zones & DISCARD != 0:
            i: i64 = 0
            while i < len(side.discard):
                if self.fits(op, side.discard[i]) and not _before(side.discard, i):
                    self._add(PICK_DISCARD + 32 * side.discard[i])
                i += 1

    def _front_options(self, op: Op, but: i64) -> None:
        """Own cards in front, each copy apart: what they gave may differ."""
        front = self.sides[self.active].front
        s: i64 = 0
        n: i64 = len(front)
        doubling = self.asking == ASK_DOUBLE
        while s < n:
            if s != but and not self.has(s, GONE):
                source = self.deck.cards[front[s]].source
                if (doubling and not source) or (not doubling and self.fits(op, front[s])):
                    self._add(make(PICK_FRONT, front[s], self._copy_number(s)))
            s += 1

    def _copy_number(self, s: i64) -> i64:
        """How many copies of the card lie before it in front."""
        front = self.sides[self.active].front
        count: i64 = 0
        i: i64 = 0
        while i < s:
            if front[i] == front[s] and not self.has(i, GONE):
                count += 1
            i += 1
        return count

    def find_copy(self, face: i64, number: i64) -> i64:
        """The slot of a numbered copy, or EMPTY."""
        front = self.sides[self.active].front
        s: i64 = 0
        n: i64 = len(front)
        while s < n:
            if front[s] == face and not self.has(s, GONE):
                if number == 0:
                    return s
                number -= 1
            s += 1
        return EMPTY

    def _discredits(self, op: Op) -> None:
        seat = 1 - self.active
        front = self.sides[seat].front
        i: i64 = 0
        while i < len(front):
            if self.backing(seat, front[i]) <= op.most and not _before(front, i):
                self._add(PICK_SOURCE + 32 * front[i])
            i += 1


def _before(faces: vec[i64], i: i64) -> bool:
    """Whether the same face stands further left."""
    k: i64 = 0
    while k < i:
        if faces[k] == faces[i]:
            return True
        k += 1
    return False
