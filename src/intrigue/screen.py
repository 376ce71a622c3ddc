"""What is printed. Much of it was written by others (names, words and cards of a record from
somewhere), and a terminal obeys what it is sent: nothing but text gets through."""

import re
from typing import Any, Final

import msgspec
from rich.console import Console

# all that controls a terminal, and what turns text around; a line may end, and have tabs
_CONTROLS: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)


def plain(text: str) -> str:
    """A text that says nothing to a terminal."""
    return _CONTROLS.sub("\ufffd", text)


def one_line(text: str) -> str:
    """The same for words that shall not look like several lines of our own."""
    return plain(" ".join(text.split()))


def print_json(value: Any) -> None:
    """For programs; JSON may have controls in it, but can also spell them."""
    text = msgspec.json.encode(value).decode()
    print(_CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


class Screen(Console):
    """A console that prints text as text, whoever wrote it."""

    def print(self, *objects: Any, **how: Any) -> None:
        super().print(*(plain(one) if isinstance(one, str) else one for one in objects), **how)
