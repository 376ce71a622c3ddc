"""When a bot answers tells nothing but what everyone knows: a table with bots that search, in two
worlds that a viewer must not tell apart, with every moment at which the viewer was sent something.

The server's inside is real, and so are the bots' thoughts; time is the test's. The longer a search,
the later it is through with it, and with other cards it searches longer: that must not show.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from intrigue.bots import bots, usual_bot
from intrigue.conformance.two_worlds import Coupled, Draws
from intrigue.kernel.game import discover
from intrigue.server.bots import pool as pool_module
from intrigue.server.bots.pool import Bots
from intrigue.server.bots.worker import Question, Thought
from intrigue.server.clocks.times import Times
from intrigue.server.db.schema import seats as seats_table
from intrigue.server.db.schema import tables
from intrigue.server.live.bots import LONG_BEAT, SHORT_BEAT, MatchBots
from intrigue.server.live.match import Match
from intrigue.server.live.registry import Matches
from intrigue.server.tables.viewers import Viewers
from intrigue.server.wire import http
from intrigue.session.table import Table

from .test_time import NAMES, Ear, Hall, answer, listen
from .test_two_worlds_on_the_wire import plain
from .thinking import HardAmbush, HeldClock, Staff, Thinkers, in_loop, settle

BEGAN = 1000.0


@pytest.fixture(autouse=True)
def ambush() -> Iterator[None]:
    discover()["ambush"] = HardAmbush()
    yield
    del discover()["ambush"]


class TimedEar(Ear):
    """A socket that remembers when it was told what."""

    def __init__(self, seat: int, clock: HeldClock) -> None:
        super().__init__(seat)
        self.clock = clock
        self.told: list[tuple[float, str]] = []

    def send(self, frame: bytes) -> None:
        super().send(frame)
        self.told.append((round(self.clock.now(), 6), plain([frame.decode()])[0]))


class StillHall(Hall):
    """A server's inside in which time stands."""

    def __init__(self, folder: Path, staff: Callable[[HeldClock], Staff]) -> None:
        folder.mkdir(exist_ok=True)
        super().__init__(folder)
        self.clock = HeldClock(BEGAN)
        self.staff = staff(self.clock)
        self.bots = Bots(self.storage.metrics, 2.0, 20.0, self.clock, self.staff.hire)
        self.bots.workers = 1
        self.times = Times(self.clock.now, self.clock.now)
        self.matches = Matches(self.storage, self.bots, Viewers(), self.times)

    async def deal(self, people: int, bot: str, dealt: Table, **terms: Any) -> Match:
        """A table of four with these cards; bots of that level on the last seats."""
        id = await self.table("ambush", bots=4 - people, seats=4, **terms)
        header = msgspec.json.encode(dealt.record.header).decode()
        same = {"header": header, "seed": b"\7" * 32}
        here = seats_table.c.table == id, seats_table.c.number >= people

        def write(c: Any) -> None:
            c.execute(update(tables).where(tables.c.id == id).values(same))
            c.execute(update(seats_table).where(*here).values({"bot": bot}))

        await self.storage.write(write)
        match = await self.matches.get(id)
        match.drive()
        await self.rest(match)
        return match

    async def rest(self, match: Match) -> None:
        """Until nothing happens any more unless time passes."""
        for _ in range(3):
            await match.settle()
            await settle()
            while match.executor.busy:
                await match.settle()
                await settle()

    async def to(self, moment: float, match: Match) -> None:
        """Let time pass: with it bots answer, and the match's timer rings."""
        await self.rest(match)
        while (due := self.due(match)) <= moment:
            await self.clock.to(due)
            match.wake()
            await self.rest(match)
        await self.clock.to(moment)

    def due(self, match: Match) -> float:
        bots, rings = self.clock.next(), match.rings
        timer = math.inf if rings is None or rings < self.clock.now() else rings + 0.001
        return min(timer, math.inf if bots is None else bots)


def deals(seed: int, viewer: int) -> list[Table]:
    """Two that differ where the viewer does not see."""
    game = discover()["ambush"]
    draws = Draws(seed)
    first = Table(game, game.setup(list(NAMES[:4])), draws)
    coupled = Coupled(draws.drawn, viewer, seed + 1, 0)
    return [first, Table(game, game.setup(list(NAMES[:4])), coupled)]


class Seen(msgspec.Struct):
    """What a viewer was sent in one world, and what it was not to know."""

    told: list[tuple[float, str]]
    playouts: list[int]


