"""What people, hosts, bots and time do to a match. Each deed is carried out on the kernel's Table
and leaves behind what is to be written and told; nothing is written or told here.

A deed that is refused raises and has changed nothing.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import structlog
from msgspec import UNSET, Struct, UnsetType

from intrigue.kernel.position import TABLE, Illegal
from intrigue.kernel.text import BadInput
from intrigue.session.record import ABORTED, Entry, Intent, Missed, Override, Play
from intrigue.session.table import Table

from ..clocks import changes
from ..clocks.changes import Word
from ..clocks.clocks import MatchClocks
from ..clocks.question import Timing
from ..db.storage import Write
from ..errors import ServerError
from ..identity import Identity
from ..record import store
from ..record.store import DatedEvent, Loaded, News
from ..tables import rooms, talk
from ..tables.rooms import LineTime
from ..tables.seating import VOTES, Absent, Plan, SeatChange, can_vote, decided, votes_needed
from ..tables.talk import Spoken
from ..wire import frames, http
from ..wire.notes import NOTES

log = structlog.get_logger()
STAND_IN = "stand_in"
# not while the match is paused
MOVES = (frames.Submit, frames.Confirm, frames.Unready, frames.Undo)


class Gained(Struct):
    """What a batch of deeds leads to, before it is durable."""

    rows: list[dict[str, Any]] = []
    lines: list[Spoken] = []
    line_rows: list[dict[str, Any]] = []
    writes: list[Write] = []
    events: list[DatedEvent] = []
    reseated: bool = False
    paced: bool = False  # clocks are not what they were

    @property
    def to_write(self) -> bool:
        return bool(self.rows or self.line_rows or self.writes)


class Deeds:
    """A match as it is acted upon. `stand_ins` are seats whose player left a bot behind."""

    def __init__(self, loaded: Loaded, table: Table, clocks: MatchClocks, timing: Timing) -> None:
        self.room = loaded.room
        self.table = table
        self.clocks = clocks
        self.timing = timing
        self.keys = loaded.keys  # of what is in the database
        self.passing: dict[int, dict[str, None]] = {}  # of what left nothing there
        self.said = len(loaded.talk)
        self.written = len(table.record.entries)  # how many of them are rows, or on their way
        self.stand_ins: set[int] = set()
        # who wants what on whose seat: a bot there, or the seat open
        self.votes: dict[int, set[tuple[str, int]]] = {}
        self.nudged: dict[int, float] = {}  # when a seat was called last
        self.lines: Counter[tuple[int, bool]] = Counter()  # by seat: to others, to self
        self._recall(table.record.entries, 0, loaded.talk)
        self._keep_time()

    def _recall(self, entries: Sequence[Entry], first: int, lines: Sequence[Spoken]) -> None:
        """What these entries, the first with this number, and lines say about seats."""
        acted: dict[int, int] = {}
        for number, entry in enumerate(entries, first):
            if isinstance(entry, Override) and entry.seat is not None:
                self._stand_in(self.table.setup.seat(entry.seat), entry.what == STAND_IN)
            actor = _actor(entry)
            if actor is not None:
                acted[self.table.setup.seat(actor)] = number
        for seat in acted:
            self.votes.pop(seat, None)
        for line in lines:
            self.lines[line.seat, line.to == []] += 1
            if line.note is not None and line.note.what == "nudge":
                self.nudged[line.note.seat] = line.at
            if line.note is not None and line.after > acted.get(line.note.seat, -1):
                self._count(line.note)

    def follow(self, news: News, gained: Gained) -> None:
        """What other processes wrote, as if it had been done here."""
        told = zip(news.times, self.table.follow(news.entries), strict=True)
        happened = [DatedEvent(at, event) for at, events in told for event in events]
        self.table.take_events()
        rounds = self.table.game.rounds
        begun = {one.at for one in happened if one.event.kind in rounds}
        self.clocks.follow(news.entries, news.times, begun)
        self._recall(news.entries, self.written, news.talk)
        self.written += len(news.entries)
        for seat, keys in news.keys.items():
            for key in keys:
                store.remember(self.keys, seat, key)
        self.room = news.room
        self._keep_time()
        # a line of the table itself may be about seats, and about time
        gained.reseated = gained.paced = any(line.note is not None for line in news.talk)
        gained.events += happened
        gained.lines += news.talk

    @property
    def untouched(self) -> bool:
        """Whether the record holds nothing that was not written down."""
        return len(self.table.record.entries) == self.written

    # --- people and bots --------------------------------------------------------------------------

    def act(self, seat: int, frame: frames.Action, by: str, now: float, gained: Gained) -> None:
        """Something a seat does. What a player did before under the same key is not repeated."""
        mine = by == "player"
        if mine and any(frame.key in keys.get(seat, ()) for keys in (self.keys, self.passing)):
            return
        if mine and self.room.seats[seat].person is None:
            raise ServerError("not_yours")  # it was on its way when the seat was given away
        before = len(gained.rows) + len(gained.line_rows)
        match frame:
            case frames.Say():
                self._speak(seat, frame, now, gained)
            case frames.Read(number=number):
                gained.writes.append(rooms.mark_read(self.room.id, seat, min(number, self.said)))
            case frames.Mute():
                self._mute(seat, frame, gained)
            case _:
                self._play(seat, frame, by, now, gained)
        self._write_down(now, gained, seat, frame.key if mine else None)
        if mine and len(gained.rows) + len(gained.line_rows) > before:
            store.remember(self.keys, seat, frame.key)
        elif mine:
            store.remember(self.passing, seat, frame.key, store.PASSING)
        self._keep_going(now, gained)

    def _play(self, seat: int, frame: frames.Action, by: str, now: float, gained: Gained) -> None:
        table = self.table
        if table.over:
            raise ServerError("over")
        if self.clocks.paused is not None and isinstance(frame, MOVES):
            raise ServerError("paused")
        match frame:
            case frames.Submit(act=act, ready=ready, prompt=prompt):
                table.submit(seat, self._parse(act), ready, prompt, by, now)
            case frames.Confirm(prompt=prompt):
                table.ready(seat, prompt, now)
            case frames.Unready(prompt=prompt):
                table.unready(seat, prompt, now)
            case frames.Undo():
                table.undo(seat, now)
            case frames.Arm(orders=orders):
                table.arm(seat, orders)
            case frames.Extend() | frames.Pause() | frames.Pace():
                self._pace(changes.decide(self._company(seat), seat, frame, now), now, gained)
            case frames.Leave():
                self._leave(seat, now, gained)
                self._pace(changes.settled(self._company()), now, gained)
                return
            case frames.Back() if seat not in self.stand_ins:
                table.back(seat, now)
        if by == "player" and seat in self.stand_ins:  # whoever acts is there
            self._stand_in(seat, False)
            self._note(frames.Note("back", seat), now, gained)

    def _leave(self, seat: int, now: float, gained: Gained) -> None:
        """As the game has it: the seat takes its defaults, a bot stands in, or all is over."""
        how = self.table.game.on_leave(self.table.setup)
        if how == "bot":
            self._stand_in(seat, True)
            self._note(frames.Note(STAND_IN, seat), now, gained)
        elif how == "abort":
            self.table.abort(seat)
            self._say(frames.Note(ABORTED, seat), now, gained)
        else:
            self.table.leave(seat, now)

    def _stand_in(self, seat: int, stands: bool) -> None:
        change = self.stand_ins.add if stands else self.stand_ins.discard
        change(seat)

    def _speak(self, seat: int, frame: frames.Say, now: float, gained: Gained) -> None:
        number = self.said + len(gained.lines)
        who = talk.readers(seat, frame.to, self.room.terms.press, self.table.setup.seats)
        after = len(self.table.record.entries)
        line = Spoken(number, now, after, seat, who, talk.clean(frame.text))
        kind = seat, line.to == []
        if self.lines[kind] >= talk.MOST_LINES:
            raise ServerError("talk_full")
        self.lines[kind] += 1
        gained.lines.append(line)
        gained.line_rows.append(store.talk_row(self.room.id, line, frame.key))

    def _mute(self, seat: int, frame: frames.Mute, gained: Gained) -> None:
        if frame.seat >= len(self.room.seats):
            raise ServerError("no_seat")
        muted = self.room.seats[seat].muted
        muted[:] = sorted({*muted, frame.seat} - (set() if frame.muted else {frame.seat}))
        gained.writes.append(rooms.mute(self.room.id, seat, list(muted)))

    def _parse(self, text: str) -> int:
        try:
            return self.table.read(text)
        except (Illegal, BadInput):
            raise
        except Exception as error:  # a game's notation must not bring a match down
            log.exception("notation failed", table=self.room.id, game=self.room.game)
            raise ServerError("internal") from error

    # --- the table itself -------------------------------------------------------------------------

    def manage(self, plan: Plan, now: float, gained: Gained) -> None:
        """A host's word, or somebody new on a seat: a public line."""
        change = plan(self.room, self._moment(now, gained))
        if self.table.over:
            raise ServerError("over")
        self._change(change, now, gained)
        self._write_down(now, gained)
        self._keep_going(now, gained)

    def nudge(self, who: Identity, seat: int, pause: float, now: float, gained: Gained) -> None:
        """Somebody is asked to come; which says no more than everyone sees."""
        by = can_vote(self.room, who, seat)
        if seat not in self.table.position.asked():
            raise ServerError("not_waited_for")
        if seat in self.nudged and now < self.nudged[seat] + pause:
            raise ServerError("too_fast")
        self.nudged[seat] = now
        self._say(frames.Note("nudge", seat, by), now, gained)

    def vote(
        self, who: Identity, seat: int, wanted: str, absent: Absent, now: float, gained: Gained
    ) -> None:
        """Somebody who is away shall be replaced; when enough say so, it happens."""
        by = can_vote(self.room, who, seat, wanted)
        needed = votes_needed(self.room, seat, wanted)
        absent(self.room, seat, now)
        what = VOTES[wanted]
        if (what, by) in self.votes.get(seat, set()):
            return
        self._say(frames.Note(what, seat, by), now, gained)
        if sum(vote == what for vote, _ in self.votes[seat]) >= needed:
            change = decided(self.room, seat, wanted, self._moment(now, gained))
            self._change(change, now, gained)
        self._write_down(now, gained)
        self._keep_going(now, gained)

    def _moment(self, now: float, gained: Gained) -> LineTime:
        """Now, and before the next line of talk."""
        return LineTime(self.said + len(gained.lines), now)

    def _count(self, note: frames.Note) -> None:
        """Votes stand until the seat has another player, or its player acts."""
        if note.what in VOTES.values() and note.by is not None:
            self.votes.setdefault(note.seat, set()).add((note.what, note.by))
        elif not NOTES[note.what].keeps_votes:
            self.votes.pop(note.seat, None)

    def _change(self, change: SeatChange, now: float, gained: Gained) -> None:
        self.room, note = change.room, change.note
        gained.reseated = True
        gained.writes.append(change.write)
        kind = NOTES[note.what]
        if kind.reseats:
            self._stand_in(note.seat, False)
        if change.fresh and self.table.standing[note.seat]:
            self.table.arm(note.seat, [])  # they are somebody else's
        if kind.empties:
            self.table.empty(note.seat, now)
        elif kind.reseats and note.seat in self.table.absent:
            self.table.back(note.seat, now)
        self._note(note, now, gained)
        self._pace(changes.settled(self._company()), now, gained)

    def _company(self, *there: int) -> changes.Company:
        """The people at the table; whoever acts is there."""
        gone = (self.table.absent | self.stand_ins).difference(there)
        people = {chair.number for chair in self.room.seats if chair.kind == "person"}
        host = self.room.seat_of(self.room.host)
        return changes.Company(
            self.table, self.timing, self.room.terms, host, frozenset(people - gone)
        )

    def _pace(self, words: list[Word], now: float, gained: Gained) -> None:
        for word in words:
            self._note(word.note, now, gained, word.data)
            gained.paced = True

    def _keep_time(self) -> None:
        """Windows depend on how many people there are."""
        self.timing.keep_pace(len(self._company().people))

    def _keep_pace(self, what: str, gained: Gained) -> None:
        """Whoever looks at the table from outside finds its clocks as they are now."""
        if what in NOTES and NOTES[what].paces:
            pace = http.Clocks(self.clocks.terms, self.clocks.days)
            self.room = msgspec.structs.replace(self.room, pace=pace)
            gained.writes.append(rooms.change_pace(self.room.id, pace))

    def _note(
        self,
        note: frames.Note,
        now: float,
        gained: Gained,
        data: dict[str, Any] | UnsetType = UNSET,
    ) -> None:
        """A public line, in talk and record; but nothing stands in a record after its end."""
        name = None if note.seat == TABLE else self.table.setup.names[note.seat]
        if not self.table.over:
            self.table.record.entries.append(Override(note.what, name, data))
        self._say(note, now, gained)

    def _say(self, note: frames.Note, now: float, gained: Gained) -> None:
        gained.reseated = True
        self._count(note)
        number, after = self.said + len(gained.lines), len(self.table.record.entries)
        line = Spoken(number, now, after, TABLE, None, "", note)
        gained.lines.append(line)
        gained.line_rows.append(store.talk_row(self.room.id, line, None))

    # --- time -------------------------------------------------------------------------------------

    def _keep_going(self, now: float, gained: Gained) -> None:
        """What is open may close at the new pace."""
        if gained.paced:
            self.table.tick(now)
            self.pass_time(None, now, gained)

    def pass_time(self, given_up: int | None, now: float, gained: Gained) -> None:
        """Time passed; a seat is given up whose bot has no answer."""
        if given_up is not None and self.timing.waits_for(given_up):
            self.table.expire(given_up, now)
            self._write_down(now, gained)
        turned = True
        while turned:
            self._excuse(now, gained)
            turned = self.timing.strike(now)
            self._write_down(now, gained)

    def _excuse(self, now: float, gained: Gained) -> None:
        """Somebody's first miss moves the deadline, and everyone confirms again."""
        excuse = changes.excuse(self._company(), now) if self.timing.is_up(now) else None
        if excuse is not None:
            names = self.table.setup.names
            self.table.record.entries += [Missed(names[seat]) for seat in excuse.seats]
            self._pace([excuse.word], now, gained)
            self.table.unsettle()
            self._write_down(now, gained)

    def _write_down(
        self, now: float, gained: Gained, seat: int | None = None, key: str | None = None
    ) -> None:
        """Rows for what the record gained since the last look; the key goes with the first."""
        entries = self.table.record.entries
        for number in range(self.written, len(entries)):
            entry = entries[number]
            gained.rows.append(store.entry_row(self.room.id, number, now, entry, seat, key))
            self.clocks.note(entry, now)
            if self.votes and (actor := _actor(entry)) is not None:
                self.votes.pop(self.table.setup.seat(actor), None)
            if isinstance(entry, Override):
                self._keep_pace(entry.what, gained)
            key = None
        if any(isinstance(entry, Override) for entry in entries[self.written :]):
            self._keep_time()  # after the last entry: it may have closed the question
        self.written = len(entries)
        events = self.table.take_events()
        if any(event.kind in self.table.game.rounds for event in events):
            self.clocks.begin_round(now)
        gained.events += [DatedEvent(now, event) for event in events]


def _actor(entry: Entry) -> str | None:
    """The player who is there to act; whose answer was only unsettled is not."""
    if isinstance(entry, Play) or (isinstance(entry, Intent) and entry.ready):
        return entry.seat if entry.by == "player" else None
    return None
