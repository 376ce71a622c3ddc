"""A rule's number is found however it is written, and what is wrong with numbers is noticed."""

from pathlib import Path

import pytest

from intrigue.conformance.rule_lines import Numbers, sources, text_only, unplaced, where
from intrigue.games.truce.game import TruceGame
from intrigue.kernel.text import BadInput

GAME = TruceGame()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("TR-32: a coin", ["TR-32"]),
        ('rule="TR-A17"', ["TR-A17"]),
        ("TR-1, TR-33 (TR-A2).", ["TR-1", "TR-33", "TR-A2"]),
        ("TR-44…46", ["TR-44", "TR-45", "TR-46"]),
        ("TR-8…TR-10", ["TR-8", "TR-9", "TR-10"]),
        ("TR-A11…A12", ["TR-A11", "TR-A12"]),
        ("TR-7, TR-10…11, TR-A1", ["TR-7", "TR-10", "TR-11", "TR-A1"]),
        ("TR-52…A1", ["TR-52", "TR-A1"]),
        ("STR-1, CO-2, TR-, TR, TR3, TR-ansfer", []),
    ],
)
def test_numbers_stand_alone_in_lists_and_in_ranges(text: str, named: list[str]) -> None:
    numbers = Numbers(GAME)
    spans = list(numbers.spans(text))
    found = [
        rule for rule, number in numbers.book.items() if any(number.within(*span) for span in spans)
    ]
    assert sorted(found) == sorted(named)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A repository in which TR-2 to TR-4 are carried out, and TR-5 is text."""
    files = {
        "src/intrigue/games/truce/rules.py": "# TR-2…3",
        "src/intrigue/games/truce/rules/deep.py": "x = 1\n",
        "src/intrigue/games/truce/rulebook/en.md": "- **TR-5** Be kind.",
        "src/intrigue/games/truce/rulebook/text_only.toml": '[rules]\n"TR-5" = "advice"\n',
        "src/intrigue/games/truce/scenarios/a.yaml": "title: Kind\nrules: [TR-5]\nnote: TR-5",
        "src/intrigue/games/emperor/rules.py": "# TR-6 is not ours",
        "src/intrigue/session/table.py": "pass",
        "web/src/games/truce/round.ts": "\n// TR-4",
        "web/src/games/emperor/round.ts": "// TR-6 is not ours",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path / "src" / "intrigue"


def test_a_rule_is_either_carried_out_or_text(package: Path) -> None:
    found = unplaced(GAME, package)
    assert set(GAME.rulebook()) - set(found.neither) == {"TR-2", "TR-3", "TR-4", "TR-5"}
    assert (found.both, found.unheard, found.unheard_text) == ([], {}, [])
    (package / "session" / "table.py").write_text("# TR-5, TR-1\n# TR-990…TR-991")
    (package / "games/truce/rules/deep.py").write_text("# TR-6")
    found = unplaced(GAME, package)
    assert not {"TR-1", "TR-6"} & set(found.neither)
    assert found.both == ["TR-5"]
    at = f"{package / 'session' / 'table.py'}:2"
    assert found.unheard == {"TR-990": [at], "TR-991": [at]}


def test_lines_are_found_by_where_they_stand(package: Path) -> None:
    found = where(GAME, "TR-5", package)
    assert found["code"] == found["page"] == []
    assert [(place.line, place.text) for place in found["scenarios"]] == [
        (2, "Kind"),
        (3, "note: TR-5"),
    ]
    assert [place.path.name for place in found["text"]] == ["en.md", "text_only.toml"]
    (page,) = where(GAME, "TR-4", package)["page"]
    assert (page.line, page.text) == (2, "// TR-4")
    assert len(where(GAME, "TR-3", package)["code"]) == 1


def test_without_a_repository_there_is_no_page(package: Path) -> None:
    (package.parent.parent / "web").rename(package.parent.parent / "elsewhere")
    assert list(sources(GAME, package)) == ["code", "scenarios", "text"]


@pytest.mark.parametrize(
    "text", ["", "rules = 3", '[rules]\n"TR-5" = ""', '[rules]\n"TR-5" = 3', "["]
)
def test_a_list_of_texts_must_give_reasons(package: Path, text: str) -> None:
    (package / "games/truce/rulebook/text_only.toml").write_text(text)
    with pytest.raises(BadInput, match=r"text_only\.toml"):
        text_only(GAME, package)


def test_a_list_of_texts_may_name_no_strangers(package: Path) -> None:
    (package / "games/truce/rulebook/text_only.toml").write_text('[rules]\n"TR-990" = "gone"')
    assert unplaced(GAME, package).unheard_text == ["TR-990"]
