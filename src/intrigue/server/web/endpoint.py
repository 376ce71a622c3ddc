"""One address of the HTTP interface: what it takes, what it gives, who may call it.

The list made here is the whole interface: routes, OpenAPI and the walk of all routes follow it.
"""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from msgspec import Struct
from sqlalchemy import Connection

from ..db import topics
from ..errors import ServerError
from ..identity import Identity
from ..tables import rooms
from ..tables.access import viewer
from ..tables.rooms import Room
from ..wire.http import whole
from . import limits
from .services import Services

T = TypeVar("T")
JSON, LINES, SVG = "application/json", "application/jsonl", "image/svg+xml"
COOKIE = "intrigue"  # holds a device secret
NUMBERS = "text/plain; version=0.0.4"  # as Prometheus reads them


class Call(Struct):
    """One request, checked: who asks, in which language, with what."""

    services: Services
    who: Identity | None
    device: str | None
    address: str  # where the request comes from
    base: str  # the address of this server, as the caller knows it
    lang: str
    path: dict[str, str]
    query: dict[str, int]
    body: object
    agent: str  # what the caller's browser calls itself

    @property
    def person(self) -> Identity:
        assert self.who is not None
        return self.who

    def wish(self, kind: type[T]) -> T:
        """The body, which was checked before."""
        assert isinstance(self.body, kind)
        return self.body

    @property
    def table(self) -> str:
        return self.path["table"]

    @property
    def seat(self) -> int:
        number = whole(self.path["seat"])
        if number is None or number > 99:
            raise ServerError("no_seat")
        return number

    def stir(self, table: str) -> None:
        """Count what becomes a line for everyone at a match; raises `ServerError`."""
        self.services.limits.take(limits.STIR, f"{self.person.id}/{table}")

    async def look(self) -> Room:
        """The table, if the caller may see it."""
        room = await self.services.storage.read(lambda c: rooms.find(c, self.table))
        viewer(room, self.person)
        return room

    async def change(self, write: Callable[[Connection], Room]) -> "HttpAnswer":
        """The table as it is then; everyone who waits there hears of it."""
        storage = self.services.storage
        room = await storage.write(write, lambda room: f"{topics.ROOM} {room.id}")
        self.services.viewers.tell_waiting(room.id, room)
        return HttpAnswer(room.info(self.person.id))


class HttpAnswer(Struct):
    """A body, and the cookie that goes with it: a device secret, or "" to take it away."""

    body: object
    cookie: str | None = None


Handler = Callable[[Call], Awaitable[HttpAnswer]]


class Endpoint(Struct, frozen=True):
    """One address of the interface. `query` names whole numbers that may follow the path; a
    `long` answer is compressed; an `operator`'s needs the operator's secret and no name."""

    method: str
    path: str
    handler: Handler
    summary: str
    body: type | None
    answer: type
    signed_in: bool
    rate: limits.Rate
    media: str
    query: tuple[str, ...]
    long: bool
    operator: bool


ENDPOINTS: list[Endpoint] = []


def endpoint(
    method: str,
    path: str,
    answer: type,
    body: type | None = None,
    *,
    signed_in: bool = True,
    rate: limits.Rate = limits.CALL,
    media: str = JSON,
    query: tuple[str, ...] = (),
    long: bool = False,
    operator: bool = False,
) -> Callable[[Handler], Handler]:
    """Put a handler on the list; its first line is the summary."""

    def add(handler: Handler) -> Handler:
        summary = (handler.__doc__ or "").strip().splitlines()[0]
        end = (body, answer, signed_in, rate, media, query, long, operator)
        ENDPOINTS.append(Endpoint(method, path, handler, summary, *end))
        return handler

    return add
