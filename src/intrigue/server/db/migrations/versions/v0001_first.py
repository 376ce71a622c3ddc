"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("recovery", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("recovery", name="uq_people_recovery"),
    )
    op.create_table(
        "devices",
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("secret", name="pk_devices"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_devices_person"),
    )
    op.create_index("ix_devices_person", "devices", ["person"])
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("code", sa.String(12)),
        sa.Column("host", sa.String(24), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("header", sa.Text),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("started", sa.Float),
        sa.Column("ended", sa.Float),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("code", name="uq_tables_code"),
        sa.ForeignKeyConstraint(["host"], ["people.id"], name="fk_tables_host"),
    )
    op.create_index("ix_tables_state", "tables", ["state"])
    op.create_table(
        "seats",
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("person", sa.String(24)),
        sa.Column("bot", sa.String(40)),
        sa.Column("name", sa.String(40)),
        sa.Column("ready", sa.Boolean, nullable=False),
        sa.Column("read", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table", "number", name="pk_seats"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_seats_table"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_seats_person"),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "entries",
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("key", sa.String(64)),
        sa.PrimaryKeyConstraint("table", "number", name="pk_entries"),
        sa.UniqueConstraint("table", "seat", "key", name="uq_entries_table"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_entries_table"),
    )
    op.create_table(
        "talk",
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("readers", sa.Text),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("key", sa.String(64)),
        sa.PrimaryKeyConstraint("table", "number", name="pk_talk"),
        sa.UniqueConstraint("table", "seat", "key", name="uq_talk_table"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_talk_table"),
    )
    op.create_table(
        "invitations",
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
        sa.PrimaryKeyConstraint("token", name="pk_invitations"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_invitations_table"),
    )
    op.create_index("ix_invitations_table", "invitations", ["table"])
