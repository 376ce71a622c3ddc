"""The short form of `make fuzz` for the wire, and that it can fail."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ..figures import PAGE, fill, write
from .fuzz_wire import Wire, Wrong, framed, fuzz
from .running import serving


def test_everything_that_is_sent_has_its_answer_and_nobody_else_notices(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-limits") as server:
        _, figures = fuzz(server, frames=4000, seed=4)
    assert figures["answers"] == figures["frames"] >= 4000
    assert figures["unanswered"] == 0
    assert figures["bystanders"] > 0
    assert figures["tables"] >= 10
    write(tmp_path / "figures" / "wire.json", figures)
    assert f"{figures['answers']:,} answers read" in fill(PAGE.read_text(), tmp_path / "figures")


@pytest.fixture
def crooked() -> Iterator[tuple[int, list[bytes]]]:
    """A server that answers a socket with whatever it is told to."""
    answers: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            there, _ = listener.accept()
            there.recv(4096)
            there.sendall(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
            there.recv(4096)
            there.sendall(b"".join(framed(Random(0), 0x81, a, masked=False) for a in answers))
            there.recv(4096)
            there.close()

        thread = threading.Thread(target=serve)
        thread.start()
        yield listener.getsockname()[1], answers
        thread.join(30)


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ([b'{"do":"refused","key":"k","code":"internal","text":"Oh."}'], "no good answer"),
        ([b'{"do":"refused","key":null,"code":"bad_frame","text":""}'], "no good answer"),
        ([b'{"do":"done","key":"other"}'], "that names other"),
        ([b'{"do":"done","key":"k"}', b'{"do":"done","key":"k"}'], "an answer to nothing"),
    ],
)
def test_a_wrong_answer_is_found_out(
    crooked: tuple[int, list[bytes]], answers: list[bytes], why: str
) -> None:
    port, said = crooked
    said += answers

    async def main() -> None:
        wire = await Wire.open(port, "table", None)
        try:
            wire.message(Random(1), 1, b'{"do":"free","key":"k"}', "k")
            await wire.hear(0)
        finally:
            wire.cut()

    with pytest.raises(Wrong, match=why):
        asyncio.run(main())
