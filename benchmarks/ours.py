"""Our games, measured through the contract that search, bots and the lab use."""

from collections.abc import Callable
from random import Random

from case import Case

from intrigue.games.truce.rules.position import Truce
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Setup, find_game
from intrigue.kernel.playout import playout

SEATS = 7
ROUNDS = 10

_GAME = find_game("truce")


def table(seats: int) -> Setup:
    return _GAME.setup([f"P{i}" for i in range(seats)], {"rounds": ROUNDS})


def beginning(seats: int) -> Truce:
    position = _GAME.start(table(seats), Fast(1))
    assert isinstance(position, Truce)
    return position


def middle(seats: int) -> Truce:
    """Round 6 of a random match, one order sealed."""
    position = beginning(seats)
    chance = Fast(2)
    while position.round < 6 or position.next() < 1:
        seat = position.next()
        position.apply(seat, position.nth(seat, chance.below(position.width(seat))), chance)
    return position


def whole_loop(seats: int) -> Case:
    """The compiled loop of a playout: no view, no events. Each match is a copy of the beginning."""
    begin = beginning(seats)
    chance = Fast(3)

    def work(times: int) -> float:
        decisions = 0
        for _ in range(times):
            decisions += playout(begin.copy(), chance)
        return decisions

    return Case(f"Truce, {seats} seats: whole loop", "decisions", work)


def stepped() -> Case:
    """The same loop written in Python around `next`, `width`, `below`, `nth` and `apply`."""
    begin = beginning(SEATS)
    chance = Fast(4)
    below = chance.below

    def work(times: int) -> float:
        decisions = 0
        for _ in range(times):
            position = begin.copy()
            asked, width, nth, apply = position.next, position.width, position.nth, position.apply
            while (seat := asked()) >= 0:
                apply(seat, nth(seat, below(width(seat))), chance)
                decisions += 1
        return decisions

    return Case(f"Truce, {SEATS} seats: stepped from Python", "decisions", work)


def random_bot() -> Case:
    """What a bot is given for every decision: view, prompt and the list of options."""
    begin = beginning(SEATS)
    chance = Fast(5)
    random = Random(5).random

    def work(times: int) -> float:
        decisions = 0
        for _ in range(times):
            position = begin.copy()
            while (seat := position.next()) >= 0:
                position.view(seat)
                position.prompt(seat)
                options = position.options(seat)
                position.apply(seat, options[int(random() * len(options))], chance)
                decisions += 1
        return decisions

    return Case(f"Truce, {SEATS} seats: random bot", "decisions", work)


def copies() -> Case:
    copy = middle(SEATS).copy
    return Case(f"Truce, {SEATS} seats: copy", "copies", _repeat(copy))


def views() -> Case:
    view = middle(SEATS).view
    return Case(f"Truce, {SEATS} seats: view in round 6", "views", _repeat(lambda: view(0)))


def two_worlds() -> Case | None:
    """Coupled pairs of whole matches, as the conformance kit plays them."""
    try:
        from intrigue.conformance.two_worlds import two_worlds as pair
    except ImportError:
        return None
    setup = table(SEATS)
    seeds = iter(range(10**9))

    def work(times: int) -> float:
        for _ in range(times):
            seed = next(seeds)
            pair(_GAME, setup, seed % SEATS, seed)
        return times

    return Case(f"Truce, {SEATS} seats: two worlds", "pairs", work)


def dealt_loop(name: str, seats: int, options: dict[str, object]) -> Case:
    """Whole matches of another game, dealt anew each time."""
    game = find_game(name)
    setup = game.setup([f"P{i}" for i in range(seats)], options)
    chance = Fast(6)

    def work(times: int) -> float:
        decisions = 0
        for _ in range(times):
            decisions += playout(game.start(setup, chance), chance)
        return decisions

    return Case(f"{game.title()}, {seats} seats: whole loop", "decisions", work)


def dealt_copies(name: str, seats: int, options: dict[str, object]) -> Case:
    """Copies of another game's position after a few decisions for every seat."""
    game = find_game(name)
    setup = game.setup([f"P{i}" for i in range(seats)], options)
    chance = Fast(7)
    position = game.start(setup, chance)
    for _ in range(4 * seats):
        seat = position.next()
        position.apply(seat, position.nth(seat, chance.below(position.width(seat))), chance)
    return Case(f"{game.title()}, {seats} seats: copy", "copies", _repeat(position.copy))


def _repeat(call: Callable[[], object]) -> Callable[[int], float]:
    def work(times: int) -> float:
        for _ in range(times):
            call()
        return times

    return work
