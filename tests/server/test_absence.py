"""Somebody is away: presence, a nudge, a vote, substitutes, the briefing, and the way back."""

import asyncio
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from intrigue.agents.client import CallRefused, Client, Seat
from intrigue.server.tables.seating import LEAST_DAYS, LEAST_LIVE

from .running import Almanac, Server, serving, table_of

Patient = tuple[Server, Almanac]
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
            with pytest.raises(CallRefused, match="at the table"):
                people[0].post(f"/api/tables/{table}/nudge", seat=1)
            # whether Cleo has answered is not for Ann to know: nothing here depends on it
            people[0].post(f"/api/tables/{table}/nudge", seat=2)
            await bob.until(lambda seat: notes(seat) == ["nudge"])
            assert bob.talk[-1]["text"] == "Ann asks Cleo to come to the table."

    asyncio.run(main())


def refused(client: Client, path: str, **body: object) -> str:
    with pytest.raises(CallRefused) as error:
        client.post(path, **body)
    return error.value.code


def test_more_than_half_can_have_somebody_replaced_and_the_owner_comes_back(
    patient: Patient,
) -> None:
    server, almanac = patient
    table, people = table_of(server, NAMES, options={"rounds": 9})
    almanac.later(LEAST_LIVE + 1)

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
    with pytest.raises(CallRefused, match="no such table"):
        dan.table(table)
    assert dan.post(f"/api/tables/{table}/return")["you"] == 3
    with pytest.raises(CallRefused, match="already yours"):
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
            await seat.say("To all of you: peace.")
            await seat.say("A note to myself.", [])

    asyncio.run(words())
    with pytest.raises(CallRefused, match="no such table"):
        friend.get(f"/api/tables/{table}/briefing")
    handed = bob.post(f"/api/tables/{table}/hand-over", bot=None)["invitation"]
    with pytest.raises(CallRefused, match="no such table"):
        bob.get(f"/api/tables/{table}/briefing")
    assert friend.join(invitation=handed["invitation"])["you"] == 1
    brief = friend.get(f"/api/tables/{table}/briefing")
    assert [line["text"] for line in brief["said"]] == ["To all of you: peace."]
    assert brief["heard"] == [], "whispers were for who sat there then"

    async def back() -> None:
        async with friend.sit(table) as seat:
            await seat.begin()
            bob.post(f"/api/tables/{table}/return")
            with pytest.raises(ConnectionClosed, match="1008"):
                await seat.until(lambda _: False)

    asyncio.run(back())
    assert bob.table(table)["you"] == 1
    with pytest.raises(CallRefused, match="no such table"):
        friend.table(table)


def test_a_host_passes_the_table_on_before_giving_the_seat_away(server: Server) -> None:
    table, people = table_of(server, NAMES)
    with pytest.raises(CallRefused, match="host first"):
        people[0].post(f"/api/tables/{table}/hand-over", bot="random")
    people[0].post(f"/api/tables/{table}/host", seat=1)
    people[0].post(f"/api/tables/{table}/hand-over", bot="random")
    assert people[1].table(table)["seats"][0]["kind"] == "bot"


def test_votes_end_when_the_player_acts(patient: Patient) -> None:
    server, almanac = patient
    table, people = table_of(server, ["Ann", "Bob", "Cleo"], options={"rounds": 9})
    almanac.later(LEAST_LIVE + 1)
    with pytest.raises(CallRefused) as error:
        people[0].post(f"/api/tables/{table}/vote", seat=0)
    assert error.value.code == "kick_self"
    people[0].post(f"/api/tables/{table}/vote", seat=2)

    async def come() -> None:
        async with people[2].sit(table) as seat:
            await seat.begin()
            await seat.submit("loot")

    asyncio.run(come())
    almanac.later(LEAST_LIVE + 1)
    info = people[1].post(f"/api/tables/{table}/vote", seat=2)
    assert info["seats"][2]["kind"] == "person", "the first vote was for one who has come since"


def test_a_stranger_has_no_vote(server: Server) -> None:
    table, _ = table_of(server, NAMES, spectators=True)
    eve: Client = server.person("Eve")
    for path in ("nudge", "vote"):
        with pytest.raises(CallRefused) as error:
            eve.post(f"/api/tables/{table}/{path}", seat=1)
        assert error.value.code == "players_only"


def gone(table: str, watching: Client, going: Client) -> None:
    """Somebody was at the table, and is not any more: everyone knows it."""

    async def main() -> None:
        frames: list[list[int]] = []
        async with watching.sit(table) as here:
            here.heard = lambda frame: frames.append(frame["here"]) if "here" in frame else None
            async with going.sit(table) as seat:
                await seat.begin()
                await here.until(lambda _: any(len(there) == 2 for there in frames))
            await here.until(lambda _: len(frames[-1]) == 1)

    asyncio.run(main())


