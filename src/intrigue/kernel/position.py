"""The contract every game fulfils: a position that asks, judges, changes and shows itself.

It knows nothing about time, changes of mind, names or languages; those belong to the Table, the
notation and the catalogues. Seats and acts are small integers here.
"""

from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from .chance import EVERYONE, Chance, Fast

SPECTATOR: Final = -1  # the viewer who knows least
TABLE: Final = -1  # "seat" of an act of the table itself, such as a freeze
UNANSWERED: Final = -1  # no answer yet, in `Sealed`


class Refusal:
    """Why an act is not allowed: a key of the game's catalogue, the rule's number, parameters.

    It must not depend on anything the acting seat does not know.
    """

    def __init__(self, code: str, rule: str, data: dict[str, object] | None = None) -> None:
        self.code = code
        self.rule = rule
        self.data: dict[str, object] = {} if data is None else data

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.rule!r}, {self.data!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Refusal, (self.code, self.rule, self.data)


class Illegal(Exception):
    """Raised by `play` for an act that `check` refuses; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} [{refusal.rule}]")
        self.refusal = refusal

    def __reduce__(self) -> tuple[object, ...]:
        return Illegal, (self.refusal,)


class Event:
    """Something that happened: a code with parameters, for an audience (a mask of seats).

    `outside` is what everybody else gets instead: another event, or nothing.
    """

    def __init__(
        self, kind: str, data: dict[str, object], to: i64 = EVERYONE, outside: "Event | None" = None
    ) -> None:
        self.kind = kind
        self.data = data
        self.to = to
        self.outside = outside

    def seen_by(self, viewer: i64) -> "Event | None":
        """What `viewer` learns of it. A spectator is in no audience but everyone's."""
        event: Event | None = self
        while event is not None:
            if event.to == EVERYONE or (viewer >= 0 and (event.to >> viewer) & 1 == 1):
                return event
            event = event.outside
        return None

    def __repr__(self) -> str:
        more = "" if self.to == EVERYONE else f", to={self.to}"
        if self.outside is not None:
            more += f", outside={self.outside!r}"
        return f"Event({self.kind!r}, {self.data!r}{more})"

    def __reduce__(self) -> tuple[object, ...]:
        return Event, (self.kind, self.data, self.to, self.outside)


class Prompt:
    """A question to one seat. Who is asked, and everything here, follows from public facts.

    kind      key of the catalogue's sentence and name for standing orders
    sealed    the answer stays secret until the prompt closes
    progress  what others see of who has answered: "names", "count" or "hidden"
    window    a response window: it lasts a time that does not depend on the answers
    closes    "ready" (all ready, or the clock), "deadline" (only the clock), or "length" (a window
              that lasts as long as every other of its table: how long somebody thought about it
              would tell who had something to think about)
    data      public parameters of the sentence
    """

    def __init__(
        self,
        seat: i64,
        kind: str,
        sealed: bool = True,
        progress: str = "names",
        window: bool = False,
        closes: str = "ready",
        data: dict[str, object] | None = None,
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.sealed = sealed
        self.progress = progress
        self.window = window
        self.closes = closes
        self.data: dict[str, object] = {} if data is None else data

    def __repr__(self) -> str:
        more = "" if self.sealed else ", sealed=False"
        if self.progress != "names":
            more += f", progress={self.progress!r}"
        if self.window:
            more += ", window=True"
        if self.closes != "ready":
            more += f", closes={self.closes!r}"
        if self.data:
            more += f", data={self.data!r}"
        return f"Prompt({self.seat}, {self.kind!r}{more})"

    def __reduce__(self) -> tuple[object, ...]:
        given = (self.seat, self.kind, self.sealed, self.progress, self.window, self.closes)
        return Prompt, (*given, self.data)


class Outcome:
    """How it ended: a reason (key of the catalogue), the rule, scores, and who won.

    Several winners share the victory; none is a draw without winners.
    """

    def __init__(self, reason: str, rule: str, scores: list[int], winners: list[int]) -> None:
        self.reason = reason
        self.rule = rule
        self.scores = scores
        self.winners = winners

    def __repr__(self) -> str:
        return f"Outcome({self.reason!r}, {self.rule!r}, {self.scores!r}, winners={self.winners!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Outcome, (self.reason, self.rule, self.scores, self.winners)


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """The whole truth of a match at one moment. Mutable; `copy()` branches it.

    A game implements the methods that raise `NotImplementedError`, and `apply`, which carries out
    an act known to be legal. Callers use `play`, which checks first and returns what happened;
    search and playouts use `apply`, which does neither.

    `brisk` is for search and simulation only: a position that has response windows then takes the
    answer of a seat with a single option without asking it. No event, view or outcome differs.
    """

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.over: bool = False
        self.events: list[Event] | None = None
        self.brisk: bool = False
        self.origin: Any = None  # the game and setup it is of: see `kernel.game.Origin`

    # --- who is asked, and what they may answer -------------------------------------------------

    def next(self) -> i64:
        """The first seat, in seat order, that still owes an answer; -1 when the game is over."""
        raise NotImplementedError

    def asked(self) -> list[int]:
        """Every seat that still owes an answer, in seat order."""
        raise NotImplementedError

    def prompt(self, seat: i64) -> Prompt:
        """The question to a seat that is asked."""
        raise NotImplementedError

    def idle(self, seat: i64) -> bool:
        """Whether public facts leave a seat that is asked in a window nothing but to pass."""
        return False

    def width(self, seat: i64) -> i64:
        """How many options the seat has."""
        raise NotImplementedError

    def nth(self, seat: i64, k: i64) -> i64:
        """Option number `k`, in the fixed order of `options`."""
        raise NotImplementedError

    @property
    def legal(self) -> dict[str, list[str]]:
        """The options of everybody who is asked, by name and as text: for whoever tries something
        out. Only a position that a game made (start, load, worlds) knows names."""
        legal: dict[str, list[str]] = self.origin.legal(self)
        return legal

    def options(self, seat: i64) -> list[int]:
        """Every legal answer to the prompt, in a fixed order."""
        out: list[int] = []
        k: i64 = 0
        n = self.width(seat)
        while k < n:
            out.append(self.nth(seat, k))
            k += 1
        return out

    def free(self, seat: i64) -> list[int]:
        """Legal free acts: never asked for, never waited for."""
        return []

    def is_free(self, act: i64) -> bool:
        """Whether the act is a free one, not the answer to a prompt."""
        return False

    def unsettles(self, act: i64) -> bool:
        """Whether a free act makes everyone confirm a pending answer again."""
        return False

    def reopens(self, seat: i64, act: i64) -> bool:
        """Whether a free act of the seat, done now, lets a question be put anew: pending answers
        are dropped."""
        return False

    def undoable(self, seat: i64, act: i64) -> bool:
        """Whether the seat may take this act back, as long as it is still the only one asked and
        chance was not: a game says yes to acts that tell their own player nothing new."""
        return False

    def default(self, seat: i64, chance: Chance) -> i64:
        """The answer of an absent player. Where a fixed one would disclose, it is random."""
        raise NotImplementedError

    # --- playing on, in imagined worlds -----------------------------------------------------------

    def lean(self, seat: i64, chance: Fast) -> i64:
        """A quick, sensible answer of a seat that is asked, for playouts. It may read everything:
        it is asked in imagined worlds only, never at a table."""
        return self.nth(seat, chance.below(self.width(seat)))

    def guess(self, seat: i64, chance: Fast) -> i64:
        """What somebody else may answer to the question that is open now: asked once for each
        imagined world, so it may think longer than `lean`."""
        return self.lean(seat, chance)

    def worth(self, seat: i64) -> float:
        """What the end is worth to a seat, from 0 to 1: its share of the victory. Games of sides
        and of points may know better. Where playouts break off (see `stage`), also how good the
        seat's prospects are before the end."""
        outcome = self.outcome()
        if outcome is None or seat not in outcome.winners:
            return 0.0
        return 1.0 / len(outcome.winners)

    def stage(self) -> i64:
        """Which round it is, in a game whose playouts may break off after some (`Budget.rounds`):
        what is far away is mostly noise."""
        return 0

    # --- judging and changing -------------------------------------------------------------------

    def check(self, seat: i64, act: i64) -> Refusal | None:
        """None if the act is legal now, else why not. Never changes anything."""
        raise NotImplementedError

    def apply(self, seat: i64, act: i64, chance: Chance) -> None:
        """Carry out a legal act."""
        raise NotImplementedError

    def play(self, seat: i64, act: i64, chance: Chance) -> list[Event]:
        """Check, carry out, and tell what happened. Raises `Illegal` and changes nothing."""
        refusal = self.check(seat, act)
        if refusal is not None:
            raise Illegal(refusal)
        events: list[Event] = []
        self.events = events
        try:
            self.apply(seat, act, chance)
        finally:
            self.events = None
        return events

    # --- showing --------------------------------------------------------------------------------

    def view(self, viewer: i64) -> object:
        """What `viewer` may know: a frozen value, built field by field."""
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """How it ended, or None."""
        raise NotImplementedError

    def copy(self) -> "Position":
        """An independent copy (without listeners). `carry_over` keeps what every copy keeps."""
        raise NotImplementedError

    def __deepcopy__(self, memo: dict[int, object]) -> "Position":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        if self.origin is None:
            raise TypeError("only positions that a game made (start, load, worlds) can be pickled")
        frozen: tuple[object, ...] = self.origin.frozen(self)
        return frozen

    def __repr__(self) -> str:
        if self.over:
            return f"<{type(self).__name__}, {self.seats} seats, over: {self.outcome()!r}>"
        asked = self.asked()
        kind = self.prompt(asked[0]).kind
        return f"<{type(self).__name__}, {self.seats} seats, {kind!r} asked of {asked}>"

    def __str__(self) -> str:
        """The table as spectators see it, drawn; of a position that no game made, its `repr`."""
        return repr(self) if self.origin is None else str(self.origin.drawn(self))

    def key(self) -> list[int]:
        """The whole state as numbers: equal keys, equal positions."""
        raise NotImplementedError


def carry_over(old: Position, new: Position) -> None:
    """What every copy keeps, beside what is the game's own: for `copy`."""
    new.seats = old.seats
    new.over = old.over
    new.brisk = old.brisk
    new.origin = old.origin


def digest(position: Position) -> int:
    """A 60-bit hash of a position, the same compiled and interpreted."""
    h: i64 = 1469598103934665
    for number in position.key():
        low: i64 = number & 0xFFFFFFFF
        # 28 bits times 32 bits stays below 2**63
        h = ((h & 0xFFFFFFF) * 2654435761 + (h >> 28) + low) & 0xFFFFFFFFFFFFFFF
    return h
