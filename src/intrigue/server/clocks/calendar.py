"""Deadlines of a match over days: so many hours after something, or times of day in a time zone.

Times of day follow the zone's own clocks: 18:00 is 18:00 in summer and in winter. One that is
skipped when clocks go forward comes as much later as they went; of one that comes twice when they
go back, the first counts.
"""

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from ..errors import ServerError
from ..wire.http import Days

HOUR = 3600.0
NOTICE = 4.0  # hours that a question has at least, unless the table says otherwise
LONGEST = 60 * 24.0  # hours: no extension leads further
WARNING = 0.25  # of the time, before its end
USUAL = Days(hours=24.0)  # for a live table that goes on by correspondence


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def check(days: Days) -> None:
    """Refuse what gives no deadline; raises `ServerError`."""
    if (days.hours is None) != bool(days.times):
        raise ServerError("days_kind")
    if days.times and not days.weekdays:
        raise ServerError("days_weekdays")
    if days.zone not in _zones():
        raise ServerError("days_zone", zone=repr(days.zone))
    if days.hours is not None and days.most is not None and days.most < days.hours:
        raise ServerError("days_most")


def deadline(days: Days, began: float, opened: float) -> float:
    """When the question that opened then closes, of a round that began then."""
    soonest = opened + notice(days) * HOUR
    if days.hours is not None:
        return max(began + days.hours * HOUR, soonest)
    return next_time(days, max(soonest, began))


def notice(days: Days) -> float:
    """How many hours a question is open at least."""
    if days.notice is not None:
        return days.notice
    return NOTICE if days.hours is None else min(NOTICE, days.hours / 4)


def extended(days: Days, due: float, opened: float, now: float, hours: float | None) -> float:
    """A later deadline; the same one if there is no later."""
    most = opened + (LONGEST if days.most is None else days.most) * HOUR
    if hours is not None or days.hours is not None:
        later = max(due, now) + (hours or days.step or days.hours or 0.0) * HOUR
    else:
        later = next_time(days, max(due, now))
    return max(due, min(later, most))


def next_time(days: Days, after: float) -> float:
    """The first of the times of day that is later than this moment."""
    zone = ZoneInfo(days.zone)
    today = datetime.fromtimestamp(after, zone).date()
    ahead = (today + timedelta(days=number) for number in range(-1, 9))
    chosen = [day for day in ahead if day.isoweekday() in days.weekdays]
    moments = [_moment(day, text, zone) for day in chosen for text in days.times]
    return min(moment for moment in moments if moment > after)


def _moment(day: date, text: str, zone: ZoneInfo) -> float:
    local = datetime.combine(day, time.fromisoformat(text), zone)
    return local.astimezone(UTC).timestamp()  # fold 0: the first of two, and past a gap
