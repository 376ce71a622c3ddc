"""Frames of text, straight to the connection and straight from it.

An update goes to every seat of a table, and passing each through the layers of ASGI would cost more
than making it. This protocol lets a socket of ours write its frames itself, and hands it a whole
small message as it comes in. Everything else is uvicorn's.
"""

from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

try:
    from websockets.speedups import apply_mask
except ImportError:  # no wheel with C for this machine
    from websockets.utils import apply_mask

_NAME = "intrigue.connection"
_TEXT = 0x81  # a whole text message; a server does not mask
_MASKED = 0x80
_PING = b"\x89\x00"
_PONG = b"\x8a\x80"  # before its mask
Hear = Callable[[bytes], bool]


class FrameConnection(WebSocketsSansIOProtocol):
    """A websocket that takes frames as they are. Nothing is compressed here."""

    hear: Hear | None = None  # takes a message, or leaves it to ASGI
    heard = 0.0  # when anything came last, by the loop's time

    async def run_asgi(self) -> None:
        scope: Any = self.scope
        scope["extensions"][_NAME] = self
        self.heard = self.loop.time()
        await super().run_asgi()

    def data_received(self, data: bytes) -> None:
        self.heard = self.loop.time()
        if len(data) == 6 and data.startswith(_PONG) and self._between():
            return  # the answer to a `ping`; those of uvicorn carry a number
        if self.hear is not None:
            message = _message(data)
            if message is not None and self._between() and self.hear(message):
                return
        super().data_received(data)

    def _between(self) -> bool:
        """Whether everything before was read, and heard."""
        half_read = self.conn.reader.buffer or self.frames
        return self.conn.state is OPEN and not half_read and self.queue.empty()

    def ping(self) -> None:
        """Ask for a sign of life, which any websocket gives by itself."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(_PING)

    def push(self, frame: bytes) -> int:
        """Write it; how many bytes are still waiting for the reader."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return 0
        transport.write(_framed(frame))
        return transport.get_write_buffer_size()

    def push_all(self, frames: list[bytes]) -> int:
        """Write these in one piece; how many bytes are still waiting for the reader."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return 0
        transport.write(b"".join([_framed(frame) for frame in frames]))
        return transport.get_write_buffer_size()


def connection_of(ws: WebSocket) -> FrameConnection:
    """The connection of a socket."""
    connection: FrameConnection = ws.scope["extensions"][_NAME]
    return connection


def _message(data: bytes) -> bytes | None:
    """The text of a frame, if the data is one whole small message and nothing else."""
    if len(data) < 6 or data[0] != _TEXT or not data[1] & _MASKED:
        return None
    size, start = data[1] - _MASKED, 6
    if size == 126:
        size, start = int.from_bytes(data[2:4]), 8
    if size > 0xFFFF or len(data) != start + size:
        return None
    return apply_mask(data[start:], data[start - 4 : start])


_last = b"", b""  # most frames go to several sockets, one after the other


def _framed(frame: bytes) -> bytes:
    global _last
    if _last[0] is not frame:
        _last = frame, _head(len(frame)) + frame
    return _last[1]


def _head(size: int) -> bytes:
    if size < 126:
        return bytes((_TEXT, size))
    if size < 65536:
        return bytes((_TEXT, 126)) + size.to_bytes(2)
    return bytes((_TEXT, 127)) + size.to_bytes(8)
