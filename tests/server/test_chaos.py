"""The short forms of `make chaos`."""

from pathlib import Path

import pytest

from .chaos import chaos
from .running import fresh_database


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    print(chaos(tmp_path, kills=4, tables=3))


@pytest.mark.parametrize("processes", [2, 3])
def test_one_of_several_processes_is_killed_and_nothing_stops(
    tmp_path: Path, postgresql: str, processes: int
) -> None:
    database = fresh_database(postgresql, f"chaos{processes}")
    print(chaos(tmp_path, kills=3, tables=2, processes=processes, database=database))
