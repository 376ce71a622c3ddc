"""Those who watch a match: a stream for each viewer, the sockets on it, the log and the talk.

The executor calls in when what happened is durable; nothing is sent before. A viewer is sent what
comes from its own feed, what is public, and what is its own.
"""

import secrets
from collections.abc import Callable
from typing import Protocol

import msgspec
import structlog
from msgspec import Struct

from intrigue.kernel.game import Seen
from intrigue.kernel.position import SPECTATOR
from intrigue.session.record import ABORTED
from intrigue.session.table import Table

from ..clocks.question import Timing
from ..errors import ServerError
from ..record.store import DatedEvent
from ..tables.rooms import Room
from ..tables.seating import LEAST_DAYS, LEAST_LIVE
from ..tables.talk import Spoken
from ..wire import frames, http
from .stream import Shared, Stream
from .words import Speaker, note_text

log = structlog.get_logger()
AWAY = 40.0  # seconds after which somebody at another process is not there any more
# What a match has gathered has no end, and whoever comes must not have to read all of it at once:
# so much comes at first, and as much with every page before.
LINES = 100  # of talk
EVENTS = 2000  # of the log: few matches have more


class Listener(Protocol):
    """A socket, as a match sees it. Some want words, and some a picture too; those of a page that
    is in front of somebody's eyes say so."""

    seat: int
    lang: str
    words: str | None
    picture: bool
    visible: bool

    @property
    def person(self) -> str: ...

    def send(self, frame: bytes) -> None: ...

    def lost(self) -> None: ...

    def recheck(self, room: Room) -> None: ...


class Place(Struct, frozen=True):
    """Where a returning viewer stands: the message it saw last, the lines of talk and the events
    of the log that it knows. Without a log number it wants no log."""

    since: str | None = None
    lines: int = 0
    log: int | None = None


