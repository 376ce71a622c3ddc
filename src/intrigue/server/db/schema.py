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

# `kept` and `broken` are promises of finished matches, `counted` while the person wants it.
people = Table(
    "people",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("recovery", String(64), nullable=False, unique=True),
    Column("created", Float, nullable=False),
    Column("address", String(254)),  # of mail, confirmed by a link
    Column("deleted", Float),  # then nothing else is left but the id
    Column("counted", Boolean, nullable=False, default=False, server_default=false()),
    Column("kept", Integer, nullable=False, default=0, server_default="0"),
    Column("broken", Integer, nullable=False, default=0, server_default="0"),
    Index("uq_people_address", "address", unique=True),
)

devices = Table(
    "devices",
    metadata,
    Column("secret", String(64), primary_key=True),
    Column("person", String(24), ForeignKey("people.id"), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("name", String(60)),
    Column("used", Float),
)

# Links sent by mail, good once and not for long: to sign in, or to give a person an address.
links = Table(
    "links",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("purpose", String(8), nullable=False),
    Column("address", String(254), nullable=False, index=True),
    Column("person", String(24), ForeignKey("people.id")),
    Column("created", Float, nullable=False),
    Column("used", Float),
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
    Column("pace", Text),  # the clocks of a match, if they are not those of its terms any more
    Column("removed", Text),  # by the host: people who do not come back
    Column("seed", LargeBinary, nullable=False),
    Column("header", Text),
    Column("created", Float, nullable=False),
    Column("started", Float),
    Column("ended", Float),
    Index("ix_tables_state", "state"),
)

# `owner` is whose seat it is while somebody else plays there; `seen` is when its player was there
# last, as far as a moment matters; `sat` says who sat there from which line of talk on, if it was
# not the same person all the time. `seal` and `nonce` are what a seat adds to the deal, until the
# start; then the header has them.
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
    Column("sat", Text),
    Column("seal", String(64)),
    Column("nonce", String(64)),
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

# Before the start: what was said, by whom and under which name; or, with `changes`, what the host
# changed. The start takes these rows away.
waiting = Table(
    "waiting",
    metadata,
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("person", String(24), ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("changes", Text),
    Column("key", String(64)),
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

# after the end: what a player of the match says of a line of talk, that it was true or a lie
claims = Table(
    "claims",
    metadata,
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("true", Boolean, nullable=False),
)

# links by which anyone may look at a finished match
shares = Table(
    "shares",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("table", String(24), ForeignKey("tables.id"), nullable=False, index=True),
    Column("created", Float, nullable=False),
)

# What the decisions of a finished match were worth, once somebody asked: `body` is NULL until it is
# there, and empty where it cannot be said. Who works on it is its `owner`, as long as it says so
# again and again, with how much of it is done.
reviews = Table(
    "reviews",
    metadata,
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("asked", Float, nullable=False),
    Column("owner", String(16)),
    Column("until", Float, nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("body", Text),
)

# What the server itself keeps secret: the key of web push, and those that sign links and records.
keys = Table(
    "keys",
    metadata,
    Column("name", String(24), primary_key=True),
    Column("value", Text, nullable=False),
)

# --- notices --------------------------------------------------------------------------------------

# how a person wants to be spoken to: language, time zone, quiet hours in minutes of the day
wishes = Table(
    "wishes",
    metadata,
    Column("person", String(24), ForeignKey("people.id"), primary_key=True),
    Column("lang", String(2), nullable=False),
    Column("zone", String(64), nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
)

# Where notices go, and which kinds: `target` is an address of push or of a webhook, with its keys;
# mail goes to the person's own address.
channels = Table(
    "channels",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person", String(24), ForeignKey("people.id"), nullable=False, index=True),
    Column("means", String(8), nullable=False),
    Column("target", Text, nullable=False),
    Column("secrets", Text),
    Column("turn", Boolean, nullable=False),
    Column("warning", Boolean, nullable=False),
    Column("round", Boolean, nullable=False),
    Column("whispers", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
)

# Notices decided, written in the transaction of what they are about. A newer one of a kind takes
# the place of an older one; a look at the table takes all of its rows away.
outbox = Table(
    "outbox",
    metadata,
    Column("channel", String(24), ForeignKey("channels.id"), primary_key=True),
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("person", String(24), nullable=False, index=True),
    Column("number", Integer, nullable=False),  # of the edition, or how many whispers
    Column("until", Float),
    Column("live", Boolean, nullable=False),  # an open socket is enough to keep it back
    Column("decided", Float, nullable=False),
    Column("due", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("claim", String(24)),
    Column("lease", Float),
    Column("sent", Float),
    Index("ix_outbox_due", "sent", "due"),
)
