"""People over devices: an address confirmed by a link, sessions that can be ended, and an end of
the account that leaves nothing personal behind."""

import secrets

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from . import identity
from .db.schema import devices, links, seats, talk
from .db.schema import people as people_table
from .errors import ServerError
from .identity import Credentials, Identity, clean_name, hashed, session_of
from .notices import channels
from .record import anonymise
from .tables import rooms, waiting
from .tables.rooms import Room

LASTS = 15 * 60.0  # seconds that a link is good for
MOST_LINKS = 12  # to one address in that time, whoever asks
KEPT = 86400.0  # seconds that a link is remembered


class Link(Struct, frozen=True):
    """What a link is for. `person` is whom an address is for, `known` whose it is already."""

    purpose: str
    address: str
    person: str | None
    known: Identity | None


def make_link(
    connection: Connection, purpose: str, address: str, person: str | None, now: float
) -> str | None:
    """A token to be sent there; None if enough were sent already."""
    connection.execute(delete(links).where(links.c.created < now - KEPT))
    recent = select(func.count()).where(links.c.address == address, links.c.created > now - LASTS)
    if (connection.execute(recent).scalar() or 0) >= MOST_LINKS:
        return None
    token = secrets.token_urlsafe(32)
    row = {"token": hashed(token), "purpose": purpose, "address": address, "person": person}
    connection.execute(insert(links), {**row, "created": now})
    return token


def look(connection: Connection, token: str, now: float, who: Identity | None) -> Link:
    """What a link that is still good is for; raises `ServerError`. One that attaches an address is
    for whoever asked for it: somebody else who reads that mail would else end up, now or when they
    sign in by their address, in an account that is not theirs."""
    row = connection.execute(select(links).where(links.c.token == hashed(token))).first()
    if row is None or row.used is not None or row.created <= now - LASTS:
        raise ServerError("no_link")
    if row.purpose == "attach" and (who is None or who.id != row.person):
        raise ServerError("attach_elsewhere")
    return Link(row.purpose, row.address, row.person, by_address(connection, row.address))


def by_address(connection: Connection, address: str) -> Identity | None:
    query = select(people_table).where(people_table.c.address == address)
    row = connection.execute(query).first()
    return None if row is None else Identity(row.id, row.name)


def use_link(
    connection: Connection,
    token: str,
    name: str | None,
    now: float,
    agent: str,
    by: Identity | None,
) -> Credentials:
    """Sign in by a link, which is then used up: as whoever has the address, or as somebody new.
    A link that attaches an address does that, and signs nobody in."""
    link = look(connection, token, now, by)
    query = update(links).where(links.c.token == hashed(token), links.c.used.is_(None))
    if connection.execute(query.values({"used": now})).rowcount != 1:
        raise ServerError("no_link")
    if link.purpose == "attach":
        return Credentials(_attach(connection, link).name, "", "")
    if link.known is not None:
        who = link.known
    else:
        return _new(connection, link.address, name, now, agent)
    device = secrets.token_urlsafe(32)
    identity.add_device(connection, who.id, device, now, agent)
    return Credentials(who.name, device, "")


def _attach(connection: Connection, link: Link) -> Identity:
    if link.known is not None and link.known.id != link.person:
        raise ServerError("address_taken")
    query = select(people_table).where(people_table.c.id == link.person)
    row = connection.execute(query.where(people_table.c.deleted.is_(None))).first()
    if row is None:
        raise ServerError("no_link")
    set_address(connection, row.id, link.address)
    return Identity(row.id, row.name)


def _new(
    connection: Connection, address: str, name: str | None, now: float, agent: str
) -> Credentials:
    made = identity.sign_in(connection, clean_name(name or ""), now, agent)
    who = identity.identify(connection, made.device)
    assert who is not None
    set_address(connection, who.id, address)
    return made


def set_address(connection: Connection, person: str, address: str | None) -> None:
    query = update(people_table).where(people_table.c.id == person)
    connection.execute(query.values({"address": address}))


def address_of(connection: Connection, person: str) -> str | None:
    query = select(people_table.c.address).where(people_table.c.id == person)
    address: str | None = connection.execute(query).scalar()
    return address


def remove_address(connection: Connection, person: str) -> None:
    """Without an address there is no mail."""
    set_address(connection, person, None)
    for channel in channels.channels_of(connection, person):
        if channel.means == "mail":
            channels.remove(connection, channel.id)


