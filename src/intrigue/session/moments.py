"""A finished record as a story: which of its lines are one step, and where chapters begin.

A step ends with something that everyone sees happen. Answers that were sealed together belong to
what comes of them, and what only leads to the next question to the answer. All of it follows from
public facts, so every perspective has the same steps, and their number tells nobody anything.
"""

from collections.abc import Iterable

from msgspec import Struct

from intrigue.kernel.game import Game, Seen, Setup
from intrigue.kernel.position import SPECTATOR, Event

from .record import Play, Step
from .telling import Voice


class Mark(Struct):
    """One step of the story, up to and including a line of the record. `chapter` is the round,
    generation or turn that it leaves the table in; `turning` whether it is a turning point."""

    line: int
    chapter: int
    turning: bool = False


def moments(game: Game, setup: Setup, steps: Iterable[Step]) -> list[Mark]:
    """The deal, and every step after it."""
    voice = Voice(game, setup, "en")  # whether there are words does not depend on the language
    found: list[Mark] = []
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
        if not found or chapter != found[-1].chapter or _happened(voice, seen):
            found.append(Mark(line, chapter, turning))
            turning = acted = False
    if found[-1].line < line:  # how it was closed belongs to the last thing that happened
        if acted:
            found.append(Mark(line, found[-1].chapter, turning))
        else:
            found[-1].line = line
    return found


def public(events: Iterable[Event]) -> list[Seen]:
    """What a spectator sees of events."""
    seen = (event.seen_by(SPECTATOR) for event in events)
    return [Seen(event.kind, event.data) for event in seen if event is not None]


def _happened(voice: Voice, seen: Iterable[Seen]) -> bool:
    """Whether there is something to tell, beside what leads to the next question."""
    return any(event.kind not in voice.game.lead_ins and voice.lines(event) for event in seen)
