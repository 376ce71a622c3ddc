"""Clocks, windows and bots that take too long, on a real database with short real times."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from intrigue.kernel.game import discover
from intrigue.kernel.record import Close, Play
from intrigue.server import people, rooms, wire
from intrigue.server.audience import Place
from intrigue.server.bots import Bots
from intrigue.server.errors import ServerError
from intrigue.server.match import Match
from intrigue.server.matches import Matches
from intrigue.server.people import Identity
from intrigue.server.storage import Storage
from tests.kernel.toys.ambush import AmbushGame


class Ear:
    """A socket that remembers."""

    words: str | None = None
    picture = False

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.lang = "en"
        self.frames: list[dict[str, Any]] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(msgspec.json.decode(frame))

    def lost(self) -> None:
        self.frames.append({"do": "lost"})


class Hall:
    """A server's inside without its sockets."""

    def __init__(self, folder: Path, patience: float = 20.0) -> None:
        self.storage = Storage.open(f"sqlite:///{folder / 'test.sqlite3'}")
        self.bots = Bots(self.storage.metrics, 0.01, patience)
        self.matches = Matches(self.storage, self.bots)

    async def table(self, game: str, bots: int = 0, **terms: Any) -> str:
        wish = wire.MakeTable(game, 3, **terms)

        def make(c: Any) -> str:
            guests: list[Identity] = []
            for name in ("Agatha", "Barney", "Charles"):
                device = people.sign_in(c, name, 1.0).device
                who = people.identify(c, device)
                assert who is not None
                guests.append(who)
            room = rooms.make(c, guests[0], wish, 1.0)
            for seat in (1, 2):
                if seat > 2 - bots:
                    rooms.set_seat(c, guests[0], room.id, seat, wire.SetSeat("bot", "random"))
                else:
                    rooms.sit(c, guests[seat], room.id, seat)
                    rooms.ready(c, guests[seat], room.id, True)
            rooms.start(c, guests[0], room.id, time.time())
            return room.id

        return await self.storage.write(make)

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


async def prompt(match: Match, number: int) -> None:
    """Wait until the question with that number is open, or the match over."""
    while match.table.prompt < number and not match.over:
        await asyncio.sleep(0.005)
    await match.settle()


def plays(match: Match) -> list[tuple[str | None, str]]:
    return [(e.seat, e.by) for e in match.table.record.entries if isinstance(e, Play)]


def answer(act: str, prompt: int | None = None) -> wire.Submit:
    return wire.Submit(f"{act}{prompt}", act, True, prompt)


