"""What is printed. Much of it was written by others (names, words and cards of a record from
somewhere), and a terminal obeys what it is sent: nothing but text gets through."""

import re
import textwrap
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from rich.console import Console
from rich.text import Text

# all that controls a terminal, and what turns text around; a line may end, and have tabs
_CONTROLS: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)


def plain(text: str) -> str:
    """A text that says nothing to a terminal."""
    return _CONTROLS.sub("\ufffd", text)


def folded(text: str, width: int) -> str:
    """Lines that are too long, broken between words and set in below their beginning."""
    lines: list[str] = []
    for line in text.split("\n"):
        below = " " * min(len(line) - len(line.lstrip()) + 2, width // 2)
        wrap = textwrap.TextWrapper(
            width,
            subsequent_indent=below,
            replace_whitespace=False,
            break_long_words=False,
            break_on_hyphens=False,
        )
        if len(line) > width:
            lines += wrap.wrap(line)
            lines[-1] += line[len(line.rstrip()) :]  # a prompt ends with a space
        else:
            lines.append(line)
    return "\n".join(lines)


# Colours of seats, in their order. A name always stands there in letters too, and nothing else is
# styled: without colours (NO_COLOR, a pipe) no control sequence is left.
_SEATS: Final = ("cyan", "yellow", "magenta", "green", "red", "bright_blue", "bright_cyan")
_MORE_SEATS: Final = ("bright_yellow", "bright_magenta", "bright_green", "bright_red", "blue")


def seat_colour(seat: int) -> str:
    return (_SEATS + _MORE_SEATS)[seat % (len(_SEATS) + len(_MORE_SEATS))]


def coloured(text: str, names: Sequence[str]) -> Text:
    """Every name of a seat in the seat's colour."""
    out = Text(text)
    longest = sorted(names, key=len, reverse=True)  # "Ada Lovelace" before "Ada"
    any_name = "|".join(re.escape(name) for name in longest)
    for found in re.finditer(rf"(?<!\w)(?:{any_name})(?!\w)", text):
        out.stylize(seat_colour(names.index(found[0])), *found.span())
    return out


def one_line(text: str) -> str:
    """The same for words that shall not look like several lines of our own."""
    return plain(" ".join(text.split()))


def print_json(value: Any) -> None:
    """For programs; JSON may have controls in it, but can also spell them."""
    text = msgspec.json.encode(value).decode()
    print(_CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


class Screen(Console):
    """A console that prints text as text, whoever wrote it; on a terminal between words, and with
    seats in their colours once `names` has them."""

    names: Sequence[str] = ()

    def print(self, *objects: Any, **how: Any) -> None:
        if self.is_terminal:
            how.setdefault("soft_wrap", False)
        super().print(*(self._shown(one, how) for one in objects), **how)

    def _shown(self, one: Any, how: dict[str, Any]) -> Any:
        if not isinstance(one, str):
            return one
        text = plain(one)
        if how.get("markup", True):
            return text
        if self.is_terminal and not how["soft_wrap"]:
            text = folded(text, self.width)
        return coloured(text, self.names) if self.names else text
