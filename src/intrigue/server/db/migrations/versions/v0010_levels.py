"""Bots have levels: what was called `scripted` is `normal`."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    fill(op.get_bind())


def fill(connection: sa.Connection) -> None:
    """Seats, before the start, under way and after the end. Records stay as they were written."""
    connection.execute(sa.text("UPDATE seats SET bot = 'normal' WHERE bot = 'scripted'"))
