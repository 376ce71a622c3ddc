"""Clocks, windows and bots that take too long, on a real database, at times that the tests say."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from intrigue.kernel.game import discover
from intrigue.kernel.position import Illegal
from intrigue.server import identity
from intrigue.server.bots.pool import Bots
from intrigue.server.clocks.times import Times
from intrigue.server.db.schema import alarms
from intrigue.server.db.storage import Storage
from intrigue.server.errors import ServerError
from intrigue.server.identity import Identity
from intrigue.server.live.audience import Place
from intrigue.server.live.match import Match
from intrigue.server.live.registry import Matches
from intrigue.server.tables import before_start, rooms
from intrigue.server.tables.viewers import Viewer, Viewers
from intrigue.server.wire import frames, http
from intrigue.session.record import Close, Play
from tests.toys.ambush import AmbushGame

NAMES = ("Agatha", "Barney", "Charles", "Darcy", "Edith")


class Ear:
    """A socket that remembers."""

    table = ""
    device = ""
    words: str | None = None
    picture = False
    visible = silent = False
    waiting = False
    watching = False
    person = ""  # nobody here whispers

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.lang = "en"
        self.frames: list[dict[str, Any]] = []
        self._heard = asyncio.Event()

    def send(self, frame: bytes) -> None:
        self.frames.append(msgspec.json.decode(frame))
        self._heard.set()

    async def until(self, do: str) -> None:
        """Wait for a frame of that kind."""
        while self.frames[-1]["do"] != do:
            self._heard.clear()
            await self._heard.wait()

    def lose(self) -> None:
        self.frames.append({"do": "lost"})

    def change(self, room: rooms.Room | None) -> None:
        raise NotImplementedError

    def listen(self, now: float) -> bool:
        raise NotImplementedError

    def sign_out(self) -> None:
        raise NotImplementedError

    def recheck(self, room: rooms.Room) -> None:
        self.frames.append({"do": "recheck"})


async def listen(match: Match, ear: Viewer, place: Place | None = None) -> None:
    """Let a socket watch a match."""
    ear.table = match.id
    match.audience.registry.enter(ear)
    await match.attach(ear, place or Place())


class Hall:
    """A server's inside without its sockets, at a time that the test says."""

    def __init__(self, folder: Path, patience: float = 20.0) -> None:
        self.now = 1000.0
        self.set = 0.0  # how far the wall clock was set
        self.storage = Storage.open(f"sqlite:///{folder / 'test.sqlite3'}")
        self.bots = Bots(self.storage.metrics, 0.01, patience)
        self.times = Times(lambda: self.now + self.set, lambda: self.now)
        self.matches = Matches(self.storage, self.bots, Viewers(), self.times)

    async def table(self, game: str, bots: int = 0, seats: int = 3, **terms: Any) -> str:
        wish = http.MakeTable(game, seats, **terms)

        def make(c: Any) -> str:
            guests: list[Identity] = []
            for name in NAMES[:seats]:
                device = identity.sign_in(c, name, 1.0).device
                who = identity.identify(c, device)
                assert who is not None
                guests.append(who)
            room = before_start.make(c, guests[0], wish, 1.0)
            for seat in range(1, seats):
                if seat >= seats - bots:
                    before_start.set_seat(
                        c, guests[0], room.id, seat, http.SetSeat("bot", "random")
                    )
                else:
                    before_start.sit(c, guests[seat], room.id, seat)
                    before_start.ready(c, guests[seat], room.id, True)
            before_start.start(c, guests[0], room.id, self.times.wall(), self.times.even())
            return room.id

        return await self.storage.write(make)

    async def at(self, now: float, match: Match) -> None:
        """Let time pass until then, as a timer would find it."""
        self.now = now
        match.wake()
        await match.settle()

    async def close(self) -> None:
        await self.matches.close()
        await self.storage.close()
        self.bots.close()


def in_hall(folder: Path, use: Callable[[Hall], Awaitable[None]], patience: float = 20.0) -> None:
    async def main() -> None:
        hall = Hall(folder, patience)
        try:
            await asyncio.wait_for(use(hall), 60)
        finally:
            await hall.close()

    asyncio.run(main())


