"""Seats that are kept, given to a bot or to somebody else, and left: always in public."""

import asyncio
import json
from pathlib import Path

import pytest

from intrigue.agents.client import CallRefused, Client
from intrigue.server.tables.seating import LEAST_LIVE
from intrigue.session.record import End, Override, Play, Record, verify

from .running import Almanac, Server, serving, table_of

NAMES = ["Agatha", "Barney", "Charles"]


def test_a_reserved_seat_waits_for_its_name_or_its_invitation(server: Server) -> None:
    host, cleo, dora, eve = (server.person(name) for name in ("Ann", "cleo", "Dora", "Eve"))
    info = host.make_table("truce", 4)
    table = info["id"]
    for seat, name in ((1, "Cleo"), (2, "Dora")):
        shown = host.post(f"/api/tables/{table}/seats/{seat}", kind="reserved", name=name)
        assert (shown["seats"][seat]["kind"], shown["seats"][seat]["name"]) == ("reserved", name)
    assert eve.join(info["code"])["you"] == 3, "reserved seats are not given away"
    with pytest.raises(CallRefused, match="table_full"):
        server.person("Fay").join(info["code"])
    assert cleo.join(info["code"])["you"] == 1
    with pytest.raises(CallRefused, match="not_full"):
        host.start(table)
    made = host.post(f"/api/tables/{table}/invitations", seat=2)
    gina = server.person("Gina")
    assert gina.join(invitation=made["invitation"])["you"] == 2
    with pytest.raises(CallRefused, match="table_full"):
        dora.join(info["code"])


def test_after_the_start_every_word_of_the_host_is_a_public_line(server: Server) -> None:
    table, people = table_of(server, NAMES, options={"rounds": 1})
    host, barney, charles = people
    new = server.person("Nina")

    async def main() -> None:
        async with charles.sit(table, words="fr") as c, barney.sit(table) as b:
            await c.begin()
            await b.begin()
            await b.submit("loot", ready=False)
            with pytest.raises(CallRefused, match="host_only"):
                await asyncio.to_thread(charles.post, f"/api/tables/{table}/kick", seat=1)
            with pytest.raises(CallRefused, match="at the table"):
                await asyncio.to_thread(host.set_bot, table, 1, "random")
            await asyncio.to_thread(host.post, f"/api/tables/{table}/kick", seat=1)
            await c.until(lambda seat: bool(seat.talk))
            assert c.talk[0]["note"] == {"what": "removed", "seat": 1, "by": 0, "name": None}
            assert c.talk[0]["text"].startswith("Agatha, hôte de la table, a exclu Barney")
            assert c.state["absent"] == []
            with pytest.raises(Exception, match="1008"):
                await b.until(lambda seat: False)
            with pytest.raises(CallRefused, match="no_table"):
                await asyncio.to_thread(barney.table, table)
            link = await asyncio.to_thread(charles.post, f"/api/tables/{table}/hand-over", bot=None)
            token = link["invitation"]["invitation"]
            took = await asyncio.to_thread(new.join, invitation=token)
            assert took["you"] == 2
            with pytest.raises(Exception, match="1008"):
                await c.until(lambda seat: False)
            async with new.sit(table, log=0) as n:
                await n.begin()
                assert n.state["absent"] == []
                await n.submit("defend")
            await asyncio.to_thread(host.post, f"/api/tables/{table}/host", seat=2)
            with pytest.raises(CallRefused, match="host_only"):
                await asyncio.to_thread(host.post, f"/api/tables/{table}/kick", seat=2)
        async with host.sit(table) as a:
            await a.play(lambda seat: "loot")
            lines = [line["note"]["what"] for line in a.talk]
            assert lines == ["removed", "handed", "sits", "host"]

    asyncio.run(main())
    record = Record.read(host.record(table))
    verify(record)
    said = [entry.what for entry in record.entries if isinstance(entry, Override)]
    assert said == ["removed", "empty", "handed", "back", "sits", "host"]


def test_the_host_alone_gives_no_seat_to_a_person(patient: tuple[Server, Almanac]) -> None:
    server, almanac = patient
    table, (host, barney, _) = table_of(server, NAMES)
    almanac.later(LEAST_LIVE + 1)
    for seat in range(3):
        for kind in ("open", "reserved"):
            with pytest.raises(CallRefused, match="has_secrets"):
                host.post(f"/api/tables/{table}/seats/{seat}", kind=kind, name="Nina")
    host.set_bot(table, 1, "random")  # for one who is away
    host.post(f"/api/tables/{table}/kick", seat=2)  # for one who shall go
    for seat in (1, 2):
        with pytest.raises(CallRefused, match="has_secrets"):
            host.post(f"/api/tables/{table}/invitations", seat=seat)
    assert barney.post(f"/api/tables/{table}/return")["you"] == 1


