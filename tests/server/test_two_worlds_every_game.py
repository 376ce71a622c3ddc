"""The kernel's coupled two worlds, played over real sockets for every installed game.

The server runs in this process, so that the test can decide what chance answers: both worlds are
dealt alike as far as the viewer can see. Everything else is real: database, executor, sockets. The
kernel's driver runs in a thread of its own and acts through clients; what it compares is every byte
that the viewer's socket was sent, across whispers, refusals, reconnects and matches rebuilt from
their records.
"""

import asyncio
import json
import math
import socket
import threading
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest
import uvicorn
from sqlalchemy import update

from intrigue.agents.client import CallRefused, Client, Seat
from intrigue.conformance.two_worlds import Coupled, Draws, Pair, Swap
from intrigue.kernel.chance import Chance
from intrigue.kernel.game import Game, Player, Seen, discover
from intrigue.kernel.position import Illegal, Position, Refusal
from intrigue.server.db.schema import tables
from intrigue.server.db.storage import prepared
from intrigue.server.live.match import Match
from intrigue.server.live.session import Session
from intrigue.server.net.websocket import FrameConnection
from intrigue.server.settings import Settings
from intrigue.server.web import socket as heartbeat
from intrigue.server.web.app import build
from intrigue.server.web.services import Services
from intrigue.session.ledger import Ledger
from intrigue.session.message import Answer, Pace, Standing
from intrigue.session.parts import assembled
from intrigue.session.table import Table
from intrigue.session.undo import Past

from ..hasty import Hasty
from .test_two_worlds_on_the_wire import plain

T = TypeVar("T")
STEPS = 14


class Announced(uvicorn.Server):
    """A server that says when it has begun."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.begun = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.begun.set()


class Inn:
    """A server in this process."""

    def __init__(self, folder: Path, limits: bool = False) -> None:
        settings = Settings(data=folder, limits=limits)
        self.services = Services(settings, prepared(folder, None))
        config = uvicorn.Config(
            build(self.services), port=0, ws=FrameConnection, log_config=None, access_log=False
        )
        self.server = Announced(config)
        self.loop = asyncio.get_running_loop()
        self.task = asyncio.create_task(self.server.serve())

    async def open(self) -> str:
        # how a connection is doing is no fact of the game: on a busy machine it answers late
        self.silent, heartbeat.SILENT = heartbeat.SILENT, math.inf
        await self.server.begun.wait()
        port = self.server.servers[0].sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}"

    async def close(self) -> None:
        self.server.should_exit = True
        await self.task
        heartbeat.SILENT = self.silent

    def call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Wait, in the driver's thread, for something done in the server's."""
        assert threading.current_thread() is not threading.main_thread()
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(120)


class Watched:
    """What the driver takes for a feed: every frame the viewer was sent."""

    def __init__(self) -> None:
        self.stream: list[bytes] = []
        self.seen: list[Seen] = []


