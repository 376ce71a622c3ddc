"""The server's parts in one place: what handlers and sockets work with."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from importlib.metadata import version
from typing import Any

import structlog

from intrigue.kernel.game import left_out

from ..bots.pool import Bots
from ..bots.reviewer import Reviewer
from ..clocks.times import Times, moved_by
from ..db import keys, topics
from ..db.notify import Subscription
from ..db.storage import Storage
from ..errors import ServerError
from ..identity import Identity, identify, session_of, used
from ..live.registry import Matches
from ..metrics import Metrics
from ..notices.sender import Notices
from ..record.finished import FinishedMatches
from ..settings import Settings
from ..tables import rooms
from ..tables.viewers import Viewer, Viewers
from .limits import Crowd, Limits

log = structlog.get_logger()
MOST_KNOWN = 10_000
REMEMBERED = 600.0  # seconds


class Services:
    """Storage, matches, bots, limits and numbers of one running server."""

    def __init__(self, settings: Settings, url: str) -> None:
        self.settings = settings
        self.version = version("intrigue")
        self.metrics = Metrics()
        self.storage = Storage.open(url, self.metrics)
        self.bots = Bots(self.metrics, settings.bot_delay)
        self.times = Times() if settings.clock is None else moved_by(settings.clock)
        self.now = self.times.wall
        self.viewers = Viewers()
        self.notices = Notices(self.storage, settings, self.now, self.viewers)
        self.matches = Matches(self.storage, self.bots, self.viewers, self.times, self.notices)
        self.finished = FinishedMatches()
        self.counting = asyncio.Lock()  # chances of a finished match: a long computation at a time
        self.reviewer = Reviewer(self.storage, self.now)
        self.limits = Limits(settings.limits)
        self.crowd = Crowd(settings.limits)
        self.ready = False
        self._known: dict[str, tuple[Identity, float]] = {}  # by device, and since when
        self._subscription: Subscription | None = None
        self._record_key: str | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        for broken in left_out():
            log.warning("game left out", game=broken.name, source=broken.source, error=broken.why)
        await self.notices.start()
        await self.matches.start()
        self.reviewer.start()
        if self.storage.shared:
            self._subscription = Subscription(
                self.storage.engine, self.storage.name, self._hear, self._missed
            )
        self.ready = True

    async def record_key(self) -> str:
        """The private key that records are signed with."""
        if self._record_key is None:
            self._record_key = await self.storage.write(keys.record_key)
        return self._record_key

    @property
    def state(self) -> str:
        """Whether people can be sent here: `ok`, `starting` (or stopping), or `database`."""
        if not self.ready:
            return "starting"
        return "ok" if self.storage.trouble is None else "database"

    async def close(self) -> None:
        """Answer what was asked, write it down, and stop."""
        self.ready = False
        if self._subscription is not None:
            await self._subscription.close()
        await self.reviewer.close()
        await self.matches.close()
        await self.notices.close()
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
            case [topics.FORGET, person, session]:
                self.forget_person(person, None if session == topics.EVERY else session)

    def _missed(self) -> None:
        """Other processes may have changed anything."""
        self._known.clear()
        self.matches.heard_nothing()
        for table in self.viewers.waiting():
            self._soon(self._tell_room(table))

    async def _tell_room(self, table: str) -> None:
        try:
            room = await self.storage.read(lambda c: rooms.find(c, table))
        except ServerError as error:
            if error.code == "no_table":
                self.viewers.tell_waiting(table, None)
        else:
            self.viewers.tell_waiting(table, room)

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- who somebody is --------------------------------------------------------------------------

    def known(self, device: str | None) -> Identity | None:
        """Whose device secret this is, if it was seen before."""
        known = self._known.get(device) if device else None
        return None if known is None else known[0]

    async def identify(self, device: str | None) -> Identity | None:
        """Whose device secret this is. Known ones are remembered for a while; they never change
        owner, and now and then it is written down that they are still in use."""
        if not device or len(device) > 80:
            return None
        now = self.now()
        known = self._known.get(device)
        if known is not None and now - known[1] < REMEMBERED:
            return known[0]
        found = await self.storage.read(lambda c: identify(c, device))
        self._known.pop(device, None)
        if found is not None:
            self._soon(self._touch(device, now))
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[device] = (found, now)
        return found

    async def _touch(self, device: str, now: float) -> None:
        """Nobody waits for this, and nobody misses it."""
        with contextlib.suppress(ServerError):
            await self.storage.write(lambda c: used(c, device, now))

    def renamed(self, person: str) -> None:
        """Somebody has another name; their sessions go on."""
        for device in [d for d, (who, _) in self._known.items() if who.id == person]:
            del self._known[device]

    # --- sessions that end ------------------------------------------------------------------------

    def forget(self, device: str) -> None:
        """A device signed out."""
        known = self._known.pop(device, None)
        if known is not None:
            self._show_out(known[0].id, lambda viewer: viewer.device == device)

    def forget_person(self, person: str, session: str | None = None) -> None:
        """One session of a person ended, or any of them: whoever is left must show their device
        secret anew."""
        for device in [d for d, (who, _) in self._known.items() if who.id == person]:
            if session is None or session_of(device) == session:
                del self._known[device]
        self._show_out(
            person, lambda viewer: session is None or session_of(viewer.device) == session
        )

    def _show_out(self, person: str, concerns: Callable[[Viewer], bool]) -> None:
        for viewer in self.viewers.of(person):
            if concerns(viewer):
                viewer.sign_out()
