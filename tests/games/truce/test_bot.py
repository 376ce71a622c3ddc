"""The scripted bot is worth playing against."""

from intrigue.kernel.build import compiled
from intrigue.kernel.game import find_game
from intrigue.lab.simulate import simulate


def test_the_scripted_bot_beats_five_random_ones() -> None:
    """At least 60 % of 1,000 matches with ties shared (chance: 17 %); fewer matches, and so a wider
    margin, where the rules are not compiled."""
    game = find_game("truce")
    setup = game.setup(["A", "B", "C", "D", "E", "F"], {"rounds": 10, "gifts": "off"})
    games = 1000 if compiled() else 60
    bots = ("normal", "random", "random", "random", "random", "random")
    tally = simulate(game, setup, games, seed=1, bots=bots, rotate=True)
    assert tally.share(0) >= (0.60 if compiled() else 0.45)


def test_bots_answer_from_views_alone() -> None:
    """The same match again, from the same seeds."""
    game = find_game("truce")
    setup = game.setup(["A", "B", "C"], {"rounds": 3})
    runs = [simulate(game, setup, 3, seed=5, bots=("normal",) * 3) for _ in range(2)]
    assert runs[0] == runs[1]
