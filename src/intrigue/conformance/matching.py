"""Comparing what a scenario wants with what is there: by name where the truth has numbers, only as
far as the scenario says, and where it says so in any order (`unordered`) or in part (`contains`).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from intrigue.kernel.game import Json

from .yaml_lines import shown

Difference = tuple[str, dict[str, Json]]  # a sentence of the catalogue, and what it is about
LOOSE: Final = ("unordered", "contains")


def match(wanted: Json, actual: Json, names: Sequence[str], where: str = "") -> list[Difference]:
    """How `actual` fails to contain `wanted`. A mapping by seat name fits a list in seat order,
    and a name fits the number of that seat."""
    how = loose(wanted)
    if how and not (isinstance(actual, Mapping) and how in actual):
        return _loosely(how, wanted[how], actual, names, where)
    if isinstance(wanted, Mapping):
        return _mapping(wanted, actual, names, where)
    if isinstance(wanted, list) and isinstance(actual, (list, tuple)):
        if len(wanted) == len(actual):
            pairs = enumerate(zip(wanted, actual, strict=True))
            return [bad for i, (w, a) in pairs for bad in match(w, a, names, _at(where, i))]
    elif type(wanted) is type(actual) or isinstance(actual, bool):
        if wanted == actual:
            return []
    elif isinstance(actual, int) and 0 <= actual < len(names) and wanted == names[actual]:
        return []
    return [_differs(where, wanted, actual)]


def loose(wanted: Json) -> str:
    """`unordered` or `contains`, if that is all there is to a mapping; else nothing."""
    if isinstance(wanted, Mapping) and len(wanted) == 1:
        (key,) = wanted
        return str(key) if key in LOOSE else ""
    return ""


def _mapping(
    wanted: Mapping[str, Json], actual: Json, names: Sequence[str], where: str
) -> list[Difference]:
    if isinstance(actual, (list, tuple)) and len(actual) == len(names):
        actual = dict(zip(names, actual, strict=True))
    if not isinstance(actual, Mapping):
        return [_differs(where, wanted, actual)]
    out: list[Difference] = []
    for key, value in wanted.items():
        if key in actual:
            out += match(value, actual[key], names, _at(where, key))
        else:
            known = [str(one) for one in actual]
            out.append(("missing", {"place": _at(where, key), "known": known}))
    return out


def _loosely(
    how: str, wanted: Json, actual: Json, names: Sequence[str], where: str
) -> list[Difference]:
    items = wanted if isinstance(wanted, list) else [wanted]
    facts: dict[str, Json] = {"place": where, "actual": shown(actual), "wanted": shown(wanted)}
    if isinstance(actual, str) and how == "contains":
        lacking = [item for item in items if str(item) not in actual]
    elif isinstance(actual, (list, tuple)):
        lacking = _without_partner(items, actual, names)
        if how == "unordered":
            return [("unordered", facts)] if lacking or len(items) != len(actual) else []
    else:
        return [("not_loose", {**facts, "how": how})]
    return [("lacks", {**facts, "items": [shown(item) for item in lacking]})] if lacking else []


def _without_partner(
    wanted: Sequence[Json], actual: Sequence[Json], names: Sequence[str]
) -> list[Json]:
    """The wanted items that find none of their own in `actual`. An item that says little fits
    several, so one that is placed already moves on if it can."""
    taken: dict[int, int] = {}

    def place(number: int, tried: set[int]) -> bool:
        for at, item in enumerate(actual):
            if at not in tried and not match(wanted[number], item, names):
                tried.add(at)
                if at not in taken or place(taken[at], tried):
                    taken[at] = number
                    return True
        return False

    return [item for number, item in enumerate(wanted) if not place(number, set())]


def _at(where: str, key: Json) -> str:
    return f"{where}.{key}" if where else str(key)


def _differs(where: str, wanted: Json, actual: Json) -> Difference:
    return "differs", {"place": where, "actual": shown(actual), "wanted": shown(wanted)}
