"""Claims made in talk, marked true or false after the end."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "claims",
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("true", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table", "line", "seat", name="pk_claims"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_claims_table"),
    )