def test_nobody_is_replaced_the_moment_a_connection_is_lost(patient: Patient) -> None:
    server, almanac = patient
    table, people = table_of(server, NAMES[:3], options={"rounds": 9})
    almanac.later(LEAST_LIVE + 1)
    vote, bot = f"/api/tables/{table}/vote", f"/api/tables/{table}/seats/2"
    gone(table, people[0], people[2])
    for wanted in ("bot", "open"):
        assert refused(people[1], vote, seat=2, wanted=wanted) == "away_lately"
    assert refused(people[0], bot, kind="bot") == "away_lately"
    almanac.later(LEAST_LIVE - 30)
    with pytest.raises(CallRefused, match="after 2 minutes"):
        people[0].post(vote, seat=2)
    almanac.later(31)
    people[0].post(vote, seat=2)
    assert people[1].post(vote, seat=2)["seats"][2]["kind"] == "bot"


def test_over_days_a_day_passes_before_somebody_is_replaced(patient: Patient) -> None:
    server, almanac = patient
    table, people = table_of(server, NAMES[:3], days={"hours": 96})
    almanac.later(LEAST_DAYS - 60)
    vote = f"/api/tables/{table}/vote"
    assert refused(people[0], vote, seat=2) == "away_lately_days"
    almanac.later(61)
    people[0].post(vote, seat=2)


def test_the_time_away_is_neither_skipped_nor_begun_anew_by_a_restart(tmp_path: Path) -> None:
    almanac = Almanac(tmp_path / "clock")
    with serving(tmp_path / "data", "--no-limits", "--clock", str(almanac.file)) as server:
        live, (ann, bob, _) = table_of(server, NAMES[:3])
        slow, (_, ben, cleo) = table_of(server, NAMES[:3], days={"hours": 96})
        gone(slow, ben, cleo)
        almanac.later(LEAST_DAYS)  # for so long Cleo has been away, and Ann has not

        async def interrupted() -> None:
            async with ann.sit(live) as seat:
                await seat.begin()
                server.kill()

        asyncio.run(interrupted())
        server.start()
        assert refused(bob, f"/api/tables/{live}/vote", seat=0) == "away_lately"
        assert refused(ben, f"/api/tables/{slow}/vote", seat=2) == "away_lately_days"
        almanac.later(LEAST_LIVE)
        bob.post(f"/api/tables/{live}/vote", seat=0)
        ben.post(f"/api/tables/{slow}/vote", seat=2)


def test_a_vote_can_open_a_seat_to_whom_the_host_invites_and_its_owner_comes_back(
    patient: Patient,
) -> None:
    server, almanac = patient
    table, (ann, bob, cleo, dan) = table_of(server, NAMES, options={"rounds": 9})
    almanac.later(LEAST_LIVE + 1)
    vote = f"/api/tables/{table}/vote"
    for voter in (ann, bob):
        voter.post(vote, seat=3, wanted="open")
        voter.post(vote, seat=3, wanted="bot")  # two kinds of votes are not added up
    assert refused(ann, f"/api/tables/{table}/invitations", seat=3) == "has_secrets"
    assert cleo.post(vote, seat=3, wanted="open")["seats"][3]["kind"] == "open"
    made = ann.post(f"/api/tables/{table}/invitations", seat=3)["invitation"]
    assert refused(bob, f"/api/tables/{table}/invitations", seat=3) == "host_only"
    assert server.person("Fay").join(invitation=made)["you"] == 3
    assert dan.post(f"/api/tables/{table}/return")["you"] == 3

    async def lines() -> None:
        async with bob.sit(table, words="fr") as seat:
            await seat.until(lambda seat: "returns" in notes(seat))
            told = ["vote_open", "vote", "vote_open", "vote", "vote_open"]
            assert notes(seat) == [*told, "opened", "sits", "returns"]
            assert "l’hôte peut inviter quelqu’un à la place de Dan" in seat.talk[5]["text"]

    asyncio.run(lines())


def test_a_seat_that_nobody_came_to_can_be_opened_by_a_vote_and_not_by_the_host(
    patient: Patient,
) -> None:
    server, almanac = patient
    table, (ann, bob, cleo) = table_of(server, NAMES[:3])
    link = bob.post(f"/api/tables/{table}/hand-over", bot=None)["invitation"]["invitation"]
    vote, invite = f"/api/tables/{table}/vote", f"/api/tables/{table}/invitations"
    assert refused(ann, invite, seat=1) == "has_secrets", "it is kept for whom Bob invites"
    assert refused(ann, vote, seat=1, wanted="open") == "away_lately"
    almanac.later(LEAST_LIVE + 1)
    ann.post(vote, seat=1, wanted="open")
    cleo.post(vote, seat=1, wanted="open")
    assert refused(server.person("Fay"), "/api/join", invitation=link) == "no_code"
    made = ann.post(invite, seat=1)["invitation"]
    assert server.person("Gil").join(invitation=made)["you"] == 1


