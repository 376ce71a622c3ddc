"""Every game's scenarios pass and cover every rule; and the runner says what is wrong."""

from pathlib import Path

import pytest

from intrigue.conformance import scenario
from intrigue.conformance.scenario_file import Broken, cases, find, read
from intrigue.kernel.game import Game, discover
from intrigue.kernel.text import BadInput

FILES = [
    pytest.param(path, id=f"{game.id}/{path.stem}")
    for game in discover().values()
    for path in find([scenario.game_scenarios(game)])
]


@pytest.mark.parametrize("path", FILES)
def test_scenarios_pass(path: Path) -> None:
    for result in scenario.run(path):
        assert not result.failures, f"{result.title} (line {result.line}): {result.failures}"


@pytest.mark.parametrize("game", discover().values(), ids=lambda game: game.id)
def test_every_rule_has_a_scenario(game: Game) -> None:
    covered = scenario.coverage(game)
    assert covered
    assert [rule for rule, titles in covered.items() if not titles] == []
    unheard = set(covered) - set(game.rulebook())
    assert not unheard, f"scenarios name rules that the rulebook lacks: {unheard}"


SOUND = """
title: Two looters share
rules: [TR-23]
seats: [Ada, Bo, Cy]
given: {stash: 4}
when:
  - Ada: loot
  - Bo: loot
then: {supply: {Ada: 5, Bo: 5, Cy: 3}}
"""


def run(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "case.yaml"
    path.write_text(text, "utf-8")
    return [failure for result in scenario.run(path) for failure in result.failures]


def test_the_game_is_known_by_the_rules_it_names(tmp_path: Path) -> None:
    assert run(tmp_path, SOUND) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Ada: 5", "Ada: 4", "line 2: supply.Ada is 5, expected 4"),
        ("Ada: loot", "Ada: gift 9 Bo", "was refused: You can give at most"),
        ("- Bo: loot", "- {Bo: loot, refused: TR-9}", "was accepted; expected refusal by TR-9"),
        ("- Bo: loot", "- {Bo: gift 0 Ada, refused: TR-9}", "refused by TR-50, expected TR-9"),
        ("then:", "asked: [Ada]\nthen:", "asked are ['Ada', 'Bo', 'Cy'], expected ['Ada']"),
        ("then:", "events: [gift]\nthen:", "no event gift"),
        ("then:", "outcome: {winners: [Ada]}\nthen:", "outcome"),
        ("then:", "sees: {Cy: {stash: 7}}\nthen:", "view of Cy: stash is 1, expected 7"),
        ("then:", "offered: {Cy: [attack Cy]}\nthen:", "Cy is not offered attack Cy"),
        ("then:", "no_events: [loot]\nthen:", "there was an event loot"),
        ("then:", "no_events: {Cy: [loot]}\nthen:", "Cy was told loot"),
        ("then:", "done: [Ada]\nthen:", "others see of readiness [], expected ['Ada']"),
        ("then:", "draws: 2\nthen:", "chance was asked 0 times, expected 2"),
        ("- Bo: loot", "- {Bo: loot, answers: {Bo: pass}}", "saved answer of Bo is 'loot'"),
        (
            "then:",
            "same_view: {for: [Cy], when: [{Ada: pass}, {Bo: loot}]}\nthen:",
            "Cy can tell the two worlds apart",
        ),
        ("then: {supply: {Ada: 5", "then: {frozen: Ada, supply: {Ada: 5", "frozen is False"),
        ("then:", "not_offered: {Cy: [attack Bo]}\nthen:", "Cy is offered attack Bo"),
        ("then:", "options: {Cy: [pass]}\nthen:", "options of Cy"),
        ("- Bo: loot", "- {Bo: loot, ready: [Bo]}", "ready are ['Ada', 'Bo'], expected ['Bo']"),
    ],
)
def test_a_case_that_fails_says_why(tmp_path: Path, old: str, new: str, says: str) -> None:
    failures = run(tmp_path, SOUND.replace(old, new, 1))
    assert any(says in failure for failure in failures), failures


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (SOUND.replace("then:", "thn:"), "case.yaml:9: a scenario has no key thn"),
        (SOUND.replace("- Bo", "- Barney"), "case.yaml:8: Barney is neither a seat nor a check"),
        (SOUND.replace("{stash: 4}", "{stahs: 4}"), "case.yaml:5: .*did you mean stash"),
        (SOUND.replace("{stash: 4}", "{stash: -1}"), "case.yaml:5: stash must be a whole number"),
        (SOUND.replace("supply: {Ada", "suply: {Ada"), "case.yaml:9: a position has no part suply"),
        (SOUND.replace("[Ada, Bo, Cy]", "[Ada, Bo]"), "case.yaml:4: Truce is played by 3 to 50"),
        (SOUND.replace("seats: [Ada, Bo, Cy]", ""), "seats must be a list of names or a number"),
        (SOUND.replace("title: Two looters share", "note: x"), "needs a title"),
        (SOUND.replace("rules: [TR-23]", ""), "which game"),
        (SOUND + "given: {}\n", "case.yaml:10: .*stands twice"),
        ("title: [", "case.yaml:1: YAML"),
        ("- 1\n", "a scenario is a mapping"),
        ("", "holds no scenario"),
        (SOUND.replace("- Bo: loot", "- Bo: 3"), "an act is a text, not 3"),
        (SOUND.replace("- Bo: loot", "- jump"), "a step is 'timeout' or a mapping"),
        (SOUND.replace("seats:", "table: {rounds: 99}\nseats:"), "Option rounds must be"),
        (SOUND.replace("then:", "sees: {Zoe: {stash: 1}}\nthen:"), "Nobody here is called 'Zoe'"),
        (SOUND.replace("then:", "same_view: {given: {}}\nthen:"), "names its viewers under for"),
        (SOUND.replace("seats:", "chance: x\nseats:"), "chance must be a list"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_its_line(
    tmp_path: Path, text: str, says: str
) -> None:
    with pytest.raises(Broken, match=says):
        run(tmp_path, text)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Broken, match="not a text file"):
        read(path)


def test_a_missing_path_is_named() -> None:
    with pytest.raises(BadInput, match="no file nowhere"):
        find([Path("nowhere")])


def test_cases_are_laid_over_the_scenario(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(
        SOUND
        + "cases:\n  - {given: {stash: 2}, then: {supply: {Ada: 4}}}\n"
        + "  - {title: odd, given: {stash: 5}, then: {removed: 1}}\n"
    )
    (document,) = read(path)
    titles = [case["title"] for case in cases(document)]
    assert titles == ["Two looters share (1)", "odd"]
    failures = [failure for result in scenario.run(path) for failure in result.failures]
    assert failures == ["line 11: supply.Bo is 4, expected 5"]