class Remote:
    """What the driver takes for a table: the real one is behind sockets."""

    def __init__(self, inn: Inn, table: str, people: list[Client], viewer: int) -> None:
        self.inn = inn
        self.id = table
        self.people = people
        self.viewer = viewer
        self.feed = Watched()
        self.seats: dict[int, Seat] = {}
        self.match: Match
        self.chance = Swap()

    @property
    def sockets(self) -> Sequence[int]:
        """Who is connected; -1 is the spectator."""
        return range(-1, len(self.people) - 1)

    async def load(self) -> Match:
        return await self.inn.services.matches.get(self.id)

    async def connect(self) -> None:
        self.match = await self.load()
        self.match.session.table.chance = self.chance
        since = {number: seat.place for number, seat in self.seats.items()}
        states = {number: seat.state for number, seat in self.seats.items()}
        for number in self.sockets:
            lines = len(self.seats[number].talk) if number in self.seats else 0
            words = "fr" if number == self.viewer else None
            sat = self.people[number].sit(self.id, since.get(number), lines, log=0, words=words)
            self.seats[number] = await sat.__aenter__()
            self.seats[number].state = states.get(number, {})
            if number == self.viewer:
                self.seats[number].heard = self._heard
        await self.fence()

    def _heard(self, frame: dict[str, Any]) -> None:
        raw = self.seats[self.viewer].raw[-1]
        self.feed.stream.append(plain([raw])[0].encode())
        if frame["do"] == "update":
            self.feed.seen += msgspec.convert(frame["events"], list[Seen])

    async def disconnect(self) -> None:
        for seat in self.seats.values():
            await seat.__aexit__(None, None, None)

    async def rebuild(self) -> None:
        """As after a restart: nothing in memory, everything from the record."""
        await self.match.settle()
        self.match.stop()
        self.inn.services.matches.held.pop(self.id, None)
        for listener in list(self.match.audience.viewers):
            listener.lose()

    async def fence(self) -> None:
        try:
            await self.seats[self.viewer].do("read", key="fence", number=0)
        except CallRefused:
            return

    # --- what the driver reads --------------------------------------------------------------------

    @property
    def position(self) -> Position:
        return self.match.session.table.position

    @property
    def pace(self) -> Pace:
        return self.match.session.table.pace

    @property
    def prompt(self) -> int:
        return self.match.session.table.prompt

    @property
    def answers(self) -> list[Answer | None]:
        return self.match.session.table.answers

    @property
    def past(self) -> Past:
        return self.match.session.table.past

    @property
    def passing(self) -> dict[int, str]:
        return self.match.session.table.passing

    def passable(self, seat: int) -> bool:
        return self.match.session.table.passable(seat)

    def passes(self, seat: int) -> bool:
        return self.match.session.table.passes(seat)

    def armed(self, seat: int) -> int | None:
        return self.match.session.table.armed(seat)

    def out(self, seat: int) -> bool:
        return self.match.session.table.out(seat)

    @property
    def absent(self) -> set[int]:
        return self.match.session.table.absent

    # --- what the driver does ---------------------------------------------------------------------

    def _do(self, seat: int, do: str, **data: Any) -> None:
        try:
            self.inn.call(self.seats[seat].do(do, **data))
        except CallRefused as error:
            raise Illegal(Refusal(error.code, "")) from None

    def submit(self, seat: int, act: int, ready: bool = True) -> None:
        table = self.match.session.table
        self._do(seat, "submit", act=table.game.spell(table.setup, act), ready=ready)

    def arm(self, seat: int, orders: Sequence[Standing]) -> None:
        plain_orders = [{"prompt": order.prompt, "act": order.act} for order in orders]
        self._do(seat, "arm", orders=plain_orders)

    def undo(self, seat: int) -> None:
        self._do(seat, "undo")

    def pass_openly(self, seat: int, until: str) -> None:
        self._do(seat, "pass", until=until)

    @property
    def ledger(self) -> Ledger:
        return self.match.session.table.ledger

    def offer(self, seat: int, to: list[str], clauses: str, secret: bool = False) -> None:
        seats = [self.match.session.table.setup.seat(name) for name in to]
        self._do(seat, "deal", to=seats, clauses=clauses, secret=secret)

    def reply(self, seat: int, deal: int, what: str) -> None:
        self._do(seat, what, deal=deal)

    def claim(self, seat: int, text: str, to: list[str] | None = None) -> None:
        names = self.match.session.table.setup.names
        seats = None if to is None else [names.index(name) for name in to]
        self._do(seat, "claim", text=text, to=seats)

    def leave(self, seat: int) -> None:
        self._do(seat, "leave")

    def back(self, seat: int) -> None:
        self._do(seat, "back")

    def deadline(self) -> None:
        """The time of the open question is over."""

        def strike(session: Session, now: float) -> None:
            session.table.deadline(now)
            session.write_down(now)

        self.inn.call(self.match.executor.do(strike))
        self.inn.call(self.fence())


class WirePair(Pair):
    """The kernel's driver on two remote tables."""

    def __init__(
        self,
        game: Game,
        remotes: tuple[Remote, Remote],
        viewer: int,
        seed: int,
        near: int,
        players: Mapping[int, type[Player]] | None = None,
    ) -> None:
        self.game = game
        self.setup = remotes[0].match.session.table.setup
        self.viewer = viewer
        self.rng = Random(seed)
        self.steps = 0
        self.differ = False
        self.near = near
        self.players = players or {}
        self.over_days = remotes[0].match.session.clocks.days is not None
        self.remotes = remotes
        self.chances = remotes[0].chance, remotes[1].chance
        self.tables = remotes  # type: ignore[assignment]
        self.feeds = remotes[0].feed, remotes[1].feed  # type: ignore[assignment]

    def _step(self) -> None:
        for remote in self.remotes:
            if self.steps % 5 == 2:  # a reconnect that asks for what it missed
                remote.inn.call(remote.disconnect())
                remote.inn.call(remote.connect())
            if self.steps % 7 == 4:
                remote.inn.call(remote.rebuild())
                remote.inn.call(remote.connect())
        self._whisper()
        super()._step()

    def _whisper(self) -> None:
        others = [seat for seat in range(self.setup.seats) if seat != self.viewer]
        if len(others) < 2:
            return
        for remote in self.remotes:
            for _ in range(self.rng.randrange(3)):
                seat, to = self.rng.sample(others, 2)
                remote._do(seat, "say", text=f"psst {self.rng.random()}", to=[to])

    def _watch(self, position: Position, acts: list[tuple[int, int]], chance: Chance) -> list[Seen]:
        """Over days one answer leads through all windows that do not wait, and through draws."""
        seen = super()._watch(position, acts, chance)
        while self.over_days and not position.over:
            asked = position.asked()
            prompt = position.prompt(asked[0])
            if not prompt.window or prompt.kind in self.game.patient:
                break
            passed = [(seat, position.default(seat, chance)) for seat in asked]
            seen += super()._watch(position, passed, chance)
        return seen

    def _refusals(self) -> None:
        """Over the wire, too: nonsense, and acts out of turn."""
        super()._refusals()
        text = self.rng.choice(["dance", "pass", "", "attack ?", "accuse Player 1", "7"])
        for remote in self.remotes:
            seat = remote.seats[self.viewer]
            before = remote.position.key()
            try:
                remote.inn.call(seat.do("submit", key=f"x{self.steps}", act=text, ready=False))
            except CallRefused:
                assert remote.position.key() == before

    def _known(self, world: int, seat: int) -> tuple[bytes, bytes]:
        """What the server would hand to a bot there."""

        async def look() -> tuple[bytes, bytes]:
            audience = self.remotes[world].match.audience
            view = bytes(assembled(audience.stream(seat).state["view"]))
            return view, msgspec.json.encode(audience.seen(seat))

        return self.remotes[world].inn.call(look())

    def _compare(self) -> None:
        for remote in self.remotes:
            if self.viewer >= 0:
                remote.inn.call(remote.seats[self.viewer].free())
            remote.inn.call(remote.fence())
        super()._compare()


