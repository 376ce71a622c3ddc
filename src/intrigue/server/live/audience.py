"""Those who watch a match: a stream for each viewer, the sockets on it, the log and the talk.

The executor calls in when what happened is durable; nothing is sent before. A viewer is sent what
comes from its own feed, what is public, and what is its own.
"""

import secrets

import msgspec
import structlog
from msgspec import Struct

from intrigue.kernel.game import Seen
from intrigue.kernel.position import SPECTATOR, Illegal
from intrigue.kernel.text import BadInput
from intrigue.session.record import ABORTED

from ..errors import ServerError
from ..record.store import DatedEvent
from ..tables.rooms import Room
from ..tables.seating import LEAST_DAYS, LEAST_LIVE
from ..tables.talk import Spoken
from ..tables.viewers import Viewer, Viewers
from ..wire import frames, http
from .session import Session
from .stream import Shared, Stream
from .words import Speaker, note_text

log = structlog.get_logger()
AWAY = 40.0  # seconds after which somebody at another process is not there any more
# What a match has gathered has no end, and whoever comes must not have to read all of it at once:
# so much comes at first, and as much with every page before.
LINES = 100  # of talk
EVENTS = 2000  # of the log: few matches have more


class Place(Struct, frozen=True):
    """Where a returning viewer stands: the message it saw last, the lines of talk and the events
    of the log that it knows. Without a log number it wants no log."""

    since: str | None = None
    lines: int = 0
    log: int | None = None


