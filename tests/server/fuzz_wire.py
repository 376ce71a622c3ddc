"""Send the server what nobody should send, over real sockets and HTTP, and read every answer.

Tables of all games are attacked from every seat: frames of every kind, bent out of shape, whole and
in fragments, many before the first answer, and now and then something that is no frame at all. Each
message has one answer, in order, or the connection is closed where the websocket protocol says so.
No answer is an error of the server, nothing goes wrong in its log, people at another table do not
notice, and afterwards every attacked table can still be played.

    python -m tests.server.fuzz_wire --frames 1000000 [--minutes M] [--seed S] [--json FILE]
"""

import argparse
import asyncio
import base64
import json
import re
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from intrigue.agents.client import CallRefused, Client
from intrigue.kernel.game import discover
from intrigue.server.db.storage import open_engine, sqlite_url
from intrigue.session.record import Record, verify

from ..figures import write
from .chaos import NAMES, SHORT, WINDOW
from .nonsense import ODD, Frames, Json, bend
from .players import Doors, Player
from .running import Server, serving
from .shadow import Shadow

AHEAD = 16  # messages sent before the first answer
TABLES = 10
PATIENCE = 60.0  # seconds for an answer
HEADERS = ["http://[", "null", "x" * 3000, "fr;q=x", "é", "a, b;q=9"]
# what ends a connection, and how the server may say so: a goodbye, or none to somebody who is gone
CLOSES = {1000, 1002, 1003, 1007, 1009, None}


_ANSWER = re.compile(rb'\{"do":"[a-z]+","key":')  # every frame that answers names a key


class Wrong(AssertionError):
    """The server did what it must not do."""


class Wire(asyncio.Protocol):
    """One websocket, byte by byte: what a library would not send must be sent, too."""

    def __init__(self) -> None:
        self.waiting: deque[str | None] = (
            deque()
        )  # messages without an answer: their keys, if sound
        self.beats: set[str] = set()  # of those, signs of life
        self.answers: Counter[str] = Counter()
        self.frames: list[Json] = []  # views, and the end, for whoever wants them
        self.closed: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self.upgraded: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.heard: Callable[[Json], None] = lambda _: None  # every answer
        self.wrong: str | None = None
        self.over = False
        self._code: int | None = None
        self._buffer = bytearray()
        self._heard = asyncio.Event()
        self._transport: asyncio.Transport

    @classmethod
    async def open(cls, port: int, table: str, device: str | None) -> "Wire":
        """A connection to a table, as somebody."""
        _, wire = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        wire.send(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(b'sixteen bytes ok').decode()}\r\n"
            f"Cookie: intrigue={device}\r\n\r\n".encode()
        )
        status = await asyncio.wait_for(wire.upgraded, PATIENCE)
        if status != 101:
            raise Wrong(f"a socket was answered with {status}")
        return wire

    # --- hearing ----------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, _: Exception | None) -> None:
        if not self.upgraded.done():
            self.upgraded.set_result(0)
        self.closed.set_result(self._code)
        self._heard.set()

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self.upgraded.done():
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            self.upgraded.set_result(int(buffer[9:12]))
            del buffer[: end + 4]
        at = 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4]), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10]), at + 10
            if len(buffer) < start + size:
                break
            self._take(buffer[at] & 15, bytes(buffer[start : start + size]))
            at = start + size
        del buffer[:at]
        self._heard.set()

    def _take(self, kind: int, data: bytes) -> None:
        if kind == 8:
            self._code = int.from_bytes(data[:2]) if len(data) > 1 else None
            self.answers[f"close {self._code}"] += 1
        elif kind == 9:
            self.send(framed(Random(0), 0x8A, data))
        elif kind == 10:
            self.answers["pong"] += 1
        elif _ANSWER.match(data):
            self._answer(msgspec.json.decode(data))
        else:
            self.answers["told"] += 1
            if data.startswith((b'{"do":"view"', b'{"do":"over"')):
                frame = msgspec.json.decode(data)
                self.over |= frame["do"] == "over"
                self.frames.append(frame)

    def _answer(self, frame: Json) -> None:
        self.answers["answers"] += 1
        self.answers[frame["do"]] += 1
        self.heard(frame)
        if not self.waiting:
            self.wrong = self.wrong or f"an answer to nothing: {frame}"
            return
        if frame["key"] in self.beats:  # a sign of life overtakes what is on its way
            self.beats.discard(frame["key"])
            self.waiting.remove(frame["key"])
            key = frame["key"]
        else:
            key = self.waiting.popleft()
        if key is not None and frame["key"] not in (key, None):
            self.wrong = self.wrong or f"an answer to {key} that names {frame['key']}"
        if frame["do"] == "refused":
            self.answers[f"refused {frame['code']}"] += 1
            if not frame["text"] or frame["code"] in ("internal", "database", "stopping"):
                self.wrong = self.wrong or f"no good answer: {frame}"

    async def hear(self, most: int) -> None:
        """Until no more than so many answers are missing, or nothing more comes."""
        async with asyncio.timeout(PATIENCE):
            while len(self.waiting) > most and not self.closed.done():
                self._heard.clear()
                await self._heard.wait()
        if self.wrong is not None:
            raise Wrong(self.wrong)

    # --- sending ----------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        self._transport.write(data)

    def message(self, rng: Random, kind: int, data: bytes, key: str | None) -> None:
        """One message, whole or in fragments with a ping between, in one write or several."""
        self.waiting.append(key)
        parts = [data]
        if rng.random() < 0.06:
            cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(1, 6)))
            parts = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        wire = b""
        for number, part in enumerate(parts):
            first = kind if number == 0 else 0
            last = 0x80 if number == len(parts) - 1 else 0
            wire += framed(rng, first | last, part)
            if not last and rng.random() < 0.3:
                wire += framed(rng, 0x89, b"ping")
        self.send(wire)

    def cut(self) -> None:
        """Gone, without a word."""
        self._transport.abort()

    async def leave(self) -> None:
        self.send(framed(Random(0), 0x88, (1000).to_bytes(2)))
        await asyncio.wait_for(self.closed, PATIENCE)


