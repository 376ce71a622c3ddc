"""Which process minds the clock and the bots of a match. Each match under way has a row that says
when time matters next; a process claims rows that are due soon and keeps them by saying so again.
One that dies is silent, and another claims what it kept. That two believe to be the owner for a
moment does no harm: the record takes only one of two appends."""

from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    and_,
    cast,
    delete,
    func,
    insert,
    not_,
    or_,
    select,
    update,
)

from .schema import alarms

SOON = 60.0  # an alarm that rings later than this does not keep its match in memory
LEASE = 6.0  # seconds; with SQLite there is only one process, and it keeps what it has
MOST = 200  # to be claimed at once
_EVER = 1e18


# the database's own time: the clocks of several machines may differ
_TIME = cast(func.extract("epoch", func.clock_timestamp()), Float)


def _until(connection: Connection) -> ColumnElement[float] | float:
    return _TIME + LEASE if _shared(connection) else _EVER


def _free(connection: Connection) -> ColumnElement[bool]:
    nobody = alarms.c.owner.is_(None)
    return or_(nobody, _stale()) if _shared(connection) else nobody


def _stale() -> ColumnElement[bool]:
    """A process that kept it is silent; or the database's clock was set back, and would have to
    catch up first."""
    return or_(alarms.c.until < _TIME, alarms.c.until > _TIME + 2 * LEASE)


def _shared(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"


def begin(connection: Connection, table: str, now: float) -> None:
    """A match has started: whoever looks first minds it."""
    connection.execute(insert(alarms), {"table": table, "due": now})


def end(connection: Connection, table: str) -> None:
    """It is over."""
    connection.execute(delete(alarms).where(alarms.c.table == table))


def minded(connection: Connection) -> list[str]:
    """The matches that some process minds."""
    query = select(alarms.c.table).where(not_(_free(connection)))
    return list(connection.execute(query).scalars())


def ripe(connection: Connection, now: float) -> bool:
    """Whether something is due soon that nobody minds."""
    query = select(alarms.c.table).where(_ripe(connection, now)).limit(1)
    return connection.execute(query).first() is not None


def _ripe(connection: Connection, now: float) -> ColumnElement[bool]:
    """What somebody minded who is gone was in memory, and goes on in memory."""
    due = or_(alarms.c.due <= now + SOON / 2, alarms.c.owner.is_not(None))
    return and_(due, _free(connection))


def claim(connection: Connection, owner: str, now: float) -> list[str]:
    """Take what is due soon and nobody minds."""
    found = select(alarms.c.table).where(_ripe(connection, now)).order_by(alarms.c.due).limit(MOST)
    tables = list(connection.execute(found.with_for_update(skip_locked=True)).scalars())
    return _take(connection, owner, alarms.c.table.in_(tables)) if tables else []


def claim_one(connection: Connection, owner: str, table: str) -> bool:
    """Take one that somebody looks at, if nobody minds it."""
    free = or_(alarms.c.owner == owner, _free(connection))
    return bool(_take(connection, owner, and_(alarms.c.table == table, free)))


def _take(connection: Connection, owner: str, which: ColumnElement[bool]) -> list[str]:
    query = update(alarms).where(which).values({"owner": owner, "until": _until(connection)})
    return list(connection.execute(query.returning(alarms.c.table)).scalars())


def renew(connection: Connection, owner: str) -> list[str]:
    """Say so again; which ones are still kept."""
    return _take(connection, owner, alarms.c.owner == owner)


def ring_earlier(connection: Connection, table: str, due: float) -> None:
    """Time matters at this moment, if not before."""
    later = or_(alarms.c.due.is_(None), alarms.c.due > due)
    query = update(alarms).where(alarms.c.table == table, later)
    connection.execute(query.values({"due": due}))


def let_go(connection: Connection, owner: str, table: str, due: float | None) -> None:
    """It rings later: somebody will mind it then."""
    mine = and_(alarms.c.table == table, alarms.c.owner == owner)
    connection.execute(update(alarms).where(mine).values({"due": due, "owner": None, "until": 0.0}))


def ring_all(connection: Connection, now: float) -> None:
    """Every match that nobody minds looks at its clock."""
    some = and_(alarms.c.due.is_not(None), _free(connection))
    connection.execute(update(alarms).where(some).values({"due": now}))


def let_go_all(connection: Connection, owner: str | None = None) -> None:
    """Before a process goes; without an owner, everybody's: after a crash of the only one. What was
    in memory is looked at by the next one at once, whatever the wall clock was set to meanwhile."""
    whose = alarms.c.owner.is_not(None) if owner is None else alarms.c.owner == owner
    values = {"owner": None, "until": 0.0, "due": 0.0}
    connection.execute(update(alarms).where(whose).values(values))
