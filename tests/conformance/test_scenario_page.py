"""The manual of scenarios is true: its examples pass, and it names everything there is."""

import re
from pathlib import Path

import pytest

from intrigue.conformance import scenario
from intrigue.conformance.scenario import NO_TABLE
from intrigue.conformance.scenario_file import KEYS, STEP_KEYS
from intrigue.kernel.text import catalogue

PAGE = (Path(__file__).parent.parent.parent / "docs" / "scenarios.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.S | re.M)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.partition("\n")[0][7:])
def test_every_example_of_the_page_runs(tmp_path: Path, example: str) -> None:
    path = tmp_path / "example.yaml"
    path.write_text(example, "utf-8")
    results = scenario.run(path)
    assert [failure for result in results for failure in result.failures] == []


def test_the_page_explains_every_word_of_the_language() -> None:
    assert len(EXAMPLES) > 8
    refusals = catalogue("intrigue.kernel", "en").words["refusal"]
    words = {*KEYS, *STEP_KEYS, *refusals, *NO_TABLE, "any", "unordered", "contains", "spectator"}
    prose = re.sub(r"^```.*?^```", "", PAGE, flags=re.S | re.M)
    explained = set(re.findall(r"\w+", " ".join(re.findall("`([^`]*)`", prose))))
    assert words - explained == set()
