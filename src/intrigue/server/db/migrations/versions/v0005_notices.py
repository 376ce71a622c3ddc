"""Addresses of mail, sessions with names, notices and what they are sent by."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _people()
    _notices()


def _people() -> None:
    op.add_column("people", sa.Column("address", sa.String(254)))
    op.add_column("people", sa.Column("deleted", sa.Float))
    op.create_index("uq_people_address", "people", ["address"], unique=True)
    op.add_column("devices", sa.Column("name", sa.String(60)))
    op.add_column("devices", sa.Column("used", sa.Float))
    op.create_table(
        "links",
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("person", sa.String(24)),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
        sa.PrimaryKeyConstraint("token", name="pk_links"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_links_person"),
    )
    op.create_index("ix_links_address", "links", ["address"])
    op.create_table(
        "keys",
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_keys"),
    )


def _notices() -> None:
    op.create_table(
        "wishes",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.PrimaryKeyConstraint("person", name="pk_wishes"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_wishes_person"),
    )
    op.create_table(
        "channels",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("means", sa.String(8), nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("secrets", sa.Text),
        sa.Column("turn", sa.Boolean, nullable=False),
        sa.Column("warning", sa.Boolean, nullable=False),
        sa.Column("round", sa.Boolean, nullable=False),
        sa.Column("whispers", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_channels"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_channels_person"),
    )
    op.create_index("ix_channels_person", "channels", ["person"])
    op.create_index("ix_channels_changed", "channels", ["changed"])
    op.create_table(
        "outbox",
        sa.Column("channel", sa.String(24), nullable=False),
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("until", sa.Float),
        sa.Column("live", sa.Boolean, nullable=False),
        sa.Column("decided", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("claim", sa.String(24)),
        sa.Column("lease", sa.Float),
        sa.Column("sent", sa.Float),
        sa.PrimaryKeyConstraint("channel", "table", "kind", name="pk_outbox"),
        sa.ForeignKeyConstraint(["channel"], ["channels.id"], name="fk_outbox_channel"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_outbox_table"),
    )
    op.create_index("ix_outbox_person", "outbox", ["person"])
    op.create_index("ix_outbox_due", "outbox", ["sent", "due"])
