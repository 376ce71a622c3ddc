"""The log from the beginning, and the table in words: in the viewer's language, switched live."""

import asyncio

import pytest

from intrigue.agents.client import Refused
from intrigue.kernel.game import discover

from .running import Server, table_of

NAMES = ["Agatha", "Barney", "Charles"]


def test_a_refreshed_page_gets_the_log_from_the_beginning(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[0].sit(table) as a, people[1].sit(table) as b:
            await a.begin()
            await b.begin()
            await a.submit("gift 1 Barney")
            await a.submit("loot")
            await b.submit("gift 1 Charles")
            await a.until(lambda seat: len(seat.log) == 2)
            log, state = a.log, a.state
        async with people[0].sit(table, log=0) as again:
            await again.begin()
            assert again.log == log
            assert again.state == state
            kinds = [frame.split('"')[3] for frame in again.raw]
            assert kinds == ["welcome", "log", "view"]
        async with people[0].sit(table, log=1) as known:
            known.log = log[:1]
            await known.begin()
            assert known.log == log
        async with people[2].sit(table, log=0) as other:
            await other.begin()
            assert [event["kind"] for event in other.log] == ["gift", "gift"]

    asyncio.run(main())


def test_everything_comes_in_words_and_the_language_changes_live(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[0].sit(table, log=0, words="en") as a, people[1].sit(table) as b:
            await a.begin()
            await b.begin()
            await a.until(lambda seat: bool(seat.words))
            assert a.words["prompt"].startswith("Round 1 of 3.")
            assert a.ask is not None
            assert len(a.words["options"]) == len(a.ask["options"])
            assert "attack Barney" in a.words["options"]
            await b.submit("gift 1 Charles")
            await a.until(lambda seat: bool(seat.lines))
            assert a.lines == [["Barney gives 1 coin to Charles."]]
            await a.do("lang", lang="fr")
            await a.until(lambda seat: seat.words["lang"] == "fr")
            assert a.lines == [["Barney donne 1 pièce à Charles."]]
            assert a.words["prompt"].startswith("Manche 1 sur 3.")
            assert "attaquer Barney" in a.words["options"]
            with pytest.raises(Refused, match="Personne de ce nom"):
                await a.submit("gift 1 Nobody")
            assert '"words"' not in "".join(b.raw)

    asyncio.run(main())


def test_a_reconnect_in_words_tells_what_was_missed(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[0].sit(table, log=0, words="en") as a, people[1].sit(table) as b:
            await a.until(lambda seat: bool(seat.words))
            place, lines, state = a.place, a.lines, a.state
            await a.socket.close()
            await b.begin()
            await b.submit("gift 1 Charles")
            await b.submit("gift 1 Agatha")
        async with people[0].sit(table, since=place, log=0, words="en") as again:
            again.lines, again.state = lines, state
            await again.until(lambda seat: bool(seat.words))
            assert len(again.lines) == 2
            assert again.words["first"] == 0

    asyncio.run(main())


def test_free_acts_are_told_on_demand(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[0].sit(table) as seat:
            await seat.begin()
            acts = await seat.free()
            assert "gift 3 Charles" in acts
            await seat.submit("gift 3 Charles")
            assert await seat.free() == []

    asyncio.run(main())


@pytest.mark.parametrize("name", discover())
def test_every_game_can_be_said_in_both_languages(server: Server, name: str) -> None:
    """Bots play; a spectator hears it in words, in one language and then in the other."""
    game = discover()[name]
    host, eve = server.person("Ann"), server.person("Eve")
    seats = max(game.low, min(3, game.high))
    quick = {"least": 0, "most": 1}
    info = host.make_table(name, seats, spectators=True, window=quick)
    for seat in range(1, seats):
        host.set_bot(info["id"], seat, "random")
    host.start(info["id"])

    async def main() -> None:
        async with host.sit(info["id"]) as seat, eve.sit(info["id"], log=0, words="fr") as watcher:
            await seat.begin()
            await seat.do("leave")  # the defaults play on
            await watcher.until(lambda seat: len(seat.lines) > 25 or seat.over is not None)
            french = [line for lines in watcher.lines for line in lines]
            await watcher.do("lang", lang="en")
            await watcher.until(lambda seat: seat.words["lang"] == "en")
            english = [line for lines in watcher.lines for line in lines]
            assert len(english) >= len(french) > 5
            assert english[: len(french)] != french
            assert len(watcher.lines) == len(watcher.log)

    asyncio.run(asyncio.wait_for(main(), 120))
