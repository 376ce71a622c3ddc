"""Every installed game over the wire: people and bots to the end, and a record that holds."""

import asyncio
from random import Random
from typing import Any

import pytest

from intrigue.agents.client import CallRefused, Client, Seat
from intrigue.kernel.game import discover
from intrigue.session.record import Record, verify

from .running import Server

QUICK = {"least": 0, "most": 5}
SHORT: dict[str, dict[str, object]] = {
    "jaccuse": {"generations": 2},
    "emperor": {"max_rounds": 6},
    "accusation": {"round_cap": 10},
}


def check_words(seat: Seat, frame: dict[str, Any]) -> None:
    """Whatever is told is told in words too: the question, its options, the table."""
    if frame["do"] == "words":
        assert frame["number"] == seat.number
        assert frame["picture"]
        assert (frame["prompt"] is None) == (seat.ask is None)
        if seat.ask is not None and frame["labels"] is not None:
            assert len(frame["labels"]) == len(seat.ask["options"])


@pytest.mark.parametrize("game", discover())
def test_two_people_and_bots_play_to_the_end(server: Server, game: str) -> None:
    seats = max(4, discover()[game].low) if discover()[game].high >= 4 else discover()[game].high
    people = [server.person(name) for name in ("Ann", "Bob")]
    host, guest = people
    info = host.make_table(game, seats, options=SHORT.get(game, {}), window=QUICK, spectators=True)
    table = info["id"]
    guest.join(info["code"])
    guest.ready(table)
    for seat in range(2, seats):
        host.set_bot(table, seat, "random")
    host.start(table)
    watcher = server.person("Eve")

    async def play(client: Client, seed: int, words: str) -> dict[str, object]:
        rng = Random(seed)

        def choose(seat: Seat) -> str:
            assert seat.ask is not None
            option: str = rng.choice(seat.ask["options"])
            return option

        async with client.sit(table, words=words) as seat:
            seat.heard = lambda frame: check_words(seat, frame)
            return await seat.play(choose)

    async def watch() -> dict[str, object] | None:
        async with watcher.sit(table) as seat:
            await seat.until(lambda seat: seat.over is not None)
            with pytest.raises(CallRefused, match="spectator"):
                await seat.submit("pass")
            return seat.over

    async def main() -> None:
        playing = asyncio.gather(play(host, 1, "en"), play(guest, 2, "fr"), watch())
        first, second, third = await asyncio.wait_for(playing, 300)
        assert first == second == third

    asyncio.run(main())
    asyncio.run(look_back(host, table))
    record = Record.read(watcher.record(table))
    verify(record)
    assert record.header.commitment == info["commitment"]


async def look_back(client: Client, table: str) -> None:
    """Whoever comes later is told the whole log."""
    async with client.sit(table, words="en") as seat:
        await seat.until(lambda seat: bool(seat.words))
        assert seat.words["whole"]
        assert len([line for told in seat.words["happened"] for line in told["lines"]]) > 5
