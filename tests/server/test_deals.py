"""Deals and claims over the wire: durable before they are told, secret where they are, and in the
record and the replay after the end."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from intrigue.agents.client import CallRefused, Seat
from intrigue.conformance.two_worlds import Leak
from intrigue.kernel.game import discover
from intrigue.session.ledger import Ledger
from intrigue.session.record import Record, check

from .running import Almanac, Server, serving, table_of
from .test_two_worlds_every_game import Inn, deal

NAMES = ["Ann", "Bob", "Cleo"]
Patient = tuple[Server, Almanac]


async def sit(people: list[Any], table: str) -> list[Seat]:
    seats = [await client.sit(table).__aenter__() for client in people]
    for seat in seats:
        await seat.begin()
        await hear(seat)
    return seats


async def hear(seat: Seat) -> None:
    """Everything that was on its way."""
    await seat.do("read", number=0)


def states(seat: Seat) -> list[str]:
    return [one["state"] for one in seat.ledger["deals"]]


def verdicts(seat: Seat) -> list[list[str]]:
    return [[c["verdict"] for c in one["clauses"]] for one in seat.ledger["deals"]]


async def play(seats: list[Seat], *acts: str) -> None:
    for seat, act in zip(seats, acts, strict=True):
        await hear(seat)
        await seat.submit(act)
    for seat in seats:
        await hear(seat)


def test_a_deal_is_offered_accepted_judged_and_told_to_its_parties_alone(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-limits") as server:
        table, people = table_of(server, NAMES, options={"rounds": 2})

        async def main() -> None:
            ann, bob, cleo = await sit(people, table)
            before = len(cleo.raw)
            terms = "I support Bob in round 1; Bob gives me 1 by round 2"
            await ann.offer([1], terms, secret=True)
            await hear(bob)
            assert states(bob) == ["offered"]
            clause = bob.ledger["deals"][0]["clauses"][0]
            assert clause["text"] == "Ann supports Bob in round 1"
            assert clause["data"] == {"who": 0, "whom": 1, "round": 1}
            await bob.do("accept", deal=1)
            await hear(cleo)
            heard = [json.loads(raw)["do"] for raw in cleo.raw[before:]]
            assert heard == ["done"], "her own"
            assert await ann.weigh("loot") == [1]
            assert await ann.weigh("support Bob") == []
            assert await ann.weigh("dance") == [], "what is no act breaks no word"
            await cleo.offer([0], "I loot in round 1")
            assert [one["number"] for one in cleo.ledger["deals"]] == [1]

        async def afterwards() -> None:
            ann, _, cleo = seats = await sit(people, table)
            assert states(ann) == ["in force", "offered"], "after a kill"
            await ann.do("decline", deal=2)
            await cleo.claim("my order of round 1 is loot")
            await play(seats, "support Bob", "pass", "loot")
            assert verdicts(ann)[0] == ["kept", "open"]
            assert states(cleo) == ["declined"]
            assert cleo.ledger["claims"][0]["verdict"] == "true"
            await play(seats, "pass", "pass", "pass")
            for seat in seats:
                assert seat.over is not None
                found = {
                    tuple(one["clauses"][0]["text"].split()[:2]) for one in seat.ledger["deals"]
                }
                assert found == {("Ann", "supports"), ("Cleo", "loots")}, "all is open now"
                assert seat.ledger["broken"] == [0, 1, 0]
            with pytest.raises(CallRefused, match="over"):
                await ann.offer([1], "I loot in round 2")

        asyncio.run(main())
        server.kill()
        server.start()
        asyncio.run(afterwards())
        record = Record.read(people[2].raw("GET", f"/api/tables/{table}/record")[2].decode())
        assert check(record).decisions == 6
        assert "Ann supports Bob in round 1" in record.text()
        for viewer in ("2", "table", "all"):
            replay = people[2].get(f"/api/tables/{table}/replay/{viewer}")
            whats = [one["what"] for one in replay["promises"]]
            assert whats == ["offer", "accept", "offer", "decline", "claim"]
            assert len(replay["ledger"]["deals"]) == 2
            numbers = [one["number"] for one in replay["promises"]]
            assert numbers == [2, 2, 1, 1, 1], "what was public comes first"
            texts = [one["clauses"][0]["text"] for one in replay["ledger"]["deals"]]
            assert texts == ["Cleo loots in round 1", "Ann supports Bob in round 1"]
        story = people[0].get(f"/api/tables/{table}/story")
        assert story["ledger"]["kept"] == [1, 0, 0]


def test_sealed_deals_stand_in_no_record_and_no_replay(server: Server) -> None:
    table, people = table_of(server, NAMES, options={"rounds": 1}, sealed_deals=True)

    async def main() -> None:
        seats = await sit(people, table)
        assert seats[0].welcome["sealed_deals"] is True
        await seats[0].offer([1], "I loot in round 1", secret=True)
        await seats[1].do("accept", deal=1)
        await seats[0].claim("my order of round 1 is pass", [1])
        await seats[2].offer([0], "I defend in round 1")
        await play(seats, "loot", "pass", "pass")
        assert states(seats[2]) == ["expired"]
        assert verdicts(seats[1])[0] == ["kept"]

    asyncio.run(main())
    text = people[0].raw("GET", f"/api/tables/{table}/record")[2].decode()
    assert "Cleo defends" in text
    assert "loots" not in text
    assert "claim" not in text
    check(Record.read(text))
    for viewer in ("0", "2", "all"):
        replay = people[0].get(f"/api/tables/{table}/replay/{viewer}")
        assert [one["what"] for one in replay["promises"]] == ["offer"]
        assert len(replay["ledger"]["deals"]) == 1


@pytest.mark.parametrize(
    ("press", "secret", "why"),
    [("none", False, "press_none"), ("public", True, "press_public"), ("none", True, "press_none")],
)
def test_deals_are_talk_where_the_table_restricts_it(
    server: Server, press: str, secret: bool, why: str
) -> None:
    table, people = table_of(server, NAMES, press=press)

    async def main() -> None:
        seats = await sit(people, table)
        with pytest.raises(CallRefused) as refused:
            await seats[0].offer([1], "I loot in round 1", secret=secret)
        assert refused.value.code == why
        with pytest.raises(CallRefused) as refused:
            await seats[0].claim("my order of round 1 is loot", [1] if secret else None)
        assert refused.value.code == why

    asyncio.run(main())


@pytest.mark.parametrize(
    ("frame", "why"),
    [
        ({"do": "deal", "to": [7], "clauses": "I loot in round 1"}, "no_seat"),
        ({"do": "deal", "to": [1], "clauses": "I dance"}, "no_clause"),
        ({"do": "deal", "to": [1], "clauses": "I loot in round 1", "deadline": 5}, "deal_deadline"),
        ({"do": "deal", "clauses": "I loot in round 1", "counters": 3}, "no_deal"),
        ({"do": "accept", "deal": 1}, "no_deal"),
        ({"do": "claim", "text": "I am innocent"}, "no_claim"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_with_a_sentence(
    server: Server, frame: dict[str, Any], why: str
) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        (seat,) = await sit(people[:1], table)
        with pytest.raises(CallRefused) as refused:
            await seat.do(**frame)
        assert refused.value.code == why

    asyncio.run(main())


def test_the_same_key_makes_one_deal(server: Server) -> None:
    table, people = table_of(server, NAMES)

    async def main() -> None:
        (seat,) = await sit(people[:1], table)
        for _ in range(3):
            await seat.do("deal", key="once", to=[1], clauses="I loot in round 1")
        assert len(seat.ledger["deals"]) == 1

    asyncio.run(main())


def test_an_offer_with_a_deadline_runs_out_by_itself(patient: Patient) -> None:
    server, almanac = patient
    days = {"hours": 48, "reveal": "ready"}
    table, people = table_of(server, NAMES, days=days)

    async def main() -> None:
        ann, bob, cleo = await sit(people, table)
        await ann.until(lambda seat: bool(seat.time))
        soon = ann.time["deadline"] - 47 * 3600
        await ann.offer([1], "I loot in round 1", secret=True, deadline=soon)
        before = len(cleo.raw)
        almanac.later(2 * 3600)
        await asyncio.wait_for(bob.until(lambda seat: states(seat) == ["expired"]), 60)
        with pytest.raises(CallRefused) as refused:
            await bob.do("accept", deal=1)
        assert refused.value.code == "deal_closed"
        await hear(cleo)
        assert [json.loads(raw)["do"] for raw in cleo.raw[before:]] == ["done"]

    asyncio.run(main())


def test_games_say_what_can_be_promised(server: Server) -> None:
    games = {game["id"]: game for game in server.person("Ann").get("/api/games")["games"]}
    assert games["complot"]["promises"] is None
    kinds = {kind["id"]: kind for kind in games["truce"]["promises"]["clauses"]}
    assert kinds["gift"]["form"] == "{who} gives {whom} {coins} by round {round}"
    types = [param["type"] for param in kinds["gift"]["params"]]
    assert types == ["seat", "seat", "number", "chapter"]
    words = server.person("Ann").get("/api/games/truce?lang=fr")["words"]
    assert set(words["clause"]) == {*kinds, "if"}


def test_two_worlds_on_the_wire_find_a_planted_leak_of_secret_deals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Ledger._show_deal

    def leaky(self: Ledger, viewer: int, facts: Any, place: int, called: dict[int, int]) -> Any:
        return shown(self, viewer, facts, place, {**called, place: place + 1})

    monkeypatch.setattr(Ledger, "_show_deal", leaky)

    async def main() -> None:
        inn = Inn(tmp_path)
        try:
            url = await inn.open()
            for seed in range(8):
                pair = await deal(inn, url, discover()["truce"], 4, 1, seed)
                await asyncio.to_thread(pair.run, 14)
                for remote in pair.remotes:
                    await remote.disconnect()
        finally:
            await inn.close()

    with pytest.raises(Leak):
        asyncio.run(main())
