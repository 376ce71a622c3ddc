"""How a player deals: what it may do with offers and claims, and what the bots of a game share of
it: temper, trust, when a word is kept.

A negotiator gets what its seat gets, a view, the events that it saw and its own ledger, and keeps
nothing else: what it remembers of betrayal stands in the ledger. So whoever asks the same gets the
same, in any process.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import Struct

from .deals import DECLINED, EXPIRED, IN_FORCE, OFFERED, ShownClause, ShownDeal, ShownLedger
from .promises import BROKEN, KEPT, OPEN, Clause

if TYPE_CHECKING:
    from .game import Game, Seen, Setup

FAITHFUL, OPPORTUNIST, GRUDGING = "faithful", "opportunist", "grudging"
TEMPERS = (FAITHFUL, OPPORTUNIST, GRUDGING)
MOST_MOVES = 12  # that are carried out of those that somebody wants at one time


# --- what one can do ------------------------------------------------------------------------------


class Propose(Struct, frozen=True, tag="offer", tag_field="do", omit_defaults=True):
    """Offer a deal in the game's notation; what `counters` an offer, by the number that the ledger
    gives it, is for its parties."""

    clauses: str
    to: list[int] = []
    secret: bool = False
    counters: int | None = None


class Respond(Struct, frozen=True, tag="reply", tag_field="do"):
    """Answer an offer, by the number that the ledger gives it, or take one's own back."""

    deal: int
    what: Literal["accept", "decline", "withdraw"]


class Assert(Struct, frozen=True, tag="claim", tag_field="do", omit_defaults=True):
    """Say something about what is hidden, to everyone or to some."""

    text: str
    to: list[int] | None = None


class Remark(Struct, frozen=True, tag="say", tag_field="do", omit_defaults=True):
    """A short sentence, by its key among those that bots say, about a seat; to everyone or to
    some."""

    key: str
    seat: int
    to: list[int] | None = None


Move = Propose | Respond | Assert | Remark


# --- how bots deal --------------------------------------------------------------------------------


