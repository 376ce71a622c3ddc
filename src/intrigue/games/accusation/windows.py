"""Response windows: who is asked, whose intent is carried out, and the use of abilities."""

from mypy_extensions import i64

from intrigue.kernel.chance import bit
from intrigue.kernel.masks import size

from . import acts
from .accuse import Accusing
from .acts import what_of
from .legal import list_of, uses
from .state import (
    EXPOSING,
    NEXT_PART,
    NONE,
    REVEALING,
    SELECTING,
    W_AUDIT,
    W_LAST,
    W_OPEN,
    W_PLAN,
    W_REV,
    W_SUCCESS,
)


class Windows(Accusing):
    """A state that can open windows and close them."""

    def open_window(self) -> None:
        """Ask every seat that can do something; public facts decide. A cancelled Event is over for
        everybody: its window does not open again (5.2, AC-52)."""
        if self.step == W_REV and self.cancelled:
            self.close_window()
            return
        self.menus = 0
        seat: i64 = 0
        while seat < self.seats:
            if self.is_active(seat):
                n: i64 = 0
                if self.step != W_AUDIT:
                    n = uses(self, seat)
                elif self.terms.audit:
                    n = size(self.auditable(seat))
                if n > 0:
                    self.menus |= n << (8 * seat)
                    self.sealed.ask(seat)
            seat += 1
        if self.sealed.owed == 0:
            self.close_window()

    def auditable(self, seat: i64) -> i64:
        """AM-6: whose Tracker the seat may have shown, as a mask."""
        out: i64 = 0
        i: i64 = 0
        while i < len(self.notmes):
            out |= bit((self.notmes[i] >> 3) & 7)
            i += 1
        out &= ~self.shown & ~bit(seat)
        other: i64 = 0
        while other < self.seats:
            if self.tracker[other] == 0 or self.known[other] != 0:
                out &= ~bit(other)
            other += 1
        return out

    def settle_window(self) -> None:
        """The first intent from the Speaker is carried out, the others are dropped unseen."""
        i: i64 = 0
        while i < self.seats:
            seat = self.from_speaker(i)
            answer = self.sealed.answers[seat]
            if answer > 0:
                self.sealed.clear()
                if self.step == W_AUDIT:
                    self._audit(seat, what_of(answer))
                else:
                    self.use(seat, acts.ability_of(answer), acts.target_of(answer))
                return
            i += 1
        self.sealed.clear()
        self.close_window()

    def use(self, seat: i64, ability: i64, target: i64) -> None:
        """AC-100, AC-102: pay, then the whole list as one batch; then the same window again."""
        book = self.book
        if self.events is not None:
            data: dict[str, object] = {"who": seat, "ability": book.keys[ability]}
            if target == NONE:
                self.tell("used", data)
            else:
                data["target"] = target
                self.tell("used_on", data)
        self.lose(seat, self.ability_cost(seat, ability) << (4 * book.ministry[ability]))
        if (book.once >> ability) & 1 == 1:
            self.used[seat] |= bit(ability)
        whole = list_of(self, seat, ability)
        self.begin_batch(self.step)
        self.aimed = target
        self.thread(self.push_frame(), seat, whole, seat)

    def _audit(self, seat: i64, target: i64) -> None:
        self.shown |= bit(target)
        self.known[target] = self.tracker[target]
        if self.events is not None:
            data: dict[str, object] = {"who": seat, "target": target}
            data["card"] = self.name_of(self.tracker[target])
            self.tell("audited", data)

    def close_window(self) -> None:
        step = self.step
        if step == W_OPEN:
            self.step = SELECTING
        elif step == W_PLAN:
            if self.events is not None:
                self.tell("shuffled", {"cards": self.unrevealed()})
            self.step = REVEALING
        elif step == W_REV:
            self.step = NEXT_PART
        elif step == W_LAST:
            self.step = W_SUCCESS
        else:
            self.step = EXPOSING
