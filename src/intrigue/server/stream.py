"""What one viewer was told: the last state, its number, and the recent updates.

It is fed by the kernel's Feed alone. Updates are patches between successive states.
"""

from collections import deque
from collections.abc import Iterator

from intrigue.kernel.game import Seen
from intrigue.kernel.patch import Op, diff, fields
from intrigue.kernel.table import Feed, Fields, Moment

from . import wire

RECENT = 32


class Shared:
    """Work that the streams of one moment have in common: most of what several viewers are told
    is the same."""

    def __init__(self) -> None:
        self._patches: dict[tuple[str, bytes, bytes], list[Op]] = {}
        self._frames: dict[tuple[object, ...], bytes] = {}
        self._held: list[Moment] = []  # so that nothing else takes the identity of an event

    def frame(self, moment: Moment, before: Fields) -> bytes:
        """The update from one state to the next."""
        changes = tuple(_changes(before, moment.fields))
        key = (moment.number, changes, *map(id, moment.events))
        if key not in self._frames:
            patch = [op for change in changes for op in self._patch(change)]
            update = wire.Update(moment.number, moment.events, patch)
            self._frames[key] = wire.encode(update)
            self._held.append(moment)
        return self._frames[key]

    def _patch(self, change: tuple[str, bytes, bytes]) -> list[Op]:
        if change not in self._patches:
            path, before, after = change
            self._patches[change] = diff(before, after, path)
        return self._patches[change]


def _changes(before: Fields, after: Fields) -> Iterator[tuple[str, bytes, bytes]]:
    """Where two states differ: parts of the state, and of the view."""
    for name, new in after.items():
        old = before[name]
        if old is new or old == new:
            continue
        if name == "view":
            parts = fields(old)
            for part, value in fields(new).items():
                if parts[part] != value:
                    yield f"/view/{part}", bytes(parts[part]), bytes(value)
        else:
            yield f"/{name}", bytes(old), bytes(new)


class Stream:
    """A feed on its way to sockets. States stay encoded: only what changed is opened."""

    def __init__(self, feed: Feed) -> None:
        first = feed.moments[-1]
        self.feed = feed
        self.number = first.number
        self.state = first.fields
        self.news: list[Seen] = []  # what the last frames told
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=RECENT)
        feed.forget()

    def take(self, shared: Shared) -> list[bytes]:
        """The frames for what the feed has heard since."""
        frames: list[bytes] = []
        for moment in self.feed.moments:
            frame = shared.frame(moment, self.state)
            self.number, self.state = moment.number, moment.fields
            self.recent.append((self.number, frame))
            frames.append(frame)
        if frames:
            self.news = list(self.feed.seen)
            self.feed.forget()
        return frames

    def follow(self, feed: Feed, events: list[Seen]) -> None:
        """Go on with another feed, which has these events to tell first."""
        feed.follow(self.number + 1, self.state, events)
        self.feed = feed

    def view(self) -> bytes:
        """The whole state."""
        return wire.encode(wire.View(self.number, self.state))

    def since(self, number: int) -> list[bytes] | None:
        """The updates after a number; None if they cannot be had any more."""
        if number == self.number:
            return []
        if number > self.number or not self.recent or self.recent[0][0] > number + 1:
            return None
        return [frame for at, frame in self.recent if at > number]