def of_person(connection: Connection, person: str) -> Row[tuple[object, ...]]:
    """What is stored of somebody."""
    return connection.execute(select(people_table).where(people_table.c.id == person)).one()


# --- sessions -------------------------------------------------------------------------------------


def sessions(connection: Connection, person: str) -> list[Row[tuple[object, ...]]]:
    """The devices of a person, the one used last first."""
    query = select(devices).where(devices.c.person == person)
    return list(connection.execute(query.order_by(devices.c.used.desc(), devices.c.created.desc())))


def end_session(connection: Connection, person: str, session: str) -> None:
    """Raises `ServerError` if it is none of theirs."""
    here = (devices.c.person == person, func.substr(devices.c.secret, 1, 16) == session)
    if connection.execute(delete(devices).where(*here)).rowcount != 1:
        raise ServerError("no_session")


def end_others(connection: Connection, person: str, device: str) -> list[str]:
    """Every session but this one; their names."""
    query = select(devices.c.secret).where(devices.c.person == person)
    others = [s for s in connection.execute(query).scalars() if s[:16] != session_of(device)]
    for secret in others:
        connection.execute(delete(devices).where(devices.c.secret == secret))
    return [secret[:16] for secret in others]


# --- the end of an account ------------------------------------------------------------------------


def tables_of(connection: Connection, person: str) -> list[Room]:
    """Every table where somebody sits, practice too."""
    query = select(seats.c.table).where(seats.c.person == person)
    return [rooms.find(connection, table) for table in connection.execute(query).scalars().all()]


def erase(connection: Connection, who: Identity, sat: list[tuple[str, int]], now: float) -> None:
    """Take away all that is personal. What was played stays under nobody's name: finished records
    at once, matches under way (`sat` there, seats by table) when they end."""
    for room in tables_of(connection, who.id):
        seat = room.seat_of(who.id)
        if room.terms.practice is not None:
            rooms.remove(connection, [room.id])  # it was nobody else's
        elif seat is not None:
            sat = [*sat, (room.id, seat)]
    once = seats.c.sat.contains(f'"{who.id}"', autoescape=True)
    owned = select(seats.c.table, seats.c.number).where(or_(seats.c.owner == who.id, once))
    sat = [*sat, *((row.table, row.number) for row in connection.execute(owned))]
    connection.execute(update(seats).where(seats.c.owner == who.id).values({"owner": None}))
    for table, seat in sat:
        _nobody(connection, rooms.find(connection, table), who, seat)
    waiting.forget_person(connection, who.id)
    channels.remove_all(connection, who.id)
    connection.execute(delete(devices).where(devices.c.person == who.id))
    connection.execute(delete(links).where(links.c.person == who.id))
    address = address_of(connection, who.id)
    connection.execute(delete(links).where(links.c.address == address))
    gone = {"name": "", "address": None, "deleted": now, "recovery": hashed(secrets.token_hex(32))}
    gone |= {"counted": False, "kept": 0, "broken": 0}
    connection.execute(update(people_table).where(people_table.c.id == who.id).values(gone))


def _nobody(connection: Connection, room: Room, who: Identity, seat: int) -> None:
    """The seat is nobody's, if it has their name; notes to self were for nobody else."""
    chair = room.seats[seat]
    if chair.people[:1] == [who.id]:
        anonymise.forget_seat(connection, room, seat)
    anonymise.forget_notes(connection, room, seat, who.name)
    if chair.person == who.id:
        here = (seats.c.table == room.id, seats.c.number == seat)
        sat = msgspec.json.encode(chair.sat or [rooms.Sitting(who.id, 0, 0.0)]).decode()
        gone = {"kind": "open", "person": None, "sat": sat}  # what was theirs stays nobody else's
        connection.execute(update(seats).where(*here).values(gone))
    notes = (talk.c.table == room.id, talk.c.readers == f"[{seat}]")
    written = connection.execute(select(talk.c.number).where(*notes)).scalars().all()
    own = [number for number in written if chair.sat_at(number) == who.id]
    mine = update(talk).where(talk.c.table == room.id, talk.c.number.in_(own))
    connection.execute(mine.values({"text": "…"}))
    anonymise.catch_up(connection, room.id)
