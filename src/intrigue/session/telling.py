"""Words for what everybody saw: lines, a headline, how it ended; and where a new part of a match
begins. The Gazette and the story of a match are made of these."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from intrigue.kernel.game import Game, Seen, Setup
from intrigue.kernel.position import SPECTATOR, Event, Outcome


class Chapters:
    """Counts parts of a match while events come in. An event of one of these kinds, the greater
    division first, opens a new part, if the current one already holds one of its kind or of a
    smaller division. The deal opens the first of the greatest division without a word."""

    def __init__(self, kinds: Sequence[str]) -> None:
        self.kinds = kinds
        self.current = 1
        self._deepest = 0

    def opens(self, kind: str) -> bool:
        """Take note of an event; whether a new part begins with it."""
        if kind not in self.kinds:
            return False
        rank = self.kinds.index(kind)
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


class Voice(Struct, frozen=True):
    """Who puts a match into words, in one language."""

    game: Game
    setup: Setup
    lang: str

    def lines(self, event: Seen) -> list[str]:
        return [line.strip() for line in self.game.line(self.setup, event, self.lang)]

    def headline(self, events: Sequence[Seen], about: Sequence[str] = ()) -> str:
        """The line of the weightiest event; the latest of its kind. Where it shall be `about`
        somebody, lines that name more of them go first, and if need be any event will do."""
        weights = {kind: -place for place, kind in enumerate(self.game.headlines)}
        found: list[tuple[bool, int, int, int, str]] = []
        for place, event in enumerate(events):
            if (event.kind in weights or about) and (lines := self.lines(event)):
                named = sum(name in lines[0] for name in about)
                weighs = event.kind in weights
                found.append((weighs, named, weights.get(event.kind, 0), place, lines[0]))
        return max(found)[-1].removesuffix(".") if found else ""

    def title(self, events: Sequence[Seen]) -> str:
        """What everyone saw happen in a moment, in one line: its turning point, or else its
        headline, or else the first thing told."""
        turning = [event for event in events if event.kind in self.game.turning_points]
        first = [event for event in events if event.kind not in self.game.lead_ins]
        lines = (line for event in [*first, *events] for line in self.lines(event)[:1])
        told = self.headline(turning) or self.headline(events)
        return told or next(lines, "").removesuffix(".")

    def outcome(self, end: Outcome | None) -> str | None:
        """How it ended; nothing for a match that was broken off."""
        if end is None:
            return None
        words = self.game.words(self.lang)
        return words.say("outcome", end.reason, names=self.setup.names, winners=end.winners)
