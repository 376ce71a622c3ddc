"""What a viewer was told, in words: made of that viewer's own state and events and of nothing else,
by the game's own catalogue."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from intrigue.kernel.game import Game, Seen, Setup
from intrigue.kernel.position import Outcome
from intrigue.kernel.text import catalogue
from intrigue.session.message import Ask
from intrigue.session.parts import assembled

from ..wire import frames
from .stream import Stream

MOST_LABELS = 500


class Speaker(msgspec.Struct, frozen=True):
    """A game at one table, speaking one language."""

    game: Game
    setup: Setup
    lang: str

    def words(
        self,
        stream: Stream,
        events: Iterable[Seen],
        whole: bool,
        picture: bool,
        outcome: Outcome | None,
        first: int,
    ) -> frames.Words:
        """The words that go with a stream's last frame."""
        ask = msgspec.json.decode(assembled(stream.state["ask"]), type=Ask | None)
        return frames.Words(
            number=stream.number,
            whole=whole,
            happened=[self.happened(event) for event in events],
            prompt=None if ask is None else self._prompt(ask),
            labels=None if ask is None else self._labels(ask, stream),
            picture=self._picture(stream) if picture else None,
            outcome=None if outcome is None else self._outcome(outcome),
            first=first,
        )

    def free(self, key: str, acts: Sequence[int]) -> frames.FreeActs:
        """What a seat can do without being asked."""
        notation = [self.game.spell(self.setup, act) for act in acts]
        return frames.FreeActs(
            key, notation, [self.game.label(self.setup, act, self.lang) for act in acts]
        )

    def _outcome(self, outcome: Outcome) -> str:
        words = self.game.words(self.lang)
        names = self.setup.names
        return words.say("outcome", outcome.reason, names=names, winners=outcome.winners)

    def happened(self, event: Seen) -> frames.Happened:
        lines = [line.strip() for line in self.game.line(self.setup, event, self.lang)]
        return frames.Happened(event.kind, event.data, lines, self.game.events[event.kind].rule)

    def _prompt(self, ask: Ask) -> str:
        return self.game.question(self.setup, ask.kind, ask.data, self.lang)

    def _labels(self, ask: Ask, stream: Stream) -> list[str] | None:
        if len(ask.options) > MOST_LABELS:
            return None
        view = self._view(stream)
        acts = [self.game.parse(self.setup, text) for text in ask.options]
        return [self.game.choice(self.setup, act, view, self.lang) for act in acts]

    def _picture(self, stream: Stream) -> str:
        return self.game.picture(self.setup, self._view(stream), self.lang)

    def _view(self, stream: Stream) -> Any:
        return msgspec.json.decode(assembled(stream.state["view"]), type=self.game.view_type)


def note_text(note: frames.Note, names: Sequence[str], lang: str) -> str:
    """What the table itself says, in a language."""
    data = {"seat": note.seat, "by": note.by, "name": note.name}
    what = note.what if note.seat >= 0 else f"{note.what}_somebody"
    return catalogue("intrigue.server", lang).say("note", what, names=names, **data)
