"""Kill the server at random moments while people play, and look what is left.

All installed games are played, through what the protocol offers. After every kill: everything
acknowledged is in the database once and as it was sent, nothing refused is, nothing is there that
nobody sent, and everything that anybody was shown is the fold of the record (see `shadow`). At the
end every match is played out and its record verified.

Servers are killed while people play, while they start, and while they make or migrate their
database. With several processes on one PostgreSQL, people sit down at any of them each time they
come, and one of the processes is killed. Half of the tables of Truce have a clock, and somebody
there who leaves every other question to it: such a round ends when its time is over, once, whoever
was killed meanwhile.

    python -m tests.server.chaos --kills 1000 [--database postgresql --processes 3] [--json FILE]
"""

import argparse
import asyncio
import contextlib
import json
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import text

from intrigue.agents.client import Client
from intrigue.kernel.game import Game, discover
from intrigue.server.db.storage import open_engine, sqlite_url
from intrigue.session.record import Record, verify

from ..figures import write
from .cradle import Cradle
from .nursery import Forked
from .players import Doors, Heard, Player
from .running import fresh_database, postgres
from .shadow import Shadow

NAMES = ["Agatha", "Barney", "Charles", "Darcy", "Emma", "Fitz", "George"]
CLOCK = 0.5  # seconds a round, where there is a clock
WINDOW = {"least": 0, "most": 1}
SHORT = {"truce": {"rounds": 12}, "accusation": {"round_cap": 10}}  # options of long games


