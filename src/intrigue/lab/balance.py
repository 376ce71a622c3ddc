"""Is a game balanced? Plays the pairings that the game declares, adds up what it counts, and draws
the figures with their bands into one HTML page that needs nothing else."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from random import Random
from typing import Any

from msgspec import Struct

from intrigue.bots import Seated
from intrigue.bots import bots as known_bots
from intrigue.kernel.balance import Balance, Chart, Pairing
from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Game, Setup, find_game
from intrigue.kernel.text import BadInput

from .simulate import match_seed, play_bots

CHUNK = 100


class Job(Struct):
    """Some matches of one pairing, small enough to send to another process."""

    game: str
    names: tuple[str, ...]
    options: dict[str, Any]
    pairing: Pairing
    seed: int
    first: int
    count: int


class Report(Struct):
    """What came out."""

    game: str
    options: dict[str, Any]
    games: int
    played: int
    faults: int  # missing and illegal answers of bots, for which the default counted
    seed: int
    seconds: float
    compiled: bool
    charts: list[Chart]

    def missed(self) -> list[str]:
        """The figures that lie outside their bands."""
        return [
            figure.label
            for chart in self.charts
            for figure in chart.figures
            if figure.within() is False
        ]


def declared(game: Game) -> Balance:
    """What the game declares; raises `BadInput`."""
    if game.balance is None:
        raise BadInput("no_balance", package="intrigue", game=game.title())
    return game.balance


def run_job(job: Job) -> Counter[str]:
    """Play a job's matches; the bots change seats from match to match."""
    game = find_game(job.game)
    setup = game.setup(job.names, job.options)
    balance = declared(game)
    kinds = {**known_bots(game), **balance.bots}
    counts: Counter[str] = Counter()
    chance = Fast(0)
    seats = setup.seats
    for number in range(job.first, job.first + job.count):
        chance.reseed(match_seed(job.seed, number))
        position = game.start(setup, chance)
        watcher = balance.watcher(game, setup, position)
        turn = number % seats
        seated = [job.pairing.bots[(seat - turn) % seats] for seat in range(seats)]
        players = [
            Seated(kinds[name], game, setup, seat, Random(f"{job.seed}/{number}/{seat}"))
            for seat, name in enumerate(seated)
        ]
        play_bots(position, chance, players, watcher.hear)
        outcome = position.outcome()
        assert outcome is not None
        counts["games"] += 1
        counts["faults"] += sum(player.faults for player in players)
        for seat in outcome.winners or range(seats):
            won = 2 if len(outcome.winners) == 1 else 1
            counts[f"win {(seat - turn) % seats}"] += won
        watcher.count(position, outcome, counts)
    return counts


def run(
    game: Game,
    setup: Setup,
    games: int,
    seed: int,
    jobs: int = 1,
    lang: str = "en",
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play every pairing; `progress` hears how many more matches are done."""
    balance = declared(game)
    since = time.perf_counter()
    totals: dict[str, Counter[str]] = {pairing.key: Counter() for pairing in balance.pairings}
    if jobs == 1:
        for job in _jobs(game, setup, balance, games, seed):
            totals[job.pairing.key].update(run_job(job))
            progress(job.count)
    else:
        with ProcessPoolExecutor(jobs) as pool:
            parts = list(_jobs(game, setup, balance, games, seed))
            waiting = {pool.submit(run_job, job): job for job in parts}
            for future in as_completed(waiting):
                totals[waiting[future].pairing.key].update(future.result())
                progress(waiting[future].count)
    return Report(
        game=game.id,
        options=dict(setup.options),
        games=games,
        played=sum(counts["games"] for counts in totals.values()),
        faults=sum(counts["faults"] for counts in totals.values()),
        seed=seed,
        seconds=round(time.perf_counter() - since, 1),
        compiled=compiled(),
        charts=balance.charts(totals, setup, lang),
    )


def wanted(balance: Balance, games: int) -> int:
    """How many matches a run will play."""
    return sum(_part(pairing, games) for pairing in balance.pairings)


def _part(pairing: Pairing, games: int) -> int:
    return max(1, round(games * pairing.part))


def _jobs(game: Game, setup: Setup, balance: Balance, games: int, seed: int) -> Iterator[Job]:
    for number, pairing in enumerate(balance.pairings):
        count = _part(pairing, games)
        for first in range(0, count, CHUNK):
            yield Job(
                game=game.id,
                names=tuple(f"P{seat + 1}" for seat in range(len(pairing.bots))),
                options={**setup.options, **pairing.options},
                pairing=pairing,
                seed=seed + 1000 * number,
                first=first,
                count=min(CHUNK, count - first),
            )
