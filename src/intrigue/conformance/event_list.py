"""Which events a game has, for whoever writes a scenario: parameters, who is told, and in which
other form everybody else is.

A game declares only their names. The rest is what happened in its own scenarios; an event that
never did has the parameters of its sentence in the catalogue.
"""

from typing import Any

from msgspec import Struct

from intrigue.kernel.chance import EVERYONE
from intrigue.kernel.game import Game
from intrigue.kernel.position import Event

from .scenario import game_scenarios, stages
from .scenario_events import forms, name_seats, places
from .scenario_file import find


class Listed(Struct):
    """An event of a game. `to` holds any of `everyone`, `one` (seat), `several` (seats) and
    `others`: whoever did not get the private form. `outside` is what those get who are not told
    (nothing, if it is empty), and `twin_of` the private forms that this one stands for."""

    kind: str
    rule: str
    parameters: list[str] = []
    example: dict[str, Any] = {}
    to: list[str] = []
    outside: list[str] = []
    twin_of: list[str] = []
    seen: bool = False  # in the game's scenarios


def listed(game: Game) -> list[Listed]:
    """Every event that the game declares; raises `Broken` for a scenario that cannot be read."""
    out = {
        kind: Listed(kind, declared.rule, list(places(game, kind)))
        for kind, declared in game.events.items()
    }
    folder = game_scenarios(game)
    for path in find([folder]) if folder.is_dir() else []:
        for stage in stages(path):
            for event in stage.events:
                _note(game, out, event, stage.setup.names)
    return list(out.values())


def _note(game: Game, out: dict[str, Listed], event: Event, names: tuple[str, ...]) -> None:
    every = forms(event)
    for form, outside in zip(every, [*every[1:], None], strict=True):
        known = out.get(form.kind)
        if known is None:
            continue
        if not known.seen:
            known.seen = True
            known.parameters = []
            known.example = name_seats(game, form.kind, form.data, names)
        _add(known.parameters, *form.data)
        _add(known.to, _to(form, outer=form is not event))
        if outside is not None:
            _add(known.outside, outside.kind)
        if form is not event:
            _add(known.twin_of, event.kind)


def _to(event: Event, outer: bool) -> str:
    if event.to == EVERYONE:
        return "others" if outer else "everyone"
    return "one" if int(event.to).bit_count() == 1 else "several"


def _add(known: list[str], *new: str) -> None:
    known += [one for one in new if one not in known]
