"""Beliefs against the truth: the same figures whoever does the work, and the ones that it takes."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from intrigue.kernel.text import LANGUAGES, catalogue
from tests.cli.test_cli import as_json, intrigue

WORDS = ("lab", "beliefs", "complot", "--games", "12", "--worlds", "20", "-o", "turn_cap=6")


def measured(report: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key != "seconds"}


def test_the_same_seed_gives_the_same_figures_whatever_the_jobs() -> None:
    one, two = (as_json(*WORDS, "--jobs", jobs) for jobs in ("1", "2"))
    assert measured(one) == measured(two)
    assert (one["games"], one["moments"]) == (12, 36)
    assert measured(as_json(*WORDS, "--seed", "1")) != measured(one)


def test_figures_are_means_of_what_was_asked() -> None:
    report = as_json(*WORDS)
    (kind,) = report["kinds"]
    assert (kind["kind"], kind["asked"] > 100) == ("holds", True)
    assert 0 < kind["brier"] < 1
    gain, low, high = report["gain"]
    assert gain == pytest.approx(kind["prior_brier"] - kind["brier"], abs=0.0002)
    assert low <= gain <= high
    said = [level["said"] for level in report["levels"]]
    assert said == sorted(said)
    assert sum(level["true"] * level["answers"] for level in report["levels"]) <= kind["asked"]


def test_the_report_is_read_in_both_languages() -> None:
    for lang in LANGUAGES:
        said = intrigue(*WORDS, lang=lang)
        words = catalogue("intrigue", lang)
        for key in ("calibration", "questions", "prior_brier"):
            assert words.sentence("beliefs", key) in said


def test_reports_fill_the_page_of_beliefs(tmp_path: Path) -> None:
    """Scores, confidence beside the truth, and the command; a game without a report stays as it
    is."""
    root = Path(__file__).parents[2]
    fill = runpy.run_path(str(root / "benchmarks" / "beliefs.py"))["fill"]
    page = (root / "docs" / "beliefs.md").read_text("utf-8")
    assert fill(page, tmp_path) == page
    (tmp_path / "complot.json").write_text(intrigue(*WORDS, "--json"), "utf-8")
    filled = fill(page, tmp_path)
    before, _, part = filled.partition("### Complot\n")
    assert before == page.partition("### Complot\n")[0]
    assert "| holds | " in part
    assert "(12 matches of *normal*, 36 moments: `intrigue lab beliefs complot --seats 2 " in part
    assert fill(filled, tmp_path) == filled