class Negotiator:
    """Base of what a game has in `negotiation.py`. A game says what a clause is `worth` to the
    seat, what it would `propose`, and what of its options is left of a word that it keeps."""

    talks: ClassVar[int] = 1  # offers in vain, about the same time

    def __init__(
        self, game: "Game", setup: "Setup", seat: int, rng: Random, temper: str = FAITHFUL
    ) -> None:
        self.game = game
        self.setup = setup
        self.seat = seat
        self.rng = rng
        self.temper = temper

    def hear(self, event: "Seen") -> None:
        """Something happened that this seat saw."""

    # --- what a game says -------------------------------------------------------------------------

    def worth(self, view: Any, ledger: ShownLedger, clauses: Sequence[Clause]) -> float:
        """What a deal is worth to this seat: nothing at 0, a good turn at 1."""
        return 0.0

    def clash(self, one: Clause, other: Clause) -> bool:
        """Whether somebody cannot keep both."""
        return False

    def proposal(self, view: Any, ledger: ShownLedger) -> Propose | None:
        """What it would offer now, if anything."""
        return None

    def counter(self, view: Any, ledger: ShownLedger, deal: ShownDeal) -> str | None:
        """The clauses that it would rather have, if there is anything to be had."""
        return None

    def claim(self, view: Any, ledger: ShownLedger) -> Assert | None:
        """What it says of hidden things now, if anything."""
        return None

    def breaks_word(self, view: Any, ledger: ShownLedger, deal: ShownDeal) -> bool:
        """Whether it would rather break its word in this deal: gain, rounds left, reputation. Asked
        of no bot that is faithful."""
        return False

    def advise(
        self, view: Any, ledger: ShownLedger, kind: str, options: Sequence[int]
    ) -> Sequence[int]:
        """What of its options is left when it reckons with what was promised: what breaks no word
        that it keeps."""
        promises = self.game.promises
        assert promises is not None
        owed = [one.clause for one in self.owed(view, ledger)]
        facts = promises.facts(self.setup, self.game.chapter(view))
        facts.begin(view)  # what is under way stands in the view
        return [
            act
            for act in options
            if not any(promises.breaks(facts, one, self.game, act) for one in owed)
        ]

    def volunteer(self, view: Any, ledger: ShownLedger) -> list[int]:
        """Free acts that it promised."""
        return []

    # --- offers -----------------------------------------------------------------------------------

    def negotiate(self, view: Any, ledger: ShownLedger, opening: bool) -> list[Move]:
        """Answer the oldest offer that waits for an answer: after it, the others are worth
        something else. Where none does, offer something, or claim."""
        for deal in ledger.deals:
            if deal.waits_for(self.seat):
                return list(self.respond(view, ledger, deal))
        moves: list[Move] = []
        if opening:
            moves += self.reproach(view, ledger)
            said = self.claim(view, ledger)
            moves += [] if said is None else [said]
        offer = self.proposal(view, ledger) if self.may_offer(view, ledger) else None
        return moves if offer is None else [*moves, offer]

    def reproach(self, view: Any, ledger: ShownLedger) -> Iterator[Move]:
        """A word to whoever has just broken theirs."""
        for deal in ledger.deals:
            for clause in deal.clauses:
                fresh = self.just_judged(view, clause)
                if clause.verdict == BROKEN and fresh and clause.who != self.seat:
                    if self.seat in deal.parties:
                        key = "betrayed_grudging" if self.temper == GRUDGING else "betrayed"
                        yield Remark(key, clause.who, [clause.who] if deal.secret else None)
                        return

    def just_judged(self, view: Any, clause: ShownClause) -> bool:
        """Whether a verdict is news: of a chapter that has just ended."""
        return False

    def respond(self, view: Any, ledger: ShownLedger, deal: ShownDeal) -> Iterator[Move]:
        """Yes, no, or something else, with a word to whoever offered."""
        heard = [deal.by] if deal.secret else None
        if self.bears_grudge(ledger, deal.by):
            yield Respond(deal.number, "decline")
            yield Remark("grudge", deal.by, heard)
            return
        if self.worth(view, ledger, [one.clause for one in deal.clauses]) > 0:
            yield from self._clear(ledger, deal)
            yield Respond(deal.number, "accept")
            yield Remark(f"agreed_{self.temper}", deal.by, heard)
            return
        other = None if deal.replaces is not None else self.counter(view, ledger, deal)
        if other is not None:
            yield Propose(other, counters=deal.number)
            yield Remark("rather", deal.by, heard)
        else:
            yield Respond(deal.number, "decline")
            yield Remark(self._reason(ledger, deal), deal.by, heard)

    def _reason(self, ledger: ShownLedger, deal: ShownDeal) -> str:
        """Why not: by the sentence that says so."""
        if self.bound(ledger, [one.clause for one in deal.clauses]):
            return "bound"
        return "wary" if self.trust(ledger, deal.by) < 0.4 else "no_gain"

    def bound(self, ledger: ShownLedger, clauses: Sequence[Clause]) -> bool:
        """Whether it has given its word for something else already."""
        given = [own.clause for _, own in self.promised(ledger, self.seat)]
        mine = [clause for clause in clauses if clause.who == self.seat]
        return any(self.clash(one, other) for one in mine for other in given)

    def _clear(self, ledger: ShownLedger, deal: ShownDeal) -> Iterator[Move]:
        """Take back what it offered itself and could not keep beside this deal."""
        for own in ledger.deals:
            if own.by == self.seat and own.state == OFFERED:
                mine = [one.clause for one in own.clauses if one.who == self.seat]
                new = [one.clause for one in deal.clauses if one.who == self.seat]
                if any(self.clash(one, other) for one in mine for other in new):
                    yield Respond(own.number, "withdraw")

    def may_offer(self, view: Any, ledger: ShownLedger) -> bool:
        """One offer at a time, and not again and again what nobody wants."""
        promises = self.game.promises
        assert promises is not None
        chapter, tried = self.game.chapter(view), 0
        for deal in ledger.deals:
            if deal.by == self.seat and deal.replaces is None and deal.state != IN_FORCE:
                last = promises.last_chapter([one.clause for one in deal.clauses])
                tried += last is None or last >= chapter
                if deal.state == OFFERED:
                    return False
        return tried < self.talks

    def refused_by(self, ledger: ShownLedger) -> dict[int, int]:
        """How often in a row each seat has not wanted what this one offered."""
        found: dict[int, int] = {}
        for deal in ledger.deals:
            if deal.by == self.seat and len(deal.to) == 1:
                other = deal.to[0]
                if deal.state == IN_FORCE:
                    found[other] = 0
                elif deal.state in (DECLINED, EXPIRED):
                    found[other] = found.get(other, 0) + 1
        return found

    # --- trust ------------------------------------------------------------------------------------

    def word(self, ledger: ShownLedger, other: int) -> tuple[int, int]:
        """How often a seat has kept and broken its word to this one."""
        verdicts = [
            clause.verdict
            for deal in ledger.deals
            if self.seat in deal.parties
            for clause in deal.clauses
            if clause.who == other
        ]
        return verdicts.count(KEPT), verdicts.count(BROKEN)

    def trust(self, ledger: ShownLedger, other: int) -> float:
        """How likely a seat keeps its word, by how it kept it: to this one above all."""
        kept, broken = self.word(ledger, other)
        seen_kept, seen_broken = ledger.kept[other], ledger.broken[other]
        good = 2.0 + kept + 0.5 * seen_kept
        bad = 1.0 + 2.0 * broken + 1.0 * seen_broken
        if self.temper == GRUDGING:
            bad += 2.0 * broken
        return good / (good + bad)

    def bears_grudge(self, ledger: ShownLedger, other: int) -> bool:
        """Whether it makes no more deals with somebody."""
        return self.temper == GRUDGING and self.word(ledger, other)[1] > 0

    def betrayers(self, ledger: ShownLedger) -> list[int]:
        """Who has broken their word to this seat, and is not forgiven."""
        seats = range(self.setup.seats)
        return [other for other in seats if other != self.seat and self.bears_grudge(ledger, other)]

    # --- one's own word ---------------------------------------------------------------------------

    def promised(self, ledger: ShownLedger, who: int) -> Iterator[tuple[ShownDeal, ShownClause]]:
        """What a seat has promised, in deals of this one, that is still to be done."""
        for deal in ledger.deals:
            if deal.state == IN_FORCE and self.seat in deal.parties:
                for clause in deal.clauses:
                    if clause.who == who and clause.verdict == OPEN:
                        yield deal, clause

    def keeps(self, view: Any, ledger: ShownLedger, deal: ShownDeal) -> bool:
        """Whether it means to keep its word in this deal."""
        if self.temper == FAITHFUL:
            return True
        others = [one for one in deal.parties if one != self.seat]
        if self.temper == GRUDGING:
            return not any(self.bears_grudge(ledger, one) for one in others)
        return not self.breaks_word(view, ledger, deal)

    def owed(self, view: Any, ledger: ShownLedger) -> list[ShownClause]:
        """What this seat has promised and means to keep, the oldest deal first."""
        promised = self.promised(ledger, self.seat)
        return [clause for deal, clause in promised if self.keeps(view, ledger, deal)]

    def due_to_me(self, ledger: ShownLedger) -> list[ShownClause]:
        """What others have promised this seat, and are trusted with."""
        return [
            clause
            for other in range(self.setup.seats)
            if other != self.seat and self.trust(ledger, other) >= 0.35
            for _, clause in self.promised(ledger, other)
        ]


