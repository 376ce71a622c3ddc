"""What is kept, as SQLAlchemy Core tables: the same for SQLite and PostgreSQL.

A match is its entries; everything derived from them is rebuilt and never stored. Secrets that
people hold (device secrets, recovery codes, invitations) are kept as hashes only.
"""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

people = Table(
    "people",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("recovery", String(64), nullable=False, unique=True),
    Column("created", Float, nullable=False),
)

devices = Table(
    "devices",
    metadata,
    Column("secret", String(64), primary_key=True),
    Column("person", String(24), ForeignKey("people.id"), nullable=False, index=True),
    Column("created", Float, nullable=False),
)

# A table from its making to its end. `seed` stays secret until then; `header` is the first line of
# the record, written at the start.
tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("code", String(12), unique=True),
    Column("host", String(24), ForeignKey("people.id"), nullable=False),
    Column("state", String(8), nullable=False),
    Column("game", String(40), nullable=False),
    Column("terms", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("header", Text),
    Column("created", Float, nullable=False),
    Column("started", Float),
    Column("ended", Float),
    Index("ix_tables_state", "state"),
)

# `owner` is whose seat it is while somebody else plays there; `seen` is when its player was there
# last, as far as a moment matters.
seats = Table(
    "seats",
    metadata,
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("person", String(24), ForeignKey("people.id"), index=True),
    Column("bot", String(40)),
    Column("name", String(40)),
    Column("ready", Boolean, nullable=False, default=False),
    Column("read", Integer, nullable=False, default=0),
    Column("consent", Boolean, nullable=False, default=False, server_default=false()),
    Column("muted", Text),
    Column("owner", String(24), ForeignKey("people.id"), index=True),
    Column("seen", Float),
)

# `seat` and `key` stand on the first entry of an act: a repeated act is answered, not repeated.
entries = Table(
    "entries",
    metadata,
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("line", Text, nullable=False),
    Column("seat", Integer),
    Column("key", String(64)),
    UniqueConstraint("table", "seat", "key"),
)

# When time matters next to a match under way, at the latest: to a bot, at once. The process that
# minds it is its owner, as long as it says so again and again.
alarms = Table(
    "alarms",
    metadata,
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("due", Float),
    Column("owner", String(16)),
    Column("until", Float, nullable=False, server_default="0"),
    Index("ix_alarms_due", "due"),
)

# `after` is the number of the entry that stood last when it was said; `readers` lists the seats
# that may read it, NULL for everyone. Lines of seat -1 are the table's own: their text is a note.
talk = Table(
    "talk",
    metadata,
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("after", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("readers", Text),
    Column("text", Text, nullable=False),
    Column("key", String(64)),
    UniqueConstraint("table", "seat", "key"),
)

invitations = Table(
    "invitations",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("table", String(24), ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", Integer),
    Column("created", Float, nullable=False),
    Column("used", Float),
)

# links by which anyone may look at a finished match
shares = Table(
    "shares",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("table", String(24), ForeignKey("tables.id"), nullable=False, index=True),
    Column("created", Float, nullable=False),
)
