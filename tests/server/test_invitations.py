"""A link to a table always leads somewhere: to a seat, to a bot's seat, to a look, or to a sentence
that says why not; and whoever goes on for a bot knows what that seat knows, and no more."""

import asyncio
import contextlib
import re
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from intrigue.agents.client import CallRefused, Client
from intrigue.server.bots.pool import Bots
from intrigue.server.clocks.times import Times
from intrigue.server.db.storage import Storage, prepared
from intrigue.server.live.match import Match
from intrigue.server.net import addresses
from intrigue.server.record import store
from intrigue.server.tables.viewers import Viewers
from intrigue.session.parts import assembled

from .running import Server, free_port, fresh_database, serving, table_of


def door(who: Client, table: str) -> tuple[list[str], str]:
    """What somebody can do at a table, by its id or its code."""
    path = f"/api/doors/{table}" if len(table) == 6 else f"/api/tables/{table}/door"
    found = who.get(path)
    return found["ways"], found["why"] or ""


def code_of(host: Client, table: str) -> str:
    return str(host.table(table)["code"])


def refused(who: Client, path: str, **body: object) -> str:
    with pytest.raises(CallRefused) as error:
        who.post(path, **body)
    return error.value.code


# --- where a link leads ---------------------------------------------------------------------------


def test_an_invitation_is_a_path_and_names_host_game_and_free_seats(server: Server) -> None:
    ann, nobody = server.person("Ann"), Client(server.url)
    info = ann.make_table("truce", 4, clock={"decision": 60})
    link = ann.get(f"/api/tables/{info['id']}/link")
    assert link == {"link": f"{server.url}/join/{info['code']}", "local": True}
    assert "#" not in link["link"]
    seen = nobody.get(f"/api/doors/{info['code'].lower()}")
    assert (seen["host"], seen["game"], seen["seats"], seen["free"]) == ("Ann", "truce", 4, 3)
    assert seen["clock"]["decision"] == 60
    assert (seen["ways"], seen["why"]) == (["sit"], None)
    assert door(ann, info["code"]) == (["enter"], "")
    with pytest.raises(CallRefused, match="Ask whoever invited you"):
        nobody.get("/api/doors/XXXXXX")


def test_the_address_of_a_private_table_says_nothing(server: Server) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    info = ann.make_table("truce", 3)
    for table in (info["id"], "none-such"):
        for who in (bob, Client(server.url)):
            with pytest.raises(CallRefused) as error:
                door(who, table)
            assert (error.value.code, error.value.status) == ("no_table", 404)


def test_every_link_leads_to_a_seat_a_look_or_a_sentence(server: Server) -> None:
    ann, eve = server.person("Ann"), server.person("Eve")
    listed = ann.make_table("truce", 3, listed=True)
    assert door(eve, listed["id"]) == (["sit"], "")
    for seat in (1, 2):
        ann.set_bot(listed["id"], seat, "random")
    assert door(eve, listed["id"]) == ([], "Every seat is taken.")
    watched = ann.make_table("truce", 3, spectators=True)
    ways, why = door(eve, watched["id"])
    assert ways == ["watch"]
    assert "by invitation" in why
    assert door(eve, watched["code"]) == (["sit", "watch"], "")
    closed, (cy, _) = table_of(server, ["Cy", "Di"], bots=1, latecomers=False)
    ways, why = door(eve, code_of(cy, closed))
    assert ways == []
    assert "lets nobody join in the middle" in why
    full, (cy, _, _) = table_of(server, ["Cy", "Di", "Ed"])
    ways, why = door(eve, code_of(cy, full))
    assert ways == []
    assert "no bot is left" in why
    assert refused(eve, "/api/join", code=code_of(cy, full)) == "no_bot"
    french = Client(server.url).get(f"/api/doors/{code_of(cy, full)}?lang=fr")
    assert "aucun robot" in french["why"]


def test_who_gave_a_seat_away_or_was_removed_is_told_so(server: Server) -> None:
    table, (ann, bob, cleo) = table_of(server, ["Ann", "Bob", "Cleo"], bots=1)
    code = code_of(ann, table)
    bob.post(f"/api/tables/{table}/hand-over", bot="random")
    assert door(bob, table) == (["return"], "")
    assert door(bob, code) == (["return"], "")
    ann.post(f"/api/tables/{table}/kick", seat=2)
    ways, why = door(cleo, code)
    assert ways == []
    assert "removed you" in why
    assert refused(cleo, "/api/join", code=code) == "removed"


# --- a bot's seat ---------------------------------------------------------------------------------


