"""Coupled two worlds by the thousand, of all installed games: at the tables' feeds, and over real
sockets. The first difference ends it with the seed that shows it again, exit status 1.

    python -m tests.server.worlds feeds --pairs 100000 [--processes 2] [--json FILE]
    python -m tests.server.worlds sockets --pairs 10000 [--processes 2] [--json FILE]
    python -m tests.server.worlds feeds --again GAME:SEED

Random tables: any number of seats, any options, any viewer; over sockets small ones with the usual
options, one in five of them over days. At one in eight a seat is a bot's that searches. A pair that
parts at once has compared the deal only: such pairs are counted by themselves.
"""

import argparse
import asyncio
import json
import multiprocessing
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import uvloop
from msgspec import Struct

from intrigue.agents.client import Client
from intrigue.conformance.two_worlds import two_worlds
from intrigue.kernel.game import Player, discover

from ..figures import write
from ..fuzz import random_setup
from ..hasty import Hasty
from .power import quiet
from .test_two_worlds_every_game import Inn, deal, gather

STEPS = 10  # of a pair over sockets
TOGETHER = 4  # pairs under way at one server
EVENING = 200  # pairs at a server before the next one: what is over shall not pile up


class Told(Struct):
    """How a pair went: how many steps it survived, or why it did not."""

    game: str
    seed: int
    steps: int = 0
    leak: str = ""


# --- at the feeds ---------------------------------------------------------------------------------


def at_feeds(game: str, seed: int) -> Told:
    """One pair of a random table."""
    rng = Random(seed)
    found = discover()[game]
    setup = random_setup(found, rng)
    viewer = rng.randrange(-1, setup.seats)
    try:
        players = _searching(rng, setup.seats)
        return Told(game, seed, two_worlds(found, setup, viewer, seed, players=players))
    except Exception:
        return Told(game, seed, leak=f"{setup}, viewer {viewer}\n{traceback.format_exc()}")


def _searching(rng: Random, seats: int) -> dict[int, type[Player]]:
    return {rng.randrange(seats): Hasty} if rng.random() < 1 / 8 else {}


def feeds(work: list[tuple[str, int]]) -> list[Told]:
    return [at_feeds(game, seed) for game, seed in work]


# --- over sockets ---------------------------------------------------------------------------------


def sockets(work: list[tuple[str, int]]) -> list[Told]:
    """These pairs at a server of their own, some at the same time."""
    quiet()
    with tempfile.TemporaryDirectory() as home:
        return uvloop.run(_evening(Path(home), work))


async def _evening(folder: Path, work: list[tuple[str, int]]) -> list[Told]:
    inn = Inn(folder)
    told: list[Told] = []
    left = iter(work)
    try:
        url = await inn.open()
        slots = [_slot(inn, url, left, told) for _ in range(TOGETHER)]
        await asyncio.gather(*slots)
    finally:
        await inn.close()
    return told


async def _slot(inn: Inn, url: str, left: Iterator[tuple[str, int]], told: list[Told]) -> None:
    most = max(_seats(game) for game in discover())
    names = [f"Player {i}" for i in range(most)]
    crowd = [await asyncio.to_thread(gather, url, names) for _ in range(2)]
    for game, seed in left:
        told.append(await _over_sockets(inn, url, game, seed, crowd))
        if told[-1].leak:
            return


def _seats(game: str) -> int:
    found = discover()[game]
    return max(found.low, min(found.high, 3))


async def _over_sockets(
    inn: Inn, url: str, game: str, seed: int, crowd: list[list[Client]]
) -> Told:
    rng = Random(seed)
    seats = _seats(game)
    viewer = rng.randrange(-1, seats)
    days = {"hours": 24, "reveal": "ready"} if rng.random() < 0.2 else None
    company = [*crowd[0][:seats], crowd[0][-1]], [*crowd[1][:seats], crowd[1][-1]]
    try:
        found, players = discover()[game], _searching(rng, seats)
        pair = await deal(inn, url, found, seats, viewer, seed, company, players, days=days)
        steps = await asyncio.to_thread(pair.run, STEPS)
        for remote in pair.remotes:
            await remote.disconnect()
    except Exception:
        return Told(game, seed, leak=f"viewer {viewer}, days {days}\n{traceback.format_exc()}")
    return Told(game, seed, steps)


