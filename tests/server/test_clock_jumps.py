"""The wall clock is set forward or back, by a day or a year, while people play: live questions
neither close nor stop. Deadlines over days follow the wall clock."""

import asyncio
import os
from pathlib import Path

import pytest
from sqlalchemy import select

from intrigue.agents.client import Client
from intrigue.server.clocks.times import Times
from intrigue.server.db.schema import alarms
from intrigue.server.live.match import Match
from intrigue.server.live.registry import Matches
from intrigue.server.wire import frames, http

from .running import serving, table_of, wait_for
from .test_time import Ear, Hall, ambush, answer, at_window, in_hall, listen

assert ambush
DAY = 86400.0
YEAR = 365 * DAY
JUMPS = pytest.mark.parametrize("jump", [DAY, -DAY, YEAR, -YEAR])


async def sweep(hall: Hall, match: Match) -> None:
    """What the server does every second."""
    await hall.matches.ring()
    await match.settle()


def left(match: Match) -> float | None:
    shown = match.session.timing.shown(0, match.session.now(), match.session.shift())
    return None if shown is None else shown.left


async def swept(hall: Hall, match: Match, seconds: float) -> None:
    """Sweep until so much time is left: a busy machine may need a second time."""
    for _ in range(100):
        await sweep(hall, match)
        if left(match) == seconds:
            return
        await asyncio.sleep(0.01)
    assert left(match) == seconds


@JUMPS
def test_a_live_question_is_open_for_its_time_whatever_the_wall_clock_does(
    tmp_path: Path, jump: float
) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", clock=http.Clock(20, 50), options={"rounds": 2})
        match = await hall.matches.get(table)
        hall.now += 5
        hall.set = jump
        await sweep(hall, match)
        assert match.session.table.prompt == 0
        assert left(match) == 15
        for seat in range(3):
            await match.act(seat, answer("loot"))
        assert match.session.table.prompt == 1
        assert match.session.clocks.bank == [50, 50, 50], "nobody pays for it"
        opened = match.session.table.opened
        await hall.at(opened + 69.9, match)
        await sweep(hall, match)
        assert match.session.table.prompt == 1
        await hall.at(opened + 70.1, match)
        assert match.session.over

    in_hall(tmp_path, use)


@JUMPS
@pytest.mark.usefixtures("ambush")
def test_a_window_lasts_its_time_whatever_the_wall_clock_does(tmp_path: Path, jump: float) -> None:
    async def use(hall: Hall) -> None:
        match = await at_window(hall)
        number, opened = match.session.table.prompt, match.session.table.opened
        hall.set = jump
        await sweep(hall, match)
        await hall.at(opened + 6.9, match)
        assert match.session.table.prompt == number
        await hall.at(opened + 7, match)
        assert match.session.table.prompt > number

    in_hall(tmp_path, use)


@JUMPS
def test_a_match_that_begins_after_a_jump_has_its_whole_time(tmp_path: Path, jump: float) -> None:
    async def use(hall: Hall) -> None:
        hall.set = jump
        table = await hall.table("truce", clock=http.Clock(20), options={"rounds": 1})
        match = await hall.matches.get(table)
        await sweep(hall, match)
        assert left(match) == 20
        await hall.at(1019.9, match)
        assert not match.session.over
        await hall.at(1020.1, match)
        assert match.session.over

    in_hall(tmp_path, use)


@JUMPS
def test_a_forgotten_match_is_woken_in_time(tmp_path: Path, jump: float) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", clock=http.Clock(3600), options={"rounds": 1})
        await (await hall.matches.get(table)).settle()
        await hall.matches.forget(0.0)
        hall.set = jump
        await hall.matches.ring()  # the server sees that the clock was set, and winds alarms anew
        assert not hall.matches.held[table].session.over
        await hall.matches.held[table].settle()
        await hall.matches.forget(0.0)
        await hall.matches.ring()
        assert table not in hall.matches.held
        query = select(alarms.c.due).where(alarms.c.table == table)
        assert await hall.storage.read(lambda c: c.execute(query).scalar()) == 4600 + jump
        hall.now += 3590
        await hall.matches.ring()
        match = hall.matches.held[table]
        await hall.at(4600.1, match)
        assert match.session.over

    in_hall(tmp_path, use)


