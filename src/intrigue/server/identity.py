"""Who somebody is: a name, a device secret, a recovery code. Only hashes are kept.

The secrets are 128 random bits or more, so a plain hash is enough and costs nothing.
"""

import hashlib
import secrets
import unicodedata

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from intrigue.kernel.names import visible

from .db.schema import devices, people
from .errors import ServerError

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that look alike
MOST_DEVICES = 20


class Identity(Struct, frozen=True):
    """A person who showed a device secret."""

    id: str
    name: str


def hashed(secret: str) -> str:
    return hashlib.sha256(b"intrigue\n" + secret.encode()).hexdigest()


def code(length: int) -> str:
    """Letters to be read aloud."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def clean_name(name: str) -> str:
    """A name that can be shown anywhere: nothing invisible, nothing that turns text around."""
    # what a keyboard puts behind a heart is no part of the name
    plain = unicodedata.normalize("NFKC", name).replace("\ufe0f", "")
    tidy = " ".join(plain.split())
    if not 1 <= len(tidy) <= 24 or not visible(tidy) or "<" in tidy or ">" in tidy:
        raise ServerError("name")
    # a pile of marks climbs out of its line
    if sum(unicodedata.combining(c) != 0 or unicodedata.category(c) == "Me" for c in tidy) > 4:
        raise ServerError("name")
    return tidy


class Credentials(Struct, frozen=True):
    """Shown to their owner once and kept by nobody else."""

    name: str
    device: str
    recovery: str


def sign_in(connection: Connection, name: str, now: float, agent: str = "") -> Credentials:
    """A new guest."""
    person = secrets.token_urlsafe(12)
    made = Credentials(clean_name(name), secrets.token_urlsafe(32), _recovery())
    row = {
        "id": person,
        "name": made.name,
        "recovery": hashed(_plain(made.recovery)),
        "created": now,
    }
    connection.execute(insert(people), row)
    add_device(connection, person, made.device, now, agent)
    return made


def recover(connection: Connection, given: str, now: float, agent: str = "") -> Credentials:
    """The same person on another device; the code is used up and replaced."""
    query = select(people.c.id, people.c.name).where(people.c.recovery == hashed(_plain(given)))
    row = connection.execute(query.with_for_update()).first()
    if row is None:
        raise ServerError("recovery")
    made = Credentials(row.name, secrets.token_urlsafe(32), new_recovery(connection, row.id))
    add_device(connection, row.id, made.device, now, agent)
    return made


def new_recovery(connection: Connection, person: str) -> str:
    """A fresh recovery code; the one before is good no more."""
    fresh = _recovery()
    query = update(people).where(people.c.id == person)
    connection.execute(query.values({"recovery": hashed(_plain(fresh))}))
    return fresh


def rename(connection: Connection, person: str, name: str) -> str:
    """Somebody is called so from now on; the name as it can be shown."""
    clean = clean_name(name)
    connection.execute(update(people).where(people.c.id == person).values({"name": clean}))
    return clean


def add_device(connection: Connection, person: str, device: str, now: float, agent: str) -> None:
    """One more session of a person; the oldest gives way if there are too many."""
    known = select(devices.c.secret).where(devices.c.person == person).order_by(devices.c.created)
    old = list(connection.execute(known).scalars())
    for secret in old[: max(0, len(old) - MOST_DEVICES + 1)]:
        connection.execute(delete(devices).where(devices.c.secret == secret))
    row = {"secret": hashed(device), "person": person, "created": now}
    connection.execute(insert(devices), {**row, "used": now, "name": device_name(agent)})


BROWSERS = ("Edg", "OPR", "Firefox", "Chrome", "Safari")
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "CrOS", "Linux")
CALLED = {"Edg": "Edge", "OPR": "Opera", "Mac OS": "macOS", "CrOS": "ChromeOS"}


def device_name(agent: str) -> str:
    """A browser in a few words, for the list of sessions: Firefox, Linux."""
    found = [next((word for word in words if word in agent), "") for words in (BROWSERS, SYSTEMS)]
    return ", ".join(CALLED.get(word, word) for word in found if word)


def session_of(device: str) -> str:
    """The name of a session, by which it can be ended and not taken over."""
    return hashed(device)[:16]


def used(connection: Connection, device: str, now: float) -> None:
    """A device is still in use."""
    query = update(devices).where(devices.c.secret == hashed(device))
    connection.execute(query.values({"used": now}))


def sign_out(connection: Connection, device: str) -> None:
    """Forget a device."""
    connection.execute(delete(devices).where(devices.c.secret == hashed(device)))


def identify(connection: Connection, device: str) -> Identity | None:
    """Whose device secret it is."""
    query = (
        select(people.c.id, people.c.name)
        .join(devices, devices.c.person == people.c.id)
        .where(devices.c.secret == hashed(device))
    )
    row = connection.execute(query).first()
    return None if row is None else Identity(row.id, row.name)


def _recovery() -> str:
    letters = code(24)
    return "-".join(letters[i : i + 4] for i in range(0, 24, 4))


def _plain(given: str) -> str:
    return "".join(c for c in given.upper() if c.isalnum())
