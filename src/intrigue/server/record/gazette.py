"""The Gazette: a front page for each round of a match, written from what a spectator sees and from
nothing else. Editions follow from the public log, so an edition never changes once it is out. It
tells of public deals and claims what everybody could judge when it closed; of secret ones nothing,
not even at the end."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from intrigue.kernel.deals import IN_FORCE, ShownClause, ShownDeal, ShownLedger
from intrigue.kernel.game import Seen
from intrigue.kernel.position import SPECTATOR, Event, Position
from intrigue.kernel.promises import BROKEN, KEPT, OPEN, Claim, Promises
from intrigue.kernel.text import catalogue
from intrigue.session.ledger import Ledger, views
from intrigue.session.record import ASIDES, PRIVATE, End, Step
from intrigue.session.telling import Chapters, Voice

from ..errors import ServerError
from .folded import Folded
from .store import Loaded


class Gazette(Struct):
    """One edition: a headline, what happened line by line, and the table as it stands after it, in
    plain text. `last` is the newest edition that is out; with the last one of a match comes its
    `outcome`."""

    table: str
    game: str
    lang: str
    masthead: str
    number: int
    last: int
    names: list[str]
    headline: str
    stories: list[str]
    picture: str
    outcome: str | None = None


def edition(loaded: Loaded, number: int | None) -> Gazette:
    """An edition that is out, or the newest one, in the table's language; raises `ServerError`."""
    room = loaded.room
    press = Press(loaded.folded, room.state == "over")
    return press.edition(number, room.id, room.terms.lang)


class Press:
    """Every edition of a match that is out: all but the one that is being written, unless the match
    is over."""

    def __init__(self, folded: Folded, over: bool) -> None:
        self.folded = folded
        if folded.editions is None:
            folded.editions = _beginnings(folded)
        self.begin = folded.editions
        self.out = len(self.begin) if over else len(self.begin) - 1

    def edition(self, number: int | None, table: str, lang: str) -> Gazette:
        wanted = self.out if number is None else number
        if not 1 <= wanted <= self.out:
            raise ServerError("no_edition")
        events, position = self._events(wanted)
        record = self.folded.record
        writer = Writer(record.game, record.setup(), lang)
        page = writer.page(table, wanted, self.out, events, position.view(SPECTATOR))
        before, after = [None, *self._ledgers()][wanted - 1 : wanted + 1]
        page.stories += writer.promises(before, after)
        if wanted == self.out:
            page.outcome = writer.outcome(position.outcome())
        return page

    def _ledgers(self) -> list[ShownLedger | None]:
        """What everyone knew of deals and claims when each edition closed."""
        if self.folded.bulletins is None:
            self.folded.bulletins = _bulletins(self.folded, self.begin[1:])
        return self.folded.bulletins

    def _events(self, number: int) -> tuple[list[Seen], Position]:
        """What a spectator saw in an edition, and the position when it closed: with the step in
        which the next one begins, or with the last."""
        first, *rest = self.begin[number - 1 : number + 1]
        found = []
        for step in self.folded.steps(first[0]):
            for place, seen in _seen(step):
                if first <= place and (not rest or place < rest[0]):
                    found.append(Seen(seen.kind, seen.data))
            if rest and step.line == rest[0][0]:
                break
        return found, step.position


def _beginnings(folded: Folded) -> list[tuple[int, int]]:
    """The event that each edition begins with: the number of its step, and which it is there."""
    editions = Chapters(folded.record.game.chapters)
    opened = [
        place for step in folded.steps() for place, seen in _seen(step) if editions.opens(seen.kind)
    ]
    return [(1, 0), *opened]


def _bulletins(folded: Folded, closes: Sequence[tuple[int, int]]) -> list[ShownLedger | None]:
    """The public ledger at the end of each edition: all that another one follows, and the last."""
    record = folded.record
    if not any(isinstance(entry, ASIDES) for entry in record.entries):
        return [None] * (len(closes) + 1)
    steps = record.fold()
    ledger = Ledger(record.game, record.setup(), views(next(steps).position))
    found = []
    for entry in record.entries:
        if isinstance(entry, ASIDES):
            ledger.apply(entry)
        elif not isinstance(entry, PRIVATE):
            step, told = next(steps), 0
            for _, place in [close for close in closes if close[0] == step.line]:
                ledger.hear(step.events[told:place])
                found.append(ledger.shown(SPECTATOR))
                told = place
            ledger.hear(step.events[told:])
            if isinstance(entry, End):
                ledger.close()
    return [*found, ledger.shown(SPECTATOR)]


def _seen(step: Step) -> Iterator[tuple[tuple[int, int], Event]]:
    """What a spectator sees of a step, and where it stands in the record."""
    for number, event in enumerate(step.events):
        seen = event.seen_by(SPECTATOR)
        if seen is not None:
            yield (step.line, number), seen


class Writer(Voice, frozen=True):
    """Who puts a page together."""

    def page(
        self, table: str, number: int, last: int, events: Sequence[Seen], view: object
    ) -> Gazette:
        words = catalogue("intrigue.server", self.lang)
        title = self.game.title(self.lang)
        return Gazette(
            table=table,
            game=self.game.id,
            lang=self.lang,
            masthead=words.say("gazette", "masthead", game=title),
            number=number,
            last=last,
            names=list(self.setup.names),
            headline=self.headline(events) or words.say("gazette", "quiet"),
            stories=[line for event in events for line in self.lines(event)],
            picture=self.game.picture(self.setup, view, self.lang),
        )

    def promises(self, before: ShownLedger | None, after: ShownLedger | None) -> Iterator[str]:
        """What was agreed in public, and what was kept, broken and found false: since the edition
        before."""
        if after is None:
            return
        known = {} if before is None else {deal.number: deal for deal in before.deals}
        for deal in after.deals:
            if not deal.secret:
                yield from self._deal(known.get(deal.number), deal)
        heard = {} if before is None else {claim.number: claim.verdict for claim in before.claims}
        for claim in after.claims:
            if claim.to is None and claim.verdict not in (OPEN, heard.get(claim.number)):
                said = self._promises.say_claim(
                    self.game, self.setup, Claim(claim.kind, claim.data), claim.by, self.lang
                )
                yield self._say(f"claim_{claim.verdict}", said=said)

    def _deal(self, before: ShownDeal | None, deal: ShownDeal) -> Iterator[str]:
        was = None if before is None else before.state
        if deal.state == IN_FORCE != was:
            clauses = [self._clause(clause) for clause in deal.clauses]
            yield self._say("agreed", parties=[deal.by, *deal.to], clauses=clauses)
        for place, clause in enumerate(deal.clauses):
            judged = None if before is None else before.clauses[place].verdict
            if clause.verdict in (KEPT, BROKEN) and clause.verdict != judged:
                yield self._say(clause.verdict, clause=self._clause(clause))

    def _clause(self, shown: ShownClause) -> str:
        return self._promises.say_clause(self.game, self.setup, shown.clause, self.lang)

    @property
    def _promises(self) -> Promises:
        assert self.game.promises is not None  # there are deals
        return self.game.promises

    def _say(self, key: str, **data: object) -> str:
        words = catalogue("intrigue.server", self.lang)
        return words.say("gazette", key, names=self.setup.names, **data)
