"""Live clocks: so many seconds a decision, and a bank for the whole match.

The state follows from the entries and when they were written, so a restart costs nobody a second.
A seat's time stops when it is ready; what it took beyond the decision time comes out of its bank.
"""

from intrigue.kernel.game import Setup
from intrigue.kernel.record import Close, Entry, Intent, Play, Undo

from .wire import Clock


class Clocks:
    """The clocks of one match, fed with its entries in order."""

    def __init__(self, terms: Clock | None, setup: Setup, started: float) -> None:
        self.terms = terms
        self.setup = setup
        self.opened = started
        self.bank = [0.0 if terms is None else terms.bank] * setup.seats
        self._ready: dict[int, float] = {}
        self._before: tuple[float, float, dict[int, float]] = (0.0, -1.0, {})

    def note(self, entry: Entry, at: float) -> None:
        """An entry was written. The answers that follow a close carry its time."""
        if isinstance(entry, Intent):
            seat = self.setup.seat(entry.seat)
            if entry.ready:
                self._ready.setdefault(seat, at)
            else:
                self._ready.pop(seat, None)
        elif isinstance(entry, Undo):  # the question is asked anew
            self._ready = {}
            self.opened = at
        elif isinstance(entry, Close):
            self._before = (self.opened, at, self._ready)
            self._ready = {}
            self.opened = at
        elif isinstance(entry, Play) and entry.seat is not None and self.terms is not None:
            opened, closed, ready = self._before
            if at == closed:
                seat = self.setup.seat(entry.seat)
                over = ready.get(seat, closed) - opened - self.terms.decision
                self.bank[seat] = max(0.0, self.bank[seat] - max(0.0, over))

    def deadline(self, seat: int) -> float:
        """When this seat is out of time for the open prompt."""
        assert self.terms is not None
        return self.opened + self.terms.decision + self.bank[seat]

    def flat(self, otherwise: float = 86400.0) -> float:
        """When a prompt that only the clock closes does so: the same for everyone."""
        return self.opened + (otherwise if self.terms is None else self.terms.decision)
