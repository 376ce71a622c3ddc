"""Words: one catalogue per game and language, read by terminal and page alike.

A sentence has places such as `{giver:seat}`; events, prompts and refusals bring only data.
Specs: `seat`, `seats`, `act` (a mapping with `kind`), `acts` (one per seat), `term`, `terms`, and
plural forms `{coins:# coin|# coins}`.
"""

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

LANGUAGES = ("en", "fr")
# the word before a place may lose its e: “de {name}” is “d’Ada”
_PLACE = re.compile(r"(\b(?:[Dd]|[Qq]u|[Ll]orsqu|[Pp]uisqu)e )?\{(\w+)(?::([^}]*))?\}")
_VOWEL = re.compile(r"[AEIOUÀÂÄÉÈÊËÎÏÔÖÙÛÜŒÆ]", re.IGNORECASE)
_AND = {"en": " and ", "fr": " et "}


class MissingText(LookupError):
    """A key that the catalogue lacks: a defect of the game, never of its user."""


class Catalogue:
    """The words of one folder in one language."""

    def __init__(self, home: Traversable, lang: str) -> None:
        self.lang = lang
        self.path = home / "text" / f"{lang}.toml"
        self.words: dict[str, Any] = tomllib.loads(self.path.read_text("utf-8"))

    def sentence(self, *keys: str) -> str:
        """The raw sentence at `section.key`."""
        found: Any = self.words
        for key in keys:
            found = found.get(key) if isinstance(found, Mapping) else None
        if not isinstance(found, str):
            raise MissingText(f"{self.path}: no text for {'.'.join(keys)}")
        return found

    def say(self, *keys: str, names: Sequence[str] = (), **data: Any) -> str:
        """The sentence with its places filled."""
        return self.fill(self.sentence(*keys), names, data)

    def fill(self, sentence: str, names: Sequence[str], data: Mapping[str, Any]) -> str:
        def put(place: re.Match[str]) -> str:
            before, value = place[1] or "", self._place(place, names, data)
            if before and self.lang == "fr" and _VOWEL.match(value):
                before = before[:-2] + "’"
            return before + value

        return _PLACE.sub(put, sentence)

    def _place(self, place: re.Match[str], names: Sequence[str], data: Mapping[str, Any]) -> str:
        name, spec = place[2], place[3] or ""
        if name not in data:
            raise MissingText(f"{self.path}: {place[0]} stands in a sentence without that value")
        value = data[name]
        if "|" in spec:
            one, many = spec.split("|")
            single = abs(value) < 2 if self.lang == "fr" else abs(value) == 1
            form: str = one if single else many
            return form.replace("#", str(value))
        if spec == "seat":
            return self.sentence("term", "nobody") if value is None else str(names[value])
        if spec == "seats":
            return self.join([names[seat] for seat in value])
        if spec == "list":
            return self.join([str(item) for item in value])
        if spec == "act":
            return self._act(names, value)
        if spec == "acts":
            space = " " if self.lang == "fr" else ""  # before a colon and a semicolon
            acts = zip(names, value, strict=True)
            said = (f"{who}{space}: {self._act(names, act)}" for who, act in acts)
            return f"{space}; ".join(said)
        if spec == "term":
            return self.sentence("term", str(value))
        if spec == "terms":
            return self.join([self.sentence("term", str(item)) for item in value])
        return str(value)

    def _act(self, names: Sequence[str], act: Mapping[str, Any]) -> str:
        said = self.fill(self.sentence("act", act["kind"]), names, act)
        return said if act.get("valid", True) else self.say("act", "invalid", act=said)

    def join(self, items: Sequence[str]) -> str:
        """`a, b and c`."""
        if len(items) < 2:
            return "".join(items)
        return ", ".join(items[:-1]) + _AND[self.lang] + items[-1]

    def keys(self) -> set[str]:
        """Every key, dotted: two languages must have the same."""
        return set(_dotted(self.words))


def _dotted(words: Mapping[str, Any], above: str = "") -> list[str]:
    out: list[str] = []
    for key, value in words.items():
        if isinstance(value, Mapping):
            out += _dotted(value, f"{above}{key}.")
        else:
            out.append(above + key)
    return out


@cache
def catalogue(package: str, lang: str) -> Catalogue:
    """The catalogue of a package's `text` folder."""
    return Catalogue(files(package), lang)


class BadInput(Exception):
    """A mistake of the person at the keyboard: a key of the kernel's catalogue (or of the
    package named), with parameters, and the rule that forbids it where there is one."""

    def __init__(
        self, code: str, rule: str = "", package: str = "intrigue.kernel", **data: Any
    ) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.package = package
        self.data = data

    def sentence(self, lang: str = "en") -> str:
        said = catalogue(self.package, lang).say("bad_input", self.code, **self.data)
        return f"{said} [{self.rule}]" if self.rule else said

    def __str__(self) -> str:
        return self.sentence()


def explain(error: BaseException) -> str:
    """An exception in a line, with the place in the code that raised it."""
    said = " ".join(str(error).split())[:300]
    text = f"{type(error).__name__}: {said}" if said else type(error).__name__
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    if frame is None:
        return text
    code = frame.tb_frame.f_code
    return f"{text} ({os.path.basename(code.co_filename)}:{frame.tb_lineno})"
