"""Who may change the pace of a match, and what is said of it: more time from the host, a pause by
consent, days instead of minutes and back, and a deadline that somebody missed for the first time.

Everything here is decided from public facts, apart from who missed a deadline; that is said only
when everyone can tell anyway. What is decided becomes a public line and an entry of the record, and
clocks follow from those entries alone.
"""

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from intrigue.kernel.position import SPECTATOR
from intrigue.session.table import Table

from ..errors import ServerError
from ..wire import frames, http
from . import calendar as calendar
from .clocks import MatchClocks
from .question import Timing

UNHURRIED = http.Clock(300.0)  # for a live question that only a clock closes


class Word(Struct, frozen=True):
    """Something said at the table, and what clocks must know of it."""

    note: frames.Note
    data: dict[str, Any] | UnsetType = UNSET


class Company(Struct, frozen=True):
    """A match and the people who sit there now."""

    table: Table
    timing: Timing
    terms: http.Terms
    host: int | None
    people: frozenset[int]

    @property
    def clocks(self) -> MatchClocks:
        return self.timing.clocks


def decide(company: Company, seat: int, wish: frames.Pacing, now: float) -> list[Word]:
    """What comes of a player's wish; raises `ServerError`."""
    if isinstance(wish, frames.Pause):
        return _pause(company, seat, wish.wanted)
    if seat != company.host:
        raise ServerError("host_only")
    if company.clocks.paused is not None:
        raise ServerError("paused")
    if isinstance(wish, frames.Extend):
        return [_extend(company, seat, wish.hours, now)]
    return [_switch(company, seat, wish)]


# --- a pause by consent ---------------------------------------------------------------------------


def _pause(company: Company, seat: int, wanted: bool) -> list[Word]:
    clocks = company.clocks
    if wanted == (seat in clocks.wants):
        return []
    still = clocks.paused is not None
    if not wanted:
        return [Word(frames.Note("no_on" if still else "no_pause", seat))]
    if company.people <= clocks.wants | {seat}:
        return [_agreed(clocks, seat)]
    return [Word(frames.Note("wants_on" if still else "wants_pause", seat))]


def settled(company: Company) -> list[Word]:
    """Somebody left: perhaps all who are still there agree."""
    wants = company.clocks.wants & company.people
    if wants and company.people <= wants:
        return [_agreed(company.clocks, min(wants))]
    return []


def _agreed(clocks: MatchClocks, seat: int) -> Word:
    return Word(frames.Note("paused" if clocks.paused is None else "resumed", seat))


# --- the host -------------------------------------------------------------------------------------


def _extend(company: Company, seat: int, hours: float | None, now: float) -> Word:
    until = _later(company.clocks, now, hours)
    if until is None:
        raise ServerError("extended_enough")
    return Word(frames.Note("extended", seat), until)


def _later(clocks: MatchClocks, now: float, hours: float | None = None) -> dict[str, float] | None:
    """A later deadline as the record has it: in seconds since the deal."""
    if clocks.days is None:
        raise ServerError("not_days")
    due = clocks.common()
    later = calendar.extended(clocks.days, due, clocks.opened, now, hours)
    return {"until": later - clocks.started} if later > max(due, now) else None


def _switch(company: Company, seat: int, wish: frames.Pace) -> Word:
    clocks, terms = company.clocks, company.terms
    if wish.mode == "days":
        days = wish.days or terms.days or calendar.USUAL
        calendar.check(days)
        if days == clocks.days:
            raise ServerError("same_pace")
        return Word(frames.Note("days", seat), {"days": msgspec.to_builtins(days)})
    clock = wish.clock or terms.clock
    if clocks.days is None and clock == clocks.terms:
        raise ServerError("same_pace")
    if clock is None and company.timing.prompt.closes == "deadline":
        clock = UNHURRIED
    return Word(frames.Note("live", seat), {"clock": msgspec.to_builtins(clock)})


# --- a missed deadline ----------------------------------------------------------------------------


class Excuse(Struct, frozen=True):
    """Who let a deadline pass and is excused, and what is said of it."""

    seats: list[int]
    word: Word


def excuse(company: Company, now: float) -> Excuse | None:
    """Whether the deadline that is up is moved instead: once for a question, and not for windows,
    where most have nothing to say."""
    clocks, timing, table = company.clocks, company.timing, company.table
    if not timing.is_up(now) or clocks.extended or timing.prompt.window:
        return None
    asked = [seat for seat in table.position.asked() if seat in company.people]
    missed = [seat for seat in asked if clocks.excuses(seat) and not table.provided(seat)]
    until = _later(clocks, now)
    if not missed or until is None:
        return None
    return Excuse(missed, Word(frames.Note("excused", _known(table, asked)), until))


def late(company: Company, now: float) -> list[frames.Note]:
    """What is said of those whose time is up, where everyone sees who is waited for."""
    if not isinstance(company.table.done(), list):
        return []
    overdue = company.timing.overdue(now)
    return [frames.Note("late", seat) for seat in overdue if seat in company.people]


def _known(table: Table, asked: list[int]) -> int:
    """Who it was, if there is only one who it can have been, for all that everyone sees."""
    done = table.done()
    if isinstance(done, list):
        asked = [seat for seat in asked if seat not in done]
    return asked[0] if len(asked) == 1 else SPECTATOR