@pytest.mark.parametrize("jump", [-DAY, -YEAR])
def test_a_match_goes_on_after_a_restart_with_a_clock_that_was_set_back(
    tmp_path: Path, jump: float
) -> None:
    async def use(hall: Hall) -> None:
        hall.now = 2 * YEAR
        table = await hall.table("truce", clock=http.Clock(20), options={"rounds": 2})
        match = await hall.matches.get(table)
        hall.now += 5
        for seat in range(3):
            await match.act(seat, answer("loot"))
        await hall.matches.close()
        hall.set = jump
        hall.times = Times(lambda: hall.now + hall.set, lambda: hall.now)
        hall.matches = Matches(hall.storage, hall.bots, hall.matches.viewers, hall.times)
        await hall.matches.start()
        await hall.matches.ring()
        match = await hall.matches.get(table)  # which the sweeper may be loading
        await match.settle()
        shown = match.session.clocks.curtain - match.session.clocks.asked
        assert shown > 0
        assert match.session.table.prompt == 1
        assert left(match) == pytest.approx(20 + shown, abs=0.1)
        hall.now += 20.1 + shown
        await sweep(hall, match)
        assert match.session.over

    in_hall(tmp_path, use)


@JUMPS
def test_everyone_is_told_the_same_time_as_without_the_jump(tmp_path: Path, jump: float) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", clock=http.Clock(20), options={"rounds": 2})
        match = await hall.matches.get(table)
        hall.now += 5
        hall.set = jump
        ear = Ear(1)
        await listen(match, ear)
        time = next(frame for frame in ear.frames if frame["do"] == "time")
        assert time["left"] == 15
        assert time["deadline"] == 1020 + jump, "by the clock that people see"

    in_hall(tmp_path, use)


def test_a_deadline_over_days_follows_the_wall_clock(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        days = http.Days(hours=24, excuses=0)
        table = await hall.table("truce", days=days, options={"rounds": 2})
        match = await hall.matches.get(table)
        await match.settle()
        hall.set = DAY - 60
        await sweep(hall, match)
        assert match.session.table.prompt == 0
        hall.set = DAY
        await sweep(hall, match)
        assert match.session.table.prompt == 1

    in_hall(tmp_path, use)


def test_a_match_changes_its_pace_after_a_jump(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", clock=http.Clock(20), options={"rounds": 2})
        match = await hall.matches.get(table)
        hall.set = DAY
        await match.act(0, frames.Pace("d", "days", http.Days(hours=24)))
        await swept(hall, match, 24 * 3600)
        await match.act(0, frames.Pace("l", "live", None, http.Clock(30)))
        await swept(hall, match, 30)
        await hall.at(1030.1, match)
        assert match.session.table.prompt == 1

    in_hall(tmp_path, use)


# --- a whole server -------------------------------------------------------------------------------

# Read by the interpreter when a process starts: the wall clock is what the test says.
SET = """
import os, time
_true, _file = time.time, os.environ["THE_CLOCK_WAS_SET_BY"]
def set_time():
    with open(_file) as file:
        return _true() + float(file.read() or 0)
time.time = set_time
"""


@pytest.fixture(params=[DAY, -YEAR])
def jumping(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Path, float]:
    """Where to write how far the clock of the next process is set, and how far it will be."""
    (tmp_path / "sitecustomize.py").write_text(SET)
    file = tmp_path / "set"
    file.write_text("0")
    monkeypatch.setenv("THE_CLOCK_WAS_SET_BY", str(file))
    path = [str(tmp_path), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path))
    return file, float(request.param)


def test_a_server_whose_clock_is_set_goes_on(jumping: tuple[Path, float], tmp_path: Path) -> None:
    file, jump = jumping
    with serving(tmp_path / "data", "--no-limits", "--bot-delay", "0.02") as server:
        slow, people = table_of(server, ["Ada", "Bob", "Cleo"], clock={"decision": 600})
        quick, others = table_of(server, ["Dan", "Eve"], bots=1, clock={"decision": 10})
        moved = file.with_suffix(".new")
        moved.write_text(str(jump))
        moved.rename(file)
        wait_for(lambda: "the wall clock was set" in server.log.read_text(), "it did not notice")
        asyncio.run(whole(slow, people))
        asyncio.run(in_time(quick, others))
        asyncio.run(whole(*table_of(server, ["Flo", "Gus", "Hal"], clock={"decision": 600})))


async def whole(table: str, people: list[Client]) -> None:
    """Its question is open, has nearly all of its time, and is answered."""
    for client in people:
        async with client.sit(table) as seat:
            await seat.begin()
            await seat.until(lambda one: bool(one.time))
            assert seat.state["prompt"] == 0
            assert 300 < seat.time["left"] <= 600
            await seat.submit("loot")
    async with people[0].sit(table) as seat:
        await seat.begin()
        assert seat.state["prompt"] == 1


async def in_time(table: str, people: list[Client]) -> None:
    """Nobody answers: the clock closes the question all the same."""
    async with people[0].sit(table) as seat:
        await seat.begin()
        await asyncio.wait_for(seat.until(lambda one: one.state["prompt"] > 0), 60)
