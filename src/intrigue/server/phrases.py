"""A table in words, for viewers who want them: its log, its question, its answers, its end.

Everything is said from what the viewer was told already, in the viewer's language.
"""

from collections.abc import Sequence

from intrigue.kernel.game import Game, Seen, Setup
from intrigue.kernel.position import SPECTATOR
from intrigue.kernel.table import Table

from . import wire


def words(table: Table, viewer: int, lang: str, seen: Sequence[Seen], first: int) -> wire.Words:
    """What there is to say now, and the lines of the log from event `first` on. The number of the
    message is the caller's."""
    game, setup, position = table.game, table.setup, table.position
    said = game.words(lang)
    out = wire.Words(-1, lang, first, lines(game, setup, seen, first, lang), None, [], None)
    outcome = position.outcome()
    if outcome is not None:
        names = setup.names
        out.outcome = said.say("outcome", outcome.reason, names=names, winners=outcome.winners)
    elif viewer != SPECTATOR and viewer in position.asked():
        prompt = position.prompt(viewer)
        out.prompt = said.say("prompt", prompt.kind, names=setup.names, **prompt.data)
        out.options = [game.label(setup, act, lang) for act in position.options(viewer)]
    return out


def lines(game: Game, setup: Setup, seen: Sequence[Seen], first: int, lang: str) -> list[list[str]]:
    """The lines of each event. A game may write one differently after another (a heading that
    need not be repeated), so each is told in the company of the one before."""
    out: list[list[str]] = []
    for number in range(first, len(seen)):
        before = list(seen[max(0, number - 1) : number])
        known = len(game.report(setup, before, lang))
        both = game.report(setup, [*before, seen[number]], lang)
        out.append([line.strip() for line in both[known:]])
    return out


def free_acts(table: Table, seat: int, key: str, lang: str) -> wire.FreeActs:
    """What a seat can do without being asked."""
    game, setup = table.game, table.setup
    found = [] if table.position.over else table.position.free(seat)
    return wire.FreeActs(
        key,
        [game.spell(setup, act) for act in found],
        [game.label(setup, act, lang) for act in found],
    )
