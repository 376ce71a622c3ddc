"""Reviews that people asked for, made one at a time, in a process that gives way to all others.

Each server process has one such loop, and none is special: whoever is idle takes what has waited
longest. What is made is written when it is whole. Whoever dies leaves a row about which nothing is
said any more; another takes it, or the next one here, and begins anew.
"""

import asyncio
import contextlib
import multiprocessing
import threading
from collections.abc import Callable
from typing import Protocol

import msgspec
import structlog
from sqlalchemy import Connection

from intrigue.bots.review import Weighed

from ..db.storage import Storage
from ..errors import ServerError
from ..record import reviews, store
from .reviewing import LIMIT, News, serve

log = structlog.get_logger()
LOOK = 30.0  # seconds until one looks for what another left behind
STEP = 2.0  # seconds between two lines about how far it is


class Making(Protocol):
    """A review being made: its news, the last being that it is gone."""

    async def next(self) -> News: ...

    def end(self) -> None: ...


class Process:
    """In a process of its own. A thread listens to it."""

    def __init__(self, record: str, limit: int = LIMIT) -> None:
        context = multiprocessing.get_context("spawn")
        self._loop = asyncio.get_running_loop()
        self._news: asyncio.Queue[News] = asyncio.Queue()
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs, limit), daemon=True)
        self._process.start()
        theirs.close()
        threading.Thread(target=self._listen, args=(record,), daemon=True).start()

    async def next(self) -> News:
        return await self._news.get()

    def end(self) -> None:
        """Nobody wants to know any more."""
        self._process.kill()

    def _listen(self, record: str) -> None:
        with contextlib.suppress(EOFError, OSError):
            self._pipe.send_bytes(record.encode())
            while True:
                self._tell(msgspec.json.decode(self._pipe.recv_bytes(), type=News))
        self._tell(News("gone"))
        self._pipe.close()
        self._process.join()

    def _tell(self, news: News) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._news.put_nowait, news)


class Reviewer:
    """The loop that makes what was asked for."""

    def __init__(
        self,
        storage: Storage,
        now: Callable[[], float],
        make: Callable[[str], Making] = Process,
    ) -> None:
        self.storage = storage
        self.now = now
        self.make = make
        self._wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """What is not whole is begun anew by somebody else."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            with contextlib.suppress(ServerError):
                await self.storage.write(lambda c: reviews.let_go(c, self.storage.name))

    def look(self) -> None:
        """Something was asked for, or is not wanted any more."""
        self._wanted.set()

    async def _run(self) -> None:
        while True:
            self._wanted.clear()
            try:
                while await self._make_next():
                    pass
            except Exception:
                log.exception("reviews failed")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), LOOK)

    async def _make_next(self) -> bool:
        """Whether there was one to make."""
        owner, now = self.storage.name, self.now()
        if not await self.storage.read(lambda c: reviews.waiting(c, now)):
            return False
        table = await self.storage.write(lambda c: reviews.claim(c, owner, now))
        if table is None:
            return False
        try:
            weighed = await self._make(table)
        except _NotWanted:
            return True
        except Exception as error:
            log.warning("review failed", table=table, error=repr(error))
            weighed = None
        await self.storage.write(lambda c: reviews.finish(c, owner, table, weighed))
        return True

    async def _make(self, table: str) -> list[Weighed]:
        """Raises what made it fail, or that nobody wants it any more."""

        def record(connection: Connection) -> str:
            return store.load(connection, table).record.text()

        making = self.make(await self.storage.read(record))
        try:
            return await self._follow(table, making)
        finally:
            making.end()

    async def _follow(self, table: str, making: Making) -> list[Weighed]:
        """Listen to the process, and say now and then how far it is."""
        weighed: list[Weighed] = []
        clock = asyncio.get_running_loop().time
        done = total = 0
        said = clock()
        while True:
            with contextlib.suppress(TimeoutError):
                news = await asyncio.wait_for(making.next(), STEP)
                done, total = news.done, news.total
                weighed += [] if news.weighed is None else [news.weighed]
                if news.what == "over":
                    return weighed
                if news.what in ("failed", "gone"):
                    raise RuntimeError(news.error or news.what)
            if clock() - said > STEP:
                said = clock()
                await self._go_on(table, done, total)

    async def _go_on(self, table: str, done: int, total: int) -> None:
        owner, now = self.storage.name, self.now()
        if not await self.storage.write(lambda c: reviews.go_on(c, owner, table, done, total, now)):
            raise _NotWanted


class _NotWanted(Exception):
    """It was taken back, or somebody else makes it."""