class Audience:
    """Everyone who is told of one match."""

    def __init__(
        self, session: Session, viewers: Viewers, shared: bool = False, began: float = 0.0
    ) -> None:
        self.session = session
        self.shared = shared  # with other processes, which have sockets too
        self.began = began  # the process: since then people could come
        self.clock = session.times.wall  # by which people come and go
        self.name = secrets.token_urlsafe(9)
        self.streams: dict[int, Stream] = {}
        # as it was told last: what is not durable yet stands in the session
        self.room = session.room
        self.question = session.question
        self.last_seen = {chair.number: chair.seen for chair in self.room.seats}
        # who is here, whose seats, and who is silent, as it was told
        self._here: tuple[set[int], set[int], set[int]] = set(), set(), set()
        self.registry = viewers

    @property
    def viewers(self) -> list[Viewer]:
        """The sockets that are told."""
        return self.registry.watching(self.session.id)

    def stream(self, viewer: int) -> Stream:
        """What a viewer is told; it begins with the first look."""
        if viewer not in self.streams:
            self.streams[viewer] = Stream(self.session.table.feed(viewer))
        return self.streams[viewer]

    def seen(self, viewer: int) -> list[Seen]:
        """Every event so far, as a viewer saw it."""
        return _seen(self.session.history, viewer)

    def lines(self, viewer: int, person: str | None) -> list[Spoken]:
        """What was said, as far as whoever sits there may read it."""
        return [line for line in self.session.talk if self.room.may_read(line, viewer, person)]

    def unread(self, seat: int, read: int) -> int:
        """Lines said by others that a seat may read and has not; what the table says is none."""
        mine = self.lines(seat, self.room.seats[seat].person)
        muted = self.room.seats[seat].muted
        return sum(line.note is None and line.seat not in [seat, *muted] for line in mine[read:])

    # --- coming and going -------------------------------------------------------------------------

    def attach(self, viewer: Viewer, place: Place) -> None:
        """Begin to tell a socket: everything, or what it missed."""
        seat = viewer.seat
        stream = self.stream(seat)
        viewer.send(http.encode(self._welcome(seat)))
        new = {seat} - {SPECTATOR}
        viewer.send(self._presence(self.here() | new, self.silent() - new))
        missed = None if viewer.words else self._missed(stream, place.since)
        if missed is None:
            if place.log is not None:
                seen = self.seen(seat)
                first = max(place.log, len(seen) - EVENTS)
                viewer.send(http.encode(frames.Log(first, seen[first:])))
            self.show(viewer)
        else:
            for frame in missed:
                viewer.send(frame)
        mine = self.lines(seat, viewer.person)
        first = max(place.lines, len(mine) - LINES)
        for number, line in enumerate(mine[first:], first):
            viewer.send(http.encode(self._line(viewer, number, line)))
        self._send_time(viewer)
        if self.session.over:
            viewer.send(self._over())
        self.tell_presence(viewer)

    def detach(self, viewer: Viewer) -> None:
        """Tell a socket nothing more."""
        if viewer.watching:
            viewer.watching = False
            self.tell_presence()

    def here(self) -> set[int]:
        """Whose players are at the table: here, or at another process a moment ago."""
        here = {viewer.seat for viewer in self.viewers} - {SPECTATOR}
        if self.shared:
            since = self.clock() - AWAY
            here |= {seat for seat, at in self.last_seen.items() if at is not None and at > since}
        return here

    def silent(self) -> set[int]:
        """Whose connections here do not answer, not one of them."""
        viewers = self.viewers
        heard = {viewer.seat for viewer in viewers if not viewer.silent}
        return {viewer.seat for viewer in viewers} - heard - {SPECTATOR}

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

    def tell_presence(self, new: Viewer | None = None) -> None:
        """Everyone hears of it if somebody has come or gone; a new one has heard already."""
        others = self.viewers
        if new is not None:
            new.watching = True
        here, silent = self.here(), self.silent()
        people = {chair.number for chair in self.room.seats if chair.person is not None}
        if (here, people, silent) != self._here:
            self._here = here, people, silent
            frame = self._presence(here, silent)
            for viewer in others:
                viewer.send(frame)

    def _presence(self, here: set[int], silent: set[int]) -> bytes:
        now = self.clock()
        away: list[frames.Away] = []
        for chair in self.room.seats:
            if chair.person is not None and chair.number not in here:
                seen = self.last_seen[chair.number]
                minutes = None if seen is None else int((now - seen) // 60)
                away.append(frames.Away(chair.number, minutes))
        return http.encode(frames.Here(sorted(here), away, sorted(silent)))

    def show(self, viewer: Viewer) -> None:
        """The whole view once more."""
        stream = self.stream(viewer.seat)
        viewer.send(stream.view())
        self.translate(viewer)

    def translate(self, viewer: Viewer) -> None:
        """What happened so far in words, if they are wanted."""
        if viewer.words is not None:
            seen = self.seen(viewer.seat)
            first = max(0, len(seen) - EVENTS)
            self._send_words(viewer, seen[first:], True, first)

    def earlier(self, viewer: Viewer, frame: frames.Earlier) -> None:
        """A page of what a socket was not told when it came."""
        if frame.what == "talk":
            mine = self.lines(viewer.seat, viewer.person)
            last = min(frame.before, len(mine))
            first = max(0, last - LINES)
            page = enumerate(mine[first:last], first)
            talk = [self._line(viewer, number, line) for number, line in page]
            viewer.send(http.encode(frames.Past(frame.key, first, talk)))
            return
        seen = self.seen(viewer.seat)
        last = min(frame.before, len(seen))
        first = max(0, last - EVENTS)
        events = [self._happened(viewer, event) for event in seen[first:last]]
        viewer.send(http.encode(frames.Past(frame.key, first, log=events)))

    def _happened(self, viewer: Viewer, event: Seen) -> frames.Happened:
        if viewer.words is not None:
            try:
                return self._speaker(viewer.words).happened(event)
            except Exception:  # a sentence that cannot be said must not bring a match down
                log.exception("words failed", table=self.room.id, game=self.room.game)
        return frames.Happened(event.kind, event.data, [])

    def free_acts(self, viewer: Viewer, key: str) -> None:
        """What the seat can do without being asked."""
        table = self.session.table
        acts = [] if table.over else table.position.free(viewer.seat)
        viewer.send(http.encode(self._speaker(viewer.lang).free(key, acts)))

    def weigh(self, viewer: Viewer, frame: frames.Weigh) -> None:
        """Which promises of the seat an act would break; what is no act breaks none."""
        table = self.session.table
        try:
            deals = table.ledger.breaking(viewer.seat, table.read(frame.act))
        except (Illegal, BadInput):
            deals = []
        except Exception:  # a warning that cannot be given must not bring a match down
            log.exception("weighing failed", table=self.room.id, game=self.room.game)
            deals = []
        viewer.send(http.encode(frames.Weighed(frame.key, deals)))

    def lose(self) -> None:
        """What is in memory never happened: everyone shall come back."""
        for viewer in self.viewers:
            viewer.watching = False
            viewer.lose()

    def see(self, room: Room) -> None:
        """When people were there last, as it is stored, also by others."""
        self.last_seen |= {chair.number: chair.seen for chair in room.seats}

    def begin_anew(self, events: int, lines: int) -> None:
        """Go on with a session that was loaded anew: everyone hears what is new in it, after so
        many events and lines."""
        new = self.session.talk[lines:]
        for viewer, stream in self.streams.items():
            missed = _seen(self.session.history[events:], viewer)
            stream.follow(self.session.table.feed(viewer), missed)
        self.reseat()
        self.tell(new, any(line.note is not None for line in new))  # it may be about time

    def _missed(self, stream: Stream, since: str | None) -> list[bytes] | None:
        name, _, text = (since or "").rpartition(":")
        number = http.whole(text)
        return None if name != self.name or number is None else stream.since(number)

    # --- telling ----------------------------------------------------------------------------------

    def tell(self, lines: list[Spoken], paced: bool) -> None:
        """What the feeds hear, what was said, and the clock if the question is another one, or its
        time."""
        self.room = self.session.room  # who sits where since which line
        self.session.table.tell()
        shared = Shared()
        news = {seat: stream.take(shared) for seat, stream in self.streams.items()}
        viewers = self.viewers
        for viewer in viewers:
            frames = news[viewer.seat]
            for frame in frames:
                viewer.send(frame)
            if frames and viewer.words is not None:
                self._send_words(viewer, self.streams[viewer.seat].news, False)
            for line in lines:
                self._tell_line(viewer, line)
        if paced or self.session.question != self.question:
            self.question = self.session.question
            ending = self._over() if self.session.over else None
            for viewer in viewers:
                self._send_time(viewer)
                if ending is not None:
                    viewer.send(ending)

    def reseat(self) -> None:
        """Somebody else may sit here or there: those who lost their seat are shown out."""
        self.room = self.session.room
        for viewer in self.viewers:
            viewer.recheck(self.room)
        self.tell_presence()

    def tell_all(self, frame: frames.Reply) -> None:
        """Something public."""
        for viewer in self.viewers:
            viewer.send(http.encode(frame))

    def _tell_line(self, viewer: Viewer, line: Spoken) -> None:
        if self._hears(viewer, line):
            number = sum(self._hears(viewer, one) for one in self.session.talk[: line.number])
            viewer.send(http.encode(self._line(viewer, number, line)))

    def _hears(self, viewer: Viewer, line: Spoken) -> bool:
        return self.room.may_read(line, viewer.seat, viewer.person)

    def _line(self, viewer: Viewer, number: int, line: Spoken) -> frames.Line:
        text, muted = line.text, False
        if line.note is not None:
            text = note_text(line.note, self.session.table.setup.names, viewer.lang)
        elif viewer.seat != SPECTATOR:
            muted = line.seat in self.room.seats[viewer.seat].muted
        return frames.Line(
            number, line.seat, "" if muted else text, line.to, round(line.at, 1), line.note, muted
        )

    def _send_words(self, viewer: Viewer, events: list[Seen], whole: bool, first: int = 0) -> None:
        stream, speaker = self.stream(viewer.seat), self._speaker(viewer.words or "en")
        outcome = self.session.table.position.outcome()
        try:
            said = speaker.words(stream, events, whole, viewer.picture, outcome, first)
        except Exception:  # a sentence that cannot be said must not bring a match down
            log.exception("words failed", table=self.room.id, game=self.room.game)
            happened = [self._happened(viewer, event) for event in events]
            said = frames.Words(stream.number, whole, happened, None, None, None, first=first)
        viewer.send(http.encode(said))  # always: a page waits for the words of a state

    def _speaker(self, lang: str) -> Speaker:
        return Speaker(self.session.table.game, self.session.table.setup, lang)

    def _send_time(self, viewer: Viewer) -> None:
        session = self.session
        time = session.timing.shown(viewer.seat, session.now(), session.shift())
        if time is not None:
            viewer.send(http.encode(time))

    def _welcome(self, seat: int) -> frames.Welcome:
        header, clocks = self.session.table.record.header, self.session.clocks
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
            clock=clocks.terms,
            days=clocks.days,
            window=terms.window,
            commitment=header.commitment or "",
            stream=self.name,
            practice=terms.practice,
            relieved=self.session.table.prompt if seat in self.session.relieved else None,
            sealed_deals=terms.sealed_deals,
        )

    def _over(self) -> bytes:
        outcome, seed = self.session.table.position.outcome(), self.room.seed.hex()
        given = self.session.table.record.header.nonces
        nonces = [] if isinstance(given, msgspec.UnsetType) else given
        if outcome is None:
            return http.encode(frames.Over(ABORTED, "", [], [], seed, nonces))
        scores, winners = outcome.scores, outcome.winners
        return http.encode(frames.Over(outcome.reason, outcome.rule, scores, winners, seed, nonces))


def _seen(history: list[DatedEvent], viewer: int) -> list[Seen]:
    found = (happened.event.seen_by(viewer) for happened in history)
    return [Seen(event.kind, event.data) for event in found if event is not None]
