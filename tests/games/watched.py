"""What the judges of a game's promises have heard, viewer by viewer, while a test plays a match."""

from collections.abc import Iterable
from typing import Any

from intrigue.kernel.game import Game, Seen, Setup
from intrigue.kernel.position import SPECTATOR, Event, Position
from intrigue.kernel.promises import FALSE, OPEN, TRUE, Claim

ALL = 99  # the viewer who is shown everything


class Watched:
    """The facts of every viewer, from the first position on; `told` counts the events."""

    def __init__(self, game: Game, setup: Setup, first: Position) -> None:
        assert game.promises is not None
        self.promises = game.promises
        self.told = 0
        self.facts: dict[int, Any] = {}
        chapter = game.chapter(first.view(SPECTATOR))
        seats = range(SPECTATOR, setup.seats)
        for viewer in (*seats, ALL):
            facts = self.facts[viewer] = self.promises.facts(setup, chapter, viewer == ALL)
            for one in seats if viewer == ALL else [viewer]:
                facts.begin(first.view(one))

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            self.told += 1
            for viewer, facts in self.facts.items():
                seen = event if viewer == ALL else event.seen_by(viewer)
                facts.hear(None if seen is None else Seen(seen.kind, seen.data))

    def close(self) -> None:
        for facts in self.facts.values():
            facts.close()

    def decided(self, claim: Claim, by: int, at: int, true: bool) -> set[int]:
        """The viewers who read a verdict of a claim: nobody a false one, and everything is
        decided for whoever is shown everything."""
        wanted = TRUE if true else FALSE
        found = {
            viewer: self.promises.judge_claim(facts, claim, by, at)
            for viewer, facts in self.facts.items()
        }
        assert found[ALL] == wanted
        assert set(found.values()) <= {wanted, OPEN}
        return {viewer for viewer, verdict in found.items() if verdict != OPEN}
