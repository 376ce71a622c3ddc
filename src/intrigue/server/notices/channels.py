"""Where a person wants notices, of which kinds, in which language and at which hours."""

import secrets
from datetime import UTC, datetime, timedelta

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, select, update

from ..db.schema import channels, wishes
from ..db.schema import outbox as outbox_table
from ..db.upsert import insert
from ..errors import ServerError
from ..wire.accounts import Secrets
from . import outbox
from .letters import zone_of
from .outbox import KINDS

MEANS = ("mail", "push", "hook")
MOST = 10  # channels of a person
DAY = 24 * 60


class Wishes(Struct, frozen=True):
    """How to speak to somebody, and when not: quiet hours are minutes of their own day."""

    lang: str = "en"
    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_to: int | None = None


class Channel(Struct, frozen=True):
    """One way to reach somebody, and the kinds of notices it is for."""

    id: str
    person: str
    means: str
    target: str
    secrets: str | None
    created: float
    kinds: dict[str, bool]


def wishes_of(connection: Connection, person: str) -> Wishes | None:
    row = connection.execute(select(wishes).where(wishes.c.person == person)).first()
    return None if row is None else Wishes(row.lang, row.zone, row.quiet_from, row.quiet_to)


def wish(connection: Connection, person: str, wanted: Wishes) -> None:
    """Raises `ServerError` for a zone that does not exist."""
    if zone_of(wanted.zone).key != wanted.zone:
        raise ServerError("bad_zone")
    values = msgspec.structs.asdict(wanted)
    query = insert(connection, wishes).values({"person": person, **values})
    connection.execute(query.on_conflict_do_update(index_elements=["person"], set_=values))


def channels_of(connection: Connection, person: str) -> list[Channel]:
    query = select(channels).where(channels.c.person == person).order_by(channels.c.created)
    return [
        Channel(
            row.id,
            row.person,
            row.means,
            row.target,
            row.secrets,
            row.created,
            {kind: bool(row._mapping[kind]) for kind in KINDS},
        )
        for row in connection.execute(query)
    ]


def add(
    connection: Connection,
    person: str,
    means: str,
    target: str,
    keys: Secrets | None,
    now: float,
) -> None:
    """A new channel for everything; the same one again is only brought up to date. A browser that
    somebody else used before is theirs no more."""
    packed = None if keys is None else msgspec.json.encode(keys).decode()
    known = channels_of(connection, person)
    same = [one.id for one in known if (one.means, one.target) == (means, target)]
    if same:
        query = update(channels).where(channels.c.id == same[0])
        connection.execute(query.values({"secrets": packed, "changed": now}))
        return
    if len(known) >= MOST:
        raise ServerError("too_many_channels", most=MOST)
    if means == "push":
        query_old = select(channels.c.id).where(channels.c.means == means)
        for old in connection.execute(query_old.where(channels.c.target == target)).scalars():
            remove(connection, old)
    row = {
        "id": secrets.token_urlsafe(12),
        "person": person,
        "means": means,
        "target": target,
        "secrets": packed,
        "created": now,
        "changed": now,
    }
    connection.execute(channels.insert(), {**row, **dict.fromkeys(KINDS, True)})


def own(connection: Connection, person: str, channel: str) -> Channel:
    """A channel of this person; raises `ServerError`."""
    for one in channels_of(connection, person):
        if one.id == channel:
            return one
    raise ServerError("no_channel")


def choose(connection: Connection, channel: str, kinds: dict[str, bool], now: float) -> None:
    """Which kinds go through a channel; what waits of the others goes nowhere."""
    query = update(channels).where(channels.c.id == channel)
    connection.execute(query.values({**kinds, "changed": now}))
    off = [kind for kind, on in kinds.items() if not on]
    connection.execute(
        delete(outbox_table).where(outbox_table.c.channel == channel, outbox_table.c.kind.in_(off))
    )


def remove(connection: Connection, channel: str) -> None:
    outbox.remove_of(connection, channel)
    connection.execute(delete(channels).where(channels.c.id == channel))


def remove_all(connection: Connection, person: str) -> None:
    for one in channels_of(connection, person):
        remove(connection, one.id)
    connection.execute(delete(wishes).where(wishes.c.person == person))


def reachable(connection: Connection, since: float) -> tuple[list[str], float]:
    """Who has a channel that changed since then, and when the last one did."""
    query = select(channels.c.person).where(channels.c.changed > since).distinct()
    latest = connection.execute(select(func.max(channels.c.changed))).scalar()
    return list(connection.execute(query).scalars()), latest or since


def quiet_until(now: float, wanted: Wishes) -> float | None:
    """When somebody's quiet hours are over, if it is one of them now."""
    begin, end = wanted.quiet_from, wanted.quiet_to
    if begin is None or end is None or begin == end:
        return None
    there = datetime.fromtimestamp(now, UTC).astimezone(zone_of(wanted.zone))
    minute = there.hour * 60 + there.minute
    quiet = begin <= minute < end if begin < end else minute >= begin or minute < end
    if not quiet:
        return None
    over = there.replace(hour=end // 60, minute=end % 60, second=0, microsecond=0, fold=0)
    if minute >= end:
        over += timedelta(days=1)
    return max(over.timestamp(), now + 60.0)
