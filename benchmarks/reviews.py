"""People beside the review of a finished match, for `make load`: how long an act of theirs takes
until everyone at their table has heard of it, alone at the server, and while a match is reviewed.
Rounds of the two alternate; a review is wanted for one round and then no more."""

import asyncio
import statistics
from pathlib import Path

from load import ours
from tests.page.test_golden_replays import FOLDER, store
from tests.server.running import Server
from thinkers import LEISURE, PEOPLE, Latency, act_at_leisure

from intrigue.agents.client import Client
from intrigue.session.record import Record

GAME = "emperor"  # minutes of a processor for one match: no round outlasts it


async def beside(folder: Path, seats: int, seconds: float, rounds: int) -> str:
    """The section of the page about one review at a time."""
    record = Record.read((FOLDER / f"{GAME}.jsonl").read_text("utf-8"))
    found = {False: Latency(), True: Latency()}
    weighed = 0
    server = Server(folder, "--no-limits").start()
    try:
        people = (await ours(server, PEOPLE, seats)).wires
        table, device = await asyncio.to_thread(store, server, record)
        reader = Client(server.url)
        reader.device = device
        path = f"/api/tables/{table}/review"
        for _ in range(rounds):
            for reviewing in (False, True):
                if reviewing:
                    await asyncio.to_thread(reader.post, path, wanted=True)
                    await _until(reader, path, "running")
                found[reviewing].add(await act_at_leisure(people, seconds))
                if reviewing:
                    weighed += (await asyncio.to_thread(reader.get, path))["done"]
                    await asyncio.to_thread(reader.post, path, wanted=False)
                    await _until(reader, path, "none")
                said = "beside a review" if reviewing else "alone"
                print(f"people {said}: p99 {found[reviewing].p99[-1]:.1f} ms", flush=True)
    finally:
        server.kill()
    return _section(found, record, seats, seconds, rounds, weighed)


async def _until(reader: Client, path: str, state: str) -> None:
    while (await asyncio.to_thread(reader.get, path))["state"] != state:
        await asyncio.sleep(0.05)


def _section(
    found: dict[bool, Latency],
    record: Record,
    seats: int,
    seconds: float,
    rounds: int,
    weighed: int,
) -> str:
    (p50, p99), (p50_beside, p99_beside) = (
        (statistics.median(one.p50), statistics.median(one.p99)) for one in found.values()
    )
    return "\n".join(
        [
            "## People beside a review",
            "",
            f"{PEOPLE} tables of {seats} people, who act one after the other, {LEISURE:g} s after "
            f"one another on average; alone, and while a match of {record.game.title()} is "
            f"reviewed; {rounds} rounds of {seconds:g} s each. Meanwhile {weighed} decisions were "
            "weighed.",
            "",
            "| act to everyone's update | alone | beside a review |",
            "|---|---|---|",
            f"| p50 | {p50:.1f} ms | {p50_beside:.1f} ms |",
            f"| p99 | {p99:.1f} ms | {p99_beside:.1f} ms |",
            "",
            f"p99 is **{p99_beside / p99:.2f}×** (wanted: not doubled).",
            "",
        ]
    )
