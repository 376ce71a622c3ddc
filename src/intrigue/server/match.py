"""One match and its serial executor: validated, appended, committed, and only then told.

Acts wait in an inbox. The executor takes all that are there, carries them out on the kernel's
Table, appends what the record gained in one write, and when that is durable lets the audience know
and answers the actors. If the write fails, the match in memory is thrown away and rebuilt from the
record: nobody has been told anything.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import structlog
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from intrigue.kernel.chance import Seeded
from intrigue.kernel.position import Event, Illegal
from intrigue.kernel.table import Pace, Table
from intrigue.kernel.text import BadInput

from . import ledger, talk, wire
from .audience import Audience, Listener, Place
from .bots import Bots
from .clock import Clocks
from .errors import ServerError
from .ledger import Happened, Loaded
from .machines import Machines
from .storage import Storage
from .talk import Spoken
from .timing import Timing

log = structlog.get_logger()
BATCH = 64


class Act(Struct, eq=False):
    """Something a seat does, on its way through the executor."""

    seat: int
    frame: wire.Deed
    answer: "asyncio.Future[None]"
    by: str = "player"


class Tick(Struct, eq=False):
    """Time passed; with a seat, a bot that has no answer."""

    seat: int | None = None


class Look(Struct, eq=False):
    """Something to be shown when nothing is half done: all that is in memory is durable then."""

    show: Callable[[], None]
    answer: "asyncio.Future[None]"


Job = Act | Tick | Look


class Gained(Struct):
    """What a batch of acts leads to, before it is durable."""

    accepted: list[Act] = []
    rows: list[dict[str, Any]] = []
    lines: list[Spoken] = []
    line_rows: list[dict[str, Any]] = []
    read: dict[int, int] = {}
    events: list[Happened] = []

    @property
    def to_write(self) -> bool:
        return bool(self.rows or self.line_rows or self.read)


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
        room, record = loaded.room, loaded.record
        window = room.terms.window
        self.room = room
        self.id = room.id
        self.storage = storage
        self.clock = clock
        self.broken = broken
        self.gone = False
        self.table = Table.resume(
            record,
            Seeded(room.seed, record.draws()),
            Pace(window.least, window.most),
            loaded.opened,
        )
        self._news: list[Event] = []
        self.table.witness = self._news
        self.clocks = Clocks(room.terms.clock, self.table.setup, room.started or 0.0)
        for entry, at in zip(record.entries, loaded.times, strict=True):
            self.clocks.note(entry, at)
        self.last = loaded.times[-1] if loaded.times else room.started or 0.0
        self.written = len(record.entries)  # how many of them are rows, or on their way
        self.keys = loaded.keys
        self.timing = Timing(self.table, self.clocks, window)
        self.audience = Audience(
            room, self.table, self.timing, loaded.history(), loaded.talk, clock
        )
        self.machines = Machines(
            self.audience,
            bots,
            lambda seat, act: self.act(seat, act, "bot"),
            lambda seat: self._put(Tick(seat)),
        )
        self._inbox: deque[Job] = deque()
        self._runner: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.touched = time.monotonic()

    @property
    def over(self) -> bool:
        return self.table.position.over

    # --- coming and going -------------------------------------------------------------------------

    async def act(self, seat: int, frame: wire.Deed, by: str = "player") -> None:
        """Do something and return when it is durable and told; raises `Illegal`, `BadInput`."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._put(Act(seat, frame, answer, by))
        await answer

    async def attach(self, listener: Listener, place: Place) -> None:
        """Begin to tell a socket: everything, or what it missed."""
        await self._look(lambda: self.audience.attach(listener, place))

    async def show(self, listener: Listener) -> None:
        """Send a socket the whole view once more."""
        await self._look(lambda: self.audience.show(listener))

    async def translate(self, listener: Listener) -> None:
        """Send a socket all its words once more."""
        await self._look(lambda: self.audience.translate(listener))

    async def show_free(self, listener: Listener, key: str) -> None:
        """Send a socket the free acts of its seat."""
        await self._look(lambda: self.audience.free_acts(listener, key))

    def tell_rematch(self, table: str) -> None:
        """They play again, elsewhere."""
        self.audience.tell_all(wire.Rematch(table))

    async def _look(self, show: Callable[[], None]) -> None:
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._put(Look(show, answer))
        await answer

    def detach(self, listener: Listener) -> None:
        if listener in self.audience.listeners:
            self.audience.listeners.remove(listener)
        self.touched = time.monotonic()

    def wake(self) -> None:
        """Let the clock and the bots go on."""
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
        under_way = self._inbox or self._runner or self.machines.thinking
        return not (self.audience.listeners or under_way)

    def stop(self) -> None:
        """Forget timers and thoughts; what is durable stays so."""
        self.gone = True
        self.machines.stop()
        if self._timer is not None:
            self._timer.cancel()

    async def settle(self) -> None:
        """Wait until the inbox is empty."""
        while self._runner is not None:
            await asyncio.wait([self._runner])

    # --- the executor -----------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            while self._inbox and not self.gone:
                batch = self._take()
                if batch:
                    try:
                        await self._process(batch)
                    except Exception as no:
                        self._fail(batch, no)
                while self._inbox and isinstance(self._inbox[0], Look) and not self.gone:
                    self._show(self._inbox.popleft())
        finally:
            self._runner = None
            if self.gone:
                self._refuse(self._inbox, ServerError("conflict"))
                self._inbox.clear()

    def _take(self) -> list[Act | Tick]:
        """What can be done together: up to the next look."""
        batch: list[Act | Tick] = []
        while self._inbox and len(batch) < BATCH:
            job = self._inbox[0]
            if isinstance(job, Look):
                break
            batch.append(job)
            self._inbox.popleft()
        return batch

    def _show(self, job: Job) -> None:
        assert isinstance(job, Look)
        if job.answer.done():
            return
        try:
            job.show()
        except Exception as no:
            log.exception("look failed", table=self.id)
            job.answer.set_exception(no)
        else:
            job.answer.set_result(None)

    async def _process(self, batch: list[Act | Tick]) -> None:
        since = time.perf_counter()
        before = self.table.prompt, self.over
        gained = Gained()
        for job in batch:
            self.last = now = max(self.clock(), self.last + 1e-6)
            if isinstance(job, Tick):
                self._pass_time(job, now, gained)
            else:
                self._try(job, now, gained)
        if gained.to_write:
            ended = self.last if self.over and not before[1] else None
            await self.storage.append(
                ledger.append(self.id, gained.rows, gained.line_rows, gained.read, ended)
            )
        self.audience.history += gained.events
        self.audience.spoken += gained.lines
        self.audience.tell(gained.lines, (self.table.prompt, self.over) != before)
        took = time.perf_counter() - since
        for job in gained.accepted:
            self.storage.metrics.acts.labels("done").inc()
            self.storage.metrics.latency.observe(took)
            if not job.answer.done():
                job.answer.set_result(None)
        self._go_on()

    def _try(self, job: Act, now: float, gained: Gained) -> None:
        """Carry an act out, or refuse it."""
        mine = job.by == "player"
        if mine and job.frame.key in self.keys.get(job.seat, {}):
            gained.accepted.append(job)  # done before: answered, not repeated
            return
        try:
            self._carry_out(job, now, gained)
        except (Illegal, BadInput) as no:
            if len(self.table.record.entries) != self.written:
                raise RuntimeError("a refused act changed the table") from no
            self.storage.metrics.acts.labels("refused").inc()
            self._refuse([job], no)
            return
        self._write_down(now, gained, job.seat, job.frame.key if mine else None)
        if mine:
            ledger.remember(self.keys, job.seat, job.frame.key)
        gained.accepted.append(job)

    def _carry_out(self, job: Act, now: float, gained: Gained) -> None:
        seat, table = job.seat, self.table
        match job.frame:
            case wire.Say():
                self._speak(seat, job.frame, now, gained)
                return
            case wire.Read():
                gained.read[seat] = min(job.frame.number, len(self.audience.spoken))
                return
        if self.over:
            raise ServerError("over")
        match job.frame:
            case wire.Submit(act=act, ready=ready, prompt=prompt):
                table.submit(seat, self._parse(act), ready, prompt, job.by, now)
            case wire.Confirm(prompt=prompt):
                table.ready(seat, prompt, now)
            case wire.Unready(prompt=prompt):
                table.unready(seat, prompt, now)
            case wire.Undo():
                table.undo(seat, now)
            case wire.Arm(orders=orders):
                table.arm(seat, orders)
            case wire.Leave():
                table.leave(seat, now)
            case wire.Back():
                table.back(seat, now)

    def _speak(self, seat: int, frame: wire.Say, now: float, gained: Gained) -> None:
        number = len(self.audience.spoken) + len(gained.lines)
        who = talk.readers(seat, frame.to, self.room.terms.press, self.table.setup.seats)
        if number >= talk.MOST_LINES:
            raise ServerError("talk_full")
        after = len(self.table.record.entries)
        line = Spoken(number, now, after, seat, who, talk.clean(frame.text))
        gained.lines.append(line)
        gained.line_rows.append(ledger.talk_row(self.id, line, frame.key))

    def _parse(self, text: str) -> int:
        try:
            return self.table.read(text)
        except (Illegal, BadInput):
            raise
        except Exception as no:  # a game's notation must not bring a match down
            log.exception("notation failed", table=self.id, game=self.room.game)
            raise ServerError("internal") from no

    def _write_down(
        self, now: float, gained: Gained, seat: int | None = None, key: str | None = None
    ) -> None:
        """Rows for what the record gained since the last look; the key goes with the first."""
        entries = self.table.record.entries
        for number in range(self.written, len(entries)):
            entry = entries[number]
            gained.rows.append(ledger.entry_row(self.id, number, now, entry, seat, key))
            self.clocks.note(entry, now)
            key = None
        self.written = len(entries)
        gained.events += [Happened(now, event) for event in self._news]
        self._news.clear()

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
        self.audience.lose()

    def _refuse(self, jobs: Iterable[Job], no: Exception) -> None:
        for job in jobs:
            if not isinstance(job, Tick) and not job.answer.done():
                job.answer.set_exception(no)

    # --- time -------------------------------------------------------------------------------------

    def due(self) -> float | None:
        """When time matters next."""
        return self.timing.due(self.clock())

    def _pass_time(self, tick: Tick, now: float, gained: Gained) -> None:
        if tick.seat is not None and self.timing.waits_for(tick.seat):
            self.table.expire(tick.seat, now)
            self._write_down(now, gained)
        turned = True
        while turned:
            turned = self.timing.strike(now)
            self._write_down(now, gained)

    def _go_on(self) -> None:
        """Set the timer for what comes next, and let bots think."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.gone:
            return
        due = self.due()
        if due is not None:
            delay = min(max(0.0, due - self.clock()) + 0.001, 86400.0)
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring)
        self.machines.go_on()

    def _ring(self) -> None:
        if not self.gone:
            self._put(Tick())
