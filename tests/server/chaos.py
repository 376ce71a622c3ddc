"""Kill the server at random moments while people play, and look what is left.

Clients write down what was acknowledged. After every kill: nothing acknowledged is missing, nothing
is doubled. At the end every match is played out and its record verified.

With several processes on one PostgreSQL, people sit down at any of them each time they come, and
one of the processes is killed. Half of the tables have a clock, and somebody there who leaves every
other question to it: such a round ends when its time is over, once, whoever was killed meanwhile.

    python -m tests.server.chaos --kills 200 [--processes 3]
"""

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from sqlalchemy import BindParameter, bindparam, text
from websockets.exceptions import WebSocketException

from intrigue.agents.client import Client, Refused, Seat
from intrigue.kernel.record import Play, Record, verify
from intrigue.server.storage import open_engine, sqlite_url

from .nursery import Forked
from .running import Server, postgres

NAMES = ["Agatha", "Barney", "Charles"]
ROUNDS = 30
CLOCK = 0.5  # seconds a round, where there is a clock
LOST = (OSError, WebSocketException, EOFError, TimeoutError)


class Player:
    """Somebody who acts as fast as the server answers, and repeats what was not answered."""

    def __init__(
        self, client: Client, table: str, name: str, seed: int, doors: "Doors", drowsy: bool
    ) -> None:
        self.client = client
        self.doors = doors
        self.drowsy = drowsy  # leaves some questions to the clock
        self.asleep: int | None = None  # about this question, for one
        self.woke: int | None = None
        self.table = table
        self.name = name
        self.rng = Random(seed)
        self.acknowledged: list[str] = []
        self.gifts = 0  # acknowledged gifts: none may be lost or doubled
        self.pending: tuple[str, str, str] | None = None  # what, key, act
        self.count = 0
        self.repeats = 0
        self.place: str | None = None
        self.state: dict[str, object] = {}
        self.over = False

    async def run(self, hurry: asyncio.Event) -> None:
        while not self.over:
            here = Client(await self.doors.one(), self.client.device)
            try:
                async with here.sit(self.table, self.place) as seat:
                    seat.state = self.state
                    await self._play(seat, hurry)
            except LOST:
                continue
            except Refused as no:
                if no.code not in ("stopping", "database", "conflict"):
                    raise

    async def _play(self, seat: Seat, hurry: asyncio.Event) -> None:
        def heard(_: object) -> None:
            self.place, self.state = seat.place if seat.state else None, seat.state

        seat.heard = heard
        await seat.until(lambda seat: bool(seat.welcome))
        # nothing more comes if nothing was missed: ask for something
        with contextlib.suppress(Refused):
            await seat.do("read", number=0)
        if self.pending is not None:
            self.repeats += 1
        # what was under way when the match ended is asked about, too: it may have been done
        while seat.over is None or self.pending is not None:
            if self.pending is None:
                self.pending = self._choose(seat, hurry.is_set())
            if self.pending is None:
                await seat.next()
                continue
            what, key, act = self.pending
            try:
                if what == "say":
                    await seat.do("say", key, text=act)
                else:
                    ready = what == "ready"
                    prompt = None if what == "gift" else seat.state["prompt"]
                    await seat.do("submit", key, act=act, ready=ready, prompt=prompt)
            except Refused as no:
                if no.code in ("stopping", "database", "conflict", "internal"):
                    raise
                self.pending = None  # judged and refused: stale, or too large a gift
                continue
            self.acknowledged.append(key)
            self.doors.acted.set()
            self.gifts += what == "gift"
            self.pending = None
        self.over = True

    def _choose(self, seat: Seat, hurry: bool) -> tuple[str, str, str] | None:
        ask, prompt = seat.ask, seat.state.get("prompt")
        if ask is None or prompt == self.asleep:
            return None
        if self.drowsy and prompt != self.woke and self.rng.random() < 0.5:
            self.asleep = prompt
            return None
        self.woke = prompt
        self.count += 1
        key = f"{self.name}{self.count}"
        roll = self.rng.random()
        if not hurry and roll < 0.15:
            return "say", key, f"word {self.count}"
        if not hurry and roll < 0.4:
            return "draft", key, self.rng.choice(ask["options"])
        view = seat.state["view"]
        if not hurry and roll < 0.5 and view["supply"][seat.seat] > 0:
            to = self.rng.choice([name for name in NAMES if name != self.name])
            return "gift", key, f"gift 1 {to}"
        if ask["ready"]:
            return None
        return "ready", key, self.rng.choice(ask["options"])


