"""Every discovered game, and the toys, fulfil the contract: one parametrised suite."""

import contextlib
import statistics
from collections import Counter
from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from intrigue.conformance import kit
from intrigue.conformance.promises import promises
from intrigue.conformance.two_worlds import Pair, Parted
from intrigue.kernel.build import compiled
from intrigue.kernel.game import Game, Setup, discover
from tests.hasty import Hasty
from tests.toys import TOYS

# How many seats to try, and options that make a match short enough to try often.
TABLES: dict[str, list[tuple[int, dict[str, object]]]] = {
    "accusation": [  # every option at least once
        (2, {"round_cap": 10, "income": 2}),
        (
            3,
            {
                "round_cap": 10,
                "bank": "strict",
                "denied_lock": "clear",
                "denied_incorrect": "deferred",
                "countries": "random",
                "first_speaker": 2,
                "log_memory": "off",
                "speaker_half": "off",
            },
        ),
        (
            4,
            {
                "round_cap": 10,
                "windows": "fast",
                "countries": "draft",
                "honesty": "table",
                "audit": "tracker",
                "win_check": "end_of_event",
                "vp_target": 4,
            },
        ),
        (
            6,
            {
                "round_cap": 10,
                "bank": 12,
                "speaker_half": "country+world",
                "reveal_adjust": "next_round",
            },
        ),
    ],
    "truce": [
        (3, {"rounds": 3}),
        (5, {"rounds": 3, "spoilsRemainder": "kept", "reveal": "deadline"}),
        (7, {"rounds": 2, "cycleOutsiders": "snapshot", "readyFlags": "count"}),
        (12, {"rounds": 2, "gifts": "off", "initialStash": 1, "readyFlags": "hidden"}),
    ],
    "emperor": [
        (5, {"max_rounds": 4}),
        (
            6,
            {
                "max_rounds": 3,
                "start_hand": 2,
                "open_discard": "off",
                "reveal_on_death": "off",
                "seat_check": "cast_and_resolve",
            },
        ),
        (
            7,
            {
                "max_turns": 25,
                "start_hand": 1,
                "seating": "lobby",
                "twin": "strict",
                "dies_with_caster": "on",
                "grace_round": "on",
                "reveal_self": "off",
            },
        ),
    ],
}
TABLES["complot"] = [
    (2, {"turn_cap": 9}),
    (2, {"deck": "author", "turn_cap": 12, "first_player": "host"}),
    (2, {"turn_mode": "phased", "stammer_cap": 5, "first_draw": 5, "turn_cap": 8}),
    (2, {"sources_once": "on", "first_player": "agree", "first_seat": 2, "turn_cap": 8}),
    (2, {"deck": "author", "sources_once": "on", "turn_mode": "phased", "turn_cap": 12}),
]
TABLES["jaccuse"] = [
    (5, {"generations": 2}),
    (7, {"generations": 2, "loneVote": "wins", "emptyRunoff": "nothing", "deadlockLimit": 6}),
    (11, {"generations": 2, "neutralJoker": "empty", "runoffVoters": "tiedOnly"}),
    (14, {"generations": 2, "suits": "hidden", "tokens": "locked", "memoryAid": "off"}),
]
TABLES["cards"] = [(3, {}), (5, {})]
GAMES: dict[str, Game] = {**discover(), **TOYS}
CASES = [
    pytest.param(
        game, game.setup([f"Player {i}" for i in range(seats)], options), id=f"{name}-{seats}"
    )
    for name, game in GAMES.items()
    for seats, options in TABLES.get(name, [(game.low, {}), (game.high, {})])
]
OURS = [case for case in CASES if str(case.id).rpartition("-")[0] not in TOYS]
DEALING = [case for case in CASES if cast(Game, case.values[0]).promises is not None]
SEEDS = st.integers(min_value=0, max_value=2**31 - 1)
CALM = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def examples(game: Game, setup: Setup) -> int:
    """How many matches to try: fewer where a match is long, and one on the sources, which the trace
    shows to do the same as what is compiled."""
    return max(1, min(8, 1200 // kit.ends(game, setup, 0))) if compiled() else 1


# What imagines worlds takes minutes at a large table on the sources, which try it at small ones.
IMAGINING = (kit.believes, kit.imagines, kit.observes, kit.guesses)
CONTRACT = [
    pytest.param(check, *case.values, id=f"{check.__name__}-{case.id}")
    for check in kit.CHECKS
    for case in CASES
    if compiled() or check not in IMAGINING or cast(Setup, case.values[1]).seats <= 7
]


@pytest.mark.parametrize(("check", "game", "setup"), CONTRACT)
def test_contract(check: object, game: Game, setup: Setup) -> None:
    # memory that a lap leaves behind is left by every match: one is enough, and takes long
    many = 1 if check is kit.tidy else examples(game, setup)

    @settings(CALM, max_examples=many)
    @given(seed=SEEDS)
    def holds(seed: int) -> None:
        check(game, setup, seed)  # type: ignore[operator]

    holds()


@pytest.mark.parametrize(("game", "setup"), DEALING)
def test_deals_change_no_position_and_are_told_to_their_parties_alone(
    game: Game, setup: Setup
) -> None:
    counted: Counter[str] = Counter()
    seed = 0
    while counted["accept"] < 5:
        seed += 1
        counted += promises(game, setup, seed)


@pytest.mark.parametrize(("game", "setup"), CASES)
def test_two_worlds_look_the_same(
    game: Game, setup: Setup, record_property: Callable[[str, object], None]
) -> None:
    survived: list[int] = []
    ended = differed = 0
    seeds = 20 if compiled() or kit.ends(game, setup, 0) < 100 else 6
    for seed in range(seeds):
        viewer = seed % (setup.seats + 1) - 1
        try:
            pair = Pair(game, setup, viewer, seed)
        except Parted:
            continue
        survived.append(pair.run())
        ended += pair.tables[0].position.over
        differed += pair.differ
    middle = statistics.median(survived)
    line = f"{game.id}, {setup.seats} seats: pairs survive {middle:g} steps, "
    line += f"{ended} of {seeds} to the end"
    record_property("two worlds", line)
    assert middle >= 3, "pairs that part at once test nothing"
    assert differed > 0, "worlds that never differ test nothing"


@pytest.mark.parametrize(("game", "setup"), OURS)
def test_two_worlds_look_the_same_with_bots_that_search(game: Game, setup: Setup) -> None:
    """Some seats are played from views, one of them now and then the viewer's own. Few pairs, but
    as many as it takes until one of them chose."""
    decided, steps, enough = 0, 9 if compiled() else 4, 6 if compiled() else 2
    for seed in range(30):
        if seed >= enough and decided:
            break
        viewer = seed % (setup.seats + 1) - 1
        players = dict.fromkeys((seed % setup.seats, (seed + 1) % setup.seats), Hasty)
        with contextlib.suppress(Parted):
            pair = Pair(game, setup, viewer, seed, players=players)
            pair.run(steps)
            decided += pair.decided
    assert decided > 0, "bots that never choose test nothing"


def test_every_game_is_tried_at_more_than_its_smallest_table() -> None:
    for name in discover():
        assert name in TABLES, f"{name}: name its tables here"
