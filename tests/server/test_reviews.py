"""The review of a finished match: made once somebody asks, in the background, on both databases;
stopped or lost, it leaves nothing behind."""

import asyncio
import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, update

from intrigue.agents.client import CallRefused, Client
from intrigue.bots.review import Weighed
from intrigue.server.bots.reviewer import Process, Reviewer
from intrigue.server.bots.reviewing import News
from intrigue.server.db.schema import entries, seats, tables
from intrigue.server.db.storage import Storage
from intrigue.server.errors import ServerError
from intrigue.server.record import anonymise, reviews, store
from intrigue.server.tables import before_start, rooms
from intrigue.server.wire import http
from intrigue.session.record import Play, Record
from tests.page.test_golden_replays import store as put

from .running import Server, serving, table_of
from .test_storage import guest, with_storage

GOLDEN = Path(__file__).parent.parent / "golden"
FOUND = Weighed(1, 38, 5, "player", "pass", "use infrastructure", 0.02, 0.5, 0.01, 1000)


def short() -> Record:
    """A match with one decision of anybody's: most is said to be the table's."""
    record = Record.read((GOLDEN / "accusation.jsonl").read_text("utf-8"))
    for entry in record.entries[:-6]:
        if isinstance(entry, Play):
            entry.by = "table"
    return record


# --- over HTTP ------------------------------------------------------------------------------------


def until(person: Client, path: str, state: str) -> Any:
    late = time.monotonic() + 1200  # it gives way to all else that runs
    while time.monotonic() < late:
        info = person.get(path)
        if info["state"] == state:
            return info
        time.sleep(0.2)
    raise AssertionError(f"{info['state']}, not {state}")


def test_who_played_asks_and_who_may_look_reads(server: Server) -> None:
    table, device = put(server, short())
    ada = Client(server.url)
    ada.device = device
    path = f"/api/tables/{table}/review"
    assert ada.get(path) == {"state": "none", "done": 0, "total": 0, "review": None}
    shared = f"/api/shared/{ada.post(f'/api/tables/{table}/share')['token']}/review"
    stranger = Client(server.url)
    assert stranger.get(shared)["state"] == "none"
    eve = server.person("Eve")
    for person, method, where in ((eve, "GET", path), (eve, "POST", path)):
        with pytest.raises(CallRefused):
            person.request(method, where)
    with pytest.raises(CallRefused):
        stranger.post(shared)
    assert ada.post(path)["state"] in ("waiting", "running")
    review = until(ada, path, "done")["review"]
    assert review["names"] == [f"Player {n}" for n in range(1, 5)]
    assert review["found"] == len(review["decisions"]) > 0
    assert {one["verdict"] for one in review["decisions"]} >= {"mistake"}
    assert ada.post(path)["review"] == review, "it is made once"
    assert stranger.get(shared)["review"] == review
    french = ada.get(f"{path}?lang=fr")["review"]
    assert [one["step"] for one in french["decisions"]] == [
        one["step"] for one in review["decisions"]
    ]
    assert "d’une victoire" in french["decisions"][0]["sentence"]
    steps = {step["step"] for step in ada.replay(table, "all")["steps"]}
    assert max(one["step"] for one in review["decisions"]) <= max(steps)


def test_nothing_is_said_before_the_end(server: Server) -> None:
    table, (ada, *_) = table_of(server, ["Ada", "Bo", "Cy"])
    for ask in (ada.get, ada.post):
        with pytest.raises(CallRefused, match="not_over"):
            ask(f"/api/tables/{table}/review")


def test_nobody_asks_for_many_at_once(tmp_path: Path) -> None:
    with serving(tmp_path, "--bot-delay", "0.02") as server:
        table, device = put(server, short())
        ada = Client(server.url)
        ada.device = device
        path = f"/api/tables/{table}/review"
        for _ in range(3):
            ada.post(path, wanted=False)
        with pytest.raises(CallRefused, match="too_fast"):
            ada.post(path)


# --- the loop, and the rows -----------------------------------------------------------------------


