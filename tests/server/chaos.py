"""Kill the server at random moments while people play, and look what is left.

Clients write down what was acknowledged. After every kill: nothing acknowledged is missing, nothing
is doubled. At the end every match is played out and its record verified.

With several processes on one PostgreSQL, people sit down at any of them each time they come, and
one of the processes is killed. Half of the tables have a clock; no round ends before its time.

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
from collections.abc import Callable
from pathlib import Path
from random import Random

from sqlalchemy import text
from websockets.exceptions import WebSocketException

from intrigue.agents.client import Client, Refused, Seat
from intrigue.kernel.record import Play, Record, verify
from intrigue.server.storage import open_engine, sqlite_url

from .running import Server, postgres

NAMES = ["Agatha", "Barney", "Charles"]
ROUNDS = 30
CLOCK = 0.5  # seconds a round, where there is a clock
LOST = (OSError, WebSocketException, EOFError, TimeoutError)


class Player:
    """Somebody who acts as fast as the server answers, and repeats what was not answered."""

    def __init__(
        self, client: Client, table: str, name: str, seed: int, door: Callable[[], str]
    ) -> None:
        self.client = client
        self.door = door  # where to come in this time
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
            try:
                here = Client(self.door(), self.client.device)
                async with here.sit(self.table, self.place) as seat:
                    seat.state = self.state
                    await self._play(seat, hurry)
            except LOST:
                await asyncio.sleep(0.05)
            except Refused as no:
                if no.code not in ("stopping", "database", "conflict"):
                    raise
                await asyncio.sleep(0.05)

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
            self.gifts += what == "gift"
            self.pending = None
        self.over = True

    def _choose(self, seat: Seat, hurry: bool) -> tuple[str, str, str] | None:
        ask = seat.ask
        if ask is None:
            return None
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


class Chaos:
    """A server, tables, players, and somebody with a hammer."""

    def __init__(
        self, folder: Path, tables: int, seed: int, processes: int = 1, database: str | None = None
    ) -> None:
        self.servers = [
            Server(folder / str(n), "--no-limits", "--bot-delay", "0.02", database=database)
            for n in range(processes)
        ]
        self.database = database or sqlite_url(self.servers[0].data)
        self.rng = Random(seed)
        self.tables = tables
        self.rounds = ROUNDS if processes == 1 else ROUNDS // 3  # the others play on meanwhile
        self.players: list[Player] = []
        self.finished = 0
        self.timeouts = 0  # answers that the clock gave
        self.tasks: list[asyncio.Task[None]] = []

    async def run(self, kills: int) -> str:
        since = time.monotonic()
        hurry = asyncio.Event()
        for server in self.servers:
            server.start()
        try:
            for number in range(kills):
                await self._fill(hurry)
                await self._let_play(self.rng.randrange(60))
                await self._kill()
                if (number + 1) % 20 == 0:
                    print(f"{number + 1} kills, {self._acknowledged()} acknowledged", flush=True)
            hurry.set()
            await asyncio.wait_for(asyncio.gather(*self.tasks), 300)
            for table in dict.fromkeys(player.table for player in self.players):
                await asyncio.to_thread(self._verify, table)
        finally:
            for task in self.tasks:
                task.cancel()
            for server in self.servers:
                server.kill()
        return (
            f"{kills} kills, {self._acknowledged()} acts acknowledged and kept, "
            f"{sum(player.repeats for player in self.players)} repeated after a kill, "
            f"{self.finished} matches played out and verified, "
            f"{self.timeouts} answers by the clock, "
            f"{time.monotonic() - since:.0f} s"
        )

    def _acknowledged(self) -> int:
        return sum(len(player.acknowledged) for player in self.players)

    async def _let_play(self, acts: int) -> None:
        """Until so many more acts were acknowledged, and a little longer: a moment when some are
        under way."""
        wanted = self._acknowledged() + acts
        end = time.monotonic() + 20
        while self._acknowledged() < wanted and time.monotonic() < end:
            await asyncio.sleep(0.002)
        await asyncio.sleep(self.rng.uniform(0, 0.1))

    async def _fill(self, hurry: asyncio.Event) -> None:
        """New tables for those that are over."""
        for task in self.tasks:
            if task.done():
                task.result()
        open_tables = {player.table for player in self.players if not player.over}
        for _ in range(self.tables - len(open_tables)):
            for player in await asyncio.to_thread(self._seat):
                self.players.append(player)
                self.tasks.append(asyncio.create_task(player.run(hurry)))

    def _door(self) -> str:
        return self.rng.choice(self.servers).url

    def _seat(self) -> list[Player]:
        people = [Client(self._door()).sign_in(name) for name in NAMES]
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
            Player(client, info["id"], name, seed + i, self._door)
            for i, (client, name) in enumerate(zip(people, NAMES, strict=True))
        ]

    async def _kill(self) -> None:
        victim = self.rng.choice(self.servers)
        victim.kill()
        told = {(p.table, p.name): list(p.acknowledged) for p in self.players}
        await asyncio.to_thread(self._look, told)
        await asyncio.to_thread(victim.start)

    def _look(self, told: dict[tuple[str, str], list[str]]) -> None:
        """What is on the disk, as the next server will find it."""
        engine = open_engine(self.database)
        with engine.connect() as database:
            keys_of = (
                'SELECT "table", seat, key FROM entries WHERE key IS NOT NULL UNION ALL '
                'SELECT "table", seat, key FROM talk WHERE key IS NOT NULL'
            )
            kept = Counter(tuple(row) for row in database.execute(text(keys_of)))
            counts = 'SELECT "table", count(*), max(number) FROM entries GROUP BY "table"'
            numbers = database.execute(text(counts)).all()
        engine.dispose()
        for (table, name), keys in told.items():
            for key in keys:
                times = kept[(table, NAMES.index(name), key)]
                assert times == 1, f"{key} was acknowledged and is there {times} times"
        for table, count, last in numbers:
            assert count == last + 1, f"the record of {table} has a gap"

    def _verify(self, table: str) -> None:
        here = [player for player in self.players if player.table == table]
        assert all(player.over for player in here), "a match does not go on"
        record = Record.read(here[0].client.record(table))
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
        engine = open_engine(self.database)
        with engine.connect() as database:
            started, terms = database.execute(
                text("SELECT started, terms FROM tables WHERE id = :id"), {"id": table}
            ).one()
            rows = database.execute(
                text('SELECT at, line FROM entries WHERE "table" = :id ORDER BY number'),
                {"id": table},
            ).all()
        engine.dispose()
        timed = json.loads(terms)["clock"] is not None
        opened = closed = started
        for at, line in rows:
            entry = json.loads(line)
            if entry["do"] == "close":
                opened, closed = closed, at
            elif entry["do"] == "play" and entry.get("by") == "default" and entry["seat"] in NAMES:
                assert timed, "somebody without a clock was not waited for"
                assert closed - opened > CLOCK - 0.01, "a round ended before its time"
                self.timeouts += 1


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
