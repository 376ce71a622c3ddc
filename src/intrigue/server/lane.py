"""The fast lane: frames of text, straight to the connection.

An update goes to every seat of a table, and passing each through the layers of ASGI would cost more
than making it. This protocol lets a socket of ours write its frames itself, all that are due in one
piece. Everything else is uvicorn's.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import structlog
from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

log = structlog.get_logger()
_NAME = "intrigue.lane"
_TEXT = 0x81  # a whole text message; a server does not mask
Push = Callable[[list[bytes]], int]


class Lane(WebSocketsSansIOProtocol):
    """A websocket that takes frames as they are. Nothing is compressed here."""

    async def run_asgi(self) -> None:
        scope: Any = self.scope
        scope["extensions"][_NAME] = self.push
        await super().run_asgi()

    def push(self, frames: list[bytes]) -> int:
        """Write these; how many bytes are still waiting for the reader."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return 0
        parts: list[bytes] = []
        for frame in frames:
            size = len(frame)
            if size < 126:
                parts.append(bytes((_TEXT, size)))
            elif size < 65536:
                parts.append(bytes((_TEXT, 126)) + size.to_bytes(2))
            else:
                parts.append(bytes((_TEXT, 127)) + size.to_bytes(8))
            parts.append(frame)
        self.transport.write(b"".join(parts))
        return self.transport.get_write_buffer_size()


def push_of(ws: WebSocket) -> Push:
    """How to write to an accepted socket."""
    push: Push = ws.scope["extensions"][_NAME]
    return push


class Post:
    """Sockets that have something to send: all of them are served once in a turn of the loop."""

    def __init__(self) -> None:
        self._due: list[Callable[[], None]] = []

    def due(self, flush: Callable[[], None]) -> None:
        """Call this soon, with all others."""
        if not self._due:
            asyncio.get_running_loop().call_soon(self._deliver)
        self._due.append(flush)

    def _deliver(self) -> None:
        due, self._due = self._due, []
        for flush in due:
            try:
                flush()
            except Exception:  # one connection's trouble is not another's
                log.exception("a frame was not sent")