async def world(folder: Path, dealt: Table, people: int, playout: float, **terms: Any) -> Seen:
    """A minute at a table: people do what they may do first, a second after they are asked."""
    thinkers: list[Thinkers] = []

    def staff(clock: HeldClock) -> Staff:
        thinkers.append(Thinkers(clock, playout))
        return thinkers[0]

    hall = StillHall(folder, staff)
    try:
        match = await hall.deal(people, "hard", dealt, **terms)
        ear = TimedEar(0, hall.clock)
        await listen(match, ear)
        for moment in range(1, 60):
            await hall.to(BEGAN + moment, match)
            for seat in range(people):
                if match.session.timing.waits_for(seat):
                    ask = match.session.table.ask(seat)
                    assert ask is not None
                    number = match.session.table.prompt
                    await match.act(seat, answer(ask.options[0], number))
                    await hall.rest(match)
        playouts = [thought.playouts for thought in thinkers[0].thoughts]
        return Seen(ear.told, playouts)
    finally:
        await hall.close()


def public(frame: str) -> bool:
    """Whether it carries what somebody did, or a card: there the worlds may part."""
    said = msgspec.json.decode(frame)
    return any(event["kind"] in ("struck", "cast") for event in said.get("events", []))


def compared(one: Seen, other: Seen) -> int:
    """How many frames came alike, each at the same moment; raises where they differ in what tells
    the worlds apart."""
    for n, (here, there) in enumerate(zip(one.told, other.told, strict=False)):
        assert here[0] == there[0], f"frame {n} came at {here[0]} and at {there[0]}"
        if here[1] != there[1]:
            assert public(here[1]) or public(there[1]), (here, there)
            return n
    assert len(one.told) == len(other.told)
    return len(one.told)


TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"clock": http.Clock(600), "window": http.Window(3, 60, 7)}),
    (1, {}),
]


def pairs(folder: Path, monkeypatch: pytest.MonkeyPatch, people: int, terms: dict[str, Any]) -> int:
    """Several pairs of worlds; how many frames came alike. In the second, thoughts take longer."""
    frames, lengths = 0, set[bool]()

    async def both(seed: int) -> tuple[Seen, Seen]:
        seen = []
        for n, dealt in enumerate(deals(seed, 0)):
            monkeypatch.setattr(pool_module, "_dice", Random(seed))  # the same pauses
            place = folder / f"{seed}-{n}"
            seen.append(await world(place, dealt, people, 0.001 + 0.004 * n, **terms))
        return seen[0], seen[1]

    for seed in range(4):
        one, other = asyncio.run(both(seed))
        frames += compared(one, other)
        lengths.add(one.playouts == other.playouts)
    assert False in lengths, "thoughts that are as long in both worlds test nothing"
    return frames


@pytest.mark.parametrize(("people", "terms"), TABLES)
def test_a_viewer_is_told_the_same_at_the_same_moments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, people: int, terms: dict[str, Any]
) -> None:
    assert pairs(tmp_path, monkeypatch, people, terms) > 20


async def at_once(self: MatchBots, question: Question, takes: float, long: bool) -> Thought | None:
    """A leak: the answer comes when it was thought of."""
    idea = self.bots.ask(question, self.bots.clock.now() + takes, long)
    await asyncio.gather(idea.ended.wait(), self.bots.clock.sleep(0.01))
    return idea.latest


@pytest.mark.parametrize(("people", "terms"), [TABLES[0], TABLES[2]])
def test_an_answer_that_comes_when_it_was_thought_of_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, people: int, terms: dict[str, Any]
) -> None:
    monkeypatch.setattr(MatchBots, "_think_for", at_once)
    with pytest.raises(AssertionError, match="came at"):
        pairs(tmp_path, monkeypatch, people, terms)


# --- when a bot answers ---------------------------------------------------------------------------


def at_table(
    folder: Path,
    bot: str,
    use: Callable[[StillHall, Match, Staff], Awaitable[None]],
    people: int = 1,
    **terms: Any,
) -> None:
    """Whoever sits last but is no person is a bot, whose thoughts the test thinks."""

    async def main() -> None:
        staff = Staff()
        hall = StillHall(folder, lambda clock: staff)
        hall.bots.workers = 4
        try:
            await use(hall, await hall.deal(people, bot, deals(1, 0)[0], **terms), staff)
        finally:
            await hall.close()

    in_loop(main)


def answered(match: Match) -> list[int]:
    """The seats whose answer to the open question is there."""
    return [seat for seat, one in enumerate(match.session.table.answers) if one is not None]


async def strike(hall: StillHall, match: Match) -> float:
    """The first seat begins; everyone is asked in a window, at this moment."""
    assert match.session.table.position.asked() == [0]
    await match.act(0, answer("strike Barney", match.session.table.prompt))
    await hall.rest(match)
    assert match.session.timing.prompt.window
    return hall.clock.now()


