"""One match and its serial executor: validated, appended, committed, and only then told.

Acts wait in an inbox. The executor takes all that are there, carries them out on the kernel's
Table, appends what the record gained in one write, and when that is durable sends every viewer
what its Feed heard and answers the actors. If the write fails, the match in memory is thrown away
and rebuilt from the record: nobody has been told anything.
"""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec
import structlog
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from intrigue.kernel.chance import Seeded
from intrigue.kernel.game import Seen
from intrigue.kernel.position import SPECTATOR, Illegal
from intrigue.kernel.table import Ask, Pace, Table
from intrigue.kernel.text import BadInput

from . import ledger, talk, wire
from .bots import Bots
from .clock import Clocks
from .errors import ServerError
from .ledger import Loaded
from .storage import Storage
from .stream import Stream
from .talk import Spoken
from .thinking import Question
from .wording import Speaker

log = structlog.get_logger()
BATCH = 64
_LAG = 0.002  # a timer may fire this much early


class Listener(Protocol):
    """A socket, as a match sees it. Some want words, and some a picture too."""

    seat: int
    words: str | None
    picture: bool

    def send(self, frame: bytes) -> None: ...

    def lost(self) -> None: ...


class Act(Struct, eq=False):
    """Something a seat does, on its way through the executor."""

    seat: int
    frame: wire.ClientFrame
    answer: "asyncio.Future[None]"
    by: str = "player"


class Tick(Struct, eq=False):
    """Time passed; with a seat, a bot that has no answer."""

    seat: int | None = None


class Visit(Struct, eq=False):
    """A socket that wants to be told: everything, or what it missed since a number; or, while it
    is told already, the whole view once more."""

    listener: Listener
    answer: "asyncio.Future[None]"
    since: str | None = None
    lines: int = 0
    again: bool = False


Job = Act | Tick | Visit


