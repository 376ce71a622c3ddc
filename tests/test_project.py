"""Promises of the repository itself."""

import re
import runpy
import subprocess
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from intrigue.kernel.game import discover
from intrigue.kernel.text import LANGUAGES, catalogue

ROOT = Path(__file__).parent.parent


def tracked() -> list[Path]:
    names = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return [path for name in names if (path := ROOT / name).is_file()]


def test_lock_files_name_no_registry() -> None:
    for path in tracked():
        if path.name == "package-lock.json":
            text = path.read_text("utf-8")
            assert '"resolved"' not in text
            assert "registry" not in text
        elif "lock" in path.name:
            assert "://" not in path.read_text("utf-8"), path


def test_the_readme_leads_with_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert text.index("make play") < text.index("make test") < text.index("## ")


def test_each_part_of_the_performance_page_survives_the_other(tmp_path: Path) -> None:
    report = runpy.run_path(str(ROOT / "benchmarks" / "report.py"))
    page = tmp_path / "performance.md"
    report["write_page"](page, "# Rates, first\n")
    report["write_reveal"](page, "60 frames\n")
    report["write_page"](page, "# Rates, second\n")
    assert page.read_text("utf-8") == f"# Rates, second\n{report['REVEAL']}\n60 frames\n"
    report["write_reveal"](page, "59 frames\n")
    assert page.read_text("utf-8") == f"# Rates, second\n{report['REVEAL']}\n59 frames\n"


PACKAGES = ["intrigue", "intrigue.bots", "intrigue.kernel", "intrigue.server"]


def test_links_between_documents_lead_somewhere() -> None:
    for path in tracked():
        if path.suffix == ".md":
            for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
                assert (path.parent / target).exists(), f"{path.name} links to {target}"


@pytest.mark.parametrize(
    "package", ["intrigue", "intrigue.bots", "intrigue.kernel", "intrigue.server"]
)
def test_catalogues_have_the_same_keys_and_places(package: str) -> None:
    first, *others = (catalogue(package, lang) for lang in LANGUAGES)
    for other in others:
        assert first.keys() == other.keys()
        for key in sorted(first.keys()):
            places = [
                sorted(re.findall(r"\{\w+", c.sentence(*_split(c.words, key))))
                for c in (first, other)
            ]
            assert places[0] == places[1], key


def test_game_catalogues_have_the_same_places() -> None:
    for game in discover().values():
        first, *others = (game.words(lang) for lang in LANGUAGES)
        for other in others:
            for key in sorted(first.keys()):
                names = [
                    sorted(set(re.findall(r"\{(\w+)", c.sentence(*_split(c.words, key)))))
                    for c in (first, other)
                ]
                assert names[0] == names[1], (game.id, key)


def _split(words: dict[str, object], dotted: str) -> list[str]:
    """A dotted key as parts; the last part may contain dots itself."""
    parts: list[str] = []
    here: object = words
    rest = dotted
    while isinstance(here, dict):
        fits = [key for key in here if rest == key or rest.startswith(key + ".")]
        key = max(fits, key=len)
        parts.append(key)
        rest = rest[len(key) + 1 :]
        here = here[key]
    return parts


def test_every_built_in_game_is_registered() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    points = project["project"]["entry-points"]["intrigue.games"]
    folders = {path.parent.name for path in (ROOT / "src/intrigue/games").glob("*/game.py")}
    assert set(points) == folders
    assert set(points) <= set(discover())


def test_nothing_refers_to_a_document_that_is_not_here() -> None:
    """Numbers of chapters and cases of a specification that a reader does not have."""
    elsewhere = re.compile(
        r"\b[ACE][IT]-\d|\bleak \d|\b[Ss]ection \d|§\d|\(\d\.\d\)\.?\"\"\"|\"\"\"\d\.\d"
        r"|note: \"?T\d|\.md \d"
    )
    for path in tracked():
        if path.suffix in (".py", ".yaml", ".md", ".ts", ".svelte") and path != Path(__file__):
            found = elsewhere.findall(path.read_text("utf-8"))
            assert not found, f"{path.relative_to(ROOT)}: {found}"


MADE = ("protocol.ts", "said.ts", "taught.ts")  # at build time


def test_documents_name_files_that_are_there() -> None:
    """By as much of the path as it takes; `G` is any game."""
    paths = [f"/{path.relative_to(ROOT).as_posix()}" for path in tracked()]
    for document in tracked():
        if document.suffix == ".md":
            text = document.read_text("utf-8")
            for name in re.findall(r"`([\w/.-]+\.(?:py|ts|svelte|toml|yaml|cjs|js))`", text):
                if name.endswith(MADE):
                    continue
                end = re.compile(re.escape("/" + name).replace("/G/", r"/\w+/") + "$")
                assert any(end.search(path) for path in paths), f"{document.name}: {name}"


