"""Bots that deal at a real server: they answer what people offer, with a sentence, keep what they
promised since they answered the question, and tell nobody else of what is secret."""

import asyncio
import json
from contextlib import closing
from pathlib import Path
from random import Random
from sqlite3 import connect
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from intrigue.agents.client import Seat
from intrigue.kernel.deals import IN_FORCE, in_force
from intrigue.kernel.negotiation import Move, Propose
from intrigue.server.bots import pool as pool_module
from intrigue.server.bots.worker import Question, Thought
from intrigue.server.db import files
from intrigue.server.db.schema import seats as seats_table
from intrigue.server.db.schema import tables
from intrigue.server.live.bots import MatchBots
from intrigue.server.live.deals import MatchDeals
from intrigue.server.wire import frames

from .running import serving, wait_for
from .test_bot_moments import BEGAN, StillHall, TimedEar
from .test_time import answer, listen
from .thinking import HeldClock, Staff, Thinkers

BEAT = ("--no-limits", "--bot-delay", "0.05")


async def settled(seat: Seat, number: int) -> dict[str, object]:
    """A deal of one's own, when it waits for nobody any more."""

    def over(seat: Seat) -> bool:
        found = [one for one in seat.ledger["deals"] if one["number"] == number]
        return bool(found) and found[0]["state"] != "offered"

    await seat.until(over)
    return next(one for one in seat.ledger["deals"] if one["number"] == number)


def orders(data: Path) -> list[list[str]]:
    """What was answered, face down: as it is stored, for nobody sees it."""
    with closing(connect(data / files.NAME)) as database:
        lines = [json.loads(line) for (line,) in database.execute("SELECT line FROM entries")]
    return [[line["seat"], line["act"]] for line in lines if line["do"] == "intent"]


def mine(seat: Seat) -> int:
    """The number of the last deal that was offered from here."""
    return max(int(one["number"]) for one in seat.ledger["deals"] if one["by"] == seat.seat)


@pytest.mark.parametrize("secret", [True, False])
def test_a_person_who_offers_something_good_gets_yes_and_a_sentence_and_what_was_promised(
    tmp_path: Path, secret: bool
) -> None:
    with serving(tmp_path, *BEAT) as server:
        ann = server.person("Ann")
        info = ann.make_table("truce", 3, options={"rounds": 2})
        for seat, bot in ((1, "normal:faithful"), (2, "random")):
            ann.set_bot(info["id"], seat, bot)
        ann.start(info["id"])

        async def main() -> None:
            async with ann.sit(info["id"]) as seat:
                await seat.begin()
                # when both bots have answered the question, face down
                await seat.until(lambda seat: sorted(seat.state["done"] or []) == [1, 2])
                name = seat.welcome["names"][1]
                terms = f"Ann gives {name} 2 by round 2; {name} supports Ann in round 1"
                await seat.offer([1], terms, secret=secret)
                deal = await settled(seat, mine(seat))
                assert deal["state"] == "in force"
                await seat.until(lambda seat: any(line["seat"] == 1 for line in seat.talk))
                line = next(line for line in seat.talk if line["seat"] == 1)
                assert line["text"] == "Agreed, Ann. You have my word."
                assert line["to"] == ([0] if secret else None)
                wanted = [name, "support Ann"]
                await asyncio.to_thread(
                    wait_for, lambda: wanted in orders(tmp_path), "it ordered something else"
                )
                await seat.submit("attack " + seat.welcome["names"][2])
                await seat.until(lambda seat: len(seat.state["view"]["past"]) == 1)
                assert seat.state["view"]["past"][0][1] == {
                    "kind": "support", "target": 0, "valid": True
                }  # fmt: skip
                found = [one for one in seat.ledger["deals"] if one["number"] == deal["number"]]
                assert [c["verdict"] for c in found[0]["clauses"]] == ["open", "kept"]

        asyncio.run(main())


# --- two worlds: with secret deals of others, and without -----------------------------------------


SEED = 8  # with which two of them agree on something before they answer


class EvenDice(Random):
    """The same pauses, however often somebody asks for one."""

    def uniform(self, a: float, b: float) -> float:
        return 1.0


class World(msgspec.Struct):
    """What the person was sent before the first reveal, and what was agreed when bots answered."""

    told: list[tuple[float, str]]
    agreed: int


async def world(
    folder: Path, monkeypatch: pytest.MonkeyPatch, secretly: bool, seed: int = SEED
) -> World:
    """A person and four bots, all of whose deals are secret, and none with the person; or none."""
    usual = MatchDeals._frame

    def frame(self: MatchDeals, move: Move) -> frames.Promise | frames.Say | None:
        if isinstance(move, Propose):
            move = msgspec.structs.replace(move, secret=True)
        with_person = isinstance(move, Propose) and move.to == [0]
        return usual(self, move) if secretly and not with_person else None

    def staff(clock: HeldClock) -> Staff:
        return Thinkers(clock, 0.0)

    with monkeypatch.context() as patch:
        patch.setattr(MatchDeals, "_frame", frame)
        patch.setattr(pool_module, "_dice", EvenDice())
        hall = StillHall(folder, staff)
        try:
            id = await hall.table("truce", bots=4, seats=5)

            def temper(c: Any) -> None:
                here = seats_table.c.table == id, seats_table.c.number > 0
                c.execute(
                    update(tables).where(tables.c.id == id).values({"seed": bytes([seed]) * 32})
                )
                c.execute(update(seats_table).where(*here).values({"bot": "normal:faithful"}))

            await hall.storage.write(temper)
            match = await hall.matches.get(id)
            match.drive()
            await hall.rest(match)
            ear = TimedEar(0, hall.clock)
            await listen(match, ear)
            await hall.to(BEGAN + 1.9, match)
            agreed = [deal.state for deal in match.session.table.ledger.deals].count(IN_FORCE)
            await hall.to(BEGAN + 8, match)
            await match.act(0, answer("pass", match.session.table.prompt))
            await hall.rest(match)
            before = [one for one in ear.told if '"reveal"' not in one[1]]
            assert len(before) < len(ear.told), "the round did not end"
            return World(before, agreed)
        finally:
            await hall.close()


def both(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[World, World]:
    return (
        asyncio.run(world(folder / "with", monkeypatch, True)),
        asyncio.run(world(folder / "without", monkeypatch, False)),
    )


def test_what_bots_agree_on_in_secret_and_when_they_answer_tells_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = both(tmp_path, monkeypatch)
    assert here.agreed > 0
    assert there.agreed == 0
    assert [moment for moment, _ in here.told][-1] == BEGAN + 2, "when bots have answered"
    assert here.told == there.told


def test_an_answer_that_comes_later_for_a_secret_deal_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = MatchBots._think_for

    async def later(
        self: MatchBots, question: Question, takes: float, long: bool
    ) -> Thought | None:
        """A leak: who has something to reckon with takes longer."""
        thought = await usual(self, question, takes, long)
        if in_force(self.deals._ledger(question.seat), question.seat):
            await self.bots.clock.sleep(0.5)
        return thought

    monkeypatch.setattr(MatchBots, "_think_for", later)
    here, there = both(tmp_path, monkeypatch)
    assert here.told != there.told
