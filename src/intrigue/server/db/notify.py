"""How processes that share a PostgreSQL hear of each other: NOTIFY with the commit, LISTEN on a
connection of its own. Whoever was not listening for a while is told so and looks for itself."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator

import psycopg
import structlog
from sqlalchemy import Connection, Engine, text

log = structlog.get_logger()
CHANNEL = "intrigue"
MOST = 7000  # bytes; PostgreSQL takes a little less than 8000
AGAIN = 1.0  # seconds before the next try to listen


def say(connection: Connection, name: str, topics: list[str]) -> None:
    """Tell the other processes, when this transaction is committed and not before."""
    for heard in _bundles(topics):
        payload = "\n".join([name, *heard])
        connection.execute(
            text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload}
        )


def _bundles(topics: list[str]) -> Iterator[list[str]]:
    bundle: list[str] = []
    size = 0
    for topic in topics:
        size += len(topic) + 1
        if size > MOST:
            yield bundle
            bundle, size = [], len(topic) + 1
        bundle.append(topic)
    if bundle:
        yield bundle


class Subscription:
    """What the others say. `hear` takes a topic; `gap` is called whenever something may have been
    missed: at the start and after a lost connection."""

    def __init__(
        self, engine: Engine, name: str, hear: Callable[[str], None], gap: Callable[[], None]
    ) -> None:
        self._url = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._name = name
        self._hear = hear
        self._gap = gap
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._url, autocommit=True
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._gap()
                    async for notice in connection.notifies():
                        self._pass_on(notice.payload)
            except psycopg.Error as error:
                log.warning("not listening to the database", error=type(error).__name__)
            await asyncio.sleep(AGAIN)

    def _pass_on(self, payload: str) -> None:
        name, *topics = payload.split("\n")
        if name == self._name:
            return
        for topic in topics:
            try:
                self._hear(topic)
            except Exception:  # one topic's trouble is not another's
                log.exception("news was not heard")

    async def close(self) -> None:
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
