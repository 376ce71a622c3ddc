"""What the server itself keeps secret, made once and kept in the database, where every process
finds it: the key that signs links in mails, the one that signs records, and that of web push."""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable

from sqlalchemy import Connection, select

from intrigue.session import signature

from .schema import keys
from .upsert import insert


def kept(connection: Connection, name: str, make: Callable[[], str]) -> str:
    """A key by its name; made at the first call. Processes that make it at the same time end up
    with the one that was written first."""
    query = select(keys.c.value).where(keys.c.name == name)
    value: str | None = connection.execute(query).scalar()
    if value is None:
        row = {"name": name, "value": make()}
        connection.execute(insert(connection, keys).values(row).on_conflict_do_nothing())
        value = str(connection.execute(query).scalar_one())
    return value


def link_key(connection: Connection) -> str:
    """The key that signs links."""
    return kept(connection, "links", lambda: secrets.token_hex(32))


def record_key(connection: Connection) -> str:
    """The key that signs records; the public half is shown at `/api/server`."""
    return kept(connection, "records", signature.make_key)


def signed(key: str, text: str) -> str:
    """A text that nobody else can make, fit for an address."""
    return f"{text}.{_signature(key, text)}"


def unsigned(key: str, token: str) -> str | None:
    """The text of a signed one; None if it was not signed here."""
    text, _, given = token.rpartition(".")
    same = hmac.compare_digest(given.encode(), _signature(key, text).encode())
    return text if same else None


def _signature(key: str, text: str) -> str:
    digest = hmac.new(key.encode(), text.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()
