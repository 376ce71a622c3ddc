"""The story of a finished match, from its record: how it ended and why, how strong each seat stood
part by part, where that turned, who knew which secret when, the biggest lie, and who was there.

What a game has to say is its `Teller`. Nothing here is for a match that is still played.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from intrigue.kernel.deals import ShownLedger
from intrigue.kernel.game import Seen
from intrigue.kernel.position import SPECTATOR, Event
from intrigue.kernel.story import Secret, Teller
from intrigue.kernel.text import BadInput, catalogue

from .ledger import final
from .record import End, Override, Play, Record, Step, Talk, Undo
from .telling import Chapters, Voice

MOST_TURNS = 3
# Public notes that say who was there: the rest is about clocks and votes.
PRESENCE = ("leave", "empty", "back", "bot", "removed", "sits", "relieves", "stand_in", "handed",
            "handed_bot", "returns", "gone", "gone_bot", "replaced", "opened")  # fmt: skip

BARE = ("leave", "empty", "back")  # which another note beside it says better


class StoryLine(Struct, frozen=True):
    """A line of talk, and the seats that call it true or false afterwards."""

    step: int
    seat: int
    text: str
    to: list[int] | None = None
    true: list[int] = []
    false: list[int] = []


class StoryResult(Struct):
    """How it ended: in words, by which rule, and what that says. A match that was broken off has
    neither winners nor scores."""

    reason: str
    sentence: str
    winners: list[int]
    scores: list[int]
    rule: str = ""
    rule_text: str = ""


class StoryPart(Struct):
    """A point of the curve: a round, or whatever the game is made of; the first is the deal.
    `step` is the one with which it was over."""

    name: str
    step: int
    power: list[float]


class Curve(Struct):
    """How strong each seat stood after each part, and in what that is counted."""

    label: str
    parts: list[StoryPart]


class TurningPoint(Struct):
    """A turning point: the part, what it brought each seat, the step that brought most, and a
    sentence. `swing` is by how much two seats moved apart, or past each other."""

    part: int
    step: int
    sentence: str
    swing: float
    change: list[float]


class Knew(Struct):
    """Who came to know something, and when."""

    seat: int
    part: int
    step: int


class ToldSecret(Struct):
    """A secret: what it was, since when, who else came to know it before everybody did, and when
    that was, if ever."""

    owners: list[int]
    sentence: str
    part: int
    step: int
    knew: list[Knew]
    out: Knew | None = None


class PresenceNote(Struct):
    """Somebody went, came, or was replaced."""

    seat: int
    part: int
    step: int
    what: str
    sentence: str


class Story(Struct):
    """All that is told of a match, in one language. `parts` are the names of its parts."""

    game: str
    title: str
    lang: str
    names: list[str]
    result: StoryResult
    parts: list[str]
    curve: Curve | None
    turns: list[TurningPoint]
    secrets: list[ToldSecret]
    lie: StoryLine | None
    attendance: list[PresenceNote]
    ledger: ShownLedger | None = None  # deals and claims, as they were judged at the end


def story(record: Record, lang: str = "en", said: Sequence[StoryLine] = ()) -> Story:
    """The story of a record; raises `BadInput` if the match is not over."""
    end = record.entries[-1] if record.entries else None
    if not isinstance(end, End):
        raise BadInput("story_running")
    return _Author(record, lang).write(end, said)


def biggest_lie(said: Sequence[StoryLine]) -> StoryLine | None:
    """The line that most call false, less those who call it true; the first of several."""
    lies = [line for line in said if len(line.false) > len(line.true)]
    return max(lies, key=lambda line: len(line.false) - len(line.true), default=None)


def largest(parts: Sequence[StoryPart]) -> list[int]:
    """The parts with the largest swings, in the order in which they came; of equals the first."""
    swings = {at: swing(change_of(parts, at)) for at in range(1, len(parts))}
    found = sorted((at for at in swings if swings[at] > 0), key=lambda at: (-swings[at], at))
    return sorted(found[:MOST_TURNS])


def swing(change: Sequence[float]) -> float:
    """By how much two seats moved against each other: what all gain alike turns nothing."""
    return max(change) - min(change)


def change_of(parts: Sequence[StoryPart], at: int) -> list[float]:
    return difference(parts[at - 1].power, parts[at].power)


def difference(before: Sequence[float], after: Sequence[float]) -> list[float]:
    return [round(b - a, 6) for a, b in zip(before, after, strict=True)]


class _Moment(Struct, frozen=True):
    """One step of the match, with what everybody saw of it."""

    part: int
    step: int
    seen: list[Seen]
    power: list[float] | None


class _Author:
    """Reads a record once, from the first step to the last."""

    def __init__(self, record: Record, lang: str) -> None:
        self.record = record
        self.setup = record.setup()
        self.voice = Voice(record.game, self.setup, lang)
        self.teller = record.game.story or Teller()
        self.words = catalogue("intrigue.kernel", lang)
        self.chapters = Chapters(record.game.chapters[:1])
        self.moments: list[_Moment] = []
        self.known: dict[Secret, dict[int, Knew]] = {}  # by viewer
        self.attendance: list[PresenceNote] = []

    def write(self, end: End, said: Sequence[StoryLine]) -> Story:
        for number, step in _numbered(self.record):
            self._hear(number, step)
        curve = self._curve()
        return Story(
            game=self.record.game.id,
            title=self.record.game.title(self.voice.lang),
            lang=self.voice.lang,
            names=list(self.setup.names),
            result=self._result(end, step),
            parts=[self._part(at) for at in range(self.moments[-1].part + 1)],
            curve=curve,
            turns=[] if curve is None else [self._turn(curve, at) for at in largest(curve.parts)],
            secrets=list(self._secrets()),
            lie=biggest_lie(said),
            attendance=self.attendance,
            ledger=final(self.record),
        )

    def _hear(self, number: int, step: Step) -> None:
        entry, position = step.entry, step.position
        if isinstance(entry, Override):
            self._note(number, entry)
        first = not self.moments
        if not first and not isinstance(entry, Play | Undo):
            return
        part = self.chapters.current
        self.chapters.hear(step.events)
        power = self.teller.power(self.setup, position)
        seen = _seen(step.events, SPECTATOR)
        if first or power is None or self.record.game.chapters:
            at = 0 if first else part
        else:
            at = self.moments[-1].part + (power != self.moments[-1].power)
        self.moments.append(_Moment(at, number, seen, power))
        for viewer in (SPECTATOR, *range(self.setup.seats)):
            view = position.view(viewer)
            for secret in self.teller.secrets(self.setup, view, _seen(step.events, viewer)):
                found = self.known.setdefault(secret, {})
                found.setdefault(viewer, Knew(viewer, at, number))

    def _note(self, number: int, entry: Override) -> None:
        if entry.what in PRESENCE and entry.seat in self.setup.names:
            seat = self.setup.seat(entry.seat)
            last = self.attendance[-1] if self.attendance else None
            if last is not None and (last.seat, last.step) == (seat, number - 1):
                if entry.what in BARE:
                    return
                if last.what in BARE:
                    self.attendance.pop()
            said = self.words.say("attendance", entry.what, names=self.setup.names, seat=seat)
            part = self.chapters.current
            self.attendance.append(PresenceNote(seat, part, number, entry.what, said))

    # --- what became of it ------------------------------------------------------------------------

    def _result(self, end: End, last: Step) -> StoryResult:
        outcome = last.position.outcome()
        names = self.setup.names
        winners = [names.index(name) for name in end.winners]
        if outcome is None:
            said = self.words.sentence("story", "aborted")
            return StoryResult(end.reason, said, winners, end.scores)
        said = self.voice.outcome(outcome) or ""
        book = self.record.game.rulebook(self.voice.lang)
        rule = outcome.rule
        return StoryResult(end.reason, said, winners, end.scores, rule, book.get(rule, ""))

    def _part(self, at: int) -> str:
        """What a part is called; the deal, which none has begun, is the start."""
        words = self.voice.game.words(self.voice.lang)
        if at == 0:
            return self.words.sentence("story", "start")
        own = "story" in words.words and "part" in words.words["story"]
        return (words if own else self.words).say("story", "part", n=at)

    def _curve(self) -> Curve | None:
        parts: list[StoryPart] = []
        for moment in self.moments:
            if moment.power is None:
                return None
            part = StoryPart(self._part(moment.part), moment.step, moment.power)
            if len(parts) > moment.part:
                parts[moment.part] = part
            else:
                # a part in which nothing was decided has no moment of its own
                while len(parts) < moment.part:
                    parts.append(StoryPart(self._part(len(parts)), moment.step, parts[-1].power))
                parts.append(part)
        words = self.voice.game.words(self.voice.lang)
        own = self.record.game.story is not None
        return Curve((words if own else self.words).sentence("story", "power"), parts)

    def _turn(self, curve: Curve, at: int) -> TurningPoint:
        change = change_of(curve.parts, at)
        before = curve.parts[at - 1].power
        best, most = None, -1.0
        for moment in self.moments:
            if moment.part == at and moment.power is not None:
                moved = swing(difference(before, moment.power))
                before = moment.power
                if moved > most:
                    best, most = moment, moved
        assert best is not None  # its part has turned something
        said = self._sentence(best, change) or self.words.sentence("story", "quiet")
        return TurningPoint(at, best.step, said, swing(change), change)

    def _sentence(self, moment: _Moment, change: Sequence[float]) -> str:
        """The weightiest line of a step about those whom it moved most; not that all is over, if
        there is anything else to say."""
        names = [self.setup.names[change.index(pick(change))] for pick in (max, min)]
        rest = moment.seen[:-1] if moment is self.moments[-1] else moment.seen
        return self.voice.headline(rest, names) or self.voice.headline(moment.seen, names)

    def _secrets(self) -> Iterator[ToldSecret]:
        """What somebody knew before everybody did, by when it began."""
        for secret, by in sorted(self.known.items(), key=lambda item: _since(item[1]).step):
            since, out = _since(by), by.get(SPECTATOR)
            if out is not None and out.step == since.step:
                continue
            knew = [
                one
                for seat, one in sorted(by.items())
                if seat not in (SPECTATOR, *secret.owners) and (out is None or one.step < out.step)
            ]
            owners = list(secret.owners)
            yield ToldSecret(owners, self._told(secret), since.part, since.step, knew, out)

    def _told(self, secret: Secret) -> str:
        words = self.voice.game.words(self.voice.lang)
        detail = self.teller.detail(words, self.setup, secret)
        data = {"owners": secret.owners, "detail": detail}
        return words.say("story", secret.kind, names=self.setup.names, **data)


def _since(by: dict[int, Knew]) -> Knew:
    return min(by.values(), key=lambda one: one.step)


def _numbered(record: Record) -> Iterator[tuple[int, Step]]:
    """Steps as a replay counts them: without talk."""
    number = 0
    for step in record.fold():
        number += not isinstance(step.entry, Talk)
        yield number, step


def _seen(events: Sequence[Event], viewer: int) -> list[Seen]:
    seen = [event.seen_by(viewer) for event in events]
    return [Seen(event.kind, event.data) for event in seen if event is not None]
