"""Every match in memory: loaded at first touch, forgotten when nobody looks, woken by its clock."""

import asyncio
import time
from collections.abc import Callable

import structlog

from intrigue.kernel.text import BadInput

from . import ledger, rooms
from .bots import Bots
from .herald import Reach
from .match import Match
from .storage import Storage

log = structlog.get_logger()
IDLE = 120.0  # seconds without a look before a match is forgotten
SOON = 60.0  # a clock that rings later than this does not keep its match in memory


class Matches:
    """The registry of matches."""

    def __init__(
        self,
        storage: Storage,
        bots: Bots,
        clock: Callable[[], float] = time.time,
        reach: Reach | None = None,
    ) -> None:
        self.storage = storage
        self.bots = bots
        self.clock = clock
        self.reach = reach
        self.held: dict[str, Match] = {}
        self.alarms: dict[str, float] = {}
        self._loading: dict[str, asyncio.Task[Match]] = {}
        self._sweeper: asyncio.Task[None] | None = None

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
        loaded = await self.storage.read(lambda connection: ledger.load(connection, table))
        match = Match(loaded, self.storage, self.bots, self._broken, self.clock, self.reach)
        self.held[table] = match
        self.alarms.pop(table, None)
        self.storage.metrics.matches.set(len(self.held))
        match.wake()
        return match

    def _broken(self, match: Match) -> None:
        if self.held.get(match.id) is match:
            del self.held[match.id]
            self.storage.metrics.matches.set(len(self.held))
            self.alarms[match.id] = self.clock() + 1.0  # its clock and its bots go on

    # --- waking and forgetting --------------------------------------------------------------------

    async def start(self) -> None:
        """Let every match under way go on, without making anybody wait for it."""
        waiting = await self.storage.read(rooms.playing)
        self.alarms = dict.fromkeys(waiting, 0.0)
        self._sweeper = asyncio.create_task(self._sweep())

    async def _sweep(self) -> None:
        while True:
            await self.ring()
            self.forget(IDLE)
            await asyncio.sleep(1.0)

    async def ring(self) -> None:
        """Load what its clock calls for. A clock that was set forward, or a machine that slept,
        is late for timers but not for this."""
        now = self.clock()
        for match in self.held.values():
            if match.rings is not None and match.rings <= now:
                match.wake()
        for table in [table for table, due in self.alarms.items() if due <= now + SOON / 2]:
            del self.alarms[table]
            try:
                await self.get(table)
            except BadInput as no:
                log.error("match cannot go on", table=table, error=str(no))
                if no.code in ("database", "stopping"):
                    self.alarms[table] = now + SOON
            except Exception:
                log.exception("match cannot go on", table=table)

    def forget(self, idle: float) -> None:
        """Let go of matches that nobody looks at."""
        now, before = self.clock(), time.monotonic() - idle
        for match in list(self.held.values()):
            if match.touched <= before and match.idle():
                due = match.due()
                if due is not None and due < now + SOON:
                    continue
                match.stop()
                del self.held[match.id]
                if due is not None:
                    self.alarms[match.id] = due
        self.storage.metrics.matches.set(len(self.held))

    def drop(self, match: Match) -> None:
        """Forget a match that was changed behind its back; whoever looks comes back to it."""
        self.held.pop(match.id, None)
        match.stop()
        match.audience.lose()

    async def close(self) -> None:
        """Finish what is under way."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        for match in list(self.held.values()):
            await match.settle()
            match.stop()
        self.held.clear()
