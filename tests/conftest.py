"""What every run of the tests checks first: that it runs what it says it runs."""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from intrigue.kernel.build import compiled

# They meet other people's libraries, which `make test-peers` installs.
collect_ignore = [] if find_spec("pettingzoo") else ["peers"]

LONGEST = (
    "conformance/test_conformance",
    "page/test_tables",
    "page/test_curtain",
    "page/test_lessons",
    "page/test_access",
    "page/test_two_worlds",
    "page/test_replay",
    "page/test_golden_replays",
    "server/test_chaos",
    "server/test_two_worlds_every_game",
    "page/test_frame",
    "page/test_doorstep",
    "cli/test_cli",
    "cli/test_terminal",
    "page/test_levels",
    "page/test_spectator",
    "page/test_complot",
    "server/test_days",
    "server/test_storage",
    "server/test_power",
)


def pytest_sessionstart(session: pytest.Session) -> None:
    if os.environ.get("INTRIGUE_EXPECT") == "compiled" and not compiled():
        pytest.exit("the compiled rules were expected, and plain Python was loaded", returncode=4)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where several processes share the files, the longest ones begin: what is left for the end is
    short, and no process plays alone. The closing list of the slowest says what belongs here."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        order = {name: place for place, name in enumerate(LONGEST)}
        items.sort(key=lambda item: order.get(_file(item), len(order)))


def _file(item: pytest.Item) -> str:
    return item.path.relative_to(Path(__file__).parent).with_suffix("").as_posix()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How long two-worlds pairs stayed together: pairs that part at once would test nothing."""
    lines = [
        value
        for report in terminalreporter.stats.get("passed", [])
        for name, value in getattr(report, "user_properties", [])
        if name == "two worlds"
    ]
    if lines:
        terminalreporter.section("two worlds")
        for line in sorted(str(line) for line in lines):
            terminalreporter.write_line(line)
