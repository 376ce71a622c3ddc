"""A package for a game of one's own: the smallest complete game, copied under another name. It
keeps every promise of the contract from the start, and is then changed rule by rule."""

import keyword
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from intrigue.kernel.game import discover
from intrigue.kernel.text import BadInput

_TEMPLATE = "intrigue.lab.newgame"


def make(name: str, folder: Path) -> Path:
    """A folder of that name with the package; raises `BadInput`."""
    _check_form(name)
    home = folder / name
    if home.exists():
        raise BadInput("exists", package="intrigue", path=str(home))
    if name in discover() or find_spec(name) is not None:
        raise BadInput("game_taken", package="intrigue", name=name)
    try:
        for path, text in _files(name):
            (home / path).parent.mkdir(parents=True, exist_ok=True)
            (home / path).write_text(text, "utf-8")
    except OSError as error:
        why = error.strerror or str(error)
        raise BadInput("not_written", package="intrigue", path=str(home), why=why) from None
    return home


def _check_form(name: str) -> None:
    sound = re.fullmatch("[a-z][a-z0-9_]{1,30}", name) and not keyword.iskeyword(name)
    if not sound:
        raise BadInput("game_name", package="intrigue", name=repr(name))


def _files(name: str) -> list[tuple[str, str]]:
    """Every file of the package, with what stands in it."""
    title = "".join(part.capitalize() for part in name.split("_"))
    words = {"newgame": name, "Newgame": title, "NG": prefix(name)}
    form = re.compile(r"newgame|Newgame|\bNG\b")

    def renamed(text: str) -> str:
        return form.sub(lambda found: words[found[0]], text)

    out = []
    for path, text in _below(files(_TEMPLATE), ""):
        inside = path.removeprefix("package/") if path.startswith("package/") else None
        where = f"src/{name}/{path}" if inside is None else inside
        if path == "__init__.py":
            text = f'"""{title}, a game for the table of intrigue."""\n'
        if where.startswith("test_"):
            where = f"tests/{where}"
        out.append((renamed(where), renamed(text)))
    return out


def _below(folder: Traversable, above: str) -> list[tuple[str, str]]:
    out: list[tuple[str, str]] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                out += _below(entry, f"{above}{entry.name}/")
        else:
            out.append((above + entry.name, entry.read_text("utf-8")))
    return out


def prefix(name: str) -> str:
    """What its rules are numbered by: letters of its name, as no other game has them."""
    taken = {one for game in discover().values() for one in (game.prefix, *game.more_prefixes)}
    letters = re.sub("[^A-Z]", "", name.upper())
    pairs = [letters[0] + letter for letter in letters[1:]] + [letters[:3], letters]
    return next((pair for pair in pairs if len(pair) > 1 and pair not in taken), "XG")