def test_at_zero_the_default_is_played_and_the_record_says_so(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", clock=wire.Clock(0.2), options={"rounds": 1})
        since = time.time()
        match = await hall.matches.get(table)
        await match.act(1, answer("loot"))
        await match.act(2, wire.Submit("d", "defend", ready=False))
        await prompt(match, 1)
        assert 0.15 <= time.time() - since <= 5
        assert plays(match) == [("Agatha", "default"), ("Barney", "player"), ("Charles", "player")]
        assert match.over
        room = await hall.storage.read(lambda c: rooms.find(c, table))
        assert room.state == "over"

    in_hall(tmp_path, use)


def test_what_a_seat_takes_beyond_its_time_comes_out_of_its_bank(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        clock = wire.Clock(0.1, 5.0)
        table = await hall.table("truce", clock=clock, options={"rounds": 3})
        match = await hall.matches.get(table)
        for seat in (1, 2):
            await match.act(seat, answer("loot"))
        await asyncio.sleep(0.4)
        await match.act(0, answer("loot"))
        assert match.clocks.bank[1:] == [5.0, 5.0]
        spent = 5.0 - match.clocks.bank[0]
        assert 0.2 <= spent <= 2
        ears = [Ear(0), Ear(1), Ear(-1)]
        for ear in ears:
            await match.attach(ear, Place())
        shown = [next(f for f in ear.frames if f["do"] == "time")["bank"] for ear in ears]
        assert shown == [round(5.0 - spent, 1), 5.0, None], "a bank is its owner's business"
        hall.matches.held.clear()
        match.stop()
        again = await hall.matches.get(table)
        assert again.clocks.bank == match.clocks.bank
        assert again.clocks.opened == match.clocks.opened

    in_hall(tmp_path, use)


def test_time_goes_on_while_the_server_is_away(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", clock=wire.Clock(0.1), options={"rounds": 2})
        await asyncio.sleep(0.3)
        await hall.matches.start()
        while table not in hall.matches.held:
            await asyncio.sleep(0.01)
        match = hall.matches.held[table]
        await prompt(match, 2)
        assert plays(match)[0] == ("Agatha", "default")

    in_hall(tmp_path, use)


def test_a_forgotten_match_is_woken_by_its_clock(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", clock=wire.Clock(3600), options={"rounds": 2})
        match = await hall.matches.get(table)
        await match.settle()
        hall.matches.forget(0.0)
        assert not hall.matches.held
        assert hall.matches.alarms[table] > time.time() + 3000
        hall.matches.clock = lambda: time.time() + 3590
        await hall.matches.ring()
        assert table in hall.matches.held

    in_hall(tmp_path, use)


def test_a_question_that_only_a_clock_closes_needs_a_clock(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        options = {"reveal": "deadline", "rounds": 1}
        with pytest.raises(ServerError, match="clock"):
            await hall.table("truce", options=options)
        table = await hall.table("truce", options=options, clock=wire.Clock(0.3, 9.0))
        match = await hall.matches.get(table)
        for seat in range(3):
            await match.act(seat, answer("loot"))
        assert match.table.prompt == 0, "all ready, and still waiting for the clock"
        await prompt(match, 1)
        assert match.over

    in_hall(tmp_path, use)


@pytest.fixture
def ambush() -> Iterator[None]:
    discover()["ambush"] = AmbushGame()
    yield
    del discover()["ambush"]


def window_of(match: Match) -> bool:
    position = match.table.position
    return not match.over and position.prompt(position.asked()[0]).window


@pytest.mark.usefixtures("ambush")
@pytest.mark.parametrize("how", ["all answer at once", "nobody answers"])
def test_a_window_lasts_its_time_whatever_is_answered(tmp_path: Path, how: str) -> None:
    async def use(hall: Hall) -> None:
        window = wire.Window(0.3, 0.7)
        table = await hall.table("ambush", window=window)
        match = await hall.matches.get(table)
        while not window_of(match):
            number = match.table.prompt
            for seat in match.table.position.asked():
                ask = match.table.ask(seat)
                assert ask is not None
                await match.act(seat, answer(ask.options[-1], number))
            await prompt(match, number + 1)
        number, since = match.table.prompt, match.table.opened
        if how == "all answer at once":
            for seat in match.table.position.asked():
                await match.act(seat, answer("pass", number))
            assert match.table.prompt == number
        await prompt(match, number + 1)
        closes = [entry for entry in match.table.record.entries if isinstance(entry, Close)]
        assert len(closes) == number + 1
        lasted = match.table.opened - since
        least = window.least if how == "all answer at once" else window.most
        assert least <= lasted <= least + 0.3

    in_hall(tmp_path, use)


def test_a_bot_without_an_answer_takes_the_default_and_the_table_goes_on(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce", bots=2, options={"rounds": 1})
        match = await hall.matches.get(table)
        await match.act(0, answer("loot"))
        await prompt(match, 1)
        assert plays(match) == [("Agatha", "player"), ("Barney", "default"), ("Charles", "default")]

    in_hall(tmp_path, use, patience=0.001)


def test_a_write_that_fails_was_never_told_and_the_match_goes_on(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce")
        match = await hall.matches.get(table)
        ear = Ear(1)
        await match.attach(ear, Place())
        told = len(ear.frames)
        await hall.storage.write(lambda c: c.exec_driver_sql("DROP TABLE entries") and None)
        with pytest.raises(ServerError, match="cannot be used now"):
            await match.act(0, answer("gift 1 Barney"))
        assert [frame["do"] for frame in ear.frames[told:]] == ["lost"]
        assert table not in hall.matches.held

    in_hall(tmp_path, use)


def test_a_second_writer_is_refused_and_nothing_is_doubled(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        table = await hall.table("truce")
        other = Matches(hall.storage, hall.bots)
        match, twin = await hall.matches.get(table), await other.get(table)
        await match.act(0, answer("gift 1 Barney"))
        with pytest.raises(ServerError, match="faster"):
            await twin.act(1, answer("gift 1 Agatha"))
        again = await other.get(table)
        await again.act(1, answer("gift 1 Agatha"))
        assert plays(again) == [("Agatha", "player"), ("Barney", "player")]
        await other.close()

    in_hall(tmp_path, use)
