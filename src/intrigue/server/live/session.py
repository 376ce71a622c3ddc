"""A match in memory: everything that is folded from what is stored of it, in one place.

Acts change it and leave behind a `Step`: what is to be written, and what is to be told when that is
durable. Nothing is written or told here. If the write fails, the session is loaded anew.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from intrigue.kernel.chance import Seeded
from intrigue.kernel.position import TABLE
from intrigue.session.record import Entry, Intent, Offer, Override, Play
from intrigue.session.table import Table

from ..clocks import changes
from ..clocks.clocks import MatchClocks
from ..clocks.question import Timing
from ..clocks.times import Times
from ..db.storage import Write
from ..record import store
from ..record.store import DatedEvent, Known, Loaded, News
from ..tables import rooms
from ..tables.rooms import LineTime, Room
from ..tables.seating import VOTES
from ..tables.talk import Spoken
from ..wire import frames, http
from ..wire.notes import NOTES

MOMENT = 1.0  # seconds by which clocks of processes may differ
STAND_IN = "stand_in"
RELIEVES = "relieves"


class Step(Struct):
    """What a batch of acts leads to, before it is durable."""

    rows: list[dict[str, Any]] = []
    lines: list[Spoken] = []
    line_rows: list[dict[str, Any]] = []
    writes: list[Write] = []
    events: list[DatedEvent] = []
    offers: list[Offer] = []
    reseated: bool = False  # who sits where may have changed
    paced: bool = False  # clocks are not what they were

    @property
    def to_write(self) -> bool:
        return bool(self.rows or self.line_rows or self.writes)


class Session:
    """One match: its table, clocks, events and talk, and what follows from them about seats."""

    def __init__(self, loaded: Loaded, times: Times) -> None:
        self.id = loaded.room.id
        self.times = times
        self.ahead = 0.0  # of this process's time, at a live table
        self.load(loaded)

    def load(self, loaded: Loaded) -> None:
        """Begin with what is stored; whatever else was in memory never happened."""
        room, record = loaded.room, loaded.record
        self.room: Room = room
        self.table = Table.resume(record, Seeded(room.seed, record.draws(), record.header.shown()))
        self.table.at_once = False  # what became durable together is told together
        self.table.ledger.sealed = room.terms.sealed_deals
        self.history = loaded.history()
        self.talk = loaded.talk
        self.clocks = self._wind_clocks(loaded)
        self.timing = Timing(self.table, self.clocks, room.terms.window)
        self.last = loaded.times[-1] if loaded.times else room.started or 0.0
        self.keys = loaded.keys  # of what is in the database
        self.passing: dict[int, dict[str, None]] = {}  # of what left nothing there
        self.written = len(record.entries)  # how many of them are rows, or on their way
        self.stand_ins: set[int] = set()  # seats whose player left a bot behind
        # bots that somebody relieved, and the question that they still answer
        self._relieved: dict[int, tuple[int, str]] = {}
        # who wants what on whose seat: a bot there, or the seat open
        self.votes: dict[int, set[tuple[str, int]]] = {}
        self.nudged: dict[int, float] = {}  # when a seat was called last
        self.spoken: Counter[tuple[int, bool]] = Counter()  # lines of a seat: to others, to self
        self.step = Step()
        self._recall(record.entries, 0, loaded.talk)
        self.keep_time()

    def _wind_clocks(self, loaded: Loaded) -> MatchClocks:
        """The clocks as the stored match left them."""
        terms, rounds = loaded.room.terms, self.table.game.rounds
        started = loaded.room.started or 0.0
        clocks = MatchClocks(terms.clock, self.table.setup, started, terms.days, bool(rounds))
        begun = {dated.at for dated in self.history if dated.event.kind in rounds}
        shown = self._curtains(self.history)
        clocks.follow(loaded.record.entries, loaded.times, begun, shown)
        return clocks

    def _curtains(self, events: Sequence[DatedEvent]) -> dict[float, float]:
        """How long it takes to show what happened at each time."""
        curtain = self.table.game.curtain
        moments = groupby(events, lambda dated: dated.at)
        return {at: curtain(dated.event for dated in moment) for at, moment in moments}

    @property
    def known(self) -> Known:
        """How much of what is stored this is."""
        return Known(self.id, self.written, len(self.talk))

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def question(self) -> tuple[int, bool]:
        """Which question is open, and whether all is over: what has turned when it differs."""
        return self.table.prompt, self.table.over

    # --- what others wrote ------------------------------------------------------------------------

    def follow(self, news: News) -> Step:
        """What other processes wrote, as if it had been done here. All that is in memory must be
        durable."""
        told = zip(news.times, self.table.follow(news.entries), strict=True)
        events = [DatedEvent(at, event) for at, events in told for event in events]
        self.table.take_events()
        rounds = self.table.game.rounds
        begun = {dated.at for dated in events if dated.event.kind in rounds}
        self.clocks.follow(news.entries, news.times, begun, self._curtains(events))
        self._recall(news.entries, self.written, news.talk)
        self.written += len(news.entries)
        self.last = max([self.last, *news.times])
        for seat, keys in news.keys.items():
            for key in keys:
                store.remember(self.keys, seat, key)
        self.room = news.room
        self.keep_time()
        # a line of the table itself may be about seats, and about time
        noted = any(line.note is not None for line in news.talk)
        return Step(events=events, lines=news.talk, reseated=noted, paced=noted)

    def _recall(self, entries: Sequence[Entry], first: int, lines: Sequence[Spoken]) -> None:
        """What these entries, the first with this number, and lines say about seats."""
        acted: dict[int, int] = {}
        for number, entry in enumerate(entries, first):
            if isinstance(entry, Override) and entry.seat is not None:
                seat = self.table.setup.seat(entry.seat)
                self.stand_in(seat, entry.what == STAND_IN)
                if entry.what == RELIEVES and isinstance(entry.data, dict):
                    self._relieved[seat] = entry.data["prompt"], entry.data["bot"]
            actor = _actor(entry)
            if actor is not None:
                acted[self.table.setup.seat(actor)] = number
        for seat in acted:
            self.votes.pop(seat, None)
        for line in lines:
            self.spoken[line.seat, line.to == []] += 1
            if line.note is not None and line.note.what == "nudge":
                self.nudged[line.note.seat] = line.at
            if line.note is not None and line.after > acted.get(line.note.seat, -1):
                self._count_vote(line.note)

    # --- the step under way -----------------------------------------------------------------------

    def take_step(self) -> Step:
        """What was done since; it must become durable now, or the session is loaded anew."""
        step, self.step = self.step, Step()
        return step

    def settle(self, step: Step) -> None:
        """It is durable."""
        self.history += step.events
        self.talk += step.lines

    @property
    def next_line(self) -> int:
        """The number of the next line of talk."""
        return len(self.talk) + len(self.step.lines)

    def line_time(self, now: float) -> LineTime:
        """Now, and before the next line of talk."""
        return LineTime(self.next_line, now)

    @property
    def untouched(self) -> bool:
        """Whether the record holds nothing that was not written down."""
        return len(self.table.record.entries) == self.written

    def write_down(self, now: float, seat: int | None = None, key: str | None = None) -> None:
        """Rows for what the record gained since the last look; the key goes with the first."""
        entries = self.table.record.entries
        for number in range(self.written, len(entries)):
            entry = entries[number]
            self.step.rows.append(store.entry_row(self.id, number, now, entry, seat, key))
            self.clocks.note(entry, now)
            if self.votes and (actor := _actor(entry)) is not None:
                self.votes.pop(self.table.setup.seat(actor), None)
            if isinstance(entry, Override):
                self._keep_pace(entry.what)
            elif isinstance(entry, Offer):
                self.step.offers.append(entry)
            key = None
        if any(isinstance(entry, Override) for entry in entries[self.written :]):
            self.keep_time()  # after the last entry: it may have closed the question
        self.written = len(entries)
        events = self.table.take_events()
        if any(event.kind in self.table.game.rounds for event in events):
            self.clocks.begin_round(now)
        if events:
            self.clocks.show(now, self.table.game.curtain(events))
            self.table.opened = self.clocks.opened
        self.step.events += [DatedEvent(now, event) for event in events]

    def note(self, note: frames.Note, now: float, data: dict[str, Any] | UnsetType = UNSET) -> None:
        """A public line, in talk and record; but nothing stands in a record after its end."""
        if not self.over:
            self.table.note(note.what, note.seat, data)
        self.say_note(note, now)

    def say_note(self, note: frames.Note, now: float) -> None:
        """A public line, in talk alone."""
        self.step.reseated |= not NOTES[note.what].mere_words
        self._count_vote(note)
        after = len(self.table.record.entries)
        self.say(Spoken(self.next_line, now, after, TABLE, None, "", note), None)

    def say(self, line: Spoken, key: str | None) -> None:
        """A line of talk."""
        self.step.lines.append(line)
        self.step.line_rows.append(store.talk_row(self.id, line, key))

    def stand_in(self, seat: int, stands: bool) -> None:
        """A bot plays for somebody who will come back, or does not any more."""
        change = self.stand_ins.add if stands else self.stand_ins.discard
        change(seat)

    @property
    def relieved(self) -> dict[int, str]:
        """Seats with a new player whose bot still answers the open question, and which bot: one
        that is asked is not interrupted, and whether it has answered does not show."""
        now = self.table.prompt
        return {seat: bot for seat, (prompt, bot) in self._relieved.items() if prompt == now}

    def relieve(self, seat: int) -> dict[str, Any]:
        """From the next question on a bot's seat is somebody else's: what the record says of it."""
        prompt, bot = self.table.prompt, self.room.seats[seat].bot or ""
        self._relieved[seat] = prompt, bot
        return {"prompt": prompt, "bot": bot}

    def _count_vote(self, note: frames.Note) -> None:
        """Votes stand until the seat has another player, or its player acts."""
        if note.what in VOTES.values() and note.by is not None:
            self.votes.setdefault(note.seat, set()).add((note.what, note.by))
        elif not NOTES[note.what].keeps_votes:
            self.votes.pop(note.seat, None)

    def _keep_pace(self, what: str) -> None:
        """Whoever looks at the table from outside finds its clocks as they are now."""
        if what in NOTES and NOTES[what].paces:
            pace = http.Clocks(self.clocks.terms, self.clocks.days)
            self.room = msgspec.structs.replace(self.room, pace=pace)
            self.step.writes.append(rooms.change_pace(self.id, pace))

    # --- who is there, and what time it is --------------------------------------------------------

    def company(self, *there: int) -> changes.Company:
        """The people at the table; whoever acts is there."""
        gone = (self.table.absent | self.stand_ins).difference(there)
        people = {chair.number for chair in self.room.seats if chair.kind == "person"}
        host = self.room.seat_of(self.room.host)
        return changes.Company(
            self.table, self.timing, self.room.terms, host, frozenset(people - gone)
        )

    def keep_time(self) -> None:
        """Windows depend on how many people there are."""
        people = self.company().people
        bots = frozenset(range(len(self.room.seats))) - people - self.table.absent
        self.timing.keep_pace(len(people), bots)

    def now(self) -> float:
        """What time it is at this table. Over days it is the wall clock's; live, seconds pass
        evenly, and from the last entry on if that is later: after a restart with a clock that was
        set back, or where another process is ahead."""
        if self.clocks.days is not None:
            return self.times.wall()
        even = self.times.even()
        if self.last - even - self.ahead > MOMENT:
            self.ahead = self.last - even
        return even + self.ahead

    def next_moment(self) -> float:
        """The time of the next act: no two have the same."""
        self.last = max(self.now(), self.last + 1e-6)
        return self.last

    def due(self) -> float | None:
        """When time matters next: to the open question, or to an offer that runs out."""
        offer = None if self.over else self.table.ledger.due()
        moments = [self.timing.due(self.now()), None if offer is None else offer - self.shift()]
        return min((at for at in moments if at is not None), default=None)

    def shift(self) -> float:
        """What to add to a time of this table for the wall clock's."""
        return 0.0 if self.clocks.days is not None else self.times.wall() - self.now()

    def ends(self) -> float | None:
        """When the decision time is over, by the wall clock."""
        ends = self.timing.ends()
        return None if ends is None else ends + self.shift()


def _actor(entry: Entry) -> str | None:
    """The player who is there to act; whose answer was only unsettled is not."""
    if isinstance(entry, Play) or (isinstance(entry, Intent) and entry.ready):
        return entry.seat if entry.by == "player" else None
    return None
