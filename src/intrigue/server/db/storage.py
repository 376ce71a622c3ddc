"""The database: opening it, bringing it up to date, and one queue for everything written.

Whatever many people do at the same moment shares one transaction and one flush to the disk, and
nobody is answered before it. Code above hands in plain functions of a connection; nothing here
knows what they write.
"""

import asyncio
import os
import secrets
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import structlog
from msgspec import Struct
from sqlalchemy import Connection, Engine, Table, create_engine, event, insert, text
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

from ..errors import ServerError
from ..metrics import Metrics
from . import files, notify, upsert
from .files import sqlite_file
from .schema import keys

log = structlog.get_logger()
T = TypeVar("T")
K = TypeVar("K")
Write = Callable[[Connection], Any]
Rows = list[dict[str, Any]]


class Bulk(Struct):
    """A write that is mostly new rows. Those of many such writes go in together, table by table;
    `rest` does what is left to do."""

    rows: list[tuple[Table, Rows]]
    rest: Write | None = None
    topic: str | None = None


class QueuedWrite(Struct):
    """A write of any kind. Processes that share the database hear of its topic, which may follow
    from the result, with the commit."""

    write: Write
    topic: Callable[[Any], str] | None = None


BATCH = 256
LOOK = 10.0  # seconds without a write until one is tried
ROOM = 64 * 1024  # bytes that must be written until trouble is over: a last gap is not enough
PAUSE = 0.003  # seconds from a commit to the next: what comes meanwhile shares it


def sqlite_url(data: Path) -> str:
    """The default database: one file in the data folder."""
    return f"sqlite:///{data / files.NAME}"


def prepared(data: Path, database: str | None) -> str:
    """The URL of a database that may be new; its folder is made."""
    if database is not None:
        return database
    files.make(data)
    return sqlite_url(data)


def existing(data: Path, database: str | None) -> str:
    """The URL of a database that must be there."""
    url = database or sqlite_url(data)
    file = sqlite_file(url)
    if file is not None and not file.is_file():
        raise ServerError("no_data", path=str(data if database is None else file.parent))
    return url


def open_engine(url: str) -> Engine:
    """An engine for either database; raises `ServerError`."""
    file = sqlite_file(url)
    if file is not None:
        files.check(file)
    return _engine(url)


def open_migrated(url: str) -> Engine:
    """An engine for a database that is made if there is none, and brought up to date; raises
    `ServerError`."""
    file = sqlite_file(url)
    if file is not None:
        files.check(file)
        files.close_to_others(file)
        if not file.exists():
            _make(file)
    engine = _engine(url)
    try:
        migrate(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _make(file: Path) -> None:
    """A new database, put in its place when it is whole: whoever is killed meanwhile leaves none,
    and no empty one either."""
    new = files.beside(file, ".new")
    try:
        for end in ("", "-wal", "-shm"):
            files.beside(new, end).unlink(missing_ok=True)
        os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # SQLite keeps to it
        engine = _engine(f"sqlite:///{new}")
        try:
            migrate(engine)
        finally:
            engine.dispose()  # with the last connection all that was written is in the file
        new.rename(file)
        where = os.open(file.parent, os.O_RDONLY)
        os.fsync(where)
        os.close(where)
    except OSError as error:
        why = error.strerror or str(error)
        raise ServerError("data_folder", path=str(file.parent), why=why) from None


def _engine(url: str) -> Engine:
    if url.startswith(("postgres://", "postgresql://")):
        url = "postgresql+psycopg://" + url.partition("://")[2]
    if not url.startswith(("sqlite:///", "postgresql+psycopg://")):
        raise ServerError("database_kind")
    try:
        if url.startswith("sqlite"):
            engine = create_engine(url, connect_args={"timeout": 15})
            event.listen(engine, "connect", _prepare_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
            return engine
        return create_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True)
    except (ArgumentError, ValueError):
        raise ServerError("database_kind") from None


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions are begun below, not guessed by the driver
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    # a writer takes the lock at once, instead of failing when it comes to write
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(engine: Engine) -> None:
    """Bring the database to this program's version; raises `ServerError` if it is newer."""
    if _revision(engine) != _newest():
        _upgrade(engine)


def _newest() -> str:
    """The files of migrations are named by their revisions."""
    last = max(path.name for path in (MIGRATIONS / "versions").glob("v*.py"))
    return last[1:5]


def _revision(engine: Engine) -> str | None:
    try:
        with engine.connect() as connection:
            found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars()
            return ", ".join(found)
    except SQLAlchemyError:
        return None  # a new database, or none at all: whoever migrates it will say so


def _upgrade(engine: Engine) -> None:
    # a server that is started again needs none of this, and it takes a while to import
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    known = {script.revision for script in scripts.walk_revisions()}
    try:
        with engine.execution_options(writes=True).begin() as connection:
            if engine.dialect.name == "postgresql":  # several processes may start at once
                connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('migrate'))"))
            heads = MigrationContext.configure(connection).get_current_heads()
            if any(head not in known for head in heads):
                raise ServerError("database_newer", revision=", ".join(heads))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except SQLAlchemyError as error:
        raise unusable(error) from None


