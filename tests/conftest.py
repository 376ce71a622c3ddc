"""What every run of the tests checks first: that it runs what it says it runs."""

import os

import pytest

from intrigue.kernel.build import compiled


def pytest_sessionstart(session: pytest.Session) -> None:
    if os.environ.get("INTRIGUE_EXPECT") == "compiled" and not compiled():
        pytest.exit("the compiled rules were expected, and plain Python was loaded", returncode=4)


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
