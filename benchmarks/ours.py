"""Our games, measured through the contract that search, bots and the lab use."""

from collections.abc import Callable
from random import Random

from case import Case

from intrigue.bots.search import PatientSearchBot
from intrigue.games.truce.rules.position import Truce
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Budget, Game, Player, Seen, Setup, find_game
from intrigue.kernel.playout import lean_playout, playout
from intrigue.kernel.position import Position, Prompt

SEATS = 7
ROUNDS = 10
WORLDS = 48  # imagined together
LENGTHS = 400  # playouts from which a mean length is taken

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


def searches(name: str, seats: int, options: dict[str, object]) -> Case:
    """A whole answer of the bot that searches, worlds included, in the middle of a match between
    quick players: the first question at which it has something to try. Its decisions are playouts
    times the mean length of one from there; where playouts break off, they count that far."""
    game = find_game(name)
    setup = game.setup([f"P{i}" for i in range(seats)], options)
    budget = game.hard or Budget()
    player, view, prompt, choices, worlds = _something_to_try(game, setup)
    length = _mean_length(worlds, budget.rounds)

    def work(times: int) -> float:
        playouts = 0
        for _ in range(times):
            player.answer(view, prompt, choices)
            playouts += player.playouts
        return playouts * length

    return Case(f"{game.title()}, {seats} seats: search", "decisions", work)


def _something_to_try(
    game: Game, setup: Setup
) -> tuple[Player, object, Prompt, list[int], list[Position]]:
    """The question, who is asked, and the worlds that they imagine."""
    chance = Fast(8)
    position = game.start(setup, chance)
    position.brisk = True
    players = [PatientSearchBot(game, setup, seat, Random(seat)) for seat in range(setup.seats)]
    decisions = 0
    while True:
        assert not position.over, "nobody ever had anything to try"
        seat = position.next()
        player, view = players[seat], position.view(seat)
        prompt, choices = position.prompt(seat), position.options(seat)
        if decisions >= 4 * setup.seats and len(choices) > 2:
            player.answer(view, prompt, choices)
            if player.playouts:
                worlds = game.imagine(setup, view, player.seen, Random(8), LENGTHS)
                return player, view, prompt, choices, worlds
        events = position.play(seat, position.lean(seat, chance), chance)
        decisions += len(choices) > 1
        for one in players:
            for event in events:
                seen = event.seen_by(one.seat)
                if seen is not None:
                    one.hear(Seen(seen.kind, seen.data))


def _mean_length(worlds: list[Position], rounds: int) -> float:
    """How many decisions a playout takes from here on."""
    chance = Fast(9)
    decisions = 0
    for world in worlds:
        world.brisk = True
        last = world.stage() + rounds
        while (seat := world.next()) >= 0 and not (rounds and world.stage() >= last):
            world.apply(seat, world.lean(seat, chance), chance)
            decisions += 1
    return decisions / len(worlds)


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


def quick_matches(name: str, seats: int, options: dict[str, object]) -> Case:
    """Whole matches between the quick players of playouts, dealt anew each time."""
    game = find_game(name)
    setup = game.setup([f"P{i}" for i in range(seats)], options)
    chance = Fast(10)

    def work(times: int) -> float:
        for _ in range(times):
            lean_playout(game.start(setup, chance), chance)
        return times

    return Case(f"{game.title()}, {seats} seats: quick players", "matches", work)


def imagined(name: str, seats: int, options: dict[str, object]) -> tuple[Case, Case]:
    """Worlds for the first seat late in a match, by the dozen and one by one."""
    game = find_game(name)
    setup = game.setup([f"P{i}" for i in range(seats)], options)
    view, seen = _late(game, setup)
    rng = Random(11)

    def dozens(times: int) -> float:
        for _ in range(times):
            game.imagine(setup, view, seen, rng, WORLDS)
        return times * WORLDS

    title = f"{game.title()}, {seats} seats"
    one_by_one = _repeat(lambda: game.worlds(setup, view, seen, rng))
    return (
        Case(f"{title}: worlds imagined together", "worlds", dozens),
        Case(f"{title}: worlds one by one", "worlds", one_by_one),
    )


def _late(game: Game, setup: Setup) -> tuple[object, list[Seen]]:
    """What the first seat sees, and has seen, after three quarters of a match of quick players."""
    length = lean_playout(game.start(setup, Fast(12)), Fast(12))
    position, chance = game.start(setup, Fast(12)), Fast(12)
    position.brisk = True
    seen: list[Seen] = []
    for _ in range(length * 3 // 4):
        seat = position.next()
        for event in position.play(seat, position.lean(seat, chance), chance):
            heard = event.seen_by(0)
            if heard is not None:
                seen.append(Seen(heard.kind, heard.data))
    return position.view(0), seen


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
