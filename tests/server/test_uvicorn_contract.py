"""What `net/websocket.py` takes for granted of uvicorn and websockets, beyond what they promise.

If a new version of either breaks one of these, its cap in pyproject stays, or the way past ASGI
goes: see docs/decisions/0027.
"""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.protocol import OPEN

from intrigue.agents.client import Client
from intrigue.server.net.websocket import FrameConnection

from .fuzz_wire import Wire, framed
from .running import Server, serving

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2l4dGVlbiBieXRlcyBvaw==\r\n\r\n"
)
DICE = Random(0)


class Pipe(asyncio.Transport):
    """A transport that remembers."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closed = False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def get_write_buffer_size(self) -> int:
        return len(self.written)


async def accept(scope: Any, receive: Any, send: Any) -> None:
    """An application that accepts, and leaves what comes in its queue."""
    await receive()
    await send({"type": "websocket.accept"})
    await asyncio.Event().wait()


def queued(connection: FrameConnection) -> str:
    """The text of the next message for ASGI."""
    event: Any = connection.queue.get_nowait()
    text: str = event["text"]
    return text


def connected(use: Callable[[FrameConnection, Pipe, list[bytes]], None]) -> None:
    """Let a test use an open connection whose socket takes every whole message."""

    async def main() -> None:
        config = Config(accept, ws=FrameConnection, log_config=None, ws_per_message_deflate=False)
        connection, pipe = FrameConnection(config, ServerState(), {}), Pipe()
        connection.connection_made(pipe)
        connection.data_received(HANDSHAKE)
        while not connection.handshake_complete:
            await asyncio.sleep(0)
        pipe.written = b""
        heard: list[bytes] = []

        def hear(message: bytes) -> bool:
            heard.append(message)
            return True

        connection.hear = hear
        use(connection, pipe, heard)
        for task in connection.tasks:
            task.cancel()
        connection.connection_lost(None)

    asyncio.run(main())


def test_a_whole_message_on_an_open_connection_is_heard_at_once() -> None:
    def use(connection: FrameConnection, pipe: Pipe, heard: list[bytes]) -> None:
        assert connection.conn.state is OPEN
        assert connection.queue.empty()
        connection.data_received(framed(DICE, 0x81, b"whole"))
        connection.data_received(framed(DICE, 0x81, b"x" * 300))
        assert heard == [b"whole", b"x" * 300]
        assert connection.queue.empty()

    connected(use)


def test_what_comes_in_pieces_goes_through_uvicorn_and_keeps_its_order() -> None:
    def use(connection: FrameConnection, pipe: Pipe, heard: list[bytes]) -> None:
        late = framed(DICE, 0x81, b"half")
        connection.data_received(late[:4])
        assert connection.conn.reader.buffer, "half a frame waits here"
        connection.data_received(late[4:])
        connection.data_received(framed(DICE, 0x81, b"after"))
        assert heard == [], "after what is still in the queue, not before it"
        assert [queued(connection) for _ in range(2)] == ["half", "after"]
        connection.data_received(framed(DICE, 0x81, b"now"))
        assert heard == [b"now"]

    connected(use)


def test_between_two_fragments_nothing_is_heard() -> None:
    def use(connection: FrameConnection, pipe: Pipe, heard: list[bytes]) -> None:
        connection.data_received(framed(DICE, 0x01, b"one "))
        assert connection.frames, "the first fragment waits here"
        connection.data_received(framed(DICE, 0x80, b"message"))
        assert heard == []
        assert queued(connection) == "one message"

    connected(use)


def test_frames_that_a_socket_writes_are_frames() -> None:
    def use(connection: FrameConnection, pipe: Pipe, heard: list[bytes]) -> None:
        assert connection.push(b"short") == 7
        assert pipe.written == b"\x81\x05short"
        pipe.written = b""
        connection.push_all([b"a", b"y" * 200])
        assert pipe.written == b"\x81\x01a" + b"\x81\x7e\x00\xc8" + b"y" * 200

    connected(use)


def test_nothing_is_written_after_a_goodbye() -> None:
    def use(connection: FrameConnection, pipe: Pipe, heard: list[bytes]) -> None:
        connection.data_received(framed(DICE, 0x88, (1000).to_bytes(2)))
        said = pipe.written
        assert connection.conn.state is not OPEN
        connection.close_sent = True
        assert connection.push(b"late") == 0
        assert pipe.written == said
        connection.data_received(framed(DICE, 0x81, b"{}"))
        assert heard == []

    connected(use)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("contract")) as running:
        yield running


SENT = [
    b'{"do":"submit","key":"a","act":"loot","ready":false}',
    b'{"do":"submit","key":"b","act":"loot","ready":true,"prompt":7}',
    b'{"do":"submit","key":"c","act":"no such act"}',
    b'{"do":"submit","key":"d","act":"attack Ann"}',
    b'{"do":"submit","key":5}',
    b'{"do":"submit","key":"f","act":"' + b"x" * 20_000 + b'"}',
    b"no JSON at all",
    b'{"do":"ready","key":"g"}',
    b'{"do":"free","key":"h"}',
]


def test_both_ways_of_a_frame_answer_alike(server: Server) -> None:
    """In one piece, and cut in two: the same answers, in the same order, from a seat and from a
    spectator."""
    for seat in (0, None):
        at_once, in_pieces = (asyncio.run(exchange(server, seat, cut)) for cut in (False, True))
        assert at_once == in_pieces
        assert len(at_once) == len(SENT)
        codes = [answer.get("code") for answer in at_once]
        assert codes.count("bad_frame") == 2
        assert (codes[0], codes[1]) == ((None, "stale") if seat == 0 else ("spectator",) * 2)


def test_both_ways_count_towards_the_same_limit(tmp_path: Path) -> None:
    with serving(tmp_path / "limited") as server:
        answers = asyncio.run(exchange(server, 0, None, SENT[:1] * 200))
        kinds = [answer.get("code", "done") for answer in answers]
        at = kinds.index("too_fast")
        assert {answer["do"] for answer in answers[:at]} == {"done"}
        refused = {number % 2 for number, kind in enumerate(kinds) if kind == "too_fast"}
        assert refused == {0, 1}, "those that took the other way count too"


async def exchange(
    server: Server, seat: int | None, cut: bool | None, sent: list[bytes] = SENT
) -> list[dict[str, Any]]:
    """The answers to these messages: in one piece, cut in two, or (None) one after the other."""
    people = [server.person(name) for name in ("Ann", "Bob", "Cid")]
    table = people[0].make_table("truce", 3, spectators=True)
    for guest in people[1:]:
        guest.join(table["code"])
        guest.ready(table["id"])
    people[0].start(table["id"])
    who: Client = server.person("Watcher") if seat is None else people[seat]
    wire = await Wire.open(server.port, table["id"], who.device)
    answers: list[dict[str, Any]] = []
    wire.heard = answers.append
    for number, message in enumerate(sent):
        data = framed(DICE, 0x81, message)
        wire.waiting.append(None)
        if number % 2 if cut is None else cut:
            wire.send(data[:3])
            await asyncio.sleep(0.02)
            wire.send(data[3:])
        else:
            wire.send(data)
        await wire.hear(0)
    await wire.leave()
    return answers
