"""Players that get a view: the random one here, a game's own with the game."""

from collections.abc import Sequence
from typing import Any

from intrigue.kernel.game import Game, Player, unknown
from intrigue.kernel.position import Prompt


class RandomBot(Player):
    """Draws the kind of act first, then one of that kind: fewer attacks on fifty neighbours."""

    def answer(self, view: Any, prompt: Prompt, options: Sequence[int]) -> int:
        kinds: dict[str, list[int]] = {}
        for act in options:
            kinds.setdefault(self.game.kind(act), []).append(act)
        return self.rng.choice(kinds[self.rng.choice(list(kinds))])


def bots(game: Game) -> dict[str, type[Player]]:
    """Every bot that can sit at a table of this game, by name."""
    return {"random": RandomBot, **game.bots}


def find_bot(game: Game, name: str) -> type[Player]:
    """The bot of that name; raises `BadInput`."""
    known = bots(game)
    if name not in known:
        raise unknown("no_bot", name, known, game=game.title())
    return known[name]