class Peacemaker(Negotiator):
    """One that makes peace above all: two seats promise not to do something to each other. What
    such a promise says, and when there is time for it, a game knows."""

    peace: ClassVar[str]  # the kind of its clauses
    talks: ClassVar[int] = 2
    safety: ClassVar[float] = 0.33  # what it is worth to be safe from somebody
    restraint: ClassVar[float] = 0.14  # and what it costs to leave them alone
    most: ClassVar[int] = 3  # with how many at a time: somebody must be left

    def terms(self, view: Any, who: int, whom: int) -> str | None:
        """The promise of one to the other, in notation; nothing where there is no time for it."""
        return None

    def value(self, view: Any, ledger: ShownLedger, clause: Clause) -> float:
        """Of any other clause, if it were kept: below zero, what this seat gives."""
        return -1.0 if clause.who == self.seat else 0.0

    def worth(self, view: Any, ledger: ShownLedger, clauses: Sequence[Clause]) -> float:
        total = -0.02
        for clause in clauses:
            value = self._peaceful(ledger, clause)
            if value is None:
                value = self.value(view, ledger, clause)
            if value > 0 and not {self.seat, clause.who} <= set(self.playing(view)):
                value = 0.0  # nobody keeps it any more, or needs it
            if clause.who != self.seat:
                value *= self.trust(ledger, clause.who)
            total += value if clause.condition is None or value < -1 else 0.6 * value
        return total

    def _peaceful(self, ledger: ShownLedger, clause: Clause) -> float | None:
        if clause.kind != self.peace:
            return None
        if clause.who == self.seat:
            sworn = self.sworn(ledger)
            return -self.restraint * (1 + sworn) if sworn < self.most else -3.0
        return self.safety if clause.data["whom"] == self.seat else -0.02

    def sworn(self, ledger: ShownLedger) -> int:
        """To how many it has promised peace."""
        return sum(one.kind == self.peace for _, one in self.promised(ledger, self.seat))

    def proposal(self, view: Any, ledger: ShownLedger) -> Propose | None:
        """Peace with who is trusted, and promised none yet."""
        whom = self.partner(view, ledger)
        if whom is None or self.sworn(ledger) >= self.most:
            return None
        if self.seat not in self.playing(view):
            return None
        mine, yours = self.terms(view, self.seat, whom), self.terms(view, whom, self.seat)
        if mine is None or yours is None:
            return None
        return Propose(f"{mine}; {yours}", [whom], secret=True)

    def partner(self, view: Any, ledger: ShownLedger) -> int | None:
        """Whom to ask."""
        refused, agreed = self.refused_by(ledger), set[int]()
        for deal, clause in self.promised(ledger, self.seat):
            if clause.kind == self.peace:
                agreed |= set(deal.parties)
        best, found = 0.35, None
        for other in self.possible(view):
            if other == self.seat or other in agreed or self.bears_grudge(ledger, other):
                continue
            score = self.trust(ledger, other) - 0.25 * refused.get(other, 0)
            score += 0.2 * self.rng.random()
            if score > best:
                best, found = score, other
        return found

    def playing(self, view: Any) -> Sequence[int]:
        """Who is still in the game: the others keep nothing, and are spared nothing."""
        return range(self.setup.seats)

    def possible(self, view: Any) -> Sequence[int]:
        """Who can be asked at all."""
        return self.playing(view)

    def counter(self, view: Any, ledger: ShownLedger, deal: ShownDeal) -> str | None:
        """The same, and peace for it."""
        return self.beside(view, ledger, deal, [self.terms(view, deal.by, self.seat)])

    def beside(
        self, view: Any, ledger: ShownLedger, deal: ShownDeal, wishes: Sequence[str | None]
    ) -> str | None:
        """What was offered and the first of one's wishes that makes it worth while."""
        promises = self.game.promises
        if promises is None or len(deal.to) != 1 or len(deal.clauses) > 3:
            return None
        said = "; ".join(one.text for one in deal.clauses)
        for wish in wishes:
            if wish is not None and wish not in said:
                text = f"{said}; {wish}"
                if self.worth(view, ledger, promises.parse(self.setup, text)) > 0:
                    return text
        return None
