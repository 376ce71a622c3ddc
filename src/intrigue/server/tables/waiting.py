"""Words in the waiting room, and what the host changed there. They go by person and not by seat:
before the start people come and go. At the start the words of those who play become the first lines
of the table's talk; the rest is forgotten.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select

from ..db.schema import talk as talk_table
from ..db.schema import waiting
from ..errors import ServerError
from ..identity import Identity
from ..wire.frames import Change
from . import talk

SHOWN = 100  # the latest lines, to whoever comes
_CHANGES = msgspec.json.Decoder(list[Change])


class Word(Struct, frozen=True):
    """One line, as it is stored: words, or changes of the settings."""

    number: int
    at: float
    person: str
    name: str
    text: str
    changes: list[Change] = []


def latest(connection: Connection, table: str) -> list[Word]:
    """The last lines, the oldest first."""
    query = select(waiting).where(waiting.c.table == table).order_by(waiting.c.number.desc())
    return [_word(row) for row in connection.execute(query.limit(SHOWN))][::-1]


def _word(row: Any) -> Word:
    changes = _CHANGES.decode(row.changes) if row.changes else []
    return Word(row.number, row.at, row.person, row.name, row.text, changes)


def say(
    connection: Connection, table: str, who: Identity, name: str, text: str, key: str, now: float
) -> None:
    """Words for everyone; what was said under that key before is not said again."""
    clean = talk.clean(text)
    mine = (waiting.c.table == table, waiting.c.person == who.id)
    if connection.execute(select(waiting.c.number).where(*mine, waiting.c.key == key)).first():
        return
    if (connection.execute(select(func.count()).where(*mine)).scalar() or 0) >= talk.MOST_LINES:
        raise ServerError("talk_full")
    _add(connection, table, who, name, now, text=clean, key=key)


def note(
    connection: Connection,
    table: str,
    who: Identity,
    name: str,
    changes: Sequence[Change],
    now: float,
) -> None:
    """The host has changed something, for everyone to read."""
    told = msgspec.json.encode(changes).decode()
    _add(connection, table, who, name, now, text="", changes=told)


def _add(
    connection: Connection, table: str, who: Identity, name: str, now: float, **values: object
) -> None:
    last = select(func.max(waiting.c.number)).where(waiting.c.table == table)
    number = connection.execute(last).scalar()
    row = {"table": table, "number": 0 if number is None else number + 1, "at": now}
    connection.execute(insert(waiting), {**row, "person": who.id, "name": name, **values})


def carry_over(connection: Connection, table: str, seated: dict[str, int], shift: float) -> None:
    """The match begins: what those who play have said is its first talk, at its own time."""
    query = select(waiting).where(waiting.c.table == table).order_by(waiting.c.number)
    words = [row for row in connection.execute(query) if row.person in seated and not row.changes]
    rows = [
        {
            "table": table,
            "number": number,
            "at": row.at + shift,
            "after": 0,
            "seat": seated[row.person],
            "readers": None,
            "text": row.text,
            "key": row.key,
        }
        for number, row in enumerate(words)
    ]
    if rows:
        connection.execute(insert(talk_table), rows)
    forget(connection, table)


def forget(connection: Connection, table: str) -> None:
    """Nobody waits there any more."""
    connection.execute(delete(waiting).where(waiting.c.table == table))


def forget_person(connection: Connection, person: str) -> None:
    """Somebody's words, wherever they waited."""
    connection.execute(delete(waiting).where(waiting.c.person == person))
