"""The server's parts in one place: what handlers and sockets work with."""

import time
from importlib.metadata import version

import structlog

from .bots import Bots
from .limits import Limits
from .lounge import Lounge
from .matches import Matches
from .metrics import Metrics
from .people import Identity, identify
from .settings import Settings
from .storage import Storage

log = structlog.get_logger()
MOST_KNOWN = 10_000


class House:
    """Storage, matches, bots, limits and numbers of one running server."""

    def __init__(self, settings: Settings, url: str) -> None:
        self.settings = settings
        self.version = version("intrigue")
        self.metrics = Metrics()
        self.storage = Storage.open(url, self.metrics)
        self.bots = Bots(self.metrics, settings.bot_delay)
        self.matches = Matches(self.storage, self.bots)
        self.lounge = Lounge()
        self.limits = Limits(settings.limits)
        self.sockets: dict[str, int] = {}  # by address
        self.ready = False
        self._known: dict[str, Identity] = {}

    def now(self) -> float:
        return time.time()

    async def open(self) -> None:
        await self.matches.start()
        self.ready = True

    async def close(self) -> None:
        """Answer what was asked, write it down, and stop."""
        self.ready = False
        await self.matches.close()
        await self.storage.close()
        self.bots.close()

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
