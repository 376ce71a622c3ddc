"""The form of a scenario: which keys there are, how each is written, and what `cases` are.

What the words mean at a table is decided elsewhere.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from intrigue.kernel.text import BadInput

from .matching import loose
from .yaml_lines import Broken, Items, Map, load, shown

Form = tuple[str, Callable[[Any], bool]]  # an example, and whether a value is written like it

MOST_TIMES: Final = 10_000  # that a step may be repeated


def _whole(value: Any, low: int = 0, high: int = 999_999) -> bool:
    return type(value) is int and low <= value <= high


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _list(value: Any) -> bool:
    return isinstance(value, list)


def _mapping(value: Any) -> bool:
    return isinstance(value, Map)


def _each(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """A mapping, by seat for example, whose values are all so."""
    return lambda value: isinstance(value, Map) and all(fits(one) for one in value.values())


def _event(value: Any) -> bool:
    """`reveal`, or `{loot: {coins: 2}}`."""
    return isinstance(value, str) or (
        isinstance(value, Map)
        and len(value) == 1
        and all(isinstance(data, Map) for data in value.values())
    )


def _events(value: Any) -> bool:
    return isinstance(value, list) and all(_event(item) for item in value)


def _deal(value: Any) -> bool:
    """`{from: Agatha, to: Barney, terms: …}`."""
    if not _mapping(value) or not set(value) <= set(DEAL_KEYS):
        return False
    named = _text(value.get("from")) and _text(value.get("terms"))
    return named and (_text(value.get("to", "")) or _texts(value["to"]))


def _claim(value: Any) -> bool:
    """`{Agatha: my order of round 1 is loot}`, or with whom it is told."""
    return isinstance(value, Map) and all(
        _text(one) or (_mapping(one) and set(one) == {"to", "says"}) for one in value.values()
    )


def _verdicts(value: Any) -> bool:
    """By viewer: for each deal its state, or the verdicts of its clauses."""
    return _each(lambda deals: _list(deals) and all(_text(d) or _texts(d) for d in deals))(value)


DEAL_KEYS: Final = ("from", "to", "terms", "secret", "until", "deadline", "counters")
_CHECKS: Final[dict[str, Form]] = {
    "then": ("then: {supply: {Agatha: 2}}", _mapping),
    "sees": ("sees: {Barney: {stash: 1}}", _each(_mapping)),
    "options": ("options: {Agatha: [pass, loot]}", _each(_texts)),
    "offered": ("offered: {Agatha: [loot]}", _each(_texts)),
    "not_offered": ("not_offered: {Agatha: [loot]}", _each(_texts)),
    "asked": ("asked: [Agatha, Barney]", _texts),
    "ready": ("ready: [Agatha]", _texts),
    "events": (
        "events: [reveal, {loot: {coins: 2}}] / events: {Barney: [reveal]}",
        lambda value: _events(value) or _each(_events)(value),
    ),
    "sequence": (
        "sequence: {loot: {looter: [Agatha, Barney]}}",
        _each(_each(lambda value: _list(value) or loose(value) != "")),
    ),
    "no_events": (
        "no_events: [attack] / no_events: {Barney: [attack]}",
        lambda value: _texts(value) or _each(_texts)(value),
    ),
    "done": (
        "done: [Agatha] / done: 2 / done: null",
        lambda value: value is None or _whole(value) or _texts(value) or loose(value) != "",
    ),
    "answers": (
        "answers: {Agatha: loot, Barney: null}",
        _each(lambda value: value is None or _text(value)),
    ),
    "draws": ("draws: 0", _whole),
    "ledger": ("ledger: {Agatha: [[kept, open], declined], spectator: []}", _verdicts),
    "claims": (
        "claims: {Agatha: [true, open]}",
        _each(
            lambda value: _list(value) and all(type(one) is bool or one == "open" for one in value)
        ),
    ),
    "refused": (
        "refused: {Agatha: {gift 9 Barney: TR-A17}}",
        lambda value: _text(value) or _each(_each(_text))(value),
    ),
    "outcome": (
        "outcome: {winners: [Agatha], reason: coins} / outcome: null",
        lambda value: value is None or _mapping(value),
    ),
    "same_view": (
        "same_view: {for: [Charles], given: {stash: 1}}",
        lambda value: _mapping(value) and _texts(value.get("for")),
    ),
}
CHECKS: Final = tuple(_CHECKS)
# the other keys of a scenario, and those of a step beside checks and seats
_PARTS: Final[dict[str, Form]] = {
    "title": ("title: Two looters share", _text),
    "game": ("game: truce", _text),
    "rules": ("rules: [TR-35, TR-16]", _texts),
    "seats": (
        "seats: [Agatha, Barney, Charles] / seats: 3",
        lambda value: _whole(value) or _list(value),
    ),
    "table": ("table: {rounds: 1}", _mapping),
    "given": ("given: {stash: 2}", _mapping),
    "chance": ("chance: [L, R]", _list),
    "before": ("before: [{Agatha: loot}, timeout]", _list),
    "when": ("when: [{Agatha: loot}, timeout]", _list),
    "cases": (
        "cases: [{given: {stash: 2}, then: {stash: 0}}]",
        lambda value: _list(value) and value != [] and all(_mapping(row) for row in value),
    ),
    "create": ("create: {seats: 2, refused: TR-1}", _mapping),
    "note": ("note: why this is shown", lambda value: True),
}
_STEP: Final[dict[str, Form]] = {
    "timeout": (
        "timeout / {timeout: now, repeat: 60}",
        lambda value: value is None or value is True or value == "now",
    ),
    "until": ("until: Agatha orders", lambda value: _text(value) and " " in value),
    "tick": ("tick: 12", lambda value: type(value) in (int, float)),
    "others": ("others: pass", _text),
    "table": ("table: freeze", _text),
    "deal": ("deal: {from: Agatha, to: Barney, terms: Agatha loots in round 1}", _deal),
    "accept": ("accept: {Barney: 1}", _each(_whole)),
    "decline": ("decline: {Barney: 1}", _each(_whole)),
    "withdraw": ("withdraw: {Agatha: 1}", _each(_whole)),
    "claim": ("claim: {Agatha: my order of round 1 is loot}", _claim),
    "expire": ("expire: 12", lambda value: type(value) in (int, float)),
    "prompt": ("prompt: 0", _whole),
    "chance": ("chance: [L, R]", _list),
    "repeat": ("repeat: 60", lambda value: _whole(value, 1, MOST_TIMES)),
    "steps": ("steps: [{Agatha: loot}, {others: pass}]", _list),
}
KEYS: Final = (*_PARTS, *CHECKS)
STEP_KEYS: Final = (*_STEP, *CHECKS)
_EXTRAS: Final = ("prompt", "chance", "repeat", *CHECKS)  # what a step has beside those who act
_WORLD: Final = ("for", "given", "before", "when", "chance")  # of `same_view`
_CREATE: Final = ("seats", "table", "refused")
_OF_ACTS: Final = ("events", "sequence", "no_events", "prompt", "repeat")


def find(paths: Sequence[Path]) -> list[Path]:
    """The scenario files at or below the given paths; raises `BadInput`."""
    out: list[Path] = []
    for path in paths:
        if path.is_dir():
            out += sorted(p for p in path.rglob("*") if p.suffix in (".yaml", ".yml"))
        elif path.exists():
            out.append(path)
        else:
            raise BadInput("no_file", path=str(path))
    return out


def read(path: Path) -> list[Map]:
    """The scenarios of a file, one per YAML document; raises `Broken`."""
    out = []
    for document in load(path):
        if document is None:
            continue
        if not isinstance(document, Map):
            lines = document.lines if isinstance(document, Items) else ()
            raise Broken(path, lines[0] if lines else 1, "not_a_mapping")
        _form(path, document, KEYS)
        if "title" not in document:
            raise Broken(path, document.line, "no_title")
        for row in document.get("cases", []):
            _form(path, row, [key for key in KEYS if key != "cases"])
        out.append(document)
    if not out:
        raise Broken(path, 1, "nothing")
    return out


def cases(document: Map) -> Iterator[Map]:
    """The document itself, or one document for each of its `cases` (mappings laid over it)."""
    if "cases" not in document:
        yield document
        return
    for number, row in enumerate(document["cases"], 1):
        merged = merge(document, row)
        del merged["cases"]
        merged.line = row.line
        merged["title"] = row.get("title", f"{document['title']} ({number})")
        yield merged


def merge(below: Map, above: Map) -> Map:
    out = Map(below)
    out.line = below.line
    out.lines = {**below.lines, **above.lines}
    for key, value in above.items():
        old = below.get(key)
        whole = loose(value) or loose(old)  # a way to compare, not parts to lay over each other
        if isinstance(value, Map) and isinstance(old, Map) and not whole:
            out[key] = merge(old, value)
        else:
            out[key] = value
    return out


# --- whether everything is written as it should be ------------------------------------------------


def _form(path: Path, scenario: Map, known: Sequence[str]) -> None:
    _known(path, scenario, known, "no_key")
    _written(path, scenario, {**_PARTS, **_CHECKS})
    if isinstance(scenario.get("refused"), str):  # a rule alone is for a step
        raise _shape(path, scenario, "refused", _CHECKS)
    if "create" in scenario:
        _create(path, scenario)
    for key in ("before", "when"):
        _steps(path, scenario.get(key, Items()))


def _create(path: Path, scenario: Map) -> None:
    _known(path, scenario["create"], _CREATE, "no_create_key")
    _written(path, scenario["create"], {**_PARTS, "refused": ("refused: TR-1", _text)})
    for key in scenario:
        if key in ("before", "when", *CHECKS):
            raise Broken(path, scenario.lines[key], "beside_create", key=key)


def _steps(path: Path, steps: Items) -> None:
    for line, step in zip(steps.lines, steps, strict=True):
        if step == "timeout":
            continue
        if not isinstance(step, Map) or not step:
            raise Broken(path, line, "no_step", step=shown(step))
        _written(path, step, {**_CHECKS, **_STEP})
        _steps(path, step.get("steps", Items()))
        if not actors(step):
            for key in step:
                if key in _OF_ACTS or (key == "refused" and isinstance(step[key], str)):
                    raise Broken(path, step.lines[key], "nobody_acts", key=key)


def actors(step: Map) -> list[str]:
    """Who or what does something in a step: its keys without checks and extras."""
    return [key for key in step if key not in _EXTRAS]


def _known(path: Path, part: Map, known: Sequence[str], why: str) -> None:
    for key in part:
        if key not in known:
            raise Broken.unknown(path, part.lines[key], why, key, known)


def _written(path: Path, part: Map, forms: Mapping[str, Form]) -> None:
    for key, value in part.items():
        if key in forms and not forms[key][1](value):
            raise _shape(path, part, key, forms)
        if key == "same_view":
            _known(path, value, _WORLD, "no_world_key")
            _written(path, value, _PARTS)
            for steps in ("before", "when"):
                _steps(path, value.get(steps, Items()))
        if key in CHECKS:
            _loosely(path, part.lines[key], value)


def _loosely(path: Path, line: int, value: Any) -> None:
    """`unordered` wants a list, however deep it stands."""
    if loose(value) == "unordered" and not _list(value["unordered"]):
        raise Broken(path, line, "shape", key="unordered", example="unordered: [L, R]")
    inner = value.values() if isinstance(value, Map) else value if _list(value) else ()
    for one in inner:
        _loosely(path, line, one)


def _shape(path: Path, part: Map, key: str, forms: Mapping[str, Form]) -> Broken:
    return Broken(path, part.lines[key], "shape", key=key, example=forms[key][0])
