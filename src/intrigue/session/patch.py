"""The difference between two JSON texts, as JSON Patch (RFC 6902) writes it.

It uses `add`, `replace` and `remove` only, and touches lists at their end, so that what grows (a
log, a past) costs what was added. Texts are compared as bytes and opened only where they differ. It
knows nothing of what they mean.
"""

from typing import Any

import msgspec
from msgspec import Raw

Op = dict[str, Any]
_MAPPING: msgspec.json.Decoder[dict[str, Raw]] = msgspec.json.Decoder(dict[str, Raw])
_LIST: msgspec.json.Decoder[list[Raw]] = msgspec.json.Decoder(list[Raw])


def diff(before: bytes | Raw, after: bytes | Raw, path: str = "") -> list[Op]:
    """The operations that turn one text into the other; values stay encoded (`Raw`). Both must
    come from the same encoder: what is spelt differently is different."""
    ops: list[Op] = []
    _diff(Raw(bytes(before)), Raw(bytes(after)), path, ops)
    return ops


def fields(text: bytes | Raw) -> dict[str, Raw]:
    """A JSON object's members, still encoded."""
    return _MAPPING.decode(text)


def diff_fields(before: dict[str, Raw], after: dict[str, Raw], path: str, ops: list[Op]) -> None:
    """The same for two objects that were opened already."""
    for key in before:
        if key not in after:
            ops.append({"op": "remove", "path": f"{path}/{escaped(key)}"})
    for key, value in after.items():
        old = before.get(key)
        if old is None:
            ops.append({"op": "add", "path": f"{path}/{escaped(key)}", "value": value})
        elif old != value:
            _diff(old, value, f"{path}/{escaped(key)}", ops)


def _diff(before: Raw, after: Raw, path: str, ops: list[Op]) -> None:
    if before == after:
        return
    kinds = bytes(memoryview(before)[:1]) + bytes(memoryview(after)[:1])
    if kinds == b"{{":
        diff_fields(_MAPPING.decode(before), _MAPPING.decode(after), path, ops)
    elif kinds == b"[[":
        tail = _added(before, after)
        if tail is not None:
            ops += [{"op": "add", "path": f"{path}/-", "value": value} for value in tail]
            return
        old, new = _LIST.decode(before), _LIST.decode(after)
        shared = min(len(old), len(new))
        for i in range(shared):
            if old[i] != new[i]:
                _diff(old[i], new[i], f"{path}/{i}", ops)
        for i in range(len(old) - 1, shared - 1, -1):
            ops.append({"op": "remove", "path": f"{path}/{i}"})
        for value in new[shared:]:
            ops.append({"op": "add", "path": f"{path}/-", "value": value})
    else:
        ops.append({"op": "replace", "path": path, "value": after})


def _added(before: Raw, after: Raw) -> list[Raw] | None:
    """What a list has gained, if it only grew; nothing, if that is not seen at once."""
    old, new = memoryview(before), memoryview(after)
    size = len(old) - 1  # up to its closing bracket
    if size < 2 or len(new) <= size or new[size] != 0x2C or new[:size] != old[:size]:
        return None
    return _LIST.decode(b"[" + bytes(new[size + 1 :]))


def apply(tree: Any, ops: list[Op]) -> Any:
    """The tree after the operations. Lists and mappings inside it change in place."""
    for op in ops:
        *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in _parts(op)]
        if not parents:
            tree = op["value"]
            continue
        here = tree
        for key in parents[1:]:
            here = here[int(key)] if isinstance(here, list) else here[key]
        if isinstance(here, list):
            if op["op"] == "remove":
                del here[int(last)]
            elif op["op"] == "replace":
                here[int(last)] = op["value"]
            else:
                here.insert(len(here) if last == "-" else int(last), op["value"])
        elif op["op"] == "remove":
            del here[last]
        else:
            here[last] = op["value"]
    return tree


def _parts(op: Op) -> list[str]:
    parts: list[str] = op["path"].split("/")
    return parts


def escaped(key: str) -> str:
    """A key as a part of a path."""
    return key.replace("~", "~0").replace("/", "~1")
