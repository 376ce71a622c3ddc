"""What one viewer was told: the last state, its number, and the recent updates.

It is fed by the kernel's Feed alone. Updates are patches between successive states.
"""

from collections import deque

from msgspec import Raw

from intrigue.kernel.game import Seen
from intrigue.kernel.patch import Op, diff_fields, fields
from intrigue.kernel.table import Feed

from . import wire

RECENT = 32


class Stream:
    """A feed on its way to sockets. States stay encoded: only what changed is opened."""

    def __init__(self, feed: Feed) -> None:
        self.feed = feed
        self.number = -1
        self.news: list[Seen] = []  # what the last frames told
        self.state: dict[str, Raw] = {}
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=RECENT)
        self.take()
        self.recent.clear()

    def take(self) -> list[bytes]:
        """The frames for what the feed has heard since."""
        frames: list[bytes] = []
        for raw in self.feed.stream:
            state = fields(raw)
            self.number = int(bytes(state.pop("number")))
            events = state.pop("events")
            patch: list[Op] = []
            diff_fields(self.state, state, "", patch)
            # `events` and the patch's values are encoded already and pass through as they are
            frame = wire.encode(wire.Update(self.number, events, patch))  # type: ignore[arg-type]
            self.state = state
            self.recent.append((self.number, frame))
            frames.append(frame)
        self.news = list(self.feed.seen)
        self.feed.stream.clear()
        self.feed.seen.clear()
        return frames

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
