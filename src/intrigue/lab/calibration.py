"""How much of what a seat believes is true: bots play, and at moments drawn by lot the chances that
whoever is asked would give are held against what was so. Beside them stand the chances of a seat
that does not weigh what others do, and takes all worlds that fit for equally likely."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from msgspec import Struct, field

from intrigue.bots import Seated, find_bot
from intrigue.bots.beliefs import Question, beliefs, count, normal, question, through_wire
from intrigue.bots.dealing import Maker
from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Game, Seen, Setup, find_game
from intrigue.kernel.position import Event, Position

from .simulate import match_seed, play_bots, seat_rng, share_out, stopping

MOMENTS = 3  # of a match
CHUNK = 10
BUCKETS = 10  # of shares


class Score(Struct):
    """Sums over questions: Brier scores and logarithms, of the chances and of the prior ones."""

    asked: int = 0
    brier: float = 0.0
    prior_brier: float = 0.0
    log: float = 0.0
    prior_log: float = 0.0

    def add(self, other: "Score") -> None:
        self.asked += other.asked
        self.brier += other.brier
        self.prior_brier += other.prior_brier
        self.log += other.log
        self.prior_log += other.prior_log


class Bucket(Struct):
    """Answers that were said with about the same confidence: how many, and how many were true."""

    answers: int = 0
    said: float = 0.0
    true: int = 0

    def add(self, other: "Bucket") -> None:
        self.answers += other.answers
        self.said += other.said
        self.true += other.true


class Row(Struct):
    """One match."""

    number: int
    moments: int = 0
    kinds: dict[str, Score] = field(default_factory=dict)
    buckets: list[Bucket] = field(default_factory=lambda: [Bucket() for _ in range(BUCKETS)])


class Job(Struct):
    """Some matches, few enough to send to another process."""

    game: str
    names: tuple[str, ...]
    options: dict[str, Any]
    bots: tuple[str, ...]
    worlds: int
    seed: int
    first: int
    count: int


def run_job(job: Job) -> list[Row]:
    game = find_game(job.game)
    setup = game.setup(job.names, job.options)
    makers = [find_bot(game, name, patient=True) for name in job.bots]
    rows = []
    for number in range(job.first, job.first + job.count):
        if stopping():
            break
        rows.append(_match(game, setup, job, makers, number))
    return rows


class Glimpse(Struct):
    """What a seat had seen when it was asked, and what was so."""

    seat: int
    view: Any
    heard: int
    truth: dict[Question, str]


def _match(game: Game, setup: Setup, job: Job, makers: Sequence[Maker], number: int) -> Row:
    """Play a match, and look at some of its moments: each is as likely to be one of them."""
    chance = Fast(match_seed(job.seed, number))
    position = game.start(setup, chance)
    position.brisk = True
    rng = Random(f"beliefs/{job.seed}/{number}")
    players = [
        Seated(maker, game, setup, seat, seat_rng(job.seed, number, seat))
        for seat, maker in enumerate(makers)
    ]
    seen: list[list[Seen]] = [[] for _ in players]
    kept: list[Glimpse] = []
    met = 0

    def hear(event: Event) -> None:
        for seat, heard in enumerate(seen):
            told = event.seen_by(seat)
            if told is not None:
                heard.append(Seen(told.kind, told.data))

    def look() -> None:
        nonlocal met
        truth = _truth(game, setup, position)
        if not truth:
            return
        met += 1
        at = len(kept) if len(kept) < MOMENTS else rng.randrange(met)
        if at < MOMENTS:
            seat = rng.choice(position.asked())
            view = through_wire(position.view(seat), game.view_type)
            kept[at : at + 1] = [Glimpse(seat, view, len(seen[seat]), truth)]

    play_bots(position, chance, players, hear, look)
    row = Row(number, len(kept))
    for moment in kept:
        heard = [through_wire(event, Seen) for event in seen[moment.seat][: moment.heard]]
        _score(row, game, setup, moment, heard, job.worlds, Random(rng.getrandbits(60)))
    return row


def _truth(game: Game, setup: Setup, position: Position) -> dict[Question, str]:
    return {question(secret): secret.detail for secret in game.secrets(setup, position)}


def _score(
    row: Row, game: Game, setup: Setup, moment: Glimpse, seen: list[Seen], worlds: int, rng: Random
) -> None:
    """Hold chances against the truth, where a seat was not sure of it."""
    view = moment.view
    found = beliefs(game, setup, view, seen, rng, worlds)
    fitting = [(game.worlds(setup, view, seen, rng), 1.0) for _ in range(worlds)]
    prior = count(game, setup, normal(fitting))
    least = 0.5 / worlds  # what no world had is not impossible
    for belief in found.told:
        asked = (belief.kind, belief.owners, belief.at)
        if belief.certain or asked not in moment.truth or asked not in prior:
            continue
        answer = moment.truth[asked]
        score = row.kinds.setdefault(belief.kind, Score())
        score.asked += 1
        score.brier += _brier(belief.shares, answer)
        score.prior_brier += _brier(prior[asked], answer)
        score.log -= math.log(max(belief.shares.get(answer, 0.0), least))
        score.prior_log -= math.log(max(prior[asked].get(answer, 0.0), least))
        for said, share in belief.shares.items():
            bucket = row.buckets[min(int(share * BUCKETS), BUCKETS - 1)]
            bucket.answers += 1
            bucket.said += share
            bucket.true += said == answer


def _brier(shares: dict[str, float], answer: str) -> float:
    """The squared distance from the truth, over all answers: 0 is certainty, 2 the certainty of
    something else."""
    missed = 0.0 if answer in shares else 1.0
    return missed + sum((share - (said == answer)) ** 2 for said, share in shares.items())


# --- many matches ---------------------------------------------------------------------------------


class Figures(Struct):
    """Means over questions of one kind."""

    kind: str
    asked: int
    brier: float
    prior_brier: float
    log: float
    prior_log: float


class Level(Struct):
    """How much of what was said with so much confidence was true."""

    said: float
    true: float
    answers: int


class Report(Struct):
    """What came out. `gain` is by how much the Brier score of a question is better than without
    weights, with its 95 % interval over matches."""

    game: str
    version: str
    seats: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    games: int
    moments: int
    worlds: int
    seed: int
    seconds: float
    compiled: bool
    kinds: list[Figures]
    gain: tuple[float, float, float] | None
    levels: list[Level]


def calibrate(
    game: Game,
    setup: Setup,
    bots: tuple[str, ...],
    games: int,
    worlds: int,
    seed: int,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play and compare; fewer matches if the run was stopped."""
    since = time.perf_counter()
    for name in bots:
        find_bot(game, name, patient=True)
    names, options = setup.names, dict(setup.options)

    def parts() -> Iterator[Job]:
        for first in range(0, games, CHUNK):
            much = min(CHUNK, games - first)
            yield Job(game.id, names, options, bots, worlds, seed, first, much)

    rows: list[Row] = []

    def take(fresh: list[Row]) -> None:
        rows.extend(fresh)
        progress(len(fresh))

    share_out(run_job, parts(), jobs, take)
    rows.sort(key=lambda row: row.number)  # sums are the same however the work was shared
    kinds, buckets = _sums(rows)
    return Report(
        game=game.id,
        version=game.version,
        seats=setup.seats,
        options=options,
        bots=bots,
        games=len(rows),
        moments=sum(row.moments for row in rows),
        worlds=worlds,
        seed=seed,
        seconds=round(time.perf_counter() - since, 1),
        compiled=compiled(),
        kinds=[_figures(kind, score) for kind, score in sorted(kinds.items())],
        gain=_gain(rows),
        levels=[
            Level(bucket.said / bucket.answers, bucket.true / bucket.answers, bucket.answers)
            for bucket in buckets
            if bucket.answers
        ],
    )


