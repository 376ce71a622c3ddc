"""Random matches of J'Accuse for tests: tables, play, and what each seat saw of it."""

from collections.abc import Iterator
from random import Random
from typing import Any

from intrigue.games.jaccuse.game import JAccuseGame
from intrigue.games.jaccuse.rules.acts import show_act
from intrigue.games.jaccuse.rules.cards import pack_cards
from intrigue.games.jaccuse.rules.hands import hand_of
from intrigue.games.jaccuse.rules.position import JAccuse
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Seen, Setup
from intrigue.kernel.position import Event

GAME = JAccuseGame()


def table(seats: int, **options: Any) -> Setup:
    return GAME.setup([f"P{i}" for i in range(seats)], {"generations": 2, **options})


def given(setup: Setup, **parts: Any) -> JAccuse:
    return GAME.load(setup, parts, Fast(7))


def play(setup: Setup, seed: int, free: float = 0.1) -> Iterator[tuple[JAccuse, list[Event]]]:
    """Random play, the kind of act first: the position after every act, and what happened."""
    rng = Random(seed)
    chance = Fast(seed)
    match = GAME.start(setup, chance)
    yield match, []
    while not match.over:
        seat = int(match.next())
        act = by_kind(rng, match.options(seat))
        if rng.random() < free:
            giver = rng.randrange(setup.seats)
            if acts := match.free(giver):
                seat, act = giver, by_kind(rng, acts)
                if GAME.kind(act) == "show":
                    act = some_show(rng, match, giver)
        yield match, match.play(seat, act, chance)


def some_show(rng: Random, match: JAccuse, seat: int) -> int:
    """Any cards of the hand to any others (JA-A36): most of these are not listed."""
    hand, others = hand_of(match, seat), [i for i in range(match.seats) if i != seat]
    cards = rng.sample(hand, rng.randint(1, len(hand)))
    to = rng.sample(others, rng.randint(1, len(others)))
    return int(show_act(sum(1 << i for i in to), pack_cards(cards)))


def by_kind(rng: Random, acts: list[int]) -> int:
    kind = rng.choice(sorted({GAME.kind(act) for act in acts}))
    return rng.choice([act for act in acts if GAME.kind(act) == kind])


class Watch:
    """What every seat has seen so far."""

    def __init__(self, setup: Setup) -> None:
        self.seen: list[list[Seen]] = [[] for _ in range(setup.seats)]

    def hear(self, events: list[Event]) -> None:
        for seat, heard in enumerate(self.seen):
            for event in events:
                if (told := event.seen_by(seat)) is not None:
                    heard.append(Seen(told.kind, told.data))


def do(match: JAccuse, setup: Setup, watch: Watch, *acts: str) -> None:
    """Play acts given as `name: act`."""
    for line in acts:
        name, _, act = line.partition(": ")
        events = match.play(setup.seat(name), GAME.parse(setup, act), Fast(1))
        watch.hear(events)
