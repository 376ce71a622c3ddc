"""Who sat where from which line of talk on, and who does not come back."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

EMPTIED = ("bot", "open", "handed", "handed_bot", "replaced", "gone", "gone_bot")


def upgrade() -> None:
    op.add_column("tables", sa.Column("removed", sa.Text))
    op.add_column("seats", sa.Column("sat", sa.Text))
    fill(op.get_bind())


def fill(connection: sa.Connection) -> None:
    """Matches that are under way, or over: whose words are whose."""
    found = connection.execute(
        sa.text('SELECT "table", number, at, text FROM talk WHERE seat = -1 ORDER BY number')
    )
    changes: dict[tuple[str, int], list[tuple[str, int, float]]] = {}
    for row in found.all():
        note = json.loads(row.text)
        if note["what"] in (*EMPTIED, "sits", "returns"):
            key = (row.table, note["seat"])
            changes.setdefault(key, []).append((note["what"], row.number, row.at))
    query = sa.text('SELECT person, owner FROM seats WHERE "table" = :table AND number = :number')
    write = sa.text('UPDATE seats SET sat = :sat WHERE "table" = :table AND number = :number')
    for (table, number), notes in changes.items():
        where = {"table": table, "number": number}
        seat = connection.execute(query, where).one()
        connection.execute(write, {**where, "sat": json.dumps(_sat(seat, notes))})


def _sat(seat: sa.Row[tuple[str, ...]], notes: list[tuple[str, int, float]]) -> list[list[object]]:
    """As far as the lines of the table tell: of those who came and went in between nobody knows
    who they were, and nobody reads what was theirs."""
    sat: list[list[object]] = [[seat.owner, 0, 0.0]]
    for what, line, at in notes:
        sat.append([seat.owner if what == "returns" else None, line, at])
    if notes[-1][0] == "sits":
        sat[-1][0] = seat.person
    return sat
