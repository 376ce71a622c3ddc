"""A sign of life: the server gives one to whoever asks, and misses that of a connection which gives
none, without a word of the client's."""

import asyncio
import secrets
from collections.abc import Iterator
from typing import Any

import pytest

from intrigue.agents.client import Seat
from intrigue.server.web import limits

from .running import Server, serving, table_of
from .test_nobody_locks_others_out import send_all

NAMES = ["Ann", "Bob", "Cleo"]


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as it is for everybody."""
    with serving(tmp_path_factory.mktemp("limited")) as running:
        yield running


def test_a_beat_is_answered_before_the_start_too(server: Server) -> None:
    ann = server.person("Ann")
    table = ann.post("/api/tables", game="truce", seats=3)["id"]

    async def main() -> None:
        async with ann.sit(table) as waiting:
            await waiting.do("beat")

    asyncio.run(main())


def test_a_beat_costs_no_act_and_no_line(limited: Server) -> None:
    table, people = table_of(limited, NAMES)

    async def main() -> None:
        async with people[0].sit(table) as ann:
            await ann.begin()
            for _ in range(limits.BEAT.burst):
                await ann.do("beat")
            for line in range(limits.TALK.burst):
                await ann.do("say", text=f"line {line}")
            for _ in range(limits.ACT.burst - limits.TALK.burst):
                await ann.do("read", number=0)

    asyncio.run(main())


def test_beats_have_a_limit_of_their_own_which_stops_nothing_else(limited: Server) -> None:
    table, people = table_of(limited, NAMES)

    async def main() -> None:
        async with people[0].sit(table) as ann:
            await ann.begin()
            answers = await send_all(ann, [{"do": "beat"}] * (4 * limits.BEAT.burst))
            assert {answer.get("code") for answer in answers} == {None, "too_fast"}
            await ann.do("say", text="still here")

    asyncio.run(main())


def test_a_beat_is_answered_while_an_act_is_on_its_way(server: Server) -> None:
    """The connection is there even if the disk is slow."""
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[0].sit(table) as ann:
            await ann.begin()
            batch = secrets.token_hex(4)
            await ann.socket.send(f'{{"do":"say","text":"hello","key":"{batch}-0"}}')
            await ann.socket.send(f'{{"do":"beat","key":"{batch}-1"}}')
            answered: set[str] = set()
            while len(answered) < 2:
                frame = await ann.next()
                if frame["do"] == "done":
                    answered.add(frame["key"])

    asyncio.run(main())


def test_others_see_a_connection_that_does_not_answer_and_agents_need_no_beat(
    server: Server,
) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        told: list[dict[str, Any]] = []

        def heard(frame: dict[str, Any]) -> None:
            if frame["do"] == "here":
                told.append(frame)

        async with people[0].sit(table) as ann, people[1].sit(table) as bob:
            ann.heard = heard
            await ann.begin()
            await bob.begin()
            deaf(bob, True)
            await ann.until(lambda _: told[-1]["silent"] == [1])
            # he may come back at once: he is not away, and neither is Ann, who never sent a beat
            assert told[-1]["here"] == [0, 1]
            deaf(bob, False)
            await ann.until(lambda _: told[-1]["silent"] == [])

    asyncio.run(main())


def deaf(seat: Seat, on: bool) -> None:
    """Hear nothing, pings included, as if the network were gone."""
    if on:
        seat.socket.transport.pause_reading()
    else:
        seat.socket.transport.resume_reading()
