"""A seat's own attendance: whether it acted, left it to a standing order, or missed a deadline.

At the table a default looks like a choice. Here, and only to whoever sits there, the two are told
apart; it follows from the record, and begins when that person sat down.
"""

from collections import Counter

from intrigue.session.record import Close, Entry, Missed, Override, Play

from ..wire import http
from .store import Loaded

MOST = 100
HOW = {"player": "acted", "standing order": "order", "bot": "bot", "default": "missed"}


def attendance(loaded: Loaded, seat: int, excuses: int) -> http.Attendance:
    """What the person on a seat did with every question to it."""
    name = loaded.record.header.seats[seat]
    rows: list[http.Attended] = []
    owners = rows
    away, closed = False, -1.0
    for entry, at in zip(loaded.record.entries, loaded.times, strict=True):
        if isinstance(entry, Close):
            closed = at
        elif isinstance(entry, Override) and entry.seat == name:
            away = entry.what in ("leave", "empty") or (away and entry.what != "back")
            if entry.what == "sits":  # for somebody else
                rows = []
            elif entry.what == "returns":
                rows = owners
        else:
            how = _how(entry, name, at == closed)
            if how is not None:
                rows.append(http.Attended(at, "away" if away and how == "missed" else how))
    counts = dict(Counter(row.how for row in rows))
    return http.Attendance(excuses, counts, rows[: -MOST - 1 : -1])


def _how(entry: Entry, name: str, answers: bool) -> str | None:
    """How a seat came to an answer, if this entry is one; or that it was excused. Answers carry
    the time of the close before them, free acts do not."""
    if isinstance(entry, Missed) and entry.seat == name:
        return "excused"
    if isinstance(entry, Play) and entry.seat == name and answers:
        return HOW.get(entry.by, entry.by)
    return None
