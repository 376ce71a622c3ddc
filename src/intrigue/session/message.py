"""What goes through a table: answers in, messages out."""

from typing import Any

from msgspec import Struct

from intrigue.kernel.deals import ShownLedger
from intrigue.kernel.game import Json, Seen


class Pace(Struct, frozen=True):
    """How long a response window lasts at least and at most, whatever is answered. In a match over
    days, sealed answers of several seats may be kept for the deadline (`hold`), and windows that do
    not wait for anybody (all but those of these kinds, where it is set) close at once, from
    standing orders. While it is `still`, nothing closes at all.

    A window that closes by its `length` lasts exactly so many seconds (0: it has no clock), and so
    does, where it is `fixed`, every other that asks several seats. It may close before, when all
    have answered, only while `early`: without a clock, or where nobody could learn anything from
    it. It ends at once when everyone has passed in public; the `bots` only need to be done.
    Where it `skips`, nobody waits for seats that, as everyone knows, can only pass; the rules
    as they stand in the book ask them too."""

    window_least: float = 0.0
    window_most: float = 0.0
    hold: bool = False
    patient: tuple[str, ...] | None = None
    still: bool = False
    length: float = 0.0
    early: bool = True
    fixed: bool = False
    bots: frozenset[int] = frozenset()
    skips: bool = False


class Answer(Struct):
    """A seat's intent for the open prompt."""

    act: int
    ready: bool
    by: str


class Standing(Struct, frozen=True):
    """Armed in private: at the close of a prompt of this kind, if the seat gave no answer, the
    first option whose notation begins like this is played."""

    prompt: str
    act: str


class Ask(Struct, frozen=True):
    """The question to this viewer, with every legal answer as text."""

    kind: str
    sealed: bool
    window: bool
    data: dict[str, Json]
    options: list[str]
    answer: str | None  # saved so far
    ready: bool
    passable: bool = False  # whether one may pass in public
    passed: bool = False  # whether one has


class Message(Struct, frozen=True):
    """All that a viewer learns at one moment. `number` counts this viewer's messages."""

    number: int
    events: list[Seen]
    view: Any
    prompt: int  # which question is open: counts closed prompts, for `stale`
    asked: list[int]
    absent: list[int]
    done: list[int] | int | None  # who is ready, how many, or nothing, as the prompt allows
    ask: Ask | None
    standing: list[Standing]
    undo: bool = False  # whether this viewer can take the last act back
    passing: list[int] = []  # who passes in public until their turn
    ledger: ShownLedger | None = None  # deals and claims, once this viewer knows of one
    chapter: int = 0  # the round, generation or turn, where promises can name one
