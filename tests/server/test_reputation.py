"""How often people kept their word: counted for those who want it, once, when a match has come to
its end; and forgotten when they wish."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

from intrigue.agents.client import Client
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import find_game
from intrigue.server.record.reputation import words
from intrigue.server.tables.rooms import Chair, Room, Sitting
from intrigue.server.wire import http
from intrigue.session.table import Table

from .running import Server, fresh_database, serving, table_of, wait_for
from .test_deals import NAMES, play, sit

TRUCE = find_game("truce")
NOTHING = {"kept": 0, "given": 0}


def want(client: Client) -> dict[str, Any]:
    account: dict[str, Any] = client.post("/api/me/word", counted=True)
    return account


def word(client: Client) -> dict[str, int]:
    found: dict[str, int] = client.get("/api/me/account")["word"]
    return found


def shown(client: Client, table: str) -> list[dict[str, int] | None]:
    """What is on the cards of those who sit at a table."""
    return [seat["word"] for seat in client.table(table)["seats"]]


async def promise(people: list[Client], table: str, secret: bool = False) -> None:
    """Ann keeps her word, and Bob breaks his; Cleo keeps hers."""
    ann, bob, cleo, *_ = seats = await sit(people, table)
    clauses = "I loot in round 1; Bob loots in round 1; Cleo passes in round 1"
    await ann.offer([1, 2], clauses, secret=secret)
    await bob.do("accept", deal=1)
    await cleo.do("accept", deal=1)
    await play(seats[:3], "loot", "defend", "pass")


def test_promises_are_counted_once_for_those_who_want_it(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-limits", "--bot-delay", "0") as server:
        table, people = table_of(server, NAMES, options={"rounds": 2})
        ann, bob, cleo = people
        assert want(ann)["word"] == NOTHING
        want(bob)
        asyncio.run(promise(people, table))
        assert [word(one) for one in people] == [NOTHING] * 3, "it is not over yet"
        assert shown(cleo, table) == [None] * 3

        async def end() -> None:
            await play(await sit(people, table), "pass", "pass", "pass")

        asyncio.run(end())
        for _ in range(2):
            assert word(ann) == {"kept": 1, "given": 1}
            assert word(bob) == {"kept": 0, "given": 1}
            assert word(cleo) == NOTHING, "she did not want it"
            assert shown(cleo, table) == [word(ann), word(bob), None]
            server.kill()
            server.start()
        ann.post("/api/me/word", counted=False)
        assert shown(cleo, table) == [None, word(bob), None]
        assert word(ann) == {"kept": 1, "given": 1}, "it stays until she forgets it"
        assert ann.post("/api/me/word/forget")["word"] == NOTHING
        bob.post("/api/me/delete", name="Bob")
        with sqlite3.connect(tmp_path / "intrigue.sqlite3") as connection:
            rows = connection.execute("SELECT counted, kept, broken FROM people").fetchall()
        assert rows == [(0, 0, 0)] * 3


def test_a_secret_deal_is_counted_if_it_is_opened_and_not_if_it_stays_sealed(
    server: Server,
) -> None:
    for sealed in (False, True):
        table, people = table_of(server, NAMES, options={"rounds": 1}, sealed_deals=sealed)
        want(people[0])
        asyncio.run(promise(people, table, secret=True))
        assert word(people[0]) == (NOTHING if sealed else {"kept": 1, "given": 1})


def promised(to_bot: bool = False) -> Table:
    """A match in which Ann, the first of three, kept her word; the third is a bot."""
    here = Table(TRUCE, TRUCE.setup(["Ann", "Bob", "Bot"], {"rounds": 2}), Fast(1))
    other = 2 if to_bot else 1
    here.offer(0, [here.setup.names[other]], "I pass in round 1")
    here.reply(other, 1, "accept")
    here.deadline()
    return here


def room(practice: str | None = None, sat: bool = False) -> Room:
    """Where Ann and Bob sit beside a bot; perhaps somebody sat there before Ann."""
    terms = http.Terms(3, {}, False, False, "full", None, http.Window(), practice)
    before = [Sitting("bob", 0, 0.0), Sitting("ann", 5, 1.0)] if sat else []
    chairs = [
        Chair(0, "person", "ann", None, "Ann", True, 0, False, [], sat=before),
        Chair(1, "person", "bob", None, "Bob", True, 0, False, []),
        Chair(2, "bot", None, "random", "Bot", True, 0, False, []),
    ]
    seated = "t", None, "ann", "playing", "truce", terms, b"", None, None, chairs
    return Room(*seated, http.Clocks())


def test_what_would_be_cheap_counts_for_nothing() -> None:
    """A word given to bots, in practice, or where somebody else made it; a match broken off."""
    real, to_bot, broken_off = promised(), promised(to_bot=True), promised()
    for table in (real, to_bot):
        table.deadline()
        assert table.over
    broken_off.abort(1)
    assert words(real, room()) == {"ann": http.Word(1, 1)}
    assert words(real, room(practice="x")) == {}
    assert words(real, room(sat=True)) == {}
    assert words(to_bot, room()) == {}
    assert words(broken_off, room()) == {}


def test_who_did_not_sit_there_to_the_end_is_not_judged(server: Server) -> None:
    table, people = table_of(server, NAMES, options={"rounds": 2})
    ann, bob, cleo = people
    want(ann)
    want(bob)

    async def go() -> None:
        await promise(people, table)
        await asyncio.to_thread(bob.post, f"/api/tables/{table}/hand-over", bot="random")
        await play(await sit([ann, cleo], table), "pass", "pass")

    asyncio.run(go())
    wait_for(lambda: ann.table(table)["state"] == "over", "the match does not end")
    assert word(ann) == {"kept": 1, "given": 1}
    assert word(bob) == NOTHING


def test_several_processes_count_a_match_once(tmp_path: Path, postgresql: str) -> None:
    database = fresh_database(postgresql, "reputation")
    with (
        serving(tmp_path / "one", "--no-limits", database=database) as one,
        serving(tmp_path / "two", "--no-limits", database=database) as two,
    ):
        for _ in range(3):
            table, people = table_of(one, NAMES, options={"rounds": 1})
            there = [people[0], *(Client(two.url, person.device) for person in people[1:])]
            for person in people:
                want(person)
            asyncio.run(promise(there, table))
            assert [word(person) for person in people] == [
                {"kept": 1, "given": 1},
                {"kept": 0, "given": 1},
                {"kept": 1, "given": 1},
            ]
            for client in (people[0], there[1]):
                assert shown(client, table) == [word(person) for person in people]
