"""How often a person has kept their word, if they want it counted."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    wanted = sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("people", wanted)
    for name in ("kept", "broken"):
        op.add_column("people", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
