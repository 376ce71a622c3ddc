"""`intrigue` in a process of its own, many times over: one process has read all modules, and every
start is a copy of it. Reading them takes nine tenths of what a start takes, and the tests start
hundreds. What is started has its own session, streams and end, as `python -m intrigue` has; that
one is tried too, where it is the start itself that is tested."""

import atexit
import gc
import json
import os
import random
import resource
import runpy
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock
from typing import Any, TextIO

MOST = 1 << 20  # bytes of a request
ONE = Lock()  # request at a time


class Started:
    """A process, as `subprocess.Popen` has it, of which somebody else is the parent."""

    def __init__(self, words: list[str], stdin: int, stdout: int, stderr: int, **how: Any) -> None:
        self.args = words
        self.pid: int = _ask({"words": words, **how}, [stdin, stdout, stderr])
        self.returncode: int | None = None
        self.stdout: TextIO | None = None  # to read from

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = _ask({"pid": self.pid}, [])
        return self.returncode

    def wait(self, timeout: float = 600) -> int:
        end, pause = time.monotonic() + timeout, 0.001
        while (status := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired(self.args, timeout)
            time.sleep(pause)
            pause = min(2 * pause, 0.05)
        return status

    def terminate(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGTERM)


def start(
    words: list[str], stderr: int, env: Mapping[str, str], descriptors: int | None = None
) -> Started:
    """Start it with nothing to read, and hear what it says. It may open so many files."""
    out, into = os.pipe()
    with open(os.devnull) as nothing:
        process = Started(
            words, nothing.fileno(), into, stderr, env=dict(env), descriptors=descriptors
        )
    os.close(into)
    process.stdout = os.fdopen(out)
    return process


def run(
    words: list[str], stdin: str = "", env: Mapping[str, str] | None = None, timeout: float = 120
) -> subprocess.CompletedProcess[str]:
    """Let it run to its end, as `subprocess.run` does."""
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as errors:
        given.write(stdin.encode())
        given.seek(0)
        files = given.fileno(), out.fileno(), errors.fileno()
        process = Started(words, *files, env=dict(os.environ if env is None else env))
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        for file in (out, errors):
            file.seek(0)
        return subprocess.CompletedProcess(
            words, status, out.read().decode(), errors.read().decode()
        )


# --- on this side ---------------------------------------------------------------------------------


@cache
def _zygote() -> socket.socket:
    """The process that all others are copies of; it goes when this one does."""
    here, there = socket.socketpair()
    with there:
        command = [sys.executable, "-P", str(Path(__file__)), str(there.fileno())]
        process = subprocess.Popen(
            command, pass_fds=[there.fileno()], stdin=subprocess.DEVNULL, start_new_session=True
        )
    atexit.register(process.wait, 30)
    atexit.register(here.close)
    return here


def _ask(request: dict[str, Any], files: list[int]) -> Any:
    data = json.dumps({"cwd": os.getcwd(), **request}).encode() + b"\n"
    with ONE:
        zygote = _zygote()
        socket.send_fds(zygote, [data], files)
        answer = b""
        while not answer.endswith(b"\n"):
            more = zygote.recv(4096)
            assert more, "whoever starts processes has ended"
            answer += more
    return json.loads(answer)


# --- on the other ---------------------------------------------------------------------------------


def serve(connection: socket.socket) -> list[str]:
    """Start copies until nobody asks any more; in a copy, what it was started with."""
    ended: dict[int, int] = {}
    while True:
        request, files = _read(connection)
        if "pid" in request:
            connection.sendall(json.dumps(_status(request["pid"], ended)).encode() + b"\n")
            continue
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            connection.close()
            _become(request, files)
            words: list[str] = request["words"]
            return words
        for file in files:
            os.close(file)
        connection.sendall(json.dumps(pid).encode() + b"\n")


def _read(connection: socket.socket) -> tuple[dict[str, Any], list[int]]:
    data, files = b"", []
    while not data.endswith(b"\n"):
        more, found, _, _ = socket.recv_fds(connection, MOST, 3)
        if not more:
            os._exit(0)
        data += more
        files += found
    return json.loads(data), files


def _status(pid: int, ended: dict[int, int]) -> int | None:
    if pid not in ended:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found == 0:
            return None
        ended[pid] = os.waitstatus_to_exitcode(status)
    return ended[pid]


def _become(request: dict[str, Any], files: list[int]) -> None:
    os.setsid()
    os.chdir(request["cwd"])
    path = os.environ.get("PYTHONPATH")
    os.environ.clear()
    os.environ.update(request["env"])
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    if os.environ.get("PYTHONPATH") != path:  # it would find other modules
        os.execv(sys.executable, [sys.executable, "-m", "intrigue", *request["words"]])
    if request.get("descriptors"):
        resource.setrlimit(resource.RLIMIT_NOFILE, (request["descriptors"],) * 2)
    random.seed()


if __name__ == "__main__":
    import typer._adapters  # noqa: F401 (pydantic, which typer reads when it parses a command)

    import intrigue.cli.games
    import intrigue.cli.laboratory
    import intrigue.cli.main
    import intrigue.cli.records
    import intrigue.cli.scenarios
    import intrigue.server.command
    import intrigue.server.run  # noqa: F401
    from intrigue.kernel.game import discover

    discover()
    gc.freeze()
    sys.argv = ["intrigue", *serve(socket.socket(fileno=int(sys.argv[1])))]
    runpy.run_module("intrigue", run_name="__main__", alter_sys=True)
