"""One server for the tests that do not harm it, and one PostgreSQL.

`INTRIGUE_TEST_DATABASE=postgresql` lets that server keep everything in PostgreSQL.
"""

import os
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .running import Almanac, Server, fresh_database, postgres, serving


@pytest.fixture(scope="session")
def server(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    database = None
    if os.environ.get("INTRIGUE_TEST_DATABASE") == "postgresql":
        database = fresh_database(request.getfixturevalue("postgresql"), "server")
    with serving(folder, "--no-limits", "--bot-delay", "0.02", database=database) as running:
        yield running


@pytest.fixture(scope="session")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Almanac]]:
    """A server and its clock, which tests set forward."""
    folder = tmp_path_factory.mktemp("patient")
    almanac = Almanac(folder / "clock")
    clock = ("--clock", str(almanac.file))
    with serving(folder / "data", "--no-limits", "--bot-delay", "0.02", *clock) as running:
        yield running, almanac


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.sqlite3'}"
    new: Callable[[str, str], str] = fresh_database
    return new(request.getfixturevalue("postgresql"), f"t{uuid.uuid4().hex[:12]}")