def test_who_comes_late_goes_on_for_a_bot_from_the_next_question_on(server: Server) -> None:
    table, (ann, bob) = table_of(server, ["Ann", "Bob"], bots=2)
    fay = server.person("Fay")
    code = code_of(ann, table)
    seen = fay.get(f"/api/doors/{code}")
    assert seen["ways"] == ["relieve"]
    assert [(one["seat"], one["bot"]) for one in seen["bots"]] == [(2, "random"), (3, "random")]
    assert refused(fay, "/api/join", code=code, seat=1) == "seat_taken"
    info = fay.post("/api/join", code=code, seat=3)
    assert (info["you"], info["seats"][3]["kind"]) == (3, "person")
    assert info["seats"][3]["name"] == seen["bots"][1]["name"], "the table knows the seat by it"
    assert refused(server.person("Gil"), "/api/join", code=code, seat=3) == "seat_taken"

    async def play() -> None:
        async with fay.sit(table) as late, ann.sit(table) as one, bob.sit(table) as other:
            for seat in (late, one, other):
                await seat.begin()
            number = late.state["prompt"]
            assert late.welcome["relieved"] == number
            assert one.welcome["relieved"] is None
            with pytest.raises(CallRefused, match="still answers this question"):
                await late.submit("loot")
            await one.submit("loot")
            await other.submit("loot")
            await late.until(lambda seat: seat.state["prompt"] > number)
            await late.submit("loot")
            assert late.state["ask"]["ready"]
            note = one.talk[0]["note"]
            assert (note["what"], note["seat"], note["name"]) == ("relieves", 3, "Fay")

    asyncio.run(play())


def test_a_listed_table_takes_who_comes_late_without_a_code(server: Server) -> None:
    table, _ = table_of(server, ["Ann", "Bob"], bots=1, listed=True)
    fay = server.person("Fay")
    assert door(fay, table) == (["relieve"], "")
    assert fay.post(f"/api/tables/{table}/sit", seat=2)["you"] == 2


def test_a_seat_that_was_a_persons_is_no_latecomers(server: Server) -> None:
    table, (ann, bob) = table_of(server, ["Ann", "Bob"], bots=1)
    bob.post(f"/api/tables/{table}/hand-over", bot="random")
    fay, gil, code = server.person("Fay"), server.person("Gil"), code_of(ann, table)
    assert refused(fay, "/api/join", code=code, seat=1) == "seat_taken"
    assert refused(bob, "/api/join", code=code, seat=2) == "two_seats"
    assert fay.post("/api/join", code=code)["you"] == 2
    fay.post(f"/api/tables/{table}/hand-over", bot="random")
    assert refused(gil, "/api/join", code=code) == "no_bot", "it is Fay's now"
    assert fay.post(f"/api/tables/{table}/return")["you"] == 2


def test_practice_and_what_is_over_take_nobody(server: Server) -> None:
    ann = server.person("Ann")
    alone = ann.post("/api/tables", game="truce", seats=3, practice="x")
    assert alone["code"] is None
    with pytest.raises(CallRefused):
        door(server.person("Fay"), alone["id"])
    table, (one, other) = table_of(server, ["Ann", "Bob"], bots=1, options={"rounds": 1})
    code = code_of(one, table)

    async def finish() -> None:
        async with one.sit(table) as seat, other.sit(table) as second:
            await seat.begin()
            await seat.submit("loot")
            await second.begin()
            await second.submit("loot")
            await seat.until(lambda seat: seat.over is not None)

    asyncio.run(finish())
    fay = server.person("Fay")
    assert door(fay, code) == ([], "The match is over.")
    assert refused(fay, "/api/join", code=code) == "over"


@pytest.mark.parametrize("game", ["truce", "jaccuse", "emperor", "accusation", "complot"])
def test_who_goes_on_for_a_bot_is_shown_what_the_seat_may_know(tmp_path: Path, game: str) -> None:
    """The seat's view as the rules make it, and nothing of what was whispered to anybody. The bots
    take so long that nothing moves meanwhile."""
    bots = 1 if game == "complot" else 4
    with serving(tmp_path, "--bot-delay", "60") as server:
        table, (ann,) = table_of(server, ["Ann"], bots=bots, game=game, options={})
        fay = server.person("Fay")

        async def look() -> tuple[object, list[object]]:
            async with ann.sit(table) as host:
                await host.begin()
                if game == "emperor":  # a window in which everyone can only pass closes by itself
                    await host.until(lambda seat: seat.state["view"]["phase"] != "slot")
                await host.say("psst", [bots])
            fay.post("/api/join", code=code_of(ann, table), seat=bots)
            async with fay.sit(table) as late:
                await late.begin()
                stopped = asyncio.create_task(asyncio.to_thread(server.stop))
                with contextlib.suppress(ConnectionClosed):
                    while True:  # all that is told until the last moment
                        await late.next()
                await stopped
                return late.state["view"], [line.get("note", {}).get("what") for line in late.talk]

        view, lines = asyncio.run(look())
    assert lines == ["relieves"], "a whisper to the bot was for the bot"

    async def stored() -> object:
        storage = Storage.open(prepared(tmp_path, None))
        try:
            loaded = await storage.read(lambda connection: store.load(connection, table))
            pool = Bots(storage.metrics, 0.0)
            match = Match(loaded, storage, pool, Viewers(), lambda _: None, Times())
            return msgspec.json.decode(assembled(match.audience.stream(bots).state["view"]))
        finally:
            await storage.close()

    assert view == asyncio.run(stored())


