"""A match in one's own hands, by names and texts: for notebooks, tests, and whoever tries something
out. Nothing is secret from whoever holds it, and there is no clock."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from intrigue.kernel.chance import Chance, Fast
from intrigue.kernel.game import Game, Seen, Setup, find_game
from intrigue.kernel.position import SPECTATOR, Event, Outcome, Position

from .record import Record


class Match:
    """The same seed and acts make the same match, and `repr` has them all. `str` is the table as
    spectators see it."""

    def __init__(
        self,
        game: Game | str,
        names: Sequence[str],
        options: Mapping[str, Any] | None = None,
        *,
        seed: int = 0,
        acts: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.setup: Setup = self.game.setup(names, options)
        self._given = (list(names), dict(options or {}), seed)
        self._record = ""
        self._chance: Chance = Fast(seed)
        self.position: Position = self.game.start(self.setup, self._chance)
        self.acts: list[tuple[str, str]] = []
        for name, act in acts:
            self.play(name, act)

    @classmethod
    def from_record(
        cls, text: str, steps: int | None = None, acts: Iterable[tuple[str, str]] = ()
    ) -> "Match":
        """A match as its record leaves it, or after so many steps of it; raises `BadInput`. It can
        be played on from there, with other luck."""
        record = Record.read(text, finished=False)
        match = cls(record.game, record.header.seats, record.header.options)
        match.setup, match._record = record.setup(), text
        for number, step in enumerate(record.fold()):
            match.position = step.position
            if number == steps:
                match._record = "\n".join(text.split("\n")[: step.line]) + "\n"
                break
        match.position = match.position.copy()
        for name, act in acts:
            match.play(name, act)
        return match

    @property
    def legal(self) -> dict[str, list[str]]:
        """The options of everybody who is asked, by name."""
        return self.position.legal

    def play(self, name: str, act: str) -> list[Event]:
        """Somebody does something; what happened, whoever was told. Raises `Illegal`."""
        seat = self.setup.seat(name)
        events = self.position.play(seat, self.game.parse(self.setup, act), self._chance)
        self.acts.append((name, act))
        return events

    def view(self, name: str | None = None) -> Any:
        """What somebody may know, or a spectator."""
        return self.position.view(SPECTATOR if name is None else self.setup.seat(name))

    def draw(self, name: str | None = None, lang: str = "en") -> str:
        """That view, drawn for a terminal."""
        return self.game.picture(self.setup, self.view(name), lang)

    def tell(self, events: Iterable[Event], name: str | None = None, lang: str = "en") -> list[str]:
        """What happened in words, as far as somebody was told."""
        viewer = SPECTATOR if name is None else self.setup.seat(name)
        seen = [event.seen_by(viewer) for event in events]
        told = [Seen(one.kind, one.data) for one in seen if one is not None]
        return self.game.report(self.setup, told, lang)

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome()

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        if self._record:
            more = f", acts={self.acts!r}" if self.acts else ""
            return f"Match.from_record({self._record!r}{more})"
        names, options, seed = self._given
        parts = [repr(self.game.id), repr(names)]
        if options:
            parts.append(repr(options))
        parts.append(f"seed={seed}")
        if self.acts:
            parts.append(f"acts={self.acts!r}")
        return f"Match({', '.join(parts)})"
