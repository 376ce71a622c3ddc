"""What one viewer was told: the last state, its number, and the recent updates.

It is fed by the kernel's Feed alone. Updates are patches between successive states.
"""

from collections import deque

from intrigue.kernel.game import Seen
from intrigue.session.feed import Feed, Moment
from intrigue.session.parts import Difference, Fields, differences, patch

from ..wire import frames, http

RECENT = 32


class Shared:
    """Work that the streams of one moment have in common: most of what several viewers are told
    is the same."""

    def __init__(self) -> None:
        self._patches: dict[tuple[str, int, int], bytes] = {}
        self._events: dict[int, bytes] = {}
        self._frames: dict[tuple[int, int, int], bytes] = {}
        self._held: list[object] = []  # so that nothing else takes the identity of what is known

    def frame(self, moment: Moment, before: Moment) -> bytes:
        """The update from one state to the next."""
        if moment.events or moment.own != before.own:
            return self._frame(moment, before)
        key = moment.number, id(moment.public), id(before.public)  # nothing of its own
        frame = self._frames.get(key)
        if frame is None:
            frame = self._frames[key] = self._frame(moment, before)
        return frame

    def _frame(self, moment: Moment, before: Moment) -> bytes:
        changed = _differences(before, moment)
        self._held += (moment, before, changed)
        events = [self._event(seen) for seen in moment.events]
        return frames.update(moment.number, events, [self._patch(change) for change in changed])

    def _patch(self, change: Difference) -> bytes:
        at = change[0], id(change[1]), id(change[2])
        text = self._patches.get(at)
        if text is None:
            text = self._patches[at] = http.encode(patch(change))[1:-1]
        return text

    def _event(self, seen: Seen) -> bytes:
        text = self._events.get(id(seen))
        if text is None:
            text = self._events[id(seen)] = http.encode(seen)
        return text


def _differences(before: Moment, after: Moment) -> list[Difference]:
    """Where two states differ."""
    old, new = before.own, after.own
    found = differences("view", old[0], new[0])
    for name, part in after.public.items():
        found += differences(name, before.public[name], part)
    for at, name in enumerate(("ask", "standing", "undo", "ledger"), 1):
        found += differences(name, old[at], new[at])
    return found


class Stream:
    """A feed on its way to sockets. States stay encoded: only what changed is opened."""

    def __init__(self, feed: Feed) -> None:
        first = feed.moments[-1]
        self.feed = feed
        self.last = first
        self.news: list[Seen] = []  # what the last frames told
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=RECENT)
        feed.forget()

    @property
    def number(self) -> int:
        return self.last.number

    @property
    def state(self) -> Fields:
        return self.last.fields

    def take(self, shared: Shared) -> list[bytes]:
        """The frames for what the feed has heard since."""
        frames: list[bytes] = []
        for moment in self.feed.moments:
            frame = shared.frame(moment, self.last)
            self.last = moment
            self.recent.append((moment.number, frame))
            frames.append(frame)
        if frames:
            self.news = list(self.feed.seen)
            self.feed.forget()
        return frames

    def follow(self, feed: Feed, events: list[Seen]) -> None:
        """Go on with another feed, which has these events to tell first."""
        feed.follow(self.last, events)
        self.feed = feed

    def view(self) -> bytes:
        """The whole state."""
        return http.encode(frames.View(self.number, self.state))

    def since(self, number: int) -> list[bytes] | None:
        """The updates after a number; None if they cannot be had any more."""
        if number == self.number:
            return []
        if number > self.number or not self.recent or self.recent[0][0] > number + 1:
            return None
        return [frame for at, frame in self.recent if at > number]
