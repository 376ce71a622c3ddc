"""Several processes on one PostgreSQL: people of one match sit at different ones."""

import asyncio
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from intrigue.agents.client import CallRefused, Client, Seat

from .running import Server, fresh_database, serving, table_of, wait_for

ARGUMENTS = ("--no-limits", "--bot-delay", "0.02")


@pytest.fixture(scope="module")
def database(postgresql: str) -> str:
    return fresh_database(postgresql, "many")


@pytest.fixture(scope="module")
def pair(
    tmp_path_factory: pytest.TempPathFactory, database: str
) -> Iterator[tuple[Server, Server]]:
    folder = tmp_path_factory.mktemp("many")
    with (
        serving(folder / "one", *ARGUMENTS, database=database) as one,
        serving(folder / "two", *ARGUMENTS, database=database) as two,
    ):
        yield one, two


def is_beyond(prompt: int, seat: Seat) -> bool:
    return seat.over is not None or seat.state["prompt"] > prompt


def at(server: Server, person: Client) -> Client:
    """The same person at another process."""
    return Client(server.url, person.device)


def test_a_table_is_filled_and_started_through_different_processes(
    pair: tuple[Server, Server],
) -> None:
    one, two = pair
    host, guest = one.person("Agatha"), two.person("Barney")
    info = host.make_table("truce", 3, options={"rounds": 1})

    async def use() -> None:
        async with host.sit(info["id"]) as waiting:
            await waiting.until(lambda seat: bool(seat.info))
            await asyncio.to_thread(guest.join, info["code"])
            await waiting.until(lambda seat: seat.info["seats"][1]["name"] == "Barney")
            await asyncio.to_thread(at(two, host).set_bot, info["id"], 2, "random")
            await asyncio.to_thread(guest.ready, info["id"])
            async with guest.sit(info["id"]) as other:
                await asyncio.to_thread(host.start, info["id"])
                await waiting.begin()
                await other.begin()

    asyncio.run(use())


def test_what_is_done_at_one_process_is_told_at_the_other_as_an_update(
    pair: tuple[Server, Server],
) -> None:
    one, two = pair
    table, people = table_of(one, ["Agatha", "Barney", "Charles"], options={"rounds": 2})

    async def use() -> None:
        async with (
            people[0].sit(table) as here,
            at(two, people[1]).sit(table) as there,
            at(two, people[2]).sit(table) as third,
        ):
            seats = (here, there, third)
            for seat in seats:
                await seat.begin()
            frames: list[str] = []
            there.heard = lambda frame: frames.append(frame["do"])
            await here.say("a word")
            await there.until(lambda seat: any(line["text"] == "a word" for line in seat.talk))
            for _ in range(2):
                prompt = here.state["prompt"]
                # all at the same moment: two of three appends come second
                await asyncio.gather(
                    *(seat.do("submit", act="loot", ready=True, prompt=prompt) for seat in seats)
                )
                for seat in seats:
                    await seat.until(partial(is_beyond, prompt))
            for seat in seats:
                await seat.until(lambda seat: seat.over is not None)
                assert seat.state["view"] | {"seat": 0} == here.state["view"] | {"seat": 0}
            assert "view" not in frames, "a whole view was sent to one who had it"

    asyncio.run(use())


def test_a_key_repeated_at_another_process_is_answered_and_not_repeated(
    pair: tuple[Server, Server],
) -> None:
    one, two = pair
    table, people = table_of(one, ["Agatha", "Barney", "Charles"])

    async def use() -> None:
        async with people[0].sit(table) as here, at(two, people[0]).sit(table) as there:
            for seat in (here, there):
                await seat.begin()
            act: dict[str, Any] = {"act": "gift 1 Barney", "ready": True, "prompt": None}
            await asyncio.gather(here.do("submit", "k1", **act), there.do("submit", "k1", **act))
            await there.do("submit", "k1", **act)
            # judged by what is stored, not by what this process happened to have heard
            with pytest.raises(CallRefused) as error:
                await there.do("submit", "k2", act="gift 3 Barney", ready=True, prompt=None)
            assert error.value.code == "gift_too_large"
            await there.until(lambda seat: seat.state["view"]["supply"][0] == 2)

    asyncio.run(use())


