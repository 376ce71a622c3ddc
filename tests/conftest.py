"""What every run of the tests checks first: that it runs what it says it runs."""

import os

import pytest

from intrigue.kernel.build import compiled


def pytest_sessionstart(session: pytest.Session) -> None:
    if os.environ.get("INTRIGUE_EXPECT") == "compiled" and not compiled():
        pytest.exit("the compiled rules were expected, and plain Python was loaded", returncode=4)