class Hand:
    """A process in the hands of a test."""

    def __init__(self, record: str) -> None:
        self.record = record
        self.news: asyncio.Queue[News] = asyncio.Queue()
        self.ended = False

    def say(self, *news: News) -> None:
        for one in news:
            self.news.put_nowait(one)

    async def next(self) -> News:
        return await self.news.get()

    def end(self) -> None:
        self.ended = True


class Hands:
    def __init__(self) -> None:
        self.all: list[Hand] = []

    def __call__(self, record: str) -> Hand:
        self.all.append(Hand(record))
        return self.all[-1]

    async def one(self, number: int = 0) -> Hand:
        await eventually(lambda: len(self.all) > number)
        return self.all[number]


async def eventually(what: Callable[[], Any]) -> None:
    for _ in range(2000):
        found = what()
        if await found if asyncio.iscoroutine(found) else found:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came")


async def finished(storage: Storage, record: Record) -> tuple[str, Any]:
    """A match that is over, with this record; and who played it."""
    host = await guest(storage)
    header = record.header

    def write(connection: Any) -> str:
        wish = http.MakeTable(header.game, len(header.seats), options=header.options)
        table = before_start.make(connection, host, wish, 1.0).id
        values = {"state": "over", "started": 1.0, "header": msgspec.json.encode(header).decode()}
        connection.execute(update(tables).where(tables.c.id == table).values(values))
        for seat, name in enumerate(header.seats):
            here = (seats.c.table == table, seats.c.number == seat)
            connection.execute(update(seats).where(*here).values({"name": name}))
        rows = [
            store.entry_row(table, number, 10.0, entry, None, None)
            for number, entry in enumerate(record.entries)
        ]
        connection.execute(insert(entries), rows)
        return table

    return await storage.write(write), host


async def asked(storage: Storage) -> str:
    table, _ = await finished(storage, short())
    await storage.write(lambda c: reviews.ask(c, table, 1.0))
    return table


async def state(storage: Storage, table: str) -> str:
    info, _ = await storage.read(lambda c: reviews.find(c, table))
    return info.state


async def is_(storage: Storage, table: str, wanted: str) -> None:
    async def look() -> bool:
        return await state(storage, table) == wanted

    await eventually(look)


def test_what_was_asked_for_is_made_whole_and_kept(database: str) -> None:
    async def use(storage: Storage) -> None:
        table = await asked(storage)
        hands = Hands()
        reviewer = Reviewer(storage, lambda: 5.0, hands)
        reviewer.start()
        hand = await hands.one()
        assert Record.read(hand.record).header.seats[0] == "Player 1"
        assert await state(storage, table) == "running"
        hand.say(News("goes on", 0, 2), News("goes on", 1, 2, FOUND), News("goes on", 2, 2))
        hand.say(News("over", 2, 2))
        await is_(storage, table, "done")
        assert hand.ended
        _, body = await storage.read(lambda c: reviews.find(c, table))
        assert msgspec.json.decode(body or "", type=list[Weighed]) == [FOUND]
        await storage.write(lambda c: reviews.ask(c, table, 9.0))
        assert await state(storage, table) == "done"
        await reviewer.close()

    with_storage(database, use)


def test_what_is_not_wanted_any_more_is_stopped_and_leaves_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("intrigue.server.bots.reviewer.STEP", 0.02)

    async def use(storage: Storage) -> None:
        table = await asked(storage)
        hands = Hands()
        reviewer = Reviewer(storage, lambda: 5.0, hands)
        reviewer.start()
        hand = await hands.one()
        hand.say(News("goes on", 1, 9, FOUND))
        await storage.write(lambda c: reviews.take_back(c, table))
        await eventually(lambda: hand.ended)
        assert await state(storage, table) == "none"
        await storage.write(lambda c: reviews.ask(c, table, 2.0))
        reviewer.look()
        await hands.one(1)
        await reviewer.close()
        assert hands.all[1].ended
        assert await state(storage, table) == "waiting", "the next process makes it"

    with_storage(database, use)


