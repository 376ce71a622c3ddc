"""The files of a SQLite database: nobody else reads them, one server at a time uses them, and an
empty one is never taken for a beginning."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import ServerError

NAME = "intrigue.sqlite3"
BESIDE = ("-wal", "-shm", ".lock", ".new", ".new-wal", ".new-shm")


def sqlite_file(url: str) -> Path | None:
    """Where a database is, if it is a file."""
    where = url.removeprefix("sqlite:///").partition("?")[0]
    return None if where in (url, "", ":memory:") else Path(where).resolve()


def beside(file: Path, end: str) -> Path:
    return file.with_name(file.name + end)


def make(folder: Path) -> None:
    """The data folder, for its owner's eyes only; raises `ServerError`. An older one that holds
    nothing else is closed to others; any other folder may be somebody's for other reasons."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        ours = {NAME, *(NAME + end for end in BESIDE)}
        if is_open(folder) and {path.name for path in folder.iterdir()} <= ours:
            with suppress(PermissionError):  # not ours to change
                folder.chmod(0o700)
    except OSError as error:
        raise ServerError(
            "data_folder", path=str(folder), why=error.strerror or str(error)
        ) from None


def is_open(path: Path) -> bool:
    """Whether others than its owner can look into it."""
    return bool(path.stat().st_mode & 0o077)


def check(file: Path) -> None:
    """Refuse to begin anew where there was something; raises `ServerError`. A database of ours is
    made elsewhere and put here whole, so an empty one was emptied; and SQLite throws away the
    newest writes, which may stand beside it, when it opens such a file."""
    log = beside(file, "-wal")
    lost = not file.exists() and log.exists() and log.stat().st_size > 0
    if lost or (file.exists() and file.stat().st_size == 0):
        raise ServerError("database_emptied", path=str(file))


def close_to_others(file: Path) -> None:
    """Whatever older versions left readable."""
    for path in (file, *(beside(file, end) for end in BESIDE)):
        if path.exists() and is_open(path):
            with suppress(PermissionError):
                path.chmod(0o600)


@contextmanager
def held(url: str) -> Iterator[None]:
    """Be the only one who serves a database; raises `ServerError`. The lock goes with the process,
    however that ends; who only reads, as a backup does, needs none. With PostgreSQL there may be
    any number."""
    file = sqlite_file(url)
    if file is None:
        yield
        return
    try:
        lock = os.open(beside(file, ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise ServerError("data_folder", path=str(file.parent), why=error.strerror) from None
    try:
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # not inherited, as `flock` would be
        except OSError:
            raise ServerError("second_server", path=str(file)) from None
        yield
    finally:
        os.close(lock)