def framed(rng: Random, first: int, data: bytes, masked: bool = True) -> bytes:
    """A frame of the websocket protocol."""
    size, bit = len(data), 0x80 if masked else 0
    head = bytes((first, bit | min(size, 126 if size < 65536 else 127)))
    if size > 65535:
        head += size.to_bytes(8)
    elif size > 125:
        head += size.to_bytes(2)
    if not masked:
        return head + data
    mask = rng.randbytes(4) if size < 200 else bytes(4)
    if mask != bytes(4):
        whole = (mask * (size // 4 + 1))[:size]
        data = (int.from_bytes(data) ^ int.from_bytes(whole)).to_bytes(size)
    return head + mask + data


def violations(rng: Random) -> bytes:
    """What the websocket protocol forbids, or a part of what it allows."""
    return rng.choice(
        [
            framed(rng, 0x81, b"\xff\xfe\x80 not UTF-8"),
            framed(rng, 0x83, b"{}"),  # an unknown kind
            framed(rng, 0xC1, b"{}"),  # compressed, they say
            framed(rng, 0x81, b'{"do":"free","key":"k"}', masked=False),
            framed(rng, 0x81, b"x" * 70_000),
            framed(rng, 0x80, b"the rest of nothing"),
            framed(rng, 0x01, b"one") + framed(rng, 0x81, b"another"),
            framed(rng, 0x09, b"a ping in parts"),
            framed(rng, 0x89, b"x" * 130),
            framed(rng, 0x88, b"\x00"),
            framed(rng, 0x88, (999).to_bytes(2)),
            framed(rng, 0x88, (1000).to_bytes(2) + b"\xff"),
            b"\x81\xff" + (2**62).to_bytes(8) + b"much more to come",
            rng.randbytes(40),
            framed(rng, 0x81, b"x" * 300)[: rng.randrange(1, 200)],
        ]
    )


class Attack:
    """Everybody who attacks, and those who must not notice."""

    def __init__(self, server: Server, frames: int, seed: int, until: float) -> None:
        self.server = server
        self.wanted = frames
        self.until = until
        self.seed = seed
        self.rng = Random(seed)
        self.described = Client(server.url).get("/api/protocol.json")
        self.paths = Client(server.url).get("/api/openapi.json")
        self.sent: Counter[str] = Counter()
        self.heard: Counter[str] = Counter()
        self.tables = 0
        self.since = time.monotonic()

    @property
    def enough(self) -> bool:
        return self.sent["frames"] >= self.wanted or time.monotonic() > self.until

    async def run(self) -> dict[str, Any]:
        """Attack until it is enough; what was counted. Raises `Wrong`."""
        calm = asyncio.create_task(self._bystanders())
        said = asyncio.create_task(self._report())
        games = sorted(discover())
        work = [self._besiege(games[n % len(games)]) for n in range(TABLES)]
        work += [self._request() for _ in range(4)]
        tasks = [asyncio.create_task(one) for one in work]
        try:
            await asyncio.gather(*tasks)
            acts = await calm
        finally:
            for task in (calm, said, *tasks):
                task.cancel()
        self._read_log()
        return {
            "seed": self.seed,
            **{name: self.sent[name] for name in ("frames", "violations", "requests", "sockets")},
            "answers": self.heard["answers"],
            "done": self.heard["done"],
            "closes": sum(n for name, n in self.heard.items() if name.startswith("close")),
            "told": self.heard["told"],
            "unanswered": self.heard["unanswered"],
            "codes": {k[8:]: n for k, n in sorted(self.heard.items()) if k[:8] == "refused "},
            "statuses": {k[7:]: n for k, n in sorted(self.heard.items()) if k[:7] == "status "},
            "tables": self.tables,
            "bystanders": acts,
            "seconds": round(time.monotonic() - self.since),
        }

    async def _report(self) -> None:
        while True:
            await asyncio.sleep(15)
            print(self.line(), flush=True)

    def line(self) -> str:
        return (
            f"{self.sent['frames']} frames sent, {self.heard['answers']} answers read "
            f"({self.heard['done']} done, {self.heard['refused']} refused), "
            f"{self.sent['violations']} breaches of the protocol, "
            f"{self.sent['requests']} requests, {self.tables} tables played on afterwards, "
            f"{time.monotonic() - self.since:.0f} s"
        )

    # --- tables -----------------------------------------------------------------------------------

    async def _besiege(self, name: str) -> None:
        """One table after the other, attacked from every seat, twice from one, and by a watcher."""
        while not self.enough:
            table, people = await asyncio.to_thread(self._seat, name)
            watcher = await asyncio.to_thread(self.server.person, "Watcher")
            quota = min(20_000, max(200, self.wanted // TABLES))
            who = [*people, people[0], watcher]
            await asyncio.gather(
                *(self._attack(table, client, len(people), quota // len(who)) for client in who)
            )
            await self._play_on(table, people)
            self.tables += 1

    def _seat(self, name: str) -> tuple[str, list[Client]]:
        game = discover()[name]
        people = [self.server.person(who) for who in NAMES[: max(game.low, min(game.high, 3))]]
        terms = {"window": WINDOW, "spectators": True, "options": SHORT.get(name, {})}
        info = people[0].make_table(name, len(people), **terms)
        for guest in people[1:]:
            guest.join(info["code"])
            guest.ready(info["id"])
        people[0].start(info["id"])
        return info["id"], people

    async def _attack(self, table: str, client: Client, seats: int, quota: int) -> None:
        rng = Random(self.rng.getrandbits(60))
        frames = Frames(rng, self.described)
        frames.seats = seats
        wire = await self._connect(table, client)
        for _ in range(quota):
            if self.enough or wire.over:
                break
            if wire.closed.done():
                raise Wrong(f"a connection was closed with {wire.closed.result()}")
            for frame in wire.frames:
                if frame["do"] == "view":
                    frames.see(frame["state"])
            wire.frames.clear()
            if rng.random() < 0.004:
                wire = await self._break(wire, rng, table, client)
            self._send(wire, rng, frames)
            await wire.hear(AHEAD if rng.random() < 0.9 else 0)
        await wire.hear(0)
        await wire.leave()
        self._count(wire)

    def _send(self, wire: Wire, rng: Random, frames: Frames) -> None:
        self.sent["frames"] += 1
        if rng.random() < 0.03:
            wire.message(rng, 2, rng.randbytes(rng.choice((0, 1, 40, 3000))), None)
            return
        frame = frames.one()
        bent = bend(rng, frame)
        if rng.random() < 0.35 or b"beat" in bent:  # as it should be
            if frame["do"] == "beat":
                wire.beats.add(frame["key"])
            wire.message(rng, 1, json.dumps(frame).encode(), frame["key"])
        else:
            wire.message(rng, 1, bent, None)

    async def _connect(self, table: str, client: Client) -> Wire:
        self.sent["sockets"] += 1
        return await Wire.open(self.server.port, table, client.device)

    async def _break(self, wire: Wire, rng: Random, table: str, client: Client) -> Wire:
        """Something that is no message: the connection ends, and another one goes on."""
        await wire.hear(0)
        self.sent["violations"] += 1
        wire.send(violations(rng))
        if rng.random() < 0.3:
            await asyncio.sleep(0)
            wire.cut()
        else:
            try:
                await asyncio.wait_for(asyncio.shield(wire.closed), 0.5)
            except TimeoutError:  # it waits for the rest, which does not come
                wire.cut()
        code = await asyncio.wait_for(wire.closed, PATIENCE)
        if code not in CLOSES:
            raise Wrong(f"a breach of the protocol was answered with {code}")
        wire.waiting.clear()
        self._count(wire)
        return await self._connect(table, client)

    def _count(self, wire: Wire) -> None:
        if wire.wrong is not None:
            raise Wrong(wire.wrong)
        self.heard += wire.answers
        self.heard["unanswered"] += len(wire.waiting)

    async def _play_on(self, table: str, people: list[Client]) -> None:
        """Whoever comes now can play, or finds a match that ended well."""
        for client in people:
            async with asyncio.timeout(PATIENCE), client.sit(table) as seat:
                await seat.begin()
                if seat.over is None:
                    await self._answer_once(seat)
        if (await asyncio.to_thread(people[0].table, table))["state"] == "over":
            verify(Record.read(await asyncio.to_thread(people[0].record, table)))

    async def _answer_once(self, seat: Any) -> None:
        try:
            await seat.do("back")
            await seat.do("pass", until="")
            if seat.ask is not None:
                await seat.submit(self.rng.choice(seat.ask["options"]), ready=False)
        except CallRefused as error:
            if error.code not in ("paused", "over", "stale", "not_asked"):
                raise Wrong(f"an attacked table cannot be played: {error}") from None

    # --- requests ---------------------------------------------------------------------------------

    async def _request(self) -> None:
        """Requests to every address, with bodies and headers that make no sense."""
        rng = Random(self.rng.getrandbits(60))
        calls = [(m, path) for path, methods in self.paths["paths"].items() for m in methods]
        client, table = await asyncio.to_thread(self._own_table)
        while not self.enough:
            if self.sent["requests"] > self.sent["frames"] // 20:
                await asyncio.sleep(0.05)
                continue
            method, path = rng.choice(calls)
            for name in ("table", "seat", "viewer", "step", "token", "number"):
                own = table if name == "table" else rng.randrange(3)
                given = own if rng.random() < 0.7 else _plain(rng.choice(ODD))
                path = path.replace(f"{{{name}}}", str(given))
            if rng.random() < 0.05:
                path = "/" + _plain(rng.choice(ODD)) + path
            data = self._body(rng)
            cookie = client.device if rng.random() < 0.9 else _plain(rng.choice(ODD))
            head = {"Host": f"127.0.0.1:{self.server.port}", "Cookie": f"intrigue={cookie}"}
            if rng.random() < 0.2:
                name = rng.choice(["Origin", "Accept-Language", "Host", "Range", "User-Agent"])
                head[name] = rng.choice(HEADERS)
            status = await self._http(rng, method.upper(), path, head, data)
            if status == 401:
                client, table = await asyncio.to_thread(self._own_table)

    def _own_table(self) -> tuple[Client, str]:
        client = self.server.person("Robin")
        return client, client.make_table("truce", 3, practice="x", bot="random")["id"]

    def _body(self, rng: Random) -> bytes:
        names = ["name", "code", "game", "seats", "options", "seat", "kind", "bot", "ready", "line",
                 "true", "whispers", "address", "token", "lang", "zone", "means", "target", "days",
                 "clock", "window", "practice", "press", "invitation"]  # fmt: skip
        body = {name: rng.choice(ODD) for name in rng.sample(names, rng.randrange(4))}
        return bend(rng, {"do": "x", **body}) if rng.random() < 0.7 else json.dumps(body).encode()

    async def _http(
        self, rng: Random, method: str, path: str, head: dict[str, str], body: bytes
    ) -> int:
        """One request over a connection of its own, well formed or not; its status, 0 if none."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        size = str(len(body)) if rng.random() < 0.95 else rng.choice(["-1", "0", "3", "9" * 9, "x"])
        head = {**head, "Content-Length": size, "Connection": "close"}
        lines = [f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in head.items()), "", ""]
        raw = "\r\n".join(lines).encode("latin-1", "replace") + body
        whole = size == str(len(body))
        if rng.random() < 0.05:
            raw = raw[: rng.randrange(len(raw))] if rng.random() < 0.5 else rng.randbytes(200)
            whole = False
        self.sent["requests"] += 1
        try:
            writer.write(raw)
            if not whole:
                writer.write_eof()  # nothing more comes
            answer = await asyncio.wait_for(reader.read(), PATIENCE)
        except ConnectionError:
            answer = b""
        finally:
            writer.close()
        status = int(answer[9:12]) if answer.startswith(b"HTTP/1.1 ") else 0
        self.heard[f"status {status}"] += 1
        if status >= 500:
            raise Wrong(f"{raw[:300]!r} was answered with {answer[:300]!r}")
        return status

    # --- who must not notice ----------------------------------------------------------------------

    async def _bystanders(self) -> int:
        """People at a table of their own, who play one match after the other."""
        acts = 0
        engine = open_engine(sqlite_url(self.server.data))
        while not self.enough:
            doors = Doors(self.rng)
            doors.open(self.server.url)
            table, people = await asyncio.to_thread(self._seat, "truce")
            players = [Player(c, table, n, n, doors) for n, c in enumerate(people)]
            hurry = asyncio.Event()
            tasks = [asyncio.create_task(player.run(hurry)) for player in players]
            await asyncio.gather(*tasks)
            shadow = Shadow(players)
            with engine.connect() as database:
                shadow.compare(database, shadow.hear())
            lost = sum(player.lost for player in players)
            if lost:
                raise Wrong(f"people at another table lost {lost} connections")
            acts += sum(len(player.acknowledged) for player in players)
        engine.dispose()
        return acts

    def _read_log(self) -> None:
        text = self.server.log.read_text(errors="replace")
        for mark in ("Traceback", '"level": "error"', '"level":"error"'):
            if (at := text.find(mark)) >= 0:
                raise Wrong(f"the server's log says: {text[max(0, at - 500) : at + 4000]}")


def _plain(value: Any) -> str:
    """Fit for a path or a header."""
    text = value if isinstance(value, str) else json.dumps(value)
    return "".join(c for c in text if c.isprintable() and c not in " \r\n")[:300]


def fuzz(server: Server, frames: int, seed: int, minutes: float = 60) -> tuple[Attack, Json]:
    """Attack a server; what was counted."""
    attack = Attack(server, frames, seed, time.monotonic() + 60 * minutes)
    return attack, asyncio.run(attack.run())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--json", type=Path, help="where to write the figures")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory() as home, serving(Path(home), "--no-limits") as server:
        attack, figures = fuzz(server, given.frames, given.seed, given.minutes)
    write(given.json, figures)
    print(attack.line())


if __name__ == "__main__":
    main()
