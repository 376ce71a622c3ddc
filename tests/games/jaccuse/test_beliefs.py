"""What a seat imagines: exact where it can be checked, and never against what it has seen."""

from collections import Counter
from random import Random

import msgspec
import pytest

from intrigue.games.jaccuse import beliefs
from intrigue.games.jaccuse.beliefs import Belief
from intrigue.games.jaccuse.notation import read_face
from intrigue.games.jaccuse.particles import Particle, filtered, pick
from intrigue.games.jaccuse.rules.cards import COLOURS
from intrigue.games.jaccuse.rules.hands import copies_of, hand_of
from intrigue.games.jaccuse.rules.position import JAccuse
from intrigue.games.jaccuse.rules.state import SLOTS
from intrigue.games.jaccuse.rules.terms import terms_of
from intrigue.games.jaccuse.view import JAccuseView
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Seen, Setup
from tests.games.jaccuse.match import GAME, Watch, do, given, play, table
from tests.games.jaccuse.oracle import OTHER, Way, posterior

# 99.9 % points of chi-square, by degrees of freedom
CRITICAL = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47, 5: 20.52, 6: 22.46, 7: 24.32, 8: 26.12}

HANDS = {
    "P0": ["2♥", "3♥", "4♥", "5♥", "6♥", "2♠", "10♠"],
    "P1": ["7♥", "8♠", "3♣", "4♣", "5♣", "6♣", "2♦"],
    "P2": ["9♥", "9♦", "4♦", "5♦", "6♦", "7♦", "8♦"],
    "P3": ["3♦", "2♣", "7♣", "8♣", "9♣", "10♣", "8♥"],
    "P4": ["10♥", "10♦", "3♠", "4♠", "5♠", "6♠", "7♠"],
}
# Cards shown, memberships, an election, a foreign parley, a wrong accusation, and sightings later.
STORY = [
    "P1: show 7♥ to P0",
    "P2: show 9♥ 4♦ to P3 P4",
    "P3: show 2♣ 9♣ to P0 P4",
    *(f"P{i}: membership {card}" for i, card in enumerate(("6♥", "3♣", "4♦", "3♦", "3♠"))),
    *(f"P{i}: {act}" for i, act in enumerate(("vote 2♥", "vote 8♠", "vote 9♥", "vote 2♣"))),
    "P4: abstain",
    "P2: parley 9♦ 5♦ with P3",
    "P3: reply 2♣ 7♣",
    "P2: accuse P1 red",
    "P1: membership 8♠",
]
LATER = [
    "P1: no parley",
    "P1: pass",
    "P0: abstain",
    "P1: vote 3♣",
    "P2: vote 2♣",
    "P3: vote 9♦",
    "P4: abstain",
]


def told(acts: list[str]) -> tuple[Setup, JAccuse, list[Seen]]:
    setup = table(5)
    match = given(setup, hands=HANDS)
    watch = Watch(setup)
    do(match, setup, watch, *acts)
    return setup, match, watch.seen[0]


def belief(setup: Setup, match: JAccuse, seen: list[Seen], seat: int = 0) -> Belief:
    return Belief(setup, terms_of(setup), match.view(seat), seen)


def where(way: Way, face: int) -> str:
    for seat, hand in enumerate(way.hands):
        if face in hand:
            return f"hand {seat}"
        if way.members[seat] == face:
            return f"membership {seat}"
    return "gone"


def where_in_world(match: JAccuse, face: int) -> str:
    for seat in range(match.seats):
        if copies_of(match, seat, face):
            return f"hand {seat}"
        if match.members[seat] == face:
            return f"membership {seat}"
    return "gone"


def where_in_particle(particle: Particle, face: int) -> str:
    for seat in range(len(particle.sizes)):
        first = seat * SLOTS
        tokens = particle.hands[first : first + particle.sizes[seat]]
        if face in [particle.face[token] for token in tokens]:
            return f"hand {seat}"
        member = particle.members[seat]
        if member >= 0 and particle.face[member] == face:
            return f"membership {seat}"
    return "gone"


CASES = [
    (STORY[:8], ["7♥", "9♣"]),
    (STORY[:13], ["7♥", "8♠", "2♣", "9♣"]),
    (STORY, ["7♥", "8♠", "2♣", "3♣"]),
    (STORY + LATER, ["7♥", "8♠", "2♣", "9♦"]),
]


@pytest.mark.parametrize(("acts", "cards"), CASES, ids=["placed", "voted", "accused", "later"])
def test_the_filter_agrees_with_brute_force(acts: list[str], cards: list[str]) -> None:
    """Chi-square: single worlds, each from a run of its own, against the exact posterior."""
    setup, match, seen = told(acts)
    ours = belief(setup, match, seen)
    assert ours.problem is not None
    exact = posterior(ours.problem)
    rng = Fast(11)
    runs = [pick(filtered(ours.problem, 24, rng), rng) for _ in range(400)]
    for card in cards:
        face = read_face(card, False)
        expected: Counter[str] = Counter()
        for way, p in exact.items():
            expected[where(way, face)] += p  # type: ignore[assignment]
        found = Counter(where_in_particle(particle, face) for particle in runs)
        assert set(found) <= set(expected), card
        assert _distance(found, expected, len(runs)) < CRITICAL[max(1, len(expected) - 1)], card


