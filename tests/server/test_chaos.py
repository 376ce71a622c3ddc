"""The short forms of `make chaos`."""

from pathlib import Path

import pytest

from .chaos import chaos


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    print(chaos(tmp_path, kills=8))


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_one_of_several_processes_is_killed_and_nothing_stops(
    tmp_path: Path, postgresql: str, processes: int
) -> None:
    print(chaos(tmp_path, kills=5, tables=2, processes=processes, postgresql=postgresql))
