"""Deals and claims of a match, and what of them each viewer may know.

They are entries of the record beside what is played: they change no position, and nothing here
reads one. Every verdict is folded from the events that its viewer has seen; a secret deal does not
exist for anybody but its parties, not even as a gap in a numbering. docs/promises.md.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from intrigue.kernel.deals import (
    COUNTERED,
    DECLINED,
    EXPIRED,
    IN_FORCE,
    OFFERED,
    WITHDRAWN,
    Condition,
    ShownClaim,
    ShownClause,
    ShownDeal,
    ShownLedger,
)
from intrigue.kernel.game import Game, Seen, Setup
from intrigue.kernel.position import SPECTATOR, Event, Illegal, Position, Refusal
from intrigue.kernel.promises import (
    BROKEN,
    KEPT,
    OPEN,
    Claim,
    Clause,
    Facts,
    Promises,
)

from .record import ASIDES, PRIVATE, Aside, Claimed, End, Entry, Offer, Record, Reply
from .undo import Past

ALL = -2  # the viewer who is shown everything, after the end
MOST_OPEN = 8  # offers of a seat that wait for an answer
MOST_DEALS = 200  # of a seat in a match, and as many claims


class Deal:
    """An offer, and what became of it. `since` is how many events there were when it came into
    force."""

    def __init__(
        self, by: int, clauses: list[Clause], texts: list[str], offer: Offer, to: list[int]
    ) -> None:
        self.by = by
        self.to = to
        self.clauses = clauses
        self.texts = texts
        self.secret = offer.secret
        self.until = offer.until
        self.deadline = offer.deadline
        self.at = offer.at
        self.replaces = offer.replaces
        self.state = OFFERED
        self.accepted: set[int] = set()
        self.since = 0

    def known_to(self, viewer: int) -> bool:
        return not self.secret or viewer == self.by or viewer in self.to


class Said:
    """A claim; `at_event` is how many events there were when it was made."""

    def __init__(
        self, by: int, claim: Claim, said: Claimed, to: list[int] | None, at_event: int
    ) -> None:
        self.by = by
        self.claim = claim
        self.text = said.text
        self.to = to
        self.at = said.at
        self.at_event = at_event

    def known_to(self, viewer: int) -> bool:
        return self.to is None or viewer == self.by or viewer in self.to


class Ledger:
    """The deals and claims of one match. Where it is `sealed`, secret ones stay so after the
    end."""

    def __init__(
        self, game: Game, setup: Setup, first: Sequence[object], sealed: bool = False
    ) -> None:
        """`first` are the views of when the match began: the spectator's, then by seat."""
        self.game = game
        self.setup = setup
        self.sealed = sealed
        self.first = first
        self.over = False
        self.deals: list[Deal] = []
        self.claims: list[Said] = []
        self.history: list[Event] = []
        self._facts: dict[int, Facts] = {}
        self._known: dict[int, list[int]] = {}  # by viewer: deals in the order of their numbers
        self._heard: dict[int, list[int]] = {}  # the same of claims
        self._settled: dict[tuple[int, int, int], str] = {}  # verdicts that will not change
        self._closed: dict[tuple[int, int], ShownDeal] = {}  # deals that will look so for ever
        self._judged: dict[tuple[int, int], ShownClaim] = {}
        self._shown: dict[int, ShownLedger] = {}

    @classmethod
    def of(cls, record: Record, past: Past | None = None) -> "tuple[Position, Ledger]":
        """The position after everything in a record, and its ledger."""
        steps = record.fold(past)
        step = next(steps)
        ledger = cls(record.game, record.setup(), views(step.position))
        for entry in record.entries:
            if isinstance(entry, ASIDES):
                ledger.apply(entry)
            elif not isinstance(entry, PRIVATE):
                step = next(steps)
                ledger.hear(step.events)
                if isinstance(entry, End):
                    ledger.close()
        return step.position, ledger

    @property
    def used(self) -> bool:
        """Whether there is anything in it."""
        return bool(self.deals or self.claims)

    @property
    def promises(self) -> Promises:
        """The game's; raises `Illegal` where it has none."""
        if self.game.promises is None:
            raise Illegal(Refusal("no_promises", ""))
        return self.game.promises

    # --- what happens -----------------------------------------------------------------------------

    def hear(self, events: Iterable[Event]) -> None:
        """Something happened in the match."""
        if self.game.promises is None:
            return
        self.history += events
        if self.used:
            self._shown.clear()
            self._expire(self.chapter)

    def close(self) -> None:
        """The match is over: no offer is open any more, and what was secret is opened. What a
        viewer knew before keeps its number."""
        if self.used:
            for viewer in range(SPECTATOR, self.setup.seats):
                self.numbers(viewer)
                self._heard_by(viewer)
        self.over = True
        for deal in self.deals:
            if deal.state == OFFERED:
                deal.state = EXPIRED
        self._settled.clear()
        self._closed.clear()
        self._judged.clear()
        self._shown.clear()

    @property
    def chapter(self) -> int:
        """The round, generation or turn that it is, as everyone sees."""
        return self._folded(SPECTATOR).chapter

    def _expire(self, chapter: int) -> None:
        for deal in self.deals:
            if deal.state == OFFERED and deal.until is not None and deal.until < chapter:
                deal.state = EXPIRED

    # --- what people do ---------------------------------------------------------------------------

    def offer(self, seat: int, offer: Offer, counters: int | None = None) -> Offer:
        """Check an offer, and write it as a record has it; raises `Illegal` or `BadInput`. What
        `counters` the offer that the seat calls so is for the same parties, and as secret: whoever
        sees that one go learns what came instead."""
        self._check_open()
        promises, setup = self.promises, self.setup
        to, secret, replaces = self._others(seat, offer.to), offer.secret, None
        if counters is not None:
            replaces = self._countered(seat, counters)
            old = self.deals[replaces]
            to, secret = sorted({old.by, *old.to} - {seat}), old.secret
        if not to:
            raise Illegal(Refusal("deal_with_nobody", ""))
        mine = [deal for deal in self.deals if deal.by == seat]
        if len(mine) >= MOST_DEALS:
            raise Illegal(Refusal("deals_full", ""))
        if sum(deal.state == OFFERED for deal in mine) >= MOST_OPEN:
            raise Illegal(Refusal("many_offers", "", {"most": MOST_OPEN}))
        clauses = promises.parse(setup, offer.clauses, seat)
        for clause in clauses:
            self._check_clause(clause, {seat, *to})
        last = promises.last_chapter(clauses)
        until = last if offer.until is None else min(offer.until, last or offer.until)
        if until is not None and until < self.chapter:
            raise Illegal(Refusal("deal_of_the_past", ""))
        return Offer(
            setup.names[seat],
            [setup.names[one] for one in to],
            promises.spell(setup, clauses),
            secret,
            until,
            offer.deadline,
            replaces,
            offer.at,
        )

    def _check_clause(self, clause: Clause, parties: set[int]) -> None:
        if clause.who not in parties:
            raise Illegal(Refusal("not_a_party", "", {"who": clause.who}))
        for part in (clause, clause.condition):
            if part is None:
                continue
            kind = self.promises.clause_kind(part.kind)
            seats = [part.data[param.name] for param in kind.params if param.type == "seat"]
            if len(set(seats)) < len(seats) or self.promises.refuses(self.setup, part):
                raise Illegal(Refusal("no_such_promise", ""))

    def _others(self, seat: int, names: Sequence[str]) -> list[int]:
        return sorted({self.setup.seat(name) for name in names} - {seat})

    def claim(self, seat: int, claim: Claimed) -> Claimed:
        """Check a claim, and write it as a record has it; raises `Illegal` or `BadInput`."""
        self._check_open()
        if sum(said.by == seat for said in self.claims) >= MOST_DEALS:
            raise Illegal(Refusal("deals_full", ""))
        what = self.promises.parse_claim(self.setup, claim.text)
        to = claim.to
        if to is not None:
            to = [self.setup.names[one] for one in self._others(seat, to)]
        if self.promises.refuses_claim(self.setup, what, seat):
            raise Illegal(Refusal("no_such_claim", ""))
        text = self.promises.spell_claim(self.setup, what)
        return Claimed(self.setup.names[seat], text, to, claim.at)

    def reply(self, seat: int, number: int, what: str, now: float = 0.0) -> Reply:
        """Check an answer to the deal that the seat calls so: `accept`, `decline` or `withdraw`;
        raises `Illegal`."""
        self._check_open()
        place = self.place(seat, number)
        deal = self.deals[place]
        mine = seat in deal.to if what != "withdraw" else seat == deal.by
        late = deal.deadline is not None and deal.deadline < now
        if not mine:
            raise Illegal(Refusal("not_for_you", ""))
        if deal.state != OFFERED or late or seat in deal.accepted:
            raise Illegal(Refusal("deal_closed", ""))
        return Reply(self.setup.names[seat], place, what)

    def place(self, seat: int, number: int) -> int:
        """Which deal the seat calls so; raises `Illegal`."""
        known = self.numbers(seat)
        if not 1 <= number <= len(known):
            raise Illegal(Refusal("no_deal", ""))
        return known[number - 1]

    def _countered(self, seat: int, number: int) -> int:
        """The open offer that a new one of a party shall replace."""
        place = self.place(seat, number)
        deal = self.deals[place]
        if seat != deal.by and seat not in deal.to:
            raise Illegal(Refusal("not_for_you", ""))
        if deal.state != OFFERED:
            raise Illegal(Refusal("deal_closed", ""))
        return place

    def _check_open(self) -> None:
        if self.promises and self.over:
            raise Illegal(Refusal("no_deals_now", ""))

    def due(self) -> float | None:
        """When the next offer runs out."""
        open_ones = (deal.deadline for deal in self.deals if deal.state == OFFERED)
        return min((at for at in open_ones if at is not None), default=None)

    def overdue(self, now: float) -> list[Reply]:
        """Offers whose time is over, as entries."""
        return [
            Reply(None, place, "expire")
            for place, deal in enumerate(self.deals)
            if deal.state == OFFERED and deal.deadline is not None and deal.deadline <= now
        ]

    # --- entries ----------------------------------------------------------------------------------

    def apply(self, entry: Aside) -> None:
        """An entry of the record, which was checked."""
        self._shown.clear()
        if isinstance(entry, Offer):
            self._apply_offer(entry)
        elif isinstance(entry, Claimed):
            claim = self.promises.parse_claim(self.setup, entry.text)
            to = None if entry.to is None else [self.setup.seat(name) for name in entry.to]
            by = self.setup.seat(entry.seat)
            self.claims.append(Said(by, claim, entry, to, len(self.history)))
        else:
            self._apply_reply(entry)

    def _apply_offer(self, entry: Offer) -> None:
        clauses = self.promises.parse(self.setup, entry.clauses)
        to = [self.setup.seat(name) for name in entry.to]
        texts = [self.promises.spell_clause(self.setup, clause) for clause in clauses]
        self.deals.append(Deal(self.setup.seat(entry.seat), clauses, texts, entry, to))
        if entry.replaces is not None and self.deals[entry.replaces].state == OFFERED:
            self.deals[entry.replaces].state = COUNTERED

    def _apply_reply(self, entry: Reply) -> None:
        deal = self.deals[entry.deal]
        if deal.state != OFFERED:
            return
        if entry.what == "accept" and entry.seat is not None:
            deal.accepted.add(self.setup.seat(entry.seat))
            if deal.accepted == set(deal.to):
                deal.state, deal.since = IN_FORCE, len(self.history)
        else:
            ends = {"decline": DECLINED, "withdraw": WITHDRAWN, "expire": EXPIRED}
            deal.state = ends[entry.what]

    # --- what viewers may know --------------------------------------------------------------------

    def shown(self, viewer: int) -> ShownLedger | None:
        """The ledger of a viewer; nothing, as long as it is empty."""
        numbers, heard = self.numbers(viewer), self._heard_by(viewer)
        if not numbers and not heard:
            return None
        if viewer not in self._shown:
            self._shown[viewer] = self._show(viewer, numbers, heard)
        return self._shown[viewer]

    def numbers(self, viewer: int) -> list[int]:
        """The deals that a viewer knows of, in the order in which they became known: a new one
        changes no number."""
        known = self._known.setdefault(viewer, [])
        self._add_known(known, self.deals, viewer)
        return known

    def number(self, viewer: int, place: int) -> int:
        """What a viewer calls a deal that the viewer knows of."""
        return self.numbers(viewer).index(place) + 1

    def _heard_by(self, viewer: int) -> list[int]:
        known = self._heard.setdefault(viewer, [])
        self._add_known(known, self.claims, viewer)
        return known

    def _add_known(self, known: list[int], all_of: Sequence[Deal | Said], viewer: int) -> None:
        opened = viewer == ALL or (self.over and not self.sealed)
        if len(known) < len(all_of):
            before = set(known)
            for place, one in enumerate(all_of):
                if place not in before and (opened or one.known_to(viewer)):
                    known.append(place)

    def _show(self, viewer: int, numbers: list[int], heard: list[int]) -> ShownLedger:
        facts = self._folded(ALL if self.over else viewer)
        called = {place: number for number, place in enumerate(numbers, 1)}
        deals = [self._show_deal(viewer, facts, place, called) for place in numbers]
        claims = [self._show_claim(viewer, facts, place, n) for n, place in enumerate(heard, 1)]
        kept, broken = [0] * self.setup.seats, [0] * self.setup.seats
        for deal in deals:
            for clause in deal.clauses:
                kept[int(clause.data["who"])] += clause.verdict == KEPT
                broken[int(clause.data["who"])] += clause.verdict == BROKEN
        return ShownLedger(deals, claims, kept, broken)

    def _show_deal(
        self, viewer: int, facts: Facts, place: int, called: dict[int, int]
    ) -> ShownDeal:
        closed = self._closed.get((viewer, place))
        if closed is not None:
            return closed
        deal = self.deals[place]
        clauses = [self._show_clause(viewer, facts, place, i) for i in range(len(deal.clauses))]
        shown = ShownDeal(
            called[place],
            deal.by,
            deal.to,
            deal.secret,
            deal.state,
            sorted(deal.accepted),
            clauses,
            deal.until,
            deal.deadline,
            None if deal.replaces is None else called.get(deal.replaces),
            deal.at,
        )
        if deal.state != OFFERED and all(clause.verdict != OPEN for clause in clauses):
            self._closed[viewer, place] = shown
        return shown

    def _show_clause(self, viewer: int, facts: Facts, place: int, index: int) -> ShownClause:
        deal = self.deals[place]
        clause, condition = deal.clauses[index], deal.clauses[index].condition
        verdict = None
        if deal.state == IN_FORCE:
            key = viewer, place, index
            verdict = self._settled.get(key)
            if verdict is None:
                verdict = self.promises.verdict(facts, clause, deal.since)
                if verdict != OPEN:
                    self._settled[key] = verdict
        return ShownClause(
            clause.kind,
            clause.data,
            None if condition is None else Condition(condition.kind, condition.data),
            deal.texts[index],
            verdict,
        )

    def _show_claim(self, viewer: int, facts: Facts, place: int, number: int) -> ShownClaim:
        judged = self._judged.get((viewer, place))
        if judged is not None:
            return judged
        said = self.claims[place]
        verdict = self.promises.judge_claim(facts, said.claim, said.by, said.at_event)
        shown = ShownClaim(
            number,
            said.by,
            said.to,
            said.claim.kind,
            said.claim.data,
            said.text,
            verdict,
            said.at,
        )
        if verdict != OPEN:
            self._judged[viewer, place] = shown
        return shown

    def breaking(self, seat: int, act: int) -> list[int]:
        """The deals in which an act of this seat would break its own word, by the seat's numbers:
        for its player alone."""
        if self.game.promises is None or self.over:
            return []
        facts, found = self._folded(seat), []
        for number, place in enumerate(self.numbers(seat), 1):
            deal = self.deals[place]
            if deal.state == IN_FORCE and any(
                self._breaks(facts, clause, deal.since, act)
                for clause in deal.clauses
                if clause.who == seat
            ):
                found.append(number)
        return found

    def _breaks(self, facts: Facts, clause: Clause, since: int, act: int) -> bool:
        if self.promises.verdict(facts, clause, since) != OPEN:
            return False
        return self.promises.breaks(facts, clause, self.game, act)

    def _folded(self, viewer: int) -> Facts:
        """What a viewer has seen so far."""
        facts = self._facts.get(viewer)
        if facts is None:
            everything = viewer == ALL
            chapter = self.game.chapter(self.first[0])
            facts = self.promises.facts(self.setup, chapter, everything)
            for view in self.first if everything else [self.first[viewer + 1]]:
                facts.begin(view)
            self._facts[viewer] = facts
        for event in self.history[facts.count :]:
            seen = event if viewer == ALL else event.seen_by(viewer)
            facts.hear(None if seen is None else Seen(seen.kind, seen.data))
        if self.over and not facts.over:
            facts.close()
        return facts


