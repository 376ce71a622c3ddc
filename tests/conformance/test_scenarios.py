"""Every game's scenarios pass and cover every rule; and the runner says what is wrong."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from intrigue.conformance import scenario
from intrigue.conformance.matching import match
from intrigue.conformance.scenario_checks import CHECK
from intrigue.conformance.scenario_file import KEYS, STEP_KEYS, cases, find, read
from intrigue.conformance.scenario_stage import Stage
from intrigue.conformance.yaml_lines import Broken, shown
from intrigue.kernel.game import Game, Json, discover
from intrigue.kernel.promises import BROKEN, FALSE, KEPT, OPEN, TRUE, VOID
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


@pytest.mark.parametrize(
    "game", [game for game in discover().values() if game.promises], ids=lambda game: game.id
)
def test_every_promise_and_claim_is_judged_every_way(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenarios that look at the ledger read each kind with each verdict."""
    read: set[tuple[str, str]] = set()

    def reading(check: Callable[[Stage, Json, int], None]) -> Callable[[Stage, Json, int], None]:
        def checked(stage: Stage, wanted: Json, line: int) -> None:
            for seat, _, _ in stage.seats(wanted):
                ledger = stage.table.ledger.shown(seat)
                for deal in ledger.deals if ledger is not None else ():
                    read.update((one.kind, one.verdict) for one in deal.clauses if one.verdict)
                for claim in ledger.claims if ledger is not None else ():
                    read.add((claim.kind, claim.verdict))
            check(stage, wanted, line)

        return checked

    for name in ("ledger", "claims"):
        monkeypatch.setitem(CHECK, name, reading(CHECK[name]))
    scenario.run(scenario.game_scenarios(game) / "promises.yaml")
    assert game.promises is not None
    wanted = {(one.id, way) for one in game.promises.clauses for way in (KEPT, BROKEN, VOID, OPEN)}
    wanted |= {(one.id, way) for one in game.promises.claims for way in (TRUE, FALSE, OPEN)}
    assert wanted - read == set()


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
        ("Ada: 5", "Ada: 4", "line 9: supply.Ada is 5, expected 4"),
        ("Ada: 5", "Zoe: 4", "line 9: supply.Zoe is not there; there is Ada, Bo and Cy"),
        ("Ada: loot", "Ada: gift 9 Bo", "line 7: Ada: gift 9 Bo was refused: You can give at most"),
        ("- Bo: loot", "- {Bo: loot, refused: TR-9}", "was accepted; expected refusal by TR-9"),
        ("- Bo: loot", "- {Bo: loot, refused: any}", "was accepted; expected refusal by any"),
        ("- Bo: loot", "- {Bo: gift 0 Ada, refused: TR-9}", "refused by TR-50, expected TR-9"),
        ("- Bo: loot", "- {Bo: ready, refused: stale}", "by nothing_saved, expected stale"),
        ("- Bo: loot", "- refused: {Bo: {loot: TR-9}}", "Bo: loot was accepted"),
        ("then:", "asked: [Ada]\nthen:", "asked are [Ada, Bo, Cy], expected [Ada]"),
        ("then:", "events: [gift]\nthen:", "no event gift at its place: there were "),
        ("then:", "events: [loot, reveal]\nthen:", "no event reveal at its place: it came before"),
        (
            "then:",
            "events: [{loot: {coins: 3}}]\nthen:",
            "no event {loot: {coins: 3}} at its place: there was {loot: {looter: Ada, coins: 2}}",
        ),
        ("- Bo: loot", "- {Bo: save loot, events: [loot]}", "at its place: nothing happened"),
        ("then:", "sequence: {loot: {looter: [Ada]}}\nthen:", "loot.looter is [Ada, Bo], expected"),
        ("then:", "outcome: {winners: [Ada]}\nthen:", "outcome is null, expected {winners: [Ada]}"),
        ("then:", "sees: {Cy: {stash: 7}}\nthen:", "view of Cy: stash is 1, expected 7"),
        ("then:", "offered: {Cy: [attack Cy]}\nthen:", "Cy is not offered attack Cy, but [pass"),
        ("then:", "no_events: [loot]\nthen:", "there was an event loot"),
        ("then:", "no_events: {Cy: [loot]}\nthen:", "Cy was told loot"),
        ("then:", "done: [Ada]\nthen:", "done is [], expected [Ada]"),
        ("then:", "draws: 2\nthen:", "chance was asked 0 times, expected 2"),
        ("- Bo: loot", "- {Bo: loot, answers: {Bo: pass}}", "saved answer of Bo is loot, expected"),
        (
            "then:",
            "same_view: {for: [Cy], when: [{Ada: pass}, {Bo: loot}]}\nthen:",
            "Cy can tell the two worlds apart",
        ),
        ("then: {supply: {Ada: 5", "then: {frozen: Ada, supply: {Ada: 5", "frozen is false"),
        ("then:", "not_offered: {Cy: [attack Bo]}\nthen:", "Cy is offered attack Bo"),
        ("then:", "options: {Cy: [pass]}\nthen:", "options of Cy"),
        ("- Bo: loot", "- {Bo: loot, ready: [Bo]}", "ready are [Ada, Bo], expected [Bo]"),
    ],
)
def test_a_case_that_fails_says_why(tmp_path: Path, old: str, new: str, says: str) -> None:
    failures = run(tmp_path, SOUND.replace(old, new, 1))
    assert any(says in failure for failure in failures), failures


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (SOUND.replace("then:", "thn:"), "case.yaml:9: a scenario has no key thn; did you mean"),
        (SOUND.replace("then:", "xyzzy:"), "case.yaml:9: .* expected one of title, game, rules"),
        (SOUND.replace("- Bo", "- Barney"), "case.yaml:8: Barney is neither a seat nor a word"),
        (SOUND.replace("{stash: 4}", "{stahs: 4}"), "case.yaml:5: .*did you mean stash"),
        (SOUND.replace("{stash: 4}", "{stash: -1}"), "case.yaml:5: stash must be a whole number"),
        (SOUND.replace("{stash: 4}", "\n  round: 2\n  stash: -1"), "case.yaml:7: stash must be"),
        (SOUND.replace("supply: {Ada", "suply: {Ada"), "case.yaml:9: .*did you mean supply"),
        (SOUND.replace("[Ada, Bo, Cy]", "[Ada, Bo]"), "case.yaml:4: Truce is played by 3 to 50"),
        (SOUND.replace("[Ada, Bo, Cy]", "[Ada, until, Cy]"), "case.yaml:4: .* choose another name"),
        (SOUND.replace("seats: [Ada, Bo, Cy]", ""), r"write seats: \[Agatha, Barney, Charles\]"),
        (SOUND.replace("title: Two looters share", "note: x"), "needs a title"),
        (SOUND.replace("rules: [TR-23]", ""), "which game"),
        (SOUND.replace("TR-23", "TR-230"), "case.yaml:3: Truce has no rule TR-230; did you mean"),
        (SOUND.replace("TR-23", "TR-x"), "case.yaml:3: Truce has no rule TR-x"),
        (SOUND + "given: {}\n", "case.yaml:10: given stands twice here; keep one"),
        ("title: [", "case.yaml:1: a quote or a bracket is not closed"),
        ('title: "a', "case.yaml:1: a quote or a bracket is not closed"),
        ("title: [a\nseats: 3", "case.yaml:2: a bracket is not closed, or a comma is missing"),
        ("title: a: b", "case.yaml:1: a text that contains ': ' must stand in quotes"),
        ("title: @a", "case.yaml:1: a text that begins with a special character"),
        ("title: *a", "case.yaml:1: a text that begins with a special character"),
        ("given:\n\tstash: 1", "case.yaml:2: YAML is indented with spaces"),
        ("title: a\n  seats: 3\n - x", "case.yaml:2: a text that contains"),
        ("when:\n  - a\n b: 3", "case.yaml:3: this line is indented otherwise"),
        ("- 1\n", "case.yaml:1: a scenario is a mapping"),
        (SOUND + "---\n- 1\n", "case.yaml:11: a scenario is a mapping"),
        ("", "holds no scenario"),
        (SOUND.replace("- Bo: loot", "- Bo: 3"), "case.yaml:8: an act is a text such as loot"),
        (SOUND.replace("- Bo: loot", "- jump"), "case.yaml:8: a step is timeout, or a mapping"),
        (SOUND.replace("seats:", "table: {rounds: 99}\nseats:"), "yaml:4: Option rounds must be"),
        (SOUND.replace("then:", "sees: {Zoe: {stash: 1}}\nthen:"), "Nobody here is called 'Zoe'"),
        (
            SOUND.replace("then:", "sees: {Cy: {stsh: 1}}\nthen:"),
            "no part stsh; did you mean stash",
        ),
        (SOUND.replace("then:", "asked: [Zoe]\nthen:"), "yaml:9: Nobody here is called 'Zoe'"),
        (SOUND.replace("then:", "done: [Zoe]\nthen:"), "yaml:9: Nobody here is called 'Zoe'"),
        (SOUND.replace("then:", "not_offered: {Cy: [lot]}\nthen:"), "yaml:9: lot is no act here: "),
        (SOUND.replace("then:", "events: [lot]\nthen:"), "no event lot; did you mean loot"),
        (SOUND.replace("then:", "no_events: [x]\nthen:"), "`intrigue scenario events truce` lists"),
        (SOUND.replace("then:", "sequence: {x: {y: []}}\nthen:"), "no event x"),
        (
            SOUND.replace("then:", "sequence: {loot: {who: [Ada]}}\nthen:"),
            "loot has no parameter who; it has looter and coins",
        ),
        (SOUND.replace("then:", "same_view: {given: {}}\nthen:"), r"same_view: \{for: \[Charles\]"),
        (
            SOUND.replace("then:", "same_view: {for: [Cy], seats: 3}\nthen:"),
            "same_view has no key seats; expected one of for, given",
        ),
        (SOUND.replace("seats:", "chance: x\nseats:"), "yaml:4: chance is written like this"),
        (
            "title: a\ngame: emperor\nseats: 5\ngiven: {}\nchance: [x]\n",
            "yaml:5: .* holds no card called x",
        ),
        (SOUND.replace("- Bo: loot", "- {Bo: loot, refused: TR-999}"), "yaml:8: .* by TR-999"),
        (SOUND.replace("- Bo: loot", "- {Bo: loot, refused: zzz}"), "a rule of Truce, or any, or"),
        (SOUND.replace("- Bo: loot", "- {refused: TR-9}"), "yaml:8: refused is about what is done"),
        (SOUND.replace("- Bo: loot", "- {events: [loot]}"), "yaml:8: events is about what is done"),
        (SOUND.replace("- Bo: loot", "- {Bo: loot, repeat: 0}"), "yaml:8: .*like this: repeat: 60"),
        (SOUND.replace("- Bo: loot", "- {repeat: 2}"), "yaml:8: repeat is about what is done"),
        (
            SOUND.replace("- Bo: loot", "- timeout: 60"),
            "like this: timeout / {timeout: now, repeat",
        ),
        (SOUND.replace("- Bo: loot", "- steps: [jump]"), "yaml:8: a step is timeout"),
        (SOUND.replace("- Bo: loot", "- until: Bo odrers"), "question odrers; did you mean orders"),
        (SOUND.replace("- Bo: loot", "- until: Zoe orders"), "Nobody here is called 'Zoe'"),
        (SOUND.replace("- Bo: loot", "- tick: soon"), "tick is written like this: tick: 12"),
        (SOUND + "refused: TR-9\n", r"yaml:10: .* refused: \{Agatha: \{gift 9 Barney"),
        (SOUND + "cases: {when: []}\n", r"yaml:10: cases is written like this: cases: \["),
        (SOUND + "cases: []\n", "yaml:10: cases is written like this"),
        (SOUND + "cases:\n  - {thn: {}}\n", "yaml:11: a scenario has no key thn; did you mean"),
        (SOUND + "cases:\n  - {cases: []}\n", "yaml:11: a scenario has no key cases"),
        (SOUND + "create: {seats: 3}\n", "yaml:6: create makes a table and plays nothing"),
        ("title: a\ngame: truce\ncreate: {seat: 3}", "yaml:3: create has no key seat; did you"),
        ("title: a\ngame: truce\ncreate: {refused: zzz}", "yaml:3: nothing is refused by zzz"),
        ("title: a\ngame: trouce\nseats: 3", "yaml:2: There is no game 'trouce'; did you mean"),
        (SOUND.replace("Ada: 5", "Ada: {unordered: 5}"), r"unordered: \[L, R\]"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_its_line(
    tmp_path: Path, text: str, says: str
) -> None:
    with pytest.raises(Broken, match=says) as broken:
        run(tmp_path, text)
    assert broken.value.sentence("fr") != broken.value.sentence("en")


ODD: list[object] = [None, True, 3, -1, "x", "", [], [3], ["x"], [["x"]], {}, {"Ada": 3}]
ODD += [{"Ada": ["x"]}, {"Ada": {"x": "y"}}, {"x": {"y": [3]}}, {"Ada": None}, [{"Ada": "x"}]]


@pytest.mark.parametrize("key", [*KEYS, *STEP_KEYS, "Bo"])
def test_whatever_stands_in_a_file_no_traceback_comes_out(tmp_path: Path, key: str) -> None:
    for odd in ODD:
        scenarios = []
        if key in KEYS:
            rest = re.sub(rf"^{key}:.*\n( .*\n)*", "", SOUND, flags=re.M)
            scenarios.append(f"{rest}{key}: {shown(odd)}\n")
        if key in STEP_KEYS or key == "Bo":
            scenarios.append(SOUND.replace("Bo: loot", f"{key}: {shown(odd)}"))
            scenarios.append(SOUND.replace("Bo: loot", f"{{Ada: pass, {key}: {shown(odd)}}}"))
        for text in scenarios:
            with suppress(Broken):
                run(tmp_path, text)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Broken, match="not a text file"):
        read(path)


