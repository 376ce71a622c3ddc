"""Deals and claims of a match as one viewer may know them: see `session/ledger.py`, which folds
them. Whoever plays a seat reads the ledger of that seat and no other."""

from msgspec import Struct

from .promises import Clause, Data

OFFERED, IN_FORCE, DECLINED = "offered", "in force", "declined"
WITHDRAWN, EXPIRED, COUNTERED = "withdrawn", "expired", "countered"
STATES = (OFFERED, IN_FORCE, DECLINED, WITHDRAWN, EXPIRED, COUNTERED)


class Condition(Struct, frozen=True):
    """What a clause depends on."""

    kind: str
    data: Data


class ShownClause(Struct, frozen=True):
    """A clause with its notation, and the verdict of what this viewer has seen: `open`, `kept`,
    `broken` or `void`; none unless the deal is in force."""

    kind: str
    data: Data
    condition: Condition | None
    text: str
    verdict: str | None

    @property
    def who(self) -> int:
        return int(self.data["who"])

    @property
    def clause(self) -> Clause:
        """As judges know it."""
        condition = self.condition
        bound = None if condition is None else Clause(condition.kind, condition.data)
        return Clause(self.kind, self.data, bound)


class ShownDeal(Struct, frozen=True):
    """A deal that a viewer knows of, by the number that this viewer calls it. `state` is `offered`,
    `in force`, `declined`, `withdrawn`, `expired` or `countered`. `until` is the last chapter in
    which it can be accepted, `deadline` a time in seconds since 1970; `replaces` is the offer that
    it counters."""

    number: int
    by: int
    to: list[int]
    secret: bool
    state: str
    accepted: list[int]
    clauses: list[ShownClause]
    until: int | None
    deadline: float | None
    replaces: int | None
    at: float | None

    @property
    def parties(self) -> list[int]:
        return [self.by, *self.to]

    def waits_for(self, seat: int) -> bool:
        """Whether it is for this seat to accept it, or not."""
        return self.state == OFFERED and seat in self.to and seat not in self.accepted


class ShownClaim(Struct, frozen=True):
    """A claim that a viewer heard; its verdict is `true`, `false` or `open`."""

    number: int
    by: int
    to: list[int] | None
    kind: str
    data: Data
    text: str
    verdict: str
    at: float | None


class ShownLedger(Struct, frozen=True):
    """All deals and claims of a match as a viewer may know them, and how often each seat has kept
    and broken its word, by what this viewer has seen."""

    deals: list[ShownDeal]
    claims: list[ShownClaim]
    kept: list[int]
    broken: list[int]


def empty(seats: int) -> ShownLedger:
    """The ledger of somebody who knows of no deal and no claim."""
    return ShownLedger([], [], [0] * seats, [0] * seats)


def concerns(ledger: ShownLedger, seat: int) -> tuple[tuple[int, str, int], ...]:
    """What a seat may have to answer: the state of every deal of its own."""
    return tuple(
        (deal.number, deal.state, len(deal.accepted))
        for deal in ledger.deals
        if seat in deal.parties
    )


def in_force(ledger: ShownLedger, seat: int) -> tuple[int, ...]:
    """The deals that bind a seat: what it reckons with when it plays."""
    return tuple(
        deal.number for deal in ledger.deals if deal.state == IN_FORCE and seat in deal.parties
    )