def test_an_old_key_at_another_process_is_answered_and_nobody_is_thrown_out(
    pair: tuple[Server, Server],
) -> None:
    one, two = pair
    table, people = table_of(one, ["Agatha", "Barney", "Charles"])

    async def use() -> None:
        async with (
            people[0].sit(table) as here,
            at(two, people[0]).sit(table) as there,
            at(two, people[1]).sit(table) as other,
        ):
            for seat in (here, there, other):
                await seat.begin()
            act: dict[str, Any] = {"do": "submit", "act": "loot", "prompt": None}
            for number in range(300):
                frame = {**act, "key": f"k{number}", "ready": bool(number % 2)}
                await here.socket.send(json.dumps(frame))
            await here.do("read", "last", number=0)
            await there.do("submit", "k0", act="loot", ready=False, prompt=None)
            await here.do("submit", "k1", act="loot", ready=True, prompt=None)
            await other.say("still here")
            await here.until(lambda seat: bool(seat.talk))

    asyncio.run(use())


def test_whoever_signs_out_at_one_process_is_unknown_at_the_other(
    pair: tuple[Server, Server],
) -> None:
    one, two = pair
    person = one.person("Agatha")
    there = at(two, person)
    assert there.get("/api/me")["name"] == "Agatha"
    person.post("/api/me/sign-out")

    def unknown() -> bool:
        return there.raw("GET", "/api/me")[0] == 401

    wait_for(unknown, "the other process still knows the device")


def test_a_process_that_did_not_listen_catches_up(
    pair: tuple[Server, Server], database: str
) -> None:
    one, two = pair
    table, people = table_of(one, ["Agatha", "Barney", "Charles"])

    async def use() -> None:
        async with at(two, people[1]).sit(table) as there:
            await there.begin()
            with psycopg.connect(database, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE "
                    "'LISTEN%' AND datname = current_database()"
                )
            async with people[0].sit(table) as here:
                await here.begin()
                await here.do("submit", act="gift 1 Barney", ready=True, prompt=None)
            await asyncio.wait_for(
                there.until(lambda seat: seat.state["view"]["supply"][0] == 2), 20
            )

    asyncio.run(use())


def test_the_alarms_of_a_dead_process_ring_once_at_another(tmp_path: Path, postgresql: str) -> None:
    """Days pass by the tests' clock; whoever minds the matches is killed before each deadline."""
    database = fresh_database(postgresql, "deadlines")
    clock = tmp_path / "clock"
    clock.write_text("0")
    rounds, day = 2, 86400.0
    arguments = (*ARGUMENTS, "--clock", str(clock))
    with (
        serving(tmp_path / "one", *arguments, database=database) as one,
        serving(tmp_path / "two", *arguments, database=database) as two,
    ):
        tables = [
            table_of(
                server,
                ["Agatha", "Barney", "Charles"],
                options={"rounds": rounds},
                clock={"decision": day},
            )[0]
            for server in (one, two, one)
        ]
        for number in range(1, rounds + 1):
            victim = (one, two)[number % 2]
            victim.kill()
            clock.write_text(str(number * (day + 60)))
            once = dict.fromkeys(tables, number)
            wait_for(lambda: closes(database) == once, "a deadline did not ring")  # noqa: B023
            victim.start()
        assert closes(database) == dict.fromkeys(tables, rounds)


def closes(database: str) -> dict[str, int]:
    """How often each match went on."""
    with psycopg.connect(database) as connection:
        rows = connection.execute('SELECT "table", line FROM entries').fetchall()
    found: dict[str, int] = {}
    for table, line in rows:
        found[table] = found.get(table, 0) + (json.loads(line)["do"] == "close")
    return found
