"""Two worlds over the real wire: two tables that differ only in what a viewer cannot know must send
that viewer the same bytes; across refusals, whispers, secret deals, reconnects and a kill of the
server.

Others save different drafts, change their minds a different number of times, arm different orders,
whisper different things, are refused for different reasons and get ready in a different order;
what becomes public is the same in both.
"""

import asyncio
import json
import re
from collections.abc import Iterator
from random import Random

import pytest

from intrigue.agents.client import CallRefused, Client, Seat

from .running import Server, serving, table_of

NAMES = ["Agatha", "Barney", "Charles", "Darcy"]
ORDERS = ["pass", "loot", "defend", "attack Agatha", "support Agatha", "attack Darcy"]
# what names a table or a moment, or was chosen by the clients before the deal; nothing else
_NAMES = r'"(table|stream|commitment|seed|key|seal|nonce)":"[^"]*"'
_OWN = re.compile(_NAMES + r'|"(at|left|deadline|warn)":[0-9.]+')


def plain(frames: list[str]) -> list[str]:
    return [_OWN.sub(_label, frame) for frame in frames]


def nameless(frame: str) -> str:
    """With its times, where these are the test's."""
    return re.sub(_NAMES, _label, frame)


def _label(found: re.Match[str]) -> str:
    return found[0].partition(":")[0]


def steady(frames: list[str]) -> list[str]:
    """Without the news that a connection was slow to answer: on a busy machine each may be."""
    last = ""
    kept: list[str] = []
    for frame in frames:
        if frame.startswith('{"do":"here"'):
            said = json.loads(frame)
            said["silent"] = []
            frame = json.dumps(said)
            if frame == last:
                continue
            last = frame
        kept.append(frame)
    return kept