def test_who_was_removed_does_not_come_back_and_who_was_away_does(
    patient: tuple[Server, Almanac],
) -> None:
    server, almanac = patient
    table, (host, barney, charles, darcy) = table_of(server, [*NAMES, "Darcy"])
    almanac.later(LEAST_LIVE + 1)
    host.post(f"/api/tables/{table}/kick", seat=1)
    host.set_bot(table, 2, "random")
    assert charles.post(f"/api/tables/{table}/return")["you"] == 2
    made = darcy.post(f"/api/tables/{table}/hand-over", bot=None)["invitation"]["invitation"]
    assert barney.recovery is not None
    for again in (barney, Client(server.url).recover(barney.recovery)):
        for path, body in (
            ("/api/join", {"invitation": made}),
            (f"/api/tables/{table}/return", {}),
        ):
            with pytest.raises(CallRefused) as error:
                again.post(path, **body)
            assert (error.value.code, error.value.status) == ("removed", 403)
        assert again.get("/api/tables")["tables"] == []
    assert darcy.post(f"/api/tables/{table}/return")["you"] == 3


def test_who_was_removed_before_the_start_does_not_come_back_either(server: Server) -> None:
    host, kim = server.person("Ann"), server.person("Kim")
    info = host.make_table("truce", 3, listed=True)
    table = info["id"]
    kim.join(info["code"])
    host.post(f"/api/tables/{table}/kick", seat=1)
    made = host.post(f"/api/tables/{table}/invitations")["invitation"]
    for path, body in (
        ("/api/join", {"code": info["code"]}),
        ("/api/join", {"invitation": made}),
        (f"/api/tables/{table}/sit", {}),
    ):
        with pytest.raises(CallRefused, match="removed"):
            kim.post(path, **body)
    assert server.person("Lea").join(invitation=made)["you"] == 1


@pytest.mark.parametrize("ready", [True, False], ids=["confirmed", "saved"])
@pytest.mark.parametrize("how", ["kick", "bot", "handed", "opened"])
def test_an_answer_stands_whoever_empties_the_seat(
    patient: tuple[Server, Almanac], how: str, ready: bool
) -> None:
    server, almanac = patient
    table, people = table_of(server, [*NAMES, "Darcy"], options={"rounds": 1})
    host, barney, charles, darcy = people
    room = f"/api/tables/{table}"

    async def main() -> None:
        async with barney.sit(table) as b:
            await b.begin()
            await b.submit("attack Agatha", ready=ready)
        almanac.later(LEAST_LIVE + 1)
        match how:
            case "kick":
                await asyncio.to_thread(host.post, f"{room}/kick", seat=1)
            case "bot":
                await asyncio.to_thread(host.set_bot, table, 1, "random")
            case "handed":
                await asyncio.to_thread(barney.post, f"{room}/hand-over", bot=None)
            case _:
                for voter in (host, charles, darcy):
                    vote = {"seat": 1, "wanted": "open"}
                    await asyncio.to_thread(voter.post, f"{room}/vote", **vote)
        async with host.sit(table) as a, charles.sit(table) as c, darcy.sit(table) as d:
            for seat in (a, c, d):
                await seat.begin()
            await c.submit("pass")
            await d.submit("gift 1 Agatha")  # everyone confirms again: a bot may not decide anew
            await d.submit("pass")
            await c.do("ready")
            await a.submit("pass")
            await a.until(lambda seat: seat.over is not None)

    asyncio.run(main())
    record = Record.read(host.record(table))
    acts = [(e.act, e.by) for e in record.entries if isinstance(e, Play) and e.seat == "Barney"]
    assert acts == [("attack Agatha", "player")]


def test_a_bot_stands_in_for_whoever_left_until_the_return(server: Server) -> None:
    table, people = table_of(server, NAMES, options={"rounds": 3, "onLeave": "bot"})

    async def main() -> None:
        async with people[0].sit(table) as a, people[1].sit(table) as b, people[2].sit(table) as c:
            for seat in (a, b, c):
                await seat.begin()
            await c.do("leave")
            await c.until(lambda seat: seat.ask is not None and seat.ask["ready"])
            await c.do("back")
            await c.submit("defend")
            for number in range(3):
                for seat in (a, b):
                    await seat.until(lambda seat, n=number: seat.state["prompt"] == n)  # type: ignore[misc]
                    await seat.submit("loot")
                if number == 0:
                    await c.until(lambda seat: seat.state["prompt"] == 1)
                    await c.do("leave")
            await a.until(lambda seat: seat.over is not None)
            told = [line["note"]["what"] for line in a.talk]
            assert told == ["stand_in", "back", "stand_in"]

    asyncio.run(main())
    record = Record.read(people[0].record(table))
    verify(record)
    charles = [getattr(e, "by", "") for e in record.entries if getattr(e, "seat", "") == "Charles"]
    assert [by for by in charles if by] == ["player", "bot", "bot"]


