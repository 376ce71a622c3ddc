"""The balance report of every game: figures that add up, in words that both languages have."""

from functools import cache

import pytest

from intrigue.kernel.game import Game, discover, find_game
from intrigue.kernel.text import BadInput
from intrigue.lab.balance import Report, declared, run, wanted
from intrigue.lab.page import page
from tests.toys import TOYS

# Those of which nothing is tested elsewhere.
GAMES = [game for name, game in discover().items() if name in ("truce", "jaccuse", "emperor")]


@cache
def report(name: str, lang: str = "en") -> Report:
    game = find_game(name)
    return run(game, game.setup([f"P{seat}" for seat in range(game.usual)]), 1, seed=3, lang=lang)


def figures(found: Report, seats: int) -> dict[str, tuple[float, int]]:
    """Values and what they stand on, without the number of players that begins each label."""
    start = f"{seats} players: "
    return {
        figure.label.removeprefix(start): (figure.value, figure.of)
        for chart in found.charts
        for figure in chart.figures
        if figure.label.startswith(start)
    }


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_report_counts_every_match_and_has_words_for_every_figure(game: Game) -> None:
    found = report(game.id)
    assert found.played == wanted(declared(game), 1)
    assert found.faults == 0
    labels = [figure.label for chart in found.charts for figure in chart.figures]
    assert len(labels) == len(set(labels))
    for lang in ("en", "fr"):
        text = page(game, report(game.id, lang), lang, f"intrigue lab balance {game.id}")
        assert "{" not in text.split("</style>")[1]


def test_all_orders_of_truce_are_counted() -> None:
    shown = figures(report("truce"), 5)
    kinds = ("passing", "defending", "looting", "attacking", "supporting")
    assert sum(shown[kind][0] for kind in kinds) == pytest.approx(1)
    assert shown["passing"][1] == 10 * 5  # rounds, players


def test_generations_of_jaccuse_are_those_of_their_matches() -> None:
    shown = figures(report("jaccuse"), 7)
    assert shown["void generations"][1] == 4
    carried = shown["generations won by the colour that won the one before"]
    assert carried[1] == 3  # the first of a match has none before it


def test_matches_of_emperor_end_in_one_way() -> None:
    shown = figures(report("emperor"), 5)
    ends = ("the Emperor dies", "no Rebel is left", "the last round is reached")
    assert sum(shown[end][0] for end in (*ends, "the last turn is reached")) == 1


def test_a_game_that_declares_nothing_says_so() -> None:
    with pytest.raises(BadInput) as wrong:
        declared(TOYS["cards"])
    assert wrong.value.code == "no_balance"
