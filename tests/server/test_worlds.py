"""The short form of `make worlds`."""

from pathlib import Path

import pytest

from ..figures import PAGE, fill, write
from . import worlds


@pytest.mark.parametrize(("what", "pairs"), [("feeds", 20), ("sockets", 5)])
def test_pairs_of_all_games_are_counted_and_none_differs(
    tmp_path: Path, what: str, pairs: int
) -> None:
    figures, leak = worlds.run(what, pairs, 1, seed=1)
    assert leak is None, leak
    assert sum(figures["pairs"].values()) == pairs
    assert len(figures["pairs"]) >= 5
    assert all(steps > 0 for steps in figures["steps"].values())
    write(tmp_path / "figures" / f"worlds-{what}.json", figures)
    assert "No difference was found" in fill(PAGE.read_text(), tmp_path / "figures")


def test_deals_that_only_one_world_judges_anew_at_the_end_are_no_difference() -> None:
    (told,) = worlds.sockets([("truce", 1993784701)])
    assert told.leak == ""
    assert told.steps > 0


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = tmp_path / "worlds-feeds.json"
    worlds.run("feeds", 5, 1, 1, kept)
    resumed, _ = worlds.run("feeds", 10, 1, 2, kept)
    whole, _ = worlds.run("feeds", 10, 1, 1)
    assert {**resumed, "seconds": 0} == {**whole, "seconds": 0}


def test_a_pair_that_differs_ends_it_and_says_how_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    leak = worlds.Told("truce", 7, leak="message 3 differs")
    monkeypatch.setattr(worlds, "run", lambda *_: ({}, leak))
    monkeypatch.setattr("sys.argv", ["worlds", "feeds"])
    assert worlds.main() == 1
    assert "feeds --again truce:7" in capsys.readouterr().out


def test_a_page_without_runs_says_so(tmp_path: Path) -> None:
    assert fill(PAGE.read_text(), tmp_path).count("This run has not been made yet.") == 5
