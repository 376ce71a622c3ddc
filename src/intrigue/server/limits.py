"""How much at once: token buckets by address, person or socket. What is over is refused, with a
sentence, and costs nobody else anything."""

import time
from collections import OrderedDict

from msgspec import Struct

from .errors import ServerError

MOST_BUCKETS = 20_000


class Rate(Struct, frozen=True):
    """`burst` at once, `each` seconds for one more."""

    burst: int
    each: float


KNOCK = Rate(30, 2.0)  # signing in, recovering, joining by code: what could be guessed
MAIL = Rate(5, 60.0)  # asking for a mail
MAKE = Rate(20, 5.0)  # making tables
REPLAY = Rate(30, 0.5)  # what takes a fold of a whole match
CALL = Rate(120, 0.1)  # any request of a person or address
ACT = Rate(60, 0.05)  # frames on a socket
TALK = Rate(10, 1.0)  # lines said
NUDGE = 3600.0  # seconds between two calls to one who is away, whichever process hears them


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
