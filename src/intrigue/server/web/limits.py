"""How much at once: token buckets by address or person, and counts of open sockets. What is over is
refused, with a sentence, and costs nobody else anything.

Nothing goes by socket: whoever opens more of them gets no more. Every process counts for itself.
"""

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address

from msgspec import Struct

from ..errors import ServerError

MOST_BUCKETS = 20_000


class Rate(Struct, frozen=True):
    """`burst` at once, `each` seconds for one more."""

    burst: int
    each: float


KNOCK = Rate(30, 2.0)  # signing in, recovering, joining by code: what could be guessed
MAIL = Rate(5, 60.0)  # asking for a mail
MAKE = Rate(20, 5.0)  # making tables
HINT = Rate(10, 3.0)  # what takes a search
REPLAY = Rate(30, 0.5)  # what takes a fold of a whole match
REVIEW = Rate(3, 600.0)  # asking for the review of a match: minutes of a processor
CALL = Rate(120, 0.1)  # any request of a person or address
ACT = Rate(60, 0.05)  # frames of a person at a table
ACT_ANYWHERE = Rate(240, 0.0125)  # and at all tables
BEAT = Rate(60, 0.05)  # signs of life of a person, from all their pages
TALK = Rate(10, 1.0)  # lines said
STIR = Rate(20, 20.0)  # what becomes a line for everyone: changes of pace and of who sits there
PAGE = Rate(20, 0.5)  # what was before, again
ENTER = Rate(60, 1.0)  # sockets opened: each is told the whole table
LINK = Rate(3, 300.0)  # mails with a link that one address asks for, to another
PREVIEW = Rate(40, 1.0)  # what a link says of its table: codes could be guessed
DRAWING = Rate(20, 10.0)  # new cards, of everybody together
NUDGE = 3600.0  # seconds between two calls to one who is away, whichever process hears them

# Open sockets. Spectators are counted by table and players are not, so that no crowd of onlookers
# keeps out those who play.
SOCKETS = 32  # of a person
SOCKETS_HERE = 8  # of a person at a table
SPECTATORS = 100  # of a table


class Limits:
    """Buckets by kind and owner; the oldest are forgotten."""

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self._full: OrderedDict[tuple[Rate, str], float] = OrderedDict()

    def take(self, rate: Rate, owner: str) -> None:
        """Count one; raises `ServerError`. A bucket is the moment at which it will be full."""
        if not self.on:
            return
        now = time.monotonic()
        full = max(self._full.pop((rate, owner), 0.0), now)
        if full - now > (rate.burst - 1) * rate.each:
            self._full[(rate, owner)] = full
            raise ServerError("too_fast")
        self._full[(rate, owner)] = full + rate.each
        if len(self._full) > MOST_BUCKETS:
            self._full.popitem(last=False)


class Crowd:
    """How many are inside, by whatever they are counted."""

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self._inside: Counter[str] = Counter()

    @contextmanager
    def let_in(self, most: dict[str, int]) -> Iterator[None]:
        """Be one more of each of these; raises `ServerError` if any has as many as it may."""
        if self.on and any(self._inside[what] >= count for what, count in most.items()):
            raise ServerError("too_many_sockets")
        self._inside.update(most.keys())
        try:
            yield
        finally:
            for what in most:
                self._inside[what] -= 1
                if not self._inside[what]:
                    del self._inside[what]


def network(address: str) -> str:
    """An address, as far as one household has it: of IPv6 it has as many as it likes."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"
