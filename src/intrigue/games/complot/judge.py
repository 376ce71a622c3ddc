"""What is refused in Complot, by which rule, and with which numbers. It changes nothing."""

from typing import Final

from mypy_extensions import i64

from intrigue.kernel.position import Refusal

from .acts import (
    ATTACK,
    BUY,
    CONCEDE,
    DECLINE,
    DISCARD_CARD,
    DISPOSE,
    END,
    HIT,
    PLAY,
    PLAY_ALL,
    STUDENT_PILE,
    amount_of,
    kind_of,
    make,
    thing_of,
)
from .menu import Menu
from .state import EMPTY, LEFT, MAIN

PLAYING: Final = 0  # steps of a phased turn (CA-7)
ATTACKING: Final = 1
BUYING: Final = 2
_RULES: Final = ("CO-24", "CO-22", "CO-55", "CO-56", "CO-57", "CO-61", "AU-4")  # by prompt


class Judge(Menu):
    """A state that says why not."""

    def check(self, seat: i64, act: i64) -> Refusal | None:
        if self.over:
            return Refusal("over", "CO-70")
        kind = kind_of(act)
        if act < 0 or kind > CONCEDE:
            return Refusal("no_act", "CO-24", {"text": str(act)})
        if act == CONCEDE and (seat == 0 or seat == 1):
            return None  # CA-43
        if seat != self.active:
            return Refusal("not_your_turn", "CO-20")
        if self.asking != MAIN:
            return self._check_answer(act, kind)
        if kind >= DISCARD_CARD:
            return Refusal("nothing_to_choose", "CO-24")
        if (
            thing_of(act) >= len(self.deck.cards)
            or make(kind, thing_of(act), amount_of(act)) != act
        ):
            return Refusal("no_act", "CO-24", {"text": str(act)})
        return self._check_main(act, kind)

    def _check_main(self, act: i64, kind: i64) -> Refusal | None:
        if kind == END:
            return None if act == END else self._nonsense(act)
        if kind in (PLAY, PLAY_ALL, DISPOSE):
            if self.terms.phased and self.step > PLAYING:
                return Refusal("phase_over", "CA-7")
            if kind == PLAY:
                return self._check_play(act)
            if kind == DISPOSE:
                return self._check_dispose(act)
            if act != PLAY_ALL:
                return self._nonsense(act)
            return None if self.playable() > 1 else Refusal("nothing_to_play", "CO-24")
        if kind == BUY:
            return self._check_buy(act)
        if self.terms.phased and self.step > ATTACKING:
            return Refusal("phase_over", "CA-7")
        if kind == ATTACK:
            return self._check_attack(act)
        if kind == HIT:
            return self._check_hit(act)
        return self._check_convert(act)

    def _nonsense(self, act: i64) -> Refusal:
        return Refusal("no_act", "CO-24", {"text": str(act)})

    def _check_play(self, act: i64) -> Refusal | None:
        if amount_of(act) != 0:
            return self._nonsense(act)
        face = thing_of(act)
        if self.sides[self.active].hand[face] < 1:
            return Refusal("not_in_hand", "CO-24", {"card": self.name(face)})
        return None

    def _check_dispose(self, act: i64) -> Refusal | None:
        if amount_of(act) != 0:
            return self._nonsense(act)
        face = thing_of(act)
        if self.find_disposable(face) == EMPTY:
            return Refusal("not_disposable", "CO-62", {"card": self.name(face)})
        return None

    def _check_attack(self, act: i64) -> Refusal | None:
        if amount_of(act) != 0:
            return self._nonsense(act)
        face = thing_of(act)
        seat = 1 - self.active
        front = self.sides[seat].front
        i: i64 = 0
        while i < len(front):
            if front[i] == face:
                d = self.backing(seat, face)
                if d <= self.a:
                    return None
                data: dict[str, object] = {"card": self.name(face), "d": d, "a": self.a}
                return Refusal("too_weak", "CO-30", data)
            i += 1
        return Refusal("no_source", "CO-30", {"card": self.name(face)})

    def _check_hit(self, act: i64) -> Refusal | None:
        if thing_of(act) != 0:
            return self._nonsense(act)
        if len(self.sides[1 - self.active].front) > 0:
            return Refusal("shielded", "CO-31")
        if amount_of(act) < 1 or amount_of(act) > self.a:
            return Refusal("hit_range", "CO-32", {"a": self.a})
        return None

    def _check_convert(self, act: i64) -> Refusal | None:
        face = thing_of(act)
        s = self.find_converter(face)
        if s == EMPTY:
            return Refusal("no_demonstration", "CO-59", {"card": self.name(face)})
        most = min(self.slot(s, LEFT), self.r)
        if amount_of(act) < 1 or amount_of(act) > most:
            return Refusal("convert_range", "CO-59", {"card": self.name(face), "most": most})
        return None

    def _check_buy(self, act: i64) -> Refusal | None:
        slot = thing_of(act)
        if amount_of(act) != 0 or slot > STUDENT_PILE:
            return self._nonsense(act)
        if slot == STUDENT_PILE:
            face = self.deck.student
            if self.students == 0:
                return Refusal("pile_empty", "CO-43", {"card": self.name(face)})
        else:
            face = self.row[slot]
            if face == EMPTY:
                return Refusal("slot_empty", "CO-42", {"slot": slot})
        cost = self.deck.cards[face].cost
        if cost > self.r:
            data: dict[str, object] = {"card": self.name(face), "cost": cost, "r": self.r}
            return Refusal("too_dear", "CO-40", data)
        if self.limited(face):
            limit = self.deck.cards[face].limit
            return Refusal("limit", "AU-11", {"card": self.name(face), "limit": limit})
        return None

    def _check_answer(self, act: i64, kind: i64) -> Refusal | None:
        """An open prompt takes one of its options and nothing else (CA-6)."""
        k: i64 = 0
        n = self.width(self.active)
        while k < n:
            if self.menu[k] == act:
                return None
            k += 1
        if kind == DECLINE and act == DECLINE:
            return Refusal("must_choose", "CO-26")
        if kind < DISCARD_CARD:
            return Refusal("answer_first", "CA-6")
        return Refusal("no_such_choice", _RULES[self.asking])
