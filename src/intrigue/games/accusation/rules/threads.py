"""The effects under way, as a stack of frames, and the choices they owe.

A frame holds a thread for each acting seat: the next effect, the end of its list, and the seat that
executes it (another one only inside `to`). All threads take a step together. Lists that follow from
a step (`if`, `choose`, `may`, `to`) become the next frame. What an effect does stands in `effects`;
how a batch runs, in `batches`.
"""

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from intrigue.kernel.chance import bit

from .cards import ACTOR, NO_LIST, STEAL
from .seats import is_active
from .state import BATCH, NO_JOB, NONE, State

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


# --- the stack ------------------------------------------------------------------------------------


def begin_batch(s: State, then: i64) -> None:
    """Start with an empty stack; `then` is the step after the check."""
    s.then = then
    s.moved = False
    s.aimed = NONE
    s.top = 0
    s.step = BATCH


def push_frame(s: State) -> i64:
    """A new frame on top, with no thread; where it begins."""
    base = s.top
    top = base + 3 * s.seats
    while len(s.stack) < top:
        s.stack = append(s.stack, 0)
    for i in range(base, top):
        s.stack[i] = 0
    s.top = top
    return base


def add_thread(s: State, base: i64, actor: i64, whole: i64, who: i64) -> None:
    """Let `who` execute a list for `actor` in a frame."""
    add_span(s, base, actor, s.book.start[whole], s.book.end(whole), who)


def add_span(s: State, base: i64, actor: i64, first: i64, end: i64, who: i64) -> None:
    """Let `who` execute some effects for `actor` in a frame."""
    i = base + actor
    s.stack[i] = first
    i += s.seats
    s.stack[i] = end
    i += s.seats
    s.stack[i] = who


def run_list(s: State, seat: i64, whole: i64) -> None:
    """Put a list on top of the batch's stack."""
    if whole != NO_LIST and is_active(s, seat):
        add_thread(s, push_frame(s), seat, whole, seat)


def everybody_runs(s: State, whole: i64) -> None:
    """A frame in which every active player executes a list."""
    base = push_frame(s)
    for seat in range(s.seats):
        if is_active(s, seat):
            add_thread(s, base, seat, whole, seat)


# --- one thread -----------------------------------------------------------------------------------


def executor(s: State, t: i64) -> i64:
    """Who executes a thread's effect."""
    i = s.top - s.seats + t
    return s.stack[i]


def owe(s: State, t: i64, job: i64) -> None:
    """The choice that a thread owes from now on, or NO_JOB."""
    s.job[t] = job
    if job == NO_JOB:
        s.owing &= ~bit(t)
    else:
        s.owing |= bit(t)


def forget(s: State, t: i64) -> None:
    """A thread's step is done."""
    s.doing[t] = NONE
    s.want[t] = 0
    s.aim[t] = NONE
    s.seen[t] = 0


def follow(s: State, t: i64, whole: i64) -> None:
    """The list that a thread goes on with."""
    s.sub[t] = whole
    s.following |= bit(t)


def decider(s: State, t: i64) -> i64:
    """Who owes a thread's choice: `?` is the acting player's, a shown card the target's."""
    job = s.job[t]
    if job in (J_ALLOC, J_STRIP):
        e = s.doing[t]
        if s.book.op[e] != STEAL and s.book.a[e] == ACTOR:
            return t
    if job == J_SHOW:
        return s.aim[t]
    return executor(s, t)


def serving(s: State, seat: i64) -> i64:
    """The thread that a seat is asked about, or NONE."""
    return ((s.serves >> (4 * seat)) & 15) - 1