def views(position: Position) -> list[object]:
    """What everyone sees of a position: a spectator, then the seats."""
    return [position.view(viewer) for viewer in range(SPECTATOR, position.seats)]


def final(record: Record, sealed: bool = False) -> ShownLedger | None:
    """The deals and claims of a finished match, as anyone may know them."""
    if not any(isinstance(entry, ASIDES) for entry in record.entries):
        return None
    _, ledger = Ledger.of(record)
    ledger.sealed = sealed
    return ledger.shown(SPECTATOR)


def opened(entries: Iterable[Entry], sealed: bool) -> Iterator[tuple[int, Aside]]:
    """The deals and claims that may be known after the end, each with its place among all entries,
    and written as if there were no others: without times, and offers counted anew."""
    places: dict[int, int] = {}
    offers = 0
    for at, entry in enumerate(entries):
        if isinstance(entry, Offer):
            if not (sealed and entry.secret):
                old = None if entry.replaces is None else places[entry.replaces]
                bare = {"at": None, "deadline": None, "replaces": old}
                places[offers] = len(places)
                yield at, msgspec.structs.replace(entry, **bare)
            offers += 1
        elif isinstance(entry, Reply):
            if entry.deal in places:
                yield at, Reply(entry.seat, places[entry.deal], entry.what)
        elif isinstance(entry, Claimed) and not (sealed and entry.to is not None):
            yield at, msgspec.structs.replace(entry, at=None)
