"""A server in this process, so that a test can decide how cards are dealt. Everything else is real:
database, sockets, browsers."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from time import time
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, insert, update

from intrigue.agents.client import Client, Seat
from intrigue.kernel.chance import Chance, Fast
from intrigue.kernel.game import Game
from intrigue.kernel.position import Position
from intrigue.server.db.schema import entries, tables
from intrigue.session.message import Ask
from intrigue.session.table import Table
from tests.server.test_two_worlds_every_game import Inn

T = TypeVar("T")
NAMES = [
    "Ada",
    "Bob",
    "Cleo",
    "Dan",
    "Eve",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jon",
    "Kim",
    "Lea",
    "Max",
    "Nia",
]


class Backstage:
    """A server in this process, on a loop in a thread of its own."""

    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.inn = self.run(self._open(folder))
        self.url = self.run(self.inn.open())

    async def _open(self, folder: Path) -> Inn:
        return Inn(folder)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def close(self) -> None:
        self.run(self.inn.close())
        self.loop.call_soon_threadsafe(self.loop.stop)


class World:
    """A match whose cards are dealt as a test wants; its people act over sockets."""

    def __init__(
        self,
        backstage: Backstage,
        game: Game,
        options: dict[str, Any],
        window: float | None = None,
        seats: int = 5,
    ) -> None:
        self.backstage = backstage
        self.game = game
        self.options = options
        self.names = NAMES[:seats]
        self.clients = [Client(backstage.url).sign_in(name) for name in self.names]
        host, *guests = self.clients
        terms: dict[str, Any] = {"spectators": True}
        if window is not None:  # without a clock a window has none either
            terms |= {"clock": {"decision": 600}, "window": {"least": 0, "length": window}}
        info = host.make_table(game.id, seats, options=options, **terms)
        self.id: str = info["id"]
        for guest in guests:
            guest.join(info["code"])
            guest.ready(self.id)
        host.start(self.id)
        self.seats: list[Seat] = []

    def table(self, chance: Chance) -> Table:
        """The same match on a table of its own: dealt as this chance wants it."""
        return Table(self.game, self.game.setup(self.names, self.options), chance)

    def until(self, wanted: Callable[[Ask, Any], bool], seed: int) -> tuple[Table, int]:
        """A table where somebody is asked what is wanted, by the question and their view, and their
        seat; everyone plays by lot."""
        table, lots = self.table(Fast(seed)), Random(seed)
        while not table.over:
            asked = [(seat, table.ask(seat)) for seat in table.position.asked()]
            for seat, ask in asked:
                if ask is not None and not ask.ready:
                    if wanted(ask, table.position.view(seat)):
                        return table, seat
                    wish = [one for one in ask.options if one != "concede"]
                    table.submit(seat, table.read(lots.choice(wish)))
                    break
        raise AssertionError(f"nobody is asked that with seed {seed}")

    async def deal(self, chance: Chance) -> None:
        """Deal anew, as this chance wants it, and take the seats."""
        await self.take(self.table(chance))

    async def take(self, played: Table) -> None:
        """Go on where this table is, and take the seats."""
        services = self.backstage.inn.services
        header = msgspec.json.encode(played.record.header).decode()
        lines = [msgspec.json.encode(entry).decode() for entry in played.record.entries]
        rows = [
            {"table": self.id, "number": number, "at": time(), "line": line}
            for number, line in enumerate(lines)
        ]
        await services.matches.held.pop(self.id).settle()
        anew = update(tables).where(tables.c.id == self.id).values({"header": header})

        def write(connection: Connection) -> None:
            connection.execute(anew)
            if rows:
                connection.execute(insert(entries), rows)

        await services.storage.write(write)
        self.match = await services.matches.get(self.id)
        self.match.session.table.chance = Fast(7)  # alike from here on
        for client in self.clients:
            self.seats.append(await client.sit(self.id).__aenter__())

    @property
    def position(self) -> Position:
        return self.match.session.table.position

    def options_of(self, seat: int) -> list[str]:
        setup = self.match.session.table.setup
        return [self.game.spell(setup, act) for act in self.position.options(seat)]

    def submit(self, seat: int, act: str, ready: bool = True) -> None:
        self.backstage.run(self.seats[seat].do("submit", act=act, ready=ready))
