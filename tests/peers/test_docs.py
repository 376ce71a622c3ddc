"""The examples of docs/environments.md run, and say what the page says they do."""

import re
from pathlib import Path
from runpy import run_path

import pytest

from intrigue.agents.environments import table

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "environments.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```(?:\n\n```\n(.*?)```)?", PAGE, re.S)

SIZES = re.findall(r"^\| (\S+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.M)


@pytest.mark.parametrize(("title", "seats", "size", "acts"), SIZES)
def test_the_sizes_are_those_of_a_usual_table(title: str, seats: str, size: str, acts: str) -> None:
    features = table(title.lower().replace("'", ""), int(seats))
    assert (features.size, len(features.table)) == (int(size), int(acts))


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_an_example_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = BLOCKS[number]
    exec(compile(code, "docs/environments.md", "exec"), {})
    if printed:
        assert capsys.readouterr().out == printed


def test_the_example_that_learns_learns() -> None:
    shares = run_path(str(DOCS / "examples/reinforce.py"))["train"](50, say=False)
    assert 0.25 < sum(shares[:5]) / 5 < 0.45
    assert sum(shares[-5:]) / 5 > 0.5