def unusable(error: SQLAlchemyError) -> ServerError:
    """What the database said, as a sentence: full, read-only, away."""
    said = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    return ServerError("database", why=said.strip().splitlines()[0] if said.strip() else "?")


class Storage:
    """Reads on a few threads, writes on one, in batches."""

    def __init__(self, engine: Engine, metrics: Metrics | None = None) -> None:
        self.engine = engine
        self.shared = engine.dialect.name == "postgresql"  # other processes may write too
        self.name = secrets.token_hex(8)  # of this process, among them
        self.metrics = metrics or Metrics()
        self._writer = engine.execution_options(writes=True)
        # whatever a function reads is of one moment; with SQLite every transaction is
        moment = {"isolation_level": "REPEATABLE READ"} if self.shared else {}
        self._reader = engine.execution_options(**moment)
        self._asked: dict[Any, list[tuple[Any, asyncio.Future[Any]]]] = {}  # by query
        self._looking: dict[Any, asyncio.Task[None]] = {}
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="read")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="write")
        self._queue: list[tuple[QueuedWrite | Bulk, asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None
        self.closed = False
        self.trouble: str | None = None  # why the last write failed: a full disk, no connection
        self._written = time.monotonic()  # when one was made

    @classmethod
    def open(cls, url: str, metrics: Metrics | None = None) -> "Storage":
        """The database at a URL, brought up to date; raises `ServerError`."""
        return cls(open_migrated(url), metrics)

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Run a reading function on a connection of its own; raises `ServerError`."""

        def run() -> T:
            try:
                with self._reader.connect() as connection:
                    return query(connection)
            except (SQLAlchemyError, sqlite3.Error) as error:
                raise unusable(error) if isinstance(error, SQLAlchemyError) else error from None

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def look_up(self, query: Callable[[Connection, list[K]], list[T]], key: K) -> T:
        """One of the answers to a query about many keys: those that come while it runs share the
        next one. Raises what it raised, or `ServerError`."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        asked = self._asked.setdefault(query, [])
        asked.append((key, future))
        if query not in self._looking:
            self._looking[query] = asyncio.create_task(self._look(query))
        return await future

    async def _look(self, query: Callable[[Connection, list[Any]], list[Any]]) -> None:
        while asked := self._asked.pop(query, []):
            keys = [key for key, _ in asked]
            try:
                found = await self.read(lambda connection: query(connection, keys))  # noqa: B023
            except Exception as error:
                for _, future in asked:
                    if not future.done():
                        future.set_exception(error)
            else:
                for (_, future), one in zip(asked, found, strict=True):
                    if not future.done():
                        future.set_result(one)
        del self._looking[query]

    async def append(self, bulk: Bulk) -> None:
        """Write new rows, like `write`."""
        await self._put(bulk)

    async def write(
        self, change: Callable[[Connection], T], topic: Callable[[T], str] | None = None
    ) -> T:
        """Run a writing function in a transaction shared with others; its result when it is
        durable. Raises what the function raised (its changes are undone then), or `ServerError`.
        The function may run twice and must do nothing but write."""
        result: T = await self._put(QueuedWrite(change, topic))
        return result

    async def _put(self, change: QueuedWrite | Bulk) -> Any:
        if self.closed:
            raise ServerError("stopping")
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.append((change, future))
        self.metrics.queue.set(len(self._queue))
        if self._task is None:
            self._task = asyncio.create_task(self._drain())
        return await future

    async def _drain(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._queue:
                batch, self._queue = self._queue[:BATCH], self._queue[BATCH:]
                self.metrics.queue.set(len(self._queue))
                changes = [change for change, _ in batch]
                results = await loop.run_in_executor(self._thread, self._commit, changes)
                for (_, future), result in zip(batch, results, strict=True):
                    if future.cancelled():
                        continue
                    if isinstance(result, Exception):
                        future.set_exception(result)
                    else:
                        future.set_result(result)
                await asyncio.sleep(PAUSE)
        finally:
            self._task = None

    def _commit(self, changes: list[QueuedWrite | Bulk]) -> list[Any]:
        """All in one transaction; if one of them fails, each in its own."""
        since = time.perf_counter()
        try:
            with self._writer.begin() as connection:
                results = [
                    change.write(connection) if isinstance(change, QueuedWrite) else None
                    for change in changes
                ]
                _insert(connection, [change for change in changes if isinstance(change, Bulk)])
                if self.shared:
                    notify.say(connection, self.name, _topics(changes, results))
        except Exception as error:
            if len(changes) == 1:
                complaint = _complaint(error)
                if isinstance(complaint, ServerError) and complaint.code == "database":
                    self._fell_ill(complaint)
                return [complaint]
            results = [self._commit([change])[0] for change in changes]
        else:
            self._written = time.monotonic()
            self.metrics.commit.observe(time.perf_counter() - since)
            self.metrics.batch.observe(len(changes))
        return results

    # --- whether it can be written ----------------------------------------------------------------

    def _fell_ill(self, error: ServerError) -> None:
        if self.trouble is None:
            log.error("the database cannot be written", error=error.data["why"])
        self.trouble = error.data["why"]

    async def well(self) -> bool:
        """Whether it can be written. Trouble is noticed although nobody plays, and so is its end:
        a server that says it is not ready is sent nobody who would find out."""
        if self.trouble is None and time.monotonic() < self._written + LOOK:
            return True
        size = 16 if self.trouble is None else ROOM
        try:
            await self.write(lambda connection: _mark(connection, size))
        except ServerError:
            return False
        if self.trouble is not None:
            log.warning("the database can be written again")
            self.trouble = None
        return True

    async def close(self) -> None:
        """Finish what is queued, then let go."""
        self.closed = True
        while self._task is not None:
            await asyncio.wait([self._task])
        self._thread.shutdown()
        self._readers.shutdown()
        self.engine.dispose()


def _mark(connection: Connection, size: int) -> None:
    """Something new each time: a write that changes nothing needs no room on the disk."""
    row = {"name": "mark", "value": secrets.token_hex(size // 2)}
    query = upsert.insert(connection, keys).values(row)
    connection.execute(query.on_conflict_do_update(index_elements=["name"], set_=row))


def _topics(changes: list[QueuedWrite | Bulk], results: list[Any]) -> list[str]:
    found: dict[str, None] = {}
    for change, result in zip(changes, results, strict=True):
        if change.topic is not None:
            topic = change.topic if isinstance(change.topic, str) else change.topic(result)
            found[topic] = None
    return list(found)


def _insert(connection: Connection, bulks: list[Bulk]) -> None:
    together: dict[Table, Rows] = {}
    for bulk in bulks:
        for table, rows in bulk.rows:
            together.setdefault(table, []).extend(rows)
    add = _add_at_once if connection.dialect.name == "sqlite" else _add
    for table, rows in together.items():
        if rows:
            add(connection, table, rows)
    for bulk in bulks:
        if bulk.rest is not None:
            bulk.rest(connection)


def _add(connection: Connection, table: Table, rows: Rows) -> None:
    connection.execute(insert(table), rows)


def _add_at_once(connection: Connection, table: Table, rows: Rows) -> None:
    """Many rows in a statement: with one each, this thread and that of the event loop would take
    Python's lock from each other at every row."""
    names = table.columns.keys()
    at = 0
    while at < len(rows):
        left = len(rows) - at
        size = min(64, 1 << left.bit_length() - 1)  # a power of two: few statements are prepared
        some = rows[at : at + size]
        values = tuple([row.get(name) for row in some for name in names])
        connection.exec_driver_sql(_statement(table.name, tuple(names), size), values)
        at += size


@cache
def _statement(table: str, names: tuple[str, ...], rows: int) -> str:
    row = f"({', '.join('?' * len(names))})"
    columns = ", ".join(f'"{name}"' for name in names)
    return f'INSERT INTO "{table}" ({columns}) VALUES {", ".join([row] * rows)}'


def _complaint(error: Exception) -> Exception:
    if isinstance(error, IntegrityError) or not isinstance(error, SQLAlchemyError):
        return error
    return unusable(error)
