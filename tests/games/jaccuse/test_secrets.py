"""Where J'Accuse would leak first: two real tables that differ in one secret send everyone else
the same bytes, the same refusals, and the same record of what was seen."""

from random import Random
from typing import Any

import pytest

from intrigue.kernel.chance import Fast
from intrigue.kernel.position import SPECTATOR
from intrigue.session.feed import Feed
from intrigue.session.record import Scripted
from intrigue.session.table import Table
from tests.games.jaccuse.match import GAME, given, table

SETUP = table(5)
HANDS = {
    "P0": ["9♥", "2♥", "3♥"],
    "P1": ["5♠", "2♠", "3♠"],
    "P2": ["8♥", "8♣", "4♥"],
    "P3": ["10♣", "2♣", "3♣"],
    "P4": ["3♦", "2♦", "4♦"],
}
MEMBERS = {"P0": "4♠", "P1": "5♥", "P2": "6♥", "P3": "7♥", "P4": "9♠"}
World = tuple[dict[str, Any], list[str]]  # parts of the position, acts
ELECTION = ["P0: vote 9♥", "P1: vote 5♠", "P2: abstain", "P3: vote 10♣", "P4: vote 3♦"]

CASES: dict[str, tuple[World, World, set[int]]] = {
    "an abstained card": (
        ({}, ["P2: vote 8♥", *ELECTION, "P3: no parley", "P3: pass"]),
        ({}, ["P2: vote 8♣", *ELECTION, "P3: no parley", "P3: pass"]),
        {2},
    ),
    "what the abstainer holds": (
        ({}, [*ELECTION, "P3: no parley", "P3: pass"]),
        ({"hands": {"P2": ["8♦", "8♠", "4♣"]}}, [*ELECTION, "P3: no parley", "P3: pass"]),
        {2},
    ),
    "a membership chosen again": (
        ({}, [*ELECTION, "P3: no parley", "P3: accuse P1 black", "P1: membership 5♥"]),
        ({}, [*ELECTION, "P3: no parley", "P3: accuse P1 black", "P1: membership 2♠"]),
        {1},
    ),
    "a foreign parley": (
        ({}, [*ELECTION, "P3: parley 2♣ with P1", "P1: reply 2♠", "P3: pass"]),
        ({}, [*ELECTION, "P3: parley 3♣ with P1", "P1: reply 3♠", "P3: pass"]),
        {1, 3},
    ),
    "an offer before the reply": (
        ({}, [*ELECTION, "P3: parley 2♣ with P1"]),
        ({}, [*ELECTION, "P3: parley 3♣ with P1"]),
        {3},
    ),
    "a defection": (
        ({}, [*ELECTION, "P3: no parley", "P3: defect 2♣"]),
        ({}, [*ELECTION, "P3: no parley", "P3: defect 3♣"]),
        {3},
    ),
    "a shown card": (
        ({}, ["P0: show 2♥ to P1", *ELECTION]),
        ({}, ["P0: show 3♥ to P1", *ELECTION]),
        {0, 1},
    ),
    "several shown cards": (
        ({}, ["P0: show 2♥ 3♥ to P1 P3", *ELECTION]),
        ({}, ["P0: show 3♥ 9♥ to P1 P3", *ELECTION]),
        {0, 1, 3},
    ),
}


def run(world: World) -> tuple[Table, dict[int, Feed]]:
    parts, acts = world
    hands = {**HANDS, **parts.get("hands", {})}
    match = given(SETUP, phase="vote", hands=hands, memberships=MEMBERS)
    seats = Table(GAME, SETUP, Fast(3), position=match)
    feeds = {viewer: seats.feed(viewer) for viewer in range(SPECTATOR, 5)}
    for line in acts:
        name, _, act = line.partition(": ")
        seats.submit(SETUP.seat(name), seats.read(act))
    return seats, feeds


@pytest.mark.parametrize("name", CASES)
def test_nobody_else_can_tell(name: str) -> None:
    one, other, insiders = CASES[name]
    (here, mine), (there, theirs) = run(one), run(other)
    told = 0
    for viewer in range(SPECTATOR, 5):
        same = mine[viewer].stream == theirs[viewer].stream
        if viewer in insiders:
            told += not same
            continue
        assert same, f"{name}: seat {viewer} can tell"
        assert mine[viewer].seen == theirs[viewer].seen
        if viewer >= 0:
            assert refusals(here, viewer) == refusals(there, viewer)
    assert told or name == "an abstained card", "the two worlds do not differ"


def refusals(seats: Table, viewer: int) -> list[object]:
    """What the viewer is told about any act whatever."""
    rng = Random(viewer)
    acts = [rng.randrange(1 << rng.randrange(4, 40)) for _ in range(300)]
    out: list[object] = []
    for act in acts:
        no = seats.position.check(viewer, act)
        out.append(None if no is None else (no.code, no.rule, no.data))
    return out


def test_the_boxed_network_card_is_known_to_nobody() -> None:
    """JA-8: two deals that differ in cards P0 does not see, and so in the box."""
    faces = (["R", "R", "R", "B", "B"], ["R", "R", "B", "B", "B"])
    streams = []
    for drawn in faces:
        chance = Scripted(list(drawn), GAME.parse_face, Fast(8))
        seats = Table(GAME, SETUP, chance)
        feeds = [seats.feed(viewer) for viewer in (SPECTATOR, 0)]
        seats.deadline()
        seats.deadline()
        streams.append([feed.stream for feed in feeds])
    assert streams[0] == streams[1]


def test_bad_input_is_refused_and_changes_nothing() -> None:
    match = given(SETUP, phase="action", president="P0", presidents=["P1", "P0"], hands=HANDS)
    before = match.key()
    for act, rule in (
        ("accuse P0 red", "JA-A25"),
        ("accuse P1 black", "JA-45"),
        ("defect 10♣", "JA-40"),
        ("enact 9♥", "JA-39"),
        ("give 1 to P1", "JA-A38"),
    ):
        refusal = match.check(0, GAME.parse(SETUP, act))
        assert refusal is not None, act
        assert refusal.rule == rule, act
        assert match.key() == before


def test_every_refusal_has_words() -> None:
    """No code is declared in vain, and none is used undeclared: the sources name them all."""
    import re
    from pathlib import Path

    import intrigue.games.jaccuse as package

    home = Path(package.__file__).parent
    used: set[str] = set()
    for path in home.rglob("*.py"):
        used |= set(re.findall(r'Refusal\(\s*"(\w+)"', path.read_text("utf-8")))
    assert used == set(GAME.refusals)
