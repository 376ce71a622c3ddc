"""Let the power fail at any moment, and look what is left.

A real server plays on a disk that forgets what was not synced (see `disk`). At random moments, each
time before some change of a file, an image is taken of what the disk could hold, together with what
people know by then. Each image is a database that SQLite must open, whole, with everything in it
that was acknowledged, and nothing that anybody was shown missing from its records.

Nothing is stopped for it, so that one evening has many losses. SQLite only: PostgreSQL does its own
syncing, and its own tests.

    python -m tests.server.power --losses 1000 [--json FILE]
"""

import argparse
import asyncio
import logging
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import structlog
from msgspec import Struct
from sqlalchemy import Pool, event
from sqlalchemy.exc import SQLAlchemyError

from intrigue.agents.client import Client
from intrigue.kernel.game import discover
from intrigue.server.db.storage import open_engine, sqlite_url

from ..figures import write
from .chaos import NAMES, SHORT, WINDOW
from .disk import Disk
from .nursery import Forked
from .players import Doors, Heard, Player
from .shadow import Shadow
from .test_two_worlds_every_game import Inn


class Loss(Struct):
    """What the disk could hold at one moment, and what everybody at each table knew."""

    image: dict[str, bytes]
    heard: list[list[Heard]]


class Power:
    """A server in this process, on a disk that forgets."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.seed = seed
        self.rng = Random(seed)
        self.disk = Disk()
        self.games = sorted(discover().values(), key=lambda game: game.id)
        self.seated: list[list[Player]] = []
        self.losses: list[Loss] = []
        self.seen: Counter[str] = Counter()
        self.since = time.monotonic()
        self._next = 1  # at which change the power fails

    async def run(self, losses: int) -> dict[str, Any]:
        """So many losses; what was counted. Raises `AssertionError`."""
        self.disk.moment = self._moment
        with self.disk:
            while self.seen["losses"] < losses:
                await self._evening(losses)
        assert self.disk.failed is None, self.disk.failed
        return self.figures()

    def figures(self) -> dict[str, Any]:
        counts = dict(sorted(self.seen.items()))
        return {"seed": self.seed, **counts, "seconds": round(time.monotonic() - self.since)}

    def line(self) -> str:
        seen = self.seen
        return (
            f"{seen['losses']} losses of power, {seen['lost']} unsynced changes of files forgotten "
            f"or torn, {seen['acts']} times an acknowledged act found as it was sent, "
            f"{seen['states']} times a shown state found in the record, {seen['starts']} servers "
            f"started on what was left, {time.monotonic() - self.since:.0f} s"
        )

    # --- an evening -------------------------------------------------------------------------------

    async def _evening(self, losses: int) -> None:
        """A server from its first start, with one table after the other."""
        number = self.seen["evenings"] = self.seen["evenings"] + 1
        self.disk.settle(self.folder / f"services{number}")
        self.seated = []
        inn = Inn(self.folder / f"services{number}")
        try:
            url = await inn.open()
            for game in self.rng.sample(self.games, len(self.games)):
                if self.seen["losses"] < losses:
                    await self._table(url, game.id)
        finally:
            await inn.close()

    async def _table(self, url: str, name: str) -> None:
        doors = Doors(self.rng)
        doors.open(url)
        players = await asyncio.to_thread(self._seat, url, name, doors)
        self.seated.append(players)
        tasks = [asyncio.create_task(player.run(asyncio.Event())) for player in players]
        wanted = self.rng.randint(20, 150)
        async with asyncio.timeout(120):
            while sum(len(player.acknowledged) for player in players) < wanted:
                doors.acted.clear()
                acted = asyncio.create_task(doors.acted.wait())
                await asyncio.wait([acted, *tasks], return_when=asyncio.FIRST_COMPLETED)
                acted.cancel()
                await self._look()
                if any(task.done() for task in tasks):  # the match is over
                    break
        for task in tasks:
            if not task.done():
                task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            assert result is None or isinstance(result, asyncio.CancelledError), result
        await self._look()
        self.seen["tables"] += 1

    def _seat(self, url: str, name: str, doors: Doors) -> list[Player]:
        game = discover()[name]
        people = [Client(url).sign_in(who) for who in NAMES[: max(game.low, min(game.high, 3))]]
        options = SHORT.get(name, {})
        info = people[0].make_table(name, len(people), options=options, window=WINDOW)
        for guest in people[1:]:
            guest.join(info["code"])
            guest.ready(info["id"])
        people[0].start(info["id"])
        return [
            Player(client, info["id"], seat, self.rng.getrandbits(30), doors)
            for seat, client in enumerate(people)
        ]

    # --- losses -----------------------------------------------------------------------------------

    def _moment(self) -> None:
        """Before a change of a file, in the thread that writes."""
        if self.disk.changes >= self._next and len(self.losses) < 4:
            self._next = self.disk.changes + self.rng.randint(1, 40)
            looked_at = self.seated if self.rng.random() < 0.1 else self.seated[-1:]
            heard = [[Heard(player) for player in players] for players in looked_at]
            self.seen["lost"] += sum(len(file.pending) for file in self.disk.files.values())
            self.losses.append(Loss(self.disk.image(self.rng), heard))

    async def _look(self) -> None:
        losses, self.losses = self.losses, []
        for loss in losses:
            await asyncio.to_thread(self._check, loss)
            if self.seen["losses"] % 200 == 0:
                print(self.line(), flush=True)

    def _check(self, loss: Loss) -> None:
        """Start from what is left."""
        self.seen["losses"] += 1
        with tempfile.TemporaryDirectory(dir=self.folder) as home:
            for name, content in loss.image.items():
                Path(home, name).write_bytes(content)
            if self.seen["losses"] % 50 == 1:  # what a server finds, it also migrates and serves
                server = Forked(Path(home), "--no-limits").start()
                server.kill()
                self.seen["starts"] += 1
            engine = open_engine(sqlite_url(Path(home)))
            try:
                with engine.connect() as database:
                    whole = database.exec_driver_sql("PRAGMA integrity_check").scalars().all()
                    assert whole == ["ok"], f"the database is damaged: {whole}"
                    for heard in loss.heard:
                        shadow = Shadow([known.player for known in heard])
                        shadow.compare(database, heard)
                        self.seen["states"] += shadow.states
                        self.seen["acts"] += sum(len(known.acknowledged) for known in heard)
            except SQLAlchemyError as error:
                raise AssertionError(f"what is left cannot be read: {error}") from None
            finally:
                engine.dispose()


@contextmanager
def careless(synchronous: str) -> Iterator[None]:
    """As if our settings were others: what must be found."""

    def loosen(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA synchronous={synchronous}")

    event.listen(Pool, "checkout", loosen)
    try:
        yield
    finally:
        event.remove(Pool, "checkout", loosen)


def quiet() -> None:
    """The server in this process says only what went wrong."""
    level = structlog.make_filtering_bound_logger(logging.ERROR)
    structlog.configure(wrapper_class=level)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--losses", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--json", type=Path, help="where to write the figures")
    given = parser.parse_args()
    quiet()
    print(f"seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory() as home:
        here = Power(Path(home), given.seed)
        figures = asyncio.run(here.run(given.losses))
    write(given.json, figures)
    print(here.line())


if __name__ == "__main__":
    main()
