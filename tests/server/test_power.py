"""The short form of `tests.server.power`, and that it can fail."""

import asyncio
from pathlib import Path

import pytest

from ..figures import PAGE, fill, write
from .disk import library
from .power import Power, careless, quiet

pytestmark = pytest.mark.skipif(
    library() is None, reason="this Python's SQLite does not let its file layer be wrapped"
)


@pytest.fixture(autouse=True)
def _quiet() -> None:
    quiet()


def test_nothing_acknowledged_is_lost_with_the_power(tmp_path: Path) -> None:
    figures = asyncio.run(Power(tmp_path, 1).run(40))
    assert figures["lost"] > 40, "nothing was at stake"
    write(tmp_path / "figures" / "power.json", figures)
    assert f"**{figures['losses']} losses of power**" in fill(
        PAGE.read_text(), tmp_path / "figures"
    )


@pytest.mark.parametrize("synchronous", ["OFF", "NORMAL"])
def test_a_database_that_does_not_sync_is_found_out(tmp_path: Path, synchronous: str) -> None:
    with (
        careless(synchronous),
        pytest.raises(AssertionError, match=r"lost|damaged|left|shown"),
    ):
        asyncio.run(Power(tmp_path, 1).run(200))
