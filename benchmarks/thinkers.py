"""People beside bots that think, for `make load`: how long an act of theirs takes until everyone at
their table has heard of it, alone at the server, and while bots of the level `hard` think at other
tables. Rounds of the two alternate: whoever plays against the bots does not answer them meanwhile,
and once they wait for an answer at every table, nobody thinks."""

import asyncio
import statistics
import time
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from load import next_act, ours
from tests.server.running import Server
from wires import Wire

from intrigue.agents.client import CallRefused, Client, Seat
from intrigue.kernel.game import Game, discover

PEOPLE = 60  # tables of people, at which one acts after the other
LEISURE = 0.4  # seconds on average from one act to the next at a table: not much, for people


class Opponent:
    """A person at a table of hard bots, who answers anything at once, unless told to wait."""

    def __init__(self, seat: Seat, rng: Random) -> None:
        self.seat = seat
        self.rng = rng
        self.playing = asyncio.Event()
        self.waited_for = asyncio.Event()  # or the match is over

    async def play(self) -> None:
        seat = await self.seat.begin()
        while seat.over is None:
            ask = seat.ask
            if ask is None or ask["ready"]:
                await seat.next()
                continue
            self.waited_for.set()
            await self.playing.wait()
            self.waited_for.clear()
            with suppress(CallRefused):  # the question is over meanwhile
                await seat.submit(self.rng.choice(ask["options"]))
        self.waited_for.set()


@dataclass
class Latency:
    """Of acts, in milliseconds, by round."""

    p50: list[float] = field(default_factory=list)
    p99: list[float] = field(default_factory=list)

    def add(self, took: list[float]) -> None:
        took = sorted(took)
        self.p50.append(took[len(took) // 2] * 1000)
        self.p99.append(took[int(len(took) * 0.99)] * 1000)


async def act_at_leisure(people: list[list[Wire]], seconds: float) -> list[float]:
    """What a round of the people's acts took."""
    took: list[float] = []
    end = time.perf_counter() + seconds
    await asyncio.gather(*(_at_leisure(Random(n), row, end, took) for n, row in enumerate(people)))
    return took


async def _at_leisure(rng: Random, wires: list[Wire], end: float, took: list[float]) -> None:
    """A table whose people take their time."""
    while time.perf_counter() < end and not wires[0].over:
        await asyncio.sleep(rng.uniform(0, 2 * LEISURE))
        took.append(await next_act(wires))


def _seat(person: Client, game: Game) -> str:
    """A table at which a person sits among hard bots."""
    seats = min(max(game.usual, game.low), game.high)
    table: str = person.make_table(game.id, seats)["id"]
    for seat in range(1, seats):
        person.set_bot(table, seat, "hard")
    person.start(table)
    return table


async def beside(folder: Path, tables: int, seats: int, seconds: float, rounds: int) -> str:
    """The section of the page about so many tables of bots that think."""
    # only those whose questions wait for people: windows go on without them
    games = [game for game in discover().values() if game.hard and not game.passable]
    found = {False: Latency(), True: Latency()}
    server = Server(folder, "--no-limits").start()
    try:
        people = (await ours(server, PEOPLE, seats)).wires
        person = server.person("Opponent")
        async with AsyncExitStack() as sockets:
            opponents = []
            for number in range(tables):
                table = await asyncio.to_thread(_seat, person, games[number % len(games)])
                seat = await sockets.enter_async_context(person.sit(table))
                opponents.append(Opponent(seat, Random(number)))
            players = [asyncio.create_task(one.play()) for one in opponents]
            for _ in range(rounds):
                for thinking in (False, True):
                    for one in opponents:
                        if thinking:
                            one.playing.set()
                        else:
                            one.playing.clear()
                            await one.waited_for.wait()
                    found[thinking].add(await act_at_leisure(people, seconds))
                    said = "beside bots that think" if thinking else "alone"
                    print(f"people {said}: p99 {found[thinking].p99[-1]:.1f} ms", flush=True)
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)
        thoughts, playouts = _counted(server)
    finally:
        server.kill()
    return _section(games, found, tables, seats, seconds, rounds, thoughts, playouts)


def _counted(server: Server) -> tuple[float, float]:
    """How often hard bots thought, and in how many playouts, as the server counts it."""
    client = Client(server.url)
    secret = {"Authorization": f"Bearer {server.operator}"}
    text = client.raw("GET", "/metrics", headers=secret)[2].decode()
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    wanted = ("intrigue_bot_seconds_count", "intrigue_bot_playouts_total")
    thoughts, playouts = (float(values.get(name + '{bot="hard"}', 0)) for name in wanted)
    return thoughts, playouts


def _section(
    games: list[Game],
    found: dict[bool, Latency],
    tables: int,
    seats: int,
    seconds: float,
    rounds: int,
    thoughts: float,
    playouts: float,
) -> str:
    (p50, p99), (p50_beside, p99_beside) = (
        (statistics.median(one.p50), statistics.median(one.p99)) for one in found.values()
    )
    per_second = thoughts / (rounds * seconds)
    return "\n".join(
        [
            "## People beside bots that think",
            "",
            f"{PEOPLE} tables of {seats} people, who act one after the other, {LEISURE:g} s after "
            f"one another on average; alone, and beside {tables} tables of *hard* bots "
            f"({', '.join(game.title() for game in games)}) with a person each who answers at "
            f"once; {rounds} rounds of {seconds:g} s each. The bots thought {per_second:,.0f} "
            f"times a second, in {playouts / max(thoughts, 1):,.0f} playouts on average.",
            "",
            "| act to everyone's update | alone | beside hard bots |",
            "|---|---|---|",
            f"| p50 | {p50:.1f} ms | {p50_beside:.1f} ms |",
            f"| p99 | {p99:.1f} ms | {p99_beside:.1f} ms |",
            "",
            f"p99 is **{p99_beside / p99:.2f}×** (wanted: not doubled).",
            "",
        ]
    )
