"""What one viewer was told: the last state, its number, and the recent updates.

It is fed by the kernel's Feed alone. Updates are patches between successive states.
"""

from collections import deque
from typing import Any

import msgspec

from intrigue.kernel.game import Seen
from intrigue.kernel.patch import diff
from intrigue.kernel.table import Feed

from . import wire

RECENT = 64


class Stream:
    """A feed on its way to sockets."""

    def __init__(self, feed: Feed) -> None:
        self.feed = feed
        self.number = -1
        self.state: dict[str, Any] = {}
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=RECENT)
        self.take()
        self.recent.clear()

    def take(self) -> list[bytes]:
        """The frames for what the feed has heard since."""
        frames: list[bytes] = []
        for raw in self.feed.stream:
            state: dict[str, Any] = msgspec.json.decode(raw)
            self.number = state.pop("number")
            events = msgspec.convert(state.pop("events"), list[Seen])
            frame = wire.encode(wire.Update(self.number, events, diff(self.state, state)))
            self.state = state
            self.recent.append((self.number, frame))
            frames.append(frame)
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