@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize(("bot", "beat"), [("hard", LONG_BEAT), ("normal", SHORT_BEAT)])
def test_in_a_window_every_bot_of_a_level_answers_on_the_same_beat(
    tmp_path: Path, bot: str, beat: float, people: int
) -> None:
    async def use(hall: StillHall, match: Match, staff: Staff) -> None:
        opened = await strike(hall, match)
        for hand in staff.hands:
            hand.answer("pass")
        await hall.to(opened + beat - 0.001, match)
        assert answered(match) == []
        await hall.to(opened + beat, match)
        assert answered(match) == list(range(people, 4))

    at_table(tmp_path, bot, use, people)


def test_a_thought_that_is_late_gives_way_to_what_the_script_would_do(tmp_path: Path) -> None:
    async def use(hall: StillHall, match: Match, staff: Staff) -> None:
        opened = await strike(hall, match)
        for hand in staff.hands:
            hand.say("begun")
            hand.say("offer", "pass")
        await hall.to(opened + LONG_BEAT, match)
        assert answered(match) == [1, 2, 3]
        for hand in staff.hands:  # nobody waits for it
            hand.say("done", "cast")
        await hall.rest(match)
        assert all(one is None or one.act == 0 for one in match.session.table.answers)

    at_table(tmp_path, "hard", use)


def test_what_nobody_thought_about_yet_comes_a_whole_beat_later(tmp_path: Path) -> None:
    async def use(hall: StillHall, match: Match, staff: Staff) -> None:
        opened = await strike(hall, match)
        await hall.to(opened + 1.25 * LONG_BEAT, match)
        for hand in staff.hands:
            hand.answer("pass")
        await hall.to(opened + 2 * LONG_BEAT - 0.001, match)
        assert answered(match) == []
        await hall.to(opened + 2 * LONG_BEAT, match)
        assert answered(match) == [1, 2, 3]

    at_table(tmp_path, "hard", use)


@pytest.mark.parametrize(("bot", "lot", "takes"), [
    ("hard", 0.5, 2.0), ("hard", 1.4, 2.8), ("normal", 0.5, 1.0), ("odd", 0.5, 1.0)
])  # fmt: skip
def test_an_answer_comes_after_the_pause_or_the_budget_whichever_is_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str, lot: float, takes: float
) -> None:
    class Lots(Random):
        def uniform(self, a: float, b: float) -> float:
            return lot

    monkeypatch.setattr(pool_module, "_dice", Lots())

    async def use(hall: StillHall, match: Match, staff: Staff) -> None:
        opened = await strike(hall, match)
        for hand in staff.hands:
            hand.answer("pass")
        await hall.to(opened + 1, match)
        await match.act(0, answer("pass", match.session.table.prompt))
        await hall.rest(match)
        assert match.session.table.position.asked() == [1], "it is the next one's turn"
        asked, number = hall.clock.now(), match.session.table.prompt
        (hand,) = (hand for hand in staff.hands if len(hand.asked) == 2)
        assert hand.asked[-1].seconds == pytest.approx(0.9 * takes)
        hand.answer("strike Agatha")
        await hall.to(asked + takes - 0.001, match)
        assert match.session.table.prompt == number
        await hall.to(asked + takes, match)
        assert match.session.table.prompt == number + 1

    at_table(tmp_path, bot, use)


def test_in_practice_a_bot_thinks_as_much_on_any_day(tmp_path: Path) -> None:
    async def use(hall: StillHall, match: Match, staff: Staff) -> None:
        match.bots.practice = True
        for _ in range(9):
            hall.bots.ask(Question(**vars_of(match)), hall.clock.now() + 1, long=True)
        await settle()
        await strike(hall, match)
        await match.act(0, answer("pass", match.session.table.prompt))
        await hall.rest(match)
        for hand in staff.hands:
            hand.answer("pass")
        await hall.rest(match)
        asked = [one for hand in staff.hands for one in hand.asked if one.rng != "practice"]
        assert [(one.share, one.seconds) for one in asked] == [(1.0, hall.bots.patience)]

    at_table(tmp_path, "hard", use)


def vars_of(match: Match) -> dict[str, Any]:
    ask = match.session.table.ask(0)
    assert ask is not None
    question = match.bots._question(1, 0, ask, msgspec.Raw(b"{}"))
    return msgspec.structs.asdict(question) | {"rng": "practice"}


# --- who stands in --------------------------------------------------------------------------------


def test_who_stands_in_is_chosen_by_name_and_not_by_place(tmp_path: Path) -> None:
    game = discover()["ambush"]
    assert [*bots(game)][-1] == "odd"
    assert usual_bot(game) == "normal"

    async def use(hall: StillHall, match: Match, staff: Staff) -> None:
        match.session.stand_in(1, True)
        match.session._relieved[2] = match.session.table.prompt, "scripted"  # of an older record
        match.bots.reseat()
        assert match.bots.playing == {1: "normal", 2: "normal", 3: "odd"}

    at_table(tmp_path, "odd", use, people=3)
