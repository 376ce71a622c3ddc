"""One match: validated, appended, committed, and only then told.

What was asked of it comes through its serial executor, as much at once as is there. It is carried
out on the kernel's Table, what the record gained is appended in one write, and when that is durable
the audience hears of it and the actors are answered. If the write fails, the match in memory is
thrown away and rebuilt from the record: nobody has been told anything.

Several processes may hold the same match. Whoever appends second is refused by the database,
follows what the others wrote, and tries again. One of them *drives*: its timers ring and its bots
think.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence

import structlog
from sqlalchemy.exc import IntegrityError

from intrigue.kernel.chance import Seeded
from intrigue.kernel.position import SPECTATOR, Illegal
from intrigue.kernel.text import BadInput
from intrigue.session.table import Table

from ..bots.pool import Bots
from ..clocks.clocks import MatchClocks
from ..clocks.question import Timing
from ..clocks.times import Times
from ..db import leases, topics
from ..db.storage import Storage
from ..errors import ServerError
from ..identity import Identity
from ..record import store
from ..record.store import DatedEvent, Known, Loaded
from ..tables import rooms, seating
from ..tables.rooms import Room
from ..tables.seating import Plan
from ..wire import frames
from .actions import Deeds, Gained
from .audience import AWAY, Audience, Listener, Place
from .bots import Machines
from .executor import Executor, Job, Work, refuse
from .notices import Herald, Reach

log = structlog.get_logger()
MOMENT = 1.0  # seconds by which clocks of processes may differ
TRIES = 20  # as often another process may be faster


class Match:
    """A match in memory."""

    def __init__(
        self,
        loaded: Loaded,
        storage: Storage,
        bots: Bots,
        broken: Callable[["Match"], None],
        times: Times | None = None,
        reach: Reach | None = None,
        began: float = 0.0,
    ) -> None:
        self.id = loaded.room.id
        self.storage = storage
        self.times = times or Times()
        self.clock = self.times.wall
        self.ahead = 0.0  # of this process's time, at a live table
        self.broken = broken
        history, room = self._build(loaded), loaded.room
        self.audience = Audience(
            room,
            self.table,
            self.timing,
            history,
            loaded.talk,
            self.clock,
            self.now,
            self.shift,
            storage.shared,
            began,
        )
        self.reach = reach
        self.herald = self._herald()
        self.machines = Machines(
            self.audience, bots, lambda seat, act: self.act(seat, act, "bot"), self._tick
        )
        self.machines.reseat(self.deeds.stand_ins)
        self.executor = Executor(self.id, self._process, self._fetch, self._fail)
        self._timer: asyncio.TimerHandle | None = None
        self.rings: float | None = None  # what the timer was set for
        self.alarm: float | None = None  # what is stored of it, at the latest
        self._tasks: set[asyncio.Task[None]] = set()

    def _build(self, loaded: Loaded) -> list[DatedEvent]:
        """The match as it is stored; all that happened in it."""
        room, record, history = loaded.room, loaded.record, loaded.history()
        self.table = Table.resume(record, Seeded(room.seed, record.draws(), record.header.shown()))
        self.table.at_once = False  # what became durable together is told together
        self.clocks = _clocks(loaded, history, self.table)
        self.last = loaded.times[-1] if loaded.times else room.started or 0.0
        self.timing = Timing(self.table, self.clocks, room.terms.window)
        self.deeds = Deeds(loaded, self.table, self.clocks, self.timing)
        return history

    def _herald(self) -> Herald | None:
        if self.reach is None:
            return None
        return Herald(self.reach, self.table, self.timing, self.deeds, self.audience)

    @property
    def over(self) -> bool:
        return self.table.over

    # --- coming and going -------------------------------------------------------------------------

    async def act(
        self,
        seat: int,
        frame: frames.Action,
        by: str = "player",
        told: Callable[[], None] | None = None,
    ) -> None:
        """Do something and return when it is durable and told; raises `Illegal`, `BadInput`.
        `told` is called right after everyone was."""

        await self.post(seat, frame, by, told)

    def post(
        self,
        seat: int,
        frame: frames.Action,
        by: str = "player",
        told: Callable[[], None] | None = None,
        telling: Callable[[], None] | None = None,
    ) -> "asyncio.Future[None]":
        """The same for those who do other things while they wait; raises `ServerError`. `telling`
        is called right before everyone is told."""

        def deed(deeds: Deeds, now: float, gained: Gained) -> None:
            deeds.act(seat, frame, by, now, gained)

        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.executor.put(Work(deed, answer, told, telling))
        return answer

    async def manage(self, plan: Plan) -> Room:
        """Change the table itself; the table as it is then. Raises `ServerError`."""
        await self.executor.do(lambda deeds, now, gained: deeds.manage(plan, now, gained))
        return self.deeds.room

    async def nudge(self, who: Identity, seat: int, pause: float) -> None:
        """Ask somebody who is away to come, and was not called so lately; raises `ServerError`."""
        if seat in self.audience.here():
            raise ServerError("is_here")
        await self.executor.do(lambda deeds, *then: deeds.nudge(who, seat, pause, *then))

    async def vote(self, who: Identity, seat: int, wanted: str = "bot") -> Room:
        """Want a bot on the seat of somebody who has been away, or the seat open; raises
        `ServerError`."""
        absent = self.audience.check_absent
        await self.executor.do(lambda deeds, *then: deeds.vote(who, seat, wanted, absent, *then))
        return self.deeds.room

    async def put_bot(self, who: Identity, seat: int, bot: str) -> Room:
        """The host lets a bot play for somebody who has been away; raises `ServerError`."""
        return await self.manage(seating.put_bot(who, seat, bot, self.audience.check_absent))

    async def catch_up(self) -> None:
        """Follow what other processes wrote."""
        await self.executor.fetch()

    async def attach(self, listener: Listener, place: Place) -> None:
        """Begin to tell a socket: everything, or what it missed."""
        if self.storage.shared:  # it may have come from another process, and know more
            await self.catch_up()
        await self.executor.look(lambda: self._attach(listener, place))
        self._mark_seen(listener.seat, self.clock())

    def _attach(self, listener: Listener, place: Place) -> None:
        listener.recheck(self.audience.room)  # the seat may have been given away on the way here
        self.audience.attach(listener, place)

    async def show(self, listener: Listener) -> None:
        """Send a socket the whole view once more."""
        await self.executor.look(lambda: self.audience.show(listener))

    async def translate(self, listener: Listener) -> None:
        """Send a socket all its words once more."""
        await self.executor.look(lambda: self.audience.translate(listener))

    async def show_earlier(self, listener: Listener, frame: frames.Earlier) -> None:
        """Send a socket a page of what was before."""
        await self.executor.look(lambda: self.audience.earlier(listener, frame))

    async def show_free(self, listener: Listener, key: str) -> None:
        """Send a socket the free acts of its seat."""
        await self.executor.look(lambda: self.audience.free_acts(listener, key))

    async def look_around(self) -> None:
        """Somebody came or went at another process."""
        room = await self.storage.read(lambda c: rooms.find(c, self.id))
        self.audience.last_seen |= {chair.number: chair.seen for chair in room.seats}
        self.audience.tell_presence()

    def _mark_seen(self, seat: int, at: float) -> None:
        """Write down when somebody was there last; other processes hear of it."""
        if seat != SPECTATOR and not self.storage.closed:
            write, topic = rooms.mark_seen(self.id, seat, at), f"{topics.HERE} {self.id}"
            task = asyncio.create_task(_quietly(self.storage.write(write, lambda _: topic)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def with_sockets(self) -> list[tuple[str, int]]:
        """The seats whose players are here, at this process."""
        seats = {listener.seat for listener in self.audience.listeners} - {SPECTATOR}
        return [(self.id, seat) for seat in seats]

    def tell_rematch(self, table: str) -> None:
        """They play again, elsewhere."""
        self.audience.tell_all(frames.Rematch(table))

    def detach(self, listener: Listener) -> None:
        self.executor.touched = time.monotonic()
        seat, at = listener.seat, self.clock() - (AWAY if self.storage.shared else 0.0)
        if seat in self.audience.last_seen:
            self.audience.last_seen[seat] = at
        self.audience.detach(listener)
        if seat not in self.audience.here():
            self._mark_seen(seat, at)

    def wake(self) -> None:
        """Let the clock and the bots go on."""
        self._tick()

    def drive(self) -> None:
        """From now on the clock and the bots are for this process to mind."""
        self.machines.driving = True
        self.wake()

    def rest(self) -> None:
        """Another process minds them."""
        self.machines.rest()
        self._unset()

    @property
    def driving(self) -> bool:
        return self.machines.driving

    def _tick(self, given_up: int | None = None) -> None:
        """Time passed; with a seat, its bot has no answer."""
        if self.driving:
            self.executor.put(
                Work(lambda deeds, now, gained: deeds.pass_time(given_up, now, gained))
            )

    def idle(self) -> bool:
        """Whether nobody looks and nothing is under way."""
        return not (self.audience.listeners or self.executor.busy or self.machines.thinking)

    def stop(self) -> None:
        """Forget timers and thoughts; what is durable stays so."""
        self.executor.close()
        self.machines.stop()
        self._unset()

    async def settle(self) -> None:
        """Wait until the inbox is empty."""
        await self.executor.settle()

    # --- what the executor asks for ---------------------------------------------------------------

    async def _fetch(self) -> None:
        if await self._follow():
            self._go_on()

    async def _follow(self) -> bool:
        """Take over what other processes wrote, as if it had been done here; whether the match
        went on. All that is in memory must be durable."""
        known = Known(self.id, self.deeds.written, self.deeds.said)
        news = await self.storage.look_up(store.since, known)
        if news is None:
            raise ServerError("no_table")
        if news.room.header != self.deeds.room.header:
            await self._begin_anew()  # with the end, somebody who is gone lost their name
            return True
        gained, before = Gained(), (self.table.prompt, self.over)
        self.deeds.follow(news, gained)
        self.last = max([self.last, *news.times])
        if self.herald is not None:
            self.herald.follow(gained.events)
        self.audience.room = news.room
        self.audience.last_seen |= {chair.number: chair.seen for chair in news.room.seats}
        if gained.reseated:
            self.audience.reseat(news.room)  # first: whoever lost a seat hears nothing more
        self._publish(gained, gained.paced or (self.table.prompt, self.over) != before)
        return bool(news.entries or news.talk)

    async def _begin_anew(self) -> None:
        """Build the match from what is stored: after a lost race memory holds what never happened.
        Nobody was told anything that is not in it."""
        loaded = await self.storage.read(lambda c: store.load(c, self.id))
        history = self._build(loaded)
        self.audience.last_seen |= {chair.number: chair.seen for chair in loaded.room.seats}
        self.audience.follow(loaded.room, self.table, self.timing, history, loaded.talk)
        self.herald = self._herald()  # whoever was faster has decided what to tell
        self.machines.reseat(self.deeds.stand_ins)

    async def _process(self, batch: list[Work]) -> None:
        """Carry out what came in; anew, as often as another process was faster."""
        since = time.perf_counter()
        for _ in range(TRIES):
            try:
                if await self._attempt(batch, since):
                    self._go_on()
                    return
            except IntegrityError:
                await self._begin_anew()
        raise ServerError("conflict")

    async def _attempt(self, batch: list[Work], since: float) -> bool:
        """Whether it was done; not if it was judged by what is out of date."""
        before = self.table.prompt, self.over
        gained = Gained()
        refused: list[tuple[Work, Exception]] = []
        done = [work for work in batch if self._try(work, gained, refused)]
        if self.over and not before[1]:
            gained.writes.append(store.ending(self.id, self.last + self.shift()))
        elif gained.rows:
            self._wind(gained)
        if self.herald is not None:
            self.herald.shift = self.shift()
            self.herald.decide(self.last, gained)
        if gained.to_write:
            await self.storage.append(
                store.append(self.id, gained.rows, gained.line_rows, gained.writes)
            )
        elif refused and self.storage.shared and await self._follow():
            return False
        for work, error in refused:
            self.storage.metrics.acts.labels("refused").inc()
            refuse([work], error)
        for work in done:
            if work.telling is not None:
                work.telling()
        self._publish(gained, gained.paced or (self.table.prompt, self.over) != before)
        self._answer(done, time.perf_counter() - since)
        return True

    def _wind(self, gained: Gained) -> None:
        """Whoever minds the clock shall not be late for what is due now."""
        due = self.due()
        if due is None or (self.driving and self.alarm is not None and self.alarm <= due):
            return
        self.alarm, rings = due, due + self.shift()
        gained.writes.append(lambda connection: leases.ring_earlier(connection, self.id, rings))

    def _answer(self, done: list[Work], took: float) -> None:
        for work in done:
            if work.told is not None:
                work.told()
            if work.answer is not None:
                self.storage.metrics.done.inc()
                self.storage.metrics.latency.observe(took)
                if not work.answer.done():
                    work.answer.set_result(None)

    def _try(self, work: Work, gained: Gained, refused: list[tuple[Work, Exception]]) -> bool:
        """Do it, or say why not."""
        self.last = now = max(self.now(), self.last + 1e-6)
        try:
            work.deed(self.deeds, now, gained)
        except (Illegal, BadInput) as error:
            if not self.deeds.untouched:
                raise RuntimeError("a refused act changed the table") from error
            refused.append((work, error))
            return False
        return True

    def _publish(self, gained: Gained, turned: bool) -> None:
        """Everything is durable: tell."""
        self.audience.history += gained.events
        self.audience.spoken += gained.lines
        self.deeds.said += len(gained.lines)
        self.audience.room = self.deeds.room  # who sits where since which line
        self.audience.tell(gained.lines, turned)
        if gained.reseated:
            self.audience.reseat(self.deeds.room)
            self.machines.reseat(self.deeds.stand_ins)

    def _fail(self, batch: Sequence[Job], error: Exception) -> None:
        """The write failed, or a rule did: what is in memory never happened."""
        if not isinstance(error, BadInput):
            log.error("match failed", table=self.id, error=repr(error), exc_info=error)
            error = ServerError("internal")
        self.stop()
        self.storage.metrics.acts.labels("failed").inc(len(batch))
        refuse(batch, error)
        self.broken(self)
        self.audience.lose()

    # --- time -------------------------------------------------------------------------------------

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

    def shift(self) -> float:
        """What to add to a time of this table for the wall clock's."""
        return 0.0 if self.clocks.days is not None else self.times.wall() - self.now()

    def ends(self) -> float | None:
        """When the decision time is over, by the wall clock."""
        ends = self.timing.ends()
        return None if ends is None else ends + self.shift()

    def due(self) -> float | None:
        """When time matters next: to a bot, at once."""
        due = self.timing.due(self.now())
        return 0.0 if self.machines.waited_for() else due

    def _go_on(self) -> None:
        """Set the timer for what comes next, and let bots think, if that is for us to do."""
        self._unset()
        if self.executor.closed or not self.driving:
            return
        now = self.now()
        self.rings = due = self.timing.due(now)
        if due is not None:
            delay = min(max(0.0, due - now) + 0.001, 86400.0)
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring)
        self.machines.go_on()

    def _unset(self) -> None:
        self.rings = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        if not self.executor.closed:
            self._tick()


def _clocks(loaded: Loaded, history: list[DatedEvent], table: Table) -> MatchClocks:
    """The clocks as the stored match left them."""
    room, openings = loaded.room, table.game.rounds
    started = room.started or 0.0
    clocks = MatchClocks(room.terms.clock, table.setup, started, room.terms.days, bool(openings))
    begun = {happened.at for happened in history if happened.event.kind in openings}
    clocks.follow(loaded.record.entries, loaded.times, begun)
    return clocks


async def _quietly(write: Awaitable[object]) -> None:
    with contextlib.suppress(ServerError):  # the database is away, or we are stopping
        await write
