"""What time it is, read in two ways. A question at the table is measured in seconds that pass,
whatever is done to the wall clock meanwhile; dates and deadlines over days are those of the wall
clock. What is stored is seconds since 1970 in both cases, so that another process, or the next one,
finds the same deadline."""

import time
from collections.abc import Callable
from pathlib import Path

# also counts while the machine sleeps: a deadline is a promise to the others
_TICKING = getattr(time, "CLOCK_BOOTTIME", None)


def ticks() -> float:
    """Seconds that only ever pass, since some moment."""
    return time.monotonic() if _TICKING is None else time.clock_gettime(_TICKING)


class Times:
    """The clocks of a process."""

    def __init__(
        self, wall: Callable[[], float] = time.time, ticks: Callable[[], float] = ticks
    ) -> None:
        self.wall = wall
        self._ticks = ticks
        self._first = wall() - ticks()

    def even(self) -> float:
        """What the wall clock showed when this process began, and the seconds since."""
        return self._first + self._ticks()

    def shift(self) -> float:
        """How far the wall clock was set since then."""
        return self.wall() - self.even()


def moved_by(file: Path) -> Times:
    """For tests: seconds written to a file have passed as well."""
    added = 0.0

    def more() -> float:
        nonlocal added
        added = float(file.read_text() or added)  # it is empty while it is being written
        return added

    return Times(lambda: time.time() + more(), lambda: ticks() + more())
