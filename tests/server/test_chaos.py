"""The short form of `make chaos`."""

from pathlib import Path

from .chaos import chaos


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    print(chaos(tmp_path, kills=4, tables=3))
