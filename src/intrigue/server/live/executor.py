"""The serial executor of a match: what comes in waits in an inbox and is done in its order, one
thing at a time. Work that waits side by side is done together."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol

import structlog
from msgspec import Struct

from ..errors import ServerError
from .session import Session

log = structlog.get_logger()
BATCH = 64


class Caller(Protocol):
    """Whoever asked for something and waits for it."""

    def prepare(self) -> None:
        """It is durable, and everyone is about to be told."""

    def answer(self) -> None:
        """It is durable, and everyone was told."""

    def refuse(self, error: Exception) -> None:
        """It was not done: `Illegal`, `BadInput`, or an error of the server."""


class Waiter:
    """A caller that awaits it."""

    def __init__(self) -> None:
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def prepare(self) -> None:
        pass

    def answer(self) -> None:
        if not self.done.done():
            self.done.set_result(None)

    def refuse(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


class Work(Struct, eq=False):
    """Something to be done to the session at a time, and who waits for it."""

    carry_out: Callable[[Session, float], None]
    caller: Caller | None = None


class Look(Struct, eq=False):
    """Something to be shown when nothing is half done: all that is in memory is durable then."""

    show: Callable[[], None]
    caller: Waiter


class Fetch(Struct, eq=False):
    """A look at the database: other processes may have written."""

    caller: Waiter


Job = Work | Look | Fetch


class Executor:
    """Whoever owns it says how work is done, how other processes are followed, and what becomes of
    things when one of them failed."""

    def __init__(
        self,
        table: str,
        process: Callable[[list[Work]], Awaitable[None]],
        follow: Callable[[], Awaitable[None]],
        fail: Callable[[Sequence[Job], Exception], None],
    ) -> None:
        self.table = table
        self._process = process
        self._follow = follow
        self._fail = fail
        self._inbox: deque[Job] = deque()
        self._runner: asyncio.Task[None] | None = None
        self.closed = False
        self.touched = time.monotonic()

    @property
    def busy(self) -> bool:
        return bool(self._inbox) or self._runner is not None

    def put(self, job: Job) -> None:
        """Do it when its turn comes; raises `ServerError`."""
        if self.closed:
            raise ServerError("conflict")
        self.touched = time.monotonic()
        self._inbox.append(job)
        if self._runner is None:
            self._runner = asyncio.create_task(self._run())

    async def do(self, carry_out: Callable[[Session, float], None]) -> None:
        """Do it, and return when it is durable and told; raises `Illegal`, `BadInput`."""
        waiter = Waiter()
        self.put(Work(carry_out, waiter))
        await waiter.done

    async def look(self, show: Callable[[], None]) -> None:
        """Show something when all that is in memory is durable."""
        waiter = Waiter()
        self.put(Look(show, waiter))
        await waiter.done

    async def fetch(self) -> None:
        """Follow what other processes wrote; one look does for all who ask before it."""
        job = next((job for job in self._inbox if isinstance(job, Fetch)), None)
        if job is None:
            job = Fetch(Waiter())
            self.put(job)
        await asyncio.shield(job.caller.done)  # others may wait for it, too

    def close(self) -> None:
        """Do nothing more."""
        self.closed = True

    async def settle(self) -> None:
        """Wait until the inbox is empty."""
        while self._runner is not None:
            await asyncio.wait([self._runner])

    async def _run(self) -> None:
        try:
            while self._inbox and not self.closed:
                job = self._inbox[0]
                if isinstance(job, Work):
                    await self._work(self._take())
                    continue
                self._inbox.popleft()
                if isinstance(job, Look):
                    self._show(job)
                else:
                    await self._fetch(job)
        finally:
            self._runner = None
            if self.closed:
                refuse(self._inbox, ServerError("conflict"))
                self._inbox.clear()

    def _take(self) -> list[Work]:
        """What can be done together: up to the next look."""
        batch: list[Work] = []
        while self._inbox and len(batch) < BATCH:
            job = self._inbox[0]
            if not isinstance(job, Work):
                break
            batch.append(job)
            self._inbox.popleft()
        return batch

    async def _work(self, batch: list[Work]) -> None:
        try:
            await self._process(batch)
        except Exception as error:
            self._fail(batch, error)

    def _show(self, job: Look) -> None:
        if job.caller.done.done():
            return
        try:
            job.show()
        except Exception as error:
            log.exception("look failed", table=self.table)
            job.caller.refuse(error)
        else:
            job.caller.answer()

    async def _fetch(self, job: Fetch) -> None:
        try:
            await self._follow()
        except Exception as error:
            self._fail([job], error)
        else:
            job.caller.answer()


def refuse(jobs: Iterable[Job], error: Exception) -> None:
    """Whoever waits for these hears why not."""
    for job in jobs:
        if job.caller is not None:
            job.caller.refuse(error)
