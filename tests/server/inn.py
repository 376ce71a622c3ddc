"""A server in this process, for tests that decide what chance answers or what the disk keeps."""

import asyncio
import socket
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import uvicorn

from intrigue.server.app import build
from intrigue.server.house import House
from intrigue.server.lane import Lane
from intrigue.server.settings import Settings
from intrigue.server.storage import prepared

T = TypeVar("T")


class Announced(uvicorn.Server):
    """A server that says when it has begun."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.begun = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.begun.set()


class Inn:
    """A server in this process."""

    def __init__(self, folder: Path) -> None:
        settings = Settings(data=folder, limits=False)
        self.house = House(settings, prepared(folder, None))
        config = uvicorn.Config(
            build(self.house), port=0, ws=Lane, log_config=None, access_log=False
        )
        self.server = Announced(config)
        self.loop = asyncio.get_running_loop()
        self.task = asyncio.create_task(self.server.serve())

    async def open(self) -> str:
        await self.server.begun.wait()
        port = self.server.servers[0].sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}"

    async def close(self) -> None:
        self.server.should_exit = True
        await self.task

    def call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Wait, in the driver's thread, for something done in the server's."""
        assert threading.current_thread() is not threading.main_thread()
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(120)
