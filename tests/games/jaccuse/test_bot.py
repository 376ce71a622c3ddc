"""The scripted bot is worth playing against."""

from intrigue.kernel.build import compiled
from intrigue.lab.simulate import simulate
from tests.games.jaccuse.match import GAME, table

BOTS = ("normal", *("random",) * 6)


def test_the_scripted_bot_beats_six_random_ones() -> None:
    """At least 28 % of two-generation matches with ties shared (chance: 14 %). It wins some 43 %;
    few matches are played here, fewer where the rules are not compiled, and so less is asked. All:
    intrigue simulate jaccuse --seats 7 --seed 1 -o generations=2 --bots normal,random --rotate"""
    games = 140 if compiled() else 21
    tally = simulate(GAME, table(7), games, seed=1, bots=BOTS, rotate=True)
    assert tally.share(0) >= (0.28 if compiled() else 0.15)


def test_bots_answer_from_views_alone() -> None:
    """The same match again, from the same seeds, whatever the options of the table."""
    setup = table(12, suits="hidden", memoryAid="off", loneVote="wins")
    runs = [simulate(GAME, setup, 1, seed=5, bots=("normal",) * 12) for _ in range(2)]
    assert runs[0] == runs[1]


def test_the_neutral_joker_does_not_confuse_it() -> None:
    setup = table(11, neutralJoker="empty")
    tally = simulate(GAME, setup, 2, seed=3, bots=("normal",) * 11)
    assert tally.games == 2
