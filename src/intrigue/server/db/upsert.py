"""INSERT … ON CONFLICT, which both databases know and SQLAlchemy keeps apart."""

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def insert(connection: Connection, table: Table) -> "sqlite.Insert":
    """An insert that can say what to do when the row is there already."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)  # type: ignore[return-value]  # the same methods
    return sqlite.insert(table)