def test_a_missing_path_is_named() -> None:
    with pytest.raises(BadInput, match="no file nowhere"):
        find([Path("nowhere")])


def test_failures_are_said_in_the_readers_language(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(SOUND.replace("Ada: 5", "Ada: 4").replace("Bo: loot", "Bo: gift 9 Ada"))
    (result,) = scenario.run(path, "fr")
    assert result.failures[-1] == "ligne 9 : supply.Bo vaut 3, attendu 5"
    assert "gift 9 Ada a été refusé : Vous" in result.failures[0]


# --- cases and their beginning --------------------------------------------------------------------


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


def test_what_comes_before_is_common_to_all_cases(tmp_path: Path) -> None:
    text = SOUND.replace("when:", "before:").replace("supply: {Ada: 5, Bo: 5, Cy: 3}", "round: 2")
    common = (
        "cases:\n"
        "  - {when: [{Cy: loot}], then: {supply: {Ada: 4, Bo: 4, Cy: 4}}}\n"
        "  - {when: [{Cy: attack Ada}], then: {supply: {Ada: 2, Bo: 5, Cy: 6}}}\n"
    )
    assert run(tmp_path, text + common) == []
    (failure,) = run(tmp_path, text + common.replace("Cy: 6", "Cy: 5"))
    assert failure == "line 12: supply.Cy is 6, expected 5"


# --- repetition -----------------------------------------------------------------------------------


def test_a_step_is_repeated(tmp_path: Path) -> None:
    text = SOUND.replace("- Ada: loot\n  - Bo: loot", "- {timeout: now, repeat: 4}")
    text = re.sub("then:.*", "then: {round: 5}", text)
    assert run(tmp_path, text) == []
    assert run(tmp_path, text.replace("repeat: 4", "repeat: 3"))


def test_a_group_of_steps_is_repeated_and_checked_as_one(tmp_path: Path) -> None:
    group = (
        "- repeat: 2\n    steps:\n      - {Ada: loot}\n      - {others: pass, events: [loot]}\n"
        "    sequence: {loot: {looter: [Ada, Ada]}}"
    )
    text = SOUND.replace("- Ada: loot\n  - Bo: loot", group)
    text = re.sub("then:.*", "then: {round: 3}", text)
    assert run(tmp_path, text) == []
    (failure,) = run(tmp_path, text.replace("[Ada, Ada]", "[Ada]"))
    assert failure == "line 11: loot.looter is [Ada, Ada], expected [Ada]"


# --- in any order, in part ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "actual", "fits"),
    [
        ({"unordered": ["L", "R", "L"]}, ["L", "L", "R"], True),
        ({"unordered": ["L", "R"]}, ["L", "L", "R"], False),
        ({"unordered": ["L", "R", "R"]}, ["L", "L", "R"], False),
        ({"unordered": []}, [], True),
        ({"unordered": [{"a": 1}, {"a": 1, "b": 2}]}, [{"a": 1, "b": 2}, {"a": 1, "b": 3}], True),
        ({"unordered": ["Bo", "Ada"]}, [0, 1], True),
        ({"contains": "L"}, ["R", "L"], True),
        ({"contains": ["L", "L"]}, ["R", "L"], False),
        ({"contains": {"a": 1}}, [{"a": 1, "b": 2}], True),
        ({"contains": "oo"}, "loot", True),
        ({"contains": ["oo", "x"]}, "loot", False),
        ({"contains": 3}, 3, False),
        ({"contains": 3}, {"contains": 3}, True),
        ({"hand": {"contains": "L"}}, {"hand": ["L"]}, True),
    ],
)
def test_lists_are_compared_in_any_order_or_in_part(
    wanted: object, actual: object, fits: bool
) -> None:
    assert (match(wanted, actual, ["Ada", "Bo"]) == []) is fits


