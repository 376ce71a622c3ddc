"""The balance report: every match counted once, habits kept, the same seed the same figures."""

from collections import Counter

import pytest

from intrigue.games.accusation.balance import AccusationBalance, mirror
from intrigue.kernel.balance import Pairing
from intrigue.kernel.game import find_game
from intrigue.lab.balance import Job, run, run_job, wanted
from intrigue.lab.page import page

GAME = find_game("accusation")


def played(bot: str, seats: int, games: int = 3) -> Counter[str]:
    """What is counted in matches of one kind of bot."""
    names = tuple(f"P{seat}" for seat in range(seats))
    return run_job(Job("accusation", names, {}, Pairing("", (bot,) * seats), 1, 0, games))


def test_a_report_counts_every_match_once_and_draws_every_band() -> None:
    setup = GAME.setup(["A", "B"])
    done: list[int] = []
    report = run(GAME, setup, 2, seed=3, progress=done.append)
    assert sum(done) == report.played == wanted(AccusationBalance(), 2)
    charts = {chart.key: chart for chart in report.charts}
    assert sum(charts["rounds_3"].counts.values()) == 2
    assert len(charts["habits"].figures) == 18
    assert len(charts["abilities"].figures) == 15
    for lang in ("en", "fr"):
        text = page(GAME, report, lang, "intrigue lab balance accusation")
        assert "{" not in text.split("</style>")[1]
    assert run(GAME, setup, 2, seed=3).charts == report.charts


@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_counted_agrees(seats: int) -> None:
    met = played("normal", seats, games=6)
    assert met["accused"] == met["denied"] + met["admitted"] + met["not_me"]
    assert met["admitted"] + met["claimed_success"] <= met["initiated"] <= met["accusations"]
    assert met["vp success"] + met["vp majority"] + met["vp bought"] == met["vp"] > 0
    assert met["use deny"] == met["denied"]
    assert met["all rounds"] >= met["cleanup"]
    assert sum(met[f"ended by {reason}"] for reason in GAME.outcomes) == met["games"] == 6


def test_habits_are_kept() -> None:
    assert played("never_accuses", 3)["accused"] == 0
    nothing = played("uses_nothing", 3)
    assert nothing["used"] + nothing["used_on"] + nothing["denied"] == 0
    assert nothing["accused"] > 0
    eager, usual = played("always_accuses", 3), played("normal", 3)  # for each Event it can
    assert eager["accused"] / eager["accusations"] > usual["accused"] / usual["accusations"]
    assert played("turtle", 3)["revealed_works"] > played("normal", 3)["revealed_works"]
    assert played("risks_nothing", 3)["initiated"] < played("normal", 3)["initiated"]


def test_every_series_has_its_own_table_and_options() -> None:
    series = {pairing.key: pairing for pairing in AccusationBalance.pairings}
    assert [len(series[mirror(n)].bots) for n in (2, 3, 4, 5, 6)] == [2, 3, 4, 5, 6]
    assert series["hoards M"].options == {"bank": "strict"}
    job = Job("accusation", ("A", "B"), {"countries": "random"}, series["countries"], 1, 0, 2)
    met = run_job(job)
    assert sum(count for key, count in met.items() if key.startswith("played ")) == 4