def test_the_contract_lists_the_modules_of_its_packages() -> None:
    """And says which of them are compiled."""
    text = (ROOT / "docs/contract.md").read_text("utf-8").split("```")[1]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    compiled = set(project["tool"]["intrigue"]["compile"])
    for package in re.split(r"^(?=\w+/)", text, flags=re.M)[1:]:
        folder = ROOT / "src/intrigue" / package.partition("/")[0]
        files = {path.name for path in folder.glob("*.py")} - {"__init__.py"}
        assert set(re.findall(r"\w+\.py", package)) == files, folder.name
        marked = set(re.findall(r"^  (\w+\.py) .* compiled$", package, re.M))
        built = {f"src/intrigue/{folder.name}/{name}" for name in files} & compiled
        assert {f"src/intrigue/{folder.name}/{name}" for name in marked} == built, folder.name


def test_tests_need_no_private_names() -> None:
    private = re.compile(r"^from intrigue[\w.]* import (?:[^(\n]*\b_\w|\([^)]*\b_\w)", re.M)
    for path in tracked():
        if path.suffix == ".py" and path.is_relative_to(ROOT / "tests"):
            assert not private.search(path.read_text("utf-8")), path.name


def test_contributing_names_files_and_targets_that_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    paths = re.findall(r"(?:src|tests|docs)/[\w/.-]+\.(?:py|yaml|md)", text)
    assert len(paths) > 4
    assert [path for path in paths if not (ROOT / path).is_file()] == []
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    assert set(re.findall(r"make ([a-z-]+)", text)) <= targets


def test_the_map_and_the_glossary_name_files_that_exist() -> None:
    """And the way of an act goes through at least one file a step."""
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    paths = re.findall(r"(?:src|web/src)/[\w/.-]+", text)
    assert [path for path in paths if not (ROOT / path.rstrip("./")).exists()] == []
    way = text.split("## The way of an act")[1].split("## Four walks")[0]
    steps = re.split(r"^\d+\. ", way, flags=re.M)[1:]
    assert len(steps) == 10
    assert all(re.search(r"`(?:src|web/src)/", step) for step in steps)
    for walk in text.split("## Four walks")[1].split("\n**")[1:]:
        assert len(re.findall(r"`(?:src|web/src)/", walk)) <= 3, "in three guesses"
    rows = (ROOT / "docs/glossary.md").read_text("utf-8").split("|---|---|---|\n")[1].splitlines()
    words = [row.split("**")[1] for row in rows]
    assert words == sorted(words), "in the order of the alphabet"
    assert len(words) == len(set(words))
    for row in rows:
        for path in re.findall(r"`([\w/*.-]+\.py|[\w/*.-]+/)`", row):
            assert list((ROOT / "src/intrigue").glob(path)), path


def test_every_game_has_the_layout_of_all_games() -> None:
    """The two tables of CONTRIBUTING: files by concept, and phases by game."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("### One layout")[1]
    concepts, phases = text.split("| phase |")
    folders = [path.parent for path in (ROOT / "src/intrigue/games").glob("*/game.py")]
    needed = ("game", "view", "terminal", "notation", "beliefs", "dump", "bot", "rules/shown",
              "rules/acts", "rules/terms", "rules/state", "rules/options", "rules/refusals",
              "rules/position")  # fmt: skip
    page = ("index.ts", "Table.svelte", "Centre.svelte", "Mine.svelte", "Player.svelte",
            "Choices.svelte", "desk.svelte.ts", "story.ts", "words.ts", "lesson.ts",
            "Cards.svelte")  # fmt: skip
    assert {f"{name}.py" for name in needed} | set(page) <= set(
        re.findall(r"`([\w/.]+)`", concepts)
    )
    for folder in folders:
        assert [name for name in needed if not (folder / f"{name}.py").is_file()] == []
        there = ROOT / "web/src/games" / folder.name
        assert [name for name in page if not (there / name).is_file()] == []
    kinds = (".py", ".ts", ".svelte", ".css", ".svg")
    for files in (folders, [ROOT / "web/src/games" / folder.name for folder in folders]):
        shared = Counter(
            path.relative_to(folder).as_posix()
            for folder in files
            for path in tracked()
            if path.is_relative_to(folder) and path.suffix in kinds
        )
        for name, games in shared.items():
            stem = Path(name).stem
            named = f"`{name}`" in concepts or (name.startswith("rules/") and f"`{stem}`" in phases)
            assert games == 1 or named or stem == "__init__", f"{name}: one concept, one row"
    names = ["truce", "jaccuse", "emperor", "accusation", "complot"]
    for row in phases.split("\n\n")[0].splitlines()[2:]:
        for game, cell in zip(names, row.split("|")[2:-1], strict=True):
            for phase in re.findall(r"`(\w+)`", cell):
                file = ROOT / "src/intrigue/games" / game / "rules" / f"{phase}.py"
                assert file.is_file(), (game, phase)
