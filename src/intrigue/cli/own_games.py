"""Games of one's own: begun, and checked."""

import shlex
from pathlib import Path

from intrigue.kernel.game import Game
from intrigue.lab import check as promises
from intrigue.lab import new_game
from intrigue.screen import print_json

from .words import Words


def check(say: Words, game: Game, seeds: int, as_json: bool) -> int:
    """What is wrong with a game, in sentences; whether anything is, as an exit status."""
    found: list[promises.Finding] = []
    for one in promises.CHECKS:
        fresh = list(promises.check(game, seeds, one))
        found += fresh
        if not as_json:
            mark = "✗" if fresh else "✓"
            say.out.print(f"{mark} {say('check', one.key)}", markup=False)
            for finding in fresh:
                say.out.print(f"    {finding.told(say.lang)}", markup=False)
    if as_json:
        keys = [one.key for one in promises.CHECKS]
        print_json({"game": game.id, "checked": keys, "findings": found})
    else:
        broken = len({finding.check for finding in found})
        key, count = ("broken", broken) if broken else ("kept", len(promises.CHECKS))
        say.out.print(say("checked", key, count=count, game=game.title(say.lang)), markup=False)
    return 1 if found else 0


def begin(say: Words, name: str, folder: Path) -> None:
    """A package that is green from the start."""
    home = new_game.make(name, folder)
    where = shlex.quote(str(home))
    say.out.print(say("checked", "made", path=where, name=name), markup=False)
