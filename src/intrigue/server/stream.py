"""What one viewer was told: the last state, its number, and the recent updates.

It is fed by the kernel's Feed alone. Updates are patches between successive states.
"""

from collections import deque

from msgspec import Raw

from intrigue.kernel.game import Seen
from intrigue.kernel.patch import Op, diff
from intrigue.kernel.table import Feed, Fields

from . import wire

RECENT = 32

# Patches of parts that several viewers share, by the identity of the part before and after. The one
# before is kept, so that no other can take its identity.
Known = dict[tuple[str, int, int], tuple[Raw, list[Op]]]


class Stream:
    """A feed on its way to sockets. States stay encoded: only what changed is opened."""

    def __init__(self, feed: Feed) -> None:
        self.feed = feed
        self.number = -1
        self.news: list[Seen] = []  # what the last frames told
        self.state: Fields = {}
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=RECENT)
        first = feed.moments[-1]
        self.number, self.state = first.number, first.fields
        feed.forget()

    def take(self, known: Known) -> list[bytes]:
        """The frames for what the feed has heard since."""
        frames: list[bytes] = []
        feed = self.feed
        for moment in feed.moments:
            patch: list[Op] = []
            for name, after in moment.fields.items():
                before = self.state[name]
                if before is not after and before != after:
                    pair = (name, id(before), id(after))
                    if pair not in known:
                        known[pair] = before, diff(before, after, f"/{name}")
                    patch += known[pair][1]
            frame = wire.encode(wire.Update(moment.number, moment.events, patch))
            self.number, self.state = moment.number, moment.fields
            self.recent.append((self.number, frame))
            frames.append(frame)
        if frames:
            self.news = list(feed.seen)
            feed.forget()
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