class Audience:
    """Everyone who is told of one match."""

    def __init__(
        self,
        room: Room,
        table: Table,
        timing: Timing,
        history: list[DatedEvent],
        spoken: list[Spoken],
        clock: Callable[[], float],
        now: Callable[[], float],
        shift: Callable[[], float],
        shared: bool = False,
        began: float = 0.0,
    ) -> None:
        self.room = room
        self.began = began  # the process: since then people could come
        self.shared = shared  # with other processes, which have sockets too
        self.table = table
        self.timing = timing
        self.history = history
        self.spoken = spoken
        self.clock = clock  # by which people come and go
        self.now = now  # by which questions are open and close
        self.shift = shift  # from that to the other
        self.name = secrets.token_urlsafe(9)
        self.streams: dict[int, Stream] = {}
        self.listeners: list[Listener] = []
        self.last_seen = {chair.number: chair.seen for chair in room.seats}
        self._here: tuple[set[int], set[int]] = set(), set()  # and whose seats, as it was told

    def stream(self, viewer: int) -> Stream:
        """What a viewer is told; it begins with the first look."""
        if viewer not in self.streams:
            self.streams[viewer] = Stream(self.table.feed(viewer))
        return self.streams[viewer]

    def seen(self, viewer: int) -> list[Seen]:
        """Every event so far, as a viewer saw it."""
        return _seen(self.history, viewer)

    def lines(self, viewer: int, person: str | None) -> list[Spoken]:
        """What was said, as far as whoever sits there may read it."""
        return [line for line in self.spoken if self.room.may_read(line, viewer, person)]

    def unread(self, seat: int, read: int) -> int:
        """Lines by others that a seat may read and has not."""
        mine = self.lines(seat, self.room.seats[seat].person)
        muted = self.room.seats[seat].muted
        return sum(line.seat != seat and line.seat not in muted for line in mine[read:])

    # --- coming and going -------------------------------------------------------------------------

    def attach(self, listener: Listener, place: Place) -> None:
        """Begin to tell a socket: everything, or what it missed."""
        seat = listener.seat
        stream = self.stream(seat)
        listener.send(http.encode(self._welcome(seat)))
        listener.send(self._presence(self.here() | {seat} - {SPECTATOR}))
        missed = None if listener.words else self._missed(stream, place.since)
        if missed is None:
            if place.log is not None:
                seen = self.seen(seat)
                first = max(place.log, len(seen) - EVENTS)
                listener.send(http.encode(frames.Log(first, seen[first:])))
            self.show(listener)
        else:
            for frame in missed:
                listener.send(frame)
        mine = self.lines(seat, listener.person)
        first = max(place.lines, len(mine) - LINES)
        for number, line in enumerate(mine[first:], first):
            listener.send(http.encode(self._line(listener, number, line)))
        self._send_time(listener)
        if self.table.over:
            listener.send(self._over())
        self.tell_presence(listener)

    def detach(self, listener: Listener) -> None:
        """Tell a socket nothing more."""
        if listener in self.listeners:
            self.listeners.remove(listener)
            self.tell_presence()

    def here(self) -> set[int]:
        """Whose players are at the table: here, or at another process a moment ago."""
        here = {listener.seat for listener in self.listeners} - {SPECTATOR}
        if self.shared:
            since = self.clock() - AWAY
            here |= {seat for seat, at in self.last_seen.items() if at is not None and at > since}
        return here

    def check_absent(self, room: Room, seat: int, now: float) -> None:
        """Whether a seat has had no player here for so long that others may decide about it;
        raises `ServerError`. After a start of the server people have time to come back."""
        if seat in self.here():
            raise ServerError("is_here")
        chair, days = room.seats[seat], room.pace.days is not None
        since = chair.sat[-1].at if chair.sat else room.started or 0.0
        if chair.person is not None and (seen := self.last_seen[seat]) is not None:
            since = max(since, seen + (AWAY if self.shared else 0.0))
        least = LEAST_DAYS if days else LEAST_LIVE
        if now < max(since + least, self.began + LEAST_LIVE):
            if days:
                raise ServerError("away_lately_days", hours=int(least / 3600))
            raise ServerError("away_lately", minutes=int(least / 60))

    def tell_presence(self, new: Listener | None = None) -> None:
        """Everyone hears of it if somebody has come or gone; a new one has heard already."""
        others = list(self.listeners)
        if new is not None:
            self.listeners.append(new)
        here = self.here()
        people = {chair.number for chair in self.room.seats if chair.person is not None}
        if (here, people) != self._here:
            self._here = here, people
            frame = self._presence(here)
            for listener in others:
                listener.send(frame)

    def _presence(self, here: set[int]) -> bytes:
        now = self.clock()
        away: list[frames.Away] = []
        for chair in self.room.seats:
            if chair.person is not None and chair.number not in here:
                seen = self.last_seen[chair.number]
                minutes = None if seen is None else int((now - seen) // 60)
                away.append(frames.Away(chair.number, minutes))
        return http.encode(frames.Here(sorted(here), away))

    def show(self, listener: Listener) -> None:
        """The whole view once more."""
        stream = self.stream(listener.seat)
        listener.send(stream.view())
        self.translate(listener)

    def translate(self, listener: Listener) -> None:
        """What happened so far in words, if they are wanted."""
        if listener.words is not None:
            seen = self.seen(listener.seat)
            first = max(0, len(seen) - EVENTS)
            self._send_words(listener, seen[first:], True, first)

    def earlier(self, listener: Listener, frame: frames.Earlier) -> None:
        """A page of what a socket was not told when it came."""
        if frame.what == "talk":
            mine = self.lines(listener.seat, listener.person)
            last = min(frame.before, len(mine))
            first = max(0, last - LINES)
            page = enumerate(mine[first:last], first)
            talk = [self._line(listener, number, line) for number, line in page]
            listener.send(http.encode(frames.Past(frame.key, first, talk)))
            return
        seen = self.seen(listener.seat)
        last = min(frame.before, len(seen))
        first = max(0, last - EVENTS)
        events = [self._happened(listener, event) for event in seen[first:last]]
        listener.send(http.encode(frames.Past(frame.key, first, log=events)))

    def _happened(self, listener: Listener, event: Seen) -> frames.Happened:
        if listener.words is not None:
            try:
                return self._speaker(listener.words).happened(event)
            except Exception:  # a sentence that cannot be said must not bring a match down
                log.exception("words failed", table=self.room.id, game=self.room.game)
        return frames.Happened(event.kind, event.data, [])

    def free_acts(self, listener: Listener, key: str) -> None:
        """What the seat can do without being asked."""
        acts = [] if self.table.over else self.table.position.free(listener.seat)
        listener.send(http.encode(self._speaker(listener.lang).free(key, acts)))

    def lose(self) -> None:
        """What is in memory never happened: everyone shall come back."""
        for listener in list(self.listeners):
            listener.lost()
        self.listeners.clear()

    def follow(
        self,
        room: Room,
        table: Table,
        timing: Timing,
        history: list[DatedEvent],
        spoken: list[Spoken],
    ) -> None:
        """Go on with what was stored, also by others: everyone hears what is new in it."""
        events, lines = history[len(self.history) :], spoken[len(self.spoken) :]
        turned = (table.prompt, table.over) != (self.table.prompt, self.table.over)
        turned |= any(line.note is not None for line in lines)  # it may be about time
        self.table, self.timing, self.history, self.spoken = table, timing, history, spoken
        for viewer, stream in self.streams.items():
            stream.follow(table.feed(viewer), _seen(events, viewer))
        self.reseat(room)
        self.tell(lines, turned)

    def _missed(self, stream: Stream, since: str | None) -> list[bytes] | None:
        name, _, text = (since or "").rpartition(":")
        number = http.whole(text)
        return None if name != self.name or number is None else stream.since(number)

    # --- telling ----------------------------------------------------------------------------------

    def tell(self, lines: list[Spoken], turned: bool) -> None:
        """What the feeds hear, what was said, and the clock if the question is another one."""
        self.table.tell()
        shared = Shared()
        news = {seat: stream.take(shared) for seat, stream in self.streams.items()}
        for listener in self.listeners:
            frames = news[listener.seat]
            for frame in frames:
                listener.send(frame)
            if frames and listener.words is not None:
                self._send_words(listener, self.streams[listener.seat].news, False)
            for line in lines:
                self._tell_line(listener, line)
        if turned:
            ending = self._over() if self.table.over else None
            for listener in self.listeners:
                self._send_time(listener)
                if ending is not None:
                    listener.send(ending)

    def reseat(self, room: Room) -> None:
        """Somebody else may sit here or there: those who lost their seat are shown out."""
        self.room = room
        for listener in list(self.listeners):
            listener.recheck(room)
        self.tell_presence()

    def tell_all(self, frame: frames.Reply) -> None:
        """Something public."""
        for listener in self.listeners:
            listener.send(http.encode(frame))

    def _tell_line(self, listener: Listener, line: Spoken) -> None:
        if self._hears(listener, line):
            number = sum(self._hears(listener, one) for one in self.spoken[: line.number])
            listener.send(http.encode(self._line(listener, number, line)))

    def _hears(self, listener: Listener, line: Spoken) -> bool:
        return self.room.may_read(line, listener.seat, listener.person)

    def _line(self, listener: Listener, number: int, line: Spoken) -> frames.Line:
        text, muted = line.text, False
        if line.note is not None:
            text = note_text(line.note, self.table.setup.names, listener.lang)
        elif listener.seat != SPECTATOR:
            muted = line.seat in self.room.seats[listener.seat].muted
        return frames.Line(
            number, line.seat, "" if muted else text, line.to, round(line.at, 1), line.note, muted
        )

    def _send_words(
        self, listener: Listener, events: list[Seen], whole: bool, first: int = 0
    ) -> None:
        stream, speaker = self.stream(listener.seat), self._speaker(listener.words or "en")
        outcome = self.table.position.outcome()
        try:
            said = speaker.words(stream, events, whole, listener.picture, outcome, first)
        except Exception:  # a sentence that cannot be said must not bring a match down
            log.exception("words failed", table=self.room.id, game=self.room.game)
        else:
            listener.send(http.encode(said))

    def _speaker(self, lang: str) -> Speaker:
        return Speaker(self.table.game, self.table.setup, lang)

    def _send_time(self, listener: Listener) -> None:
        time = self.timing.shown(listener.seat, self.now(), self.shift())
        if time is not None:
            listener.send(http.encode(time))

    def _welcome(self, seat: int) -> frames.Welcome:
        header = self.table.record.header
        terms = self.room.terms
        return frames.Welcome(
            protocol=frames.PROTOCOL,
            table=self.room.id,
            game=header.game,
            version=header.version,
            seat=seat,
            names=header.seats,
            options=header.options,
            press=terms.press,
            clock=self.timing.clocks.terms,
            days=self.timing.clocks.days,
            window=terms.window,
            commitment=header.commitment or "",
            stream=self.name,
            practice=terms.practice,
        )

    def _over(self) -> bytes:
        outcome, seed = self.table.position.outcome(), self.room.seed.hex()
        given = self.table.record.header.nonces
        nonces = [] if isinstance(given, msgspec.UnsetType) else given
        if outcome is None:
            return http.encode(frames.Over(ABORTED, "", [], [], seed, nonces))
        scores, winners = outcome.scores, outcome.winners
        return http.encode(frames.Over(outcome.reason, outcome.rule, scores, winners, seed, nonces))


def _seen(history: list[DatedEvent], viewer: int) -> list[Seen]:
    found = (happened.event.seen_by(viewer) for happened in history)
    return [Seen(event.kind, event.data) for event in found if event is not None]
