"""Scripted teams beat random ones on either side; matches among bots come out the same again."""

import runpy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from intrigue.games.emperor.rules import acts
from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Seen, find_game
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


def test_it_does_not_look_at_what_it_knows() -> None:
    game = find_game("emperor")
    setup = game.setup(["A", "B", "C", "D", "E", "F"])
    looked = 0
    for seed in range(20 if compiled() else 4):
        chance = Fast(seed)
        match = game.start(setup, chance)
        players = [game.bots["normal"](game, setup, i, Random(6 * seed + i)) for i in range(6)]
        while not match.over:
            seat = int(match.next())
            view: Any = match.view(seat)
            act = players[seat].answer(view, match.prompt(seat), match.options(seat))
            if acts.kind_of(act) == acts.INVESTIGATE:
                looked += 1
                assert view.cards[acts.first_of(act)][acts.slot_of(act)] is None
            for event in match.play(seat, act, chance):
                for viewer, player in enumerate(players):
                    heard = event.seen_by(viewer)
                    if heard is not None:
                        player.hear(Seen(heard.kind, heard.data))
    assert looked
