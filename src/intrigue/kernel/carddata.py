"""Cards as data: reading a game's card file so that every mistake names file, card and field.

It knows TOML, fields and types. What a card means is the game's business: the game reads each
`Row` field by field, and whatever it leaves unread is a mistake, too.
"""

import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from .text import BadInput, catalogue

Json = Any


class BadCard(BadInput):
    """A card file that cannot be used: where, and what was expected. `why` is a key of the section
    `card_data` in the kernel's catalogue, or in that of the package named."""

    def __init__(
        self,
        path: str,
        card: str,
        field: str,
        why: str,
        package: str = "intrigue.kernel",
        **data: Json,
    ) -> None:
        super().__init__("card", package=package, path=path, card=card, field=field, **data)
        self.why = why

    def sentence(self, lang: str = "en") -> str:
        said = catalogue(self.package, lang).say("card_data", self.why, **self.data)
        where = {key: self.data[key] for key in ("path", "card", "field")}
        kind = "card" if where["card"] else "card_file"
        return catalogue("intrigue.kernel", lang).say("bad_input", kind, why=said, **where)


class Row:
    """One mapping of a card file (a card, or an effect inside one) under examination."""

    def __init__(self, path: str, card: str, values: Mapping[str, Json], within: str = "") -> None:
        self.path = path
        self.card = card
        self.values = values
        self.within = within  # the field that this mapping stands in
        self.seen: set[str] = set()

    def bad(self, field: str, why: str, package: str = "intrigue.kernel", **data: Json) -> BadCard:
        """The complaint about one of the fields."""
        return BadCard(self.path, self.card, self._place(field), why, package, **data)

    def _place(self, field: str) -> str:
        return f"{self.within}.{field}" if self.within and field else self.within or field

    def get(self, field: str) -> Json:
        self.seen.add(field)
        return self.values.get(field)

    def has(self, field: str) -> bool:
        return field in self.values

    def text(self, field: str, default: str | None = None) -> str:
        """A text that is not empty."""
        value = self.get(field)
        if value is None and default is not None:
            return default
        if value is None:
            raise self.bad(field, "missing")
        if not isinstance(value, str) or (not value.strip() and default is None):
            raise self.bad(field, "text", value=repr(value))
        return value

    def number(self, field: str, low: int, high: int = 999, default: int | None = None) -> int:
        """A whole number between two others."""
        value = self.get(field)
        if value is None and default is not None:
            return default
        if value is None:
            raise self.bad(field, "missing")
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.bad(field, "number", low=low, high=high, value=repr(value))
        return value

    def switch(self, field: str) -> bool:
        """True or false; false where nothing is said."""
        value = self.get(field)
        if value is not None and not isinstance(value, bool):
            raise self.bad(field, "switch", value=repr(value))
        return bool(value)

    def choice(self, field: str, known: Sequence[str], default: str | None = None) -> str:
        """One of the known words."""
        value = self.text(field, default)
        if value not in known and value != default:
            near = get_close_matches(value, known, 1)
            if near:
                raise self.bad(field, "choice_near", value=repr(value), near=near[0])
            raise self.bad(field, "choice", value=repr(value), known=list(known))
        return value

    def texts(self, field: str) -> list[str]:
        """A list of texts; empty where nothing is said."""
        value = self.get(field)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.bad(field, "texts", value=repr(value))
        return value

    def rows(self, field: str) -> list["Row"]:
        """A list of mappings, each to be read like this one."""
        value = self.get(field)
        if value is None:
            return []
        return self.rows_of(field, value)

    def rows_of(self, field: str, value: Json) -> list["Row"]:
        """The same for a list found elsewhere."""
        if not isinstance(value, list) or not all(isinstance(item, Mapping) for item in value):
            raise self.bad(field, "rows", value=repr(value))
        place = self._place(field)
        return [
            Row(self.path, self.card, item, f"{place}[{number}]")
            for number, item in enumerate(value, 1)
        ]

    def done(self) -> None:
        """Nothing may be left unread."""
        for field in self.values:
            if field not in self.seen:
                near = get_close_matches(field, self.seen, 1)
                if near:
                    raise self.bad(field, "no_field_near", near=near[0])
                raise self.bad(field, "no_field", known=sorted(self.seen))


def card_rows(path: str, content: Json) -> list[Row]:
    """The cards of a content (a list of mappings), each with an id of its own."""
    if not isinstance(content, list) or not content:
        raise BadCard(path, "", "cards", "no_cards")
    out: list[Row] = []
    known: set[str] = set()
    for number, values in enumerate(content, 1):
        if not isinstance(values, Mapping):
            raise BadCard(path, f"#{number}", "id", "no_card")
        row = Row(path, f"#{number}", values)
        row.card = row.text("id")
        if row.card in known:
            raise row.bad("id", "twice")
        known.add(row.card)
        out.append(row)
    return out


def read_content(path: Path, name: str = "") -> list[dict[str, Json]]:
    """What stands under `cards` in a TOML file, unexamined; raises `BadInput`. `name` is how
    complaints call the file."""
    name = name or str(path)
    try:
        values = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadInput("no_file", path=name) from None
    except UnicodeDecodeError:
        raise BadInput("not_utf8", path=name) from None
    except OSError as error:
        raise BadInput("unreadable", path=name, why=error.strerror or str(error)) from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput("toml", path=name, why=str(error)) from None
    content: list[dict[str, Json]] = values.pop("cards", [])
    for key in values:
        raise BadCard(name, "", key, "only_cards")
    return content
