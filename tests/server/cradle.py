"""Servers killed while they make their database, or bring an old one up to date.

The old database is one of the very first version: what a real server wrote today, put into the
tables of then. After the kill the next start must finish the work, with every row still there and
the match in it as it was.
"""

import asyncio
import shutil
import time
from pathlib import Path
from random import Random
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, MetaData, insert, select

from intrigue.agents.client import Client
from intrigue.server.db.storage import MIGRATIONS, open_engine, sqlite_url

from .nursery import Forked
from .players import Doors, Player
from .running import fresh_database, table_of
from .shadow import Shadow

NAMES = ["Agatha", "Barney", "Charles"]
Rows = dict[str, list[tuple[Any, ...]]]


class Cradle:
    """Births of servers, of one process or of several at once."""

    def __init__(self, folder: Path, seed: int, processes: int, postgres: str | None) -> None:
        self.folder = folder
        self.rng = Random(seed)
        self.processes = processes
        self.postgres = postgres
        self.births = 0
        self.span = {"create": 0.0, "migrate": 0.0}  # seconds that a birth takes undisturbed
        self._old = self._database("old")
        self._rows: Rows = {}

    def _prepare(self) -> None:
        """The old database, and how long a birth takes."""
        server = self._server("before", 0, self._database("before"))
        server.start()
        try:
            self.table, self.people = table_of(server, NAMES, options={"rounds": 30})
            asyncio.run(self._play(server.url))
        finally:
            server.kill()
        new, old = open_engine(self._url("before")), open_engine(self._old_url())
        self._rows = age(new, old)
        for engine in (new, old):
            engine.dispose()
        for kind in self.span:
            self.span[kind] = self._finish(kind, self._lay(kind))

    def bear(self, kind: str) -> int:
        """One birth with as many kills as happen to it; how many."""
        if not self._rows:
            self._prepare()
        servers = self._lay(kind)
        kills = 0
        while kills == 0 or self.rng.random() < 0.4:
            for server in servers:
                server.begin()
            time.sleep(self.rng.uniform(0, self.span[kind]))
            victims = self.rng.sample(servers, self.rng.randint(1, len(servers)))
            for server in victims:
                server.kill()
            kills += len(victims)
            for server in servers:  # the others were not disturbed
                if server not in victims:
                    server.wait()
                    server.kill()
        self._finish(kind, servers)
        return kills

    # --- databases --------------------------------------------------------------------------------

    def _database(self, name: str) -> str | None:
        return None if self.postgres is None else fresh_database(self.postgres, f"{name}_cradle")

    def _url(self, name: str) -> str:
        if self.postgres is None:
            return sqlite_url(self.folder / f"{name}0")
        return self.postgres.rpartition("/")[0] + f"/{name}_cradle"

    def _old_url(self) -> str:
        return self._old or f"sqlite:///{self.folder / 'old.sqlite3'}"

    def _server(self, name: str, number: int, database: str | None) -> Forked:
        folder = self.folder / f"{name}{number}"
        return Forked(folder, "--no-limits", "--bot-delay", "0.02", database=database)

    def _lay(self, kind: str) -> list[Forked]:
        """Servers that have not started yet, on a new database or on a copy of the old one."""
        self.births += 1
        name = f"b{self.births}"
        database = None
        if self.postgres is not None:
            template = "old_cradle" if kind == "migrate" else None
            database = fresh_database(self.postgres, f"{name}_cradle", template)
        servers = [self._server(name, number, database) for number in range(self.processes)]
        if database is None and kind == "migrate":
            shutil.copy(self.folder / "old.sqlite3", servers[0].data / "intrigue.sqlite3")
        return servers

    # --- what must hold ---------------------------------------------------------------------------

    def _finish(self, kind: str, servers: list[Forked]) -> float:
        """Let them start, and look whether everything is there; how long the start took."""
        since = time.monotonic()
        for server in servers:
            server.begin()
        engine = open_engine(self._url(f"b{self.births}"))
        try:
            for server in servers:
                server.wait()
            took = time.monotonic() - since
            if kind == "migrate":
                self._compare(engine)
                asyncio.run(self._play(servers[-1].url, engine))
            else:
                Client(servers[-1].url).sign_in("Robin")
        finally:
            engine.dispose()
            for server in servers:
                server.kill()
                shutil.rmtree(server.data)
        return took

    def _compare(self, engine: Engine) -> None:
        """Every row of the old database is in the new one, as far as its columns go."""
        found = _rows(engine, {name: list(rows[0]) for name, rows in self._rows.items() if rows})
        for name, rows in self._rows.items():
            if rows:
                assert found[name] == rows[1:], f"rows of {name} were lost or changed"

    async def _play(self, url: str, engine: Engine | None = None) -> None:
        """A few acts at the table; with an engine, what is shown is compared, too."""
        doors = Doors(self.rng)
        doors.open(url)
        players = [
            Player(client, self.table, seat, self.rng.getrandbits(30), doors, tag=f"{self.births}:")
            for seat, client in enumerate(self.people)
        ]
        tasks = [asyncio.create_task(player.run(asyncio.Event())) for player in players]
        async with asyncio.timeout(60):
            while sum(len(player.acknowledged) for player in players) < 12:
                doors.acted.clear()
                await doors.acted.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        shadow = Shadow(players)
        if engine is None:
            self.before = shadow.hear()
            return
        with engine.connect() as connection:
            shadow.compare(connection, self.before + shadow.hear())


def age(new: Engine, old: Engine) -> Rows:
    """What is in the new database, put into tables of the first version; every row of it."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    with old.execution_options(writes=True).begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    then = MetaData()
    then.reflect(old)
    kept: Rows = {}
    for table in then.sorted_tables:
        if table.name == "alembic_version":
            continue
        names = [column.name for column in table.columns]
        rows = _rows(new, {table.name: names})[table.name]
        kept[table.name] = [tuple(names), *rows]
        if rows:
            with old.execution_options(writes=True).begin() as connection:
                connection.execute(
                    insert(table), [dict(zip(names, row, strict=True)) for row in rows]
                )
    return kept


def _rows(engine: Engine, columns: dict[str, list[str]]) -> Rows:
    """Rows of each table, in an order of their own."""
    now = MetaData()
    now.reflect(engine)
    found: Rows = {}
    with engine.connect() as connection:
        for name, names in columns.items():
            query = select(*(now.tables[name].c[column] for column in names))
            found[name] = sorted((tuple(row) for row in connection.execute(query)), key=repr)
    return found