@pytest.mark.parametrize("last", [News("failed", error="ValueError"), News("gone")])
def test_one_that_fails_says_so_and_can_be_asked_for_again(database: str, last: News) -> None:
    async def use(storage: Storage) -> None:
        table = await asked(storage)
        hands = Hands()
        reviewer = Reviewer(storage, lambda: 5.0, hands)
        reviewer.start()
        (await hands.one()).say(News("goes on", 1, 9, FOUND), last)
        await is_(storage, table, "failed")
        assert hands.all[0].ended
        await storage.write(lambda c: reviews.ask(c, table, 2.0))
        reviewer.look()
        await hands.one(1)
        await reviewer.close()

    with_storage(database, use)


def test_what_a_dead_process_left_is_taken_by_another_when_it_has_been_silent(
    database: str,
) -> None:
    async def use(storage: Storage) -> None:
        table = await asked(storage)
        assert await storage.write(lambda c: reviews.claim(c, "one", 100.0)) == table
        for now in (100.0, 100.0 + reviews.LEASE):
            assert await storage.write(partial(reviews.claim, owner="other", now=now)) is None
        assert await storage.write(lambda c: reviews.go_on(c, "one", table, 3, 9, 120.0))
        assert await storage.write(lambda c: reviews.claim(c, "other", 170.0)) is None
        assert await storage.write(lambda c: reviews.claim(c, "other", 190.0)) == table
        assert not await storage.write(lambda c: reviews.go_on(c, "one", table, 4, 9, 190.0))
        assert not await storage.write(lambda c: reviews.finish(c, "one", table, [FOUND]))
        assert await storage.write(lambda c: reviews.finish(c, "other", table, [FOUND]))
        assert await state(storage, table) == "done"

    with_storage(database, use)


def test_the_oldest_comes_first(database: str) -> None:
    async def use(storage: Storage) -> None:
        found = [(await finished(storage, short()))[0] for _ in range(3)]
        for table, at in zip(found, (3.0, 1.0, 2.0), strict=True):
            await storage.write(partial(reviews.ask, table=table, now=at))
        made = [await storage.write(lambda c: reviews.claim(c, "one", 10.0)) for _ in range(4)]
        assert made == [found[1], found[2], found[0], None]

    with_storage(database, use)


def test_a_review_has_no_names_that_were_taken_away(database: str) -> None:
    async def use(storage: Storage) -> None:
        table, _ = await finished(storage, short())
        await storage.write(lambda c: reviews.ask(c, table, 1.0))
        await storage.write(lambda c: reviews.claim(c, "one", 1.0))
        await storage.write(lambda c: reviews.finish(c, "one", table, [FOUND]))

        def forget(connection: Any) -> None:
            anonymise.forget_seat(connection, rooms.find(connection, table), 3)
            anonymise.catch_up(connection, table)

        await storage.write(forget)
        assert await state(storage, table) == "none"

    with_storage(database, use)


def test_a_table_that_goes_takes_its_review_along(database: str) -> None:
    async def use(storage: Storage) -> None:
        table = await asked(storage)
        await storage.write(lambda c: rooms.remove(c, [table]))
        assert await state(storage, table) == "none"
        with pytest.raises(ServerError, match="no such table"):
            await storage.read(lambda c: rooms.find(c, table))

    with_storage(database, use)


def test_a_process_that_is_ended_is_gone() -> None:
    async def use() -> None:
        process = Process(short().text())
        first = await process.next()
        assert (first.what, first.done) == ("goes on", 0)
        assert first.total > 0
        process.end()
        while (await process.next()).what != "gone":
            pass

    asyncio.run(use())


def test_a_process_that_finds_no_end_is_gone_by_its_own_processor_time() -> None:
    """However long that takes on a machine that has others to serve."""

    async def use() -> None:
        whole = (GOLDEN / "jaccuse.jsonl").read_text("utf-8")
        process = Process(whole, limit=1)
        while (news := await process.next()).what == "goes on":
            pass
        assert news.what == "gone"

    asyncio.run(use())


def test_a_record_that_cannot_be_read_fails() -> None:
    async def use() -> None:
        process = Process(json.dumps({"do": "nonsense"}))
        assert (await process.next()).what == "failed"
        assert (await process.next()).what == "gone"

    asyncio.run(use())
