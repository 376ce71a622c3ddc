"""The scripted bot is worth playing against, and worth watching."""

from random import Random

import pytest

from intrigue.bots import Seated, find_bot
from intrigue.games.jaccuse.rules.acts import target_of
from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Budget
from intrigue.kernel.position import Event
from intrigue.lab.simulate import play_bots, simulate
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


def test_it_seldom_opens_the_same_card_in_two_elections_running() -> None:
    setup = table(7)
    opened = again = 0
    for seed in range(8 if compiled() else 2):
        last: list[str | None] = [None] * 7
        fresh = False

        def watch(event: Event) -> None:
            nonlocal last, fresh, opened, again
            if event.kind == "election":
                fresh = True
            elif event.kind == "votes" and fresh:
                votes = event.data["votes"]
                assert isinstance(votes, list)
                opened += sum(vote is not None for vote in votes)
                again += sum(
                    vote is not None and vote == before
                    for vote, before in zip(votes, last, strict=True)
                )
                last, fresh = votes, False

        normal = find_bot(GAME, "normal")
        players = [Seated(normal, GAME, setup, i, Random(7 * seed + i)) for i in range(7)]
        play_bots(GAME.start(setup, Fast(seed)), Fast(seed), players, watch)
    assert again < opened / 4


def test_it_parleys_with_anybody() -> None:
    """Where one partner is as good as another, not always the first."""
    setup = table(7)
    chance = Fast(3)
    match = GAME.start(setup, chance)
    normal = find_bot(GAME, "normal")
    players = [normal(GAME, setup, i, Random(i)) for i in range(7)]
    while match.prompt(int(match.next())).kind != "parley":
        asked = int(match.next())
        options = match.options(asked)
        act = players[asked].answer(match.view(asked), match.prompt(asked), options)
        match.play(asked, act, chance)
    seat = int(match.next())
    question = match.view(seat), match.prompt(seat), match.options(seat)
    answers = [normal(GAME, setup, seat, Random(i)).answer(*question) for i in range(20)]
    assert len({target_of(act) for act in answers}) > 3


def test_quick_players_hold_their_own() -> None:
    """At least 40 % of what the scripted one wins, at mixed tables: it sees one imagined world, the
    other weighs many."""
    games = 200 if compiled() else 8
    bots = ("lean", "normal", "lean", "normal", "lean", "normal")
    tally = simulate(GAME, table(6), games, seed=3, bots=bots, rotate=True)
    lean, normal = (sum(tally.share(i) for i in range(k, 6, 2)) for k in (0, 1))
    assert lean > (0.4 if compiled() else 0.2) * normal


def test_a_match_with_a_searching_bot_is_the_same_from_the_same_seed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(type(GAME), "hard", Budget(playouts=12, worlds=2, seconds=600.0))
    bots = ("hard", "normal", "lean", "lean", "lean")
    runs = [simulate(GAME, table(5), 1, seed=5, bots=bots) for _ in range(2)]
    assert runs[0] == runs[1]
