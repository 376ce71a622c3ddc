"""The server's parts in one place: what handlers and sockets work with."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from importlib.metadata import version
from typing import Any

import structlog

from . import rooms, topics
from .bots import Bots
from .errors import ServerError
from .grapevine import Grapevine
from .limits import Limits
from .lounge import Lounge
from .matches import Matches
from .metrics import Metrics
from .people import Identity, identify
from .settings import Settings
from .storage import Storage

log = structlog.get_logger()
MOST_KNOWN = 10_000


def clock(settings: Settings) -> Callable[[], float]:
    """What time it is: seconds since 1970. Tests let days pass with a file of seconds to add."""
    file = settings.clock
    return time.time if file is None else lambda: time.time() + float(file.read_text())


class House:
    """Storage, matches, bots, limits and numbers of one running server."""

    def __init__(self, settings: Settings, url: str) -> None:
        self.settings = settings
        self.version = version("intrigue")
        self.metrics = Metrics()
        self.storage = Storage.open(url, self.metrics)
        self.bots = Bots(self.metrics, settings.bot_delay)
        self.now = clock(settings)
        self.matches = Matches(self.storage, self.bots, self.now)
        self.lounge = Lounge()
        self.limits = Limits(settings.limits)
        self.sockets: dict[str, int] = {}  # by address
        self.ready = False
        self._known: dict[str, Identity] = {}
        self._grapevine: Grapevine | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        await self.matches.start()
        if self.storage.shared:
            self._grapevine = Grapevine(
                self.storage.engine, self.storage.name, self._hear, self._missed
            )
        self.ready = True

    async def close(self) -> None:
        """Answer what was asked, write it down, and stop."""
        self.ready = False
        if self._grapevine is not None:
            await self._grapevine.close()
        await self.matches.close()
        await self.storage.close()
        self.bots.close()

    # --- other processes --------------------------------------------------------------------------

    def _hear(self, topic: str) -> None:
        """Another process changed something."""
        match topic.split():
            case [topics.MATCH, table]:
                self.matches.heard(table)
            case [topics.HERE, table]:
                self.matches.look_around(table)
            case [topics.ROOM, table]:
                self._soon(self._tell_room(table))
            case [topics.REMATCH, table, again]:
                if (held := self.matches.held.get(table)) is not None:
                    held.tell_rematch(again)
            case [topics.FORGET]:
                self._known.clear()

    def _missed(self) -> None:
        """Other processes may have changed anything."""
        self._known.clear()
        self.matches.heard_nothing()
        for table in self.lounge.tables():
            self._soon(self._tell_room(table))

    async def _tell_room(self, table: str) -> None:
        try:
            room = await self.storage.read(lambda c: rooms.find(c, table))
        except ServerError as no:
            if no.code == "no_table":
                self.lounge.changed(table, None)
        else:
            self.lounge.changed(table, room)

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- who somebody is --------------------------------------------------------------------------

    def known(self, device: str | None) -> Identity | None:
        """Whose device secret this is, if it was seen before."""
        return self._known.get(device) if device else None

    async def identify(self, device: str | None) -> Identity | None:
        """Whose device secret this is. Known ones are remembered; they never change owner."""
        if not device or len(device) > 80:
            return None
        known = self._known.get(device)
        if known is None:
            known = await self.storage.read(lambda c: identify(c, device))
            if known is not None:
                if len(self._known) >= MOST_KNOWN:
                    self._known.clear()
                self._known[device] = known
        return known

    def forget(self, device: str) -> None:
        self._known.pop(device, None)