def _sums(rows: list[Row]) -> tuple[dict[str, Score], list[Bucket]]:
    kinds: dict[str, Score] = {}
    buckets = [Bucket() for _ in range(BUCKETS)]
    for row in rows:
        for kind, score in row.kinds.items():
            kinds.setdefault(kind, Score()).add(score)
        for bucket, more in zip(buckets, row.buckets, strict=True):
            bucket.add(more)
    return kinds, buckets


def _figures(kind: str, score: Score) -> Figures:
    sums = (score.brier, score.prior_brier, score.log, score.prior_log)
    return Figures(kind, score.asked, *(round(value / score.asked, 4) for value in sums))


def _gain(rows: list[Row]) -> tuple[float, float, float] | None:
    """The mean gain of a question; its interval takes matches for independent, not questions."""
    pairs = []
    for row in rows:
        asked = sum(score.asked for score in row.kinds.values())
        better = sum(score.prior_brier - score.brier for score in row.kinds.values())
        pairs.append((asked, better))
    whole = sum(asked for asked, _ in pairs)
    if whole == 0:
        return None
    mean = sum(better for _, better in pairs) / whole
    spread = sum((better - mean * asked) ** 2 for asked, better in pairs)
    error = 1.96 * math.sqrt(spread) / whole
    return round(mean, 4), round(mean - error, 4), round(mean + error, 4)
