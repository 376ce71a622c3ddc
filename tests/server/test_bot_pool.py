"""Bots that think long: what one of them does is no other's business, and who waits is answered.
Time and workers are in the hands of the tests."""

import asyncio
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from intrigue.kernel.chance import Fast
from intrigue.kernel.game import find_game
from intrigue.server.bots.pool import Bots, Idea, Process
from intrigue.server.bots.worker import NICE
from intrigue.server.metrics import Metrics

from .thinking import HeldClock, Staff, in_loop, pool, question, settle


def act(idea: Idea) -> str | None:
    return None if idea.latest is None else idea.latest.act


def number(metrics: Metrics, name: str) -> float:
    lines = metrics.text().decode().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


def test_patience_begins_with_the_thinking_and_not_in_the_queue() -> None:
    async def use() -> None:
        staff, clock = Staff(), HeldClock()
        bots = pool(1, staff, clock)
        ideas = [bots.ask(question()) for _ in range(3)]
        await settle()
        (worker,) = staff.hands
        for n, idea in enumerate(ideas):  # each takes nineteen seconds, the last from 38 on
            assert len(worker.asked) == n + 1
            worker.say("begun")
            await clock.to(19.0 * (n + 1))
            assert not idea.ended.is_set()
            worker.say("done", f"act {n}")
            await settle()
        assert [act(idea) for idea in ideas] == ["act 0", "act 1", "act 2"]
        assert staff.hands == [worker]
        assert not worker.ended

    in_loop(use)


def test_only_the_worker_that_hangs_is_replaced() -> None:
    async def use() -> None:
        staff, clock = Staff(), HeldClock()
        bots = pool(2, staff, clock)
        hangs, goes_on, waits = (bots.ask(question()) for _ in range(3))
        await settle()
        first, second = staff.hands
        first.say("begun")
        await clock.to(10.0)
        second.say("begun")
        await clock.to(20.0)
        assert hangs.ended.is_set()
        assert act(hangs) is None
        assert first.ended
        assert not second.ended
        assert not goes_on.ended.is_set()
        third = staff.hands[2]
        third.answer("from the new one")
        second.say("done", "as if nothing had been")
        await settle()
        assert [act(goes_on), act(waits)] == ["as if nothing had been", "from the new one"]
        first.say("done", "too late")
        assert act(hangs) is None
        assert number(bots.metrics, "intrigue_bot_timeouts_total") == 1

    in_loop(use)


def test_a_bot_that_comes_to_no_end_is_taken_at_the_word_it_gave() -> None:
    async def use() -> None:
        staff, clock = Staff(), HeldClock()
        bots = pool(1, staff, clock)
        idea = bots.ask(question())
        await settle()
        staff.hands[0].say("begun")
        staff.hands[0].say("offer", "as the script has it")
        await clock.to(20.0)
        assert idea.ended.is_set()
        assert act(idea) == "as the script has it"

    in_loop(use)


def test_a_process_that_was_gone_before_it_began_costs_nobody_an_answer() -> None:
    async def use() -> None:
        staff, clock = Staff(), HeldClock()
        bots = pool(1, staff, clock)
        idea = bots.ask(question())
        await settle()
        staff.hands[0].say("gone")
        await settle()
        staff.hands[1].answer("here")
        await settle()
        assert act(idea) == "here"
        unlucky = bots.ask(question())
        await settle()
        staff.hands[1].say("gone")
        staff.hands[2].say("gone")
        assert unlucky.ended.is_set(), "twice is no accident"

    in_loop(use)


def test_each_thinks_less_where_many_think() -> None:
    async def use() -> None:
        staff, clock = Staff(), HeldClock()
        bots = pool(1, staff, clock)
        for _ in range(5):
            bots.ask(question(), 2.0, long=True)
        await settle()
        (worker,) = staff.hands
        for _ in range(5):
            worker.answer("pass")
            await settle()
        shares = [asked.share for asked in worker.asked]
        assert shares == [1 / 5, 1 / 4, 1 / 3, 1 / 4, 1 / 5]
        bots.ask(question(), 2.0, long=True)
        await settle()
        assert worker.asked[-1].share == 1

    in_loop(use)


def test_quick_bots_take_nothing_from_those_that_think() -> None:
    async def use() -> None:
        staff, clock = Staff(), HeldClock()
        bots = pool(1, staff, clock)
        bots.ask(question(), 1.0, long=True)
        for _ in range(9):
            bots.ask(question("normal"), 2.0)
        await settle()
        assert staff.hands[0].asked[0].share == 1

    in_loop(use)


def test_practice_always_thinks_as_much() -> None:
    async def use() -> None:
        staff, clock = Staff(), HeldClock()
        bots = pool(1, staff, clock)
        bots.ask(question(), None, long=True)
        for _ in range(9):
            bots.ask(question(), 2.0, long=True)
        await settle()
        alone = staff.hands[0].asked[0]
        assert (alone.share, alone.seconds) == (1, bots.patience)

    in_loop(use)


