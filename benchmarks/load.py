"""Many tables at once over real websockets on loopback: acts a second, and the time from an act to
everyone's update. Every act is durable before anybody is told.

    python benchmarks/load.py --tables 300 --seats 7 --seconds 20
"""

import argparse
import asyncio
import json
import os
import sqlite3
import struct
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.running import Server

from intrigue.agents.client import Client


class Wire(asyncio.Protocol):
    """A websocket client that does as little as possible: it counts updates."""

    def __init__(self, url: str, path: str, cookie: str) -> None:
        parts = urlsplit(url)
        self.hello = (
            f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: {cookie}\r\n\r\n"
        ).encode()
        self.data = b""
        self.open = False
        self.updates = 0
        self.bytes = 0
        self.over = False
        self.begun = asyncio.get_running_loop().create_future()
        self.wanted = 0
        self.waiter: asyncio.Future[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.hello)

    def data_received(self, data: bytes) -> None:
        self.data += data
        self.bytes += len(data)
        if not self.open:
            head, found, rest = self.data.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self.open, self.data = True, rest
        while len(self.data) >= 2:
            size, start = self.data[1], 2
            if size == 126:
                if len(self.data) < 4:
                    return
                size, start = struct.unpack(">H", self.data[2:4])[0], 4
            if len(self.data) < start + size:
                return
            self.frame(self.data[start : start + size])
            self.data = self.data[start + size :]

    def frame(self, text: bytes) -> None:
        if text.startswith(b'{"do":"update"'):
            self.updates += 1
            if self.waiter is not None and self.updates >= self.wanted:
                self.waiter.set_result(None)
                self.waiter = None
        elif text.startswith(b'{"do":"view"'):
            if not self.begun.done():
                self.begun.set_result(None)
        elif text.startswith(b'{"do":"over"'):
            self.over = True
        elif text.startswith(b'{"do":"refused"'):
            raise RuntimeError(text.decode())

    def send(self, text: str) -> None:
        data = text.encode()
        head = (
            bytes([0x81, 0x80 | len(data)])
            if len(data) < 126
            else bytes([0x81, 0xFE]) + struct.pack(">H", len(data))
        )
        self.transport.write(head + b"\0\0\0\0" + data)  # masked with zeros

    def reach(self, updates: int) -> asyncio.Future[None] | None:
        """Something to wait for until so many updates came."""
        if self.updates >= updates:
            return None
        self.wanted = updates
        self.waiter = asyncio.get_running_loop().create_future()
        return self.waiter


async def play(wires: list[Wire], end: float, took: list[float]) -> int:
    """Everyone acts in turn; the next act waits until all have heard of the last."""
    acts = 0
    turn = 0
    while time.perf_counter() < end and not wires[0].over:
        actor = wires[turn % len(wires)]
        turn += 1
        since = time.perf_counter()
        waits = [wait for wire in wires if (wait := wire.reach(wire.updates + 1)) is not None]
        act = "loot" if turn % 3 else "defend"
        actor.send(json.dumps({"do": "submit", "key": f"k{turn}", "act": act}))
        await asyncio.gather(*waits)
        took.append(time.perf_counter() - since)
        acts += 1
    return acts


def seat(people: list[Client], seats: int) -> str:
    host = people[0]
    info = host.make_table("truce", seats, options={"rounds": 50})
    table: str = info["id"]
    for guest in people[1:]:
        guest.join(info["code"])
        guest.ready(table)
    host.start(table)
    return table


def memory(pid: int) -> float:
    """Resident memory in kB."""
    text = Path(f"/proc/{pid}/status").read_text()
    return float(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1])


def cpu(pid: int) -> float:
    """Seconds of processor time so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def main(tables: int, seats: int, seconds: float, folder: Path, database: str | None) -> None:
    server = Server(folder, "--no-limits", database=database).start()
    assert server.process is not None
    pid = server.process.pid
    try:
        people = [server.person(f"P{i}") for i in range(seats)]
        before = memory(pid)
        since = time.perf_counter()
        places = [await asyncio.to_thread(seat, people, seats) for _ in range(tables)]
        made = time.perf_counter() - since
        seated = memory(pid)
        loop = asyncio.get_running_loop()
        wires: list[list[Wire]] = []
        for place in places:
            row: list[Wire] = []
            for person in people:
                path, cookie = f"/api/tables/{place}/socket", f"intrigue={person.device}"

                def make(path: str = path, cookie: str = cookie) -> Wire:
                    return Wire(server.url, path, cookie)

                row.append((await loop.create_connection(make, "127.0.0.1", server.port))[1])
            await asyncio.gather(*(wire.begun for wire in row))
            wires.append(row)
        connected = memory(pid)
        took: list[float] = []
        busy = cpu(pid)
        since = time.perf_counter()
        acts = sum(await asyncio.gather(*(play(row, since + seconds, took) for row in wires)))
        lasted = time.perf_counter() - since
        busy = cpu(pid) - busy
        played = memory(pid)
        took.sort()
        numbers = Client(server.url).get("/metrics")
        found = dict(line.rsplit(" ", 1) for line in numbers.splitlines() if line[0] != "#")
        commits = float(found["intrigue_commit_seconds_count"])
        result = {
            "tables": tables,
            "seats": seats,
            "acts": acts,
            "acts_per_second": round(acts / lasted),
            "updates_per_second": round(sum(w.updates for row in wires for w in row) / lasted),
            "acts_per_cpu_second": round(acts / busy),
            "p50_ms": round(took[len(took) // 2] * 1000, 1),
            "p99_ms": round(took[int(len(took) * 0.99)] * 1000, 1),
            "commits": commits,
            "kB_received_per_act": round(sum(w.bytes for r in wires for w in r) / acts / 1000, 2),
            "tables_made_per_second": round(tables / made, 1),
            "memory_kB": {
                "server": before,
                "per_table_without_sockets": round((seated - before) / tables, 1),
                "per_table_with_sockets": round((connected - before) / tables, 1),
                "per_table_after_play": round((played - before) / tables, 1),
            },
        }
        print(json.dumps(result, indent=2))
        if database is None:
            with sqlite3.connect(folder / "intrigue.sqlite3") as kept:
                rows = kept.execute("SELECT count(*) FROM entries WHERE key IS NOT NULL").fetchone()
            assert rows[0] == acts, f"{rows[0]} of {acts} acts are on the disk"
    finally:
        server.kill()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seats", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--database")
    given = parser.parse_args()
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    with tempfile.TemporaryDirectory() as home:
        asyncio.run(main(given.tables, given.seats, given.seconds, Path(home), given.database))
