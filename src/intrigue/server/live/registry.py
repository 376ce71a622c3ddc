"""Every match in memory: loaded at first touch, forgotten when nobody looks, woken by its alarm.

Other processes may hold the same matches. Each match is minded by one of them; see `leases`.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable

import structlog

from intrigue.kernel.text import BadInput

from ..bots.pool import Bots
from ..clocks.times import Times
from ..db import leases
from ..db.storage import Storage
from ..errors import ServerError
from ..record import store
from ..tables import rooms
from ..tables.viewers import Viewers
from .audience import AWAY
from .match import Match
from .notices import Reach

log = structlog.get_logger()
IDLE = 120.0  # seconds without a look before a match is forgotten
PAUSE = 1.0  # seconds between two looks at the alarms
PULSE = 1.0  # seconds between two looks at the connections
PRACTICE = 86400.0  # seconds that a table for practice is kept
STILL_HERE = 300.0  # seconds after which it is written down again who is here
STEP = 1.0  # seconds; a wall clock that drifts less was not set
TIDY = 3600.0  # seconds between two looks for such tables


class Matches:
    """The registry of matches."""

    def __init__(
        self,
        storage: Storage,
        bots: Bots,
        viewers: Viewers,
        times: Times | None = None,
        reach: Reach | None = None,
    ) -> None:
        self.storage = storage
        self.bots = bots
        self.viewers = viewers
        self.times = times or Times()
        self.clock = self.times.wall
        self.reach = reach
        self.held: dict[str, Match] = {}
        self._loading: dict[str, asyncio.Task[Match]] = {}
        self._broken: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._renewed = self._said = time.monotonic()
        self._sweeper: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None
        self._tidied = 0.0
        self._began = self.clock()
        self._shift = 0.0  # how far the wall clock was set, as it was seen last
        self._orphans = not storage.shared

    async def get(self, table: str) -> Match:
        """The match of a table that has started; raises `BadInput`."""
        match = self.held.get(table)
        if match is not None:
            return match
        task = self._loading.get(table)
        if task is None:
            task = self._loading[table] = asyncio.create_task(self._load(table))
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load(self, table: str) -> Match:
        mine = await self.storage.write(
            lambda connection: leases.claim_one(connection, self.storage.name, table)
        )
        loaded = await self.storage.read(lambda connection: store.load(connection, table))
        try:
            match = Match(
                loaded,
                self.storage,
                self.bots,
                self.viewers,
                self._break,
                self.times,
                self.reach,
                self._began,
            )
        except BadInput as error:  # of an older version, or edited
            log.error("match cannot be read", table=table, error=str(error))
            raise
        except Exception:
            log.exception("match cannot be read", table=table)
            raise ServerError("damaged") from None
        self.held[table] = match
        self._count()
        if self.storage.shared:  # news of the last moment were not for a match that was not here
            self._soon(match)
        if mine:
            match.drive()
        return match

    def _break(self, match: Match) -> None:
        """Its memory was wrong: it is loaded anew, so that its clock and its bots go on."""
        if self.held.get(match.id) is match:
            del self.held[match.id]
            self._broken.add(match.id)
            self._count()

    def _count(self) -> None:
        self.storage.metrics.matches.set(len(self.held))

    def heard(self, table: str) -> None:
        """Another process wrote to a match."""
        match = self.held.get(table)
        if match is not None:
            self._soon(match)

    def look_around(self, table: str) -> None:
        """Somebody came to a match or went, at another process."""
        match = self.held.get(table)
        if match is not None:
            self._task(match.look_around())

    def heard_nothing(self) -> None:
        """Other processes may have written to any match."""
        for match in self.held.values():
            self._soon(match)

    def _soon(self, match: Match) -> None:
        self._task(match.catch_up())

    def _task(self, work: Awaitable[None]) -> None:
        task = asyncio.create_task(_quietly(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- waking and forgetting --------------------------------------------------------------------

    async def start(self) -> None:
        """Let every match under way go on, without making anybody wait for it."""
        with contextlib.suppress(ServerError):  # a full disk: those who come can still look
            await self._adopt()
        self._sweeper = asyncio.create_task(self._sweep())
        self._listener = asyncio.create_task(self._listen())

    async def _adopt(self) -> None:
        """With SQLite this is the only process: whoever minded something before is gone."""
        if self._orphans:
            await self.storage.write(leases.let_go_all)
            self._orphans = False

    async def _sweep(self) -> None:
        while True:
            try:
                if await self.storage.well():
                    await self._adopt()
                    await self.ring()
                    await self.forget(IDLE)
                    await self._say_who_is_here()
                    await self.tidy()
            except Exception:
                log.exception("alarms were not looked at")
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        """Tell those at a table when somebody's connection falls silent, or answers again. Nobody
        fell silent where it was this process that did not listen."""
        last = time.monotonic()
        while True:
            await asyncio.sleep(PULSE)
            now = time.monotonic()
            late, last = now - last > 2 * PULSE, now
            if not late:
                for table in self.viewers.listen(now):
                    if (match := self.held.get(table)) is not None:
                        match.audience.tell_presence()

    async def ring(self) -> None:
        """Load what its alarm calls for. A machine that slept, or over days a clock that was set
        forward, is late for timers but not for this."""
        now, owner = self.clock(), self.storage.name
        for match in self.held.values():
            if match.rings is not None and match.rings <= match.session.now():
                match.wake()
        await self._renew()
        await self._notice_shift(now)
        due, self._broken = self._broken, set()
        if await self.storage.read(lambda connection: leases.ripe(connection, now)):
            due |= set(await self.storage.write(lambda c: leases.claim(c, owner, now)))
        for table in due:
            await self._wake(table)

    async def _notice_shift(self, now: float) -> None:
        """When the wall clock was set, alarms that nobody minds were wound by another time: their
        matches are loaded once, and wind them anew."""
        shift = self.times.shift()
        if abs(shift - self._shift) > STEP:
            log.warning("the wall clock was set", seconds=round(shift - self._shift, 1))
            self._shift = shift
            await self.storage.write(lambda connection: leases.ring_all(connection, now))

    async def _wake(self, table: str) -> None:
        try:
            match = await self.get(table)
            if not match.driving:
                match.drive()
        except BadInput as error:
            log.error("match cannot go on", table=table, error=str(error))
            if error.code in ("database", "stopping"):
                self._broken.add(table)
        except Exception:
            log.exception("match cannot go on", table=table)

    async def _renew(self) -> None:
        """Keep what this process minds; what another has taken over is not ours any more."""
        if not self.storage.shared or time.monotonic() < self._renewed + leases.LEASE / 3:
            return
        driven = [match for match in self.held.values() if match.driving]
        self._renewed = time.monotonic()
        kept = await self.storage.write(lambda c: set(leases.renew(c, self.storage.name)))
        for match in driven:
            if match.id not in kept:
                match.rest()

    async def _say_who_is_here(self) -> None:
        """Other processes believe it for a while only; and after a crash it is known who was here
        until then."""
        pause = AWAY / 3 if self.storage.shared else STILL_HERE
        if time.monotonic() < self._said + pause:
            return
        self._said, now = time.monotonic(), self.clock()
        here = [seat for match in self.held.values() for seat in match.with_sockets()]
        if here:
            await self.storage.write(lambda c: rooms.still_here(c, here, now))
        if not self.storage.shared:
            return
        watched = {match.id: match for match in self.held.values() if match.audience.viewers}
        for table, seat, seen in await self.storage.read(lambda c: rooms.seen(c, list(watched))):
            watched[table].audience.last_seen[seat] = seen
        for match in watched.values():
            match.audience.tell_presence()

    async def forget(self, idle: float) -> None:
        """Let go of matches that nobody looks at."""
        before = time.monotonic() - idle
        for match in list(self.held.values()):
            if match.executor.touched <= before and match.idle():
                due, session = match.due(), match.session
                if match.driving and due is not None and due < session.now() + leases.SOON:
                    continue
                del self.held[match.id]
                driving = match.driving
                match.stop()
                if driving and not session.over:
                    await self._let_go(match.id, None if due is None else due + session.shift())
        self._count()

    async def _let_go(self, table: str, due: float | None) -> None:
        owner = self.storage.name
        await self.storage.write(lambda c: leases.let_go(c, owner, table, due))

    async def tidy(self) -> None:
        """Once in a while: tables for practice do not stay for ever."""
        now = self.clock()
        if now < self._tidied + TIDY:
            return
        self._tidied, held = now, frozenset(self.held)
        await self.storage.write(
            lambda connection: rooms.clear_practice(connection, now - PRACTICE, held)
        )

    def drop(self, match: Match) -> None:
        """Forget a match that was changed behind its back; whoever looks comes back to it."""
        self.held.pop(match.id, None)
        match.stop()
        match.audience.lose()

    async def close(self) -> None:
        """Finish what is under way; another process may go on with it at once."""
        for task in (self._sweeper, self._listener):
            if task is not None:
                task.cancel()
        for match in list(self.held.values()):
            await match.settle()
            match.stop()
        self.held.clear()
        await self.storage.write(lambda c: leases.let_go_all(c, self.storage.name))


async def _quietly(work: Awaitable[None]) -> None:
    with contextlib.suppress(BadInput):  # it is being rebuilt
        await work
