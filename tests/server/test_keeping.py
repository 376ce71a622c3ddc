"""Keeping it all: PostgreSQL under a kill, and a backup that moves between databases."""

import asyncio
import gzip
import stat
import subprocess
from pathlib import Path

import pytest

from intrigue.agents.client import Client, Seat
from intrigue.server.db import backup
from intrigue.server.errors import ServerError
from intrigue.session.record import Record, verify
from tests import zygote

from .running import Server, fresh_database, serving, table_of

NAMES = ["Agatha", "Barney", "Charles"]


def last_option(seat: Seat) -> str:
    assert seat.ask is not None
    option: str = seat.ask["options"][-1]
    return option


async def finish(url: str, people: list[Client], table: str) -> None:
    async def play(client: Client) -> None:
        async with Client(url, client.device).sit(table) as seat:
            await seat.play(last_option)

    await asyncio.gather(*(play(client) for client in people))


async def begin(people: list[Client], table: str) -> dict[str, object]:
    async with people[0].sit(table) as seat:
        await seat.begin()
        await seat.submit("gift 1 Barney")
        await seat.submit("loot", ready=False)
        await seat.say("Ça va ? 🂡")
        return seat.state


async def look(url: str, client: Client, table: str) -> tuple[dict[str, object], list[str]]:
    async with Client(url, client.device).sit(table) as seat:
        await seat.until(lambda seat: bool(seat.talk))
        return seat.state, [line["text"] for line in seat.talk]


def test_a_match_on_postgresql_survives_a_kill(postgresql: str, tmp_path: Path) -> None:
    url = fresh_database(postgresql, "survives")
    with serving(tmp_path, "--no-limits", database=url) as server:
        table, people = table_of(server, NAMES)
        state = asyncio.run(begin(people, table))
        server.kill()
        server.start()
        assert asyncio.run(look(server.url, people[0], table)) == (state, ["Ça va ? 🂡"])
        asyncio.run(finish(server.url, people, table))
        verify(Record.read(people[2].record(table)))


def intrigue(*arguments: object) -> subprocess.CompletedProcess[str]:
    return zygote.run(["--lang", "en", *map(str, arguments)])


def test_a_backup_of_a_running_server_goes_on_in_another_database(
    server: Server, postgresql: str, tmp_path: Path
) -> None:
    table, people = table_of(server, NAMES)
    state = asyncio.run(begin(people, table))
    file = tmp_path / "all.backup"
    done = intrigue("backup", file, "--data", server.data)
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    moved = fresh_database(postgresql, "moved")
    assert intrigue("restore", file, "--database", moved).returncode == 0
    again = intrigue("restore", file, "--database", moved)
    assert (again.returncode, again.stderr) == (
        2,
        "This database is not empty; a backup is restored into a new one.\n",
    )
    with serving(tmp_path / "there", "--no-limits", database=moved) as there:
        assert asyncio.run(look(there.url, people[0], table)) == (state, ["Ça va ? 🂡"])
        asyncio.run(finish(there.url, people, table))
        back = tmp_path / "back.backup"
        backup.backup(moved, back)
    home = f"sqlite:///{tmp_path / 'home.sqlite3'}"
    assert backup.restore(home, back) > 0


def test_a_damaged_backup_restores_nothing(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "all.backup"
    server.person("Ann")
    backup.backup(f"sqlite:///{server.data / 'intrigue.sqlite3'}", file)
    whole = gzip.decompress(file.read_bytes())
    cases = {
        "edited": gzip.compress(whole.replace(b'"Ann"', b'"Bob"', 1)),
        "short": gzip.compress(whole[: len(whole) // 2]),
        "cut": file.read_bytes()[:-40],
        "other": b"no backup at all",
    }
    for name, data in cases.items():
        broken = tmp_path / name
        broken.write_bytes(data)
        url = f"sqlite:///{tmp_path / name}.sqlite3"
        with pytest.raises(ServerError):
            backup.restore(url, broken)
        assert backup.restore(url, file) > 0, "nothing was left behind"


def test_a_backup_of_nothing_says_so(tmp_path: Path) -> None:
    done = intrigue("backup", tmp_path / "x", "--data", tmp_path / "none")
    assert done.returncode == 2
    assert "There is no database" in done.stderr
