"""A request to an address that somebody else named: a webhook, or the push service of a browser.

The name is resolved once, every address it has is checked, and the connection goes to one that was
checked: a name that resolves differently a moment later gains nothing. Redirects are not followed,
answers are read up to a limit, and all of it takes a limited time.
"""

import asyncio
import ipaddress
import socket
import ssl
from functools import cache
from urllib.parse import SplitResult, urlsplit

import h11
from msgspec import Struct

from ..errors import ServerError

PATIENCE = 20.0  # seconds for a whole request
MOST = 16 * 1024  # bytes of an answer that are read
# All that IPv6 gives out. The rest leads to neighbours, or is another way to write an IPv4 address:
# mapped, compatible, translated (::/96, ::ffff:0:0:0/96, 64:ff9b::/96, 64:ff9b:1::/48).
GIVEN_OUT = ipaddress.ip_network("2000::/3")
# in it, and yet nobody's to be called at: protocols' own, 6to4 (IPv4 inside again), documentation
SPECIAL = [
    ipaddress.ip_network(net)
    for net in ("2001::/23", "2002::/16", "3fff::/20", "192.0.0.0/24", "192.88.99.0/24")
]


class Address(Struct, frozen=True):
    """Where a request goes: a checked address behind a name."""

    url: SplitResult
    host: str
    port: int
    ip: str


def parse(url: str, private: bool) -> SplitResult:
    """An address as it may be kept; raises `ServerError`. Plain HTTP is for one's own machines."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ServerError("bad_url") from None
    secure = parts.scheme == "https" or (private and parts.scheme == "http")
    usual = private or port in (None, 443, 8443)
    clean = url.isascii() and url.isprintable() and " " not in url and len(url) <= 1000
    if not (secure and usual and clean and parts.hostname) or parts.username is not None:
        raise ServerError("bad_url")
    return parts


async def resolve(url: str, private: bool) -> Address:
    """Look the name up and check all it leads to; raises `ServerError` or `OSError`."""
    parts = parse(url, private)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(info[4][0]) for info in found]
    if not addresses or not (private or all(public(ip) for ip in addresses)):
        raise ServerError("private_url")
    return Address(parts, host, port, addresses[0])


def public(ip: str) -> bool:
    """Whether an address is out on the internet, and not this machine or its neighbours."""
    address = ipaddress.ip_address(ip.partition("%")[0])
    if address.version == 6 and address not in GIVEN_OUT:
        return False
    special = any(address in network for network in SPECIAL)
    return address.is_global and not address.is_multicast and not special


async def post(url: str, headers: dict[str, str], body: bytes, private: bool) -> int:
    """Send it; the status of the answer. Raises `ServerError` for an address that may not be
    asked, `OSError` (timeouts too) if there is no answer."""
    async with asyncio.timeout(PATIENCE):
        where = await resolve(url, private)
        context = _context() if where.url.scheme == "https" else None
        name = where.host if context is not None else None
        reader, writer = await asyncio.open_connection(
            where.ip, where.port, ssl=context, server_hostname=name
        )
        try:
            return await _exchange(reader, writer, where, headers, body)
        except h11.ProtocolError as error:
            raise OSError(str(error)) from None
        finally:
            writer.close()


@cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    where: Address,
    headers: dict[str, str],
    body: bytes,
) -> int:
    path = (where.url.path or "/") + (f"?{where.url.query}" if where.url.query else "")
    sent = {
        "Host": where.url.netloc,
        "Connection": "close",
        "User-Agent": "intrigue",
        "Content-Length": str(len(body)),
        **headers,
    }
    wire = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST)
    request = h11.Request(method="POST", target=path, headers=list(sent.items()))
    out = (wire.send(request) or b"") + (wire.send(h11.Data(data=body)) or b"")
    writer.write(out + (wire.send(h11.EndOfMessage()) or b""))
    await writer.drain()
    while True:
        event = wire.next_event()
        if event is h11.NEED_DATA:
            wire.receive_data(await reader.read(4096))
        elif isinstance(event, h11.Response):
            return event.status_code
        elif isinstance(event, h11.ConnectionClosed):
            raise OSError("no answer")
