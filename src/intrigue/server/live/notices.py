"""What of a match is worth a notice: decided with every append and written in its transaction.

Whom a notice goes to follows from who is asked (which is public), from what the person did with
their own seat, and from who whispered to them or offers them a deal. What it says is public: see
`letters`.
"""

from collections.abc import Collection, Iterable
from functools import partial
from typing import Protocol

from sqlalchemy import Connection

from intrigue.session.telling import Chapters

from ..db.storage import Write
from ..notices import outbox
from ..notices.outbox import Notice
from ..record.store import DatedEvent
from ..tables.rooms import Room
from ..wire import http
from .audience import Audience
from .session import Session, Step

LIVE = 3600.0  # a decision that takes less is made at the table, not by correspondence
EARLY = 4 * 3600.0  # the longest time before a deadline at which a warning comes
SHORTEST = 600.0  # no warning for decisions that take less


class Reach(Protocol):
    """Who has a channel for notices, and how many seconds these wait for a look at the table."""

    delay: float

    @property
    def reachable(self) -> Collection[str]: ...


class MatchNotices:
    """The notices of one match."""

    def __init__(self, session: Session, audience: Audience, reach: Reach) -> None:
        self.session = session
        self.audience = audience
        self.reach = reach
        self.begin_anew()

    def begin_anew(self) -> None:
        """The session was loaded: whoever wrote what is in it has decided what to tell."""
        self.editions = Chapters(self.session.table.game.chapters)
        self.follow(self.session.history)

    def follow(self, history: Iterable[DatedEvent]) -> None:
        """Whoever wrote this has decided what to tell of it."""
        self.editions.hear(dated.event for dated in history)
        self.out = self._out()
        self.prompt = self.session.table.prompt
        self.until = self._until()
        seats = range(self.session.table.setup.seats)
        self.waiting = {seat for seat in seats if self.session.timing.waits_for(seat)}

    def decide(self, step: Step) -> list[Write]:
        """What this step gives reason for goes with its write. Called before that is durable; if
        it never is, the session is loaded anew, and this with it."""
        self.editions.hear(dated.event for dated in step.events)
        out, prompt, until = self._out(), self.session.table.prompt, self._until()
        news, turned, moved = out > self.out, prompt != self.prompt, until != self.until
        self.out, self.prompt, self.until = out, prompt, until
        people = self._people()
        if not people:
            return []
        writes = self._ask(people, turned, moved)
        if news:
            writes += self._put(people, Notice("round", self.session.last, out))
        writes += self._whisper(people, step)
        writes += self._offers(people, step)
        writes += self._nudge(people, step)
        return writes

    def _out(self) -> int:
        """How many editions of the Gazette are out."""
        return self.editions.current if self.session.over else self.editions.current - 1

    def _until(self) -> float | None:
        """When the decision time is over, as everyone is shown it."""
        return None if self.session.clocks.paused is not None else self.session.timing.ends()

    def _people(self) -> dict[int, str]:
        """Seats whose players can be told: people who play themselves."""
        room = self.session.room
        away = self.session.stand_ins | self.session.table.absent
        return {
            chair.number: chair.person
            for chair in room.seats
            if chair.person is not None
            and chair.person in self.reach.reachable
            and chair.number not in away
            and room.terms.practice is None
        }

    # --- kinds ------------------------------------------------------------------------------------

    def _ask(self, people: dict[int, str], turned: bool, moved: bool) -> list[Write]:
        """Your turn, and almost out of time: for those who are asked and have not answered."""
        writes: list[Write] = []
        waiting = {seat for seat in people if self.session.timing.waits_for(seat)}
        before, self.waiting = self.waiting, waiting
        settled = {people[seat] for seat in people if seat not in waiting}
        if settled and (turned or before - waiting):
            writes.append(partial(outbox.settle, table=self.session.id, persons=settled))
        if turned:
            asked = Notice("turn", self.session.last, until=self.until)
            writes += self._put(_only(people, waiting), asked)
        warned = waiting if turned or moved else waiting - before
        warning = self._warning()
        if warning is not None:
            writes += self._put(_only(people, warned), warning, wait=False)
        return writes

    def _warning(self) -> Notice | None:
        clocks = self.session.clocks
        if self.until is None:
            return None
        if clocks.days is not None:
            return Notice("warning", clocks.warning(), until=self.until)
        length = self.until - clocks.opened
        due = self.until - min(length / 4, EARLY)
        return Notice("warning", due, until=self.until) if length >= SHORTEST else None

    def _whisper(self, people: dict[int, str], step: Step) -> list[Write]:
        writes: list[Write] = []
        chairs = self.session.room.seats
        for line in step.lines:
            if line.readers is None or line.note is not None:
                continue
            told = {r for r in line.readers if r != line.seat and line.seat not in chairs[r].muted}
            writes += self._put(_only(people, told), Notice("whispers", self.session.last, 1))
        return writes

    def _offers(self, people: dict[int, str], step: Step) -> list[Write]:
        """Somebody offers them a deal: that there is one, and never what it says. A deadline that
        it may have is told at the table."""
        writes: list[Write] = []
        names, chairs = self.session.table.setup.names, self.session.room.seats
        for offer in step.offers:
            by = names.index(offer.seat)
            told = {names.index(name) for name in offer.to}
            told = {seat for seat in told if by not in chairs[seat].muted}
            writes += self._put(_only(people, told), Notice("offers", self.session.last, 1))
        return writes

    def _nudge(self, people: dict[int, str], step: Step) -> list[Write]:
        """Somebody asks for them at the table. What they are told is true, and the same, whether
        they have answered or not."""
        notes = [line.note for line in step.lines if line.note is not None]
        seats = {note.seat for note in notes if note.what == "nudge"}
        called = Notice("turn", self.session.last, outbox.CALLED, self.until)
        return self._put(_only(people, seats), called, again=True)

    # --- deciding ---------------------------------------------------------------------------------

    def _put(
        self, people: dict[int, str], notice: Notice, wait: bool = True, again: bool = False
    ) -> list[Write]:
        """For everyone who does not look at the table now. Notices are sent by the wall clock."""
        live, once = pace(self.session.clocks.terms, self.session.clocks.days)
        seen = {one.seat for one in self.audience.viewers if one.visible or live}
        persons = {person for seat, person in people.items() if seat not in seen}
        if not persons:
            return []
        late = self.reach.delay if wait else 0.0
        shift, until = self.session.shift(), notice.until
        full = Notice(
            notice.kind,
            notice.due + late + shift,
            notice.number,
            None if until is None else until + shift,
            live=live,
            once=once and not again,
        )
        now, table = self.session.last + shift, self.session.id
        return [partial(outbox.decide, table=table, persons=persons, notice=full, now=now)]


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
