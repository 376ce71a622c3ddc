"""The log from the beginning, and the table in words: in the viewer's language, switched live."""

import asyncio
from pathlib import Path

import pytest

from intrigue.agents.client import CallRefused
from intrigue.kernel.game import find_game
from intrigue.server.live.words import Speaker

from .running import Server, table_of
from .test_two_worlds_every_game import Inn, seat_people

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
            assert [kind for kind in kinds if kind != "here"] == ["welcome", "log", "view"]
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
            assert len(a.words["labels"]) == len(a.ask["options"])
            assert "attack Barney" in a.words["labels"]
            await b.submit("gift 1 Charles")
            await a.until(lambda seat: not seat.words["whole"])
            assert a.lines == [["Barney gives 1 coin to Charles."]]
            await a.do("lang", lang="fr")
            await a.until(lambda seat: seat.words["whole"])
            assert a.lines == [["Barney donne 1 pièce à Charles."]]
            assert a.words["prompt"].startswith("Manche 1 sur 3.")
            assert "attaquer Barney" in a.words["labels"]
            with pytest.raises(CallRefused, match="Personne de ce nom"):
                await a.submit("gift 1 Nobody")
            assert '"words"' not in "".join(b.raw)

    asyncio.run(main())


def test_a_state_has_words_though_a_sentence_cannot_be_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page shows no state without them."""

    def broken(*_: object) -> str:
        raise KeyError("no such sentence")

    async def main() -> None:
        inn = Inn(tmp_path)
        try:
            url = await inn.open()
            truce = find_game("truce")
            table, people = await asyncio.to_thread(seat_people, url, truce, NAMES, None)
            async with people[0].sit(table, log=0, words="en") as a, people[1].sit(table) as b:
                await a.until(lambda seat: bool(seat.words))
                await b.begin()
                monkeypatch.setattr(Speaker, "_prompt", broken)
                await b.submit("gift 1 Charles")
                await a.until(lambda seat: not seat.words["whole"])
                assert a.words["prompt"] is None
                assert a.lines == [["Barney gives 1 coin to Charles."]]
        finally:
            await inn.close()

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