class Match:
    """A match in memory."""

    def __init__(
        self,
        loaded: Loaded,
        storage: Storage,
        bots: Bots,
        broken: Callable[["Match"], None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        room = loaded.room
        record = loaded.record
        self.room = room
        self.id = room.id
        self.storage = storage
        self.bots = bots
        self.clock = clock
        self.broken = broken
        self.gone = False
        window = room.terms.window
        self.table = Table.resume(
            record,
            Seeded(room.seed, record.draws()),
            Pace(window.least, window.most),
            loaded.opened,
        )
        self.clocks = Clocks(room.terms.clock, self.table.setup, room.started or 0.0)
        for entry, at in zip(record.entries, loaded.times, strict=True):
            self.clocks.note(entry, at)
        self.last = loaded.times[-1] if loaded.times else room.started or 0.0
        self.written = len(record.entries)  # how many of them are rows, or on their way
        self.spoken = loaded.talk
        self.keys = loaded.keys
        self.stream_name = secrets.token_urlsafe(9)
        self.streams: dict[int, Stream] = {}
        self.listeners: list[Listener] = []
        self.heard: dict[int, list[Seen]] = {}
        self.thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}
        self.volunteered: dict[int, int] = {}
        self._recall()
        self._inbox: deque[Job] = deque()
        self._rows: list[dict[str, Any]] = []
        self._runner: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.touched = time.monotonic()

    def _recall(self) -> None:
        """Bots hear what happened before."""
        machines = [chair.number for chair in self.room.seats if chair.kind == "bot"]
        if self.over:
            return
        self.streams = {seat: Stream(self.table.feed(seat)) for seat in machines}
        if machines:
            self.heard = self._past(machines)

    @property
    def over(self) -> bool:
        return self.table.position.over

    def waits_for(self, seat: int) -> bool:
        """Whether the open question is also this seat's, and not answered."""
        if self.over or seat not in self.table.position.asked():
            return False
        answer = self.table.answers[seat]
        return seat not in self.table.absent and (answer is None or not answer.ready)

    def unread(self, seat: int, read: int) -> int:
        """Lines by others that a seat may read and has not."""
        mine = [line for line in self.spoken if line.may_read(seat)]
        return sum(line.seat != seat for line in mine[read:])

    # --- coming and going -------------------------------------------------------------------------

    async def act(self, seat: int, frame: wire.ClientFrame, by: str = "player") -> None:
        """Do something and return when it is durable and told; raises `Illegal`, `BadInput`."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._put(Act(seat, frame, answer, by))
        await answer

    async def attach(self, listener: Listener, since: str | None, lines: int) -> None:
        """Begin to tell a socket: everything, or what it missed since a number."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._put(Visit(listener, answer, since, lines))
        await answer

    async def show(self, listener: Listener) -> None:
        """Send a socket the whole view once more."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._put(Visit(listener, answer, again=True))
        await answer

    def detach(self, listener: Listener) -> None:
        if listener in self.listeners:
            self.listeners.remove(listener)
        self.touched = time.monotonic()

    def wake(self) -> None:
        """After a restart: let the clock and the bots go on."""
        self._put(Tick())

    def _put(self, job: Job) -> None:
        if self.gone:
            raise ServerError("conflict")
        self.touched = time.monotonic()
        self._inbox.append(job)
        if self._runner is None:
            self._runner = asyncio.create_task(self._run())

    def idle(self) -> bool:
        """Whether nobody looks and nothing is under way."""
        return not (self.listeners or self._inbox or self._runner or self.thinking)

    def stop(self) -> None:
        """Forget timers and thoughts; what is durable stays so."""
        self.gone = True
        if self._timer is not None:
            self._timer.cancel()
        for _, task in self.thinking.values():
            task.cancel()

    async def settle(self) -> None:
        """Wait until the inbox is empty."""
        while self._runner is not None:
            await asyncio.wait([self._runner])

    # --- the executor -----------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            while self._inbox and not self.gone:
                batch: list[Act | Tick] = []
                while self._inbox and len(batch) < BATCH:
                    job = self._inbox[0]
                    if isinstance(job, Visit):
                        break
                    batch.append(job)
                    self._inbox.popleft()
                if batch:
                    try:
                        await self._process(batch)
                    except Exception as no:
                        self._fail(batch, no)
                # nothing is half done here: what is shown now is durable
                while self._inbox and isinstance(self._inbox[0], Visit) and not self.gone:
                    self._visit(self._inbox.popleft())
        finally:
            self._runner = None
            if self.gone:
                self._refuse(self._inbox, ServerError("conflict"))
                self._inbox.clear()

    async def _process(self, batch: list[Act | Tick]) -> None:
        since = time.perf_counter()
        before = self.table.prompt, self.over
        accepted: list[Act] = []
        lines: list[Spoken] = []
        line_rows: list[dict[str, Any]] = []
        read: dict[int, int] = {}
        for job in batch:
            self.last = now = max(self.clock(), self.last + 1e-6)
            if isinstance(job, Tick):
                self._pass_time(now, job.seat)
                continue
            seat, frame = job.seat, job.frame
            if job.by == "player" and frame.key in self.keys.get(seat, {}):
                accepted.append(job)  # done before: answered, not repeated
                continue
            try:
                if isinstance(frame, wire.Say):
                    line = self._speak(seat, frame, now, len(self.spoken) + len(lines))
                    lines.append(line)
                    line_rows.append(ledger.talk_row(self.id, line, frame.key))
                elif isinstance(frame, wire.Read):
                    read[seat] = min(frame.number, len(self.spoken))
                else:
                    self._carry_out(seat, frame, job.by, now)
                    self._write_down(now, seat, frame.key if job.by == "player" else None)
            except (Illegal, BadInput) as no:
                if len(self.table.record.entries) != self.written:
                    raise RuntimeError("a refused act changed the table") from no
                self.storage.metrics.acts.labels("refused").inc()
                self._refuse([job], no)
                continue
            if job.by == "player":
                ledger.remember(self.keys, seat, frame.key)
            accepted.append(job)
        ended = self.last if self.over and not before[1] else None
        rows, self._rows = self._rows, []
        if rows or line_rows or read:
            await self.storage.append(ledger.append(self.id, rows, line_rows, read, ended))
        self.spoken += lines
        self._tell(lines, before)
        took = time.perf_counter() - since
        for job in accepted:
            self.storage.metrics.acts.labels("done").inc()
            self.storage.metrics.latency.observe(took)
            if not job.answer.done():
                job.answer.set_result(None)
        self._go_on()

    def _write_down(self, now: float, seat: int | None = None, key: str | None = None) -> None:
        """Rows for what the record gained since the last look; the key goes with the first."""
        entries = self.table.record.entries
        for number in range(self.written, len(entries)):
            self._rows.append(ledger.entry_row(self.id, number, now, entries[number], seat, key))
            self.clocks.note(entries[number], now)
            key = None
        self.written = len(entries)

    def _carry_out(self, seat: int, frame: wire.ClientFrame, by: str, now: float) -> None:
        table = self.table
        if self.over:
            raise ServerError("over")
        match frame:
            case wire.Submit():
                act = self._parse(frame.act)
                table.submit(seat, act, frame.ready, frame.prompt, by, now)
            case wire.Confirm():
                table.ready(seat, frame.prompt, now)
            case wire.Unready():
                table.unready(seat, frame.prompt, now)
            case wire.Undo():
                table.undo(seat, now)
            case wire.Arm():
                table.arm(seat, frame.orders)
            case wire.Leave():
                table.leave(seat, now)
            case wire.Back():
                table.back(seat, now)

    def _speak(self, seat: int, frame: wire.Say, now: float, number: int) -> Spoken:
        who = talk.readers(seat, frame.to, self.room.terms.press, self.table.setup.seats)
        if number >= talk.MOST_LINES:
            raise ServerError("talk_full")
        after = len(self.table.record.entries)
        return Spoken(number, now, after, seat, who, talk.clean(frame.text))

    def _parse(self, text: str) -> int:
        try:
            return self.table.read(text)
        except (Illegal, BadInput):
            raise
        except Exception as no:  # a game's notation must not bring a match down
            log.exception("notation failed", table=self.id, game=self.room.game)
            raise ServerError("internal") from no

    def _fail(self, batch: Sequence[Job], no: Exception) -> None:
        """The write failed, or a rule did: what is in memory never happened."""
        if isinstance(no, IntegrityError):
            no = ServerError("conflict")
        elif not isinstance(no, BadInput):
            log.error("match failed", table=self.id, error=repr(no), exc_info=no)
            no = ServerError("internal")
        self.stop()
        self.storage.metrics.acts.labels("failed").inc(len(batch))
        self._refuse(batch, no)
        self.broken(self)
        for listener in list(self.listeners):
            listener.lost()
        self.listeners.clear()

    def _refuse(self, jobs: Iterable[Job], no: Exception) -> None:
        for job in jobs:
            if not isinstance(job, Tick) and not job.answer.done():
                job.answer.set_exception(no)

    # --- telling ----------------------------------------------------------------------------------

    def _visit(self, visit: Job) -> None:
        assert isinstance(visit, Visit)
        if visit.answer.done():
            return
        stream = self.streams.get(visit.listener.seat)
        if stream is None:
            seat = visit.listener.seat
            stream = self.streams[seat] = Stream(self.table.feed(seat))
        if visit.again:
            visit.listener.send(stream.view())
            self._send_words(visit.listener, stream, True)
        else:
            self._attach(visit.listener, stream, visit.since, visit.lines)
        visit.answer.set_result(None)

    def _attach(self, listener: Listener, stream: Stream, since: str | None, lines: int) -> None:
        seat = listener.seat
        listener.send(wire.encode(self._welcome(seat)))
        name, _, number = (since or "").rpartition(":")
        missed: list[bytes] | None = None
        known = number.isascii() and number.isdigit() and len(number) < 16
        if known and name == self.stream_name and listener.words is None:
            missed = stream.since(int(number))
        for frame in [stream.view()] if missed is None else missed:
            listener.send(frame)
        self._send_words(listener, stream, True)
        mine = [line for line in self.spoken if line.may_read(seat)]
        for number_, line in enumerate(mine):
            if number_ >= lines:
                listener.send(wire.encode(_line(number_, line)))
        self._send_time(listener)
        if self.over:
            listener.send(self._over())
        self.listeners.append(listener)

    def _send_words(self, listener: Listener, stream: Stream, whole: bool) -> None:
        if listener.words is not None:
            seat = listener.seat
            events = self._past([seat])[seat] if whole else stream.news
            speaker = Speaker(self.table.game, self.table.setup, listener.words)
            listener.send(wire.encode(speaker.words(stream, events, whole, listener.picture)))

    def _past(self, viewers: Sequence[int]) -> dict[int, list[Seen]]:
        """All that each viewer has seen happen, by the record."""
        out: dict[int, list[Seen]] = {viewer: [] for viewer in viewers}
        for step in self.table.record.fold():
            for viewer, heard in out.items():
                seen = [event.seen_by(viewer) for event in step.events]
                heard += [Seen(event.kind, event.data) for event in seen if event is not None]
        return out

    def _welcome(self, seat: int) -> wire.Welcome:
        header = self.table.record.header
        terms = self.room.terms
        return wire.Welcome(
            protocol=wire.PROTOCOL,
            table=self.id,
            game=header.game,
            version=header.version,
            seat=seat,
            names=header.seats,
            options=header.options,
            press=terms.press,
            clock=terms.clock,
            window=terms.window,
            commitment=header.commitment or "",
            stream=self.stream_name,
        )

    def _tell(self, lines: list[Spoken], before: tuple[int, bool]) -> None:
        for seat, stream in self.streams.items():
            if seat in self.heard:
                self.heard[seat] += stream.feed.seen
            frames = stream.take()
            told = bool(frames)
            for line in lines:
                if line.may_read(seat):
                    number = sum(one.may_read(seat) for one in self.spoken[: line.number])
                    frames.append(wire.encode(_line(number, line)))
            if frames:
                for listener in self.listeners:
                    if listener.seat == seat:
                        for frame in frames:
                            listener.send(frame)
                        if told:
                            self._send_words(listener, stream, False)
        if (self.table.prompt, self.over) != before:
            ending = self._over() if self.over else None
            for listener in self.listeners:
                self._send_time(listener)
                if ending is not None:
                    listener.send(ending)

    def _over(self) -> bytes:
        outcome = self.table.position.outcome()
        assert outcome is not None
        return wire.encode(
            wire.Over(
                outcome.reason, outcome.rule, outcome.scores, outcome.winners, self.room.seed.hex()
            )
        )

    def _send_time(self, listener: Listener) -> None:
        due, bank = self._shown_clock(listener.seat)
        if due is not None:
            left = round(max(0.0, due - self.clock()), 1)
            listener.send(wire.encode(wire.Time(self.table.prompt, left, bank)))

    def _shown_clock(self, seat: int) -> tuple[float | None, float | None]:
        """Public times only, and a seat's own bank."""
        if self.over:
            return None, None
        position = self.table.position
        prompt = position.prompt(position.asked()[0])
        if prompt.window:
            return self.table.opened + self.room.terms.window.most, None
        if self.clocks.terms is None:
            return None, None
        own = seat != SPECTATOR and prompt.closes != "deadline"
        return self.clocks.flat(), round(self.clocks.bank[seat], 1) if own else None

    # --- time and bots ----------------------------------------------------------------------------

    def _pass_time(self, now: float, given_up: int | None) -> None:
        if given_up is not None and self.waits_for(given_up):
            self.table.expire(given_up, now)
        while not self.over:
            position, table = self.table.position, self.table
            asked = position.asked()
            prompt = position.prompt(asked[0])
            number = table.prompt
            if prompt.window:
                table.tick(now)
            elif prompt.closes == "deadline":
                if now + _LAG >= self.clocks.flat():
                    table.deadline(now)
            elif self.clocks.terms is not None:
                for seat in asked:
                    late = table.prompt == number and now + _LAG >= self.clocks.deadline(seat)
                    if late and seat not in table.late and not self._ready(seat):
                        table.expire(seat, now)
            self._write_down(now)
            if table.prompt == number:
                return

    def _ready(self, seat: int) -> bool:
        answer = self.table.answers[seat]
        return answer is not None and answer.ready

    def due(self) -> float | None:
        """When time matters next."""
        if self.over:
            return None
        position = self.table.position
        asked = position.asked()
        prompt = position.prompt(asked[0])
        if prompt.window:
            window = self.room.terms.window
            least = self.table.opened + window.least
            return least if self.clock() < least else self.table.opened + window.most
        if prompt.closes == "deadline":
            return self.clocks.flat()
        if self.clocks.terms is None:
            return None
        waiting = [s for s in asked if self.waits_for(s) and s not in self.table.late]
        return min((self.clocks.deadline(seat) for seat in waiting), default=None)

    def _go_on(self) -> None:
        """Set the timer for what comes next, and let bots think."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.due()
        if due is not None and not self.gone:
            delay = min(max(0.0, due - self.clock()) + 0.001, 86400.0)
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring)
        for seat in self.heard:
            if self.waits_for(seat) and seat not in self.thinking and not self.gone:
                task = asyncio.create_task(self._bot(seat))
                self.thinking[seat] = (self.table.prompt, task)

    def _ring(self) -> None:
        if not self.gone:
            self._put(Tick())

    async def _bot(self, seat: int) -> None:
        """One answer of a bot, at a human time."""
        try:
            await self._answer(seat)
        except (Illegal, BadInput) as no:
            log.warning("bot was refused", table=self.id, seat=seat, error=str(no))
            if not self.gone:
                self._put(Tick(seat))
        finally:
            self.thinking.pop(seat, None)
            if not self.gone:
                self._put(Tick())

    async def _answer(self, seat: int) -> None:
        state = self.streams[seat].state  # what the seat was told, and nothing else
        number = msgspec.json.decode(state["prompt"], type=int)
        ask = msgspec.json.decode(state["ask"], type=Ask | None)
        if ask is None:
            return
        volunteer = self.volunteered.get(seat) != number
        self.volunteered[seat] = number
        header = self.table.record.header
        question = Question(
            game=header.game,
            names=header.seats,
            options=header.options,
            seat=seat,
            bot=self.room.seats[seat].bot or "random",
            rng=f"{self.room.seed.hex()}/{seat}/{number}",
            heard=self.heard[seat],
            view=state["view"],
            prompt=ask.kind,
            sealed=ask.sealed,
            window=ask.window,
            data=ask.data,
            choices=ask.options,
            volunteer=volunteer,
        )
        pause = asyncio.sleep(self.bots.pause())
        thought, _ = await asyncio.gather(self.bots.think(question), pause)
        if self.gone or self.table.prompt != number:
            return
        if thought is None:
            self._put(Tick(seat))
            return
        for act in thought.free:
            try:
                await self.act(seat, wire.Submit("bot", act, True, number), "bot")
            except Illegal:
                continue  # the table has moved on
        if self.table.prompt == number:
            await self.act(seat, wire.Submit("bot", thought.act, True, number), "bot")


def _line(number: int, line: Spoken) -> wire.Line:
    return wire.Line(number, line.seat, line.text, line.to, round(line.at, 1))
