"""Scripted teams beat random ones on either side; matches among bots come out the same again."""

import runpy
from pathlib import Path

import pytest

from intrigue.kernel.build import compiled
from intrigue.kernel.game import find_game
from intrigue.lab.simulate import simulate

part = runpy.run_path(str(Path(__file__).parents[3] / "benchmarks/emperor_bots.py"))["part"]


@pytest.mark.parametrize("seats", [5, 6, 7])
@pytest.mark.parametrize(
    ("loyal", "rebels", "ending"),
    [("normal", "random", "no_rebels"), ("random", "normal", "emperor_dead")],
)
def test_a_scripted_team_beats_a_random_one(
    seats: int, loyal: str, rebels: str, ending: str
) -> None:
    """At least 65 % of 1,000 matches (`benchmarks/emperor_bots.py`); fewer of them here."""
    games = 60 if compiled() else 20
    reasons, _ = part((seats, loyal, rebels, 7, 0, games))
    assert reasons[ending] >= 0.65 * games


def test_bots_answer_from_views_alone() -> None:
    """The same match again, from the same seeds."""
    game = find_game("emperor")
    setup = game.setup(["A", "B", "C", "D", "E"])
    runs = [simulate(game, setup, 2, seed=5, bots=("normal",) * 5) for _ in range(2)]
    assert runs[0] == runs[1]
