"""A finished record as a story: which of its lines are one step, where chapters begin, and what to
call a step.

A step ends with something that everyone sees happen. Answers that were sealed together belong to
what comes of them, and what only leads to the next question to the answer. All of it follows from
public facts, so every perspective has the same steps, and their number tells nobody anything.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from intrigue.kernel.game import Game, Seen, Setup
from intrigue.kernel.position import SPECTATOR, Event

from .record import Play, Step


class Moment(Struct):
    """One step of the story, up to and including a line of the record. `chapter` is the round,
    generation or turn that it leaves the table in; `turning` whether it is a turning point."""

    line: int
    chapter: int
    turning: bool = False


def moments(game: Game, setup: Setup, steps: Iterable[Step]) -> list[Moment]:
    """The deal, and every step after it."""
    found: list[Moment] = []
    turning = acted = False  # since the last moment
    line = 0
    for step in steps:
        line = step.line
        seen = public(step.events)
        turning |= any(event.kind in game.turning_points for event in seen)
        acted |= isinstance(step.entry, Play)
        chapter = found[-1].chapter if found else 0
        if not found or not step.position.over:  # the end of the last round opens no other one
            chapter = game.chapter(step.position.view(SPECTATOR))
        if not found or chapter != found[-1].chapter or _happened(game, setup, seen):
            found.append(Moment(line, chapter, turning))
            turning = acted = False
    if found[-1].line < line:  # how it was closed belongs to the last thing that happened
        if acted:
            found.append(Moment(line, found[-1].chapter, turning))
        else:
            found[-1].line = line
    return found


def public(events: Iterable[Event]) -> list[Seen]:
    """What a spectator sees of events."""
    seen = (event.seen_by(SPECTATOR) for event in events)
    return [Seen(event.kind, event.data) for event in seen if event is not None]


def _happened(game: Game, setup: Setup, seen: Iterable[Seen]) -> bool:
    """Whether there is something to tell, beside what leads to the next question."""
    return any(event.kind not in game.lead_ins and _lines(game, setup, event) for event in seen)


def _lines(game: Game, setup: Setup, event: Seen, lang: str = "en") -> list[str]:
    return [line.strip() for line in game.line(setup, event, lang)]


def headline(game: Game, setup: Setup, events: Sequence[Seen], lang: str) -> str:
    """The line of the weightiest event; the latest of its kind. None of weight: no headline."""
    for kind in game.headlines:
        for event in reversed(events):
            if event.kind == kind:
                lines = _lines(game, setup, event, lang)
                if lines:
                    return lines[0].removesuffix(".")
    return ""


def title(game: Game, setup: Setup, events: Sequence[Seen], lang: str) -> str:
    """What a spectator saw happen in a moment, in one line: its turning point, or else its
    headline, or else the first thing told."""
    turning = [event for event in events if event.kind in game.turning_points]
    first = [event for event in events if event.kind not in game.lead_ins]
    lines = [line for event in [*first, *events] for line in _lines(game, setup, event, lang)[:1]]
    told = headline(game, setup, turning, lang) or headline(game, setup, events, lang)
    return told or next(iter(lines), "").removesuffix(".")
