"""What would you do? A hint while practising: from the view alone, and never where others play."""

import asyncio
import math
from random import Random
from typing import Any

import msgspec
import pytest

from intrigue.agents.client import CallRefused, Client
from intrigue.bots.hint import hint, in_a_sentence
from intrigue.bots.review import decisions
from intrigue.conformance.two_worlds import Pair
from intrigue.kernel.game import Game, Seen, Setup, discover
from tests.conformance.test_conformance import CASES
from tests.test_review import golden

from .running import Server, table_of
from .test_practice import practice

GAMES = sorted(discover())


def hints(found: list[Any], game: Game, setup: Setup, most: int = 1) -> list[Any]:
    """What is advised in place of the last decisions."""
    said = []
    for one in found[-most:]:
        view: Any = msgspec.json.decode(one.view, type=game.view_type)
        seen = [msgspec.json.decode(event, type=Seen) for event in one.heard]
        asked = (one.seat, view, seen, one.prompt, one.options, Random(3))
        made = hint(game, setup, *asked, share=0.3, seconds=math.inf)  # by no clock
        said += [in_a_sentence(game, setup, made, view, lang) for lang in ("en", "fr")]
    return said


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_one_of_the_options_in_a_sentence(game: str) -> None:
    record = golden(game)
    game_, setup = record.game, record.setup()
    english, french = hints(decisions(record), game_, setup)
    assert english.startswith("I would choose “")
    assert french.startswith("Je choisirais « ")


@pytest.mark.parametrize(("game", "setup"), CASES[:5])
def test_a_hint_knows_nothing_that_its_seat_cannot_know(game: Game, setup: Setup) -> None:
    pair = Pair(game, setup, 0, 7)
    pair.run(60)
    here, there = (decisions(table.record, [pair.viewer]) for table in pair.tables)
    if game.hard is not None:
        assert hints(here, game, setup) == hints(there, game, setup)


def advised(client: Client, table: str) -> Any:
    """On a busy machine nothing may be found in time: then one asks again."""
    for _ in range(10):
        try:
            return client.get(f"/api/tables/{table}/hint")
        except CallRefused as error:
            if error.code != "no_hint":
                raise
    raise AssertionError("no hint was found in ten tries")


@pytest.mark.parametrize("game", GAMES)
def test_who_practises_is_told_what_a_strong_bot_would_do(server: Server, game: str) -> None:
    client = server.person("Zora")
    client.timeout = 120.0
    table = practice(client, "hints", game, bot="random")

    async def main() -> None:
        async with client.sit(table) as seat:
            await seat.begin()
            while seat.ask is None:
                await seat.next()
            found = await asyncio.to_thread(advised, client, table)
            assert found["act"] in seat.ask["options"]
            assert found["sentence"].startswith("I would choose “")

    asyncio.run(main())


def test_nobody_is_advised_at_any_other_table(server: Server) -> None:
    table, (ada, bo) = table_of(server, ["Ada", "Bo"], bots=2)
    alone, (cy,) = table_of(server, ["Cy"], bots=3)
    for client, where in ((ada, table), (bo, table), (cy, alone)):
        with pytest.raises(CallRefused) as error:
            client.get(f"/api/tables/{where}/hint")
        assert error.value.code == "no_hints"
    zora, eve = server.person("Zora"), server.person("Eve")
    mine = practice(zora, "hints")
    for client in (eve, Client(server.url)):
        with pytest.raises(CallRefused) as error:
            client.get(f"/api/tables/{mine}/hint")
        assert error.value.code != "no_hints"
