"""Reviews of finished matches as they are stored: asked for, on the way, or there.

A row is all that there is of one. Whoever works on it keeps it by saying so again, together with
how far it is; a process that dies is silent, and another begins anew. A row that is not there any
more is not wanted any more.
"""

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, or_, select, update

from intrigue.bots.review import Weighed, decisions
from intrigue.bots.reviewed import Review, told

from ..db import upsert
from ..db.schema import reviews
from ..wire import http
from .store import Loaded

LEASE = 60.0  # seconds
FAILED = ""  # what is stored of one that cannot be made


def ask(connection: Connection, table: str, now: float) -> None:
    """Somebody wants one; if there is one already, or it is on its way, that is it."""
    failed = and_(reviews.c.table == table, reviews.c.body == FAILED)
    connection.execute(delete(reviews).where(failed))
    row = {"table": table, "asked": now, "until": 0.0, "done": 0, "total": 0}
    connection.execute(upsert.insert(connection, reviews).values(row).on_conflict_do_nothing())


def take_back(connection: Connection, table: str) -> None:
    """Nobody wants it any more, unless it is there already."""
    connection.execute(delete(reviews).where(reviews.c.table == table, reviews.c.body.is_(None)))


def drop(connection: Connection, table: str) -> None:
    """It is not true any more."""
    connection.execute(delete(reviews).where(reviews.c.table == table))


def find(connection: Connection, table: str) -> tuple[http.ReviewInfo, str | None]:
    """How far it is, and what was found, once it is there."""
    row = connection.execute(select(reviews).where(reviews.c.table == table)).first()
    if row is None:
        return http.ReviewInfo("none"), None
    if row.body is not None:
        return http.ReviewInfo("failed" if row.body == FAILED else "done"), row.body or None
    state = "waiting" if row.owner is None else "running"
    return http.ReviewInfo(state, row.done, row.total), None


def waiting(connection: Connection, now: float) -> bool:
    """Whether there is one that nobody works on."""
    query = select(reviews.c.table).where(_free(now)).limit(1)
    return connection.execute(query).first() is not None


def claim(connection: Connection, owner: str, now: float) -> str | None:
    """The table whose review has waited longest; it is `owner`'s to make."""
    oldest = select(reviews.c.table).where(_free(now)).order_by(reviews.c.asked).limit(1)
    table: str | None = connection.execute(oldest.with_for_update(skip_locked=True)).scalar()
    if table is not None:
        values = {"owner": owner, "until": now + LEASE, "done": 0, "total": 0}
        connection.execute(update(reviews).where(reviews.c.table == table).values(values))
    return table


def go_on(
    connection: Connection, owner: str, table: str, done: int, total: int, now: float
) -> bool:
    """So much is done; whether it is still wanted, and this one's to make."""
    return _change(connection, owner, table, done=done, total=total, until=now + LEASE)


def finish(connection: Connection, owner: str, table: str, weighed: list[Weighed] | None) -> bool:
    """It is there; or it cannot be made."""
    body = FAILED if weighed is None else msgspec.json.encode(weighed).decode()
    return _change(connection, owner, table, body=body)


def let_go(connection: Connection, owner: str) -> None:
    """Before a process goes: somebody else may make it."""
    mine = and_(reviews.c.owner == owner, reviews.c.body.is_(None))
    connection.execute(update(reviews).where(mine).values({"owner": None, "until": 0.0}))


def _change(connection: Connection, owner: str, table: str, **values: object) -> bool:
    mine = and_(reviews.c.table == table, reviews.c.owner == owner, reviews.c.body.is_(None))
    return connection.execute(update(reviews).where(mine).values(values)).rowcount == 1


def _free(now: float) -> ColumnElement[bool]:
    # a clock that was set back would have to catch up first
    stale = or_(reviews.c.until < now, reviews.c.until > now + 2 * LEASE)
    return and_(reviews.c.body.is_(None), or_(reviews.c.owner.is_(None), stale))


def retold(loaded: Loaded, body: str, lang: str) -> Review:
    """What was found, in words; kept with the record, since it takes a fold of it."""
    kept = loaded.folded.reviews
    if lang not in kept:
        weighed = msgspec.json.decode(body, type=list[Weighed])
        kept[lang] = told(loaded.record, decisions(loaded.record), weighed, lang)
    return kept[lang]