def test_the_record_ends_with_its_end_though_somebody_comes_back_with_it(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-limits", "--bot-delay", "30") as server:
        table, people = table_of(server, NAMES, options={"rounds": 1, "onLeave": "bot"})

        async def main() -> None:
            ann, bob, cleo = (person.sit(table) for person in people)
            async with ann as a, bob as b, cleo as c:
                for seat in (a, b, c):
                    await seat.begin()
                await a.submit("loot")
                await b.submit("loot")
                await c.do("leave")
                await c.submit("loot")  # before the bot: it is the last answer of the match
                await c.until(lambda seat: seat.over is not None)
                await c.until(lambda seat: len(seat.talk) == 2)
                assert [line["note"]["what"] for line in c.talk] == ["stand_in", "back"]

        asyncio.run(main())
        record = Record.read(people[0].record(table))
        verify(record)
        assert isinstance(record.entries[-1], End)


def test_a_table_that_breaks_off_when_somebody_leaves(server: Server) -> None:
    names = ["Ann", "Bob", "Cleo", "Dan", "Eve"]
    options = {"onLeave": "abort"}
    table, people = table_of(server, names, game="jaccuse", options=options)

    async def main() -> dict[str, object] | None:
        async with people[0].sit(table) as a, people[1].sit(table) as b:
            await a.begin()
            await b.begin()
            await b.do("leave")
            await a.until(lambda seat: seat.over is not None)
            with pytest.raises(CallRefused, match="over"):
                await a.submit("pass")
            await a.until(lambda seat: bool(seat.talk))
            assert a.talk[0]["note"]["what"] == "aborted"
            assert a.state["asked"] == []
            return a.over

    over = asyncio.run(main())
    assert over is not None
    assert (over["reason"], over["winners"]) == ("aborted", [])
    record = Record.read(people[2].record(table))
    verify(record)
    assert people[2].table(table)["outcome"]["reason"] == "aborted"
    assert people[2].replay(table, "all")["last"] >= 3


def test_a_muted_seat_is_not_heard_by_who_muted_it(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[0].sit(table) as a, people[1].sit(table) as b, people[2].sit(table) as c:
            for seat in (a, b, c):
                await seat.begin()
            await b.do("mute", seat=0)
            await a.say("loud")
            await c.say("soft")
            await b.until(lambda seat: len(seat.talk) == 2)
            assert [(line["text"], line.get("muted", False)) for line in b.talk] == [
                ("", True),
                ("soft", False),
            ]
            await c.until(lambda seat: len(seat.talk) == 2)
            assert c.talk[0]["text"] == "loud"
        async with people[1].sit(table) as b:
            await b.until(lambda seat: len(seat.talk) == 2)
            assert b.talk[0]["text"] == ""
            await b.do("mute", seat=0, muted=False)
        async with people[1].sit(table) as b:
            await b.until(lambda seat: len(seat.talk) == 2)
            assert b.talk[0]["text"] == "loud"

    asyncio.run(main())


def test_muted_words_are_not_unread(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[0].sit(table) as a, people[1].sit(table) as b:
            await a.begin()
            await b.begin()
            await b.do("mute", seat=0)
            await a.say("loud")

    asyncio.run(main())
    unread = {
        client: [row["unread"] for row in client.get("/api/tables")["tables"]]
        for client in people[1:]
    }
    assert list(unread.values()) == [[0], [1]]


def test_only_the_operator_sees_all_tables_and_no_secret(server: Server) -> None:
    table, people = table_of(server, NAMES)
    path = "/api/operator/tables"
    for client in (people[0], Client(server.url)):
        with pytest.raises(CallRefused, match="operator"):
            client.get(path)
    for wrong in ("", "Bearer ", "Bearer wrong", "wrong"):
        assert Client(server.url).raw("GET", path, headers={"Authorization": wrong})[0] == 403
    headers = {"Authorization": f"Bearer {server.operator}"}
    status, _, data = Client(server.url).raw("GET", path, headers=headers)
    assert status == 200
    (row,) = [t for t in json.loads(data)["tables"] if t["id"] == table]
    assert (row["people"], row["bots"], row["state"], row["question"]) == (3, 0, "playing", 0)
    assert set(row) == {"id", "game", "state", "seats", "people", "bots", "started", "question",
                        "sockets"}  # fmt: skip
