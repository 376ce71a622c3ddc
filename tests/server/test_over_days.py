"""A whole match of Truce by correspondence, over simulated days and real sockets: across restarts
and a change of clocks, with misses, an excuse, a pause, an extension, and from days to live and
back."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from intrigue.agents.client import CallRefused, Client, Seat
from intrigue.session.record import Close, Play, Record, verify

from .running import Almanac, Server, fresh_database, serving, table_of

PARIS = ZoneInfo("Europe/Paris")
NAMES = ["Agatha", "Barney", "Charles"]
DAYS = {"times": ["18:00"], "weekdays": [1, 2, 3, 4, 5, 6, 7], "zone": "Europe/Paris", "notice": 2}


def paris(month: int, day: int, hour: int) -> float:
    return datetime(2026, month, day, hour, tzinfo=PARIS).timestamp()


class Post:
    """The match, its people and the server that is started again and again."""

    def __init__(self, server: Server, almanac: Almanac) -> None:
        self.server = server
        self.almanac = almanac
        self.table, self.people = table_of(server, NAMES, options={"rounds": 8}, days=DAYS)

    @asynccontextmanager
    async def sitting(self) -> AsyncIterator[list[Seat]]:
        async with AsyncExitStack() as stack:
            seats = [
                await stack.enter_async_context(client.sit(self.table)) for client in self.people
            ]
            for seat in seats:
                await seat.until(lambda seat: bool(seat.state and seat.time))
            yield seats

    def restart(self) -> None:
        self.server.kill()
        self.server.start()

    def while_away(self, moment: float) -> None:
        """Time passes while no server is there."""
        self.server.stop()
        self.almanac.set(moment)
        self.server.start()


async def hear(seats: list[Seat], true: Callable[[Seat], bool]) -> None:
    for seat in seats:
        await asyncio.wait_for(seat.until(true), 240)  # bots come last on a busy machine


async def asked(seats: list[Seat], prompt: int) -> None:
    """All hear that the next question is open, and when it closes."""
    await hear(seats, lambda seat: seat.time.get("prompt") == prompt)


async def answer(seats: list[Seat], *but: int) -> None:
    for number, seat in enumerate(seats):
        if number not in but:
            await seat.submit("loot")


def notes(seat: Seat) -> list[tuple[str, int]]:
    return [(line["note"]["what"], line["note"]["seat"]) for line in seat.talk if "note" in line]


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    almanac = Almanac(tmp_path / "clock")
    almanac.set(paris(10, 23, 12))  # a Friday; clocks go back on Sunday
    monkeypatch.setenv("INTRIGUE_TEST_CLOCK", str(almanac.file))
    with serving(tmp_path / "data", "--no-limits") as server:
        yield Post(server, almanac)


def test_a_match_of_truce_over_days(post: Post) -> None:
    asyncio.run(until_the_clocks_change(post))
    post.while_away(paris(10, 25, 18) + 1)
    asyncio.run(a_second_miss_and_a_pause(post))
    post.restart()
    asyncio.run(on_again(post))
    post.restart()
    asyncio.run(live_and_back(post))
    asyncio.run(to_the_end(post))
    host = post.people[0]
    record = Record.read(host.record(post.table))
    verify(record)
    reasons = [entry.why for entry in record.entries if isinstance(entry, Close)]
    assert reasons == ["deadline"] * 8, "every deadline fired once"
    defaults = [e.seat for e in record.entries if isinstance(e, Play) and e.by == "default"]
    assert defaults == ["Barney"]
    attended = [client.get(f"/api/tables/{post.table}/attendance") for client in post.people]
    assert [one["counts"] for one in attended] == [
        {"acted": 8},
        {"acted": 6, "bot": 1, "excused": 1, "missed": 1},
        {"acted": 7, "order": 1},
    ]
    assert '"missed"' not in host.record(post.table)


async def until_the_clocks_change(post: Post) -> None:
    """Round 1 is played; in round 2 Barney is late for the first time."""
    async with post.sitting() as seats:
        assert {seat.time["deadline"] for seat in seats} == {paris(10, 23, 18)}
        await answer(seats)
        (mine,) = post.people[0].get("/api/tables")["tables"]
        assert (mine["deadline"], mine["waiting"]) == (paris(10, 23, 18), False)
        post.almanac.set(paris(10, 23, 18))
        await asked(seats, 1)
        assert seats[0].time["deadline"] == paris(10, 24, 18)
        await answer(seats, 1)
        post.almanac.set(paris(10, 24, 18))
        await hear(seats, lambda seat: ("excused", 1) in notes(seat))
        await hear(seats, lambda seat: seat.time.get("deadline") == paris(10, 25, 18))
        assert paris(10, 25, 18) - paris(10, 24, 18) == 25 * 3600
        assert not any(seat.ask and seat.ask["ready"] for seat in seats)
    post.restart()
    async with post.sitting() as seats:
        assert {seat.time["deadline"] for seat in seats} == {paris(10, 25, 18)}
        assert seats[0].ask is not None
        assert seats[0].ask["answer"] == "loot", "kept, and to be confirmed"
        await answer(seats, 0, 2)


async def a_second_miss_and_a_pause(post: Post) -> None:
    """The deadline of round 2 passed while the server was away. Round 3: Barney takes the default.
    Round 4 is paused."""
    async with post.sitting() as seats:
        await asked(seats, 2)
        await answer(seats, 1)
        post.almanac.set(paris(10, 26, 18))
        await asked(seats, 3)
        post.almanac.set(paris(10, 27, 10))
        for seat in seats:
            await seat.do("pause")
        await hear(seats, lambda seat: seat.time.get("paused", False))
        assert seats[0].time["left"] == pytest.approx(8 * 3600, abs=60)
        with pytest.raises(CallRefused, match="paused"):
            await seats[1].submit("loot")


async def on_again(post: Post) -> None:
    """Days later they go on with what was left, and the host gives another day."""
    post.almanac.set(paris(11, 2, 11))
    async with post.sitting() as seats:
        assert seats[2].time.get("paused")
        for seat in seats:
            await seat.do("pause")
        due = paris(11, 3, 18)  # eight hours were left: too many for the same day
        await hear(seats, lambda seat: seat.time.get("deadline") == due)
        await seats[0].do("extend")
        await hear(seats, lambda seat: seat.time.get("deadline") == paris(11, 4, 18))
        with pytest.raises(CallRefused, match="host"):
            await seats[1].do("extend")
        await answer(seats)
        post.almanac.set(paris(11, 3, 18) + 5)
        await seats[0].do("read", number=0)
        assert seats[0].state["prompt"] == 3
        post.almanac.set(paris(11, 4, 18))
        await asked(seats, 4)


async def live_and_back(post: Post) -> None:
    """One evening all sit together: rounds 5 and 6 take a minute each."""
    async with post.sitting() as seats:
        now = paris(11, 4, 20)
        post.almanac.set(now)
        await seats[0].do("pace", mode="live", clock={"decision": 60})
        await hear(seats, lambda seat: not seat.time.get("days", False))
        info = post.people[1].get(f"/api/tables/{post.table}")
        assert (info["clock"]["decision"], info["days"]) == (60, None)
        for prompt in (5, 6):
            await answer(seats)
            now += 62
            post.almanac.set(now)
            await asked(seats, prompt)
        await seats[0].do("pace", mode="days")
        await hear(seats, lambda seat: seat.time.get("days", False))
        assert seats[1].time["deadline"] == paris(11, 5, 18)
        info = post.people[1].get(f"/api/tables/{post.table}")
        assert info["days"]["times"] == ["18:00"]


async def to_the_end(post: Post) -> None:
    """In round 7 a bot plays for Barney, and an order that Charles gave before for him."""
    async with post.sitting() as seats:
        await seats[2].do("arm", orders=[{"prompt": "orders", "act": "defend"}])
        post.people[1].post(f"/api/tables/{post.table}/hand-over", bot="random")
        await hear(seats[:1], lambda seat: ("handed_bot", 1) in notes(seat))
        await seats[0].submit("loot")
        await hear(seats[:1], lambda seat: 1 in seat.state["done"])
    post.while_away(paris(11, 5, 19))
    post.people[1].post(f"/api/tables/{post.table}/return")
    async with post.sitting() as seats:
        await asked(seats, 7)
        await answer(seats)
        post.almanac.set(paris(11, 6, 18))
        await hear(seats, lambda seat: seat.over is not None)


def test_the_dashboard_has_the_nearest_deadline_first(post: Post) -> None:
    host: Client = post.people[0]
    later, sooner, none = (_table(host, days) for days in ({"hours": 48}, {"hours": 2}, None))
    listed = [row["table"]["id"] for row in host.get("/api/tables")["tables"]]
    assert listed == [sooner, post.table, later, none]


def _table(host: Client, days: dict[str, int] | None) -> str:
    info = host.make_table("truce", 3, days=days)
    for seat in (1, 2):
        host.set_bot(info["id"], seat, "random")
    host.start(info["id"])
    table: str = info["id"]
    return table


def test_two_processes_deal_with_a_deadline_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgresql: str
) -> None:
    """Barney sits at the other process; the one that minds the clock is killed before it rings."""
    almanac = Almanac(tmp_path / "clock")
    almanac.set(paris(10, 23, 12))
    monkeypatch.setenv("INTRIGUE_TEST_CLOCK", str(almanac.file))
    database = fresh_database(postgresql, "over_days")
    with (
        serving(tmp_path / "one", "--no-limits", database=database) as one,
        serving(tmp_path / "two", "--no-limits", database=database) as two,
    ):
        table, people = table_of(one, NAMES, options={"rounds": 2}, days=DAYS)
        there = [Client(two.url, client.device) for client in people]

        async def main() -> None:
            async with there[0].sit(table) as ann, there[1].sit(table) as bob:
                for seat in (ann, bob):
                    await seat.until(lambda seat: bool(seat.state and seat.time))
                await ann.submit("loot")
                await bob.submit("loot")
                one.kill()
                almanac.set(paris(10, 23, 18))
                seats = [ann, bob]
                await hear(seats, lambda seat: ("excused", 2) in notes(seat))
                await hear(seats, lambda seat: seat.time["deadline"] == paris(10, 24, 18))
                one.start()
                almanac.set(paris(10, 24, 18))
                await asked(seats, 1)
                assert [note for note, _ in notes(ann)] == ["excused"]
                await ann.submit("loot")
                await bob.submit("loot")
                almanac.set(paris(10, 25, 18))
                await hear(seats, lambda seat: seat.over is not None)

        asyncio.run(main())
        record = Record.read(there[0].record(table))
        verify(record)
        assert [e.why for e in record.entries if isinstance(e, Close)] == ["deadline"] * 2
        assert [e.seat for e in record.entries if isinstance(e, Play) and e.by == "default"] == [
            "Charles",
            "Charles",
        ]