def test_the_weights_agree_with_brute_force() -> None:
    """Many particles in one run: every place of every card within half a per cent or so."""
    setup, match, seen = told(STORY + LATER)
    ours = belief(setup, match, seen)
    assert ours.problem is not None
    exact = posterior(ours.problem)
    particles = filtered(ours.problem, 4000, Fast(5))
    for card in ("7♥", "8♠", "2♣", "9♦", "3♣"):
        face = read_face(card, False)
        expected: Counter[str] = Counter()
        found: Counter[str] = Counter()
        for way, p in exact.items():
            expected[where(way, face)] += p  # type: ignore[assignment]
        for particle in particles:
            found[where_in_particle(particle, face)] += particle.weight  # type: ignore[assignment]
        for place in {*expected, *found}:
            assert abs(expected[place] - found[place]) < 0.03, (card, place)
    assert any(way.members[1] == OTHER for way in exact)


def _distance(found: Counter[str], expected: Counter[str], runs: int) -> float:
    return sum(
        (found[place] - runs * p) ** 2 / (runs * p) for place, p in expected.items() if p > 0
    )


def test_networks_are_uniform_over_unseen_slots() -> None:
    """The box is one of the slots: with R, R seen at five seats, one red lies in one of four."""
    setup = table(5)
    match = given(setup, networks=["R", "B", "B", "B", "R"])
    found: Counter[int] = Counter()
    for seed in range(400):
        world = GAME.worlds(setup, match.view(0), [], Random(seed))
        red = [i for i in (1, 2, 3) if world.network[i] == 0]
        assert len(red) <= 1
        found[red[0] if red else 4] += 1
        assert [COLOURS[world.network[i]] for i in (0, 4)] == ["R", "R"]
    assert sum((found[slot] - 100) ** 2 / 100 for slot in (1, 2, 3, 4)) < CRITICAL[3]


@pytest.mark.parametrize("seats", [5, 7, 12])
@pytest.mark.parametrize("suits", ["shown", "hidden"])
def test_every_world_reproduces_what_the_seat_saw(seats: int, suits: str) -> None:
    """The same view, the same options; and everything the seat was told fits the world's past."""
    setup = table(seats, suits=suits)
    watch = Watch(setup)
    rng = Random(seats)
    for number, (match, events) in enumerate(play(setup, seats)):
        watch.hear(events)
        if number % 9:
            continue
        seat = rng.randrange(seats)
        worlds = belief(setup, match, watch.seen[seat], seat).worlds(3, Random(number), 12)
        for world in worlds:
            assert world.view(seat) == match.view(seat)
            assert GAME.conserved(world)[0] == GAME.conserved(match)[0]
            assert world.asked() == match.asked() or match.phase <= 1
            if seat in match.asked():
                assert world.options(seat) == match.options(seat)


def test_dead_particles_fall_back_on_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever kills the filter, a world still fits the view."""
    monkeypatch.setattr(beliefs, "filtered", lambda problem, count, rng: [])
    for seats, options in ((5, {}), (11, {}), (14, {"suits": "hidden"})):
        setup = table(seats, **options)
        watch = Watch(setup)
        for number, (match, events) in enumerate(play(setup, seats)):
            watch.hear(events)
            if number % 11 == 0:
                seat = number % seats
                ours = belief(setup, match, watch.seen[seat], seat)
                world = ours.worlds(1, Random(number))[0]
                assert ours.fell_back
                assert world.view(seat) == match.view(seat)
                assert GAME.conserved(world)[0] == GAME.conserved(match)[0]
                reds = ours.memberships(4, Fast(number))
                assert all(0 <= p <= 1 for p in reds)


def test_foreign_parleys_do_kill_small_filters() -> None:
    """The fallback is no dead code: with two copies of each card one particle often dies."""
    setup = table(12)
    watch = Watch(setup)
    fell = 0
    for number, (match, events) in enumerate(play(setup, 4)):
        watch.hear(events)
        if number % 10 == 0 and not match.over:
            ours = belief(setup, match, watch.seen[3], 3)
            assert ours.worlds(1, Random(number), 1)[0].view(3) == match.view(3)
            fell += ours.fell_back
    assert fell > 0


def test_worlds_depend_on_view_events_and_generator_only() -> None:
    setup, match, seen = told(STORY)
    view = msgspec.json.decode(msgspec.json.encode(match.view(0)), type=JAccuseView)
    one = GAME.worlds(setup, view, seen, Random(5))
    other = GAME.worlds(setup, view, seen, Random(5))
    assert one.key() == other.key()
    assert GAME.worlds(setup, view, seen, Random(6)).key() != one.key()


def test_a_late_comer_still_gets_a_world() -> None:
    """Without its events a seat cannot reconstruct the past; the view's public part is kept."""
    setup, match, _ = told(STORY)
    world = GAME.worlds(setup, match.view(0), [], Random(1))
    assert hand_of(world, 0) == hand_of(match, 0)
    assert world.view(0).sizes == match.view(0).sizes
    assert GAME.conserved(world)[0] == GAME.conserved(match)[0]


def test_two_of_one_face_shown_together_are_two_in_every_world() -> None:
    """JA-A36: with hidden suits a pair can be proved, and both who saw it imagine it."""
    setup = table(6, suits="hidden")
    hands = {"P1": ["7R", "7R", "8R", "2B", "3B", "4B"]}
    for acts, least in ((["P1: show 7R 7R to P0 P2"], 2), (["P1: show 7R to P0 P2"] * 2, 1)):
        match = given(setup, hands=hands)
        watch = Watch(setup)
        do(match, setup, watch, *acts)
        face = read_face("7R", True)
        for seat in (0, 2):
            worlds = belief(setup, match, watch.seen[seat], seat).worlds(60, Random(3), 60)
            assert min(copies_of(world, 1, face) for world in worlds) == least
        assert watch.seen[0][-1].data["to"] == [0, 2]
        foreign = belief(setup, match, watch.seen[4], 4).worlds(60, Random(3), 60)
        assert min(copies_of(world, 1, face) for world in foreign) == 0
