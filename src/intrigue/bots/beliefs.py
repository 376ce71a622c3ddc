"""What a seat can believe: how likely each answer to a question of `Game.secrets` is, over worlds
imagined from its view and from what it was told. Nothing here ever sees a position of a match."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from intrigue.kernel.game import Game, Seen, Setup
from intrigue.kernel.position import Event, Position
from intrigue.kernel.story import Secret, Teller
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

    def only(self, answer: str) -> "Belief":
        """The same question with one answer."""
        return Belief(self.kind, self.owners, self.at, {answer: 1.0}, True)

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


# --- in words -------------------------------------------------------------------------------------


class ToldChance(Struct):
    """An answer, as the game writes it and as people say it, and how likely it is."""

    answer: str
    text: str
    share: float


class ToldBelief(Struct):
    """A belief in one language."""

    kind: str
    owners: list[int]
    question: str
    chances: list[ToldChance]
    certain: bool


def in_words(game: Game, setup: Setup, told: Sequence[Belief], lang: str) -> list[ToldBelief]:
    teller, words = game.story or Teller(), game.words(lang)

    def put(belief: Belief) -> ToldBelief:
        chances = [
            ToldChance(answer, teller.detail(words, setup, belief.secret(answer)), share)
            for answer, share in belief.shares.items()
        ]
        asked = teller.question(words, setup, belief.secret(chances[0].answer))
        return ToldBelief(belief.kind, list(belief.owners), asked, chances, belief.certain)

    return [put(belief) for belief in told]


# --- from a record --------------------------------------------------------------------------------


class Witness(Struct):
    """What a seat had seen by a step of a record, and nothing else of it. `last` is the story's
    last step."""

    step: int
    last: int
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
    events: list[Event] = []
    for line in record.fold():
        events += line.events
        if line.line == marks[at].line:
            break
    view = through_wire(line.position.view(seat), record.game.view_type)
    return Witness(at, last, view, heard(events, seat))


def heard(events: Iterable[Event], seat: int) -> list[Seen]:
    """What a seat was told of events."""
    told = (event.seen_by(seat) for event in events)
    return [through_wire(Seen(one.kind, one.data), Seen) for one in told if one is not None]


def through_wire(value: Any, kind: type) -> Any:
    """A value as somebody at the other end of a wire gets it: with nothing but what it says."""
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)
