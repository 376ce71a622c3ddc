"""Nobody locks the others out: neither with lines, keys, sockets, notes or tables, nor with half a
request or somebody else's mail. Attacks over real sockets, each of them bounded."""

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from intrigue.agents.client import CallRefused, Client, Seat
from intrigue.server import accounts
from intrigue.server.live import audience
from intrigue.server.net import connections
from intrigue.server.tables import talk
from intrigue.server.web import limits

from .post_office import mail_server
from .running import Server, serving, table_of
from .test_two_worlds_every_game import Announced, Inn

NAMES = ["Ann", "Bob", "Cleo"]
LONG = "🗝" * 1000  # as long as a line may be, in characters and in bytes


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as it is for everybody."""
    with serving(tmp_path_factory.mktemp("limited")) as running:
        yield running


@asynccontextmanager
async def inn(folder: Path, limits: bool = False) -> AsyncIterator[Server]:
    """A server in this process, whose numbers a test can make small."""
    services = Inn(folder, limits)
    server = Server(folder)
    server.port = int((await services.open()).rpartition(":")[2])
    try:
        yield server
    finally:
        await services.close()


async def send_all(seat: Seat, frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Send everything at once; the answers, in their order."""
    batch = secrets.token_hex(8)
    for number, frame in enumerate(frames):
        await seat.socket.send(json.dumps({"key": f"{batch}-{number}", **frame}))
    answers: list[dict[str, Any]] = []
    while len(answers) < len(frames):
        frame = await seat.next()
        if frame["do"] in ("done", "refused"):
            answers.append(frame)
    return answers


def done(answers: list[dict[str, Any]]) -> int:
    return sum(answer["do"] == "done" for answer in answers)


def most(rate: limits.Rate, since: float) -> float:
    """How many a bucket can have let through by now, however slow this machine is."""
    return rate.burst + (time.monotonic() - since) / rate.each


# --- lines ----------------------------------------------------------------------------------------


def test_whoever_comes_back_to_much_talk_gets_the_last_lines_and_the_rest_by_page(
    server: Server,
) -> None:
    table, people = table_of(server, NAMES)
    words = [f"{number} {LONG}"[:1000] for number in range(talk.MOST_LINES - 1)]  # 8 MB

    async def main() -> None:
        async with people[0].sit(table) as ann:
            await ann.begin()
            await ann.say("for Cleo alone", [2])
            for at in range(0, len(words), 100):
                some = [{"do": "say", "text": text} for text in words[at : at + 100]]
                assert done(await send_all(ann, some)) == len(some)
        async with people[1].sit(table) as bob:
            await bob.begin()
            await bob.do("read", number=0)  # all that came with the welcome was heard
            heard = bob.talk
            assert len(heard) == audience.LINES
            while heard[0]["number"] > 0:
                page = await bob.earlier("talk", heard[0]["number"])
                assert page["number"] == page["talk"][0]["number"]
                assert len(page["talk"]) <= audience.LINES
                heard = page["talk"] + heard
            assert [line["number"] for line in heard] == list(range(len(words)))
            assert [line["text"] for line in heard] == words
            assert (await bob.earlier("talk", 0))["talk"] == []

    asyncio.run(main())


def test_a_long_log_comes_by_page_in_words_and_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "EVENTS", 3)

    async def main() -> None:
        async with inn(tmp_path) as server:
            table, people = await asyncio.to_thread(table_of, server, NAMES)
            async with people[0].sit(table, words="en") as ann, people[1].sit(table) as bob:
                for seat in (ann, bob):
                    await seat.begin()
                for _ in range(3):
                    await ann.submit("gift 1 Bob")
                    await bob.submit("gift 1 Ann")
                await ann.do("read", number=0)
                lines, log = ann.lines, bob.log
            assert len(log) == 6
            async with people[0].sit(table, words="en") as ann:
                await ann.until(lambda seat: bool(seat.words))
                assert ann.lines == lines[-3:]
                assert ann.first == 3
                page = await ann.earlier("log", ann.first)
                assert page["number"] == 0
                assert [event["lines"] for event in page["log"]] == lines[:3]
            async with people[1].sit(table, log=0) as bob:
                await bob.begin()
                assert (bob.first, bob.log) == (3, log[-3:])
                page = await bob.earlier("log", bob.first)
                assert [event["kind"] for event in page["log"]] == [e["kind"] for e in log[:3]]

    asyncio.run(main())


