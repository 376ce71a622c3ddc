"""The cards of links as PNG: each is drawn once, one at a time, in a process that may be slow, and
the latest are kept. Whoever asks for many gets what is there."""

import asyncio
import hashlib
import sys
from collections import OrderedDict

import structlog

from ..errors import ServerError
from .card import Card, svg

log = structlog.get_logger()
MOST = 48  # of some 200 kB
WAITING = 8  # who may wait for a drawing
PATIENCE = 30.0  # seconds that one may take


class Gallery:
    """Finished cards by what is on them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._waiting = 0
        self._one = asyncio.Lock()

    def kept(self, name: str) -> bytes | None:
        """A card that was drawn before."""
        if name in self._kept:
            self._kept.move_to_end(name)
        return self._kept.get(name)

    async def draw(self, card: Card) -> bytes:
        """A card as PNG; raises `ServerError` when too many want others."""
        name = name_of(card)
        if (found := self.kept(name)) is not None:
            return found
        if self._waiting >= WAITING:
            raise ServerError("too_fast")
        self._waiting += 1
        try:
            async with self._one:
                return self.kept(name) or await self._make(name, card)
        finally:
            self._waiting -= 1

    async def _make(self, name: str, card: Card) -> bytes:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "intrigue.server.previews.draw"), stdin=pipe, stdout=pipe
        )
        try:
            drawn, _ = await asyncio.wait_for(process.communicate(svg(card).encode()), PATIENCE)
        except TimeoutError:
            process.kill()
            await process.wait()
            drawn = b""
        if not drawn:
            log.error("card was not drawn", status=process.returncode)
            raise ServerError("internal")
        self._kept[name] = drawn
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
        return drawn


def name_of(card: Card) -> str:
    """Short, and another one for whatever looks different."""
    return hashlib.sha256(svg(card).encode()).hexdigest()[:16]
