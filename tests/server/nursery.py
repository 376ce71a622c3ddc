"""Servers that start in a tenth of the time: forks of one process that has imported what a server
needs and done nothing else. Whoever kills hundreds of them would else wait for imports."""

import multiprocessing
import os
import signal
import sys
from multiprocessing.connection import Connection
from types import ModuleType

from .running import Server

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(
    ["intrigue.cli", "intrigue.server.serve", "sqlalchemy.dialects.postgresql.psycopg", __name__]
)


class Forked(Server):
    """`intrigue serve` in a process of its own, like any other."""

    def start(self) -> "Forked":
        said, saying = _FORKS.Pipe(duplex=False)
        what = (self.command, str(self.log), self.operator, saying)
        self.child = _FORKS.Process(target=_serve, args=what)
        self.child.start()
        saying.close()
        with os.fdopen(os.dup(said.fileno())) as lines:
            self.greet(lines.readline())
        return self

    def kill(self) -> None:
        """No warning at all, to the server and its workers."""
        assert self.child.pid is not None
        os.killpg(self.child.pid, signal.SIGKILL)
        self.child.join()


def _serve(command: list[str], log: str, operator: str, saying: Connection) -> None:
    os.setsid()
    os.dup2(saying.fileno(), sys.__stdout__.fileno())  # type: ignore[union-attr]
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT), 2)
    os.environ["INTRIGUE_OPERATOR_SECRET"] = operator
    sys.modules["__main__"] = ModuleType("__main__")  # not the test's, for the workers of bots
    from intrigue.cli import main

    main(command)
