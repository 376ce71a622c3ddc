"""The Gazette: a front page for each round of a match, written from what a spectator sees and from
nothing else. Editions follow from the public log, so an edition never changes once it is out."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from intrigue.kernel.game import Game, Seen, Setup
from intrigue.kernel.position import SPECTATOR, Event, Position
from intrigue.kernel.text import catalogue
from intrigue.session.moments import headline
from intrigue.session.record import Step

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


class Editions:
    """Counts editions while events come in. An event of a kind in `chapters` opens a new one, if
    the current one already holds one of its kind or of a smaller division. The deal opens the
    first of the greatest division without a word."""

    def __init__(self, game: Game) -> None:
        self.chapters = game.chapters
        self.current = 1
        self._deepest = 0

    def opens(self, kind: str) -> bool:
        """Take note of an event; whether a new edition begins with it."""
        if kind not in self.chapters:
            return False
        rank = self.chapters.index(kind)
        opens = self._deepest >= rank
        self._deepest = rank if opens else max(rank, self._deepest)
        self.current += opens
        return opens

    def hear(self, events: Iterable[Event]) -> None:
        """Take note of what a spectator sees of events."""
        for event in events:
            seen = event.seen_by(SPECTATOR)
            if seen is not None:
                self.opens(seen.kind)


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
        if wanted == self.out:
            page.outcome = writer.outcome(position)
        return page

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
    editions = Editions(folded.record.game)
    opened = [
        place for step in folded.steps() for place, seen in _seen(step) if editions.opens(seen.kind)
    ]
    return [(1, 0), *opened]


def _seen(step: Step) -> Iterator[tuple[tuple[int, int], Event]]:
    """What a spectator sees of a step, and where it stands in the record."""
    for number, event in enumerate(step.events):
        seen = event.seen_by(SPECTATOR)
        if seen is not None:
            yield (step.line, number), seen


class Writer(Struct, frozen=True):
    """Who puts a page together, in one language."""

    game: Game
    setup: Setup
    lang: str

    def page(
        self, table: str, number: int, last: int, events: Sequence[Seen], view: object
    ) -> Gazette:
        words = catalogue("intrigue.server", self.lang)
        title = self.game.title(self.lang)
        first = headline(self.game, self.setup, events, self.lang)
        return Gazette(
            table=table,
            game=self.game.id,
            lang=self.lang,
            masthead=words.say("gazette", "masthead", game=title),
            number=number,
            last=last,
            names=list(self.setup.names),
            headline=first or words.say("gazette", "quiet"),
            stories=[line for event in events for line in self.lines(event)],
            picture=self.game.picture(self.setup, view, self.lang),
        )

    def lines(self, event: Seen) -> list[str]:
        return [line.strip() for line in self.game.line(self.setup, event, self.lang)]

    def outcome(self, position: Position) -> str | None:
        """How it ended; nothing for a match that was broken off."""
        end = position.outcome()
        if end is None:
            return None
        words = self.game.words(self.lang)
        return words.say("outcome", end.reason, names=self.setup.names, winners=end.winners)
