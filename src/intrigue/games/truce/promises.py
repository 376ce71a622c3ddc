"""What can be promised and claimed in Truce, and what was kept: orders are open after the reveal,
gifts at once, so that everyone can judge (TR-37, TR-42)."""

from collections.abc import Mapping
from typing import Any, ClassVar

from intrigue.kernel.game import Game, Setup
from intrigue.kernel.promises import (
    BROKEN,
    CHAPTER,
    FALSE,
    KEPT,
    NUMBER,
    OPEN,
    SEAT,
    TRUE,
    VOID,
    WORD,
    Claim,
    Clause,
    Facts,
    Kind,
    Param,
    Promises,
)

from .rules import acts

_WHO, _WHOM = Param("who", SEAT), Param("whom", SEAT)
_ROUND, _COINS = Param("round", CHAPTER), Param("coins", NUMBER)
_PLAIN = ("defend", "loot", "pass")
_AIMED = ("attack", "support")
Order = tuple[str, int | None]  # as it counted


def _plain(verb: str, said: str) -> Kind:
    forms = f"{{who}} {said} in round {{round}}", f"{{who}} {verb} in round {{round}}"
    return Kind(verb, forms[0], (_WHO, _ROUND), forms[1:])


def _aimed(verb: str) -> Kind:
    rest = "{whom} in round {round}"
    forms = f"{{who}} {verb}s {rest}", f"{{who}} {verb} {rest}"
    return Kind(verb, forms[0], (_WHO, _WHOM, _ROUND), forms[1:])


def _never(verb: str) -> Kind:
    rest = f"not {verb} {{whom}} until round {{round}}"
    forms = f"{{who}} does {rest}", f"{{who}} do {rest}"
    return Kind(f"no_{verb}", forms[0], (_WHO, _WHOM, _ROUND), forms[1:])


class TruceFacts(Facts):
    """Orders by round, and gifts, each with the number of the event that told of it."""

    def __init__(self, setup: Setup, chapter: int, everything: bool = False) -> None:
        super().__init__(setup, chapter, everything)
        self.orders: dict[int, tuple[int, list[Order]]] = {}
        self.gifts: list[tuple[int, int, int, int, int]] = []  # event, round, giver, to, coins

    def learn(self, kind: str, data: Mapping[str, Any]) -> None:
        if kind == "round":
            self.chapter = data["round"]
        elif kind == "gift":
            gift = data["giver"], data["to"], data["coins"]
            self.gifts.append((self.count, self.chapter, *gift))
        elif kind == "reveal":
            orders = [_counted(order) for order in data["orders"]]
            self.orders[self.chapter] = self.count, orders

    def order(self, seat: int, number: int, since: int) -> Order | None:
        """What a seat ordered in a round that was revealed later than that."""
        event, orders = self.orders.get(number, (0, []))
        return orders[seat] if event > since else None

    def gone(self, number: int) -> bool:
        """Whether nothing can happen in that round any more."""
        return self.over or number in self.orders or number < self.chapter


def _counted(order: Mapping[str, Any]) -> Order:
    """An invalid order counts as Pass (TR-9)."""
    return (order["kind"], order["target"]) if order["valid"] else ("pass", None)


class TrucePromises(Promises):
    """Orders in a round, peace until a round, gifts; and what one has ordered."""

    clauses: ClassVar = (
        *(_aimed(verb) for verb in _AIMED),
        _plain("defend", "defends"),
        _plain("loot", "loots"),
        _plain("pass", "passes"),
        *(_never(verb) for verb in _AIMED),
        Kind(
            "gift",
            "{who} gives {whom} {coins} by round {round}",
            (_WHO, _WHOM, _COINS, _ROUND),
            ("{who} give {whom} {coins} by round {round}",),
        ),
    )
    claims: ClassVar = (
        Kind(
            "ordered",
            "my order of round {round} is {order}",
            (_ROUND, Param("order", WORD, words=_PLAIN)),
        ),
        Kind(
            "ordered_at",
            "my order of round {round} is {order} {whom}",
            (_ROUND, Param("order", WORD, words=_AIMED), _WHOM),
        ),
    )

    def facts(self, setup: Setup, chapter: int, everything: bool = False) -> TruceFacts:
        return TruceFacts(setup, chapter, everything)

    def judge_clause(self, facts: TruceFacts, clause: Clause, since: int) -> str:
        data, who = clause.data, clause.who
        number = int(data["round"])
        if clause.kind == "gift":
            return _judge_gift(facts, clause, since)
        if clause.kind.startswith("no_"):
            return _judge_peace(facts, clause, since)
        order = facts.order(who, number, since)
        if order is None:
            return VOID if facts.gone(number) else OPEN
        return KEPT if order == (clause.kind, data.get("whom")) else BROKEN

    def judge_claim(self, facts: TruceFacts, claim: Claim, by: int, at: int) -> str:
        """An order is claimed between seal and reveal; of an older one everyone knows."""
        order = facts.order(by, int(claim.data["round"]), 0)
        if order is None:
            return OPEN
        return TRUE if order == (claim.data["order"], claim.data.get("whom")) else FALSE

    def breaks(self, facts: TruceFacts, clause: Clause, game: Game, act: int) -> bool:
        kind = acts.KINDS[acts.kind_of(act)]
        if kind not in (*_AIMED, *_PLAIN):
            return False
        target = acts.target_of(act)
        order = kind, None if target == acts.NONE else target
        if clause.kind.startswith("no_"):
            in_time = facts.chapter <= int(clause.data["round"])
            return in_time and order == (clause.kind[3:], clause.data["whom"])
        here = clause.kind != "gift" and facts.chapter == clause.data["round"]
        return here and order != (clause.kind, clause.data.get("whom"))

    def refuses(self, setup: Setup, clause: Clause) -> bool:
        """No round after the last (TR-2), and no gifts where there are none (TR-39)."""
        late = int(clause.data["round"]) > int(setup.options["rounds"])
        return late or (clause.kind == "gift" and not setup.options["gifts"])


def _judge_peace(facts: TruceFacts, clause: Clause, since: int) -> str:
    """Never in a round up to the last one that is named, that included."""
    last = int(clause.data["round"])
    broken = clause.kind[3:], clause.data["whom"]
    rounds = [number for number in facts.orders if number <= last]
    orders = [facts.order(clause.who, number, since) for number in rounds]
    if broken in orders:
        return BROKEN
    if not facts.gone(last):
        return OPEN
    return KEPT if any(order is not None for order in orders) else VOID


def _judge_gift(facts: TruceFacts, clause: Clause, since: int) -> str:
    """As many coins, in one gift or several."""
    last, wanted = int(clause.data["round"]), int(clause.data["coins"])
    pair = clause.who, clause.data["whom"]
    given = sum(
        coins
        for event, number, giver, to, coins in facts.gifts
        if event > since and number <= last and (giver, to) == pair
    )
    if given >= wanted:
        return KEPT
    return BROKEN if facts.gone(last) else OPEN
