"""Bots that deal at a real server: they answer what people offer, with a sentence, keep what they
promised since they answered the question, and tell nobody else of what is secret."""

import asyncio
import json
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest

from intrigue.agents.client import Seat
from intrigue.server.db import files

from .running import serving, wait_for

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
