"""States as encoded parts, so that only what changed is looked at, and what several viewers are
shown is encoded once. It knows nothing of what the parts mean.
"""

import msgspec
from msgspec import Raw, Struct

from .patch import Op, diff, escaped

Parts = Raw | dict[str, Raw]  # an object opened one level, or anything whole
Fields = dict[str, Parts]
Difference = tuple[str, Raw, Raw]  # a path, and what stands there before and after
_MADE_ANEW = (int, str, bool, type(None))  # cheaper to encode than to look up


def encode(value: object) -> Raw:
    return Raw(msgspec.json.encode(value))


def assembled(parts: Parts) -> Raw:
    """Put together again."""
    return encode(parts) if isinstance(parts, dict) else parts


class Printer:
    """Encodes values part by part. Until it is told to forget, equal parts are one object."""

    def __init__(self) -> None:
        self._by_identity: dict[int, tuple[object, Raw]] = {}  # the value, so that it stays alive
        self._by_text: dict[bytes, Raw] = {}
        self._last: dict[type[Struct], tuple[tuple[object, ...], dict[str, Raw]]] = {}

    def forget(self) -> None:
        """The values may change from here on."""
        self._by_identity.clear()
        self._by_text.clear()
        self._last.clear()

    def parts(self, value: object) -> Parts:
        """An object in parts; anything else whole."""
        if not isinstance(value, Struct) or not _plain(type(value)):
            return encode(value)
        names = type(value).__struct_encode_fields__
        values = msgspec.structs.astuple(value)
        last, made = self._last.get(type(value), ((), {}))
        parts = made.copy()
        for at, name in enumerate(names):
            part = values[at]
            if not last or part is not last[at]:  # mostly another viewer was shown the same
                parts[name] = self._part(part)
        self._last[type(value)] = values, parts
        return parts

    def _part(self, value: object) -> Raw:
        if isinstance(value, _MADE_ANEW):
            return self._same(msgspec.json.encode(value))
        known = self._by_identity.get(id(value))
        if known is None:
            text = msgspec.json.encode(value)
            known = self._by_identity[id(value)] = value, self._same(text)
        return known[1]

    def _same(self, text: bytes) -> Raw:
        known = self._by_text.get(text)
        if known is None:
            known = self._by_text[text] = Raw(text)
        return known


def _plain(kind: type[Struct]) -> bool:
    """Whether it is encoded as an object with all of its fields."""
    config = kind.__struct_config__
    return not (config.array_like or config.omit_defaults or config.tag is not None)


_paths: dict[tuple[str, str], str] = {}


def _path(name: str, part: str) -> str:
    known = _paths.get((name, part))
    if known is None:
        known = _paths[name, part] = f"/{name}/{escaped(part)}"
    return known


def differences(name: str, old: Parts, new: Parts) -> list[Difference]:
    """Where a field of two states differs."""
    if old is new or old == new:
        return []
    if not isinstance(old, dict) or not isinstance(new, dict) or old.keys() != new.keys():
        return [(f"/{name}", assembled(old), assembled(new))]
    return [
        (_path(name, part), old[part], value)
        for part, value in new.items()
        if old[part] is not value and old[part] != value
    ]


def patch(change: Difference) -> list[Op]:
    """A change as JSON Patch."""
    path, before, after = change
    return diff(before, after, path)
