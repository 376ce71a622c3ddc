"""Bad days: a full disk, a second server, an emptied database, a damaged match, a broken game of
somebody else's. Each gets a sentence or a list without it, and the others notice nothing."""

import asyncio
import json
import os
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from intrigue.agents.client import CallRefused, Client, Seat
from intrigue.kernel.game import discover
from tests import zygote

from .running import Server, serving, table_of, wait_for

NAMES = ["Agatha", "Barney", "Charles"]


def intrigue(*arguments: object, lang: str = "en") -> subprocess.CompletedProcess[str]:
    return zygote.run(["--lang", lang, *map(str, arguments)])


# --- a full disk ----------------------------------------------------------------------------------


class Limit:
    """A disk that is as full as a limit of the kernel makes it."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def set(self, most: int) -> None:
        assert self.server.process is not None
        resource.prlimit(
            self.server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY)
        )

    def fill(self) -> None:
        self.set((self.server.data / "intrigue.sqlite3-wal").stat().st_size)

    def free(self) -> None:
        self.set(resource.RLIM_INFINITY)


class Disk:
    """A small disk of its own, and something that fills it."""

    def __init__(self, server: Server) -> None:
        self.ballast = server.data / "ballast"

    def fill(self) -> None:
        with self.ballast.open("ab", buffering=0) as file:
            for size in (4096, 1):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError:
                    pass

    def free(self) -> None:
        self.ballast.unlink()


@contextmanager
def mounted(folder: Path) -> Iterator[None]:
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.fixture(params=["limit", "disk", "disk with the log"])
def full(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Server, Limit | Disk]]:
    data = tmp_path / "data"
    with mounted(data) if request.param != "limit" else nullcontext():
        server = Server(data, "--no-limits", "--bot-delay", "0.02")
        if request.param != "disk with the log":
            server.log = tmp_path / "server.log"
        server.start()
        try:
            yield server, Limit(server) if request.param == "limit" else Disk(server)
        finally:
            server.kill()


def state(server: Server) -> tuple[int, str]:
    status, _, data = Client(server.url).raw("GET", "/readyz")
    return status, json.loads(data)["status"]


def test_a_full_disk_shows_loses_nothing_and_is_over_when_there_is_room(
    full: tuple[Server, Limit | Disk],
) -> None:
    server, disk = full
    table, people = table_of(server, NAMES)
    said: list[str] = []

    async def say_on(seat: Seat) -> None:
        for number in range(3000):  # SQLite has some room of its own left
            await seat.say(f"number {number}")
            said.append(f"number {number}")

    async def talk() -> list[str]:
        """Say things until that is refused; what somebody else heard of it."""
        async with people[0].sit(table) as one, people[1].sit(table) as other:
            await one.begin()
            await other.begin()
            disk.fill()
            with pytest.raises(CallRefused, match="database cannot be used now"):
                await say_on(one)
            await one.socket.wait_closed()
            with suppress(ConnectionClosed):
                while True:
                    await other.next()
            return [line["text"] for line in other.talk]

    assert asyncio.run(talk()) == said, "nothing was told that is not durable"
    assert state(server) == (503, "database")
    with pytest.raises(CallRefused, match="database cannot be used now") as error:
        server.person("Zoe")
    assert error.value.status == 503
    assert Client(server.url).get("/healthz")["status"] == "ok"
    assert asyncio.run(heard(people[2], table, len(said))) == said, "one can still look"
    disk.free()
    wait_for(lambda: state(server) == (200, "ok"), "it did not notice that there is room")
    assert asyncio.run(heard(people[2], table, len(said))) == said

    async def go_on() -> None:
        async def finish(client: Client) -> None:
            async with client.sit(table) as seat:
                await seat.play(lambda seat: str((seat.ask or {})["options"][-1]))

        await asyncio.gather(*(finish(client) for client in people))

    asyncio.run(go_on())
    assert people[0].table(table)["outcome"] is not None
    log = server.log.read_text()
    assert "the database can be written again" in log
    if server.log.parent != server.data:
        assert log.count("the database cannot be written") == 1


async def heard(client: Client, table: str, count: int) -> list[str]:
    async with client.sit(table) as seat:
        await seat.until(lambda seat: len(seat.talk) >= count)
        return [line["text"] for line in seat.talk]


@pytest.mark.parametrize("full", ["disk"], indirect=True)
def test_a_server_that_starts_on_a_full_disk_goes_on_when_there_is_room(
    full: tuple[Server, Limit | Disk], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, disk = full
    table, people = table_of(server, NAMES[:2], bots=1)
    disk.fill()
    server.kill()
    monkeypatch.setattr(server, "greet", lambda _: None)  # it is not ready, and shall not be
    server.start()
    assert state(server) == (503, "database")
    assert people[0].table(table)["you"] == 0
    disk.free()
    wait_for(lambda: state(server) == (200, "ok"), "it did not notice that there is room")

    async def finish(client: Client) -> None:
        async with client.sit(table) as seat:
            await seat.play(lambda seat: str((seat.ask or {})["options"][-1]))

    async def both() -> None:
        await asyncio.gather(*(finish(client) for client in people))

    asyncio.run(both())  # the bot goes on, too


@pytest.mark.parametrize("full", ["limit"], indirect=True)
def test_a_full_disk_is_noticed_although_nobody_plays(full: tuple[Server, Limit | Disk]) -> None:
    server, disk = full
    disk.fill()
    wait_for(lambda: state(server) == (503, "database"), "nobody noticed")
    disk.free()
    wait_for(lambda: state(server) == (200, "ok"), "it did not notice that there is room")


# --- whose files they are -------------------------------------------------------------------------


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_data_folder_and_its_files_are_their_owners_only(tmp_path: Path) -> None:
    """New ones, and those that an older version left open."""
    data = tmp_path / "data"
    with serving(tmp_path / "log", "--data", str(data)) as server:
        server.person("Ann")
        for _ in range(2):
            assert mode(data) == 0o700
            found = {path.name: mode(path) for path in data.iterdir()}
            assert set(found.values()) == {0o600}, found
            assert {"intrigue.sqlite3", "intrigue.sqlite3-wal"} <= set(found)
            server.kill()
            data.chmod(0o755)
            for path in data.iterdir():
                path.chmod(0o644)
            server.start()
            server.person("Bob")
        backup = tmp_path / "backup"
        backup.with_name("backup.part").touch(0o644)
        assert intrigue("backup", backup, "--data", data).returncode == 0
        assert mode(backup) == 0o600
        restored = tmp_path / "restored"
        assert intrigue("restore", backup, "--data", restored).returncode == 0
        assert mode(restored) == 0o700
        assert {mode(path) for path in restored.iterdir()} == {0o600}


def test_a_folder_that_holds_other_things_is_left_as_it_is_and_named_in_the_log(
    tmp_path: Path,
) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "letters").touch()
    with serving(tmp_path) as server:
        assert mode(tmp_path) == 0o755
        assert mode(tmp_path / "intrigue.sqlite3") == 0o600
        assert "others can look into the data folder" in server.log.read_text()


def test_a_second_server_on_the_same_folder_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.person("Ann")
        for lang, sentence in (
            ("en", "Another server already uses"),
            ("fr", "Un autre serveur utilise"),
        ):
            second = intrigue("serve", "--port", "0", "--data", tmp_path, lang=lang)
            assert (second.returncode, second.stdout) == (2, "")
            assert sentence in second.stderr
            assert "Traceback" not in second.stderr
        file = tmp_path / "all.backup"
        assert intrigue("backup", file, "--data", tmp_path).returncode == 0, "readers may come"
        refused = intrigue("restore", file, "--data", tmp_path)
        assert (refused.returncode, "Another server already uses" in refused.stderr) == (2, True)
        assert server.process is not None
        os.kill(server.process.pid, signal.SIGKILL)  # the server alone, not what it started
        server.process.wait()
        server.start()
        server.person("Bob")


def test_an_emptied_database_is_never_taken_for_a_beginning(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        device = server.person("Ann").device
        server.kill()  # the newest writes stand beside the database
        file, log = tmp_path / "intrigue.sqlite3", tmp_path / "intrigue.sqlite3-wal"
        whole, newest = file.read_bytes(), log.read_bytes()
        assert newest
        for damage in (lambda: file.write_bytes(b""), file.unlink):
            damage()
            for lang, sentence in (("en", "is empty, though"), ("fr", "est vide, alors")):
                refused = intrigue("serve", "--port", "0", "--data", tmp_path, lang=lang)
                assert (refused.returncode, refused.stdout) == (2, "")
                assert sentence in refused.stderr
                assert "intrigue restore" in refused.stderr
            refused = intrigue("backup", tmp_path / "backup", "--data", tmp_path)
            assert refused.returncode == 2
            assert log.read_bytes() == newest, "what can still be saved is left alone"
        file.write_bytes(whole)
        server.start()
        assert Client(server.url, device).get("/api/me")["name"] == "Ann"
        server.kill()
        for path in tmp_path.glob("intrigue.sqlite3*"):
            path.unlink()
        server.start()  # as the sentence says
        with pytest.raises(CallRefused, match="name first"):
            Client(server.url, device).get("/api/me")


def test_a_kill_while_the_database_is_made_leaves_no_empty_one(tmp_path: Path) -> None:
    new = tmp_path / "intrigue.sqlite3.new"
    for rubbish in (b"", b"half of a database"):
        new.write_bytes(rubbish)
        (tmp_path / "intrigue.sqlite3.new-wal").write_bytes(rubbish)
        with serving(tmp_path) as server:
            server.person("Ann")
            assert not new.exists()
        for path in tmp_path.glob("intrigue.sqlite3*"):
            path.unlink()


# --- damage ---------------------------------------------------------------------------------------


def damage(server: Server, statement: str, *values: object) -> None:
    with sqlite3.connect(server.data / "intrigue.sqlite3") as connection:
        assert connection.execute(statement, values).rowcount > 0


async def first_word(client: Client, table: str) -> tuple[str, str]:
    """Why a table is not shown."""
    try:
        async with client.sit(table) as seat:
            frame = await seat.next()
            return frame["code"], frame["text"]
    except CallRefused as error:
        return error.code, error.text


def test_a_damaged_match_is_left_out_of_lists_and_says_so_when_opened(tmp_path: Path) -> None:
    with serving(tmp_path, "--no-limits") as server:
        entry, header, terms, good = (table_of(server, NAMES)[0] for _ in range(4))
        person = server.person("Ann")
        damage(server, "UPDATE seats SET person = (SELECT id FROM people WHERE name = 'Ann')")
        damage(server, 'UPDATE seats SET person = NULL WHERE "number" > 0')
        server.stop()
        add = 'INSERT INTO entries ("table", "number", "at", line) VALUES (?, 0, 0, ?)'
        damage(server, add, entry, '{"do":"play","seat":')
        damage(server, "UPDATE tables SET header = '[]' WHERE id = ?", header)
        damage(server, "UPDATE tables SET terms = '{' WHERE id = ?", terms)
        server.start()
        listed = person.get("/api/tables")["tables"]
        assert [row["table"]["id"] for row in listed] == [good]
        for table in (entry, header, terms):
            code, text = asyncio.run(first_word(person, table))
            assert (code, "is damaged" in text) == ("damaged", True)
            assert table in server.log.read_text()
        with pytest.raises(CallRefused) as error:
            person.table(terms)
        assert (error.value.code, error.value.status) == ("damaged", 409)
        assert len(person.get("/api/lobby")["tables"]) == 0
        bearer = {"Authorization": f"Bearer {server.operator}"}
        assert person.raw("GET", "/api/operator/tables", headers=bearer)[0] == 200
        assert asyncio.run(heard(person, good, 0)) == []


def test_an_account_is_deleted_while_practice_is_under_way(server: Server) -> None:
    person = server.person("Zebedee")
    table = person.make_table("truce", 3, practice="a lesson")["id"]

    async def play() -> None:
        async with person.sit(table) as seat:
            await seat.begin()
            await seat.submit("loot")
            await asyncio.to_thread(person.post, "/api/me/delete", name="Zebedee")
            await seat.socket.wait_closed()

    asyncio.run(play())
    with pytest.raises(CallRefused, match="name first"):
        person.get("/api/me")
    with pytest.raises(CallRefused, match="no such table"):
        server.person("Ann").table(table)


def test_a_broken_game_of_somebody_else_harms_no_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site" / "broken-1.0.dist-info"
    site.mkdir(parents=True)
    (site / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (site / "entry_points.txt").write_text("[intrigue.games]\nwhist = broken:Whist\n")
    (tmp_path / "site" / "broken.py").write_text("raise RuntimeError('no cards')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    with serving(tmp_path / "data") as server:
        person = server.person("Ann")
        games = {game["id"] for game in person.get("/api/games")["games"]}
        assert games == set(discover())
        with pytest.raises(CallRefused, match=r"whist .* is installed but broken") as error:
            person.make_table("whist", 3)
        assert error.value.status == 400
        person.make_table("truce", 3)
        assert "game left out" in server.log.read_text()
        assert "no cards" in server.log.read_text()


# --- a stop that comes early ----------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_told_to_stop_as_it_starts_stops(tmp_path: Path, number: int) -> None:
    """At whatever moment after its first word."""
    command = [sys.executable, "-m", "intrigue", "--lang", "en", "serve", "--port", "0"]
    for pause in (0.0, 0.02, 0.05, 0.1):
        server = subprocess.Popen(
            [*command, "--data", str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        assert server.stdout is not None
        assert server.stdout.readline().startswith("intrigue is at")
        time.sleep(pause)
        server.send_signal(number)
        said, _ = server.communicate(timeout=60)
        assert server.returncode == 0, said
        assert "stopped" in said.lower()
