"""The front door: how many connections there may be, from one address and in all.

The server keeps some descriptors for its own work. A connection beyond the limit is answered with a
sentence and closed, so that those who are in notice nothing; one that says nothing for a while, or
takes too long over a request, is closed too.
"""

import asyncio
import resource
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from intrigue.kernel.text import catalogue

from ..errors import ServerError

Network = IPv4Network | IPv6Network
HERE = ("127.0.0.1", "::1")  # a proxy on this machine
RESERVE = 64  # descriptors for the database, the log, and bots
PATIENCE = 20.0  # seconds for a whole request


def descriptors() -> int:
    """How many connections this process may hold; the soft limit is raised as far as it goes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard and hard != resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return max(16, soft - RESERVE)


def proxies(text: str | None) -> list[Network]:
    """Whose word is taken for where somebody comes from: this machine's own, and that of the
    addresses and networks named; raises `ServerError`."""
    named = [part.strip() for part in (text or "").split(",") if part.strip()]
    try:
        return [ip_network(part) for part in (*HERE, *named)]
    except ValueError as error:
        raise ServerError("proxy", why=str(error)) from None


def door(most: int, most_each: int | None, trusted: list[Network]) -> type[H11Protocol]:
    """A protocol that lets in so many, and so many of one address; proxies speak for others."""

    class Door(H11Protocol):
        _silent: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            if self._full():
                transport.write(_REFUSAL)
                transport.close()
                return
            self._wait()

        def _full(self) -> bool:
            if len(self.connections) > most:
                return True
            here = _address(self)
            if most_each is None or here is None or _one_of(here, trusted):
                return False
            return sum(_address(other) == here for other in self.connections) > most_each

        def handle_events(self) -> None:
            """Half a request has as long as a first word, also after others: what uvicorn gives an
            idle connection ends with the first byte of the next request."""
            super().handle_events()
            half = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
            if not half or self.transport.get_protocol() is not self:
                self._heard()
            elif self._silent is None:
                self._wait()

        def _wait(self) -> None:
            loop = asyncio.get_running_loop()
            self._silent = loop.call_later(PATIENCE, self.transport.close)

        def connection_lost(self, exc: Exception | None) -> None:
            self._heard()
            super().connection_lost(exc)

        def _heard(self) -> None:
            if self._silent is not None:
                self._silent.cancel()
                self._silent = None

    return Door


def _one_of(here: str, trusted: list[Network]) -> bool:
    address = ip_address(here)
    return address.is_loopback or any(address in network for network in trusted)


def _address(connection: Any) -> str | None:
    client = getattr(connection, "client", None)
    return None if client is None else str(client[0])


def _refusal() -> bytes:
    text = catalogue("intrigue.server", "en").sentence("bad_input", "too_many_sockets")
    body = b'{"code":"too_many_sockets","text":"%s","rule":""}' % text.encode()
    head = (
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nRetry-After: 5\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


_REFUSAL = _refusal()