# --- many -----------------------------------------------------------------------------------------


def run(
    what: str, pairs: int, processes: int, seed: int, path: Path | None = None
) -> tuple[dict[str, Any], Told | None]:
    """So many pairs, all games alike; what was counted, and the first that leaked. What is counted
    is kept as it goes: a run that was stopped goes on where it was."""
    counted = Counted.read(path, seed)
    games = sorted(discover())
    rng = Random(counted.seed)
    every = [(games[n % len(games)], rng.getrandbits(31)) for n in range(pairs)]
    done = sum(counted.pairs.values())
    size = max(1, min(EVENING if what == "sockets" else 100, pairs // (2 * processes)))
    work = [every[at : at + size] for at in range(done, pairs, size)]
    since = said = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        job = sockets if what == "sockets" else feeds
        for told in pool.imap(job, work):  # in their order, so that it is known where to go on
            leak = next((one for one in told if one.leak), None)
            if leak is not None:
                pool.terminate()
                return counted.figures(), leak
            counted.add(told, time.monotonic() - since)
            since = time.monotonic()
            write(path, counted.figures())
            if since - said > 20:
                said = since
                print(line(what, counted.figures()), flush=True)
    return counted.figures(), None


class Counted:
    """What the pairs so far came to."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.pairs: Counter[str] = Counter()
        self.steps: Counter[str] = Counter()
        self.parted = 0
        self.seconds = 0.0

    @classmethod
    def read(cls, path: Path | None, seed: int) -> "Counted":
        """As it was kept, if it was."""
        counted = cls(seed)
        if path is not None and path.exists():
            kept = json.loads(path.read_text())
            counted.seed, counted.parted = kept["seed"], kept["parted_at_once"]
            counted.pairs, counted.steps = Counter(kept["pairs"]), Counter(kept["steps"])
            counted.seconds = kept["seconds"]
        return counted

    def add(self, told: list[Told], seconds: float) -> None:
        for one in told:
            self.pairs[one.game] += 1
            self.steps[one.game] += one.steps
            self.parted += one.steps == 0
        self.seconds += seconds

    def figures(self) -> dict[str, Any]:
        return {
            "seed": self.seed,
            "pairs": dict(sorted(self.pairs.items())),
            "steps": dict(sorted(self.steps.items())),
            "parted_at_once": self.parted,
            "seconds": round(self.seconds),
        }


def line(what: str, figures: dict[str, Any]) -> str:
    pairs, steps = sum(figures["pairs"].values()), sum(figures["steps"].values())
    return (
        f"{pairs} pairs of worlds ({what}), {steps} steps survived, {figures['parted_at_once']} "
        f"parted at once, no difference, {figures['seconds']} s"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["feeds", "sockets"])
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--again", help="one pair that leaked, as GAME:SEED")
    parser.add_argument("--json", type=Path, help="where the figures are kept; begun, it goes on")
    given = parser.parse_args()
    if given.again:
        game, _, seed = given.again.partition(":")
        (told,) = (sockets if given.what == "sockets" else feeds)([(game, int(seed))])
        print(told.leak or f"{told.steps} steps, no difference")
        return int(bool(told.leak))
    print(f"{given.what}, seed {given.seed}, unless it goes on", flush=True)
    figures, leak = run(given.what, given.pairs, given.processes, given.seed, given.json)
    if leak is not None:
        again = f"python -m tests.server.worlds {given.what} --again {leak.game}:{leak.seed}"
        print(f"{leak.game} {leak.leak}\nAgain with: {again}")
        return 1
    print(line(given.what, figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
