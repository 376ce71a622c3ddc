"""What a game declares so that a finished match can be told: how strong each seat stands, and what
somebody kept secret. A game that declares nothing is told by its scores, if its view has them.
The same kind of secret is what beliefs are about (`Game.secrets`), in words of their own.

What a seat knew is read from what that seat was shown, never from the position.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from .game import Seen, Setup
from .position import SPECTATOR, Position
from .text import Catalogue


class Secret(Struct, frozen=True):
    """A fact that not everybody knew: `kind` is a key of the game's catalogue under `story` (under
    `belief`, where it is guessed at), `owners` the seats it is about, `detail` what it is, `at` in
    which round, or of which card, where the same may be true twice. Two viewers who know the same
    fact name it alike."""

    kind: str
    owners: tuple[int, ...]
    detail: str = ""
    at: int = 0


class Teller:
    """How a game is told. This one is for a game that says nothing of its own."""

    def power(self, setup: Setup, position: Any) -> list[float] | None:
        """How strong each seat stands, in the unit that `story.power` of the catalogue names; None
        where nothing can be drawn."""
        return scores_in(position, setup.seats)

    def secrets(self, setup: Setup, view: Any, seen: Sequence[Seen]) -> Iterable[Secret]:
        """What a viewer knows after a step, by the view and by what was seen happening; what is
        known to all is given as well."""
        return ()

    def detail(self, words: Catalogue, setup: Setup, secret: Secret) -> str:
        """What it is, as people call it."""
        return secret.detail

    def question(self, words: Catalogue, setup: Setup, secret: Secret) -> str:
        """What is guessed at, as people call it."""
        data = {"owners": secret.owners, "at": secret.at}
        return words.say("belief", secret.kind, names=setup.names, **data)


def scores_in(position: Position, seats: int) -> list[float] | None:
    """The field `scores` of the open view, if it has one number for each seat."""
    scores = getattr(position.view(SPECTATOR), "scores", None)
    if not isinstance(scores, list | tuple) or len(scores) != seats:
        return None
    return [float(score) for score in scores]