class Chaos:
    """Servers, tables, players, and somebody with a hammer."""

    def __init__(
        self,
        folder: Path,
        tables: int = 5,
        seed: int = 1,
        processes: int = 1,
        postgresql: str | None = None,
        games: tuple[str, ...] = (),
    ) -> None:
        database = None if postgresql is None else fresh_database(postgresql, "chaos")
        self.servers = [
            Forked(folder / str(n), "--no-limits", "--bot-delay", "0.02", database=database)
            for n in range(processes)
        ]
        self.engine = open_engine(database or sqlite_url(self.servers[0].data))
        self.cradle = Cradle(folder / "cradle", seed, processes, postgresql)
        self.seed = seed
        self.rng = Random(seed)
        self.doors = Doors(Random(seed))
        self.tables = tables
        self.games = [
            game for name, game in sorted(discover().items()) if name in games or not games
        ]
        self.shadows: dict[str, Shadow] = {}  # of the tables under way
        self.tasks: dict[str, list[asyncio.Task[None]]] = {}
        self.game_of: dict[str, str] = {}
        self.kills: Counter[str] = Counter()  # by what the server was doing
        self.seen: Counter[str] = Counter()  # of matches that are over: acts, states, lines…
        self.matches: Counter[str] = Counter()  # played out, by game
        self.timeouts = 0  # answers that the clock gave
        self.latest = 0.0  # how much later than due, in seconds
        self.spent: Counter[str] = Counter()
        self.since = time.monotonic()
        self._start_takes = 0.5

    async def run(self, kills: int) -> dict[str, Any]:
        """So many kills, of every kind; what was counted."""
        hurry = asyncio.Event()
        await self._start(*self.servers)
        said = 0
        try:
            while self.kills.total() < kills:
                with self._spending("seating"):
                    await self._fill(hurry)
                with self._spending("playing"):
                    await self._let_play(self.rng.randrange(60))
                await self._kill()
                if self.kills.total() > 10 * (1 + self.kills["create"] + self.kills["migrate"]):
                    with self._spending("births"):
                        await self._bear()
                if self.kills.total() - said >= 25:
                    said = self.kills.total()
                    print(self.line(), flush=True)
            hurry.set()
            with self._spending("the end"):
                everybody = [task for tasks in self.tasks.values() for task in tasks]
                await asyncio.wait_for(asyncio.gather(*everybody), 600)
                await self._clear()
        finally:
            for tasks in self.tasks.values():
                for task in tasks:
                    task.cancel()
            for server in self.servers:
                server.kill()
            self.engine.dispose()
        return self.figures()

    # --- what is told -----------------------------------------------------------------------------

    def figures(self) -> dict[str, Any]:
        """Everything that was counted so far."""
        counts = self.seen + _counted(*self.shadows.values())
        return {
            "database": self.engine.dialect.name,
            "processes": len(self.servers),
            "seed": self.seed,
            "kills": dict(sorted(self.kills.items())),
            **dict(sorted(counts.items())),
            "matches": dict(sorted(self.matches.items())),
            "timeouts": self.timeouts,
            "latest": round(self.latest, 1),
            "seconds": round(time.monotonic() - self.since),
        }

    def line(self) -> str:
        figures = self.figures()
        kills = ", ".join(f"{count} {name}" for name, count in figures["kills"].items())
        spent = ", ".join(f"{name} {took:.0f}" for name, took in self.spent.most_common())
        return (
            f"{self.kills.total()} kills ({kills}), {figures.get('acts', 0)} acts acknowledged and "
            f"kept as they were sent, {figures.get('states', 0)} states shown and found in the "
            f"record, {figures.get('repeats', 0)} acts repeated after a kill, "
            f"{self.matches.total()} matches played out and verified, {self.timeouts} answers by "
            f"the clock, at most {self.latest:.1f} s late, {figures['seconds']} s ({spent})"
        )

    @contextlib.contextmanager
    def _spending(self, what: str) -> Iterator[None]:
        since = time.monotonic()
        yield
        self.spent[what] += time.monotonic() - since  # type: ignore[assignment]

    # --- servers ----------------------------------------------------------------------------------

    async def _start(self, *servers: Forked) -> None:
        """At the same time; people come as soon as one of them is up."""

        async def start(server: Forked) -> None:
            since = time.monotonic()
            await asyncio.to_thread(server.start)
            self._start_takes = time.monotonic() - since
            self.doors.open(server.url)

        with self._spending("starting"):
            await asyncio.gather(*(start(server) for server in servers))

    async def _kill(self) -> None:
        """One of the servers, at any moment; sometimes again while it starts."""
        victim = self.rng.choice(self.servers)
        self.doors.shut(victim.url)
        victim.kill()
        self.kills["play"] += 1
        heard = {shadow: shadow.hear() for shadow in self.shadows.values()}
        with self._spending("looking"):
            await asyncio.to_thread(self._compare, heard)
        while self.rng.random() < 0.25:
            with self._spending("starting"):
                victim.begin()
                await asyncio.sleep(self.rng.uniform(0, self._start_takes))
                victim.kill()
            self.kills["start"] += 1
        await self._start(victim)

    async def _bear(self) -> None:
        """Elsewhere a database is made, or migrated, and that is disturbed; play goes on."""
        kind = self.rng.choice(["create", "migrate"])
        self.kills[kind] += await asyncio.to_thread(self.cradle.bear, kind)

    def _compare(self, heard: dict[Shadow, list[Heard]]) -> None:
        """What is on the disk, as the next server will find it."""
        with self.engine.connect() as database:
            for shadow, known in heard.items():
                shadow.compare(database, known)

    # --- tables -----------------------------------------------------------------------------------

    def _acknowledged(self) -> int:
        return self.seen["acts"] + _counted(*self.shadows.values())["acts"]

    async def _let_play(self, acts: int) -> None:
        """Until so many more acts were acknowledged, and a little longer: a moment when some are
        under way."""
        wanted = self._acknowledged() + acts
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(20):
                while self._acknowledged() < wanted:
                    self.doors.acted.clear()
                    await self.doors.acted.wait()
        await asyncio.sleep(self.rng.uniform(0, 0.1))

    async def _fill(self, hurry: asyncio.Event) -> None:
        """New tables for those that are over, of the games that were played least."""
        await self._clear()
        while len(self.tasks) < self.tables:
            begun = Counter(self.game_of.values())
            game = min(self.games, key=lambda game: (begun[game.id], self.rng.random()))
            players = await asyncio.to_thread(self._seat, await self.doors.one(), game)
            table = players[0].table
            self.game_of[table] = game.id
            self.shadows[table] = Shadow(players)
            self.tasks[table] = [asyncio.create_task(player.run(hurry)) for player in players]

    async def _clear(self) -> None:
        """Matches that were played out are looked at once more."""
        for table, tasks in list(self.tasks.items()):
            for task in tasks:
                if task.done():
                    task.result()
            if all(task.done() for task in tasks):
                await asyncio.to_thread(self._verify, table, await self.doors.one())
                self.seen += _counted(self.shadows.pop(table))
                self.matches[self.game_of[table]] += 1
                del self.tasks[table]

    def _seat(self, door: str, game: Game) -> list[Player]:
        """A table with people, and now and then a bot."""
        seats = max(game.low, min(game.high, 3))
        bots = int(self.rng.random() < 0.2)
        people = [Client(door).sign_in(name) for name in NAMES[: seats - bots]]
        host = people[0]
        clock = {"decision": CLOCK} if game.id == "truce" and self.rng.random() < 0.5 else None
        options = SHORT.get(game.id, {})
        info = host.make_table(game.id, seats, options=options, clock=clock, window=WINDOW)
        for guest in people[1:]:
            guest.join(info["code"])
            guest.ready(info["id"])
        for seat in range(seats - bots, seats):
            host.set_bot(info["id"], seat, "random")
        host.start(info["id"])
        seed, table = self.rng.getrandbits(30), info["id"]
        drowsy = 1 if clock is not None else None
        # while one of several processes starts, the others are played at, and want the same cores
        pause = 0.03 if len(self.servers) > 1 else 0.0
        return [
            Player(client, table, n, seed + n, self.doors, n == drowsy, pause=pause)
            for n, client in enumerate(people)
        ]

    def _verify(self, table: str, door: str) -> None:
        shadow = self.shadows[table]
        self._compare({shadow: shadow.hear()})
        device = shadow.players[0].client.device
        verify(Record.read(Client(door, device).record(table)))
        if self.game_of[table] == "truce":  # elsewhere windows close by themselves
            self._check_clock(table)

    def _check_clock(self, table: str) -> None:
        """Whoever took the default had the whole time; a round that ended twice would show here."""
        with self.engine.connect() as database:
            one = {"id": table}
            started, terms = database.execute(_TERMS, one).one()
            rows = database.execute(_ENTRIES, one).all()
        timed = json.loads(terms)["clock"] is not None
        opened = closed = started
        for at, line in rows:
            entry = json.loads(line)
            if entry["do"] == "close":
                opened, closed = closed, at
            elif entry["do"] == "play" and entry.get("by") == "default" and entry["seat"] in NAMES:
                late = closed - opened - CLOCK
                assert timed, "somebody without a clock was not waited for"
                assert late > -0.01, "a round ended before its time"
                self.latest = max(self.latest, late)
                self.timeouts += 1


_TERMS = text("SELECT started, terms FROM tables WHERE id = :id")
_ENTRIES = text('SELECT at, line FROM entries WHERE "table" = :id ORDER BY number')


def _counted(*shadows: Shadow) -> Counter[str]:
    """What was seen at these tables."""
    found: Counter[str] = Counter()
    for shadow in shadows:
        found["states"] += shadow.states
        found["lines"] += len(shadow.lines)
        for player in shadow.players:
            found["acts"] += len(player.acknowledged)
            found["refused"] += len(player.refused)
            found["repeats"] += player.repeats
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--json", type=Path, help="where to write the figures")
    given = parser.parse_args()
    shared = given.database == "postgresql"
    if given.processes > 1 and not shared:
        parser.error("several processes need --database postgresql")
    print(f"{given.database}, processes {given.processes}, seed {given.seed}", flush=True)
    with (
        tempfile.TemporaryDirectory() as home,
        postgres() if shared else contextlib.nullcontext() as url,
    ):
        here = Chaos(Path(home), given.tables, given.seed, given.processes, url)
        figures = asyncio.run(here.run(given.kills))
    write(given.json, figures)
    print(here.line())


if __name__ == "__main__":
    main()
