"""The difference between two trees of plain data, as JSON Patch (RFC 6902) writes it.

It uses `add`, `replace` and `remove` only, and touches lists at their end, so that what grows (a
log, a past) costs what was added. It knows nothing of what the trees mean.
"""

from typing import Any

Op = dict[str, Any]


def diff(before: Any, after: Any) -> list[Op]:
    """The operations that turn `before` into `after`."""
    ops: list[Op] = []
    _diff(before, after, "", ops)
    return ops


def _diff(before: Any, after: Any, path: str, ops: list[Op]) -> None:
    if before is after:
        return
    if type(before) is dict and type(after) is dict:
        for key in before:
            if key not in after:
                ops.append({"op": "remove", "path": f"{path}/{_escape(key)}"})
        for key, value in after.items():
            here = f"{path}/{_escape(key)}"
            if key not in before:
                ops.append({"op": "add", "path": here, "value": value})
            else:
                _diff(before[key], value, here, ops)
    elif type(before) is list and type(after) is list:
        shared = min(len(before), len(after))
        for i in range(shared):
            _diff(before[i], after[i], f"{path}/{i}", ops)
        for i in range(len(before) - 1, shared - 1, -1):
            ops.append({"op": "remove", "path": f"{path}/{i}"})
        for value in after[shared:]:
            ops.append({"op": "add", "path": f"{path}/-", "value": value})
    elif type(before) is not type(after) or before != after:
        ops.append({"op": "replace", "path": path, "value": after})


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


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
