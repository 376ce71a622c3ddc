"""Alarms: when time matters next to a match, and which process minds it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "alarms",
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("due", sa.Float),
        sa.Column("owner", sa.String(16)),
        sa.Column("until", sa.Float, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("table", name="pk_alarms"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_alarms_table"),
    )
    op.create_index("ix_alarms_due", "alarms", ["due"])
    op.execute(
        """INSERT INTO alarms ("table", due) SELECT id, 0 FROM tables WHERE state = 'playing'"""
    )
