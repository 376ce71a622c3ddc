"""Somebody is away: presence, a nudge, a vote, substitutes, the briefing, and the way back."""

import asyncio

import pytest
from websockets.exceptions import ConnectionClosed

from intrigue.agents.client import Client, Refused, Seat

from .running import Server, table_of

NAMES = ["Ann", "Bob", "Cleo", "Dan"]


def notes(seat: Seat) -> list[str]:
    return [line["note"]["what"] for line in seat.talk if line.get("note")]


def test_everyone_sees_who_is_there(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        frames: list[tuple[list[int], list[dict[str, int | None]]]] = []

        def heard(frame: dict[str, object]) -> None:
            if frame["do"] == "here":
                frames.append((frame["here"], frame["away"]))  # type: ignore[arg-type]

        async with people[0].sit(table) as ann:
            ann.heard = heard
            await ann.until(lambda _: bool(frames))
            never = [{"seat": seat, "minutes": None} for seat in (1, 2, 3)]
            assert frames[-1] == ([0], never)
            async with people[1].sit(table) as bob:
                await bob.begin()
                await ann.until(lambda _: frames[-1][0] == [0, 1])
            await ann.until(lambda _: frames[-1][0] == [0])
            assert frames[-1][1] == [{"seat": 1, "minutes": 0}, *never[1:]]

    asyncio.run(main())


def test_a_nudge_is_for_one_who_is_away_and_asked(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        async with people[0].sit(table) as ann, people[1].sit(table) as bob:
            await ann.begin()
            await bob.begin()
            with pytest.raises(Refused, match="at the table"):
                people[0].post(f"/api/tables/{table}/nudge", seat=1)
            # whether Cleo has answered is not for Ann to know: nothing here depends on it
            people[0].post(f"/api/tables/{table}/nudge", seat=2)
            await bob.until(lambda seat: notes(seat) == ["nudge"])
            assert bob.talk[-1]["text"] == "Ann asks Cleo to come to the table."

    asyncio.run(main())


def test_more_than_half_can_have_somebody_replaced_and_the_owner_comes_back(
    server: Server,
) -> None:
    table, people = table_of(server, NAMES, options={"rounds": 9})

    async def main() -> None:
        async with people[0].sit(table) as ann, people[1].sit(table) as bob:
            await ann.begin()
            await bob.begin()
            for voter in (0, 0, 1):
                info = people[voter].post(f"/api/tables/{table}/vote", seat=3)
                assert info["seats"][3]["kind"] == "person", "two of four are not more than half"
            info = people[2].post(f"/api/tables/{table}/vote", seat=3)
            assert info["seats"][3]["kind"] == "bot"
            await ann.until(lambda seat: "replaced" in notes(seat))
            assert notes(ann) == ["vote", "vote", "vote", "replaced"]

    asyncio.run(main())
    dan = people[3]
    (mine,) = [row["table"] for row in dan.get("/api/tables")["tables"]]
    assert (mine["id"], mine["you"], mine["away"]) == (table, None, 3)
    with pytest.raises(Refused, match="no such table"):
        dan.table(table)
    assert dan.post(f"/api/tables/{table}/return")["you"] == 3
    with pytest.raises(Refused, match="yours already"):
        dan.post(f"/api/tables/{table}/return")


def test_a_seat_is_given_to_a_friend_with_a_briefing_and_taken_back(server: Server) -> None:
    table, people = table_of(server, NAMES, options={"rounds": 9})
    bob, friend = people[1], server.person("Fay")

    async def words() -> None:
        async with people[0].sit(table) as ann, bob.sit(table) as seat:
            await ann.begin()
            await seat.begin()
            await ann.say("I will support you.", [1])
            await ann.say("Not for your ears.", [2])
            await seat.say("And I you.", [0])
            await seat.say("A note to myself.", [])

    asyncio.run(words())
    with pytest.raises(Refused, match="no such table"):
        friend.get(f"/api/tables/{table}/briefing")
    handed = bob.post(f"/api/tables/{table}/hand-over", bot=None)["invitation"]
    with pytest.raises(Refused, match="no such table"):
        bob.get(f"/api/tables/{table}/briefing")
    assert friend.join(invitation=handed["invitation"])["you"] == 1
    brief = friend.get(f"/api/tables/{table}/briefing")
    assert [line["text"] for line in brief["said"]] == ["And I you."]
    assert [line["text"] for line in brief["heard"]] == ["I will support you."]

    async def back() -> None:
        async with friend.sit(table) as seat:
            await seat.begin()
            bob.post(f"/api/tables/{table}/return")
            with pytest.raises(ConnectionClosed, match="1008"):
                await seat.until(lambda _: False)

    asyncio.run(back())
    assert bob.table(table)["you"] == 1
    with pytest.raises(Refused, match="no such table"):
        friend.table(table)


def test_a_host_passes_the_table_on_before_giving_the_seat_away(server: Server) -> None:
    table, people = table_of(server, NAMES)
    with pytest.raises(Refused, match="host first"):
        people[0].post(f"/api/tables/{table}/hand-over", bot="random")
    people[0].post(f"/api/tables/{table}/host", seat=1)
    people[0].post(f"/api/tables/{table}/hand-over", bot="random")
    assert people[1].table(table)["seats"][0]["kind"] == "bot"


def test_votes_end_when_the_player_acts(server: Server) -> None:
    table, people = table_of(server, ["Ann", "Bob", "Cleo"], options={"rounds": 9})
    with pytest.raises(Refused) as no:
        people[0].post(f"/api/tables/{table}/vote", seat=0)
    assert no.value.code == "kick_self"
    people[0].post(f"/api/tables/{table}/vote", seat=2)

    async def come() -> None:
        async with people[2].sit(table) as seat:
            await seat.begin()
            await seat.submit("loot")

    asyncio.run(come())
    info = people[1].post(f"/api/tables/{table}/vote", seat=2)
    assert info["seats"][2]["kind"] == "person", "the first vote was for one who has come since"


def test_a_stranger_has_no_vote(server: Server) -> None:
    table, _ = table_of(server, NAMES, spectators=True)
    eve: Client = server.person("Eve")
    for path in ("nudge", "vote"):
        with pytest.raises(Refused) as no:
            eve.post(f"/api/tables/{table}/{path}", seat=1)
        assert no.value.code == "players_only"
