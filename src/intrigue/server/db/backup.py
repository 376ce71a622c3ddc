"""Everything in one file, and back: from either kind of database into either.

A backup is read in one transaction while the server runs; it holds secrets (seeds of matches under
way), so it is written readable by its owner only. It is restored into an empty database.
"""

import base64
import gzip
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from alembic.runtime.migration import MigrationContext
from msgspec import Struct
from sqlalchemy import Connection, Engine, LargeBinary, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from ..errors import ServerError
from .files import held
from .schema import metadata
from .storage import open_engine, open_migrated, unusable

CHUNK = 500


class Head(Struct):
    intrigue_backup: int
    revision: str


class Part(Struct):
    """Some rows of one table."""

    table: str
    rows: list[dict[str, Any]]


class Tail(Struct):
    """How many rows there were, and the checksum of every line before this one."""

    rows: int
    sum: str


def backup(url: str, path: Path) -> int:
    """Write everything to a file; the number of rows. Raises `ServerError`."""
    engine = open_engine(url)
    part = path.with_name(path.name + ".part")
    try:
        with _snapshot(engine) as connection, _create(part) as file:
            digest = hashlib.sha256()
            rows = 0
            heads = MigrationContext.configure(connection).get_current_heads()
            if not heads:
                raise ServerError("backup_empty")
            for line in _lines(connection, heads[0]):
                if isinstance(line, Part):
                    rows += len(line.rows)
                text = msgspec.json.encode(line) + b"\n"
                digest.update(text)
                file.write(text)
            file.write(msgspec.json.encode(Tail(rows, digest.hexdigest())) + b"\n")
        part.replace(path)
    except SQLAlchemyError as error:
        raise unusable(error) from None
    except OSError as error:
        raise ServerError("backup_file", path=str(path), why=error.strerror or str(error)) from None
    finally:
        part.unlink(missing_ok=True)
        engine.dispose()
    return rows


def _snapshot(engine: Engine) -> Connection:
    """A connection that sees one moment, whatever is written meanwhile."""
    connection = engine.connect()
    if engine.dialect.name == "postgresql":
        connection = connection.execution_options(isolation_level="REPEATABLE READ")
    return connection


@contextmanager
def _create(path: Path) -> Iterator[gzip.GzipFile]:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as raw:
        os.fchmod(handle, 0o600)  # also one that was there already
        with gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=6) as file:
            yield file
        raw.flush()
        os.fsync(raw.fileno())


def _lines(connection: Connection, revision: str) -> Iterator[Head | Part]:
    yield Head(1, revision)
    for table in metadata.sorted_tables:
        binary = {column.name for column in table.columns if isinstance(column.type, LargeBinary)}
        found = connection.execute(select(table).order_by(*table.primary_key.columns))
        while rows := found.fetchmany(CHUNK):
            plain = [{str(name): value for name, value in row._mapping.items()} for row in rows]
            for row in plain:
                for name in binary:
                    row[name] = base64.b64encode(bytes(row[name])).decode()
            yield Part(str(table.name), plain)


def restore(url: str, path: Path) -> int:
    """Fill an empty database from a file, all of it or nothing; the number of rows."""
    with held(url):
        return _restore(url, path)


def _restore(url: str, path: Path) -> int:
    engine = open_migrated(url)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            for table in metadata.sorted_tables:
                if connection.execute(select(func.count()).select_from(table)).scalar():
                    raise ServerError("restore_full")
            return _fill(connection, path)
    except SQLAlchemyError as error:
        raise unusable(error) from None
    finally:
        engine.dispose()


def _fill(connection: Connection, path: Path) -> int:
    digest = hashlib.sha256()
    rows = 0
    try:
        with gzip.open(path) as file:
            last = file.readline()
            head = msgspec.json.decode(last, type=Head)
            ours = MigrationContext.configure(connection).get_current_heads()
            if head.revision not in ours:
                raise ServerError("restore_revision", theirs=head.revision, ours=", ".join(ours))
            for line in file:
                digest.update(last)
                if last.startswith(b'{"table"'):
                    rows += _put(connection, msgspec.json.decode(last, type=Part))
                last = line
            tail = msgspec.json.decode(last, type=Tail)
    except (OSError, EOFError, msgspec.MsgspecError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ServerError("backup_file", path=str(path), why=why) from None
    if (tail.rows, tail.sum) != (rows, digest.hexdigest()):
        raise ServerError("restore_sum", path=str(path))
    return rows


def _put(connection: Connection, part: Part) -> int:
    table = metadata.tables[part.table]
    binary = {column.name for column in table.columns if isinstance(column.type, LargeBinary)}
    for row in part.rows:
        for name in binary:
            row[name] = base64.b64decode(row[name])
    connection.execute(insert(table), part.rows)
    return len(part.rows)
