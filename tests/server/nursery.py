"""Servers that start in a tenth of the time: forks of one process that has imported what a server
needs and done nothing else. Whoever kills hundreds of them would else wait for imports."""

import multiprocessing
import os
import signal
import sys
from importlib.metadata import entry_points
from multiprocessing.connection import Connection
from types import ModuleType

from .running import Server

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(
    [
        "intrigue.cli.main",
        "intrigue.server.run",
        "sqlalchemy.dialects.postgresql.psycopg",
        "alembic.command",
        # what a start imports only when it comes to it
        "cryptography.hazmat.primitives.asymmetric.ec",
        "typer._adapters",
        "uvicorn.lifespan.on",
        "uvicorn.loops.uvloop",
        *(game.module for game in entry_points(group="intrigue.games")),
        __name__,
    ]
)
# whoever is killed leaves semaphores behind, which are tidied up at the end: no news
os.environ.setdefault("PYTHONWARNINGS", "ignore:resource_tracker")


class Forked(Server):
    """`intrigue serve` in a process of its own, like any other."""

    def start(self) -> "Forked":
        self.begin()
        self.wait()
        return self

    def begin(self) -> None:
        """Let it start; it may be killed on the way."""
        self._said, saying = _FORKS.Pipe(duplex=False)
        what = (self.command, str(self.log), self.operator, saying)
        self.child = _FORKS.Process(target=_serve, args=what)
        self.child.start()
        saying.close()

    def wait(self) -> None:
        """Until it has started."""
        with os.fdopen(os.dup(self._said.fileno())) as lines:
            self.greet(lines.readline())

    def kill(self) -> None:
        """No warning at all, to the server and its workers."""
        assert self.child.pid is not None
        try:
            os.killpg(self.child.pid, signal.SIGKILL)
        except ProcessLookupError:  # so young that it has no group of its own
            self.child.kill()
        self.child.join()


def _serve(command: list[str], log: str, operator: str, saying: Connection) -> None:
    os.setsid()
    os.dup2(saying.fileno(), sys.__stdout__.fileno())  # type: ignore[union-attr]
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT), 2)
    os.environ["INTRIGUE_OPERATOR_SECRET"] = operator
    sys.modules["__main__"] = ModuleType("__main__")  # not the test's, for the workers of bots
    from intrigue.cli.main import main

    main(command)
