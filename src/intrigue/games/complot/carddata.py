"""From card data to cards: every mistake in it is refused with file, card and field.

A content is a list of mappings as TOML gives them; the vocabulary is described in
`data/README.md`. What a card costs and gives is the designer's business; what the rules rely on
is checked here.
"""

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from intrigue.kernel.carddata import Row, card_rows, read_content
from intrigue.kernel.chance import bit
from intrigue.kernel.text import LANGUAGES, BadInput

from .rules.cards import (
    AFTER,
    ANY_TYPE,
    CATEGORIES,
    CHOOSE,
    COHORTS,
    CONVERT,
    DISCARD,
    DISCREDIT,
    DOUBLE,
    DRAW,
    FRONT,
    GAIN,
    HAND,
    NO_COHORT,
    OF_CATEGORY,
    OF_COHORT,
    OF_SOURCE,
    ONLY_CLAIM,
    ONLY_SOURCE,
    OPERATIONS,
    PER,
    PER_PLAYED,
    PURGE,
    REPORT,
    STAMMER,
    STORM,
    TIMES,
    TOP_NEXT,
    TWITTOS,
    Card,
    Deck,
    Op,
)
from .rules.worths import appraise

Content = list[dict[str, Any]]

DECKS = ("grand", "author")
TYPES = ("affirmation", "source")
PACKAGE = "intrigue.games.complot"
# What may stand in a clause (Rally, Mass, Disposable): nothing that asks, so that scans never wait.
CLAUSE = (GAIN, DRAW, STAMMER, TOP_NEXT, CONVERT, PER)
ASKING = (PURGE, DISCREDIT, REPORT, CHOOSE, DOUBLE, STORM)
MARKETS = {"grand": (80, 20), "author": (57, 0)}  # CO-7: cards, and how many of each cohort

_ZONES = {"hand": HAND, "discard": DISCARD, "hand_discard": HAND | DISCARD}
_ZONES["front_discard"] = FRONT | DISCARD
_ONLY = {"": ANY_TYPE, "affirmation": ONLY_CLAIM, "source": ONLY_SOURCE}
_COUNTED = {"cohort": OF_COHORT, "source": OF_SOURCE}
_COUNTED |= {f"cat:{name}": OF_CATEGORY + number for number, name in enumerate(CATEGORIES)}


def deck_path(name: str) -> Path:
    """The file of a built-in deck."""
    return Path(str(files(PACKAGE) / "data" / f"{name}.toml"))


@cache
def emblems() -> dict[str, str]:
    """The figure in the emblem of each card of a built-in deck, for the page."""
    return tomllib.loads(deck_path("emblems").read_text("utf-8"))


def read_deck(name: str) -> Content:
    """The content of a built-in deck, or of a file; raises `BadInput`."""
    if name in DECKS:
        return read_content(deck_path(name), f"{name}.toml")
    if name.endswith(".toml") or "/" in name:
        return read_content(Path(name))
    raise BadInput("no_deck", package=PACKAGE, name=repr(name), known=list(DECKS))


def build(content: Content, name: str = "deck") -> Deck:
    """The cards of a content; raises `BadCard`. `name` says what complaints call it, and for a
    built-in deck how many cards it must have."""
    loader = _Loader(name if name.endswith(".toml") else f"{name}.toml")
    for face, row in enumerate(card_rows(loader.path, content)):
        loader.read(face, row)
    loader.finish(MARKETS.get(name))
    appraise(loader.deck)
    loader.deck.content = content
    return loader.deck


