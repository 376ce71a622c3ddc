"""Practice: alone with bots, on a seed that is no secret, and the same every time."""

import asyncio
import random

import pytest

from intrigue.agents.client import CallRefused, Client, Seat
from intrigue.kernel.chance import practice_seed
from intrigue.kernel.game import discover
from intrigue.kernel.text import BadInput
from intrigue.session.record import Play, Record, verify

from .running import Server


def practice(client: Client, text: str, game: str = "truce", **terms: object) -> str:
    wish = {"game": game, "seats": discover()[game].low, "practice": text, **terms}
    info = client.post("/api/tables", **wish)
    assert info["practice"] == text
    assert info["state"] == "playing"
    table: str = info["id"]
    return table


def played(client: Client, table: str, mine: int) -> str:
    """The record of a match in which I choose by a seed of my own."""
    dice = random.Random(mine)

    def choose(seat: Seat) -> str:
        assert seat.ask is not None
        options: list[str] = seat.ask["options"]
        return dice.choice(options) if len(options) > 1 else options[0]

    async def main() -> None:
        async with client.sit(table) as seat:
            await seat.play(choose)

    asyncio.run(main())
    return client.record(table)


def acts(text: str) -> list[tuple[str | None, str]]:
    """What was done. Whoever can only pass, as everyone knows, is not waited for: whether they had
    passed before the window was over is nobody's doing."""
    record = Record.read(text)
    return [(one.seat, one.act) for one in record.entries if isinstance(one, Play)]


@pytest.mark.parametrize("game", sorted(discover()))
def test_the_same_text_and_acts_give_the_same_match(server: Server, game: str) -> None:
    client = server.person("Zora")
    bot = list(discover()[game].bots)[-1]
    options = {"rounds": 4} if game == "truce" else {}
    first, second = (
        played(client, practice(client, "one", game, bot=bot, options=options), 1) for _ in range(2)
    )
    assert acts(first) == acts(second)


def test_another_text_gives_another_match(server: Server) -> None:
    client = server.person("Zora")
    one, other = (played(client, practice(client, text), 1) for text in ("one", "other"))
    assert Record.read(one).entries != Record.read(other).entries


def test_the_record_says_that_it_was_practice(server: Server) -> None:
    client = server.person("Zora")
    record = Record.read(played(client, practice(client, "known"), 1))
    assert record.header.practice == "known"
    verify(record)
    assert record.header.commitment is not None
    record.header.practice = "another"
    with pytest.raises(BadInput) as error:
        verify(record)
    assert error.value.code == "record_practice"


def test_everyone_can_know_the_seed() -> None:
    assert practice_seed("known") == practice_seed("known") != practice_seed("unknown")


def test_nobody_else_finds_or_joins_it(server: Server) -> None:
    client, other = server.person("Zora"), server.person("Yann")
    table = practice(client, "mine", listed=True, spectators=True)
    assert client.get(f"/api/tables/{table}")["code"] is None
    assert all(info["id"] != table for info in other.get("/api/lobby")["tables"])
    assert client.get("/api/tables")["tables"] == []
    for attempt in ("sit", "ready", "rematch"):
        with pytest.raises(CallRefused) as error:
            other.post(
                f"/api/tables/{table}/{attempt}", **({"ready": True} if attempt == "ready" else {})
            )
        assert error.value.code == "no_table"


def test_there_is_no_rematch_of_practice(server: Server) -> None:
    client = server.person("Zora")
    table = practice(client, "again", options={"rounds": 1})
    played(client, table, 1)
    with pytest.raises(CallRefused) as error:
        client.post(f"/api/tables/{table}/rematch")
    assert error.value.code == "practice"
