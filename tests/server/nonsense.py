"""What a client should not send: frames and requests of every kind, bent out of shape."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

Json = dict[str, Any]
ODD: list[Any] = [
    None, True, False, -1, 0, 1, 2, 7, 98, 99, 100, 2**31, 2**53, 2**53 + 1, 2**63, 2**70, -(2**70),
    0.5, -0.0, 1e-320, 1e300, "", " ", "x", "é" * 300, "x" * 501, "x" * 1001, "\x00", "\x1b[2J",
    "\u202e", "\u2028", "\ufeff", "🂡" * 40, "a\u0301" * 200, "null", "-1", "NaN", "../../x", "%00",
    [], {}, [[]], [None], [-1], [0, 0], [1, 2, 99], ["x"] * 40, {"a": 1}, {"": {"": {}}},
    [{"prompt": "orders", "act": "loot"}], [{"prompt": "x", "act": ""}], [{"prompt": 1}],
    "pass", "loot", "concede", "en", "fr", "days", "live", "table", "all",
]  # fmt: skip
NUMBERS = ["1e400", "-1e400", "9" * 400, "-" + "9" * 40, "1E-999", "01", "0x1f", "+1", "1.", ".5",
           "NaN", "Infinity", "-Infinity", "1e", "--1", "1_000", "१२३"]  # fmt: skip
PIECES = ['"', "{", "}", "[", "]", ":", ",", "\\", "\\u", "\\ud800", "\x00", "null", "true", "1e9"]


def bend(rng: Random, frame: Json) -> bytes:
    """A frame as text that may make no sense any more."""
    return rng.choice(_WAYS)(rng, dict(frame))


def _dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")


def _odd_value(rng: Random, frame: Json) -> bytes:
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        frame[rng.choice(list(frame))] = rng.choice(ODD)
    return _dumped(frame)


def _missing(rng: Random, frame: Json) -> bytes:
    del frame[rng.choice(list(frame))]
    return _dumped(frame)


def _more(rng: Random, frame: Json) -> bytes:
    frame[rng.choice(["x", "seat", "by", "now", "do ", "Key", ""])] = rng.choice(ODD)
    return _dumped(frame)


def _letters(rng: Random, frame: Json) -> bytes:
    text = json.dumps(frame)
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            text = text[:at] + rng.choice(PIECES) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + rng.randrange(1, 4) :]
        elif kind == 2:
            text = text[:at] + chr(rng.randrange(1, 0xD7FF)) + text[at + 1 :]
        else:
            text = text[:at] + text[max(0, at - rng.randrange(1, 20)) :]
    return text.encode("utf-8", "replace")


def _cut(rng: Random, frame: Json) -> bytes:
    text = _dumped(frame)
    return text[: rng.randrange(len(text))].decode("utf-8", "ignore").encode()


def _twice(rng: Random, frame: Json) -> bytes:
    name = rng.choice(list(frame))
    return _dumped(frame)[:-1] + b',"%b":%b}' % (name.encode(), _dumped(rng.choice(ODD)))


def _deep(rng: Random, frame: Json) -> bytes:
    depth = rng.choice((5, 100, 1000, 7000))
    mark = rng.choice((b"[", b'{"a":', b'[{"a":'))
    inside = mark * depth if len(mark) == 1 else mark * (depth // len(mark))
    name = rng.choice(list(frame))
    return rng.choice((inside, b'{"do":"%b","%b":%b' % (b"submit", name.encode(), inside)))


def _number(rng: Random, frame: Json) -> bytes:
    name = rng.choice([*frame, "prompt", "number", "seat"])
    frame.pop(name, None)
    return _dumped(frame)[:-1] + f',"{name}":{rng.choice(NUMBERS)}}}'.encode()


def _rubbish(rng: Random, frame: Json) -> bytes:
    size = rng.choice((0, 1, 3, 30, 300))
    return "".join(chr(rng.randrange(0xD7FF)) for _ in range(size)).encode()


def _other(rng: Random, frame: Json) -> bytes:
    return _dumped(rng.choice([*ODD, [frame], [frame, frame], {"frame": frame}, frame["do"]]))


def _long(rng: Random, frame: Json) -> bytes:
    name = rng.choice(list(frame))
    frame[name] = rng.choice(("x", "é", "\\", '"')) * rng.choice((200, 4000, 9000, 15000))
    return _dumped(frame)


_WAYS: list[Callable[[Random, Json], bytes]] = [
    _odd_value, _odd_value, _odd_value, _odd_value, _missing, _more, _letters, _letters, _letters,
    _cut, _twice, _deep, _number, _rubbish, _other, _long,
]  # fmt: skip


class Frames:
    """Frames of every kind, with what is known of the table at the moment."""

    def __init__(self, rng: Random, described: Json) -> None:
        self.rng = rng
        self.shapes: dict[str, Json] = {}
        for kind in described["client"]["oneOf"]:
            shape = described["$defs"][kind["$ref"].rpartition("/")[2]]["properties"]
            self.shapes[shape["do"]["enum"][0]] = shape
        self.kinds = [*self.shapes, *["submit"] * 8, *["say"] * 2]
        self.options: list[str] = ["pass"]
        self.prompt = 0
        self.seats = 3
        self.ask = "orders"
        self.keys: list[str] = []

    def see(self, state: Json) -> None:
        """A view came."""
        self.prompt = state["prompt"]
        ask = state["ask"]
        if ask is not None:
            self.options, self.ask = ask["options"], ask["kind"]

    def one(self) -> Json:
        """A frame that makes sense, more or less."""
        rng = self.rng
        do = rng.choice(self.kinds)
        if self.keys and rng.random() < 0.1:
            key = rng.choice(self.keys)  # an old one
        else:
            key = f"k{rng.getrandbits(40):x}"
            self.keys.append(key)
        frame: Json = {"do": do, "key": key}
        match do:
            case "submit":
                prompt = self.prompt if rng.random() < 0.8 else None
                act = rng.choice(self.options)
                frame |= {"act": act, "ready": rng.random() < 0.7, "prompt": prompt}
            case "ready" | "unready":
                frame |= {"prompt": self.prompt}
            case "arm":
                order = {"prompt": self.ask, "act": rng.choice(self.options)}
                frame |= {"orders": [order] * rng.randrange(3)}
            case "say":
                to = rng.choice([None, [], [rng.randrange(self.seats)]])
                frame |= {"text": rng.choice(["hello", "«é» 🂡", "<b>x</b>", "a\nb"]), "to": to}
            case _:  # whatever there is, by its description
                for name, about in self.shapes[do].items():
                    if name not in frame:
                        frame[name] = _by_type(rng, about, self.seats)
        return frame


def _by_type(rng: Random, about: Json, seats: int) -> Any:
    if "anyOf" in about:
        return _by_type(rng, rng.choice(about["anyOf"]), seats)
    if "enum" in about:
        return rng.choice(about["enum"])
    match about.get("type"):
        case "integer":
            return rng.randrange(seats)
        case "number":
            return rng.choice((0.01, 1, 48.0))
        case "boolean":
            return rng.random() < 0.5
        case "string":
            return rng.choice(("days", "live", "en", "fr"))
        case "array":
            return []
        case _:
            return None
