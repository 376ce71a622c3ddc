"""What `make chaos` looks for is found: a record that was tampered with does not pass."""

import asyncio
import shutil
from pathlib import Path
from random import Random

import pytest

from intrigue.server.db.storage import open_engine

from .players import Doors, Heard, Player
from .running import serving, table_of
from .shadow import Shadow

NAMES = ["Agatha", "Barney", "Charles"]
Evening = tuple[Path, list[Player], list[Heard]]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """A match under way, what everybody knows of it, and its database."""
    folder = tmp_path_factory.mktemp("evening")
    with serving(folder, "--no-limits") as server:
        table, people = table_of(server, NAMES, options={"rounds": 30})

        async def main() -> list[Player]:
            doors = Doors(Random(1))
            doors.open(server.url)
            players = [Player(client, table, n, n, doors) for n, client in enumerate(people)]
            tasks = [asyncio.create_task(player.run(asyncio.Event())) for player in players]
            async with asyncio.timeout(60):
                while sum(len(player.acknowledged) for player in players) < 80:
                    doors.acted.clear()
                    await doors.acted.wait()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            return players

        players = asyncio.run(main())
        server.stop()
    return folder / "intrigue.sqlite3", players, [Heard(player) for player in players]


def compare(evening: Evening, home: Path, *changes: str) -> None:
    """Look at a copy of the database in which something was changed."""
    database, players, heard = evening
    shutil.copy(database, home / "copy.sqlite3")
    engine = open_engine(f"sqlite:///{home / 'copy.sqlite3'}")
    try:
        with engine.execution_options(writes=True).begin() as connection:
            for change in changes:
                assert connection.exec_driver_sql(change).rowcount > 0, "nothing was changed"
        with engine.connect() as connection:
            Shadow(players).compare(connection, heard)
    finally:
        engine.dispose()


def test_a_match_as_it_was_played_passes(evening: Evening, tmp_path: Path) -> None:
    compare(evening, tmp_path)


LAST = "number = (SELECT max(number) FROM entries)"
READY = "line LIKE '%\"ready\":true%' AND key IS NOT NULL"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("DELETE FROM entries WHERE number > 40", "is lost|does not tell"),
        ("DELETE FROM entries WHERE number = 40", "is lost|has a gap"),
        ("UPDATE entries SET number = number + 1 WHERE " + LAST, "has a gap"),
        ("UPDATE entries SET seat = 2 - seat WHERE seat <> 1 AND number < 30", "is lost|nobody"),
        (
            "UPDATE entries SET key = 'x' WHERE number = (SELECT min(number) FROM entries "
            "WHERE key IS NOT NULL)",
            "is lost|nobody",
        ),
        (f"UPDATE entries SET line = replace(line, ':true', ':false') WHERE {READY}", "ready"),
        ("UPDATE entries SET line = replace(line, 'attack', 'support')", "attack"),
        ("UPDATE talk SET text = text || '.'", "word"),
        ("UPDATE talk SET readers = '[0]' WHERE readers IS NULL", "word|line"),
        ("DELETE FROM talk WHERE number > 2", "is lost|not stored"),
    ],
)
def test_a_change_of_what_was_kept_is_found_out(
    evening: Evening, tmp_path: Path, change: str, why: str
) -> None:
    with pytest.raises(AssertionError, match=why):
        compare(evening, tmp_path, change)


def test_a_state_that_never_was_is_found_out(evening: Evening, tmp_path: Path) -> None:
    """Told before it was durable: what somebody was shown is not in the record."""
    database, players, heard = evening
    said = heard[1].states
    said.append(said[-1].replace(b'"absent":[]', b'"absent":[2]'))
    try:
        with pytest.raises(AssertionError, match="the record does not tell"):
            compare((database, players, heard), tmp_path)
    finally:
        said.pop()
