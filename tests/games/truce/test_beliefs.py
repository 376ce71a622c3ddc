"""What a seat imagines of Truce is what it has seen, folded anew from its events alone."""

from collections.abc import Iterator
from random import Random

from intrigue.games.truce.rules import acts
from intrigue.games.truce.rules.position import Truce
from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Seen, Setup, find_game

GAME = find_game("truce")
WORLDS = 10_000 if compiled() else 500
BATCH = 50


def late_moments(setup: Setup, viewer: int, seed: int) -> Iterator[tuple[Truce, list[Seen]]]:
    """A match of quick players who now and then do anything, gifts included, from round 3 on."""
    rng, chance = Random(seed), Fast(seed)
    match = GAME.start(setup, chance)
    assert isinstance(match, Truce)
    seen: list[Seen] = []
    while not match.over:
        seat = match.next()
        gifts = match.free(seat) if rng.random() < 0.1 else []
        act = match.lean(seat, chance) if rng.random() < 0.8 else rng.choice(match.options(seat))
        for event in match.play(seat, rng.choice(gifts) if gifts else act, chance):
            told = event.seen_by(viewer)
            if told is not None:
                seen.append(Seen(told.kind, told.data))
        if not match.over and match.round >= 3:
            yield match, seen


def replayed(setup: Setup, viewer: int, seen: list[Seen]) -> Truce:
    """The match that these events tell of, played again."""
    match = GAME.start(setup, Fast(0))
    assert isinstance(match, Truce)
    sealed: int | None = None
    for event in seen:
        if event.kind == "gift":
            giver, to, coins = (event.data[name] for name in ("giver", "to", "coins"))
            match.play(giver, acts.gift(to, coins), Fast(0))
        elif event.kind == "sealed":
            sealed = act_of(event.data["order"])
        elif event.kind == "reveal":
            for seat, order in enumerate(event.data["orders"]):
                match.play(seat, act_of(order), Fast(0))
            sealed = None
    if sealed is not None:
        match.play(viewer, sealed, Fast(0))
    return match


def act_of(order: dict[str, object]) -> int:
    target = order["target"]
    aimed = int(str(target)) if target is not None else acts.NONE
    return int(acts.order(acts.KINDS.index(str(order["kind"])), aimed))


def test_no_imagined_world_contradicts_what_a_seat_has_seen() -> None:
    made = seed = 0
    while made < WORLDS:
        seed += 1
        setup = GAME.setup([f"P{i}" for i in range(3 + seed % 8)], {"rounds": 6})
        viewer = seed % (setup.seats + 1) - 1
        rng = Random(seed)
        for match, seen in late_moments(setup, viewer, seed):
            if rng.random() < 0.8:
                continue
            again = replayed(setup, viewer, seen).key()
            for world in GAME.imagine(setup, match.view(viewer), seen, Random(made), BATCH):
                assert world.key() == again
                made += 1


def test_others_orders_are_left_to_the_search() -> None:
    """Whoever has sealed an order is asked in imagined worlds all the same."""
    setup = GAME.setup(["A", "B", "C", "D"])
    match = GAME.start(setup, Fast(1))
    for name, order in (("A", "loot"), ("C", "attack A")):
        match.play(setup.seat(name), GAME.parse(setup, order), Fast(1))
    assert GAME.imagine(setup, match.view(1), [], Random(1), 1)[0].asked() == [0, 1, 2, 3]
    assert GAME.imagine(setup, match.view(0), [], Random(1), 1)[0].asked() == [1, 2, 3]
