"""Beliefs against an enumeration of every single deal, and posteriors worked out by hand."""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from random import Random

import pytest

from intrigue.conformance import kit
from intrigue.games.emperor.beliefs import Belief, patterns, rebels_in
from intrigue.games.emperor.rules.position import Emperor
from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Seen, Setup, find_game
from intrigue.kernel.position import Event

GAME = find_game("emperor")


class Deals:
    """Every deal of identity cards with its probability: slow, plain, and independent."""

    def __init__(self, seats: int, emperor: int, crown: int) -> None:
        self.emperor = emperor
        others = [seat for seat in range(seats) if seat != emperor]
        self.chances: dict[tuple[str, ...], float] = {}
        for rebels in combinations(others, (2, 3, 3)[seats - 5]):
            threes = []
            for seat in range(seats):
                if seat == emperor:
                    orders = {p for p in permutations("ELR") if p[crown] == "E"}
                else:
                    orders = set(permutations("LRR" if seat in rebels else "LLR"))
                threes.append(sorted("".join(order) for order in orders))
            for deal in product(*threes):
                self.chances[deal] = 1.0

    def keep(self, fits: object) -> None:
        self.chances = {d: p for d, p in self.chances.items() if fits(d)}  # type: ignore[operator]

    def hear(self, event: Seen, crown: int) -> None:
        data = event.data
        if event.kind in ("saw", "reveal"):
            self.keep(lambda d: d[data["target"]][data["slot"]] == data["face"])
        elif event.kind == "died":
            self.keep(lambda d: d[data["who"]] == data["cards"])
        elif event.kind == "condemn" and data["target"] == self.emperor:
            self.keep(lambda d: d[data["who"]].count("R") >= 2)
        elif event.kind == "shuffled":
            after: dict[tuple[str, ...], float] = {}
            for deal, p in self.chances.items():
                orders = {"".join(order) for order in permutations(deal[data["who"]])}
                if data["who"] == self.emperor:
                    orders = {order for order in orders if order[crown] == "E"}
                for order in orders:
                    new = (*deal[: data["who"]], order, *deal[data["who"] + 1 :])
                    after[new] = after.get(new, 0.0) + p / len(orders)
            self.chances = after
        elif event.kind in ("swap", "swap_unseen"):
            self.swap(event)

    def rebel_lives(self, living: set[int]) -> None:
        """EM-72: the match goes on."""
        alive = living - {self.emperor}
        self.keep(lambda d: any(d[seat].count("R") >= 2 for seat in alive))

    def swap(self, event: Seen) -> None:
        who, target = event.data["who"], event.data["target"]
        own, slot = event.data["own"], event.data["slot"]
        after: dict[tuple[str, ...], float] = {}
        for deal, p in self.chances.items():
            gave, got = deal[who][own], deal[target][slot]
            if event.kind == "swap" and (gave, got) != (event.data["gave"], event.data["got"]):
                continue
            new = list(deal)
            new[who] = deal[who][:own] + got + deal[who][own + 1 :]
            new[target] = deal[target][:slot] + gave + deal[target][slot + 1 :]
            after[tuple(new)] = after.get(tuple(new), 0.0) + p
        self.chances = after


def test_every_belief_is_the_enumerated_one() -> None:
    """In random matches of five, at moments here and there, for every seat: the chance that each
    unknown card is R, and that each player is a Rebel, are exactly those of the enumeration."""
    setup = GAME.setup(["A", "B", "C", "D", "F"], {"start_hand": 2, "max_rounds": 6})
    checked = swaps = 0
    for seed in range(6):
        rng = Random(seed)
        belief: list[Belief] = []
        deals: list[Deals] = []
        for moment in kit.wander(GAME, setup, seed):
            s = moment.position
            assert isinstance(s, Emperor)
            if s.over:
                break
            crown = list(s.faces).index(2) % 3
            if not belief:
                belief = [Belief(setup, int(s.emperor)) for _ in range(5)]
                deals = [Deals(5, int(s.emperor), crown) for _ in range(5)]
                for seat in range(5):
                    mine = s.view(seat).cards[seat]
                    deals[seat].keep(lambda d, v=seat, m=mine: list(d[v]) == list(m))
            viewer = rng.randrange(5)
            if rng.random() < 0.03:
                compare(setup, s, viewer, belief[viewer], deals[viewer])
                checked += 1
            rebels = moment.events and any(e.kind in ("swap", "died") for e in moment.events)
            for seat in range(5):
                for event in moment.events:
                    heard = event.seen_by(seat)
                    if heard is None:
                        continue
                    swaps += heard.kind == "swap"
                    seen = Seen(heard.kind, heard.data)
                    belief[seat].hear(seen)
                    deals[seat].hear(seen, _crown_after(moment.events, crown))
                    if heard.kind == "reordered":
                        order = heard.data["order"]
                        deals[seat].keep(lambda d, v=seat, o=order: d[v] == o)
                if rebels and not any(e.kind == "over" for e in moment.events):
                    deals[seat].rebel_lives(belief[seat].living)
    assert checked > 20
    assert swaps > 2


def _crown_after(events: list[Event], crown: int) -> int:
    """Where E lies after an Emperor's Shuffle: he is told his whole order."""
    for event in events:
        if event.kind == "reordered" and "E" in str(event.data["order"]):
            return str(event.data["order"]).index("E")
    return crown


