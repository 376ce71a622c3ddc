"""The scripted bot is worth playing against, and plays from its view alone."""

from random import Random

import pytest

from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Budget, find_game
from intrigue.lab.balance import run
from intrigue.lab.page import page
from intrigue.lab.simulate import simulate


@pytest.mark.parametrize("deck", ["grand", "author"])
def test_the_scripted_bot_beats_the_random_one(deck: str) -> None:
    """At least 95 % of 500 matches; fewer where the rules are not compiled."""
    game = find_game("complot")
    setup = game.setup(["A", "B"], {"deck": deck})
    games = 500 if compiled() else 40
    tally = simulate(game, setup, games, seed=1, bots=("normal", "random"), rotate=True)
    assert tally.share(0) >= 0.95


def test_bots_answer_from_views_alone() -> None:
    """The same match again, from the same seeds."""
    game = find_game("complot")
    setup = game.setup(["A", "B"])
    runs = [simulate(game, setup, 3, seed=5, bots=("normal", "normal")) for _ in range(2)]
    assert runs[0] == runs[1]


def test_a_balance_report_counts_every_match_once_and_draws_every_band() -> None:
    game = find_game("complot")
    setup = game.setup(["A", "B"])
    done: list[int] = []
    report = run(game, setup, 12, seed=3, progress=done.append)
    assert sum(done) == report.played == 12 + 11 * 2
    charts = {chart.key: chart for chart in report.charts}
    assert sum(charts["turns"].counts.values()) <= 12
    assert len(charts["cohorts"].figures) == 6
    for lang in ("en", "fr"):
        text = page(game, report, lang, "intrigue lab balance complot")
        assert text.count("<svg") == 4
        assert "{" not in text.split("</style>")[1]
    again = run(game, setup, 12, seed=3)
    assert again.charts == report.charts


@pytest.mark.parametrize("deck", ["grand", "author"])
def test_quick_players_beat_random_ones(deck: str) -> None:
    game = find_game("complot")
    setup = game.setup(["A", "B"], {"deck": deck})
    tally = simulate(game, setup, 20, seed=2, bots=("lean", "random"), rotate=True)
    assert tally.share(0) >= 0.9


def test_a_match_with_a_searching_bot_is_the_same_from_the_same_seed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = find_game("complot")
    monkeypatch.setattr(type(game), "hard", Budget(playouts=20, worlds=4))
    setup = game.setup(["A", "B"])
    runs = [simulate(game, setup, 1, seed=5, bots=("hard", "normal")) for _ in range(2)]
    assert runs[0] == runs[1]


def test_a_search_spends_nothing_on_parts_of_a_hit_or_the_order_of_plays() -> None:
    """It would find differences that are none, and pay for each of them in playouts."""
    game = find_game("complot")
    setup = game.setup(["A", "B"])
    bot = game.bots["normal"](game, setup, 0, Random(1))
    chance = Fast(1)
    match = game.start(setup, chance)
    thought: dict[str, set[str]] = {"plays": set(), "later": set()}
    while not match.over:
        seat = match.next()
        options = match.options(seat)
        view, prompt = match.view(seat), match.prompt(seat)
        kinds = {game.kind(act) for act in options}
        if prompt.kind == "main":
            when = "plays" if kinds & {"play", "hit"} else "later"
            considered = bot.considers(view, prompt, options)
            assert set(considered) <= set(options)
            thought[when] |= {game.kind(act) for act in considered}
        match.play(seat, match.lean(seat, chance), chance)
    assert thought["plays"] == set()
    assert {"end", "buy", "attack"} <= thought["later"]
