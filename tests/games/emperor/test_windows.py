"""Response windows: who holds an answer cannot be seen, and search may pass over windows that
nobody can use without anybody noticing."""

from itertools import combinations
from typing import Any

import pytest

from intrigue.conformance import kit
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import find_game
from intrigue.kernel.position import SPECTATOR
from intrigue.session.feed import Feed
from intrigue.session.message import Pace, Standing
from intrigue.session.table import Table

GAME = find_game("emperor")

# --- brisk --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [5, 6, 7])
def test_a_brisk_position_leaves_the_same_trace(seats: int) -> None:
    """With hands full of Instincts; the conformance suite tries other tables."""
    setup = GAME.setup([f"P{i}" for i in range(seats)], {"start_hand": 2, "max_rounds": 10})
    for seed in range(15):
        kit.hurries(GAME, setup, seed)


def test_a_brisk_window_asks_only_who_has_a_choice() -> None:
    setup = GAME.setup(["E", "A", "B", "C", "D"])
    given = {"no_draw": True, "hands": {"B": ["accuse"]}}
    for brisk, asked in ((False, [0, 1, 2, 3, 4]), (True, [2])):
        position = GAME.load(setup, given, Fast(1))
        position.brisk = brisk
        position.play(position.next(), GAME.parse(setup, "direction cw"), Fast(1))
        assert position.asked() == asked


# --- who holds what -----------------------------------------------------------------------------

HANDS: dict[str, list[str]] = {
    "nothing": [],
    "no Instinct": ["swap", "steal"],
    "Clearance": ["clearance", "swap"],
    "Counter-Condemn": ["counter", "steal"],
    "Self-Clearance": ["self_clearance", "clearance"],
    "all movers": ["guarding", "reverse"],
}


def watch(hand: list[str], size: int, target: str, orders: list[Standing], drafts: bool) -> Any:
    """A slot and a resolve window in which B passes in the end, as all others see it."""
    setup = GAME.setup(["E", "A", "B", "C", "D"])
    filler = ["transposition", "transposition", "investigation"]
    given = {
        "identities": {"E": "ELR", "A": "LRR", "B": "LLR", "C": "LRR", "D": "LLR"},
        "no_draw": True,
        "phase": "slot",
        "pointer": "E",
        "direction": "cw",
        "round": 2,
        "turns": 5,
        "hands": {"B": (hand + filler)[:size], "D": ["clearance"]},
        "condemns": [{"author": "A", "target": target, "round": 1, "turn": 1}],
    }
    chance = Fast(3)
    pace = Pace(window_least=4, window_most=12)
    table = Table(GAME, setup, chance, pace, position=GAME.load(setup, given, chance))
    feeds = [Feed(table, viewer) for viewer in (-1, 0, 1, 3, 4)]
    table.feeds += feeds
    me = setup.seat("B")
    clock = 0.0
    for step in ("slot", "main", "resolve"):
        if step == "main":
            table.submit(setup.seat("A"), GAME.parse(setup, "pass"), now=clock)
            continue
        table.arm(me, orders)
        if drafts:
            for act in table.position.options(me):
                table.submit(me, act, ready=False, now=clock)
        for who in ("E", "A", "C", "D"):
            table.submit(setup.seat(who), GAME.parse(setup, "pass"), now=clock + 1)
        table.submit(me, GAME.parse(setup, "pass"), now=clock + 2)
        for moment in (3.0, 3.9, 4.1):  # all have answered; the window still lasts its time
            table.tick(clock + moment)
        clock += 10
    return [[message.decode() for message in feed.stream] for feed in feeds]


@pytest.mark.parametrize("target", ["B", "C"])
def test_what_somebody_holds_cannot_be_seen_in_a_window(target: str) -> None:
    """Hands, drafts and standing orders of B differ; what everyone else is sent does not. (B's
    death would show the hand, so a target of B's is compared up to there.)"""
    orders = [
        [],
        [Standing("slot", "guarding"), Standing("resolve", "clearance")],
        [Standing("resolve", "counter"), Standing("slot", "pass")],
    ]
    worlds = [
        watch(hand, 2, target, orders[i % 3], drafts=i % 2 == 0)
        for i, hand in enumerate(HANDS.values())
    ]
    for one, other in combinations(worlds, 2):
        for mine, theirs in zip(one, other, strict=True):
            if target == "B":
                until = min(_death(mine), _death(theirs))
                assert until >= 3
                assert mine[:until] == theirs[:until]
            else:
                assert mine == theirs


def _death(stream: list[str]) -> int:
    return next((i for i, message in enumerate(stream) if '"died"' in message), len(stream))


def test_standing_orders_fire_when_the_window_ends_and_not_before() -> None:
    setup = GAME.setup(["E", "A", "B", "C", "D"])
    given = {"no_draw": True, "phase": "slot", "pointer": "E", "direction": "cw", "turns": 5}
    given["hands"] = {"B": ["accuse"], "C": ["clearance"]}
    table = Table(GAME, setup, Fast(1), Pace(4, 12), position=GAME.load(setup, given, Fast(1)))
    feed = table.feed(SPECTATOR)
    table.arm(2, [Standing("slot", "accuse A")])
    for seat in (0, 1, 3, 4):
        table.submit(seat, 0, now=1.0)
    before = list(feed.stream)
    table.tick(11.9)
    assert feed.stream == before
    table.tick(12.0)
    assert table.position.view(SPECTATOR).accused == (1,)  # type: ignore[attr-defined]
