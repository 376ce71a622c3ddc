"""Clients of `make load`, as cheap as can be, so that servers are measured and not clients: they
count the updates they are sent, see when a new round begins, and look at little else."""

import asyncio
import json
import re
import struct
from collections.abc import Callable
from typing import cast

PING = 0x89
_STATE = re.compile(rb'"_stateID":(\d+)')
_ROUND = re.compile(rb'"round":(\d+)')
_DONE = re.compile(rb'"done":\[([^]]*)\]')
_ADDED = re.compile(rb'"path":"/done[^"]*","value":(\[[^]]*\]|\d+)')
_SEAT = re.compile(rb"\d+")

Told = Callable[[bool, bytes], None]  # whether a new round began, and the update


class Wire(asyncio.Protocol):
    """A websocket. A subclass says how the server is greeted, and what an update looks like."""

    def __init__(self, path: str, cookie: str = "") -> None:
        self.hello = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: {cookie}\r\n\r\n"
        ).encode()
        self.data = b""
        self.open = False
        self.acts = 0
        self.bytes = 0
        self.over = False
        self.begun = asyncio.get_running_loop().create_future()
        self.waiter: asyncio.Future[None] | None = None
        self.told: Told | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.hello)

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        data = self.data + data
        if not self.open:
            head, found, rest = data.partition(b"\r\n\r\n")
            if not found:
                self.data = data
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self.open, data = True, rest
        at = 0
        while len(data) - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[start : start + 2]), start + 2
            elif size == 127:
                size, start = int.from_bytes(data[start : start + 8]), start + 8
            if len(data) < start + size:
                break
            if data[at] == PING:
                self._write(0x8A, data[start : start + size])
            else:
                self.frame(data[start : start + size])
            at = start + size
        self.data = data[at:]

    def frame(self, text: bytes) -> None:
        raise NotImplementedError

    def order(self, what: str, number: int) -> str:
        """The frame of an act."""
        raise NotImplementedError

    def answered(self, text: bytes) -> set[int]:
        """The seats of which an update says that they have answered."""
        raise NotImplementedError

    def updated(self, turned: bool, text: bytes) -> None:
        if self.told is not None:
            self.told(turned, text)
        if self.waiter is not None:
            self.waiter.set_result(None)
            self.waiter = None

    def send(self, text: str) -> None:
        self._write(0x81, text.encode())

    def _write(self, kind: int, data: bytes) -> None:
        head = (
            bytes([kind, 0x80 | len(data)])
            if len(data) < 126
            else bytes([kind, 0xFE]) + struct.pack(">H", len(data))
        )
        self.transport.write(head + b"\0\0\0\0" + data)  # masked with zeros

    def next_update(self) -> asyncio.Future[None]:
        self.waiter = asyncio.get_running_loop().create_future()
        return self.waiter


class Ours(Wire):
    """A seat at our server."""

    def __init__(self, table: str, device: str) -> None:
        super().__init__(f"/api/tables/{table}/socket", f"intrigue={device}")

    def frame(self, text: bytes) -> None:
        if text.startswith(b'{"do":"update"'):
            self.updated(b'"path":"/prompt"' in text, text)
        elif text.startswith(b'{"do":"view"'):
            if not self.begun.done():
                self.begun.set_result(None)
        elif text.startswith(b'{"do":"over"'):
            self.over = True
            if self.told is not None:
                self.told(True, text)
        elif text.startswith(b'{"do":"refused"'):
            raise RuntimeError(text.decode())

    def order(self, what: str, number: int) -> str:
        return json.dumps({"do": "submit", "key": f"k{number}", "act": what})

    def answered(self, text: bytes) -> set[int]:
        return {int(seat) for value in _ADDED.findall(text) for seat in _SEAT.findall(value)}


class Theirs(Wire):
    """A seat at boardgame.io's server: Engine.IO 4 and Socket.IO, without polling."""

    def __init__(self, match: str, player: int, players: int) -> None:
        super().__init__("/socket.io/?EIO=4&transport=websocket")
        self.match = match  # made by the first who asks for it
        self.player = str(player)
        self.players = players
        self.state = 0
        self.round = 1

    def frame(self, text: bytes) -> None:
        if text.startswith(b'42/orders,["update"'):
            found = _STATE.search(text)
            assert found is not None
            self.state = int(found[1])
            found = _ROUND.search(text)
            assert found is not None
            turned, self.round = int(found[1]) != self.round, int(found[1])
            self.updated(turned, text)
        elif text.startswith(b"0"):
            self.send("40/orders,")
        elif text.startswith(b"40/orders"):
            self._emit("sync", self.match, self.player, None, self.players)
        elif text.startswith(b'42/orders,["sync"'):
            self.begun.set_result(None)
        elif text == b"2":
            self.send("3")

    def _emit(self, *data: object) -> None:
        self.send("42/orders," + json.dumps(data))

    def order(self, what: str, number: int) -> str:
        move = {"type": "order", "args": [what], "playerID": self.player}
        act = {"type": "MAKE_MOVE", "payload": move}
        sent = ["update", act, self.state, self.match, self.player]
        return "42/orders," + json.dumps(sent)

    def answered(self, text: bytes) -> set[int]:
        found = _DONE.search(text)
        assert found is not None
        return {int(seat) for seat in _SEAT.findall(found[1])}