async def deal(
    inn: Inn,
    url: str,
    game: Game,
    seats: int,
    viewer: int,
    seed: int,
    company: tuple[list[Client], list[Client]] | None = None,
    players: Mapping[int, type[Player]] | None = None,
    kinds: tuple[type[Remote], type["WirePair"]] | None = None,
    **terms: Any,
) -> WirePair:
    """Two tables whose deals differ only where the viewer cannot see; of a company that is known,
    or of new people. Some of them may do what `players` think of."""
    table_kind, pair_kind = kinds or (Remote, WirePair)
    names = [f"Player {i}" for i in range(seats)]
    remotes: list[Remote] = []
    draws = Draws(seed)
    near = Random(seed).choice((0, 6, 9))
    for world in (0, 1):
        known = None if company is None else company[world]
        table, people = await asyncio.to_thread(seat_people, url, game, names, known, **terms)
        remote = table_kind(inn, table, people, viewer)
        chance = draws if world == 0 else Coupled(draws.drawn, viewer, seed + 1, near)
        dealt = Table(game, game.setup(names, terms.get("options")), chance)
        header = msgspec.json.encode(dealt.record.header).decode()
        await inn.services.matches.held.pop(table).settle()
        await inn.services.storage.write(
            lambda c, t=table, h=header: c.execute(  # type: ignore[misc]
                update(tables).where(tables.c.id == t).values({"header": h})
            )
        )
        await remote.connect()
        remotes.append(remote)
    return pair_kind(game, (remotes[0], remotes[1]), viewer, seed, near, players)


def gather(url: str, names: list[str]) -> list[Client]:
    """People, and somebody who watches."""
    return [Client(url).sign_in(name) for name in [*names, "Watcher"]]


def seat_people(
    url: str, game: Game, names: list[str], people: list[Client] | None, **terms: Any
) -> tuple[str, list[Client]]:
    *people, watcher = people or gather(url, names)
    info = people[0].make_table(
        game.id,
        len(names),
        spectators=True,
        **{"window": {"least": 0, "most": 600}, **terms},
    )
    for guest in people[1:]:
        guest.join(info["code"])
        guest.ready(info["id"])
    people[0].start(info["id"])
    return info["id"], [*people, watcher]  # the last one is number -1


CASES = [(name, who) for name in discover() for who in ("player", "spectator")]
CASES += [(name, "player over days") for name in discover()]
CASES += [(name, "player among bots that search") for name in discover()]


@pytest.mark.parametrize(("name", "who"), CASES)
def test_a_viewer_is_sent_the_same_bytes(tmp_path: Path, name: str, who: str) -> None:
    game = discover()[name]
    seats = min(max(game.low, 4), game.high)
    viewer = -1 if who == "spectator" else 1
    days = {"hours": 24, "reveal": "ready"} if "days" in who else None
    others = [seat for seat in range(seats) if seat != viewer][:2]
    players = dict.fromkeys(others, Hasty) if "bots" in who else {}
    decided = 0

    async def main() -> list[int]:
        inn = Inn(tmp_path)
        survived: list[int] = []
        try:
            url = await inn.open()
            for seed in (3, 4) if days is None else (3,):
                pair = await deal(inn, url, game, seats, viewer, seed, None, players, days=days)
                survived.append(await asyncio.to_thread(pair.run, STEPS))
                nonlocal decided
                decided += pair.decided
                frames = b"".join(pair.feeds[0].stream)
                assert b"psst" not in frames
                for remote in pair.remotes:
                    await remote.disconnect()
        finally:
            await inn.close()
        return survived

    survived = asyncio.run(main())
    print(json.dumps({name: survived}))
    assert max(survived) >= 3
    assert bool(decided) == bool(players)
