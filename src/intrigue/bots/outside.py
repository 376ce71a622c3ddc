"""Bots that somebody else wrote: installed under an entry point, or a class in a file. What their
names say, and what can be wrong with them."""

import importlib
import inspect
import os
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from intrigue.kernel.game import Game, Player
from intrigue.kernel.text import BadInput, catalogue, explain

WITH = ":"  # between the parts of a bot's name: `search:seconds=0.5`, `mypackage:Grudge:faithful`
GROUP = "intrigue.bots"
_KINDS = {bool: "switch", int: "number", float: "float", str: "text"}
_TRUTH = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def split(name: str) -> tuple[str, list[str], dict[str, str]]:
    """A name in its parts: what it begins with, plain words, and parameters."""
    head, *rest = name.split(WITH)
    words = [part for part in rest if "=" not in part]
    return head, words, dict(_pair(part) for part in rest if "=" in part)


def _pair(text: str) -> tuple[str, str]:
    key, _, value = text.partition("=")
    return key, value


@cache
def installed() -> dict[str, str]:
    """Installed bots by name: where their classes are. Nothing is imported for it."""
    points = sorted(set(entry_points(group=GROUP)), key=lambda at: (at.name, at.value))
    return {point.name: point.value for point in reversed(points)}


def installed_for(game: Game) -> list[str]:
    """The installed bots that play a game; broken ones are left out."""
    return [name for name, place in installed().items() if _would_play(place, game)]


def _would_play(place: str, game: Game) -> bool:
    try:
        return _plays(load(place), game)
    except BadInput:
        return False


def load(place: str) -> type[Player]:
    """The class at `module:Class`; raises `BadInput`."""
    module, _, name = place.partition(WITH)
    here = os.getcwd()  # where the file of somebody who tries something out lies
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)
    try:
        if not all(part.isidentifier() for part in module.split(".")):
            raise ModuleNotFoundError(name=module)
        found: Any = importlib.import_module(module)
    except (Exception, SystemExit) as error:  # a stranger's import may do anything
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing is not None and (module + ".").startswith(missing + "."):
            raise _bad("no_module", name=place, module=module) from None
        raise _bad("bad_module", name=place, module=module, why=explain(error)) from None
    for part in name.split("."):
        if not hasattr(found, part):
            known = [
                key
                for key, value in vars(found).items()
                if is_bot(value) and getattr(value, "__module__", "") == module
            ]
            code = "no_class" if known else "no_classes"
            raise _bad(code, name=part, module=module, known=known)
        found = getattr(found, part)
    if not is_bot(found):
        raise _bad("no_player", name=place)
    return found  # type: ignore[no-any-return]


def is_bot(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Player) and value is not Player


def load_for(game: Game, name: str, place: str) -> type[Player]:
    """The class, if it plays the game; raises `BadInput`."""
    kind = load(place)
    if not _plays(kind, game):
        raise _bad("not_for", name=name, game=game.title())
    return kind


def _plays(kind: type[Player], game: Game) -> bool:
    try:
        return bool(kind.plays(game))
    except Exception:  # a stranger's bot may do anything
        return False


# --- parameters -----------------------------------------------------------------------------------


def parameters(kind: type[Player]) -> dict[str, Any]:
    """What a bot can be told by its name: keyword-only arguments, with their defaults."""
    arguments = inspect.signature(kind).parameters.values()
    return {
        one.name: one.default
        for one in arguments
        if one.kind is one.KEYWORD_ONLY and type(one.default) in _KINDS
    }


def read_parameters(name: str, kind: type[Player], given: Mapping[str, str]) -> dict[str, Any]:
    """Values for them, of the type that the default has; raises `BadInput`."""
    known = parameters(kind)
    hints = get_type_hints(kind.__init__, include_extras=True)
    out: dict[str, Any] = {}
    for key, text in given.items():
        if key not in known:
            code = "no_parameter" if known else "no_parameters"
            raise _bad(code, name=name, key=repr(key), known=list(known))
        wanted = type(known[key])
        try:
            value = _TRUTH[text.lower()] if wanted is bool else wanted(text)
            out[key] = msgspec.convert(value, hints.get(key, Any))
        except (ValueError, KeyError):  # msgspec's is a ValueError, too
            code = f"bad_{_KINDS[wanted]}"
            raise _bad(code, name=name, key=key, value=repr(text)) from None
    return out


# --- what goes wrong ------------------------------------------------------------------------------


class Trouble(Exception):
    """What a bot did instead of an answer: a key of the catalogue, and particulars."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind = kind
        self.what = what

    def sentence(self, lang: str = "en") -> str:
        return catalogue(__package__, lang).say("trouble", self.kind, what=self.what)


def _bad(code: str, **data: Any) -> BadInput:
    return BadInput(code, package=__package__, **data)


def source(place: str) -> bytes:
    """The file of a class that was loaded: with every change of it, what it played is another's."""
    file = inspect.getsourcefile(sys.modules[place.partition(WITH)[0]])
    return Path(file).read_bytes() if file is not None else b""