class _Loader:
    def __init__(self, path: str) -> None:
        self.path = path
        self.deck = Deck()
        self.tags: list[str] = []
        self.copies: list[int] = []
        self.rows: list[Row] = []

    def read(self, face: int, row: Row) -> None:
        """CO-2: what a card shows, and what it does."""
        card = Card(face, row.card)
        self.deck.cards.append(card)
        self.deck.numbers[card.id] = face
        self.rows.append(row)
        self.copies.append(row.number("n", low=1, high=60))
        for lang in LANGUAGES:
            row.text(lang)
            row.text(f"quote_{lang}")
        row.text("emblem", "")  # for the page alone
        card.cohort = COHORTS.index(row.choice("cohort", COHORTS))
        card.cat = CATEGORIES.index(row.choice("cat", CATEGORIES))
        card.source = row.choice("type", TYPES) == "source"
        card.a = row.number("a", low=0, high=99, default=0)
        card.r = row.number("r", low=0, high=99, default=0)
        self._backing(row, card)
        self._keywords(row, card)
        self._cost(row, card)
        card.fx = self._list(row, "fx", range(len(OPERATIONS)))
        card.ally = self._list(row, "ally", CLAUSE)
        card.mass = self._list(row, "mass", CLAUSE)
        card.own = self._list(row, "self", CLAUSE)
        self._clauses(row, card)
        self._standing(row, card)
        row.done()
        self._describe(card)

    def _backing(self, row: Row, card: Card) -> None:
        """CO-6."""
        card.d = row.number("d", low=0, high=99, default=0)
        if card.source and card.d < 1:
            raise row.bad("d", "no_backing", PACKAGE)
        if card.d and not card.source:
            raise row.bad("d", "backing", PACKAGE)

    def _keywords(self, row: Row, card: Card) -> None:
        for word in row.texts("kw"):
            if word != "renfort":
                raise row.bad("kw", "choice", value=repr(word), known=["renfort"])
            card.backup = True
        for tag in row.texts("tags"):
            card.tags |= self._tag(tag)

    def _tag(self, name: str) -> int:
        if name not in self.tags:
            self.tags.append(name)
        return bit(self.tags.index(name))

    def _cost(self, row: Row, card: Card) -> None:
        card.limit = row.number("limit", low=1, high=9, default=0)
        card.cost = row.number("cost", low=0, high=99)
        if card.cost == 0 and card.cohort != NO_COHORT and card.limit == 0:
            raise row.bad("cost", "free", PACKAGE)  # AU-11

    def _clauses(self, row: Row, card: Card) -> None:
        """CO-51, CA-34: Twittos never serve each other, and what has no cohort has no clause."""
        for field, ops in (("ally", card.ally), ("mass", card.mass)):
            if ops and card.cohort in (TWITTOS, NO_COHORT):
                raise row.bad(field, "no_clause", PACKAGE, cohort=COHORTS[card.cohort])

    def _standing(self, row: Row, card: Card) -> None:
        """AU-9, AU-10."""
        for field, value in (("aura", "a"), ("d_more", "d")):
            of, points = [], []
            for part in row.rows(field):
                of.append(COHORTS.index(part.choice("of", COHORTS[:NO_COHORT])))
                points.append(part.number(value, low=1, high=99))
                part.done()
            if of and not card.source:
                raise row.bad(field, "only_sources", PACKAGE)
            if field == "aura":
                card.stand(of, points)
            else:
                card.strengthen(of, points)

    def _describe(self, card: Card) -> None:
        """What the rules want to know of a card at a glance."""
        ops = self.deck.lists[card.fx] if card.fx else []
        card.asks = any(op.do in ASKING for op in ops)
        card.draws = any(op.do == DRAW for op in ops)
        card.counts = any(op.do == PER for op in ops)
        card.late = card.asks and any(op.do in (PER, DOUBLE) for op in ops)
        self.deck.rallies = self.deck.rallies or bool(card.ally or card.mass)
        self.deck.auras = self.deck.auras or len(card.aura_of) > 0
        watches = any(op.do in (PER_PLAYED, TIMES) for op in ops)
        self.deck.watches = self.deck.watches or watches

    # --- operations -------------------------------------------------------------------------------

    def _list(self, row: Row, field: str, allowed: Any) -> int:
        """A list of operations; its number, 0 for none."""
        return self._ops(row.rows(field), allowed)

    def _ops(self, rows: list[Row], allowed: Any) -> int:
        ops = [self._op(row, allowed) for row in rows]
        if not ops:
            return 0
        self.deck.lists.append(ops)
        return len(self.deck.lists) - 1

    def _op(self, row: Row, allowed: Any) -> Op:
        op = Op(OPERATIONS.index(row.choice("do", OPERATIONS)))
        if op.do not in allowed:
            raise row.bad("do", "not_here", PACKAGE, value=OPERATIONS[op.do])
        _PARAMETERS.get(op.do, _nothing)(op, row)
        if op.do == TIMES:
            op.of = self._tag(row.text("tag"))
        if op.do == CHOOSE:
            op.offer(self._options(row))
        row.done()
        return op

    def _options(self, row: Row) -> list[int]:
        options = row.get("opts")
        if not isinstance(options, list) or len(options) < 2:
            raise row.bad("opts", "options", PACKAGE)
        inside = [do for do in range(len(OPERATIONS)) if do not in (CHOOSE, PER_PLAYED, TIMES)]
        lists = []
        for number, option in enumerate(options, 1):
            lists.append(self._ops(row.rows_of(f"opts[{number}]", option), inside))
            if not lists[-1]:
                raise row.bad(f"opts[{number}]", "options", PACKAGE)
        return lists

    # --- the deck as a whole ----------------------------------------------------------------------

    def finish(self, market: tuple[int, int] | None) -> None:
        """Starters, one pile, and a market: what has no cohort is not for the row (CO-3, CA-36)."""
        deck = self.deck
        starters = [0] * len(deck.cards)
        shop = [0] * len(deck.cards)
        pile: list[int] = []
        for card, copies, row in zip(deck.cards, self.copies, self.rows, strict=True):
            if card.cohort != NO_COHORT:
                shop[card.face] = copies  # CO-12
            elif card.cost > 0:
                pile.append(card.face)
                deck.students = copies  # CO-11
            elif copies % 2:
                raise row.bad("n", "odd_starters", PACKAGE)
            else:
                starters[card.face] = copies // 2  # CO-10
        if not any(starters):
            raise self.rows[0].bad("cohort", "no_starters", PACKAGE)
        if len(pile) != 1:
            row = self.rows[pile[1]] if pile else self.rows[0]
            raise row.bad("cohort", "one_pile", PACKAGE, count=len(pile))
        deck.student = pile[0]
        deck.fill(starters, shop)
        if market is not None:
            self._measure(shop, *market)

    def _measure(self, shop: list[int], wanted: int, each: int) -> None:
        """The built-in decks have a promised size."""
        if sum(shop) != wanted:
            raise self.rows[-1].bad("n", "market_size", PACKAGE, count=sum(shop), wanted=wanted)
        for cohort in range(NO_COHORT) if each else ():
            cards = zip(self.deck.cards, shop, strict=True)
            count = sum(copies for card, copies in cards if card.cohort == cohort)
            if count != each:
                data = {"cohort": COHORTS[cohort], "count": count, "wanted": each}
                raise self.rows[-1].bad("n", "cohort_size", PACKAGE, **data)


