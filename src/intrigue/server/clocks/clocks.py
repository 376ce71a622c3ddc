"""Clocks: live, so many seconds a decision and a bank for the whole match; or over days, a deadline
that is the same for everyone.

The state follows from the entries and when they were written, so a restart costs nobody a second,
and another process finds the same deadlines. Live, a seat's time stops when it is ready; what it
took beyond the decision time comes out of its bank.
"""

from collections.abc import Collection, Mapping, Sequence
from math import inf
from typing import Any

import msgspec

from intrigue.kernel.game import CURTAIN, Setup
from intrigue.session.record import Close, Entry, Intent, Missed, Override, Play, Undo

from ..wire import notes
from ..wire.http import Clock, Days
from . import calendar as calendar


class MatchClocks:
    """The clocks of one match, fed with its entries in order. `rounds`: whether the game has rounds
    of several questions."""

    def __init__(
        self,
        terms: Clock | None,
        setup: Setup,
        started: float,
        days: Days | None = None,
        rounds: bool = False,
    ) -> None:
        self.terms = terms
        self.days = days
        self.setup = setup
        self.rounds = rounds
        self.started = started
        self.asked = started  # when the question opened
        self.opened = started  # when its time began: all that led to it was shown
        self.began = started  # its round
        self.curtain = started  # until then all that has happened is still being shown
        self.since = started  # what is said of the deadline holds since then
        self.pinned: float | None = None  # the deadline, if it was moved
        self.extended = False  # because somebody missed it
        self.missed = [0] * setup.seats  # excused misses
        self.paused: float | None = None
        self.wants: set[int] = set()  # seats that want a pause, or its end
        self.moved = False  # whether anybody ever changed the pace
        self.bank = [0.0 if terms is None else terms.bank] * setup.seats
        self.shortest = inf if terms is None else terms.decision  # of all decision times so far
        self._ready: dict[int, float] = {}
        self._before: tuple[float, float, dict[int, float]] = (0.0, -1.0, {})

    # --- what the entries say ---------------------------------------------------------------------

    def note(self, entry: Entry, at: float) -> None:
        """An entry was written. The answers that follow a close carry its time."""
        if isinstance(entry, Intent):
            seat = self.setup.seat(entry.seat)
            if entry.ready:
                self._ready.setdefault(seat, at)
            else:
                self._ready.pop(seat, None)
        elif isinstance(entry, Undo):  # the question is asked anew
            self._open(at)
        elif isinstance(entry, Close):
            self._before = (self.opened, at, self._ready)
            self._open(at)
        elif isinstance(entry, Override):
            self._override(entry, at)
        elif isinstance(entry, Missed):
            self.missed[self.setup.seat(entry.seat)] += 1
        elif isinstance(entry, Play) and entry.seat is not None and self.terms is not None:
            opened, closed, ready = self._before
            if at == closed and self.days is None:
                seat = self.setup.seat(entry.seat)
                over = ready.get(seat, closed) - opened - self.terms.decision
                self.bank[seat] = max(0.0, self.bank[seat] - max(0.0, over))

    def follow(
        self,
        entries: Sequence[Entry],
        times: Sequence[float],
        begun: Collection[float],
        shown: Mapping[float, float],
    ) -> None:
        """Entries were written at these times; at some of them a round began, and what happened
        takes so many seconds to be shown."""
        for number, (entry, at) in enumerate(zip(entries, times, strict=True)):
            self.note(entry, at)
            if at in begun:
                self.begin_round(at)
            if at in shown and times[number + 1 : number + 2] != [at]:
                self.show(at, shown[at])

    def show(self, at: float, seconds: float) -> None:
        """What happened at that time takes so long to be shown, after what is being shown. A
        question that opened with it has its whole time from there on. Over days that is nothing."""
        if self.days is not None:
            return
        self.curtain = min(max(self.curtain, at) + seconds, at + CURTAIN)
        if self.asked == at:
            self.opened = self.curtain

    def _open(self, at: float) -> None:
        self._ready = {}
        self.asked = at
        self.opened = at if self.days is not None else max(at, self.curtain)
        self.since = at
        self.extended = False
        if self.days is None or self.days.per == "decision" or not self.rounds:
            self.begin_round(at)

    def begin_round(self, at: float) -> None:
        """The deadline of a round counts from here."""
        self.began = at
        self.pinned = None

    def _override(self, entry: Override, at: float) -> None:
        data: dict[str, Any] = {} if entry.data is msgspec.UNSET else entry.data
        seat = None if entry.seat is None else self.setup.seat(entry.seat)
        match entry.what:
            case "extended" | "excused":
                self.pinned = self.started + data["until"]
                self.since = at
                self.extended |= entry.what == "excused"
            case "paused" | "resumed":
                self._stand_still(entry.what == "paused", at)
            case "days":
                self.days = msgspec.convert(data["days"], Days)
                self._afresh(at)
            case "live":
                self._live(msgspec.convert(data["clock"], Clock | None))
                self._afresh(at)
            case "wants_pause" | "wants_on" if seat is not None:
                self.wants.add(seat)
            case "no_pause" | "no_on" if seat is not None:
                self.wants.discard(seat)
            case what if notes.reseats(what) and seat is not None:
                self.wants.discard(seat)
                if what == "sits":  # somebody else, who missed nothing yet
                    self.missed[seat] = 0
                return
            case _:
                return
        self.moved = True

    def _live(self, terms: Clock | None) -> None:
        if self.terms is None and terms is not None:
            self.bank = [terms.bank] * self.setup.seats
        self.days, self.terms = None, terms
        self.shortest = min(self.shortest, inf if terms is None else terms.decision)

    def _afresh(self, at: float) -> None:
        """Other clocks from here on: the open question begins anew."""
        self._ready = dict.fromkeys(self._ready, at)
        self.opened = self.since = at
        self.begin_round(at)

    def _stand_still(self, still: bool, at: float) -> None:
        self.wants = set()
        if still or self.paused is None:
            self.paused = at
            return
        left = self.common() - self.paused
        lost = at - self.paused
        self.paused = None
        self.opened += lost
        self.began += lost
        self.since += lost
        self._ready = {seat: since + lost for seat, since in self._ready.items()}
        if self.days is not None:
            # whoever had so many hours still has them, to the next of the table's times
            exact = self.days.hours is not None
            self.pinned = at + left if exact else calendar.next_time(self.days, at + left - 1)

    # --- when time is over ------------------------------------------------------------------------

    def deadline(self, seat: int) -> float:
        """When this seat is out of time for the open prompt."""
        if self.days is not None:
            return self.common()
        assert self.terms is not None
        return self.opened + self.terms.decision + self.bank[seat]

    def common(self, otherwise: float = 86400.0) -> float:
        """When the decision time is over, the same for everyone; a prompt that only the clock
        closes does so then."""
        if self.days is None:
            return self.opened + (otherwise if self.terms is None else self.terms.decision)
        if self.pinned is None:
            return calendar.deadline(self.days, self.began, self.opened)
        return max(self.pinned, self.opened + calendar.notice(self.days) * calendar.HOUR)

    def warning(self) -> float:
        """When little is left of the time for a question."""
        due = self.common()
        return due - (due - self.since) * calendar.WARNING

    def excuses(self, seat: int) -> int:
        """How many misses of a seat would still be excused."""
        return 0 if self.days is None else max(0, self.days.excuses - self.missed[seat])
