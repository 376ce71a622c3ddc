"""What a seat can believe: how likely each answer to a question of `Game.secrets` is, over worlds
imagined from its view and from what it was told. Nothing here ever sees a position of a match."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from intrigue.kernel.game import Game, Seen, Setup
from intrigue.kernel.position import Position
from intrigue.kernel.story import Secret
from intrigue.kernel.text import BadInput
from intrigue.session.moments import moments
from intrigue.session.record import Record

WORLDS = 400  # imagined for one moment: shares are good to five points in a hundred
Question = tuple[str, tuple[int, ...], int]  # a secret without its answer


class Belief(Struct, frozen=True):
    """One question and its answers, the likeliest first; the shares add up to one. `certain` says
    that the seat knows, not only that it can imagine nothing else."""

    kind: str
    owners: tuple[int, ...]
    at: int
    shares: dict[str, float]
    certain: bool

    def secret(self, answer: str) -> Secret:
        """The fact that this answer would be."""
        return Secret(self.kind, self.owners, answer, self.at)


class Beliefs(NamedTuple):
    """All questions of a moment, what is certain among the answers, and the worlds with their
    weights, which add up to one."""

    told: list[Belief]
    facts: list[Secret]
    weighed: list[tuple[Position, float]]

    def share(self, secret: Secret) -> float:
        """How likely a fact is; 0 where nobody would ask."""
        for belief in self.told:
            if (belief.kind, belief.owners, belief.at) == question(secret):
                return belief.shares.get(secret.detail, 0.0)
        return 0.0


def question(secret: Secret) -> Question:
    return secret.kind, secret.owners, secret.at


def beliefs(
    game: Game, setup: Setup, view: Any, seen: Sequence[Seen], rng: Random, worlds: int = WORLDS
) -> Beliefs:
    """What the viewer can believe; nothing of a game that declares no secrets."""
    weighed = normal(game.suppose(setup, view, seen, rng, worlds))
    known = list(game.known(setup, view, seen))
    sure = {question(secret): secret for secret in known}
    told, facts = [], []
    for asked, shares in count(game, setup, weighed).items():
        fact = sure.get(asked)
        if fact is not None:
            shares = {fact.detail: 1.0}
            facts.append(fact)
        ordered = dict(sorted(shares.items(), key=lambda item: (-item[1], item[0])))
        told.append(Belief(*asked, ordered, fact is not None))
    return Beliefs(told, facts, weighed)


def normal(weighed: Sequence[tuple[Position, float]]) -> list[tuple[Position, float]]:
    """The same with weights that add up to one."""
    whole = sum(weight for _, weight in weighed)
    return [(world, weight / whole) for world, weight in weighed]


def count(
    game: Game, setup: Setup, weighed: Sequence[tuple[Position, float]]
) -> dict[Question, dict[str, float]]:
    """By question, what share of the worlds gives which answer."""
    found: dict[Question, dict[str, float]] = {}
    for world, weight in weighed:
        for secret in game.secrets(setup, world):
            shares = found.setdefault(question(secret), {})
            shares[secret.detail] = shares.get(secret.detail, 0.0) + weight
    return found


# --- from a record --------------------------------------------------------------------------------


class Witness(Struct):
    """What a seat had seen by a step of a record, and nothing else of it."""

    step: int
    view: Any
    seen: list[Seen]


def witness(record: Record, seat: int, step: int | None = None) -> Witness:
    """A seat at a step of the story (the last, if none is named), counted as `intrigue replay`
    does; raises `BadInput`."""
    marks = moments(record.game, record.setup(), record.fold())
    last = len(marks) - 1
    at = last if step is None else step
    if not 0 <= at <= last:
        raise BadInput("step_range", steps=last)
    lines = [mark.line for mark in marks[: at + 1]]
    *_, found = witnesses(record, seat, lines)
    return msgspec.structs.replace(found, step=at)


def witnesses(record: Record, seat: int, lines: Sequence[int]) -> Iterator[Witness]:
    """A seat after each of these lines of a record."""
    game, wanted, seen = record.game, set(lines), list[Seen]()
    for step in record.fold():
        told = [event.seen_by(seat) for event in step.events]
        seen += [through_wire(Seen(e.kind, e.data), Seen) for e in told if e is not None]
        if step.line in wanted:
            view = through_wire(step.position.view(seat), game.view_type)
            yield Witness(step.line, view, list(seen))
        if step.line >= lines[-1]:
            return


def through_wire(value: Any, kind: type) -> Any:
    """A value as somebody at the other end of a wire gets it: with nothing but what it says."""
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)
