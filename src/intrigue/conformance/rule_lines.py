"""From a rule to its line: where the rule's number stands in the code that carries it out, in
scenarios, in the page and in texts; and which rules are only text.

A number is written alone (`AB-56`), in a list, or at the ends of a range: `AB-30…32`,
`AB-8…AB-11`, `AB-A11…A13`.
"""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final

from msgspec import Struct

from intrigue.kernel.game import Game, Json
from intrigue.kernel.text import BadInput

GROUPS: Final = ("code", "scenarios", "page", "text")
_TABLE: Final = ("kernel", "session", "server")  # carry out what is the same at every table
_PAGE: Final = (".ts", ".svelte", ".css")
_OURS: Final = "intrigue."


class Place(Struct, frozen=True):
    """A line that names a rule, and what to read there."""

    path: Path
    line: int
    text: str


class Number(Struct, frozen=True):
    """A rule's number: `AB` and `A17`."""

    prefix: str
    word: str

    def __str__(self) -> str:
        return f"{self.prefix}-{self.word}"

    def within(self, first: "Number", last: "Number") -> bool:
        """Whether it is one of these two, or lies between them."""
        if self in (first, last):
            return True
        low, mine, high = (number._parts() for number in (first, self, last))
        return low[0] == mine[0] == high[0] and low[1] < mine[1] < high[1]

    def _parts(self) -> tuple[tuple[str, str], int]:
        """The series it belongs to, and its place there."""
        letters = self.word.rstrip("0123456789")
        return (self.prefix, letters), int(self.word[len(letters) :] or -1)


class Unplaced(Struct):
    """What is wrong with a game's numbers."""

    neither: list[str]  # rules that no code names, and that are not listed as text
    both: list[str]
    unheard: dict[str, list[str]]  # numbers that no rule has, with their places
    unheard_text: list[str]  # the same in the list of texts


class Numbers:
    """Reads the numbers of one game's rules."""

    def __init__(self, game: Game) -> None:
        prefix = "|".join((game.prefix, *game.more_prefixes))
        word = r"([A-Z]*\d+\w*)"
        self._form = re.compile(rf"\b({prefix})-{word}(?:…(?:({prefix})-)?{word})?")
        self.book = {rule: self.read(rule) for rule in game.rulebook()}

    def read(self, rule: str) -> Number:
        prefix, _, word = rule.partition("-")
        return Number(prefix, word)

    def spans(self, text: str) -> Iterator[tuple[Number, Number]]:
        """Every number or range in a text, as its two ends. The second may be short: `A11…A13`,
        `30…32`."""
        for prefix, word, other, end in self._form.findall(text):
            first = Number(prefix, word)
            yield first, Number(other or prefix, end) if end else first


def sources(game: Game, package: Path | None = None) -> dict[str, list[Path]]:
    """The files in which a game's rules are named, by group. `package` is the folder of `intrigue`;
    the page's sources stand beside it in a repository, and nowhere in an installed program."""
    package = package or Path(str(files("intrigue")))
    home = Path(str(game.home))
    if game.package.startswith(_OURS):
        home = package.joinpath(*game.package.removeprefix(_OURS).split("."))
    code = [home, *(package / name for name in _TABLE)]
    texts = [path for path in _below(home) if path.suffix in (".md", ".toml")]
    found = {
        "code": [path for folder in code for path in _below(folder) if path.suffix == ".py"],
        "scenarios": [path for path in _below(home / "scenarios") if path.suffix == ".yaml"],
        "text": texts,
    }
    page = package.parent.parent / "web" / "src" / "games"
    if page.is_dir():
        found["page"] = [path for path in _below(page / game.id) if path.suffix in _PAGE]
    return {group: found[group] for group in GROUPS if group in found}


def where(game: Game, rule: str, package: Path | None = None) -> dict[str, list[Place]]:
    """Every line that names the rule, by group; a group that is not installed is left out."""
    numbers = Numbers(game)
    wanted = numbers.read(rule)
    return {
        group: [
            Place(path, at + 1, _worth_reading(lines, at))
            for path in paths
            for lines in [path.read_text("utf-8").splitlines()]
            for at, text in enumerate(lines)
            if any(wanted.within(*span) for span in numbers.spans(text))
        ]
        for group, paths in sources(game, package).items()
    }


def _worth_reading(lines: list[str], at: int) -> str:
    """The line itself; of a scenario's list of rules, its title."""
    if lines[at].lstrip().startswith("rules:"):
        for line in reversed(lines[:at]):
            title = re.match(r"[\s{-]*title: *(.*)", line)
            if title:
                return title[1].strip("'\"")
    return lines[at].strip()


def text_only(game: Game, package: Path | None = None) -> dict[str, str]:
    """The rules that no code carries out, each with the reason: `rulebook/text_only.toml`."""
    for path in sources(game, package)["text"]:
        if path.parts[-2:] == ("rulebook", "text_only.toml"):
            return _read_text_only(path)
    return {}


def unplaced(game: Game, package: Path | None = None) -> Unplaced:
    """Whether every rule is named where it is carried out, or else listed as text; and whether
    every number is a rule's."""
    numbers = Numbers(game)
    book = numbers.book
    named: set[str] = set()
    unheard: dict[str, list[str]] = {}
    paths = sources(game, package)
    for path in [*paths["code"], *paths.get("page", [])]:
        for at, text in enumerate(path.read_text("utf-8").splitlines(), 1):
            for span in numbers.spans(text):
                named |= {rule for rule, number in book.items() if number.within(*span)}
                for end in {str(end) for end in span} - set(book):
                    unheard.setdefault(end, []).append(f"{path}:{at}")
    texts = text_only(game, package)
    return Unplaced(
        neither=[rule for rule in book if rule not in named and rule not in texts],
        both=[rule for rule in book if rule in named and rule in texts],
        unheard=unheard,
        unheard_text=[rule for rule in texts if rule not in book],
    )


def _read_text_only(path: Path) -> dict[str, str]:
    try:
        rules: Json = tomllib.loads(path.read_text("utf-8")).get("rules")
    except tomllib.TOMLDecodeError as error:
        raise BadInput("toml", path=str(path), why=str(error)) from None
    if not isinstance(rules, dict):
        raise BadInput("text_only", path=str(path))
    if not all(isinstance(why, str) and why.strip() for why in rules.values()):
        raise BadInput("text_only", path=str(path))
    return dict(rules)


def _below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())