class Doors:
    """Where people come in: any server that is up."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.acted = asyncio.Event()  # somebody had an answer
        self._up: list[str] = []
        self._any = asyncio.Event()

    def open(self, server: Server) -> None:
        self._up.append(server.url)
        self._any.set()

    def shut(self, server: Server) -> None:
        self._up.remove(server.url)
        if not self._up:
            self._any.clear()

    async def one(self) -> str:
        """Any of them, as soon as there is one."""
        await self._any.wait()
        return self.rng.choice(self._up)


class Chaos:
    """A server, tables, players, and somebody with a hammer."""

    def __init__(
        self, folder: Path, tables: int, seed: int, processes: int = 1, database: str | None = None
    ) -> None:
        self.servers = [
            Forked(folder / str(n), "--no-limits", "--bot-delay", "0.02", database=database)
            for n in range(processes)
        ]
        self.engine = open_engine(database or sqlite_url(self.servers[0].data))
        self.rng = Random(seed)
        self.doors = Doors(Random(seed))
        self.tables = tables
        self.rounds = ROUNDS if processes == 1 else ROUNDS // 3  # the others play on meanwhile
        self.players: list[Player] = []
        self.tasks: dict[str, list[asyncio.Task[None]]] = {}  # by table, of those under way
        self.finished = 0
        self.timeouts = 0  # answers that the clock gave
        self.latest = 0.0  # how much later than due, in seconds
        self.spent: Counter[str] = Counter()

    async def run(self, kills: int) -> str:
        since = time.monotonic()
        hurry = asyncio.Event()
        await self._start(*self.servers)
        try:
            for number in range(1, kills + 1):
                with self._spending("seating"):
                    await self._fill(hurry)
                with self._spending("playing"):
                    await self._let_play(self.rng.randrange(60))
                await self._kill()
                if number % 20 == 0:
                    print(self._progress(number, time.monotonic() - since), flush=True)
            hurry.set()
            with self._spending("the end"):
                everybody = [task for tasks in self.tasks.values() for task in tasks]
                await asyncio.wait_for(asyncio.gather(*everybody), 300)
                await self._clear()
                await asyncio.to_thread(self._look, self._told())
        finally:
            for tasks in self.tasks.values():
                for task in tasks:
                    task.cancel()
            for server in self.servers:
                server.kill()
            self.engine.dispose()
        return self._progress(kills, time.monotonic() - since)

    def _progress(self, kills: int, seconds: float) -> str:
        spent = ", ".join(f"{name} {took:.0f}" for name, took in self.spent.most_common())
        return (
            f"{kills} kills, {self._acknowledged()} acts acknowledged and kept, "
            f"{sum(player.repeats for player in self.players)} repeated after a kill, "
            f"{self.finished} matches played out and verified, "
            f"{self.timeouts} answers by the clock, at most {self.latest:.1f} s late, "
            f"{seconds:.0f} s ({spent})"
        )

    @contextlib.contextmanager
    def _spending(self, what: str) -> Iterator[None]:
        since = time.monotonic()
        yield
        self.spent[what] += time.monotonic() - since  # type: ignore[assignment]

    async def _start(self, *servers: Server) -> None:
        """At the same time; people come as soon as one of them is up."""

        async def start(server: Server) -> None:
            await asyncio.to_thread(server.start)
            self.doors.open(server)

        with self._spending("starting"):
            await asyncio.gather(*(start(server) for server in servers))

    def _acknowledged(self) -> int:
        return sum(len(player.acknowledged) for player in self.players)

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
        """New tables for those that are over."""
        await self._clear()
        for _ in range(self.tables - len(self.tasks)):
            door = await self.doors.one()
            players = await asyncio.to_thread(self._seat, door)
            self.players += players
            run = [asyncio.create_task(player.run(hurry)) for player in players]
            self.tasks[players[0].table] = run

    async def _clear(self) -> None:
        """Matches that were played out are looked at, once."""
        for table, tasks in list(self.tasks.items()):
            for task in tasks:
                if task.done():
                    task.result()
            if all(task.done() for task in tasks):
                await asyncio.to_thread(self._verify, table, await self.doors.one())
                del self.tasks[table]

    def _seat(self, door: str) -> list[Player]:
        people = [Client(door).sign_in(name) for name in NAMES]
        host = people[0]
        clock = {"decision": CLOCK} if self.rng.random() < 0.5 else None
        info = host.make_table("truce", 4, options={"rounds": self.rounds}, clock=clock)
        for guest in people[1:]:
            guest.join(info["code"])
            guest.ready(info["id"])
        host.set_bot(info["id"], 3, "random")
        host.start(info["id"])
        seed = self.rng.getrandbits(30)
        return [
            Player(client, info["id"], name, seed + i, self.doors, bool(clock) and i == 2)
            for i, (client, name) in enumerate(zip(people, NAMES, strict=True))
        ]

    async def _kill(self) -> None:
        victim = self.rng.choice(self.servers)
        self.doors.shut(victim)
        victim.kill()
        told = self._told(*self.tasks)
        with self._spending("looking"):
            await asyncio.to_thread(self._look, told)
        await self._start(victim)

    def _told(self, *tables: str) -> dict[tuple[str, str], list[str]]:
        """What was acknowledged, at these tables or at all."""
        there = [player for player in self.players if not tables or player.table in tables]
        return {(player.table, player.name): list(player.acknowledged) for player in there}

    def _look(self, told: dict[tuple[str, str], list[str]]) -> None:
        """What is on the disk, as the next server will find it."""
        tables = {"tables": sorted({table for table, _ in told})}
        with self.engine.connect() as database:
            kept = Counter(tuple(row) for row in database.execute(_KEYS, tables))
            numbers = database.execute(_NUMBERS, tables).all()
        for (table, name), keys in told.items():
            for key in keys:
                times = kept[(table, NAMES.index(name), key)]
                assert times == 1, f"{key} was acknowledged and is there {times} times"
        for table, count, last in numbers:
            assert count == last + 1, f"the record of {table} has a gap"

    def _verify(self, table: str, door: str) -> None:
        here = [player for player in self.players if player.table == table]
        assert all(player.over for player in here), "a match does not go on"
        record = Record.read(Client(door, here[0].client.device).record(table))
        verify(record)
        gifts = Counter(
            entry.seat
            for entry in record.entries
            if isinstance(entry, Play) and entry.act.startswith("gift")
        )
        for player in here:
            assert gifts[player.name] == player.gifts, "a gift was lost or doubled"
        self._check_clock(table)
        self.finished += 1

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


_SOME: BindParameter[list[str]] = bindparam("tables", expanding=True)
_KEYS = text(
    'SELECT "table", seat, key FROM entries WHERE key IS NOT NULL AND "table" IN :tables UNION ALL '
    'SELECT "table", seat, key FROM talk WHERE key IS NOT NULL AND "table" IN :tables'
).bindparams(_SOME)
_NUMBERS = text(
    'SELECT "table", count(*), max(number) FROM entries WHERE "table" IN :tables GROUP BY "table"'
).bindparams(_SOME)
_TERMS = text("SELECT started, terms FROM tables WHERE id = :id")
_ENTRIES = text('SELECT at, line FROM entries WHERE "table" = :id ORDER BY number')


def chaos(
    folder: Path,
    kills: int,
    tables: int = 4,
    seed: int = 1,
    processes: int = 1,
    database: str | None = None,
) -> str:
    return asyncio.run(Chaos(folder, tables, seed, processes, database).run(kills))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    print(f"seed {given.seed}", file=sys.stderr)
    several = given.processes > 1
    with (
        tempfile.TemporaryDirectory() as home,
        postgres() if several else contextlib.nullcontext() as url,
    ):
        print(chaos(Path(home), given.kills, given.tables, given.seed, given.processes, url))