def compare(setup: Setup, s: Emperor, viewer: int, belief: Belief, deals: Deals) -> None:
    view = s.view(viewer)
    whole = sum(deals.chances.values())
    told = belief.rebel(view)
    weights = belief.given(view)
    total = sum(weights.values())
    for seat in range(5):
        if seat != s.emperor:
            rebel = sum(p for d, p in deals.chances.items() if d[seat].count("R") >= 2)
            assert told[seat] == pytest.approx(rebel / whole)
        for slot in range(3):
            red = sum(p for d, p in deals.chances.items() if d[seat][slot] == "R")
            ours = sum(
                w * sum(p >> slot & 1 for p in patterns(d[seat])) / len(patterns(d[seat]))
                for d, w in weights.items()
            )
            assert ours / total == pytest.approx(red / whole), (seat, slot)


@pytest.mark.parametrize(
    ("own", "seen", "chance"),
    [
        (None, None, 1 / 2),  # the Emperor's view
        (None, "R", 2 / 3),
        ("LLR", None, 2 / 3),  # a Loyalist's
        ("LLR", "R", 4 / 5),
        ("LLR", "L", 1 / 2),
        ("LRR", None, 1 / 3),  # a Rebel's
        ("LRR", "R", 1 / 2),
        ("LRR", "L", 1 / 5),
    ],
)
def test_what_one_look_says_at_five(own: str | None, seen: str | None, chance: float) -> None:
    setup = GAME.setup(["E", "A", "B", "C", "D"])
    belief = Belief(setup, 0)
    for slot, face in enumerate(own or ""):
        belief.face(1, slot, face)
    if seen:
        belief.hear(Seen("saw", {"who": 1, "target": 2, "slot": 0, "face": seen}))
    total = sum(belief.weights.values())
    rebel = sum(w for d, w in belief.weights.items() if rebels_in(d[2]) >= 2)
    assert rebel / total == pytest.approx(chance)


def test_condemning_the_emperor_is_proof() -> None:
    setup = GAME.setup(["E", "A", "B", "C", "D"])
    belief = Belief(setup, 0)
    belief.hear(Seen("condemn", {"id": 1, "who": 3, "target": 0, "clock": 0, "locked": False}))
    assert all(rebels_in(deal[3]) == 2 for deal in belief.weights)


def test_a_model_of_behaviour_weighs_worlds() -> None:
    setup = GAME.setup(["E", "A", "B", "C", "D"])
    belief = Belief(setup, 0, lambda event, _: [(event.data["who"], 3.0)])
    belief.hear(Seen("passed", {"who": 1}))
    total = sum(belief.weights.values())
    rebel = sum(w for d, w in belief.weights.items() if rebels_in(d[1]) >= 2)
    assert rebel / total == pytest.approx(3 / 4)


def late_moments(seed: int, viewer: int) -> Iterator[tuple[Emperor, list[Seen], Deals]]:
    """A match of quick players who now and then do anything, from its second round on: what the
    viewer has seen by then, and every deal that it leaves possible."""
    rng, chance = Random(seed), Fast(seed)
    s = GAME.start(FIVE, chance)
    assert isinstance(s, Emperor)
    crown = list(s.faces).index(2) % 3
    deals, seen, living = Deals(5, int(s.emperor), crown), list[Seen](), set(range(5))
    if viewer >= 0:
        mine = s.view(viewer).cards[viewer]
        deals.keep(lambda d: list(d[viewer]) == list(mine))
    while not s.over:
        seat = s.next()
        act = s.lean(seat, chance) if rng.random() < 0.8 else rng.choice(s.options(seat))
        events = s.play(seat, act, chance)
        crown = _crown_after(events, crown)
        for event in events:
            heard = event.seen_by(viewer)
            if heard is None:
                continue
            seen.append(Seen(heard.kind, heard.data))
            deals.hear(seen[-1], crown)
            if heard.kind == "reordered":
                deals.keep(lambda d, o=heard.data["order"]: d[viewer] == o)
            elif heard.kind in ("died", "died_unseen"):
                living.discard(heard.data["who"])
        if not s.over and any(event.kind in ("swap", "died") for event in events):
            deals.rebel_lives(living)
        if not s.over and s.round >= 2 and rng.random() < 0.06:
            yield s, seen, deals


FIVE = GAME.setup(["A", "B", "C", "D", "F"], {"start_hand": 2})
WORLDS = 10_000 if compiled() else 300


def test_no_imagined_world_contradicts_what_a_seat_has_seen() -> None:
    """Late in matches, whoever looks: all of it is in one of the deals that replaying the events
    leaves possible, and shows the viewer what it sees."""
    made, seed, batch = 0, 0, 8
    while made < WORLDS or seed < 6:
        seed += 1
        viewer = seed % 6 - 1
        for s, seen, deals in late_moments(seed, viewer):
            view = s.view(viewer)
            for world in GAME.imagine(FIVE, view, seen, Random(made), batch):
                assert isinstance(world, Emperor)
                faces = ["LRE"[face] for face in world.faces]
                deal = tuple("".join(faces[3 * seat : 3 * seat + 3]) for seat in range(5))
                assert deal in deals.chances
                assert world.view(viewer) == view
                made += 1
