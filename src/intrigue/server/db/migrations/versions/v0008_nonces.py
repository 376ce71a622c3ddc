"""What each seat adds to the deal: sealed first, then shown."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("seal", sa.String(64)))
    op.add_column("seats", sa.Column("nonce", sa.String(64)))
