"""Consent to whispers in the record, mute, and links to finished matches."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "seats", sa.Column("consent", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("seats", sa.Column("muted", sa.Text))
    op.create_table(
        "shares",
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_shares"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_shares_table"),
    )
    op.create_index("ix_shares_table", "shares", ["table"])
