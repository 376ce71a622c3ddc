"""The short forms of `make chaos`."""

import asyncio
from pathlib import Path

import pytest

from ..figures import PAGE, fill, write
from .chaos import Chaos
from .cradle import Cradle


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    chaos = Chaos(tmp_path)
    figures = asyncio.run(chaos.run(kills=8))
    print(chaos.line())
    assert set(figures["kills"]) >= {"play"}
    write(tmp_path / "figures" / "chaos-sqlite.json", figures)
    assert f"| kills | {sum(figures['kills'].values())} |" in fill(
        PAGE.read_text(), tmp_path / "figures"
    )


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_one_of_several_processes_is_killed_and_nothing_stops(
    tmp_path: Path, postgresql: str, processes: int
) -> None:
    quick = ("truce", "complot")
    chaos = Chaos(tmp_path, 2, processes=processes, postgresql=postgresql, games=quick)
    asyncio.run(chaos.run(kills=4))
    print(chaos.line())


@pytest.mark.parametrize("processes", [1, 2])
def test_a_server_killed_at_its_birth_is_born_at_the_next_start(
    tmp_path: Path, request: pytest.FixtureRequest, processes: int
) -> None:
    """On SQLite, and with several processes on PostgreSQL."""
    url = request.getfixturevalue("postgresql") if processes > 1 else None
    cradle = Cradle(tmp_path, 1, processes, url)
    assert cradle.bear("create") > 0
    assert cradle.bear("migrate") > 0