def test_what_comes_with_the_welcome_is_no_reason_to_be_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much it is: the limit is for those who do not read what comes later."""
    monkeypatch.setattr(audience, "LINES", 2000)

    async def main() -> None:
        async with inn(tmp_path) as server:
            table, people = await asyncio.to_thread(table_of, server, NAMES)
            async with people[0].sit(table) as ann:
                await ann.begin()
                for _ in range(20):
                    some = [{"do": "say", "text": LONG}] * 100
                    assert done(await send_all(ann, some)) == len(some)
                async with people[1].sit(table) as bob:
                    bob.socket.transport.pause_reading()  # a slow line
                    await ann.until(lambda seat: '"here":[0,1]' in seat.raw[-1])
                    await ann.do("pause")  # something else is told meanwhile
                    bob.socket.transport.resume_reading()
                    await bob.until(lambda seat: len(seat.talk) == 2001)
                    await bob.do("read", number=0)

    asyncio.run(main())


def test_changes_of_pace_are_limited_and_more_sockets_give_no_more(limited: Server) -> None:
    table, people = table_of(limited, NAMES)

    async def main() -> None:
        since = time.monotonic()
        async with (
            people[0].sit(table) as ann,
            people[0].sit(table) as twin,
            people[1].sit(table) as bob,
        ):
            for seat in (ann, twin, bob):
                await seat.begin()
            toggles = [{"do": "pause", "wanted": not n % 2} for n in range(30)]
            answers = await send_all(ann, toggles) + await send_all(twin, toggles)
            assert done(answers) <= most(limits.STIR, since)
            assert {a["code"] for a in answers if a["do"] == "refused"} == {"too_fast"}
            await bob.do("read", number=0)  # who is as free as before
            assert len(bob.talk) <= most(limits.STIR, since)

    asyncio.run(main())


def test_seats_given_away_and_taken_back_are_limited(limited: Server) -> None:
    table, people = table_of(limited, NAMES)
    bob, since, answers = people[1], time.monotonic(), []
    for number in range(40):
        what = "return" if number % 2 else "hand-over"
        body = "{}" if number % 2 else '{"bot": "random"}'
        answers.append(bob.raw("POST", f"/api/tables/{table}/{what}", body)[0])
    assert 429 in answers
    assert answers.count(200) <= most(limits.STIR, since)


# --- keys -----------------------------------------------------------------------------------------


def test_an_old_key_is_answered_and_nobody_else_notices(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[0].sit(table) as ann, people[1].sit(table) as bob:
            for seat in (ann, bob):
                await seat.begin()
            act, said = {"do": "submit", "act": "loot"}, {"do": "say", "text": "words"}
            acts = [{**act, "ready": bool(n % 2), "key": f"act-{n}"} for n in range(300)]
            lines = [{**said, "key": f"line-{n}"} for n in range(300)]
            assert done(await send_all(ann, acts) + await send_all(ann, lines)) == 600
            await bob.do("read", number=0)
            state, count = ann.state, len(bob.talk)
            # what Bob does at the same moment is done, too
            old = ann.do("submit", "act-0", act="loot", ready=False, prompt=None)
            await asyncio.gather(old, bob.say("at the same moment"))
            await ann.do("say", "line-0", text="something else")
            # a key is a key, whatever it was used for
            await ann.do("say", "act-1", text="something else")
            await bob.do("read", number=0)
            assert len(bob.talk) == count + 1
            assert ann.state == state

    asyncio.run(main())


# --- rates by person, counts of sockets -----------------------------------------------------------


def test_more_sockets_give_nobody_more_acts(limited: Server) -> None:
    table, people = table_of(limited, NAMES)

    async def main() -> None:
        since = time.monotonic()
        async with AsyncExitStack() as stack:
            seats = [
                await stack.enter_async_context(people[0].sit(table))
                for _ in range(limits.SOCKETS_HERE)
            ]
            with pytest.raises(CallRefused) as error:
                await stack.enter_async_context(people[0].sit(table))
            assert error.value.code == "too_many_sockets"
            for seat in seats:
                await seat.begin()
            acts = [{"do": "submit", "act": "loot", "ready": bool(n % 2)} for n in range(60)]
            answers = await asyncio.gather(*(send_all(seat, acts) for seat in seats))
            assert sum(map(done, answers)) <= most(limits.ACT, since)
            async with people[1].sit(table) as bob:
                await bob.begin()
                await bob.submit("loot")

    asyncio.run(main())


def test_a_crowd_of_spectators_keeps_no_player_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SPECTATORS", 2)

    async def main() -> None:
        async with inn(tmp_path, limits=True) as server, AsyncExitStack() as stack:
            table, people = await asyncio.to_thread(table_of, server, NAMES, spectators=True)
            crowd = [await asyncio.to_thread(server.person, f"Eve {n}") for n in range(3)]
            for eve in crowd[:2]:
                await stack.enter_async_context(eve.sit(table))
            with pytest.raises(CallRefused) as error:
                await stack.enter_async_context(crowd[2].sit(table))
            assert error.value.code == "too_many_sockets"
            for person in people:
                await (await stack.enter_async_context(person.sit(table))).begin()

    asyncio.run(main())


def test_sockets_of_a_person_are_counted_over_all_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SOCKETS", 2)

    async def main() -> None:
        async with inn(tmp_path, limits=True) as server:
            ann = await asyncio.to_thread(server.person, "Ann")
            made = [await asyncio.to_thread(ann.make_table, "truce", 3) for _ in range(3)]
            one, two, three = (ann.sit(info["id"]) for info in made)
            async with one, two:
                with pytest.raises(CallRefused) as error:
                    await three.__aenter__()
                assert error.value.code == "too_many_sockets"
            async with three:  # whoever is gone is not counted
                await three.until(lambda seat: bool(seat.info))

    asyncio.run(main())


def test_notes_to_self_and_a_talker_leave_everybody_elses_words_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "MOST_LINES", 4)
    kinds: tuple[list[int] | None, ...] = ([], None)

    async def main() -> None:
        async with inn(tmp_path) as server:
            table, people = await asyncio.to_thread(table_of, server, NAMES)
            async with people[0].sit(table) as ann, people[1].sit(table) as bob:
                for seat in (ann, bob):
                    await seat.begin()
                for to in kinds:
                    for _ in range(4):
                        await ann.say("words", to)
                    with pytest.raises(CallRefused) as error:
                        await ann.say("one too many", to)
                    assert error.value.code == "talk_full"
                    await bob.say("mine", to)
        # it is the same for a match that is read from the disk
        async with inn(tmp_path) as again, Client(again.url, people[0].device).sit(table) as ann:
            await ann.begin()
            with pytest.raises(CallRefused, match="talk_full"):
                await ann.say("one too many", [])

    asyncio.run(main())


# --- the lobby, the door, the mail ----------------------------------------------------------------


def test_neither_unlisted_tables_nor_one_hosts_many_empty_the_lobby(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-limits") as server:
        shy = server.person("Ann").make_table("truce", 3, listed=True)["id"]
        for number in range(11):
            crowd = server.person(f"Eve {number}")
            for _ in range(50):
                crowd.make_table("truce", 3, listed=number < 3)
        listed = Client(server.url, crowd.device).get("/api/lobby")
        assert shy in [table["id"] for table in listed["tables"]]
        assert len(listed["tables"]) == 100


@pytest.mark.parametrize(
    "half", [b"GET /he", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"]
)
@pytest.mark.parametrize("before", [0, 2])
def test_half_a_request_is_closed_also_after_whole_ones(
    monkeypatch: pytest.MonkeyPatch, before: int, half: bytes
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.2)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def main() -> None:
        http = connections.door(100, None, [])
        config = uvicorn.Config(app, port=0, http=http, log_config=None, lifespan="off")
        server = Announced(config)
        task = asyncio.create_task(server.serve())
        await server.begun.wait()
        port = server.servers[0].sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(before):
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 204")
        writer.write(half)
        assert await asyncio.wait_for(reader.read(), 30) == b""
        writer.close()
        server.should_exit = True
        await task

    asyncio.run(main())


def test_a_strangers_requests_keep_no_mail_from_its_owner(tmp_path: Path) -> None:
    with mail_server() as (box, mail), serving(tmp_path, *mail) as server:
        client, owner = Client(server.url), "own@play.example"

        def ask(address: str, origin: str) -> tuple[int, bytes]:
            body, forwarded = json.dumps({"address": address}), {"X-Forwarded-For": origin}
            status, _, answer = client.raw("POST", "/api/sign-in", body, forwarded)
            return status, answer

        said = {ask(owner, "203.0.113.7") for _ in range(5)}
        said |= {ask(owner, f"2001:db8::{number}") for number in range(1, 6)}  # one household
        said |= {ask(owner, "198.51.100.1")}
        assert said == {(200, b'{"done":true}')}, "nobody can tell"
        box.wait(owner, 7)
        # a flood from everywhere has an end
        for number in range(20):
            ask(owner, f"192.0.2.{number}")
        ask("after@play.example", "198.51.100.1")
        box.wait("after@play.example", 1)  # by now the others would have come
        assert len(box.to(owner)) == accounts.MOST_LINKS
