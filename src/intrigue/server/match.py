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
from functools import partial

import structlog
from msgspec import Struct
from sqlalchemy.exc import IntegrityError

from intrigue.kernel.chance import Seeded
from intrigue.kernel.position import Illegal
from intrigue.kernel.table import Pace, Table
from intrigue.kernel.text import BadInput

from . import ledger, wire
from .audience import Audience, Listener, Place
from .bots import Bots
from .clock import Clocks
from .deeds import Deed, Deeds, Gained
from .errors import ServerError
from .hosting import Plan
from .ledger import Loaded
from .machines import Machines
from .rooms import Room
from .storage import Storage
from .timing import Timing

log = structlog.get_logger()
BATCH = 64
Answer = Callable[[Exception | None], None]


class Work(Struct, eq=False):
    """A deed on its way through the executor, and who waits for it: the answer comes right after
    everyone was told, or with the reason why not."""

    deed: Deed
    answer: Answer | None = None


class Look(Struct, eq=False):
    """Something to be shown when nothing is half done: all that is in memory is durable then."""

    show: Callable[[], None]
    answer: "asyncio.Future[None]"


Job = Work | Look


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
        self.id = room.id
        self.storage = storage
        self.clock = clock
        self.broken = broken
        self.gone = False
        chance = Seeded(room.seed, record.draws())
        pace = Pace(window.least, window.most)
        self.table = Table.resume(record, chance, pace, loaded.opened)
        self.clocks = Clocks(room.terms.clock, self.table.setup, room.started or 0.0)
        for entry, at in zip(record.entries, loaded.times, strict=True):
            self.clocks.note(entry, at)
        self.last = loaded.times[-1] if loaded.times else room.started or 0.0
        self.timing = Timing(self.table, self.clocks, window)
        self.deeds = Deeds(loaded, self.table, self.clocks, self.timing)
        self.audience = Audience(
            room, self.table, self.timing, loaded.history(), loaded.talk, clock
        )
        self.machines = Machines(
            self.audience, bots, lambda seat, act: self.act(seat, act, "bot"), self._tick
        )
        self.machines.reseat(self.deeds.stand_ins)
        self._inbox: deque[Job] = deque()
        self._runner: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.touched = time.monotonic()

    @property
    def over(self) -> bool:
        return self.table.over

    # --- coming and going -------------------------------------------------------------------------

    async def act(
        self,
        seat: int,
        frame: wire.Deed,
        by: str = "player",
        told: Callable[[], None] | None = None,
    ) -> None:
        """Do something and return when it is durable and told; raises `Illegal`, `BadInput`.
        `told` is called right after everyone was."""
        await self._do(partial(self.deeds.act, seat, frame, by), told)

    async def manage(self, plan: Plan) -> Room:
        """Change the table itself; the table as it is then. Raises `ServerError`."""
        await self._do(partial(self.deeds.manage, plan))
        return self.deeds.room

    def post(self, seat: int, frame: wire.Deed, answer: Answer) -> None:
        """The same for a player who does not stand and wait; raises `ServerError`."""
        self._put(Work(partial(self.deeds.act, seat, frame, "player"), answer))

    async def _do(self, deed: Deed, told: Callable[[], None] | None = None) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def answer(no: Exception | None) -> None:
            if no is None and told is not None:
                told()
            _settle(done, no)

        self._put(Work(deed, answer))
        await done

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
        self._tick()

    def _tick(self, given_up: int | None = None) -> None:
        """Time passed; with a seat, its bot has no answer."""
        self._put(Work(partial(self.deeds.pass_time, given_up)))

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

    def _take(self) -> list[Work]:
        """What can be done together: up to the next look."""
        batch: list[Work] = []
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

    async def _process(self, batch: list[Work]) -> None:
        since = time.perf_counter()
        before = self.table.prompt, self.over
        gained = Gained()
        done = [work for work in batch if self._try(work, gained)]
        if self.over and not before[1]:
            gained.writes.append(ledger.ending(self.id, self.last))
        if gained.to_write:
            await self.storage.append(
                ledger.append(self.id, gained.rows, gained.line_rows, gained.writes)
            )
        self._publish(gained, (self.table.prompt, self.over) != before)
        took = time.perf_counter() - since
        for work in done:
            if work.answer is not None:
                self.storage.metrics.done.inc()
                self.storage.metrics.latency.observe(took)
                work.answer(None)
        self._go_on()

    def _try(self, work: Work, gained: Gained) -> bool:
        """Do it, or refuse it."""
        self.last = now = max(self.clock(), self.last + 1e-6)
        try:
            work.deed(now, gained)
        except (Illegal, BadInput) as no:
            if not self.deeds.untouched:
                raise RuntimeError("a refused act changed the table") from no
            self.storage.metrics.acts.labels("refused").inc()
            self._refuse([work], no)
            return False
        return True

    def _publish(self, gained: Gained, turned: bool) -> None:
        """Everything is durable: tell."""
        self.audience.history += gained.events
        self.audience.spoken += gained.lines
        self.deeds.said += len(gained.lines)
        self.audience.tell(gained.lines, turned)
        if gained.reseated:
            self.audience.reseat(self.deeds.room)
            self.machines.reseat(self.deeds.stand_ins)

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
            if isinstance(job, Look):
                _settle(job.answer, no)
            elif job.answer is not None:
                job.answer(no)

    # --- time -------------------------------------------------------------------------------------

    def due(self) -> float | None:
        """When time matters next."""
        return self.timing.due(self.clock())

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
            self._tick()


def _settle(future: "asyncio.Future[None]", no: Exception | None) -> None:
    if future.done():
        return
    if no is None:
        future.set_result(None)
    else:
        future.set_exception(no)
