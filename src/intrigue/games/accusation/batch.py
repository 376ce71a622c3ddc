"""Batches (AC-48): effects under way, and the choices they owe.

A batch is a stack of frames. A frame holds a thread for each acting seat: the next effect, the end
of its list, and the seat that executes it (another one only inside `to`). All threads take a step
together, so lists advance in step; choices are sealed and simultaneous. Lists that follow from a
step (`if`, `choose`, `may`, `to`) become the next frame. What an effect does stands in `effects`.
"""

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit

from .book import ACTOR, STEAL, TO
from .state import BATCH, CHECKING, NO_JOB, NONE, State

# Choices that a step may owe, besides NO_JOB.
J_ALLOC: Final = 1
J_SHED: Final = 2
J_STRIP: Final = 3
J_SPREAD: Final = 4
J_SHIFT: Final = 5
J_TARGET: Final = 6
J_SHOW: Final = 7
J_DISCARD: Final = 8
J_RAID: Final = 9
J_BURY: Final = 10
J_PICK: Final = 11
J_MAY: Final = 12
J_PAY: Final = 13
JOBS: Final = (
    "",
    "alloc",
    "shed",
    "strip",
    "spread",
    "shift",
    "target",
    "show",
    "discard",
    "raid",
    "bury",
    "pick",
    "may",
    "pay",
)


class Batches(State):
    """A state that can run effects and ask for the choices they owe."""

    # --- batches ----------------------------------------------------------------------------------

    def begin_batch(self, then: i64) -> None:
        """Start with an empty stack; `then` is the step after the check."""
        self.then = then
        self.moved = False
        self.aimed = NONE
        self.top = 0
        self.step = BATCH

    def push_frame(self) -> i64:
        """A new frame on top, with no thread; where it begins."""
        base = self.top
        top = base + 3 * self.seats
        while len(self.stack) < top:
            self.stack = append(self.stack, 0)
        i = base
        while i < top:
            self.stack[i] = 0
            i += 1
        self.top = top
        return base

    def thread(self, base: i64, actor: i64, whole: i64, who: i64) -> None:
        """Let `who` execute a list for `actor` in a frame."""
        first = self.book.start[whole]
        self.span(base, actor, first, first + self.book.size[whole], who)

    def span(self, base: i64, actor: i64, first: i64, end: i64, who: i64) -> None:
        """Let `who` execute some effects for `actor` in a frame."""
        i = base + actor
        self.stack[i] = first
        i += self.seats
        self.stack[i] = end
        i += self.seats
        self.stack[i] = who

    def run_batch(self, chance: Chance) -> None:
        """Go on until somebody must choose or the batch is over."""
        while True:
            if self.owing != 0 and self.ask_jobs(chance):
                return
            if self.following != 0:
                self._push_lists()
                continue
            base = self.top - 3 * self.seats
            if base < 0:
                self.step = CHECKING
                return
            if not self.step_all(base, chance):
                self.top = base

    def _push_lists(self) -> None:
        """The lists that follow from the step just done become a frame."""
        below = self.top - 3 * self.seats
        base = self.push_frame()
        t: i64 = 0
        while t < self.seats:
            if self.sub[t] != NONE:
                i = below + 2 * self.seats + t
                who = self.stack[i]
                if self.book.op[self.doing[t]] == TO:
                    who = self.aim[t]
                self.thread(base, t, self.sub[t], who)
                self.sub[t] = NONE
            t += 1
        self.following = 0

    def who(self, t: i64) -> i64:
        """Who executes a thread's effect."""
        i = self.top - self.seats + t
        return self.stack[i]

    def owe(self, t: i64, job: i64) -> None:
        """The choice that a thread owes from now on, or NO_JOB."""
        self.job[t] = job
        if job == NO_JOB:
            self.owing &= ~bit(t)
        else:
            self.owing |= bit(t)

    def forget(self, t: i64) -> None:
        """A thread's step is done."""
        self.doing[t] = NONE
        self.want[t] = 0
        self.aim[t] = NONE
        self.seen[t] = 0

    def follow(self, t: i64, whole: i64) -> None:
        """The list that a thread goes on with."""
        self.sub[t] = whole
        self.following |= bit(t)

    def step_all(self, base: i64, chance: Chance) -> bool:
        """Let every thread of the top frame take a step; False when all lists are at their end."""
        raise NotImplementedError

    def do_forced(self, chance: Chance) -> None:
        """Carry out what needs no choice, in seat order from the Speaker; every choice is in."""
        raise NotImplementedError

    def settle(self, t: i64, act: i64, chance: Chance) -> None:
        """Carry out a thread's choice."""
        raise NotImplementedError

    # --- who chooses, among what ------------------------------------------------------------------

    def decider(self, t: i64) -> i64:
        """Who owes a thread's choice: `?` is the acting player's, a shown card the target's."""
        job = self.job[t]
        if job in (J_ALLOC, J_STRIP):
            e = self.doing[t]
            if self.book.op[e] != STEAL and self.book.a[e] == ACTOR:
                return t
        if job == J_SHOW:
            return self.aim[t]
        return self.who(t)

    def serving(self, seat: i64) -> i64:
        """The thread that a seat is asked about, or NONE."""
        return ((self.serves >> (4 * seat)) & 15) - 1

    def _assign_jobs(self) -> None:
        """Who owes choices is asked about one: the first in seat order from the Speaker."""
        self.serves = 0
        i: i64 = 0
        while i < self.seats:
            t = self.from_speaker(i)
            if (self.owing >> t) & 1 == 1:
                seat = self.decider(t)
                if self.serving(seat) == NONE:
                    self.serves |= (t + 1) << (4 * seat)
            i += 1

    def ask_jobs(self, chance: Chance) -> bool:
        """Ask everyone who owes a choice; False when nobody does any more. Who concedes takes the
        default (AC-154)."""
        while self.owing != 0:
            waited = False
            self._assign_jobs()
            seat: i64 = 0
            while seat < self.seats:
                if self.serving(seat) != NONE:
                    if (self.conceded >> seat) & 1 == 1:
                        self.sealed.answers[seat] = self.default(seat, chance)
                    elif self.brisk and self.width(seat) == 1:
                        self.sealed.answers[seat] = self.nth(seat, 0)
                    else:
                        self.sealed.ask(seat)
                        waited = True
                seat += 1
            if waited:
                return True
            self.tell_now()
            self.settle_jobs(chance)
        return False

    def settle_jobs(self, chance: Chance) -> None:
        """All sealed choices are in: carry them out in seat order from the Speaker."""
        i: i64 = 0
        while i < self.seats:
            seat = self.from_speaker(i)
            answer = self.sealed.answers[seat]
            if answer >= 0 and self.serving(seat) != NONE:
                self.settle(self.serving(seat), answer, chance)
            i += 1
        self.sealed.clear()
        if self.owing == 0:
            self.do_forced(chance)
