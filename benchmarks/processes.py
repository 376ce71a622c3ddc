"""Two processes on one PostgreSQL beside one, for `make load`: the same tables, first all at one
process, then half at each, and last with the people of every table at both."""

import asyncio
import contextlib
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from load import Peer, cpu, in_turn, seat
from tests.server.running import Server, fresh_database, postgres
from wires import Ours

from intrigue.agents.client import Client


class Hall:
    """Some processes on one database, and sockets at their tables."""

    def __init__(self, servers: list[Server], spread: bool) -> None:
        self.servers = servers
        self.spread = spread  # the people of a table sit at all of them
        self.peers: list[Peer] = []
        for server in servers:
            assert server.process is not None
            self.peers.append(Peer("intrigue", server.process.pid, server.port))
        self.rates: list[float] = []
        self.work: list[float] = []

    async def fill(self, tables: int, seats: int) -> None:
        people = [self.servers[0].person(f"P{i}") for i in range(seats)]
        for number in range(tables):
            door = self.servers[number % len(self.servers)]
            here = [Client(door.url, person.device) for person in people]
            table = await asyncio.to_thread(seat, here, seats)
            row = []
            for at, person in enumerate(people):
                peer = self.peers[(number + at * self.spread) % len(self.peers)]
                row.append(await peer.connect(lambda t=table, d=person.device: Ours(t, d)))  # type: ignore[misc]
            await asyncio.gather(*(wire.begun for wire in row))
            self.peers[number % len(self.peers)].wires.append(row)

    async def play(self, seconds: float) -> None:
        rows = [row for peer in self.peers for row in peer.wires]
        before = sum(cpu(peer.process) for peer in self.peers)
        since = time.perf_counter()
        took: list[float] = []
        acts = sum(await asyncio.gather(*(in_turn(0, row, since + seconds, took) for row in rows)))
        self.rates.append(acts / (time.perf_counter() - since))
        self.work.append(acts / (sum(cpu(peer.process) for peer in self.peers) - before))

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)

    @property
    def per_cpu(self) -> float:
        return statistics.median(self.work)


@contextlib.contextmanager
def serving(folder: Path, database: str, processes: int) -> Iterator[list[Server]]:
    servers = [Server(folder / str(n), "--no-limits", database=database) for n in range(processes)]
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            if server.process is not None:
                server.kill()


async def compare(folder: Path, tables: int, seats: int, seconds: float, rounds: int) -> str:
    """The section of the page about several processes."""
    lines: list[str] = []
    found: list[Hall] = []
    with postgres() as url:
        for name, processes, spread in (
            ("one process", 1, False),
            ("two, each table at one of them", 2, False),
            ("two, each table at both", 2, True),
        ):
            database = fresh_database(url, f"load{len(found)}")
            with serving(folder / str(len(found)), database, processes) as servers:
                hall = Hall(servers, spread)
                await hall.fill(tables, seats)
                for _ in range(rounds):
                    await hall.play(seconds)
                    print(f"{name}: {hall.rates[-1]:.0f} acts/s", flush=True)
            found.append(hall)
            lines.append(f"| {name} | {hall.rate:,.0f} | {hall.per_cpu:,.0f} |")
    one, two, both = found
    return "\n".join(
        [
            "## Several processes on one PostgreSQL",
            "",
            f"{tables} tables of {seats}, {rounds} rounds of {seconds:g} s; database, servers and "
            "clients on the same cores.",
            "",
            "| | acts a second | acts a second of the servers' processor |",
            "|---|---|---|",
            *lines,
            "",
            f"Two processes carry **{two.rate / one.rate:.2f}×** of one (wanted: 1.6×), and "
            f"{both.rate / one.rate:.2f}× when the people of each table sit at both. For each act "
            f"the two need {one.per_cpu / two.per_cpu:.2f}× the work of one: that is what a second "
            "machine would show. Here the clients and PostgreSQL want the same cores.",
            "",
        ]
    )
