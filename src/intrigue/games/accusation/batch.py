"""Batches (AC-48): effects under way, and the choices they owe.

A batch is a stack of frames. A frame holds a thread for each acting seat: the next effect, the end
of its list, and the seat that executes it (another one only inside `to`). All threads take a step
together, so lists advance in step; choices are sealed and simultaneous. Lists that follow from a
step (`if`, `choose`, `may`, `to`) become the next frame. What an effect does stands in `effects`.
"""

from typing import Final

from mypy_extensions import i64

from intrigue.kernel.chance import Chance
from intrigue.kernel.vecs import zeros

from .book import ACTOR, STEAL, TO
from .sets import push
from .state import BATCH, CHECKING, NONE, State

# Choices that a step may owe.
NO_JOB: Final = 0
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
        self.stack = zeros(0)
        self.step = BATCH

    def push_frame(self) -> i64:
        """A new frame on top, with no thread; where it begins."""
        base = len(self.stack)
        stack = self.stack
        i: i64 = 0
        while i < 3 * self.seats:
            stack = push(stack, 0)
            i += 1
        self.stack = stack
        return base

    def thread(self, base: i64, actor: i64, whole: i64, who: i64) -> None:
        """Let `who` execute a list for `actor` in a frame."""
        first = self.book.start[whole]
        self.stack[base + actor] = first
        self.stack[base + self.seats + actor] = first + self.book.size[whole]
        self.stack[base + 2 * self.seats + actor] = who

    def run_batch(self, chance: Chance) -> None:
        """Go on until somebody must choose or the batch is over."""
        n = self.seats
        while True:
            if self.ask_jobs(chance):
                return
            if self._push_lists():
                continue
            base: i64 = len(self.stack) - 3 * n
            if base < 0:
                self.step = CHECKING
                return
            live = False
            t: i64 = 0
            while t < n:
                if self.stack[base + t] < self.stack[base + n + t]:
                    live = True
                t += 1
            if live:
                self.step_all(base, chance)
            else:
                self.stack = self.stack[:base]

    def _push_lists(self) -> bool:
        """The lists that follow from the step just done become a frame."""
        any_list = False
        t: i64 = 0
        while t < self.seats:
            if self.sub[t] != NONE:
                any_list = True
            t += 1
        if not any_list:
            return False
        below: i64 = len(self.stack) - 3 * self.seats
        base = self.push_frame()
        t = 0
        while t < self.seats:
            if self.sub[t] != NONE:
                who = self.stack[below + 2 * self.seats + t]
                if self.book.op[self.doing[t]] == TO:
                    who = self.aim[t]
                self.thread(base, t, self.sub[t], who)
                self.sub[t] = NONE
            t += 1
        return True

    def who(self, t: i64) -> i64:
        """Who executes a thread's effect."""
        return self.stack[len(self.stack) - self.seats + t]

    def step_all(self, base: i64, chance: Chance) -> None:
        """Let every thread of the top frame take a step."""
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
        i: i64 = 0
        while i < self.seats:
            t = self.from_speaker(i)
            if self.job[t] != NO_JOB and self.decider(t) == seat:
                return t
            i += 1
        return NONE

    def ask_jobs(self, chance: Chance) -> bool:
        """Ask everyone who owes a choice; False when nobody does. Who concedes takes the default
        (AC-154)."""
        while True:
            seat: i64 = 0
            owing = False
            waited = False
            self.sealed.clear()
            while seat < self.seats:
                t = self.serving(seat)
                if t != NONE:
                    owing = True
                    if (self.conceded >> seat) & 1 == 1:
                        self.sealed.answers[seat] = self.default(seat, chance)
                    elif self.brisk and self.width(seat) == 1:
                        self.sealed.answers[seat] = self.nth(seat, 0)
                    else:
                        self.sealed.ask(seat)
                        waited = True
                seat += 1
            if not owing:
                return False
            if waited:
                return True
            self.tell_now()
            self.settle_jobs(chance)

    def settle_jobs(self, chance: Chance) -> None:
        """All sealed choices are in: carry them out in seat order from the Speaker."""
        n = self.seats
        served = zeros(n)
        seat: i64 = 0
        while seat < n:
            served[seat] = self.serving(seat)
            seat += 1
        answers = self.sealed.answers[:]
        self.sealed.clear()
        i: i64 = 0
        while i < n:
            seat = self.from_speaker(i)
            if answers[seat] >= 0 and served[seat] != NONE:
                self.settle(served[seat], answers[seat], chance)
            i += 1