class World:
    """One table, its people, and everything the viewer was ever sent."""

    def __init__(self, server: Server, viewer: int, seed: int, flags: str) -> None:
        options = {"rounds": 4, "readyFlags": flags}
        self.table, self.people = table_of(
            server, NAMES, options=options, spectators=True, sealed_deals=True
        )
        self.watcher = self.people[viewer] if viewer >= 0 else server.person("Watcher")
        self.viewer = viewer
        self.rng = Random(seed)
        self.secret: list[float] = []  # what happened that the viewer must not notice
        self.frames: list[str] = []
        self.seats: dict[int, Seat] = {}
        self.eyes: Seat | None = None
        self.kept: tuple[str | None, dict[str, object], int] | None = None

    async def open(self, reconnect: bool = False) -> None:
        for number, client in enumerate(self.people):
            self.seats[number] = await client.sit(self.table).__aenter__()
            await self.seats[number].begin()
        since, state, lines = self.kept if reconnect and self.kept else (None, {}, 0)
        if self.viewer >= 0 and not reconnect:
            self.eyes = self.seats[self.viewer]
        else:
            self.eyes = await self.watcher.sit(self.table, since, lines).__aenter__()
            self.eyes.state = dict(state)
        await self.fence()

    async def close(self) -> None:
        assert self.eyes is not None
        self.frames += self.eyes.raw
        self.kept = (self.eyes.place, self.eyes.state, len(self.eyes.talk))
        for seat in {*self.seats.values(), self.eyes}:
            await seat.__aexit__(None, None, None)

    async def fence(self) -> None:
        """Hear everything that was on its way."""
        assert self.eyes is not None
        if self.viewer >= 0:
            await self.eyes.do("read", key="fence", number=0)
        else:  # a spectator's frames are refused, in order all the same
            with pytest.raises(CallRefused, match="spectator"):
                await self.eyes.do("read", key="fence", number=0)

    async def private(self) -> None:
        """Whatever the others do that stays theirs."""
        others = [number for number in range(4) if number != self.viewer]
        for _ in range(self.rng.randrange(6)):
            number = self.rng.choice(others)
            seat = self.seats[number]
            roll = self.rng.random()
            self.secret.append(roll)
            if roll < 0.5:
                await seat.submit(self.rng.choice(ORDERS), ready=False)
            elif roll < 0.7:
                to = self.rng.choice([[], [other for other in others if other != number][:1]])
                await seat.say(f"psst {self.rng.random()}", to)
            elif roll < 0.8:
                await self.promise(seat, [other for other in others if other != number])
            elif roll < 0.9:
                order = {"prompt": "orders", "act": self.rng.choice(["defend", "loot"])}
                await seat.do("arm", orders=[order])
            else:
                with pytest.raises(CallRefused):
                    await seat.submit(self.rng.choice(["gift 99 Agatha", "dance", "gift 1 Nobody"]))

    async def promise(self, seat: Seat, others: list[int]) -> None:
        """Something with a deal that the viewer knows nothing of."""
        open_ones = [
            deal["number"]
            for deal in seat.ledger["deals"]
            if deal["secret"] and deal["state"] == "offered" and self.viewer not in deal["to"]
        ]
        if open_ones and self.rng.random() < 0.5:
            mine = seat.ledger["deals"][open_ones[0] - 1]["by"] == seat.seat
            await seat.do("withdraw" if mine else "accept", deal=open_ones[0])
        elif self.rng.random() < 0.3:
            await seat.claim(f"my order of round 1 is {self.rng.choice(['loot', 'pass'])}", others)
        else:
            await seat.offer(others[:1], "I loot in round 4", secret=True)

    async def public(self, rng: Random) -> None:
        """What both worlds share; the viewer's own acts, and errors, among it."""
        if rng.random() < 0.5:
            giver = rng.randrange(4)
            if self.seats[giver].state["view"]["supply"][giver] > 0:
                to = rng.choice([name for i, name in enumerate(NAMES) if i != giver])
                await self.seats[giver].submit(f"gift 1 {to}")
                await self.fence()
        if rng.random() < 0.5:
            await self.seats[rng.randrange(4)].say(f"hello {rng.random()}")
        if rng.random() < 0.5:
            maker = rng.randrange(4)
            await self.seats[maker].offer([(maker + 1) % 4], "I defend in round 4", until=4)
            await self.fence()
        if self.viewer >= 0 and self.eyes is self.seats[self.viewer]:
            with pytest.raises(CallRefused):
                await self.eyes.do("submit", key="bad", act=rng.choice(["gift 77 Darcy", "sing"]))
            with pytest.raises(CallRefused, match="stale"):
                await self.eyes.do("submit", key="old", act="loot", prompt=99)
            await self.eyes.do("submit", key=f"draft{rng.random()}", act="defend", ready=False)

    async def reveal(self, rng: Random, hidden: bool) -> None:
        orders = {number: rng.choice(ORDERS) for number in range(4)}
        turn = list(range(4))
        if hidden:  # nobody may see in which order they get ready
            self.rng.shuffle(turn)
        if self.viewer >= 0:  # the viewer's own moment is the same
            turn.remove(self.viewer)
            turn.append(self.viewer)
        for number in turn:
            await self.seats[number].do("submit", key=f"r{number}/{rng.random()}" if
                number == self.viewer else None, act=orders[number])  # fmt: skip
            await self.fence()

    async def round(self, seed: int, flags: str) -> None:
        rng = Random(seed)
        for seat in self.seats.values():
            if seat is not self.eyes:
                await seat.do("read", number=0)  # it hears where the match stands
        await self.private()
        await self.public(rng)
        await self.private()
        await self.fence()
        await self.reveal(rng, flags != "shown")


@pytest.fixture(scope="module")
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("mortal"), "--no-limits") as running:
        yield running


@pytest.mark.parametrize(
    ("viewer", "flags"), [(0, "shown"), (2, "hidden"), (-1, "count"), (-1, "hidden")]
)
def test_a_viewer_is_sent_the_same_bytes(mortal: Server, viewer: int, flags: str) -> None:
    server = mortal
    worlds = [World(server, viewer, seed, flags) for seed in (1, 2)]

    async def part(steps: list[int], reconnect: bool) -> None:
        for world in worlds:
            await world.open(reconnect)
            for step in steps:
                await world.round(step, flags)
            await world.close()

    asyncio.run(part([0, 1], False))
    asyncio.run(part([2], True))  # a reconnect that asks for what it missed
    server.kill()
    server.start()
    asyncio.run(part([3], True))  # one that must be given everything
    asyncio.run(_last_look(worlds))
    first, second = (plain(steady(world.frames)) for world in worlds)
    assert worlds[0].secret != worlds[1].secret
    for number, (one, other) in enumerate(zip(first, second, strict=False)):
        assert one == other, f"frame {number} differs"
    assert len(first) == len(second)
    kinds = {json.loads(frame)["do"] for frame in worlds[0].frames}
    assert kinds >= {"welcome", "view", "update", "over"}
    assert "psst" not in "".join(first)


async def _last_look(worlds: list[World]) -> None:
    """After the end: the same view for whoever comes late."""
    for world in worlds:
        late: Client = world.watcher
        async with late.sit(world.table) as seat:
            await seat.until(lambda seat: seat.over is not None)
            world.frames += seat.raw
