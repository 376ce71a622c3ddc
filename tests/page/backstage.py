"""A server in this process, so that a test can decide how cards are dealt. Everything else is real:
database, sockets, browsers."""

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import update

from intrigue.agents.client import Client, Seat
from intrigue.kernel.chance import Chance, Fast
from intrigue.kernel.game import Game
from intrigue.kernel.position import Position
from intrigue.kernel.table import Table
from intrigue.server.schema import tables
from tests.server.test_two_worlds_every_game import Inn

T = TypeVar("T")
NAMES = ["Ada", "Bob", "Cleo", "Dan", "Eve"]


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
    """A match of five whose cards are dealt as a test wants; its people act over sockets."""

    def __init__(
        self, backstage: Backstage, game: Game, options: dict[str, Any], window: float = 600
    ) -> None:
        self.backstage = backstage
        self.game = game
        self.options = options
        self.clients = [Client(backstage.url).sign_in(name) for name in NAMES]
        host, *guests = self.clients
        terms = {"spectators": True, "window": {"least": 0, "most": window}}
        info = host.make_table(game.id, 5, options=options, **terms)
        self.id: str = info["id"]
        for guest in guests:
            guest.join(info["code"])
            guest.ready(self.id)
        host.start(self.id)
        self.seats: list[Seat] = []

    async def deal(self, chance: Chance) -> None:
        """Deal anew, as this chance wants it, and take the seats."""
        house = self.backstage.inn.house
        dealt = Table(self.game, self.game.setup(NAMES, self.options), chance)
        header = msgspec.json.encode(dealt.record.header).decode()
        await house.matches.held.pop(self.id).settle()
        query = update(tables).where(tables.c.id == self.id).values({"header": header})
        await house.storage.write(lambda connection: connection.execute(query))
        self.match = await house.matches.get(self.id)
        self.match.table.chance = Fast(7)  # alike from here on
        for client in self.clients:
            self.seats.append(await client.sit(self.id).__aenter__())

    @property
    def position(self) -> Position:
        return self.match.table.position

    def options_of(self, seat: int) -> list[str]:
        setup = self.match.table.setup
        return [self.game.spell(setup, act) for act in self.position.options(seat)]

    def submit(self, seat: int, act: str, ready: bool = True) -> None:
        self.backstage.run(self.seats[seat].do("submit", act=act, ready=ready))
