"""Alarms: when time matters next to a match, and which process minds it. Whose seat it is while
somebody else plays there, and when its player was there last."""

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
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("owner", sa.String(24)))
        seats.add_column(sa.Column("seen", sa.Float))
        seats.create_foreign_key("fk_seats_owner", "people", ["owner"], ["id"])
        seats.create_index("ix_seats_owner", ["owner"])
