"""Two processes hold the same match, and people act at either. A process that follows must stand
where one that loads the match would stand, and so must everyone who is told by it."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import msgspec
import pytest

from intrigue.kernel.chance import Seeded
from intrigue.kernel.game import discover
from intrigue.kernel.position import SPECTATOR, Illegal
from intrigue.kernel.text import BadInput
from intrigue.server import identity
from intrigue.server.bots.pool import Bots, Idea
from intrigue.server.bots.worker import Question
from intrigue.server.clocks.times import Times
from intrigue.server.db.storage import Storage
from intrigue.server.identity import Identity
from intrigue.server.live.audience import Place
from intrigue.server.live.match import Match
from intrigue.server.record import store
from intrigue.server.tables import before_start, rooms, seating
from intrigue.server.tables.viewers import Viewers
from intrigue.server.wire import frames, http
from intrigue.session.message import Standing
from intrigue.session.parts import assembled
from intrigue.session.patch import apply

from .running import fresh_database
from .test_time import listen

NAMES = ("Agatha", "Barney", "Charles", "Darcy", "Edith", "Fergus", "Grace")
HOUR = 3600.0
STEPS = 80


class Everyone:
    """Who can be told by a notice."""

    def __init__(self, reachable: list[str]) -> None:
        self.delay = 20.0
        self.reachable = reachable


class Helpless(Bots):
    """No bot has an answer: its seat takes the default."""

    def ask(self, question: Question, until: float | None = None, long: bool = False) -> Idea:
        idea = Idea(question, until, long)
        asyncio.get_running_loop().call_soon(idea.end, None)
        return idea


class Eyes:
    """A socket that keeps the table as it is told, and every event and line."""

    table = device = ""
    words: str | None = None
    picture = visible = waiting = watching = silent = False
    lang = "en"

    def __init__(self, seat: int, person: str) -> None:
        self.seat = seat
        self.person = person
        self.state: Any = None
        self.events: list[Any] = []
        self.lines: list[int] = []

    def send(self, frame: bytes) -> None:
        told = msgspec.json.decode(frame)
        if told["do"] == "view":
            self.state = told["state"]
        elif told["do"] == "update":
            self.state = apply(self.state, told["patch"])
            self.events += told["events"]
        elif told["do"] == "talk":
            self.lines.append(told["number"])

    def lose(self) -> None:
        raise AssertionError("the match was given up")

    def change(self, room: rooms.Room | None) -> None:
        raise NotImplementedError

    def listen(self, now: float) -> bool:
        raise NotImplementedError

    def sign_out(self) -> None:
        raise NotImplementedError

    def recheck(self, room: rooms.Room) -> None:
        """It stays, whoever sits there."""


class Process:
    """A match in one process. Nobody tells it that something is new: it has to look."""

    def __init__(self, world: "World", url: str) -> None:
        self.world = world
        self.storage = Storage.open(url)
        self.bots = Helpless(self.storage.metrics, 0.0)
        self.eyes: list[Eyes] = []
        self.rebuilt = 0

    async def load(self) -> Match:
        """The match as it is stored."""
        table = self.world.table
        loaded = await self.storage.read(lambda connection: store.load(connection, table))
        clock = lambda: self.world.now  # noqa: E731
        times = Times(clock, clock)
        return Match(
            loaded, self.storage, self.bots, Viewers(), self._broken, times, self.world.reach
        )

    async def hold(self) -> None:
        self.match = await self.load()
        begin_anew = self.match._begin_anew

        async def counted() -> None:
            self.rebuilt += 1
            await begin_anew()

        self.match._begin_anew = counted  # type: ignore[method-assign]
        for viewer in range(SPECTATOR, len(self.world.guests)):
            person = "" if viewer == SPECTATOR else self.world.guests[viewer].id
            self.eyes.append(Eyes(viewer, person))
            await listen(self.match, self.eyes[-1], Place(log=0))

    def _broken(self, match: Match) -> None:
        raise AssertionError("the match was given up")

    async def check(self) -> None:
        """Follow, and compare with what is stored."""
        await self.match.catch_up()
        fresh = await self.load()
        assert state_of(self.match, self.world.now) == state_of(fresh, self.world.now)
        for seat, keys in fresh.session.keys.items():
            assert set(keys) <= set(self.match.session.keys[seat])
        for eyes in self.eyes:
            stream = fresh.audience.stream(eyes.seat)
            assert eyes.state == msgspec.json.decode(msgspec.json.encode(stream.state))
            seen = fresh.audience.seen(eyes.seat)
            assert eyes.events == msgspec.json.decode(msgspec.json.encode(seen))
            may_read, spoken = fresh.session.room.may_read, fresh.session.talk
            mine = [line for line in spoken if may_read(line, eyes.seat, eyes.person)]
            assert eyes.lines == list(range(len(mine)))

    async def close(self) -> None:
        self.match.stop()
        await self.storage.close()


def state_of(match: Match, now: float) -> dict[str, Any]:
    """All that a match knows and does not find out anew."""
    session, notices = match.session, match.notices
    table = session.table
    assert isinstance(table.chance, Seeded)
    assert notices is not None
    setup, dump = table.setup, table.game.dump
    return {
        "position": dump(setup, table.position),
        "past": [(seat, dump(setup, position)) for seat, position in table.past.stack],
        "drawn": table.chance.drawn,
        "record": list(table.record.lines(private=True)),
        "question": (table.prompt, table.opened, table.pace, table.answers, table.standing),
        "gone": (table.absent, table.aborted, session.stand_ins, session.relieved),
        "clocks": {name: it for name, it in vars(session.clocks).items() if name != "setup"},
        "due": session.timing.due(now),
        "nudged": session.nudged,
        "votes": {seat: by for seat, by in session.votes.items() if by},
        "stored": (session.written, len(session.talk), session.untouched),
        "rooms": (session.room, match.audience.room),
        "history": [(one.at, repr(one.event)) for one in session.history],
        "talk": session.talk,
        "notices": (notices.out, notices.prompt, notices.until, notices.waiting),
        "gazette": notices.editions.current,
        "bots": match.bots.playing,
        "views": [assembled(table.own(seat)[0]) for seat in range(SPECTATOR, setup.seats)],
    }


class World:
    """One match, and whatever may be done to it."""

    def __init__(self, url: str, game: str, seed: int) -> None:
        self.rng = Random(seed)
        self.now = 1000.0
        self.game = discover()[game]
        self.table = ""
        self.guests: list[Identity] = []
        self.reach = Everyone([])
        self.processes = [Process(self, url) for _ in range(2)]
        self.acts = 0

    async def begin(self) -> None:
        seats = min(max(3, self.game.low), self.game.high)
        wish = http.MakeTable(self.game.id, seats, days=http.Days(hours=24.0, reveal="ready"))

        def make(connection: Any) -> str:
            for name in NAMES[:seats]:
                who = identity.identify(connection, identity.sign_in(connection, name, 1.0).device)
                assert who is not None
                self.guests.append(who)
            room = before_start.make(connection, self.guests[0], wish, 1.0)
            for seat in range(1, seats):
                before_start.sit(connection, self.guests[seat], room.id, seat)
                before_start.ready(connection, self.guests[seat], room.id, True)
            before_start.start(connection, self.guests[0], room.id, self.now)
            return room.id

        self.table = await self.processes[0].storage.write(make)
        self.reach.reachable += [who.id for who in self.guests]
        for process in self.processes:
            await process.hold()

    async def step(self, match: Match) -> None:
        """Something that somebody does, or tries to."""
        self.now += self.rng.uniform(0.0, 60.0)
        roll = self.rng.random()
        ways: list[tuple[float, Callable[[Match], Awaitable[object]]]] = [
            (0.6, self._answer),
            (0.7, self._free),
            (0.78, self._talk),
            (0.86, self._frame),
            (0.92, self._pass_time),
            (1.0, self._about_seats),
        ]
        do = next(do for most, do in ways if roll < most)
        with contextlib.suppress(Illegal, BadInput):
            await do(match)
            self.acts += 1

    async def _answer(self, match: Match) -> None:
        position = match.session.table.position
        if not match.session.over:
            seat = self.rng.choice(position.asked())
            act = self.rng.choice(position.options(seat))
            await self._submit(match, seat, act, self.rng.random() < 0.8)

    async def _free(self, match: Match) -> None:
        seat = self._anybody()
        acts = [] if match.session.over else match.session.table.position.free(seat)
        if acts:
            await self._submit(match, seat, self.rng.choice(acts), True)

    async def _submit(self, match: Match, seat: int, act: int, ready: bool) -> None:
        text = match.session.table.game.spell(match.session.table.setup, act)
        if text.split()[0] not in match.session.table.game.rare:
            await match.act(
                seat, frames.Submit(self._key(), text, ready, match.session.table.prompt)
            )

    async def _talk(self, match: Match) -> None:
        to = self.rng.choice([None, [], [self._anybody()]])
        await match.act(self._anybody(), frames.Say(self._key(), "a word", to))

    async def _frame(self, match: Match) -> None:
        kind = self.rng.choice(match.session.table.game.prompts)
        choices: list[frames.Action] = [
            frames.Undo(self._key()),
            frames.Undo(self._key()),
            frames.Unready(self._key()),
            frames.Confirm(self._key()),
            frames.Arm(self._key(), [Standing(kind, "")]),
            frames.Mute(self._key(), self._anybody(), self.rng.random() < 0.5),
            frames.Back(self._key()),
        ]
        await match.act(self._anybody(), self.rng.choice(choices))

    async def _pass_time(self, match: Match) -> None:
        self.now += self.rng.choice([HOUR, 25 * HOUR])
        match.drive()
        await match.settle()
        match.rest()

    async def _about_seats(self, match: Match) -> None:
        seat, host = self.rng.randrange(1, len(self.guests)), self.guests[0]
        who = self.guests[seat]
        pause = frames.Pause(self._key(), self.rng.random() < 0.5)
        ways: list[Callable[[], Awaitable[object]]] = [
            lambda: match.vote(self.guests[self._anybody()], seat),
            lambda: match.nudge(self.guests[self._anybody()], seat, HOUR),
            lambda: match.manage(seating.hand_over(who, None)),
            lambda: match.manage(seating.take_back(who)),
            lambda: match.manage(seating.put_bot(host, seat, "random", lambda *_: None)),
            lambda: match.manage(lambda *now: seating.decided(now[0], seat, "open", now[1])),
            lambda: match.manage(seating.remove(host, len(self.guests) - 1)),
            lambda: match.act(self._anybody(), pause),
            lambda: match.act(0, frames.Extend(self._key(), 3.0)),
            lambda: match.act(0, frames.Pace(self._key(), self.rng.choice(["days", "live"]))),
        ]
        await self.rng.choice(ways)()

    def _anybody(self) -> int:
        return self.rng.randrange(len(self.guests))

    def _key(self) -> str:
        return f"k{self.rng.getrandbits(40)}"


@pytest.mark.parametrize("game", list(discover()))
def test_whoever_follows_stands_where_the_record_does(postgresql: str, game: str) -> None:
    async def main(seed: int) -> tuple[int, int]:
        url = fresh_database(postgresql, f"follow-{game}-{seed}")
        world = World(url, game, seed)
        try:
            await world.begin()
            for _ in range(STEPS):
                process = world.rng.choice(world.processes)
                if world.rng.random() < 0.9:  # else it may be late, and lose a race
                    await process.match.catch_up()
                for _ in range(world.rng.randrange(1, 4)):
                    await world.step(process.match)
                if world.rng.random() < 0.2:
                    for one in world.processes:
                        await one.check()
            for one in world.processes:
                await one.check()
            return world.acts, sum(one.rebuilt for one in world.processes)
        finally:
            for one in world.processes:
                await one.close()

    acts, rebuilt = 0, 0
    for seed in (1, 2):
        done, anew = asyncio.run(main(seed))
        acts, rebuilt = acts + done, rebuilt + anew
    print(f"{game}: {acts} acts, {rebuilt} times built anew after a lost race")
    assert acts > STEPS / 2
    assert rebuilt < acts / 4, "hardly anything was followed"
