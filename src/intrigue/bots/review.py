"""The review of a finished match: what each decision was worth, and what would have been better,
with what its seat knew then.

A decision is weighed from the view, the question and the events that its seat had when the question
closed, after a trip through the wire codec; who weighs it is never given a position. First the
search looks for the best of the other choices; then only that one and the chosen one meet in new
worlds, one for each try, so that the winner of many owes nothing to luck. What lies within the
error of that meeting is no mistake. Each decision has random numbers of its own: the same seed
gives the same review, whole or gone on with in the middle.
"""

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from intrigue.kernel.game import Budget, Game, Seen, Setup
from intrigue.kernel.position import SPECTATOR, Position, Prompt
from intrigue.kernel.search import Trial, search
from intrigue.session.record import Close, End, Play, Record, Talk, Undo

from .search import likely

PLAYOUTS = 4000  # a decision
CLEAR = 3.0  # standard errors that a difference must exceed: chance does once in 700 decisions
BATCH = 50  # worlds at a time
SLIGHT = 0.02  # of a victory: less is nobody's mistake
ENOUGH = 150  # tries to see that it is less: what happens in one of fifty was met
CHOSEN = ("player", "bot", "standing order")  # by whom; a default is nobody's decision


class Decision(Struct, frozen=True):
    """What a seat was asked, what it knew then, and what it chose. `step` is where the record has
    its answer, as a replay counts: without talk. `view` and `heard` are as they travel."""

    seat: int
    step: int
    chapter: int
    act: int
    by: str
    prompt: Prompt
    options: list[int]
    view: bytes
    heard: list[bytes]


class Weighed(Struct, frozen=True):
    """A decision, and the best of the other choices, as text: what the chosen one was worth, from 0
    to 1, how much more the other (`lead`), and the standard error of that. `others` are all that
    the search tried, and how much more each seemed worth: where it looked for the rival, and no
    surer than that."""

    seat: int
    step: int
    chapter: int
    by: str
    act: str
    rival: str
    worth: float
    lead: float
    error: float
    tries: int
    others: dict[str, float] = {}

    @property
    def margin(self) -> float:
        """The lead must exceed it to mean anything."""
        return CLEAR * self.error

    @property
    def clear(self) -> bool:
        return abs(self.lead) > max(self.margin, SLIGHT)


class SeatAccount(Struct, frozen=True):
    """How a seat came to what it had in the end: what it could expect when it was asked first, what
    its clear mistakes cost, and the rest, which others and chance did."""

    seat: int
    first: float
    own: float
    rest: float
    end: float


def decisions(record: Record, seats: Iterable[int] | None = None) -> list[Decision]:
    """The decisions of a record, as their seats met them; not those that were taken back, nor where
    there was nothing to choose. Raises `BadInput`."""
    setup = record.setup()
    wanted = range(setup.seats) if seats is None else list(seats)
    heard: dict[int, list[bytes]] = {seat: [] for seat in wanted}
    asked: dict[int, Decision] = {}
    played: list[Decision | None] = []
    number = 0
    for step in record.fold():
        entry, position = step.entry, step.position
        number += not isinstance(entry, Talk)
        if isinstance(entry, Close) and entry.why != "again":
            asked = {
                seat: _meet(record.game, position, seat, heard[seat])
                for seat in position.asked()
                if seat in heard
            }
        elif isinstance(entry, Play):
            seat = -1 if entry.seat is None else setup.seat(entry.seat)
            met = asked.pop(seat, None)
            if met is not None:
                act = record.game.parse(setup, entry.act)
                met = msgspec.structs.replace(met, step=number, act=act, by=entry.by)
            played.append(met)
        elif isinstance(entry, Undo):
            played.pop()
        for seat, before in heard.items():
            seen = (event.seen_by(seat) for event in step.events)
            before += [msgspec.json.encode(Seen(one.kind, one.data)) for one in seen if one]
    return [one for one in played if one and one.by in CHOSEN and len(one.options) > 1]


def _meet(game: Game, position: Position, seat: int, heard: Sequence[bytes]) -> Decision:
    return Decision(
        seat=seat,
        step=0,
        chapter=game.chapter(position.view(SPECTATOR)),
        act=-1,
        by="",
        prompt=position.prompt(seat),
        options=position.options(seat),
        view=msgspec.json.encode(position.view(seat)),
        heard=list(heard),
    )


def review(
    game: Game,
    setup: Setup,
    todo: Sequence[Decision],
    playouts: int = PLAYOUTS,
    seconds: float = math.inf,
    seed: int = 0,
    clock: Callable[[], float] = time.perf_counter,
) -> Iterator[Weighed | None]:
    """One decision after the other; None for one that is not worth a thought, or found no time. Who
    does not want to go on stops asking. Time only caps: each has its share of what is left."""
    late = clock() + seconds
    for place, decision in enumerate(todo):
        left = (late - clock()) / (len(todo) - place)
        yield weigh(game, setup, decision, playouts, left, seed, clock)


