"""A finished match, step by step: as one seat saw it, as the table did, or all of it.

A seat's replay holds what that seat was shown, and its own acts. Steps count the record's lines
without talk, so that two perspectives can be laid side by side; those in which a viewer saw nothing
are left out.
"""

from collections import Counter
from typing import Any

import msgspec
from msgspec import Raw

from intrigue.kernel.chance import EVERYONE
from intrigue.kernel.game import Game, Seen, Setup
from intrigue.kernel.position import SPECTATOR, Event, Position
from intrigue.kernel.text import catalogue
from intrigue.session.patch import diff
from intrigue.session.record import Entry, Header, Play, Step

from ..errors import ServerError
from ..tables.talk import Spoken
from ..wire import http
from .store import Loaded

MOST = 500
ALL = -2  # no viewer: everything revealed


def perspective(text: str, seats: int) -> int:
    """The viewer that an address means; raises `ServerError`."""
    if text in ("table", "all"):
        return SPECTATOR if text == "table" else ALL
    seat = http.whole(text)
    if seat is None or seat >= seats:
        raise ServerError("no_seat")
    return seat


def replay(loaded: Loaded, viewer: int, first: int, count: int, lang: str) -> http.Replay:
    """Up to `count` steps after the one numbered `first`, and the state there."""
    record, times = loaded.record, loaded.step_times
    setup = record.setup()
    first = min(max(first, 1), len(times))
    last = first + min(count, MOST)
    state = before = b""
    earlier: Position | None = None  # before the step
    steps: list[http.ReplayStep] = []
    for step in loaded.folded.steps(first):
        if step.line > last:
            break
        now = _state(record.game, setup, step.position, viewer)
        if step.line == first:
            state = now
        else:
            told = _told(step, setup, viewer)
            if told.act is not None and earlier is not None:
                table = earlier.view(SPECTATOR)  # made of a copy: most steps tell no act
                act = record.game.parse(setup, told.act)
                told.label = record.game.choice(setup, act, table, lang)
            told.lines = [record.game.line(setup, event, lang) for event in told.events]
            if viewer == ALL:
                pairs = zip(step.events, told.lines, strict=True)
                told.lines = [_addressed(setup, event, lines, lang) for event, lines in pairs]
            told.rules = [record.game.events[event.kind].rule for event in told.events]
            told.at = round(times[step.line - 1] - times[0], 1)
            told.patch = diff(before, now)
            if told.events or told.patch or told.act is not None:
                steps.append(told)
        before, earlier = now, step.position.copy()
    return http.Replay(
        game=record.header.game,
        version=record.header.version,
        names=record.header.seats,
        options=record.header.options,
        viewer=viewer,
        first=first,
        last=len(times),
        state=Raw(state),
        steps=steps,
        talk=[
            _line(loaded, line)
            for line in loaded.published_talk()
            if viewer == ALL or line.readers is None or viewer in line.readers
        ],
    )


def _addressed(setup: Setup, event: Event, lines: list[str], lang: str) -> list[str]:
    """What only some seats were told says "you": where everything is revealed, it says to whom."""
    if event.to == EVERYONE or not lines:
        return lines
    seats = [seat for seat in range(setup.seats) if event.to >> seat & 1]
    words = catalogue("intrigue.server", lang)
    return [words.say("replay", "to", names=setup.names, seats=seats, line=lines[0]), *lines[1:]]


def _line(loaded: Loaded, line: Spoken) -> http.ReplayLine:
    called = loaded.claims.get(line.number, {})
    true, false = ([seat for seat, said in called.items() if said is it] for it in (True, False))
    step = loaded.step_of(line)
    return http.ReplayLine(step, line.number, line.seat, line.text, line.to, true, false)


def knowledge(loaded: Loaded, number: int, lang: str) -> http.Knowledge:
    """Who knew what after a step: the lines of a seat's table that the open table does not have."""
    game, setup = loaded.record.game, loaded.record.setup()
    at = min(max(number, 1), loaded.folded.reached[-1])
    step = next(loaded.folded.steps(at))
    views = [step.position.view(viewer) for viewer in (SPECTATOR, *range(setup.seats))]
    table, *seats = (drawn(game, setup, view, lang) for view in views)
    return http.Knowledge(at, table, [beyond(lines, table) for lines in seats])


def beyond(lines: list[str], table: list[str]) -> list[str]:
    """What is drawn for a viewer that the open table does not have."""
    known = Counter(table)
    more = []
    for line in lines:
        if known[line]:
            known[line] -= 1  # a card in hand may look like one on the table
        else:
            more.append(line)
    return more


def drawn(game: Game, setup: Setup, view: Any, lang: str) -> list[str]:
    """The table as drawn for a viewer, line by line, without the marks of who looks or speaks."""
    lines = game.picture(setup, view, lang).splitlines()
    return [line.lstrip("> *").rstrip() for line in lines if line.strip()]


def _state(game: Game, setup: Setup, position: Position, viewer: int) -> bytes:
    asked = [] if position.over else position.asked()
    if viewer != ALL:
        return msgspec.json.encode({"view": position.view(viewer), "asked": asked})
    whole_truth = {
        "view": position.view(SPECTATOR),
        "views": [position.view(seat) for seat in range(setup.seats)],
        "truth": game.dump(setup, position),
        "asked": asked,
    }
    return msgspec.json.encode(whole_truth)


def _told(step: Step, setup: Setup, viewer: int) -> http.ReplayStep:
    entry = step.entry
    told = http.ReplayStep(step.line, 0.0, _kind(entry), _seen(step.events, viewer), [], [], [])
    if isinstance(entry, Play) and entry.seat is not None:
        seat = setup.seat(entry.seat)
        if viewer in (seat, ALL):
            told.seat, told.act, told.by = seat, entry.act, entry.by
    return told


def _kind(entry: Header | Entry) -> str:
    tag: Any = entry.__struct_config__.tag
    return str(tag)


def _seen(events: list[Event], viewer: int) -> list[Seen]:
    if viewer == ALL:
        return [Seen(event.kind, event.data) for event in events]
    seen = [event.seen_by(viewer) for event in events]
    return [Seen(event.kind, event.data) for event in seen if event is not None]
