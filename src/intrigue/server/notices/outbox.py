"""Notices in the database. They are decided in the transaction of what they are about and sent
later, by whichever server claims them first.

A row stands for one kind of notice about one table on one of a person's channels. A newer notice
takes the place of an older one; whoever looks at the table needs none of them, and all rows go.
"""

import secrets
from collections.abc import Collection, Sequence

from msgspec import Struct
from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    case,
    delete,
    literal,
    null,
    or_,
    select,
    update,
)

from ..db.schema import channels, outbox, people, wishes
from ..db.upsert import insert

KINDS = ("turn", "warning", "round", "whispers")
WISHES = {"offers": "whispers"}  # kinds that are wanted with others
BEGUN = 1  # the number of a `turn` that is the first of all: the match has begun
CALLED = 2  # and of one that another player asked for, whether the reader has answered or not
LEASE = 90.0  # seconds that a claim lasts: longer than any way of sending may take
GAP = {
    "whispers": 3600.0,
    "offers": 3600.0,
}  # seconds between two notices of a kind that come often
KEPT = 30 * 86400.0  # a row that was sent is forgotten after this


class Notice(Struct, frozen=True):
    """Something to tell a person. `once` means: not again before they have looked."""

    kind: str
    due: float
    number: int = 0
    until: float | None = None
    live: bool = False
    once: bool = False


def decide(
    connection: Connection, table: str, persons: Collection[str], notice: Notice, now: float
) -> None:
    """Put a notice on every channel of these people that wants its kind."""
    row = {
        "channel": channels.c.id,
        "table": literal(table),
        "kind": literal(notice.kind),
        "person": channels.c.person,
        "number": literal(notice.number),
        "until": null() if notice.until is None else literal(notice.until),
        "live": literal(notice.live),
        "decided": literal(now),
        "due": literal(notice.due),
        "tries": literal(0),
    }
    wanted = select(*row.values()).where(
        channels.c.person.in_(sorted(persons)),
        channels.c[WISHES.get(notice.kind, notice.kind)].is_(True),
    )
    query = insert(connection, outbox).from_select(list(row), wanted)
    new = query.excluded
    again = outbox.c.sent + GAP.get(notice.kind, 0.0)
    more = outbox.c.number + 1 if notice.kind in GAP else new.number
    connection.execute(
        query.on_conflict_do_update(
            index_elements=["channel", "table", "kind"],
            set_={
                "number": more,
                "until": new.until,
                "live": new.live,
                "decided": new.decided,
                "due": case((again > new.due, again), else_=new.due),
                "tries": 0,
                "claim": None,
                "lease": None,
                "sent": None,
            },
            where=outbox.c.sent.is_(None) if notice.once else None,
        )
    )


def settle(connection: Connection, table: str, persons: Collection[str]) -> None:
    """The question is answered or closed: what was not sent about it need not be."""
    connection.execute(
        delete(outbox).where(
            outbox.c.table == table,
            outbox.c.person.in_(sorted(persons)),
            outbox.c.kind.in_(("turn", "warning")),
            outbox.c.sent.is_(None),
        )
    )


def dismiss(connection: Connection, pairs: Sequence[tuple[str, str]], live: bool = False) -> None:
    """These people look at these tables, (table, person): no notice is needed. With `live`, they
    only have them open, which is enough at a live table."""
    for table, person in pairs:
        query = delete(outbox).where(outbox.c.table == table, outbox.c.person == person)
        connection.execute(query.where(outbox.c.live.is_(True)) if live else query)


# --- sending --------------------------------------------------------------------------------------


class Due(Struct, frozen=True):
    """A claimed notice with all that is needed to send it."""

    channel: str
    table: str
    kind: str
    person: str
    number: int
    until: float | None
    decided: float
    tries: int
    claim: str
    means: str
    target: str
    secrets: str | None
    address: str | None
    lang: str
    zone: str
    quiet_from: int | None
    quiet_to: int | None


def claim(connection: Connection, now: float, most: int = 20) -> list[Due]:
    """Take what is due and nobody else is sending."""
    free = and_(
        outbox.c.sent.is_(None),
        outbox.c.due <= now,
        or_(outbox.c.lease.is_(None), outbox.c.lease < now),
    )
    query = select(outbox.c.channel, outbox.c.table, outbox.c.kind).where(free)
    taken = query.order_by(outbox.c.due).limit(most).with_for_update(skip_locked=True)
    token = secrets.token_urlsafe(12)
    for row in connection.execute(taken).all():
        connection.execute(
            update(outbox)
            .where(_is(row.channel, row.table, row.kind), free)
            .values({"claim": token, "lease": now + LEASE})
        )
    return _claimed(connection, token)


def _claimed(connection: Connection, token: str) -> list[Due]:
    query = (
        select(
            outbox,
            channels.c.means,
            channels.c.target,
            channels.c.secrets,
            people.c.address,
            wishes.c.lang,
            wishes.c.zone,
            wishes.c.quiet_from,
            wishes.c.quiet_to,
        )
        .join(channels, channels.c.id == outbox.c.channel)
        .join(people, people.c.id == outbox.c.person)
        .join(wishes, wishes.c.person == outbox.c.person, isouter=True)
        .where(outbox.c.claim == token)
        .order_by(outbox.c.due)
    )
    return [
        Due(
            row.channel,
            row.table,
            row.kind,
            row.person,
            row.number,
            row.until,
            row.decided,
            row.tries,
            token,
            row.means,
            row.target,
            row.secrets,
            row.address,
            row.lang or "en",
            row.zone or "UTC",
            row.quiet_from,
            row.quiet_to,
        )
        for row in connection.execute(query)
    ]


def mark_sent(connection: Connection, due: Due, now: float) -> bool:
    """It is out. Not so if it was replaced meanwhile: the newer one waits for its own turn."""
    return _change(connection, due, sent=now)


def postpone(connection: Connection, due: Due, until: float, tries: int) -> bool:
    """Try again later."""
    return _change(connection, due, due=until, tries=tries)


def drop(connection: Connection, due: Due) -> None:
    """Nobody needs it any more."""
    here = _is(due.channel, due.table, due.kind)
    connection.execute(delete(outbox).where(here, outbox.c.claim == due.claim))


def _change(connection: Connection, it: Due, **values: object) -> bool:
    query = update(outbox).where(_is(it.channel, it.table, it.kind), outbox.c.claim == it.claim)
    done = connection.execute(query.values({**values, "claim": None, "lease": None}))
    return done.rowcount == 1


def _is(channel: str, table: str, kind: str) -> ColumnElement[bool]:
    return and_(outbox.c.channel == channel, outbox.c.table == table, outbox.c.kind == kind)


def tidy(connection: Connection, now: float) -> None:
    """Forget what was sent long ago."""
    connection.execute(delete(outbox).where(outbox.c.sent < now - KEPT))


def remove_of(connection: Connection, channel: str) -> None:
    """A channel goes, and what was to go through it."""
    connection.execute(delete(outbox).where(outbox.c.channel == channel))
