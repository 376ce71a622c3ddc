"""A record that can be entered in the middle: a position is kept every so many steps, and any step
is folded from the nearest one before it."""

from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate

from intrigue.bots.beliefs import Belief
from intrigue.bots.reviewed import Review
from intrigue.kernel.deals import ShownLedger
from intrigue.kernel.position import Event
from intrigue.session.ledger import final
from intrigue.session.moments import Mark, moments
from intrigue.session.record import UNCOUNTED, Record, Step
from intrigue.session.story import Story
from intrigue.session.undo import Past

EVERY = 64  # steps from one kept position, of some 5 kB, to the next; 2 ms to fold


class Folded:
    """A record that does not change any more, and positions that were kept when it was folded.

    Several threads may fold it at a time: what is kept is never changed, only copied."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.editions: list[tuple[int, int]] | None = None  # of the Gazette, once they are known
        self.bulletins: list[ShownLedger | None] | None = None  # public deals, edition by edition
        self.stories: dict[str, Story] = {}  # by language, once told
        self.believed: dict[tuple[int, int], list[Belief]] = {}  # by viewer and step, once asked
        self.reviews: dict[str, Review] = {}  # by language, once told
        self._kept: dict[int, Step] = {}  # by line // EVERY

    @cached_property
    def reached(self) -> list[int]:
        """The number of the last step after so many entries, from none on."""
        public = (not isinstance(entry, UNCOUNTED) for entry in self.record.entries)
        return list(accumulate(public, initial=1))

    @cached_property
    def opened(self) -> ShownLedger | None:
        """Deals and claims as everyone may know them after the end, secret ones too."""
        return final(self.record)

    @cached_property
    def sealed(self) -> ShownLedger | None:
        """The same where secret ones stay so."""
        return final(self.record, sealed=True)

    @cached_property
    def moments(self) -> list[Mark]:
        """The steps of the story that the whole record tells."""
        return moments(self.record.game, self.record.setup(), self.steps())

    @cached_property
    def told(self) -> list[tuple[int, Event]]:
        """Every event, with the number of its step."""
        return [(step.line, event) for step in self.steps() for event in step.events]

    def steps(self, first: int = 1) -> Iterator[Step]:
        """The steps from the one with this number on, as `Record.fold` has them."""
        past = Past()
        for step in self.record.fold(past, self._before(first)):
            part = step.line // EVERY
            # Where something could be taken back, the position alone is not enough to go on from.
            if part not in self._kept and not past.stack:
                self._kept[part] = _copy(step)
            if step.line >= first:
                yield step

    def _before(self, first: int) -> Step | None:
        """The last step before that one whose position was kept, with a copy to be changed."""
        for part in range(first // EVERY, -1, -1):
            kept = self._kept.get(part)
            if kept is not None and kept.line < first:
                return _copy(kept)
        return None


def _copy(step: Step) -> Step:
    return Step(step.line, step.entry, [], step.position.copy())