def plays(match: Match) -> list[tuple[str | None, str]]:
    return [(e.seat, e.by) for e in match.session.table.record.entries if isinstance(e, Play)]


def answer(act: str, prompt: int | None = None) -> frames.Submit:
    return frames.Submit(f"{act}{prompt}", act, True, prompt)


def test_at_zero_the_default_is_played_and_the_record_says_so(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", clock=http.Clock(20), options={"rounds": 1})
        match = await hall.matches.get(table)
        await match.act(1, answer("loot"))
        await match.act(2, frames.Submit("d", "defend", ready=False))
        await hall.at(1019.9, match)
        assert match.session.table.prompt == 0
        await hall.at(1020.0, match)
        assert plays(match) == [("Agatha", "default"), ("Barney", "player"), ("Charles", "player")]
        assert match.session.over
        room = await hall.storage.read(lambda c: rooms.find(c, table))
        assert room.state == "over"

    in_hall(tmp_path, use)


def notes(match: Match) -> list[tuple[str, int]]:
    return [(line.note.what, line.note.seat) for line in match.session.talk if line.note]


def test_everyone_reads_whose_time_is_up(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", clock=http.Clock(20), options={"rounds": 2})
        match = await hall.matches.get(table)
        await match.act(1, answer("loot"))
        await hall.at(1019.9, match)
        assert notes(match) == []
        ear = Ear(-1)
        await listen(match, ear)
        await hall.at(1020.0, match)
        assert notes(match) == [("late", 0), ("late", 2)]
        (told,) = [frame["events"] for frame in ear.frames if frame["do"] == "update"]
        assert [one["data"]["who"] for one in told if one["kind"] == "time_up"] == [0, 2]
        record = match.session.table.record
        steps = [event for step in record.fold() for event in step.events]
        assert [one.data["who"] for one in steps if one.kind == "time_up"] == [0, 2]
        match.stop()
        hall.matches.held.clear()
        again = await hall.matches.get(table)
        assert notes(again) == notes(match)
        assert again.session.clocks.opened == match.session.clocks.opened

    in_hall(tmp_path, use)


@pytest.mark.usefixtures("ambush")
def test_nobody_reads_whose_time_is_up_where_nobody_sees_who_is_waited_for(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        match = await at_window(hall)
        number, before = match.session.table.prompt, notes(match)
        await hall.at(match.session.table.opened + 7, match)
        assert match.session.table.prompt > number
        assert notes(match) == before

    in_hall(tmp_path, use)


def test_the_timer_rings_by_itself(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", clock=http.Clock(20), options={"rounds": 1})
        match = await hall.matches.get(table)
        await match.settle()
        hall.now = 1020.0
        ear = Ear(1)
        await listen(match, ear)
        await match.act(0, frames.Arm("k", []))  # sets the timer anew, for now
        await ear.until("over")
        assert match.session.over

    in_hall(tmp_path, use)


def test_what_a_seat_takes_beyond_its_time_comes_out_of_its_bank(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        clock = http.Clock(10, 50)
        table = await hall.table("truce", clock=clock, options={"rounds": 3})
        match = await hall.matches.get(table)
        for seat in (1, 2):
            await match.act(seat, answer("loot"))
        hall.now += 14
        await match.act(0, answer("loot"))
        assert [round(bank, 3) for bank in match.session.clocks.bank] == [46, 50, 50]
        ears = [Ear(0), Ear(1), Ear(-1)]
        for ear in ears:
            await listen(match, ear)
        times = [next(f for f in ear.frames if f["do"] == "time") for ear in ears]
        assert [time["bank"] for time in times] == [46, 50, None]
        assert [time["banks"] for time in times] == [[46, 50, 50]] * 3, "everyone saw who was ready"
        hall.matches.held.clear()
        match.stop()
        again = await hall.matches.get(table)
        assert again.session.clocks.bank == match.session.clocks.bank
        assert again.session.clocks.opened == match.session.clocks.opened

    in_hall(tmp_path, use)


@pytest.mark.parametrize(
    "terms",
    [
        {"options": {"readyFlags": "count"}},
        {"options": {"readyFlags": "hidden"}},
        {"window": http.Window(length=11.0)},  # nobody sees who answered a window when
    ],
)
def test_a_bank_that_would_tell_is_its_owners_business(
    tmp_path: Path, terms: dict[str, Any]
) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", clock=http.Clock(10, 50), **terms)
        match = await hall.matches.get(table)
        ears = [Ear(0), Ear(-1)]
        for ear in ears:
            await listen(match, ear)
        times = [next(f for f in ear.frames if f["do"] == "time") for ear in ears]
        assert [time["bank"] for time in times] == [50, None]
        assert not any("banks" in time for time in times)

    in_hall(tmp_path, use)


def test_a_question_that_opens_because_somebody_left_has_its_whole_time(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", clock=http.Clock(20), options={"rounds": 3})
        match = await hall.matches.get(table)
        hall.now += 5
        for seat in (1, 2):
            await match.act(seat, answer("loot"))
        await match.act(0, frames.Leave("l"))
        assert match.session.table.prompt == 1
        assert match.session.table.opened == match.session.clocks.opened > 1004

    in_hall(tmp_path, use)


def test_time_goes_on_while_the_server_is_away(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", clock=http.Clock(10), options={"rounds": 2})
        hall.now += 11
        await hall.matches.start()
        match = await hall.matches.get(table)
        await match.settle()
        assert plays(match)[0] == ("Agatha", "default")
        assert match.session.table.prompt == 1

    in_hall(tmp_path, use)


def test_a_forgotten_match_is_woken_by_its_clock(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", clock=http.Clock(3600), options={"rounds": 2})
        match = await hall.matches.get(table)
        await match.settle()
        await hall.matches.forget(0.0)
        assert not hall.matches.held
        query = select(alarms.c.due, alarms.c.owner).where(alarms.c.table == table)
        row = await hall.storage.read(lambda c: c.execute(query).one())
        assert tuple(row) == (1000 + 3600, None)
        await hall.matches.ring()
        assert table not in hall.matches.held
        hall.now += 3590
        await hall.matches.ring()
        assert table in hall.matches.held

    in_hall(tmp_path, use)


def test_old_practice_is_cleared_away(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        def make(c: Any) -> tuple[str, str]:
            who = identity.identify(c, identity.sign_in(c, "Zora", 1.0).device)
            assert who is not None
            old, new = (
                before_start.make(c, who, http.MakeTable("truce", 3, practice="p"), at)
                for at in (1000.0, 2000.0)
            )
            return old.id, new.id

        async def kept() -> set[str]:
            return {room.id for room in await hall.storage.read(rooms.not_over)}

        real = await hall.table("truce")
        old, new = await hall.storage.write(make)
        played = await hall.matches.get(old)
        hall.now = 1500.0 + 86400
        await hall.matches.tidy()
        assert await kept() == {real, old, new}, "somebody looks at it"
        await played.settle()
        await hall.matches.forget(0.0)
        await hall.matches.tidy()
        assert await kept() == {real, old, new}, "not so soon again"
        hall.now += 3600
        await hall.matches.tidy()
        assert await kept() == {real}, "by now the other is old as well"
        with pytest.raises(ServerError, match="no such table"):
            await hall.matches.get(old)

    in_hall(tmp_path, use)


def test_a_question_that_only_a_clock_closes_needs_a_clock(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        options = {"reveal": "deadline", "rounds": 1}
        with pytest.raises(ServerError, match="clock"):
            await hall.table("truce", options=options)
        table = await hall.table("truce", options=options, clock=http.Clock(30, 90))
        match = await hall.matches.get(table)
        for seat in range(3):
            await match.act(seat, answer("loot"))
        await hall.at(1029, match)
        assert match.session.table.prompt == 0, "all ready, and still waiting for the clock"
        await hall.at(1030, match)
        assert match.session.over

    in_hall(tmp_path, use)


def gifts(match: Match) -> bool:
    view: Any = match.session.table.position.view(-1)
    return bool(view.gifts)


@pytest.mark.parametrize("reveal", ["deadline", "allReady"])
def test_gifts_are_closed_some_seconds_before_the_reveal(tmp_path: Path, reveal: str) -> None:
    async def use(hall: Hall) -> None:
        options = {"reveal": reveal, "rounds": 2, "giftFreezeSec": 10}
        table = await hall.table("truce", options=options, clock=http.Clock(30))
        match = await hall.matches.get(table)
        await match.settle()
        assert match.due() == 1020
        await hall.at(1019, match)
        await match.act(0, answer("gift 1 Barney"))
        await hall.at(1020, match)
        assert not gifts(match)
        with pytest.raises(Illegal, match="gifts_frozen"):
            await match.act(0, answer("gift 1 Charles"))
        assert match.due() == 1030
        await hall.at(1030, match)
        assert match.session.table.prompt == 1
        assert gifts(match)
        assert plays(match)[:2] == [("Agatha", "player"), (None, "table")]

    in_hall(tmp_path, use)


@pytest.fixture
def ambush() -> Iterator[None]:
    discover()["ambush"] = AmbushGame()
    yield
    del discover()["ambush"]


def window_of(match: Match) -> bool:
    position = match.session.table.position
    return not match.session.over and position.prompt(position.asked()[0]).window


async def at_window(hall: Hall) -> Match:
    """A match whose first window is open, for 7 seconds."""
    table = await hall.table("ambush", clock=http.Clock(600), window=http.Window(3, 60, 7))
    match = await hall.matches.get(table)
    while not window_of(match):
        number = match.session.table.prompt
        for seat in match.session.table.position.asked():
            ask = match.session.table.ask(seat)
            assert ask is not None
            await match.act(seat, answer(ask.options[-1], number))
    return match


@pytest.mark.usefixtures("ambush")
@pytest.mark.parametrize("how", ["all answer at once", "nobody answers"])
def test_a_window_lasts_its_time_whatever_is_answered(tmp_path: Path, how: str) -> None:
    async def use(hall: Hall) -> None:
        match = await at_window(hall)
        number, opened = match.session.table.prompt, match.session.table.opened
        if how == "all answer at once":
            for seat in match.session.table.position.asked():
                await match.act(seat, answer("pass", number))
        await hall.at(opened + 7 - 0.1, match)
        assert match.session.table.prompt == number
        await hall.at(opened + 7, match)
        assert match.session.table.prompt > number
        closes = [entry for entry in match.session.table.record.entries if isinstance(entry, Close)]
        assert len(closes) == match.session.table.prompt

    in_hall(tmp_path, use)


def test_a_bot_without_an_answer_takes_the_default_and_the_table_goes_on(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", bots=2, options={"rounds": 1})
        match = await hall.matches.get(table)
        await match.act(0, answer("loot"))
        while not match.session.over:  # given up at once: between two steps nobody thinks
            await asyncio.sleep(0.01)
        assert plays(match) == [("Agatha", "player"), ("Barney", "default"), ("Charles", "default")]

    in_hall(tmp_path, use, patience=0.001)


def test_a_write_that_fails_was_never_told_and_the_match_goes_on(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce")
        match = await hall.matches.get(table)
        ear = Ear(1)
        await listen(match, ear)
        told = len(ear.frames)
        await hall.storage.write(lambda c: c.exec_driver_sql("DROP TABLE entries") and None)
        with pytest.raises(ServerError, match="cannot be used now"):
            await match.act(0, answer("gift 1 Barney"))
        assert [frame["do"] for frame in ear.frames[told:]] == ["lost"]
        assert table not in hall.matches.held

    in_hall(tmp_path, use)


def test_a_second_writer_follows_the_first_and_nothing_is_doubled(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce")
        other = Matches(hall.storage, hall.bots, Viewers())
        match, twin = await hall.matches.get(table), await other.get(table)
        ear = Ear(2)
        await listen(twin, ear)
        number = ear.frames[-1].get("number", 0)
        await match.act(0, answer("gift 1 Barney"))
        await twin.act(1, answer("gift 1 Agatha"))
        assert plays(twin) == [("Agatha", "player"), ("Barney", "player")]
        updates = [frame for frame in ear.frames if frame["do"] == "update"]
        assert [u["number"] for u in updates] == list(range(number + 1, number + 3))
        assert [event["data"]["giver"] for u in updates for event in u["events"]] == [0, 1]
        await other.close()

    in_hall(tmp_path, use)