def test_nobody_opens_a_seat_alone(patient: Patient) -> None:
    server, almanac = patient
    table, (ann, bob) = table_of(server, NAMES[:2], bots=1)
    almanac.later(LEAST_LIVE + 1)
    vote = f"/api/tables/{table}/vote"
    assert refused(ann, vote, seat=1, wanted="open") == "vote_alone"
    assert refused(ann, vote, seat=2, wanted="open") == "no_seat", "it was always a bot's"
    assert ann.post(vote, seat=1)["seats"][1]["kind"] == "bot"
    assert bob.post(f"/api/tables/{table}/return")["you"] == 1


def test_whoever_sits_down_reads_no_whisper_and_no_note_from_before(server: Server) -> None:
    table, (ann, bob, cleo) = table_of(server, NAMES[:3], options={"rounds": 1})
    fay = server.person("Fay")

    async def say(*words: tuple[Client, str, list[int] | None]) -> None:
        for who, text, to in words:
            async with who.sit(table) as seat:
                await seat.begin()
                await seat.say(text, to)

    async def heard(who: Client, last: str, lines: int = 0) -> list[str]:
        async with who.sit(table, lines=lines) as seat:
            await seat.until(lambda seat: any(line["text"] == last for line in seat.talk))
            await seat.do("read", number=0)
            return [line["text"] for line in seat.talk if not line.get("note")]

    async def arm(who: Client) -> None:
        async with who.sit(table) as seat:
            await seat.begin()
            await seat.do("arm", orders=[{"prompt": "orders", "act": "defend"}])

    asyncio.run(say((ann, "psst Bob", [1]), (bob, "Bob's note", []), (bob, "hello", None)))
    asyncio.run(arm(bob))
    handed = bob.post(f"/api/tables/{table}/hand-over", bot=None)["invitation"]["invitation"]
    asyncio.run(say((ann, "psst nobody", [1])))
    fay.join(invitation=handed)
    asyncio.run(say((ann, "psst Fay", [1]), (fay, "Fay's note", []), (fay, "end", None)))
    assert asyncio.run(heard(fay, "end")) == ["hello", "psst Fay", "Fay's note", "end"]

    async def armed(who: Client) -> object:
        async with who.sit(table) as seat:
            await seat.begin()
            return seat.state["standing"]

    assert asyncio.run(armed(fay)) == [], "nor what somebody else ordered"
    (mine,) = fay.get("/api/tables")["tables"]
    assert mine["unread"] == 1, "what was whispered to Fay, and no line of the table"
    brief = fay.get(f"/api/tables/{table}/briefing")
    assert [line["text"] for line in brief["said"]] == ["hello", "end"]
    assert [line["text"] for line in brief["heard"]] == ["psst Fay"]
    bob.post(f"/api/tables/{table}/return")
    asyncio.run(say((cleo, "last", None)))
    own = ["psst Bob", "Bob's note", "hello"]
    assert asyncio.run(heard(bob, "last")) == [*own, "end", "last"]
    assert asyncio.run(heard(bob, "last", lines=3)) == ["end", "last"], "what he knew stays so"

    async def finish() -> None:
        for who in (ann, bob, cleo):
            async with who.sit(table) as seat:
                await seat.begin()
                await seat.submit("loot")

    asyncio.run(finish())
    for who in (ann, bob):
        who.post(f"/api/tables/{table}/consent", whispers=True)
    said = [line["text"] for line in ann.replay(table, "all")["talk"]]
    assert "psst Bob" in said
    assert "psst nobody" in said
    assert "psst Fay" not in said, "Bob cannot agree for her"
    assert "psst Fay" not in ann.record(table)


def test_nobody_plays_on_two_seats(server: Server) -> None:
    table, (ann, bob, cleo, _) = table_of(server, NAMES)
    fay = server.person("Fay")
    hand = f"/api/tables/{table}/hand-over"

    def given_by(who: Client) -> str:
        token: str = who.post(hand, bot=None)["invitation"]["invitation"]
        return token

    bobs, cleos = given_by(bob), given_by(cleo)
    assert refused(bob, "/api/join", invitation=cleos) == "two_seats"
    assert refused(ann, "/api/join", invitation=cleos) == "seated"
    assert fay.join(invitation=bobs)["you"] == 1
    assert refused(fay, hand, bot=None) == "not_owner", "she only plays for Bob"
    assert bob.post(f"/api/tables/{table}/return")["you"] == 1
    assert refused(fay, "/api/join", invitation=cleos) == "two_seats", "she has seen Bob's cards"
    assert cleo.join(invitation=cleos)["you"] == 2, "her own link brings its owner back"
    people = [row["kind"] for row in ann.table(table)["seats"]]
    assert people == ["person"] * 4
