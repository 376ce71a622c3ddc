"""The examples of docs/environments.md run, and say what the page says they do."""

import re
from pathlib import Path

import pytest

from intrigue.agents.environments import table

PAGE = (Path(__file__).parents[2] / "docs/environments.md").read_text("utf-8")
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