def weigh(
    game: Game,
    setup: Setup,
    decision: Decision,
    playouts: int = PLAYOUTS,
    seconds: float = math.inf,
    seed: int = 0,
    clock: Callable[[], float] = time.perf_counter,
) -> Weighed | None:
    """What a decision was worth beside the best of the others."""
    budget = game.hard or Budget()
    if seconds <= 0 or decision.prompt.kind in budget.trusts:
        return None
    late = clock() + seconds
    rng = Random(f"{seed}/{decision.seat}/{decision.step}")
    view: Any = msgspec.json.decode(decision.view, type=game.view_type)
    seen = [msgspec.json.decode(event, type=Seen) for event in decision.heard]
    others = _others(game, setup, decision, view, seen, rng)
    if not others:
        return None
    worlds = game.imagine(setup, view, seen, rng, budget.worlds)
    tried = likely(worlds, decision.seat, decision.act, others, budget.options - 1, rng)
    trials = _try(worlds, decision, tried, playouts // 2, budget, rng, seconds / 2)
    rival = max(trials[1:], key=lambda trial: (trial.tries, trial.lead))
    met = Trial(rival.act)
    worth = 0.0
    while met.tries < playouts // 4 and (left := late - clock()) > 0 and not _same(met):
        worlds = game.imagine(setup, view, seen, rng, BATCH)
        first, other = _try(worlds, decision, [int(rival.act)], 2 * BATCH, budget, rng, left)
        worth += first.worth
        met.tries += other.tries
        met.gain += other.gain
        met.squares += other.squares
    if met.tries < BATCH:
        return None
    return Weighed(
        seat=decision.seat,
        step=decision.step,
        chapter=decision.chapter,
        by=decision.by,
        act=game.spell(setup, decision.act),
        rival=game.spell(setup, int(rival.act)),
        worth=worth / met.tries,
        lead=met.lead,
        error=met.error,
        tries=int(met.tries),
        others={game.spell(setup, int(one.act)): one.lead for one in trials[1:] if one.tries},
    )


def _same(met: Trial) -> bool:
    """Whether two choices are worth the same, so that no more need be known."""
    return met.tries >= ENOUGH and abs(met.lead) + CLEAR * met.error < SLIGHT


def _others(
    game: Game, setup: Setup, decision: Decision, view: Any, seen: Sequence[Seen], rng: Random
) -> list[int]:
    """What else those who know the game would think of, and first of all what they would do."""
    kind = game.bots.get("normal")
    if kind is None:
        return [act for act in decision.options if act != decision.act]
    script = kind(game, setup, decision.seat, rng)
    for event in seen:
        script.hear(event)
    usual = script.answer(view, decision.prompt, decision.options)
    considered = [usual, *script.considers(view, decision.prompt, decision.options)]
    return [act for act in dict.fromkeys(considered) if act != decision.act]


def _try(
    worlds: list[Position],
    decision: Decision,
    others: list[int],
    playouts: int,
    budget: Budget,
    rng: Random,
    seconds: float,
) -> list[Trial]:
    acts, seed = [decision.act, *others], rng.getrandbits(40)
    return search(worlds, decision.seat, acts, playouts, budget.rounds, seed, seconds)


def costliest(weighed: Iterable[Weighed], most: int) -> list[Weighed]:
    """The decisions beside which another one was clearly better, the worst first."""
    found = [one for one in weighed if one.clear and one.lead > 0]
    return sorted(found, key=lambda one: -one.lead)[:most]


def finest(weighed: Iterable[Weighed], most: int) -> list[Weighed]:
    """The decisions that were clearly better than all others that were tried, the best first."""
    found = [one for one in weighed if one.clear and one.lead < 0]
    return sorted(found, key=lambda one: one.lead)[:most]


def accounts(record: Record, weighed: Sequence[Weighed]) -> list[SeatAccount]:
    """Luck and skill of the seats whose decisions were weighed; nothing of a match that was broken
    off."""
    final = record.final()
    if not final.over or not isinstance(record.entries[-1], End):
        return []
    found = []
    for seat in sorted({one.seat for one in weighed}):
        mine = sorted((one for one in weighed if one.seat == seat), key=lambda one: one.step)
        lost = [one.lead if one.clear and one.lead > 0 else 0.0 for one in mine]
        first, own, end = mine[0].worth + lost[0], -sum(lost), final.worth(seat)
        found.append(SeatAccount(seat, first, own, end - first - own, end))
    return found
