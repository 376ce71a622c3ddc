"""Proofs about deals and claims: whatever people offer, answer and claim, nothing breaks, no
position changes, and a viewer is told the same as where the secret deals of others were never made.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Protocol

from intrigue.kernel.chance import Fast
from intrigue.kernel.deals import OFFERED
from intrigue.kernel.game import Game, Setup
from intrigue.kernel.position import SPECTATOR, Illegal
from intrigue.kernel.promises import CHAPTER, NUMBER, SEAT, Claim, Clause, Kind, Param, Promises
from intrigue.kernel.text import LANGUAGES, BadInput
from intrigue.session.ledger import ALL, Ledger
from intrigue.session.record import Aside, Claimed, Offer, Record, Reply
from intrigue.session.table import Table

from .kit import demand


class Dealing(Protocol):
    """A table at which deals can be made: a real one, or one behind sockets."""

    @property
    def ledger(self) -> Ledger: ...

    def offer(
        self,
        seat: int,
        to: list[str],
        clauses: str,
        secret: bool = False,
        until: int | None = None,
        deadline: float | None = None,
        counters: int | None = None,
    ) -> None: ...

    def reply(self, seat: int, deal: int, what: str) -> None: ...

    def claim(self, seat: int, text: str, to: list[str] | None = None) -> None: ...


class Dealer:
    """Somebody who offers, answers and claims at random, mostly what makes sense. `topics` are
    numbers worth speaking of, such as those of cards on the table."""

    topics: Sequence[int] = ()

    def __init__(self, game: Game, setup: Setup, rng: Random) -> None:
        assert game.promises is not None
        self.game = game
        self.promises: Promises = game.promises
        self.setup = setup
        self.rng = rng

    def terms(self, parties: list[int], chapter: int) -> str:
        """Clauses of these parties, as text."""
        count = self.rng.choice((1, 1, 2, 3))
        clauses = [self._clause(parties, chapter) for _ in range(count)]
        return self.promises.spell(self.setup, clauses)

    def _clause(self, parties: list[int], chapter: int) -> Clause:
        kind, data = self._filled(self.promises.clauses, chapter)
        if data["who"] not in parties and self.rng.random() < 0.9:
            seats = [param.name for param in kind.params if param.type == SEAT]
            others = [seat for seat in range(self.setup.seats) if seat != parties[0]]
            for name, seat in zip(seats, [parties[0], *others], strict=False):
                data[name] = seat
        if self.rng.random() < 0.7:
            return Clause(kind.id, data)
        condition, of_it = self._filled(self.promises.clauses, chapter)
        return Clause(kind.id, data, Clause(condition.id, of_it))

    def statement(self, chapter: int) -> str:
        kind, data = self._filled(self.promises.claims, chapter)
        return self.promises.spell_claim(self.setup, Claim(kind.id, data))

    def _filled(self, kinds: tuple[Kind, ...], chapter: int) -> tuple[Kind, dict[str, int | str]]:
        kind = self.rng.choice(kinds)
        data: dict[str, int | str] = {}
        seats = self.rng.sample(range(self.setup.seats), self.setup.seats)
        for param in kind.params:
            if param.type == SEAT:
                data[param.name] = seats.pop()
            elif param.type == CHAPTER:
                data[param.name] = max(
                    param.low, chapter + self.rng.choice((-1, 0, 0, 0, 0, 0, 0, 1, 1, 2))
                )
            elif param.type == "count":
                data[param.name] = self.rng.randint(param.low, param.low + 7)
            elif param.type == NUMBER:
                data[param.name] = self._number(param)
            else:
                data[param.name] = self.rng.choice(param.words)
        return kind, data

    def _number(self, param: Param) -> int:
        topics = [number for number in self.topics if param.low <= number <= param.high]
        if topics and self.rng.random() < 0.8:
            return self.rng.choice(topics)
        most = self.rng.choice((param.low + 3, param.low + 50))
        return self.rng.randint(param.low, min(param.high, most))

    def parties(self) -> list[int]:
        """Whoever makes an offer, and those who get it."""
        count = 2 if self.rng.random() < 0.8 else min(3, self.setup.seats)
        return self.rng.sample(range(self.setup.seats), count)


def act(dealer: Dealer, table: Table, now: float) -> str:
    """One random thing that people do with deals; what it was, `refused` if it was refused, and
    `nothing` where time passed and no offer ran out."""
    rng, names = dealer.rng, dealer.setup.names
    chapter = table.ledger.chapter
    seat, *others = dealer.parties()
    roll = rng.random()
    try:
        if roll < 0.35:
            terms = dealer.terms([seat, *others], chapter)
            until = rng.choice((None, None, chapter, chapter + 1))
            deadline = None if rng.random() < 0.8 else now + rng.randrange(5)
            counters = rng.randrange(12) if rng.random() < 0.15 else None
            to = [names[one] for one in others]
            table.offer(seat, to, terms, rng.random() < 0.5, until, deadline, counters, now)
            return "offer"
        if roll < 0.85:
            what = rng.choice(("accept", "accept", "accept", "decline", "withdraw"))
            table.reply(*_meant(dealer, table.ledger, seat, what), what, now)
            return what
        if roll < 0.95 and dealer.promises.claims:
            heard = None if rng.random() < 0.5 else [names[one] for one in others]
            table.claim(seat, dealer.statement(chapter), heard, now)
            return "claim"
        due = table.ledger.overdue(now)
        table.expire_offers(now)
        return "expire" if due else "nothing"
    except (Illegal, BadInput) as error:
        sentence(dealer, error)
        return "refused"


def _meant(dealer: Dealer, ledger: Ledger, seat: int, what: str) -> tuple[int, int]:
    """Who answers which deal: mostly one that waits for it."""
    rng = dealer.rng
    waiting = [place for place, deal in enumerate(ledger.deals) if deal.state == OFFERED]
    if not waiting or rng.random() < 0.1:
        return seat, rng.randrange(len(ledger.numbers(seat)) + 2)
    place = rng.choice(waiting)
    deal = ledger.deals[place]
    who = deal.by if what == "withdraw" else rng.choice(deal.to)
    return who, ledger.number(who, place)


def sentence(dealer: Dealer, error: Illegal | BadInput) -> None:
    """Every refusal can be said in every language."""
    for lang in LANGUAGES:
        if isinstance(error, BadInput):
            demand(bool(error.sentence(lang)), "a refusal without words")
        else:
            dealer.game.explain(error.refusal, dealer.setup.names, lang)


def promises(game: Game, setup: Setup, seed: int, deals: int = 3) -> Counter[str]:
    """One match with deals, so many at every question, beside the same match without."""
    counted: Counter[str] = Counter()
    if game.promises is None:
        return counted
    rng = Random(seed)
    dealer = Dealer(game, setup, rng)
    table, plain = Table(game, setup, Fast(seed)), Table(game, setup, Fast(seed))
    feeds = [table.feed(viewer) for viewer in range(SPECTATOR, setup.seats)]
    viewer = rng.randrange(SPECTATOR, setup.seats)
    shadow = _Shadow(game, setup, seed, viewer)
    now = 0.0
    while not table.over:
        for _ in range(rng.randrange(2 * deals)):
            now += 1
            counted[act(dealer, table, now)] += 1
            shadow.follow(table)
        demand(table.position.key() == plain.position.key(), "a deal changed the position")
        demand(feeds[viewer + 1].stream == shadow.feed.stream, "a secret deal was told")
        for seat in table.position.asked():
            if rng.random() < 0.8:
                options = table.position.options(seat)
                answer = rng.choice(options)
                for one in (table, plain, shadow.table):
                    one.submit(seat, answer, ready=False)
                table.ledger.breaking(seat, answer)
        for one in (table, plain, shadow.table):
            one.deadline()
    demand(table.position.key() == plain.position.key(), "a deal changed the position")
    _check_end(game, setup, table)
    return counted


class _Shadow:
    """The same match, with no deal that its viewer knows nothing of."""

    def __init__(self, game: Game, setup: Setup, seed: int, viewer: int) -> None:
        self.viewer = viewer
        self.table = Table(game, setup, Fast(seed))
        self.feed = self.table.feed(viewer)
        self.copied = 0
        self.places: dict[int, int] = {}  # of deals there, and here

    def follow(self, other: Table) -> None:
        fresh = other.record.entries[self.copied :]
        self.copied = len(other.record.entries)
        for entry in fresh:
            if isinstance(entry, Aside):
                copy = self._copy(other, entry)
                if copy is not None:
                    self.table.follow([copy])

    def _copy(self, other: Table, entry: Aside) -> Aside | None:
        if isinstance(entry, Reply):
            place = self.places.get(entry.deal)
            return None if place is None else Reply(entry.seat, place, entry.what)
        setup = other.setup
        parties = [entry.seat, *(entry.to or [])]
        open_to_all = entry.to is None if isinstance(entry, Claimed) else not entry.secret
        if not open_to_all and self.viewer not in [setup.seat(name) for name in parties]:
            return None
        if isinstance(entry, Claimed):
            return entry
        there = sum(isinstance(one, Offer) for one in other.record.entries) - 1
        self.places[there] = len(self.table.ledger.deals)
        replaces = None if entry.replaces is None else self.places[entry.replaces]
        return Offer(
            entry.seat,
            entry.to,
            entry.clauses,
            entry.secret,
            entry.until,
            entry.deadline,
            replaces,
            entry.at,
        )


def _check_end(game: Game, setup: Setup, table: Table) -> None:
    """Everything is open, decided alike for everyone, and folds again from the record."""
    whole = table.ledger.shown(ALL)
    again = Table.resume(Record.read(table.record.text(), game=game), Fast(0))
    for viewer in range(SPECTATOR, setup.seats):
        shown = table.ledger.shown(viewer)
        demand((shown is None) == (whole is None), "not everything is open at the end")
        if shown is not None and whole is not None:
            demand(len(shown.deals) == len(whole.deals), "a deal is hidden after the end")
            demand((shown.kept, shown.broken) == (whole.kept, whole.broken), "verdicts differ")
            demand(shown == again.ledger.shown(viewer), "a record folds otherwise")
    _check_words(game, setup, table.ledger)


def _check_words(game: Game, setup: Setup, ledger: Ledger) -> None:
    """There is a sentence for everything, in every language, and notation reads back."""
    declared = game.promises
    assert declared is not None
    for deal in ledger.deals:
        text = declared.spell(setup, deal.clauses)
        demand(declared.parse(setup, text) == deal.clauses, f"{text!r} is read otherwise")
        for clause in deal.clauses:
            for lang in LANGUAGES:
                declared.say_clause(game, setup, clause, lang)
    for said in ledger.claims:
        text = declared.spell_claim(setup, said.claim)
        demand(declared.parse_claim(setup, text) == said.claim, f"{text!r} is read otherwise")
        for lang in LANGUAGES:
            declared.say_claim(game, setup, said.claim, said.by, lang)
