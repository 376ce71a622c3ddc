"""What stands on the command line, read: seats, options, bots and files."""

from pathlib import Path

from intrigue.kernel.game import Setup
from intrigue.kernel.text import BadInput

NAMES = ("Agatha", "Barney", "Charles", "Darcy", "Edith", "Felix", "Gwen", "Hugo", "Iris", "Jules")


def default_names(seats: int) -> list[str]:
    """Names for a table of that size."""
    return [NAMES[i] if i < len(NAMES) else f"Player{i + 1}" for i in range(max(seats, 0))]


def read_options(pairs: list[str]) -> dict[str, str]:
    """`name=value` from the command line."""
    out: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput("option_form", text=repr(pair), package="intrigue")
        out[name] = value
    return out


def seat_bots(text: str, setup: Setup) -> tuple[str, ...]:
    """`normal,random` by seat; the last one fills the seats that are left."""
    names = bot_names(text)
    if not names:
        return ()
    if len(names) > setup.seats:
        raise BadInput("too_many_bots", count=len(names), seats=setup.seats, package="intrigue")
    return tuple(names + [names[-1]] * (setup.seats - len(names)))


def read_text(path: Path) -> str:
    """A text file; raises `BadInput`."""
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise BadInput("no_file", path=str(path)) from None
    except UnicodeDecodeError:
        raise BadInput("not_utf8", path=str(path)) from None
    except OSError as error:
        raise BadInput("unreadable", path=str(path), why=error.strerror or str(error)) from None


def bot_names(text: str) -> list[str]:
    """`normal,random`, as names."""
    return [name.strip() for name in text.split(",") if name.strip()]


def can_write(path: Path) -> None:
    """Whether a file can be written, before long work for it; raises `BadInput`."""
    try:
        path.open("a").close()
    except OSError as error:
        why = error.strerror or str(error)
        raise BadInput("not_written", package="intrigue", path=str(path), why=why) from None


def write_text(path: Path, text: str) -> None:
    """Write a file; raises `BadInput`."""
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        why = error.strerror or str(error)
        raise BadInput("not_written", package="intrigue", path=str(path), why=why) from None
