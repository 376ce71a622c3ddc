"""One match: carried out, decided, appended, and only then told and answered.

What was asked of it comes through its serial executor, as much at once as is there. It is carried
out on the session, what the record gained is appended in one write, and when that is durable the
audience hears of it and the callers are answered. If the write fails, the match in memory is thrown
away and rebuilt from the record: nobody has been told anything.

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

from intrigue.kernel.position import SPECTATOR, Illegal
from intrigue.kernel.text import BadInput

from ..bots.pool import Bots
from ..clocks.times import Times
from ..db import leases, topics
from ..db.storage import Storage
from ..errors import ServerError
from ..identity import Identity
from ..record import reputation, store
from ..record.store import Loaded
from ..tables import rooms, seating
from ..tables.rooms import Room
from ..tables.seating import Plan
from ..tables.viewers import Viewer, Viewers
from ..wire import frames
from . import actions
from .audience import AWAY, Audience, Place
from .bots import MatchBots
from .executor import Caller, Executor, Job, Waiter, Work, refuse
from .notices import MatchNotices, Reach
from .session import Session, Step

log = structlog.get_logger()
TRIES = 20  # as often another process may be faster


class Match:
    """A match in memory."""

    def __init__(
        self,
        loaded: Loaded,
        storage: Storage,
        bots: Bots,
        viewers: Viewers,
        broken: Callable[["Match"], None],
        times: Times | None = None,
        reach: Reach | None = None,
        began: float = 0.0,
    ) -> None:
        self.id = loaded.room.id
        self.storage = storage
        self.broken = broken
        self.session = Session(loaded, times or Times())
        self.clock = self.session.times.wall
        self.audience = Audience(self.session, viewers, storage.shared, began)
        self.notices = None if reach is None else MatchNotices(self.session, self.audience, reach)
        self.bots = MatchBots(
            self.session,
            self.audience,
            bots,
            lambda seat, act: self.act(seat, act, "bot"),
            self._tick,
        )
        self.executor = Executor(self.id, self._process, self._fetch, self._fail)
        self._timer: asyncio.TimerHandle | None = None
        self.rings: float | None = None  # what the timer was set for
        self.alarm: float | None = None  # what is stored of it, at the latest
        self._tasks: set[asyncio.Task[None]] = set()

    # --- what is asked of it ----------------------------------------------------------------------

    def post(self, seat: int, frame: frames.Action, by: str, caller: Caller) -> None:
        """Something a seat does, when its turn comes; raises `ServerError`."""
        self.executor.put(Work(lambda s, now: actions.act(s, seat, frame, by, now), caller))

    async def act(self, seat: int, frame: frames.Action, by: str = "player") -> None:
        """The same for whoever awaits that it is durable and told; raises `Illegal`, `BadInput`."""
        waiter = Waiter()
        self.post(seat, frame, by, waiter)
        await waiter.done

    async def manage(self, plan: Plan) -> Room:
        """Change the table itself; the table as it is then. Raises `ServerError`."""
        await self.executor.do(lambda s, now: actions.manage(s, plan, now))
        return self.session.room

    async def nudge(self, who: Identity, seat: int, pause: float) -> None:
        """Ask somebody who is away to come, and was not called so lately; raises `ServerError`."""
        if seat in self.audience.here():
            raise ServerError("is_here")
        await self.executor.do(lambda s, now: actions.nudge(s, who, seat, pause, now))

    async def vote(self, who: Identity, seat: int, wanted: str = "bot") -> Room:
        """Want a bot on the seat of somebody who has been away, or the seat open; raises
        `ServerError`."""
        absent = self.audience.check_absent
        await self.executor.do(lambda s, now: actions.vote(s, who, seat, wanted, absent, now))
        return self.session.room

    async def put_bot(self, who: Identity, seat: int, bot: str) -> Room:
        """The host lets a bot play for somebody who has been away; raises `ServerError`."""
        return await self.manage(seating.put_bot(who, seat, bot, self.audience.check_absent))

    async def catch_up(self) -> None:
        """Follow what other processes wrote."""
        await self.executor.fetch()

    def _tick(self, given_up: int | None = None) -> None:
        """Time passed; with a seat, its bot has no answer."""
        if self.driving:
            self.executor.put(Work(lambda s, now: actions.pass_time(s, given_up, now)))

    # --- who watches ------------------------------------------------------------------------------

    async def attach(self, viewer: Viewer, place: Place) -> None:
        """Begin to tell a socket: everything, or what it missed."""
        if self.storage.shared:  # it may have come from another process, and know more
            await self.catch_up()
        await self.executor.look(lambda: self._attach(viewer, place))
        self._mark_seen(viewer.seat, self.clock())

    def _attach(self, viewer: Viewer, place: Place) -> None:
        viewer.recheck(self.audience.room)  # the seat may have been given away on the way here
        self.audience.attach(viewer, place)

    async def show(self, viewer: Viewer) -> None:
        """Send a socket the whole view once more."""
        await self.executor.look(lambda: self.audience.show(viewer))

    async def translate(self, viewer: Viewer) -> None:
        """Send a socket all its words once more."""
        await self.executor.look(lambda: self.audience.translate(viewer))

    async def show_earlier(self, viewer: Viewer, frame: frames.Earlier) -> None:
        """Send a socket a page of what was before."""
        await self.executor.look(lambda: self.audience.earlier(viewer, frame))

    async def show_free(self, viewer: Viewer, key: str) -> None:
        """Send a socket the free acts of its seat."""
        await self.executor.look(lambda: self.audience.free_acts(viewer, key))

    async def weigh(self, viewer: Viewer, frame: frames.Weigh) -> None:
        """Tell a socket which of its seat's promises an act would break."""
        await self.executor.look(lambda: self.audience.weigh(viewer, frame))

    async def look_around(self) -> None:
        """Somebody came or went at another process."""
        room = await self.storage.read(lambda c: rooms.find(c, self.id))
        self.audience.see(room)
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
        seats = {viewer.seat for viewer in self.audience.viewers} - {SPECTATOR}
        return [(self.id, seat) for seat in seats]

    def tell_rematch(self, table: str) -> None:
        """They play again, elsewhere."""
        self.audience.tell_all(frames.Rematch(table))

    def detach(self, viewer: Viewer) -> None:
        """Tell a socket nothing more."""
        self.executor.touched = time.monotonic()
        seat, at = viewer.seat, self.clock() - (AWAY if self.storage.shared else 0.0)
        if seat in self.audience.last_seen:
            self.audience.last_seen[seat] = at
        self.audience.detach(viewer)
        if seat not in self.audience.here():
            self._mark_seen(seat, at)

    # --- who minds it -----------------------------------------------------------------------------

    def wake(self) -> None:
        """Let the clock and the bots go on."""
        self._tick()

    def drive(self) -> None:
        """From now on the clock and the bots are for this process to mind."""
        self.bots.driving = True
        self.wake()

    def rest(self) -> None:
        """Another process minds them."""
        self.bots.rest()
        self._unset()

    @property
    def driving(self) -> bool:
        return self.bots.driving

    def idle(self) -> bool:
        """Whether nobody looks and nothing is under way."""
        return not (self.audience.viewers or self.executor.busy or self.bots.busy)

    def stop(self) -> None:
        """Forget timers and thoughts; what is durable stays so."""
        self.executor.close()
        self.bots.stop()
        self._unset()

    async def settle(self) -> None:
        """Wait until the inbox is empty."""
        await self.executor.settle()

    # --- the way of an act ------------------------------------------------------------------------

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
        ended = self.session.over
        refused = self._carry_out(batch)
        step = self.session.take_step()
        self._decide(step, ends=self.session.over and not ended)
        if step.to_write:
            await self.storage.append(store.append(self.id, step.rows, step.line_rows, step.writes))
        elif refused and self.storage.shared and await self._follow():
            return False
        self._refuse(refused)
        done = [work.caller for work in batch if work not in refused and work.caller is not None]
        for caller in done:
            caller.prepare()
        self._tell(step)
        self._answer(done, time.perf_counter() - since)
        return True

    def _carry_out(self, batch: list[Work]) -> dict[Work, Exception]:
        """Each in its order, on the session; what was refused, and why."""
        refused: dict[Work, Exception] = {}
        for work in batch:
            try:
                work.carry_out(self.session, self.session.next_moment())
            except (Illegal, BadInput) as error:
                if not self.session.untouched:
                    raise RuntimeError("a refused act changed the table") from error
                refused[work] = error
        return refused

    def _decide(self, step: Step, ends: bool) -> None:
        """What else is written with it: the end, the alarm, and notices."""
        if ends:
            step.writes.append(store.ending(self.id, self.session.last + self.session.shift()))
            if not self.session.table.aborted:
                ledger, room = self.session.table.ledger, self.session.room
                step.writes.append(reputation.ending(ledger, room))
        elif step.rows:
            self._wind(step)
        if self.notices is not None:
            step.writes += self.notices.decide(step)

    def _wind(self, step: Step) -> None:
        """Whoever minds the clock shall not be late for what is due now."""
        due = self.due()
        if due is None or (self.driving and self.alarm is not None and self.alarm <= due):
            return
        self.alarm, rings = due, due + self.session.shift()
        step.writes.append(lambda connection: leases.ring_earlier(connection, self.id, rings))

    def _tell(self, step: Step) -> None:
        """It is durable: tell."""
        self.session.settle(step)
        self.audience.tell(step.lines, step.paced)
        if step.reseated:
            self.audience.reseat()
            self.bots.reseat()

    def _answer(self, callers: list[Caller], took: float) -> None:
        for caller in callers:
            self.storage.metrics.done.inc()
            self.storage.metrics.latency.observe(took)
            caller.answer()

    def _refuse(self, refused: dict[Work, Exception]) -> None:
        for work, error in refused.items():
            self.storage.metrics.acts.labels("refused").inc()
            refuse([work], error)

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

    # --- other processes --------------------------------------------------------------------------

    async def _fetch(self) -> None:
        if await self._follow():
            self._go_on()

    async def _follow(self) -> bool:
        """Take over what other processes wrote, as if it had been done here; whether the match
        went on. All that is in memory must be durable."""
        news = await self.storage.look_up(store.since, self.session.known)
        if news is None:
            raise ServerError("no_table")
        if news.room.header != self.session.room.header:
            await self._begin_anew()  # with the end, somebody who is gone lost their name
            return True
        step = self.session.follow(news)
        if self.notices is not None:
            self.notices.follow(step.events)
        self.audience.see(news.room)
        if step.reseated:
            self.audience.reseat()  # first: whoever lost a seat hears nothing more
        self._tell(step)
        return bool(news.entries or news.talk)

    async def _begin_anew(self) -> None:
        """Build the match from what is stored: after a lost race memory holds what never happened.
        Nobody was told anything that is not in it."""
        loaded = await self.storage.read(lambda c: store.load(c, self.id))
        events, lines = len(self.session.history), len(self.session.talk)
        self.session.load(loaded)
        self.audience.see(loaded.room)
        self.audience.begin_anew(events, lines)
        if self.notices is not None:
            self.notices.begin_anew()  # whoever was faster has decided what to tell
        self.bots.reseat()

    # --- time -------------------------------------------------------------------------------------

    def due(self) -> float | None:
        """When time matters next: to a bot, at once."""
        return 0.0 if self.bots.waited_for() else self.session.due()

    def _go_on(self) -> None:
        """Set the timer for what comes next, and let bots think, if that is for us to do."""
        self._unset()
        if self.executor.closed or not self.driving:
            return
        now = self.session.now()
        self.rings = due = self.session.due()
        if due is not None:
            delay = min(max(0.0, due - now) + 0.001, 86400.0)
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring)
        self.bots.go_on()

    def _unset(self) -> None:
        self.rings = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        if not self.executor.closed:
            self._tick()


async def _quietly(write: Awaitable[object]) -> None:
    with contextlib.suppress(ServerError):  # the database is away, or we are stopping
        await write
