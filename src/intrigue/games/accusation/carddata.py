"""The card file: read, examined and turned into a `Book`. Every mistake names file, card and field.

The operations and their arguments are listed once, in `_SHAPES`; what they do stands in `effects`.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from intrigue.kernel.carddata import BadCard, Row
from intrigue.kernel.text import LANGUAGES, BadInput

from .rules import cards as b
from .rules.acts import MOST_TOKENS
from .rules.cards import Book

Json = Any
PACKAGE = __name__.rpartition(".")[0]
FILE = "cards.toml"

# What an operation takes: m a Ministry, n a number from 1, s a number of either sign, k the number
# of Ministries, x the excluded one, t a target, o "one", a "how many or all", f a list, e the list
# of `else`, p payments, l lists, c a condition, w a word.
_SHAPES: dict[str, str] = {
    "gain": "mn",
    "lose": "mn",
    "pay": "mn",
    "spread": "kx",
    "shift": "n",
    "steal": "?no",
    "draw": "n",
    "discard": "n",
    "raid": "n",
    "works": "n",
    "rep": "s",
    "vp": "n",
    "speaker": "",
    "to": "tf",
    "show": "ao",
    "tap": "o",
    "bury": "n",
    "pile": "n",
    "reveals": "n",
    "cancel": "",
    "undeniable": "",
    "deny": "",
    "flag": "w",
    "may": "pf",
    "choose": "l",
    "if": "cfe",
}
# AC-50: what keeps half of its number, penalties and payments too (AM-34); everything else but
# `may`, `choose` and `if` is dropped.
_HALVED = ("gain", "lose", "pay", "draw", "discard", "works", "vp", "rep", "spread", "steal")
_ABILITY_ONLY = ("cancel", "undeniable", "deny", "bury")

Effect = list[Json]


class CardSet:
    """Everything the card file says, by key or id, and the `Book` made of it."""

    def __init__(self, values: Mapping[str, Json], path: str = FILE) -> None:
        self.path = path
        self.book = Book()
        self.abilities: list[str] = []
        self.ability: dict[str, dict[str, Json]] = {}
        self.countries: list[str] = []
        self.country: dict[str, dict[str, Json]] = {}
        self.event: dict[int, dict[str, Json]] = {}
        self.works: dict[int, dict[str, Json]] = {}
        for key in values:
            if key not in ("set", "ability", "country", "event", "works"):
                raise BadCard(path, "", key, "no_field", known=["ability", "country", "event"])
        for row in self._rows(values, "ability"):
            self._ability(row)
        for row in self._rows(values, "country"):
            self._country(row)
        for row in self._rows(values, "event"):
            self._event(row)
        for row in self._rows(values, "works"):
            self._works(row)
        self._complete()
        book = self.book
        book.index()
        # AC-24, AC-107; the next list is for an income of 2
        book.income = self._compile([["gain", "*", 1]])
        self._compile([["gain", "*", 2]])
        book.disgrace = self._compile([["rep", 1]])  # AM-5

    # --- reading ----------------------------------------------------------------------------------

    def _rows(self, values: Mapping[str, Json], kind: str) -> list[Row]:
        found = values.get(kind)
        if not isinstance(found, list) or not found:
            raise BadCard(self.path, "", kind, "missing")
        out = []
        for number, item in enumerate(found, 1):
            if not isinstance(item, Mapping):
                raise BadCard(self.path, f"{kind} #{number}", "", "no_card")
            out.append(Row(self.path, f"{kind} {item.get('key', item.get('id', number))}", item))
        return out

    def _names(self, row: Row, field: str) -> dict[str, str]:
        """A text in every language."""
        value = row.get(field)
        if value is None:
            raise row.bad(field, "missing")
        if not isinstance(value, Mapping):
            raise row.bad(field, "languages", package=PACKAGE, known=list(LANGUAGES))
        inner = Row(row.path, row.card, value, field)
        out = {lang: inner.text(lang) for lang in LANGUAGES}
        inner.done()
        return out

    def _ability(self, row: Row) -> None:
        key = row.text("key")
        if key in self.ability:
            raise row.bad("key", "twice")
        do = self._effects(row, "do", row.get("do"), ability=True)
        if not do:
            raise row.bad("do", "missing")
        self.ability[key] = {
            "name": self._names(row, "name"),
            "emblem": row.text("emblem", ""),
            "ministry": row.choice("ministry", b.MINISTRIES[:5]),
            "cost": row.number("cost", 1, 9),
            "when": row.choice("when", b.WHENS),
            "limit": row.choice("limit", ("none", "round")),
            "do": do,
        }
        row.done()
        self.abilities.append(key)
        card = self.ability[key]
        self.book.add_ability(
            key,
            b.MINISTRIES.index(card["ministry"]),
            card["cost"],
            b.WHENS.index(card["when"]),
            card["limit"] == "round",
            self._compile(do),
        )

    def _country(self, row: Row) -> None:
        key = row.text("key")
        if key in self.country:
            raise row.bad("key", "twice")
        do = self._effects(row, "do", row.get("do"), ability=True)
        if not do:
            raise row.bad("do", "missing")
        self.country[key] = {
            "name": self._names(row, "name"),
            "replaces": row.choice("replaces", self.abilities),
            "cost": row.number("cost", 1, 9),
            "do": do,
        }
        row.done()
        self.countries.append(key)
        card = self.country[key]
        self.book.add_country(
            key, self.abilities.index(card["replaces"]), card["cost"], self._compile(do)
        )

    def _event(self, row: Row) -> None:
        number = row.number("id", 1, b.EVENTS)
        if number in self.event:
            raise row.bad("id", "twice")
        self.event[number] = {"name": self._names(row, "name"), "quip": self._names(row, "quip")}
        self.event[number]["emblem"] = row.text("emblem", "")
        self.event[number]["parts"] = self.parts(row)
        row.done()
        self._add_parts(self.book, number)

    def parts(self, row: Row) -> list[tuple[str, list[Effect]]]:
        """The parts of an Event: `[section, [effects]]`."""
        value = row.get("parts")
        if not isinstance(value, list) or not value:
            raise row.bad("parts", "missing")
        out = []
        for i, part in enumerate(value, 1):
            place = f"parts[{i}]"
            if not isinstance(part, list) or len(part) != 2 or part[0] not in b.SECTIONS:
                raise row.bad(place, "part", package=PACKAGE, known=list(b.SECTIONS))
            out.append((str(part[0]), self._effects(row, place, part[1])))
        return out

    def _works(self, row: Row) -> None:
        number = row.number("id", b.WORKS, b.CARDS - 1)
        if number in self.works:
            raise row.bad("id", "twice")
        self.works[number] = {"name": self._names(row, "name")}
        row.done()

    def _complete(self) -> None:
        """AC-3: 45 Events, 8 Public Works, at most 31 abilities."""
        for number in range(1, b.EVENTS + 1):
            if number not in self.event:
                raise BadCard(self.path, "", "event", "absent", package=PACKAGE, number=number)
        for number in range(b.WORKS, b.CARDS):
            if number not in self.works:
                raise BadCard(self.path, "", "works", "absent", package=PACKAGE, number=number)
        if len(self.abilities) > 31:
            raise BadCard(self.path, "", "ability", "number", low=1, high=31, value="32+")

    # --- effects ----------------------------------------------------------------------------------

    def _effects(
        self, row: Row, field: str, value: Json, ability: bool = False, inside: str = ""
    ) -> list[Effect]:
        if not isinstance(value, list):
            raise row.bad(field, "effects", package=PACKAGE)
        out: list[Effect] = []
        for i, effect in enumerate(value, 1):
            place = f"{field}[{i}]"
            if not isinstance(effect, list) or not effect or not isinstance(effect[0], str):
                raise row.bad(place, "effect", package=PACKAGE)
            if effect[0] not in _SHAPES:
                raise row.bad(place, "op", package=PACKAGE, op=effect[0], known=list(_SHAPES))
            if effect[0] in _ABILITY_ONLY and not ability:
                raise row.bad(place, "ability_only", package=PACKAGE, op=effect[0])
            if effect[0] in ("to", inside) and inside:
                raise row.bad(place, "nested", package=PACKAGE, op=effect[0])
            if effect[0] == "pay":
                raise row.bad(place, "pay", package=PACKAGE)
            self._arguments(row, place, effect, ability, inside)
            out.append(effect)
        return out

    def _arguments(self, row: Row, place: str, effect: Effect, ability: bool, inside: str) -> None:
        op = effect[0]
        shape = _SHAPES[op]
        if op == "if" and len(effect) == 3:
            effect.append([])
        if len(effect) != len(shape) + 1:
            raise row.bad(place, "arguments", package=PACKAGE, op=op, count=len(shape))
        for mark, value in zip(shape, effect[1:], strict=True):
            good = True
            if mark == "m":
                good = value in b.MINISTRIES and not (op == "pay" and value == "?")
            elif mark == "n":
                good = _number(value, 1, MOST_TOKENS)
            elif mark == "s":
                good = _number(value, -MOST_TOKENS, MOST_TOKENS) and value != 0
            elif mark == "k":
                good = _number(value, 1, 5)
            elif mark == "x":
                good = value == "-" or value in b.MINISTRIES[:5]
            elif mark == "?":
                good = value == "?"
            elif mark == "o":
                good = value == "one"
            elif mark == "t":
                good = value in ("one", "any")
            elif mark == "a":
                good = value == "all" or _number(value, 1, MOST_TOKENS)
            elif mark == "w":
                good = value == "nodeny"
            elif mark in "fe":
                within = inside or ("to" if op == "to" else "")
                self._effects(row, place, value, ability, within)
            elif mark == "l":
                good = isinstance(value, list) and 2 <= len(value) <= 9
                for option in value if good else []:
                    self._effects(row, place, option, ability, inside)
            elif mark == "p":
                self._payments(row, place, value)
            elif mark == "c":
                good = _condition(value)
            if not good:
                raise row.bad(place, "argument", package=PACKAGE, op=op, value=repr(value))

    def _payments(self, row: Row, place: str, value: Json) -> None:
        if not isinstance(value, list):
            raise row.bad(place, "pay", package=PACKAGE)
        for cost in value:
            if not isinstance(cost, list) or not cost or cost[0] != "pay":
                raise row.bad(place, "pay", package=PACKAGE)
            self._arguments(row, place, cost, False, "")

    # --- compiling --------------------------------------------------------------------------------

    def _compile(self, effects: Sequence[Effect], book: Book | None = None) -> int:
        into = book or self.book
        return into.add_list([self._row(effect, into) for effect in effects])

    def _row(self, effect: Effect, book: Book) -> list[int]:
        op, args = effect[0], effect[1:]
        row = [b.OPS.index(op), 0, 0, 0, 0]
        if op in ("gain", "lose", "pay"):
            row[1:3] = [b.MINISTRIES.index(args[0]), args[1]]
        elif op == "spread":
            row[1:3] = [-1 if args[1] == "-" else b.MINISTRIES.index(args[1]), args[0]]
        elif op == "steal":
            row[2] = args[1]
        elif op == "to":
            row[1] = ("one", "any").index(args[0])
            row[3] = self._compile(args[1], book)
        elif op == "show":
            row[2] = b.ALL if args[0] == "all" else args[0]
        elif op == "may":
            row[2], row[3] = self._compile(args[0], book), self._compile(args[1], book)
        elif op == "choose":
            lists = [[self._row(effect, book) for effect in option] for option in args[0]]
            numbers = [book.add_list(rows) for rows in lists]
            row[1:3] = [len(numbers), numbers[0]]
        elif op == "if":
            condition = args[0]
            row[1] = b.CONDITIONS.index(condition[0])
            if row[1] == b.MOST:
                row[2] = condition[2] * 8 + b.MINISTRIES.index(condition[1])
            elif row[1] == b.REP_AT_LEAST:
                row[2] = condition[1] * 8
            row[3], row[4] = self._compile(args[1], book), self._compile(args[2], book)
        elif op in ("draw", "discard", "raid", "works", "rep", "vp", "bury", "pile") or op in (
            "reveals",
            "shift",
        ):
            row[2] = args[0]
        return row

    def _add_parts(self, book: Book, number: int) -> None:
        parts = self.event[number]["parts"]
        rows = []
        for section, effects in parts:
            half = b.NO_LIST
            if section in ("country", "world"):
                less = halved(effects)
                half = self._compile(less, book) if less else b.NO_LIST
            rows.append((b.SECTIONS.index(section), self._compile(effects, book), half))
        book.add_event(number, len(rows))
        for row in rows:
            book.add_part(*row)

    def with_cards(self, extra: Sequence[Mapping[str, Json]]) -> "CardSet":
        """Another set, in which these Events have other parts: for trying out cards."""
        other = read_set(self.path)
        for values in extra:
            row = Row("cards", f"event {values.get('id', '?')}", values)
            number = row.number("id", 1, b.EVENTS)
            if row.has("name"):
                name = row.text("name")
                other.event[number]["name"] = dict.fromkeys(LANGUAGES, name)
            other.event[number]["parts"] = other.parts(row)
            row.done()
            other._add_parts(other.book, number)
            other.book.tried.append(dict(values))
        return other


def halved(effects: Sequence[Effect]) -> list[Effect]:
    """AC-50: the Speaker's half of a list."""
    out: list[Effect] = []
    for effect in effects:
        op, args = effect[0], effect[1:]
        if op in _HALVED:
            place = {"gain": 2, "lose": 2, "pay": 2, "steal": 2}.get(op, 1)
            less = list(effect)
            less[place] = int(effect[place] / 2)  # AC-11, AM-2: towards zero, sign kept
            if less[place] != 0:
                out.append(less)
        elif op == "may":
            body = halved(args[1])
            if body:
                out.append([op, halved(args[0]), body])
        elif op == "choose":
            options = [halved(option) for option in args[0]]
            if any(options):
                out.append([op, options])
        elif op == "if":
            then, other = halved(args[1]), halved(args[2])
            if then or other:
                out.append([op, args[0], then, other])
    return out


def _number(value: Json, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _condition(value: Json) -> bool:
    if not isinstance(value, list) or not value:
        return False
    if value[0] == "most":
        return len(value) == 3 and value[1] in b.MINISTRIES[:5] and _number(value[2], 1, 99)
    if value[0] == "rep>=":
        return len(value) == 2 and _number(value[1], 1, 9)
    return bool(value == ["fewest"])


def read_set(path: str = FILE, home: Traversable | None = None) -> CardSet:
    """A card file, examined; raises `BadInput` with file, card and field."""
    where = (home or files(PACKAGE) / "data") / path
    try:
        values = tomllib.loads(where.read_text("utf-8"))
    except FileNotFoundError:
        raise BadInput("no_file", path=path) from None
    except UnicodeDecodeError:
        raise BadInput("not_utf8", path=path) from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput("toml", path=path, why=str(error)) from None
    return CardSet(values, path)


@cache
def base_set() -> CardSet:
    """SET-1."""
    return read_set()
