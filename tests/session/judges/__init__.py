"""Other judges of deals and claims: they read a whole record, its acts and the positions that these
led to, and never an event. What they find is what everyone must read when the match is over.

A game with promises has a `Witness` in a module of its name here.
"""

from importlib import import_module
from typing import Any, ClassVar

from intrigue.kernel.game import Game, Setup
from intrigue.kernel.position import Position
from intrigue.kernel.promises import KEPT, OPEN, VOID, Claim, Clause
from intrigue.session.record import ASIDES, PRIVATE, Claimed, Offer, Play, Record, Reply

Verdicts = dict[tuple[int, int], str]  # by place of the deal, and of the clause in it


class Witness:
    """Sees every act of a match, and judges when it is over. A moment is the place of an entry in
    the record. `LIVELY` acts are what promises are about: people do them more often than chance
    would."""

    LIVELY: ClassVar[tuple[str, ...]] = ()

    def __init__(self, setup: Setup, start: Position) -> None:
        self.setup = setup

    def see(self, moment: int, act: Play, before: Position, after: Position) -> None:
        raise NotImplementedError

    @staticmethod
    def topics(position: Any) -> list[int]:
        """Numbers that promises could be about now: people speak of what lies on the table."""
        return []

    @staticmethod
    def prospects(position: Any) -> list[int]:
        """Those that they could be about in the whole match, at its start."""
        return []

    def clause(self, clause: Clause, since: int) -> str:
        """`kept`, `broken` or `void`, of a clause that is in force since that moment."""
        raise NotImplementedError

    def claim(self, claim: Claim, by: int, at: int) -> str:
        """`true` or `false`; `open` where it is about what never happened."""
        return OPEN


class Contracts:
    """Which offers came into force, and when."""

    def __init__(self) -> None:
        self.offers: list[Offer] = []
        self.claims: list[tuple[int, Claimed]] = []
        self.in_force: dict[int, int] = {}
        self._waiting: dict[int, set[str]] = {}

    def note(self, moment: int, entry: Offer | Reply | Claimed) -> None:
        if isinstance(entry, Claimed):
            self.claims.append((moment, entry))
        elif isinstance(entry, Offer):
            self._waiting[len(self.offers)] = set(entry.to)
            self.offers.append(entry)
            self._waiting.pop(-1 if entry.replaces is None else entry.replaces, None)
        elif entry.what != "accept":
            self._waiting.pop(entry.deal, None)
        elif entry.deal in self._waiting and entry.seat is not None:
            self._waiting[entry.deal].discard(entry.seat)
            if not self._waiting[entry.deal]:
                del self._waiting[entry.deal]
                self.in_force[entry.deal] = moment


def witness_of(game: Game) -> type[Witness]:
    here = import_module(f"{__name__}.{game.id}")
    found: type[Witness] = here.Witness
    return found


def judged(record: Record) -> tuple[Verdicts, list[str]]:
    """The verdicts of every clause that came into force, and of every claim."""
    setup, game = record.setup(), record.game
    contracts, steps = Contracts(), record.fold()
    before = next(steps).position.copy()
    witness = witness_of(game)(setup, before)
    for moment, entry in enumerate(record.entries, 1):
        if isinstance(entry, ASIDES):
            contracts.note(moment, entry)
        elif not isinstance(entry, PRIVATE):
            after = next(steps).position
            if isinstance(entry, Play):
                witness.see(moment, entry, before, after)
                before = after.copy()
    declared = game.promises
    assert declared is not None
    verdicts: Verdicts = {}
    for deal, since in contracts.in_force.items():
        for index, clause in enumerate(declared.parse(setup, contracts.offers[deal].clauses)):
            met = clause.condition is None or witness.clause(clause.condition, since) == KEPT
            verdicts[deal, index] = witness.clause(clause, since) if met else VOID
    claims = [
        witness.claim(declared.parse_claim(setup, one.text), setup.seat(one.seat), at)
        for at, one in contracts.claims
    ]
    return verdicts, claims