def test_what_is_wanted_first_is_thought_about_first_and_in_time() -> None:
    async def use() -> None:
        staff, clock = Staff(), HeldClock()
        bots = pool(1, staff, clock)
        for until in (2.0, 0.4, 1.0):
            bots.ask(question(), until, long=True)
        await settle()
        (worker,) = staff.hands
        await clock.to(0.2)
        worker.answer("pass")
        await clock.to(1.5)
        worker.answer("pass")
        await settle()
        assert [asked.seconds for asked in worker.asked] == pytest.approx([0.36, 0.72, 0.45])
        late = bots.ask(question(), 1.4, long=True)
        worker.answer("pass")
        await settle()
        assert not late.ended.is_set()
        assert worker.asked[-1].share == 0, "no time is left: what it would do at once"

    in_loop(use)


def test_what_nobody_wants_to_know_any_more_is_not_thought_about() -> None:
    async def use() -> None:
        staff, clock = Staff(), HeldClock()
        bots = pool(1, staff, clock)
        bots.ask(question(seat=0))
        bots.ask(question(seat=1)).drop()
        bots.ask(question(seat=2))
        await settle()
        staff.hands[0].answer("pass")
        await settle()
        assert [asked.seat for asked in staff.hands[0].asked] == [0, 2]

    in_loop(use)


def test_the_operator_sees_who_thinks_how_long_and_how_many_wait() -> None:
    async def use() -> None:
        staff, clock = Staff(), HeldClock()
        bots = pool(1, staff, clock)
        for bot in ("hard", "normal", "normal"):
            bots.ask(question(bot))
        await settle()
        assert number(bots.metrics, "intrigue_bot_queue") == 2
        await clock.to(5.0)
        staff.hands[0].say("begun")
        await clock.to(6.5)
        staff.hands[0].say("done", "pass", playouts=300)
        assert number(bots.metrics, 'intrigue_bot_seconds_sum{bot="hard"}') == 1.5
        assert number(bots.metrics, 'intrigue_bot_playouts_total{bot="hard"}') == 300

    in_loop(use)


# --- processes ------------------------------------------------------------------------------------

SLOW = '''
import os
import threading
from intrigue.games.truce.game import TruceGame
from intrigue.kernel.game import Player


class Hangs(Player):
    def answer(self, view, prompt, options):
        threading.Event().wait()


class Waits(Player):
    """Until somebody writes to the pipe."""

    def answer(self, view, prompt, options):
        open(os.environ["GATE"]).read()
        return options[0]


class SlowGame(TruceGame):
    id = "slow"
    package = "intrigue.games.truce"
    bots = {"normal": Waits, "hangs": Hangs}
'''


GATE = "gate"


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is installed where workers find it."""
    facts = tmp_path / "slow-1.dist-info"
    facts.mkdir()
    (tmp_path / "slow.py").write_text(SLOW)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: slow\nVersion: 1\n")
    (facts / "entry_points.txt").write_text("[intrigue.games]\nslow = slow:SlowGame\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("GATE", str(tmp_path / GATE))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
@pytest.mark.usefixtures("slow")
def test_real_processes_give_way_to_people_and_one_that_hangs_ends_alone(tmp_path: Path) -> None:
    gate = tmp_path / GATE
    os.mkfifo(gate)
    truce, names = find_game("truce"), ["Agatha", "Barney", "Charles"]
    view = truce.start(truce.setup(names), Fast(1)).view(0)
    facts: dict[str, Any] = {"names": names, "view": msgspec.Raw(msgspec.json.encode(view))}
    facts |= {"prompt": "orders", "choices": ["loot", "pass"]}

    async def begun(idea: Idea) -> None:
        while idea.begun is None:  # nothing else tells when a process has begun
            await asyncio.sleep(0.01)

    async def use() -> None:
        clock, hired = HeldClock(), list[Process]()

        def hire(hear: object) -> Process:
            hired.append(Process(hear))  # type: ignore[arg-type]
            return hired[-1]

        bots = Bots(Metrics(), 2.0, 20.0, clock, hire)
        bots.workers = 2
        hangs = bots.ask(question("hangs", "slow", **facts))
        await begun(hangs)
        if hasattr(os, "getpriority"):
            nice = os.getpriority(os.PRIO_PROCESS, hired[0].process.pid or 0)
            assert nice >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICE)
        await clock.to(10.0)
        waits = bots.ask(question("normal", "slow", **facts))
        after = bots.ask(question("random", "slow", **facts))
        await begun(waits)
        await clock.to(20.0)
        await hangs.ended.wait()
        await after.ended.wait()
        assert act(hangs) is None
        assert act(after) in facts["choices"]
        await asyncio.to_thread(gate.write_text, "go on")
        await waits.ended.wait()
        assert act(waits) == "loot"
        assert len(hired) == 3
        bots.close()

    in_loop(use)
