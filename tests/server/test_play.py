"""A match over real sockets, from the invitation to the record."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from intrigue.agents.client import CallRefused, Client, Seat
from intrigue.session.record import Record, Talk, verify

from .running import Server, serving, table_of, wait_for

NAMES = ["Agatha", "Barney", "Charles"]


def first_option(seat: Seat) -> str:
    assert seat.ask is not None
    option: str = seat.ask["options"][-1]
    return option


def test_three_people_play_to_the_end_and_the_record_verifies(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def play(client: Client) -> dict[str, object]:
        async with client.sit(table) as seat:
            return await seat.play(first_option)

    async def main() -> list[dict[str, object]]:
        return await asyncio.gather(*(play(client) for client in people))

    ends = asyncio.run(main())
    assert ends[0] == ends[1] == ends[2]
    text = people[1].record(table)
    record = Record.read(text)
    verify(record)
    assert record.header.seats == NAMES
    assert '"intent"' not in text


def test_bots_play_with_a_person(server: Server) -> None:
    table, (client,) = table_of(server, ["Agatha"], bots=3)

    async def main() -> None:
        async with client.sit(table) as seat:
            await seat.play(first_option)

    asyncio.run(main())
    record = Record.read(client.record(table))
    verify(record)
    assert {getattr(entry, "by", None) for entry in record.entries} >= {"player", "bot"}


def test_an_act_done_twice_is_answered_twice_and_done_once(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[0].sit(table) as seat:
            await seat.begin()
            await seat.submit("gift 1 Barney", key="mine")
            await seat.submit("gift 1 Barney", key="mine")
            assert seat.state["view"]["supply"] == [2, 3, 3]
        async with people[0].sit(table) as seat:
            await seat.begin()
            await seat.submit("gift 1 Barney", key="mine")
            assert seat.state["view"]["supply"] == [2, 3, 3]

    asyncio.run(main())


def test_a_stale_act_is_refused_with_the_fresh_view(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[0].sit(table) as a, people[1].sit(table) as b, people[2].sit(table) as c:
            for seat in (a, b, c):
                await seat.begin()
                await seat.submit("loot")
            await a.until(lambda seat: seat.state["prompt"] == 1)
            with pytest.raises(CallRefused, match="stale"):
                await a.do("submit", act="loot", prompt=0)
            assert (await a.next())["do"] == "view"
            assert a.state["view"]["round"] == 2

    asyncio.run(main())


def test_saved_and_ready_differ_and_others_see_only_ready(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[0].sit(table) as a, people[1].sit(table) as b:
            await a.begin()
            await b.begin()
            await a.submit("loot", ready=False)
            await a.submit("attack Barney", ready=False)
            assert a.ask is not None
            assert a.ask["answer"] == "attack Barney"
            await a.do("ready", prompt=0)
            await b.until(lambda seat: seat.number == 1)
            assert b.state["done"] == [0]
            assert not [text for text in b.raw if "attack" in text and '"do":"view"' not in text]
            await a.do("unready", prompt=0)
            await b.until(lambda seat: seat.number == 2)
            assert b.state["done"] == []

    asyncio.run(main())


def test_a_reconnect_gets_only_what_it_missed(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[1].sit(table) as b:
            await b.begin()
            place = b.place
            state = b.state
        async with people[0].sit(table) as a:
            await a.begin()
            await a.submit("gift 1 Charles")
            await a.submit("gift 1 Charles")
        async with people[1].sit(table, since=place) as again:
            again.state = state
            await again.until(lambda seat: seat.number == 2)
            kinds = [frame[:14] for frame in again.raw]
            assert kinds == ['{"do":"welcome', '{"do":"here","', '{"do":"update"', '{"do":"update"']
            assert again.state["view"]["supply"] == [1, 3, 3]
        async with people[1].sit(table, since="other:1") as lost:
            await lost.begin()
            assert lost.state == again.state

    asyncio.run(main())


def test_whispers_reach_their_readers_and_nobody_else(server: Server) -> None:
    table, people = table_of(server, NAMES, spectators=True)
    stranger = server.person("Stranger")

    async def main() -> None:
        async with (
            people[0].sit(table) as a,
            people[1].sit(table) as b,
            people[2].sit(table) as c,
            stranger.sit(table) as s,
        ):
            for seat in (a, b, c, s):
                await seat.begin()
            await a.say("hello all")
            await a.say("only you", to=[1])
            await a.say("remember this", to=[])
            await c.say("hello back")
            await b.until(lambda seat: len(seat.talk) == 3)
            assert [(line["number"], line["text"]) for line in b.talk] == [
                (0, "hello all"),
                (1, "only you"),
                (2, "hello back"),
            ]
            await s.until(lambda seat: len(seat.talk) == 2)
            assert [line["number"] for line in s.talk] == [0, 1]
            await a.until(lambda seat: len(seat.talk) == 4)
            with pytest.raises(CallRefused, match="spectator"):
                await s.say("me too")
        async with people[2].sit(table, lines=1) as c:
            await c.until(lambda seat: bool(seat.talk))
            assert [line["text"] for line in c.talk] == ["hello back"]

    asyncio.run(main())
    mine = [row for row in people[1].get("/api/tables")["tables"] if row["table"]["id"] == table]
    assert (mine[0]["unread"], mine[0]["waiting"]) == (3, True)


def test_what_i_have_read_is_known_when_i_come_back(server: Server) -> None:
    table, (ann, bob, _) = table_of(server, NAMES)

    async def main() -> None:
        async with ann.sit(table) as a, bob.sit(table) as b:
            await a.say("one")
            await a.say("two")
            await b.until(lambda seat: len(seat.talk) == 2)
            await b.do("read", number=1)

    asyncio.run(main())
    assert bob.get(f"/api/tables/{table}")["read"] == 1
    assert [row["unread"] for row in bob.get("/api/tables")["tables"]] == [1]
    assert [row["unread"] for row in ann.get("/api/tables")["tables"]] == [0], "my own words"


def test_public_talk_is_in_the_record_and_whispers_are_not(server: Server) -> None:
    table, people = table_of(server, NAMES, options={"rounds": 1})

    async def main() -> None:
        async with people[0].sit(table) as a, people[1].sit(table) as b, people[2].sit(table) as c:
            for seat in (a, b, c):
                await seat.begin()
            await a.say("peace?")
            await a.say("or war", to=[1])
            for seat in (a, b, c):
                await seat.submit("loot")
            await a.until(lambda seat: seat.over is not None)
            await a.say("well played")

    asyncio.run(main())
    record = Record.read(people[2].record(table))
    verify(record)
    assert [e.text for e in record.entries if isinstance(e, Talk)] == ["peace?"]


@pytest.mark.parametrize(("press", "code"), [("none", "press_none"), ("public", "press_public")])
def test_the_press_setting_is_kept(server: Server, press: str, code: str) -> None:
    table, people = table_of(server, NAMES, press=press)

    async def main() -> None:
        async with people[0].sit(table) as seat:
            await seat.begin()
            with pytest.raises(CallRefused, match=code):
                await seat.say("psst", to=[1])
            await seat.say("a note", to=[])

    asyncio.run(main())


def test_standing_orders_and_absence(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[0].sit(table) as a, people[1].sit(table) as b, people[2].sit(table) as c:
            for seat in (a, b, c):
                await seat.begin()
            await a.do("arm", orders=[{"prompt": "orders", "act": "defend"}])
            assert a.state["standing"] == [{"prompt": "orders", "act": "defend"}]
            with pytest.raises(CallRefused, match="no_standing"):
                await a.do("arm", orders=[{"prompt": "tea", "act": "x"}])
            await c.do("leave")
            await b.until(lambda seat: seat.state["absent"] == [2])
            await a.submit("loot")
            await b.submit("loot")
            await b.until(lambda seat: seat.state["prompt"] == 1)
            await c.until(lambda seat: seat.state["prompt"] == 1)
            await c.submit("pass")
            assert c.state["absent"] == []

    asyncio.run(main())


def test_a_rematch_seats_the_same_people_once(server: Server) -> None:
    table, people = table_of(server, NAMES[:2], bots=1, options={"rounds": 1}, press="public")
    with pytest.raises(CallRefused, match="not over"):
        people[0].post(f"/api/tables/{table}/rematch")

    async def play(client: Client) -> None:
        async with client.sit(table) as seat:
            await seat.play(first_option)

    async def main() -> None:
        await asyncio.gather(*(play(client) for client in people))

    asyncio.run(main())
    again = people[1].post(f"/api/tables/{table}/rematch")
    assert again["id"] != table
    assert (again["host"], again["press"], again["options"]["rounds"]) == (1, "public", 1)
    assert [(s["kind"], s["name"], s["ready"]) for s in again["seats"]] == [
        ("person", "Agatha", False),
        ("person", "Barney", False),
        ("bot", "Charles", True),
    ]
    assert people[0].post(f"/api/tables/{table}/rematch")["id"] == again["id"]
    people[0].ready(again["id"])
    assert people[1].start(again["id"])["state"] == "playing"
    assert again["commitment"] != people[0].table(table)["commitment"]


def test_the_waiting_room_tells_of_every_change_and_of_the_start(server: Server) -> None:
    host, guest = server.person("Agatha"), server.person("Barney")
    info = host.make_table("truce", 3, options={"rounds": 1})
    table = info["id"]

    async def main() -> None:
        async with host.sit(table) as seat:
            await seat.next()
            assert seat.info["seats"][1]["kind"] == "open"
            with pytest.raises(CallRefused, match="not_started"):
                await seat.do("submit", act="loot")
            await asyncio.to_thread(guest.join, info["code"])
            await seat.next()
            assert seat.info["seats"][1]["name"] == "Barney"
            await asyncio.to_thread(host.set_bot, table, 2, "normal")
            await asyncio.to_thread(guest.ready, table)
            await asyncio.to_thread(host.start, table)
            await seat.begin()
            assert seat.welcome["names"] == ["Agatha", "Barney", "Charles"]
            assert seat.welcome["commitment"] == info["commitment"]

    asyncio.run(main())


def test_a_match_survives_a_stop_with_everything_in_it(tmp_path: Path) -> None:
    server = Server(tmp_path, "--no-limits").start()
    table, people = table_of(server, NAMES)

    async def before() -> dict[str, object]:
        async with people[0].sit(table) as seat:
            await seat.begin()
            await seat.do("arm", orders=[{"prompt": "orders", "act": "defend"}])
            await seat.submit("loot", ready=False)
            await seat.say("wait for me")
            return seat.state

    async def after() -> tuple[dict[str, object], list[dict[str, object]]]:
        async with people[0].sit(table) as seat:
            await seat.begin()
            await seat.until(lambda seat: bool(seat.talk))
            return seat.state, seat.talk

    state = asyncio.run(before())
    assert server.stop() == 0
    server.start()
    again, talk = asyncio.run(after())
    assert again == state
    assert [line["text"] for line in talk] == ["wait for me"]
    server.kill()


def test_bots_do_not_outlive_a_killed_server(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-limits", "--bot-delay", "0.02") as server:
        table, (client,) = table_of(server, ["Agatha"], bots=2, options={"rounds": 1})

        async def main() -> None:
            async with client.sit(table) as seat:
                await seat.play(first_option)

        asyncio.run(main())
        assert server.process is not None
        pid = server.process.pid
        workers = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        assert workers
        os.kill(pid, signal.SIGKILL)
        server.process.wait()
        wait_for(lambda: not any(alive(worker) for worker in workers), "a bot outlived its server")


def alive(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
