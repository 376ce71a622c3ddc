"""A match as it stands, and what of it each viewer may know.

Nothing here depends on what a seat's answer is before the position says so.
"""

from msgspec import Raw
from mypy_extensions import mypyc_attr

from intrigue.kernel.chance import Chance
from intrigue.kernel.game import Game, Setup
from intrigue.kernel.position import Position

from .ledger import Ledger, views
from .message import Answer, Ask, Pace, Standing
from .parts import Fields, Parts, Printer, encode
from .undo import Past

Own = tuple[Parts, Parts, Raw, Raw, Parts]  # view, ask, standing, undo, ledger
_NULL, _YES, _NO, _NONE = Raw(b"null"), Raw(b"true"), Raw(b"false"), Raw(b"[]")


@mypyc_attr(allow_interpreted_subclasses=True)
class TableState:
    """The position, the open prompt with its answers, and who is there."""

    def __init__(
        self, game: Game, setup: Setup, chance: Chance, pace: Pace, position: Position, now: float
    ) -> None:
        self.game = game
        self.setup = setup
        self.chance = chance
        self.pace = pace
        self.position = position
        self.prompt = 0
        self.opened = now
        self.answers: list[Answer | None] = [None] * setup.seats
        self.past = Past()
        self.standing: list[list[Standing]] = [[] for _ in range(setup.seats)]
        self.absent: set[int] = set()
        self.passing: dict[int, str] = {}  # who passes in public, and until when
        self.late: set[int] = set()  # out of time for the open prompt, and not waited for
        self.aborted = False
        self.ledger = Ledger(game, setup, views(position))
        self._ledgers: dict[int, Parts] = {}  # encoded, until something happens
        self._printer = Printer()
        self._views: dict[int, Parts] = {}  # encoded, until the position changes
        self._asks: dict[int, tuple[Answer | None, Parts]] = {}
        self._options: dict[int, tuple[list[int], list[str]]] = {}
        self._shown: Fields = {}  # what is public, as it was told last

    @property
    def over(self) -> bool:
        """Whether nothing more can happen: the game is over, or was broken off."""
        return self.aborted or self.position.over

    def provided(self, seat: int) -> bool:
        """Whether the seat has an answer to the open prompt: saved, or by a standing order."""
        return self.answers[seat] is not None or self.armed(seat) is not None

    def is_ready(self, seat: int) -> bool:
        answer = self.answers[seat]
        return answer is not None and answer.ready

    def passable(self, seat: int) -> bool:
        """Whether a seat that is asked may pass the open window in public: one that asks several,
        and in which passing gives nothing away but what its player wants to."""
        prompt = self.position.prompt(seat)
        several = len(self.position.asked()) > 1
        return several and prompt.window and prompt.kind in self.game.passable

    def passes(self, seat: int) -> bool:
        """Whether a seat that is asked has passed the open window in public. What concerns it alone
        it must pass by itself."""
        until = self.passing.get(seat, "")
        if until == "" or not self.passable(seat):
            return False
        return until == "window" or not self.game.concerns(self.position.prompt(seat))

    def window_length(self) -> float | None:
        """How long exactly the open window lasts, whatever is answered; 0 for one without a clock,
        and None for one that waits for an answer."""
        asked = self.position.asked()
        prompt = self.position.prompt(asked[0])
        by_length = prompt.closes == "length" or (self.pace.fixed and len(asked) > 1)
        return self.pace.length if by_length else None

    def out(self, seat: int) -> bool:
        """Whether everyone knows that a seat that is asked takes no part in the open window."""
        window = self.position.prompt(seat).window
        return window and (self.passes(seat) or (self.pace.skips and self.position.idle(seat)))

    def seen_to_pass(self, asked: list[int]) -> bool:
        """Whether everyone sees that a window is over: whoever is asked has passed in public, is
        gone, or has nothing to do by what everyone knows. Bots answer by themselves."""
        gone = self.absent | self.late
        return all(
            seat in gone or (seat in self.pace.bots and self.is_ready(seat)) or self.out(seat)
            for seat in asked
        )

    def armed(self, seat: int) -> int | None:
        kind = self.position.prompt(seat).kind
        for order in self.standing[seat]:
            if order.prompt == kind:
                for act in self.position.options(seat):
                    if _begins(self.game.spell(self.setup, act), order.act):
                        return act
        return None

    # --- what viewers may know --------------------------------------------------------------------

    def done(self) -> list[int] | int | None:
        """Who is ready, as far as the open prompt lets others see it."""
        if self.over:
            return None
        asked = self.position.asked()
        seats = [seat for seat in asked if self.is_ready(seat)]
        progress = self.position.prompt(asked[0]).progress
        return seats if progress == "names" else len(seats) if progress == "count" else None

    def ask(self, seat: int) -> Ask | None:
        """The open question to a seat."""
        if seat < 0 or self.over or seat not in self.position.asked():
            return None
        prompt = self.position.prompt(seat)
        saved = self.answers[seat]
        return Ask(
            prompt.kind,
            prompt.sealed,
            prompt.window,
            prompt.data,
            self._spelt(seat),
            None if saved is None else self.game.spell(self.setup, saved.act),
            saved is not None and saved.ready,
            self.passable(seat),
            self.passes(seat),
        )

    def _spelt(self, seat: int) -> list[str]:
        """The options as text; mostly they are the same as last time."""
        acts = self.position.options(seat)
        known = self._options.get(seat)
        if known is None or known[0] != acts:
            spelt = [self.game.spell(self.setup, act) for act in acts]
            known = self._options[seat] = acts, spelt
        return known[1]

    def own(self, viewer: int) -> Own:
        """What a viewer may know now beside what is public, encoded in parts."""
        if viewer < 0:
            return self._view(viewer), _NULL, _NONE, _NO, self._ledger(viewer)
        standing = encode(self.standing[viewer]) if self.standing[viewer] else _NONE
        undo = _YES if self.past.open(viewer) else _NO
        return self._view(viewer), self._ask(viewer), standing, undo, self._ledger(viewer)

    def public(self) -> Fields:
        """What everyone may know. What is as it was told last is the same object."""
        asked = [] if self.over else self.position.asked()
        new: Fields = {
            "prompt": encode(self.prompt),
            "asked": encode(asked),
            "absent": encode(sorted(self.absent)) if self.absent else _NONE,
            "done": encode(self.done()),
            "passing": encode(sorted(self.passing)) if self.passing else _NONE,
            "chapter": encode(self.ledger.chapter if self.game.promises else 0),
        }
        known = self._shown
        if new != known:
            self._shown = {n: known[n] if known.get(n) == part else part for n, part in new.items()}
        return self._shown

    def look_anew(self) -> None:
        """The position is another one."""
        self._printer.forget()
        self._views.clear()
        self._asks.clear()
        self._ledgers.clear()

    def _view(self, viewer: int) -> Parts:
        view = self._views.get(viewer)
        if view is None:
            view = self._views[viewer] = self._printer.parts(self.position.view(viewer))
        return view

    def _ledger(self, viewer: int) -> Parts:
        """Deals and claims as a viewer may know them."""
        if not self.ledger.used:
            return _NULL
        shown = self._ledgers.get(viewer)
        if shown is None:
            known = self.ledger.shown(viewer)
            shown = self._ledgers[viewer] = _NULL if known is None else self._printer.parts(known)
        return shown

    def _ask(self, viewer: int) -> Parts:
        """The question is the same until the position or the viewer's answer changes."""
        if self.over:
            return _NULL
        answer = self.answers[viewer]
        known = self._asks.get(viewer)
        if known is None or known[0] is not answer:
            known = self._asks[viewer] = answer, self._printer.parts(self.ask(viewer))
        return known[1]


def _begins(text: str, beginning: str) -> bool:
    """Word by word: `accuse Ann` does not begin `accuse Anna`."""
    return not beginning or f"{text} ".startswith(f"{beginning} ")