def test_a_restart_does_not_change_whose_question_it_is(tmp_path: Path) -> None:
    """The bot answers the question that it was asked, and the newcomer the next one."""
    with serving(tmp_path, "--bot-delay", "30") as server:
        table, (ann, bob) = table_of(server, ["Ann", "Bob"], bots=1)
        fay = server.person("Fay")
        fay.post("/api/join", code=code_of(ann, table))
        server.kill()
        server.arguments = ["--bot-delay", "0"]
        server.start()

        async def play() -> None:
            async with fay.sit(table) as late, ann.sit(table) as one, bob.sit(table) as other:
                for seat in (late, one, other):
                    await seat.begin()
                number = late.state["prompt"]
                with pytest.raises(CallRefused, match="still answers"):
                    await late.submit("loot")
                await one.submit("loot")
                await other.submit("loot")
                await late.until(lambda seat: seat.state["prompt"] > number)
                await late.submit("loot")

        asyncio.run(play())


def test_two_processes_agree_whose_question_it_is(tmp_path: Path, postgresql: str) -> None:
    """One minds the match and its bots; whoever comes late comes to the other."""
    url = fresh_database(postgresql, "latecomers")
    with (
        serving(tmp_path / "one", "--bot-delay", "0", database=url) as minding,
        serving(tmp_path / "two", "--bot-delay", "0", database=url) as other,
    ):
        table, (ann, bob) = table_of(minding, ["Ann", "Bob"], bots=1)
        fay = other.person("Fay")
        fay.post("/api/join", code=code_of(ann, table))

        async def play() -> None:
            async with fay.sit(table) as late, ann.sit(table) as one, bob.sit(table) as two:
                for seat in (late, one, two):
                    await seat.begin()
                number = late.state["prompt"]
                with pytest.raises(CallRefused, match="still answers"):
                    await late.submit("loot")
                await one.submit("loot")
                await two.submit("loot")
                await late.until(lambda seat: seat.state["prompt"] > number)
                for seat in (one, two):
                    await seat.until(lambda seat: seat.state["prompt"] > number)
                    await seat.submit("loot")
                assert late.state["prompt"] == number + 1, "no bot answers for Fay any more"
                await late.submit("loot")
                await late.until(lambda seat: seat.state["prompt"] > number + 1)

        asyncio.run(play())


# --- addresses ------------------------------------------------------------------------------------


def test_serving_everyone_prints_what_friends_can_type(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0") as server:
        assert server.process is not None
        assert server.process.stdout is not None
        own = [one for one in addresses.own_addresses() if one.version == 4]
        if own:  # a machine without a network has nothing to print
            assert server.process.stdout.readline() == "Friends on your network can open:\n"
            line = server.process.stdout.readline().strip()
            assert re.fullmatch(rf"http://[0-9.]+:{server.port}", line)
            assert Client(line).raw("GET", "/readyz")[0] == 200
            # a host at localhost sends friends where they can come
            ann = server.person("Ann")
            table = ann.make_table("truce", 3)["id"]
            link = ann.get(f"/api/tables/{table}/link")
            assert link["link"].startswith(f"{line}/join/")
            assert not link["local"]


def test_only_this_machine_is_no_address_for_friends() -> None:
    assert addresses.reachable("127.0.0.1", 1) == []
    assert addresses.reachable("localhost", 1) == []
    assert addresses.reachable("::1", 1) == []
    assert addresses.reachable("10.1.2.3", 8765) == ["http://10.1.2.3:8765"]
    for url in addresses.reachable("::", 8765):
        assert urlsplit(url).port == 8765


def test_the_operators_address_is_where_invitations_lead(tmp_path: Path) -> None:
    address = f"https://play.example:{free_port()}"
    with serving(tmp_path, "--address", address) as server:
        ann = server.person("Ann")
        info = ann.make_table("truce", 3)
        link = ann.get(f"/api/tables/{info['id']}/link")
        assert link == {"link": f"{address}/join/{info['code']}", "local": False}
