"""Before the start: words that last, settings that the host changes and nobody is dealt into
unseen, and a table against bots by one request."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from intrigue.agents.client import CallRefused, Client
from intrigue.kernel.game import discover
from intrigue.session.record import Record, Talk

from .running import Server, serving

EASY = [game.id for game in sorted(discover().values(), key=lambda game: game.place)]


def settings(info: dict[str, Any], **changed: object) -> dict[str, Any]:
    """What a host asks for: everything as it is, but this."""
    kept = ("options", "listed", "spectators", "press", "clock", "window", "days")
    return {"seats": len(info["seats"]), **{name: info[name] for name in kept}, **changed}


def change(host: Client, info: dict[str, Any], **changed: object) -> dict[str, Any]:
    now = host.table(info["id"])
    answer: dict[str, Any] = host.post(
        f"/api/tables/{info['id']}/settings", **settings(now, **changed)
    )
    return answer


def gathered(server: Server, *names: str, seats: int = 3) -> tuple[dict[str, Any], list[Client]]:
    people = [server.person(name) for name in names]
    info = people[0].make_table("truce", seats, options={"rounds": 1})
    for guest in people[1:]:
        guest.join(info["code"])
    return info, people


# --- who is there ---------------------------------------------------------------------------------


def test_the_waiting_room_says_who_is_in_it(server: Server) -> None:
    info, (ann, bob, _) = gathered(server, "Ann", "Bob", "Cleo")

    async def main() -> None:
        here: list[list[int]] = []

        def hear(frame: dict[str, Any]) -> None:
            if frame["do"] == "here":
                here.append(frame["here"])
                assert frame["away"] == []

        async with ann.sit(info["id"]) as seat:
            seat.heard = hear
            await seat.until(lambda _: here[-1:] == [[0]])
            async with bob.sit(info["id"]):
                await seat.until(lambda _: here[-1] == [0, 1])
            await seat.until(lambda _: here[-1] == [0])

    asyncio.run(main())


# --- settings -------------------------------------------------------------------------------------


def test_the_host_changes_the_settings_and_everyone_reads_what_it_was(server: Server) -> None:
    info, (ann, bob) = gathered(server, "Ann", "Bob")

    async def main() -> None:
        async with bob.sit(info["id"]) as seat:
            await seat.next()
            changed = await asyncio.to_thread(
                change, ann, info, clock={"decision": 60.0, "bank": 0.0}, options={"rounds": 8}
            )
            assert changed["revision"] == 1
            await seat.until(lambda one: bool(one.said))
            line = seat.said[0]
            assert (line["seat"], line["name"], line["text"]) == (0, "Ann", "")
            assert line["changes"] == [
                {"name": "clock", "before": None, "after": {"decision": 60.0, "bank": 0.0}},
                {"name": "rounds", "before": 1, "after": 8},
            ]
            assert seat.info["options"]["rounds"] == 8

    asyncio.run(main())


def test_nobody_is_dealt_into_settings_they_have_not_seen(server: Server) -> None:
    info, (ann, bob) = gathered(server, "Ann", "Bob")
    table = info["id"]
    ann.set_bot(table, 2, "random")
    bob.ready(table)
    assert not change(ann, info, press="none")["seats"][1]["ready"]
    with pytest.raises(CallRefused, match="Bob"):
        ann.start(table)
    with pytest.raises(CallRefused, match="settings_changed"):
        bob.post(f"/api/tables/{table}/ready", ready=True, revision=0)
    bob.post(f"/api/tables/{table}/ready", ready=True, revision=1)
    assert ann.start(table)["state"] == "playing"


def test_the_same_settings_once_more_ask_nobody_anew(server: Server) -> None:
    info, (ann, bob) = gathered(server, "Ann", "Bob")
    bob.ready(info["id"])
    same = change(ann, info)
    assert (same["revision"], same["seats"][1]["ready"]) == (0, True)


def test_seats_come_and_go_and_nobody_loses_theirs(server: Server) -> None:
    info, (ann, bob) = gathered(server, "Ann", "Bob", seats=5)
    table = info["id"]
    ann.post(f"/api/tables/{table}/kick", seat=1)
    cleo = server.person("Cleo")
    cleo.join(info["code"])
    dora = server.person("Dora")
    dora.post("/api/join", code=info["code"], seat=4)
    ann.set_bot(table, 3, "random")
    few = change(ann, info, seats=3)
    assert [seat["name"] for seat in few["seats"]] == ["Ann", "Cleo", "Dora"]
    assert dora.table(table)["you"] == 2
    with pytest.raises(CallRefused, match="TR-1"):
        change(ann, info, seats=2)
    many = change(ann, info, seats=6)
    assert [seat["kind"] for seat in many["seats"]] == ["person"] * 3 + ["open"] * 3
    with pytest.raises(CallRefused, match="removed"):
        bob.join(info["code"])
    ann.set_bot(table, 4, "random")
    more = change(ann, info, seats=7)
    assert [seat["kind"] for seat in more["seats"]][3:] == ["open", "bot", "open", "open"]


def test_a_table_is_not_made_smaller_than_those_who_sit_there(server: Server) -> None:
    info, (ann, *_) = gathered(server, "Ann", "Bob", "Cleo", "Dora", seats=4)
    with pytest.raises(CallRefused, match="seats_taken") as refused:
        change(ann, info, seats=3)
    assert "4 people" in refused.value.text


def test_what_was_shown_for_the_deal_is_void_after_a_change(server: Server) -> None:
    info, (ann, bob) = gathered(server, "Ann", "Bob")
    table = info["id"]
    ann.set_bot(table, 2, "random")
    for client in (ann, bob, ann, bob):
        client.add_nonce(client.table(table), at_last=client is ann)
    assert all(seat["nonce"] for seat in ann.table(table)["seats"][:2])
    changed = change(ann, info, options={"rounds": 2})
    assert not any(seat["nonce"] or seat["seal"] for seat in changed["seats"])


def test_settings_are_the_hosts_and_only_before_the_start(server: Server) -> None:
    info, (ann, bob) = gathered(server, "Ann", "Bob")
    with pytest.raises(CallRefused, match="host_only"):
        change(bob, info, press="none")
    for bad in ({"options": {"rounds": -1}}, {"window": {"least": 9.0, "most": 2.0}}):
        with pytest.raises(CallRefused):
            change(ann, info, **bad)
    assert ann.table(info["id"])["revision"] == 0
    ann.set_bot(info["id"], 2, "random")
    bob.ready(info["id"])
    ann.start(info["id"])
    with pytest.raises(CallRefused, match="started"):
        change(ann, info, press="none")


# --- words ----------------------------------------------------------------------------------------


def test_words_before_the_start_are_the_first_lines_of_the_match(server: Server) -> None:
    info, (ann, bob, cleo) = gathered(server, "Ann", "Bob", "Cleo")
    table = info["id"]

    async def main() -> None:
        async with ann.sit(table) as a, bob.sit(table) as b:
            await a.do("say", text="hello")
            await b.do("say", text="hello, Ann")
            async with cleo.sit(table) as c:
                await c.do("say", text="I cannot stay")
                await c.until(lambda one: len(one.said) == 3)
                assert [line["text"] for line in c.said][:2] == ["hello", "hello, Ann"]
            await asyncio.to_thread(cleo.post, f"/api/tables/{table}/leave")
            await a.until(lambda one: [line["seat"] for line in one.said] == [0, 1, -1])
            assert a.said[2]["name"] == "Cleo"
            await asyncio.to_thread(ann.set_bot, table, 2, "random")
            await asyncio.to_thread(bob.ready, table)
            await asyncio.to_thread(ann.start, table)
            for seat in (a, b):
                await seat.begin()
                await seat.until(lambda one: len(one.talk) == 2)
                assert [(line["seat"], line["text"]) for line in seat.talk] == [
                    (0, "hello"),
                    (1, "hello, Ann"),
                ]
            await a.do("say", text="now it counts")
            for seat in (a, b):
                await seat.until(lambda one: bool(one.ask))
                await seat.submit("pass")
            await a.until(lambda one: one.over is not None)

    asyncio.run(main())
    record = Record.read(ann.record(table))
    said = [entry.text for entry in record.entries if isinstance(entry, Talk)]
    assert said == ["hello", "hello, Ann", "now it counts"]


def test_a_line_that_is_sent_again_is_said_once(server: Server) -> None:
    info, (ann, _) = gathered(server, "Ann", "Bob")

    async def main() -> None:
        async with ann.sit(info["id"]) as a:
            for _ in range(2):
                await a.do("say", key="one", text="hello")
        async with ann.sit(info["id"]) as a:
            await a.next()
            assert len(a.said) == 1

    asyncio.run(main())


def test_the_waiting_room_has_no_whispers_and_keeps_a_silent_table_silent(server: Server) -> None:
    info, (ann, _) = gathered(server, "Ann", "Bob")

    async def main() -> None:
        async with ann.sit(info["id"]) as a:
            with pytest.raises(CallRefused, match="whisper_later"):
                await a.do("say", text="psst", to=[1])
            with pytest.raises(CallRefused, match="empty_talk"):
                await a.do("say", text="\u200b")
            await asyncio.to_thread(change, ann, info, press="none")
            with pytest.raises(CallRefused, match="press_none"):
                await a.do("say", text="hello")

    asyncio.run(main())


def test_who_only_looks_at_a_listed_table_hears_nothing_and_says_nothing(server: Server) -> None:
    ann, eve = server.person("Ann"), server.person("Eve")
    table = ann.make_table("truce", 3, listed=True)["id"]

    async def main() -> None:
        async with ann.sit(table) as a, eve.sit(table) as e:
            await a.do("say", text="between us")
            with pytest.raises(CallRefused, match="players_only"):
                await e.do("say", text="hello")
            assert not any("between us" in frame for frame in e.raw)

    asyncio.run(main())


def test_a_restart_keeps_words_and_settings(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-limits") as server:
        info, (ann, bob) = gathered(server, "Ann", "Bob")

        async def say() -> None:
            async with bob.sit(info["id"]) as seat:
                await seat.do("say", text="back in a minute")

        asyncio.run(say())
        change(ann, info, seats=4, press="public")
        server.kill()
        server.start()

        async def look() -> None:
            async with ann.sit(info["id"]) as seat:
                frame = await seat.next()
                assert len(frame["table"]["seats"]) == 4
                assert frame["table"]["press"] == "public"
                assert frame["table"]["revision"] == 1
                words, changes = frame["said"]
                assert words["text"] == "back in a minute"
                assert [one["name"] for one in changes["changes"]] == ["seats", "press"]

        asyncio.run(look())


def test_a_table_that_everyone_left_leaves_no_words(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-limits") as server:
        info, (ann, bob) = gathered(server, "Ann", "Bob")

        async def say() -> None:
            async with ann.sit(info["id"]) as seat:
                await seat.do("say", text="hello")

        asyncio.run(say())
        for client in (ann, bob):
            client.post(f"/api/tables/{info['id']}/leave")
        ann.post("/api/me/delete", name="Ann")
        with pytest.raises(CallRefused, match="no_table"):
            bob.table(info["id"])


# --- by one request -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", EASY)
def test_a_table_against_bots_begins_by_one_request(server: Server, game: str) -> None:
    ann = server.person("Ann")
    known = next(one for one in ann.get("/api/games")["games"] if one["id"] == game)
    info = ann.post(
        "/api/tables", game=game, seats=known["usual"], begin=True, bot=known["bots"][-1]
    )
    assert info["state"] == "playing"
    assert info["practice"] is None
    assert [seat["kind"] for seat in info["seats"]] == ["person"] + ["bot"] * (known["usual"] - 1)
    assert [one["table"]["id"] for one in ann.get("/api/tables")["tables"]] == [info["id"]]

    async def main() -> None:
        async with ann.sit(info["id"]) as seat:
            await seat.until(lambda one: bool(one.ask))

    asyncio.run(main())


def test_bots_do_not_keep_a_person_waiting_for_the_first_question(tmp_path: Path) -> None:
    """In Emperor bots may come first: here they would take a minute for each answer."""
    with serving(tmp_path, "--no-limits", "--bot-delay", "60") as server:
        ann = server.person("Ann")

        async def main() -> None:
            for _ in range(4):
                info = await asyncio.to_thread(
                    ann.post, "/api/tables", game="emperor", seats=5, begin=True, bot="normal"
                )
                async with ann.sit(info["id"]) as seat:
                    await asyncio.wait_for(seat.until(lambda one: bool(one.ask)), 30)

        asyncio.run(main())


def test_games_are_listed_the_easiest_first(server: Server) -> None:
    listed = server.person("Ann").get("/api/games")["games"]
    assert [game["id"] for game in listed] == EASY
    assert EASY[0] == "truce"
    assert all(len(game["minutes"]) == 2 for game in listed)


# --- who I am -------------------------------------------------------------------------------------


def test_another_name_is_told_where_one_waits_and_not_in_a_match(server: Server) -> None:
    info, (ann, bob) = gathered(server, "Ann", "Bob")
    under_way = bob.post("/api/tables", game="truce", seats=3, begin=True)
    assert bob.post("/api/me/name", name="  Bobby ") == {"name": "Bobby"}
    assert bob.get("/api/me") == {"name": "Bobby"}
    assert ann.table(info["id"])["seats"][1]["name"] == "Bobby"
    assert bob.table(under_way["id"])["seats"][0]["name"] == "Bob"
    ann.post("/api/me/name", name="bobby")
    assert ann.table(info["id"])["seats"][0]["name"] == "bobby 2"
    with pytest.raises(CallRefused, match="1 to 24"):
        ann.post("/api/me/name", name="\u200b")


def test_a_fresh_recovery_code_replaces_the_one_before(server: Server) -> None:
    ann = server.person("Ann")
    fresh = ann.post("/api/me/recovery")["recovery"]
    other = Client(server.url)
    with pytest.raises(CallRefused, match="recovery"):
        other.post("/api/people/recover", code=ann.recovery)
    assert other.post("/api/people/recover", code=fresh)["name"] == "Ann"