# --- parameters of each operation -----------------------------------------------------------------


def _nothing(op: Op, row: Row) -> None:
    pass


def _points(op: Op, row: Row) -> None:
    op.a = row.number("a", low=0, high=99, default=0)
    op.r = row.number("r", low=0, high=99, default=0)
    if op.a == 0 and op.r == 0:
        raise row.bad("a", "no_points", PACKAGE)


def _number(op: Op, row: Row) -> None:
    op.n = row.number("n", low=1, high=9)


def _may(op: Op, row: Row) -> None:
    op.may = row.switch("may")


def _purge(op: Op, row: Row) -> None:
    _number(op, row)
    _may(op, row)
    op.zones = _ZONES[row.choice("from", tuple(_ZONES))]
    op.only = _ONLY[row.choice("only", TYPES, default="")]


def _discredit(op: Op, row: Row) -> None:
    _may(op, row)
    op.most = row.number("max_d", low=1, high=99, default=999)  # AU-7: any


def _convert(op: Op, row: Row) -> None:
    op.most = row.number("max", low=1, high=99)


def _per(op: Op, row: Row) -> None:
    _points(op, row)
    op.of = _COUNTED[row.choice("of", tuple(_COUNTED))]
    op.most = row.number("max", low=1, high=99)


def _per_played(op: Op, row: Row) -> None:
    _points(op, row)
    row.choice("of", ("cohort",))


def _times(op: Op, row: Row) -> None:
    op.n = row.number("n", low=2, high=9)


def _after(op: Op, row: Row) -> None:
    op.n = row.number("times_r", low=2, high=9)
    op.of = COHORTS.index(row.choice("of", COHORTS[:NO_COHORT]))


_PARAMETERS = {
    GAIN: _points,
    DRAW: _number,
    STAMMER: _number,
    PURGE: _purge,
    DISCREDIT: _discredit,
    REPORT: _may,
    CONVERT: _convert,
    PER: _per,
    STORM: _number,
    PER_PLAYED: _per_played,
    TIMES: _times,
    AFTER: _after,
}