def test_what_is_lacking_is_named(tmp_path: Path) -> None:
    wanted = "then: {plunder: {contains: 9}, supply: {unordered: [5, 5, 4]}}"
    text = re.sub("then:.*", wanted.replace("plunder", "spoils"), SOUND)
    assert run(tmp_path, text) == [
        "line 9: spoils is {Ada: 0, Bo: 0, Cy: 0}: contains is for a list or a text",
        "line 9: supply is {Ada: 5, Bo: 5, Cy: 3}: unordered is for a list or a text",
    ]
    text = SOUND.replace("then:", "sees: {Ada: {supply: {contains: [3, 9]}}}\nthen:")
    assert run(tmp_path, text) == ["line 9: view of Ada: supply is [5, 5, 3], and 9 is not in it"]


# --- refusals and twins ---------------------------------------------------------------------------


def test_refusals_are_named_by_rule_by_name_or_not_at_all(tmp_path: Path) -> None:
    for by in ("TR-50", "any", "gift_of_nothing"):
        text = SOUND.replace("- Bo: loot", f"- {{Bo: gift 0 Ada, refused: {by}}}\n  - Bo: loot")
        assert run(tmp_path, text) == []


DRAW = """
title: A card is drawn
rules: [EM-21]
seats: [E, A, B, C, D]
given: {identities: {E: ELR, A: LRR, B: LLR, C: LRR, D: LLR}}
when:
  - E: direction cw
  - {others: pass, chance: [swap], events: EVENTS}
"""


@pytest.mark.parametrize(
    ("events", "says"),
    [
        ("{B: [drew]}", "told its public twin, {drew_unseen: {who: A}}; drew is only for A"),
        ("{spectator: [drew]}", "told its public twin, {drew_unseen: {who: A}}"),
        ("{A: [drew_unseen]}", "told {drew: {who: A, card: swap}}; drew_unseen is its public twin"),
        ("[drew_unseen]", "drew_unseen is a public twin, what others are told instead of {drew:"),
        ("{spectator: [answered]}", "answered is told to E alone, and to nobody else in any form"),
    ],
)
def test_an_event_in_another_form_is_explained(tmp_path: Path, events: str, says: str) -> None:
    assert run(tmp_path, DRAW.replace("EVENTS", "{A: [drew], B: [drew_unseen]}")) == []
    (failure,) = run(tmp_path, DRAW.replace("EVENTS", events))
    assert says in failure
