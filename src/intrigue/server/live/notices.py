"""What of a match is worth a notice: decided with every append and written in its transaction.

Whom a notice goes to follows from who is asked (which is public), from what the person did with
their own seat, and from who whispered to them. What it says is public: see `letters`.
"""

from collections.abc import Collection, Iterable
from functools import partial
from typing import Protocol

from sqlalchemy import Connection

from intrigue.session.table import Table

from ..clocks.question import Timing
from ..notices import outbox
from ..notices.outbox import Notice
from ..record.gazette import Editions
from ..record.store import DatedEvent
from ..tables.rooms import Room
from ..wire import http
from .actions import Deeds, Gained
from .audience import Audience

LIVE = 3600.0  # a decision that takes less is made at the table, not by correspondence
EARLY = 4 * 3600.0  # the longest time before a deadline at which a warning comes
SHORTEST = 600.0  # no warning for decisions that take less


class Reach(Protocol):
    """Who has a channel for notices, and how many seconds these wait for a look at the table."""

    delay: float

    @property
    def reachable(self) -> Collection[str]: ...


class Herald:
    """The notices of one match."""

    def __init__(
        self, reach: Reach, table: Table, timing: Timing, deeds: Deeds, audience: Audience
    ) -> None:
        self.reach = reach
        self.table = table
        self.timing = timing
        self.deeds = deeds
        self.audience = audience
        self.editions = Editions(table.game)
        self.shift = 0.0  # to the wall clock's time, which notices are sent by
        self.follow(audience.history)

    def follow(self, history: Iterable[DatedEvent]) -> None:
        """Whoever wrote this has decided what to tell of it."""
        self.editions.hear(happened.event for happened in history)
        self.out = self._out()
        self.prompt = self.table.prompt
        self.until = self._until()
        seats = range(self.table.setup.seats)
        self.waiting = {seat for seat in seats if self.timing.waits_for(seat)}

    def decide(self, now: float, gained: Gained) -> None:
        """What this batch gives reason for goes with its write. Called before that is durable; if
        it never is, the match in memory is thrown away, and this with it."""
        self.editions.hear(happened.event for happened in gained.events)
        out, prompt, until = self._out(), self.table.prompt, self._until()
        news, turned, moved = out > self.out, prompt != self.prompt, until != self.until
        self.out, self.prompt, self.until = out, prompt, until
        people = self._people()
        if not people:
            return
        self._ask(people, turned, moved, now, gained)
        if news:
            self._put(people, Notice("round", now, out), now, gained)
        self._whisper(people, now, gained)
        self._nudge(people, now, gained)

    def _out(self) -> int:
        """How many editions of the Gazette are out."""
        return self.editions.current if self.table.over else self.editions.current - 1

    def _until(self) -> float | None:
        """When the decision time is over, as everyone is shown it."""
        return None if self.timing.clocks.paused is not None else self.timing.ends()

    def _people(self) -> dict[int, str]:
        """Seats whose players can be told: people who play themselves."""
        room = self.deeds.room
        away = self.deeds.stand_ins | self.table.absent
        return {
            chair.number: chair.person
            for chair in room.seats
            if chair.person is not None
            and chair.person in self.reach.reachable
            and chair.number not in away
            and room.terms.practice is None
        }

    # --- kinds ------------------------------------------------------------------------------------

    def _ask(
        self, people: dict[int, str], turned: bool, moved: bool, now: float, gained: Gained
    ) -> None:
        """Your turn, and almost out of time: for those who are asked and have not answered."""
        waiting = {seat for seat in people if self.timing.waits_for(seat)}
        before, self.waiting = self.waiting, waiting
        settled = {people[seat] for seat in people if seat not in waiting}
        if turned or before - waiting:
            if settled:
                write = partial(outbox.settle, table=self.deeds.room.id, persons=settled)
                gained.writes.append(write)
        if turned:
            self._put(_only(people, waiting), Notice("turn", now, until=self.until), now, gained)
        warned = waiting if turned or moved else waiting - before
        warning = self._warning(now)
        if warning is not None:
            self._put(_only(people, warned), warning, now, gained, wait=False)

    def _warning(self, now: float) -> Notice | None:
        clocks = self.timing.clocks
        if self.until is None:
            return None
        if clocks.days is not None:
            return Notice("warning", clocks.warning(), until=self.until)
        length = self.until - clocks.opened
        due = self.until - min(length / 4, EARLY)
        return Notice("warning", due, until=self.until) if length >= SHORTEST else None

    def _whisper(self, people: dict[int, str], now: float, gained: Gained) -> None:
        for line in gained.lines:
            if line.readers is None or line.note is not None:
                continue
            chairs = self.deeds.room.seats
            told = {r for r in line.readers if r != line.seat and line.seat not in chairs[r].muted}
            self._put(_only(people, told), Notice("whispers", now, 1), now, gained)

    def _nudge(self, people: dict[int, str], now: float, gained: Gained) -> None:
        """Somebody asks for them at the table. What they are told is true, and the same, whether
        they have answered or not."""
        notes = [line.note for line in gained.lines if line.note is not None]
        seats = {note.seat for note in notes if note.what == "nudge"}
        called = Notice("turn", now, outbox.CALLED, self.until)
        self._put(_only(people, seats), called, now, gained, again=True)

    # --- deciding ---------------------------------------------------------------------------------

    def _put(
        self,
        people: dict[int, str],
        notice: Notice,
        now: float,
        gained: Gained,
        wait: bool = True,
        again: bool = False,
    ) -> None:
        """For everyone who does not look at the table now."""
        live, once = pace(self.timing.clocks.terms, self.timing.clocks.days)
        here = [one for one in self.audience.listeners if one.visible or live]
        seen = {one.seat for one in here}
        persons = {person for seat, person in people.items() if seat not in seen}
        if not persons:
            return
        late = self.reach.delay if wait else 0.0
        until, now = notice.until, now + self.shift
        full = Notice(
            notice.kind,
            notice.due + late + self.shift,
            notice.number,
            None if until is None else until + self.shift,
            live=live,
            once=once and not again,
        )
        gained.writes.append(
            partial(outbox.decide, table=self.deeds.room.id, persons=persons, notice=full, now=now)
        )


def begun(connection: Connection, reach: Reach, room: Room, who: str, now: float) -> None:
    """The match has begun: a notice for everyone but whoever began it."""
    persons = {chair.person for chair in room.seats if chair.person not in (None, who)}
    told = {person for person in persons if person is not None and person in reach.reachable}
    if told:
        live, _ = pace(room.terms.clock, room.terms.days)
        notice = Notice("turn", now + reach.delay, outbox.BEGUN, live=live)
        outbox.decide(connection, room.id, told, notice, now)


def pace(clock: http.Clock | None, days: http.Days | None) -> tuple[bool, bool]:
    """Whether a table is live, so that having it open is enough; and whether one notice of a kind
    is enough until its reader looks."""
    if days is not None:
        return False, False
    live = clock is not None and clock.decision < LIVE
    return live, live or clock is None


def _only(people: dict[int, str], seats: Collection[int]) -> dict[int, str]:
    return {seat: person for seat, person in people.items() if seat in seats}
