"""A finished match, step by step: as one seat saw it, as the table did, or all of it.

A seat's replay holds what that seat was shown, and its own acts. Which lines of the record are one
step, `intrigue.session.moments` says for everyone alike, so that two perspectives can be laid side
by side; a step has the number of its last line, talk not counted.
"""

from bisect import bisect_right
from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Raw

from intrigue.kernel.chance import EVERYONE
from intrigue.kernel.game import Game, Seen, Setup
from intrigue.kernel.position import SPECTATOR, Event, Position
from intrigue.kernel.text import catalogue
from intrigue.session.ledger import opened
from intrigue.session.moments import Mark, public
from intrigue.session.patch import Op, diff
from intrigue.session.record import Claimed, Offer, Play, Step
from intrigue.session.telling import Voice

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
    """Up to `count` steps after the one that holds line `first`, and the state there."""
    record, marks = loaded.record, loaded.folded.moments
    start = max(bisect_right(marks, max(first, 1), key=lambda mark: mark.line) - 1, 0)
    narrator = Narrator(loaded, viewer, lang)
    state, steps = narrator.tell(marks[start : start + 1 + min(count, MOST)])
    return http.Replay(
        game=record.header.game,
        version=record.header.version,
        names=record.header.seats,
        options=record.header.options,
        viewer=viewer,
        first=marks[start].line,
        last=marks[-1].line,
        state=Raw(state),
        steps=steps,
        chapters=_chapters(record.game, marks, lang),
        talk=[
            _line(loaded, line)
            for line in loaded.published_talk()
            if viewer == ALL or line.readers is None or viewer in line.readers
        ],
        ledger=loaded.ledger(),
        promises=_promises(loaded),
    )


def _promises(loaded: Loaded) -> list[http.ReplayPromise]:
    """When deals and claims were made and answered: the same for everyone, as the ledger is. What
    was public all the time has the first numbers there."""
    record, folded, setup = loaded.record, loaded.folded, loaded.record.setup()
    asides = list(opened(record.entries, loaded.room.terms.sealed_deals))
    offers = [entry for _, entry in asides if isinstance(entry, Offer)]
    claims = [entry for _, entry in asides if isinstance(entry, Claimed)]
    deals = _numbers([offer.secret for offer in offers])
    said = _numbers([claim.to is not None for claim in claims])
    found: list[http.ReplayPromise] = []
    made = stated = 0
    for at, entry in asides:
        seat = None if entry.seat is None else setup.seat(entry.seat)
        if isinstance(entry, Offer):
            what, number, made = "offer", deals[made], made + 1
        elif isinstance(entry, Claimed):
            what, number, stated = "claim", said[stated], stated + 1
        else:
            what, number = entry.what, deals[entry.deal]
        found.append(http.ReplayPromise(folded.reached[at], what, seat, number))
    return found


def _numbers(hidden: list[bool]) -> list[int]:
    order = sorted(range(len(hidden)), key=lambda place: hidden[place])
    return [order.index(place) + 1 for place in range(len(hidden))]


def _chapters(game: Game, marks: list[Mark], lang: str) -> list[http.ReplayChapter]:
    """Where each begins; none for a game that does not count any."""
    begun = [mark for before, mark in pairwise(marks) if mark.chapter != before.chapter]
    return [
        http.ReplayChapter(game.words(lang).say("chapter", number=mark.chapter), mark.line)
        for mark in (marks[0], *begun)
        if mark.chapter
    ]


class Narrator:
    """A match told to one viewer in one language."""

    def __init__(self, loaded: Loaded, viewer: int, lang: str) -> None:
        self.loaded, self.viewer, self.lang = loaded, viewer, lang
        self.game, self.setup = loaded.record.game, loaded.record.setup()

    def tell(self, marks: list[Mark]) -> tuple[bytes, list[http.ReplayStep]]:
        """The state at the first of these moments, and the steps from there to the last."""
        times = self.loaded.step_times
        state = before = b""
        told: list[http.ReplayStep] = []
        moments, so_far = iter(marks), _SoFar()
        mark = next(moments)
        earlier: Position | None = None  # before the line
        for step in self.loaded.folded.steps(mark.line):
            if earlier is not None:
                so_far.add(step, self._act(step, earlier))
            if step.line == mark.line:
                now = _state(self.game, self.setup, step.position, self.viewer)
                if earlier is None:
                    state = now
                else:
                    at = round(times[step.line - 1] - times[0], 1)
                    told.append(self._step(mark, at, so_far, diff(before, now)))
                before, so_far = now, _SoFar()
                following = next(moments, None)
                if following is None:
                    break
                mark = following
            earlier = step.position.copy()
        return state, told

    def _step(self, mark: Mark, at: float, so_far: "_SoFar", patch: list[Op]) -> http.ReplayStep:
        game, setup, lang = self.game, self.setup, self.lang
        heard = [(event, seen) for event in so_far.events if (seen := self._seen(event))]
        lines = [game.line(setup, seen, lang) for _, seen in heard]
        if self.viewer == ALL:
            whole = zip(heard, lines, strict=True)
            lines = [_addressed(setup, event, said, lang) for (event, _), said in whole]
        return http.ReplayStep(
            step=mark.line,
            at=at,
            title=Voice(game, setup, lang).title(public(so_far.events)),
            events=[seen for _, seen in heard],
            lines=lines,
            rules=[game.events[seen.kind].rule for _, seen in heard],
            patch=patch,
            acts=so_far.acts,
            sealed=so_far.answers > 1,
            turning=mark.turning,
        )

    def _act(self, step: Step, earlier: Position) -> http.ReplayAct | None:
        """What a line says that somebody did, if the viewer may know."""
        entry = step.entry
        if not isinstance(entry, Play) or entry.seat is None:
            return None
        seat = self.setup.seat(entry.seat)
        if self.viewer not in (seat, ALL):
            return None
        act = self.game.parse(self.setup, entry.act)
        label = self.game.choice(self.setup, act, earlier.view(SPECTATOR), self.lang)
        return http.ReplayAct(seat, entry.act, label, entry.by)

    def _seen(self, event: Event) -> Seen | None:
        seen = event if self.viewer == ALL else event.seen_by(self.viewer)
        return None if seen is None else Seen(seen.kind, seen.data)


class _SoFar:
    """What a step is made of, while its lines come in."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.acts: list[http.ReplayAct] = []
        self.answers = 0

    def add(self, step: Step, act: http.ReplayAct | None) -> None:
        self.events += step.events
        self.acts += [] if act is None else [act]
        self.answers += isinstance(step.entry, Play)


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
