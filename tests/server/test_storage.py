"""What is kept: the same promises on SQLite and on PostgreSQL."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, UniqueConstraint, insert, inspect, select, text, update
from sqlalchemy.exc import IntegrityError

from intrigue.kernel.chance import Seeded
from intrigue.server import identity
from intrigue.server.db.schema import devices, entries, metadata, seats, talk
from intrigue.server.db.schema import people as people_table
from intrigue.server.db.storage import MIGRATIONS, Bulk, Storage, open_engine
from intrigue.server.errors import ServerError
from intrigue.server.identity import Identity
from intrigue.server.record import store
from intrigue.server.tables import before_start, rooms
from intrigue.server.tables.talk import Spoken
from intrigue.server.wire import frames, http
from intrigue.session.table import Table

from .running import fresh_database

T = TypeVar("T")


def with_storage(url: str, use: Callable[[Storage], Any]) -> Any:
    async def main() -> Any:
        storage = Storage.open(url)
        try:
            return await use(storage)
        finally:
            await storage.close()

    return asyncio.run(main())


async def guest(storage: Storage, name: str = "Robin") -> Identity:
    made = await storage.write(lambda c: identity.sign_in(c, name, 1.0))
    who = await storage.read(lambda c: identity.identify(c, made.device))
    assert who is not None
    return who


async def seat_bot(storage: Storage, host: Identity, table: str, seat: int) -> None:
    bot = http.SetSeat("bot", "random")
    await storage.write(lambda c: before_start.set_seat(c, host, table, seat, bot))


def entry(table: str, number: int, **more: Any) -> Callable[[Connection], Any]:
    row = {"table": table, "number": number, "at": 1.0, "line": "{}", **more}
    return lambda c: c.execute(insert(entries), row)


def bulk(table: str, number: int) -> Bulk:
    return Bulk([(entries, [{"table": table, "number": number, "at": 1.0, "line": "{}"}])])


async def started(storage: Storage) -> tuple[str, Identity]:
    """A table of one person and two bots, dealt."""
    host = await guest(storage)
    wish = http.MakeTable("truce", 3)
    room = await storage.write(lambda c: before_start.make(c, host, wish, 1.0))
    for seat in (1, 2):
        await seat_bot(storage, host, room.id, seat)
    await storage.write(lambda c: before_start.start(c, host, room.id, 2.0))
    return room.id, host


def test_migrations_make_exactly_the_tables_of_the_schema(database: str) -> None:
    async def use(storage: Storage) -> None:
        found = inspect(storage.engine)
        assert set(found.get_table_names()) == {*metadata.tables, "alembic_version"}
        for name, table in metadata.tables.items():
            columns = {column["name"]: column for column in found.get_columns(name)}
            assert set(columns) == {column.name for column in table.columns}
            for column in table.columns:
                assert columns[column.name]["nullable"] == column.nullable, (name, column.name)
            unique = {tuple(u["column_names"]) for u in found.get_unique_constraints(name)}
            wanted = {
                tuple(c.name for c in constraint.columns)
                for constraint in table.constraints
                if isinstance(constraint, UniqueConstraint)
            }
            assert unique == wanted

    with_storage(database, use)


def test_a_second_start_finds_everything(database: str) -> None:
    async def first(storage: Storage) -> str:
        return (await started(storage))[0]

    table = with_storage(database, first)

    async def second(storage: Storage) -> str:
        room: rooms.Room = await storage.read(lambda c: rooms.find(c, table))
        return room.state

    assert with_storage(database, second) == "playing"


def test_whose_words_are_whose_is_found_out_for_matches_of_before(database: str) -> None:
    notes = ["handed", "sits", "bot", "returns", "handed", "sits"]  # of seat 0, each a line

    async def use(storage: Storage) -> None:
        table, owner = await started(storage)
        friend = await guest(storage)
        name = next((MIGRATIONS / "versions").glob("v*_sittings.py")).stem
        sittings = import_module(f"intrigue.server.db.migrations.versions.{name}")

        def before(connection: Connection) -> None:
            for number, what in enumerate(notes, 1):
                line = Spoken(number, 3.0 + number, 0, -1, None, "", frames.Note(what, 0))
                connection.execute(insert(talk), store.talk_row(table, line, None))
            here = (seats.c.table == table, seats.c.number == 0)
            values = {"person": friend.id, "owner": owner.id, "sat": None}
            connection.execute(update(seats).where(*here).values(values))
            sittings.fill(connection)

        await storage.write(before)
        room: rooms.Room = await storage.read(lambda c: rooms.find(c, table))
        sat = [room.seats[0].sat_at(number) for number in range(len(notes) + 1)]
        assert sat == [owner.id, None, None, None, owner.id, None, friend.id]
        assert room.seats[1].sat == []

    with_storage(database, use)


def test_bots_of_before_have_the_name_of_their_level(database: str) -> None:
    async def use(storage: Storage) -> None:
        table, _ = await started(storage)
        name = next((MIGRATIONS / "versions").glob("v*_levels.py")).stem
        levels = import_module(f"intrigue.server.db.migrations.versions.{name}")

        def before(connection: Connection) -> None:
            old = update(seats).where(seats.c.table == table, seats.c.number == 1)
            connection.execute(old.values({"bot": "scripted"}))
            levels.fill(connection)

        await storage.write(before)
        room: rooms.Room = await storage.read(lambda c: rooms.find(c, table))
        assert [chair.bot for chair in room.seats] == [None, "normal", "random"]

    with_storage(database, use)


def test_processes_that_start_at_once_agree_on_one_migration(postgresql: str) -> None:
    url = fresh_database(postgresql, "together")
    with ThreadPoolExecutor(3) as threads:
        stores = list(threads.map(Storage.open, [url] * 3))
    scripts = ScriptDirectory(str(MIGRATIONS))
    for opened in stores:
        with opened.engine.connect() as connection:
            found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars()
            assert list(found) == [scripts.get_current_head()]
        opened.engine.dispose()


def test_a_database_that_is_up_to_date_is_opened_without_migrating(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Storage.open(database).engine.dispose()
    monkeypatch.setattr("intrigue.server.db.storage._upgrade", lambda _: pytest.fail("migrated"))
    Storage.open(database).engine.dispose()


def test_a_newer_database_is_refused_with_a_sentence(database: str) -> None:
    async def age(storage: Storage) -> None:
        await storage.write(
            lambda c: c.execute(text("UPDATE alembic_version SET version_num='99'"))
        )

    with_storage(database, age)
    with pytest.raises(ServerError, match="newer intrigue"):
        Storage.open(database)


def test_only_hashes_of_secrets_are_kept(database: str) -> None:
    async def use(storage: Storage) -> None:
        made = await storage.write(lambda c: identity.sign_in(c, "Robin", 1.0))
        rows = await storage.read(
            lambda c: [*c.execute(select(people_table)).all(), *c.execute(select(devices)).all()]
        )
        kept = repr(rows)
        assert made.device not in kept
        assert made.recovery not in kept
        assert made.recovery.replace("-", "") not in kept

    with_storage(database, use)


def test_a_recovery_code_works_once_and_old_devices_stay(database: str) -> None:
    async def use(storage: Storage) -> None:
        made = await storage.write(lambda c: identity.sign_in(c, "Robin", 1.0))
        loose = made.recovery.lower().replace("-", " ")
        moved = await storage.write(lambda c: identity.recover(c, loose, 2.0))
        both = await storage.read(
            lambda c: [identity.identify(c, device) for device in (made.device, moved.device)]
        )
        assert both[0] == both[1]
        assert both[0] is not None
        with pytest.raises(ServerError, match="recovery"):
            await storage.write(lambda c: identity.recover(c, made.recovery, 3.0))

    with_storage(database, use)


def test_one_bad_write_does_not_harm_those_that_share_its_commit(database: str) -> None:
    async def use(storage: Storage) -> None:
        table, _ = await started(storage)

        writes = [storage.append(bulk(table, number)) for number in (0, 1, 1)]
        writes.append(storage.write(entry(table, 2)))
        results = await asyncio.gather(*writes, return_exceptions=True)
        failed = [isinstance(result, IntegrityError) for result in results]
        assert failed == [False, False, True, False]
        kept = await storage.read(lambda c: rooms.count_entries(c, table))
        assert kept == 3

    with_storage(database, use)


def test_many_writes_share_a_commit(database: str) -> None:
    async def use(storage: Storage) -> None:
        table, _ = await started(storage)

        before = storage.metrics.registry.get_sample_value("intrigue_commit_seconds_count") or 0
        await asyncio.gather(*(storage.append(bulk(table, number)) for number in range(500)))
        assert await storage.read(lambda c: rooms.count_entries(c, table)) == 500
        after = storage.metrics.registry.get_sample_value("intrigue_commit_seconds_count") or 0
        assert after - before <= 5

    with_storage(database, use)


def test_a_record_comes_back_as_it_was_written(database: str) -> None:
    async def use(storage: Storage) -> None:
        table_id, _ = await started(storage)
        room = await storage.read(lambda c: rooms.find(c, table_id))
        loaded = await storage.read(lambda c: store.load(c, table_id))
        table = Table.resume(loaded.record, Seeded(room.seed, loaded.record.draws()))
        table.submit(0, table.read("loot"), ready=False)
        table.deadline(5.0)
        written = table.record.entries
        rows = [
            store.entry_row(table_id, number, 10.0 + number, entry, 0, "k" if not number else None)
            for number, entry in enumerate(written)
        ]
        await storage.append(store.append(table_id, rows, [], []))
        again = await storage.read(lambda c: store.load(c, table_id))
        assert again.record.entries == written
        assert list(again.record.lines(private=True)) == list(table.record.lines(private=True))
        assert again.keys == {0: {"k": None}}
        assert again.times[1] == 11.0

    with_storage(database, use)


def test_the_same_key_of_a_seat_is_kept_once(database: str) -> None:
    async def use(storage: Storage) -> None:
        table, _ = await started(storage)
        await storage.write(entry(table, 0, seat=0, key="k"))
        await storage.write(entry(table, 1, seat=1, key="k"))
        with pytest.raises(IntegrityError):
            await storage.write(entry(table, 2, seat=0, key="k"))

    with_storage(database, use)


def test_an_invitation_is_good_once_and_a_join_code_until_the_start(database: str) -> None:
    async def use(storage: Storage) -> None:
        host, one, two = [await guest(storage, name) for name in ("Ann", "Bob", "Bob")]
        room = await storage.write(
            lambda c: before_start.make(c, host, http.MakeTable("truce", 3), 1.0)
        )
        token = await storage.write(lambda c: before_start.invite(c, host, room.id, None, 1.0))
        join = http.Join(invitation=token)
        await storage.write(lambda c: before_start.join(c, one, join, 2.0))
        with pytest.raises(ServerError) as error:
            await storage.write(lambda c: before_start.join(c, two, join, 2.0))
        assert error.value.code == "no_code"
        code = http.Join(code=room.code)
        full = await storage.write(lambda c: before_start.join(c, two, code, 2.0))
        assert [chair.name for chair in full.seats] == ["Ann", "Bob", "Bob 2"]
        await storage.write(
            lambda c: [before_start.ready(c, who, room.id, True) for who in (one, two)]
        )
        await storage.write(lambda c: before_start.start(c, host, room.id, 3.0))
        late = await guest(storage, "Zoe")
        with pytest.raises(ServerError) as error:
            await storage.write(lambda c: before_start.join(c, late, code, 4.0))
        assert error.value.code == "started"

    with_storage(database, use)


def test_leaving_passes_the_host_on_and_the_last_one_closes_the_table(database: str) -> None:
    async def use(storage: Storage) -> None:
        host, other = await guest(storage, "Ann"), await guest(storage, "Bob")
        room = await storage.write(
            lambda c: before_start.make(c, host, http.MakeTable("truce", 3), 1.0)
        )
        code = http.Join(code=room.code)
        await storage.write(lambda c: before_start.join(c, other, code, 2.0))
        left = await storage.write(lambda c: before_start.leave(c, host, room.id))
        assert left is not None
        assert left.host == other.id
        assert await storage.write(lambda c: before_start.leave(c, other, room.id)) is None
        with pytest.raises(ServerError, match="no such table"):
            await storage.read(lambda c: rooms.find(c, room.id))

    with_storage(database, use)


def test_the_host_can_hand_over_and_kick_before_the_start_only(database: str) -> None:
    async def use(storage: Storage) -> None:
        host, other = await guest(storage, "Ann"), await guest(storage, "Bob")
        room = await storage.write(
            lambda c: before_start.make(c, host, http.MakeTable("truce", 3), 1.0)
        )
        await storage.write(lambda c: before_start.join(c, other, http.Join(code=room.code), 2.0))
        with pytest.raises(ServerError, match="Only the host"):
            await storage.write(lambda c: before_start.kick(c, other, room.id, 0))
        await storage.write(lambda c: before_start.pass_host(c, host, room.id, 1))
        kicked = await storage.write(lambda c: before_start.kick(c, other, room.id, 0))
        assert kicked.seats[0].kind == "open"
        with pytest.raises(ServerError, match="open"):
            await storage.write(lambda c: before_start.start(c, other, room.id, 3.0))
        for seat in (0, 2):
            await seat_bot(storage, other, room.id, seat)
        await storage.write(lambda c: before_start.start(c, other, room.id, 3.0))
        with pytest.raises(ServerError, match="has started"):
            await storage.write(lambda c: before_start.kick(c, other, room.id, 0))

    with_storage(database, use)


@pytest.mark.parametrize(
    "name",
    ["", "  ", "a" * 25, "a\u202eb", "\x07bell", "<b>", "a" + "\u0301" * 9, "a" + "\u20dd" * 9],
)
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    with pytest.raises(ServerError):
        identity.clean_name(name)


def test_a_strange_database_address_is_refused_with_a_sentence() -> None:
    with pytest.raises(ServerError, match="neither"):
        open_engine("mysql://localhost/x")
    with pytest.raises(ServerError, match="cannot be used"):
        Storage.open("postgresql://nobody@127.0.0.1:1/none")


def test_a_read_only_database_refuses_and_stays_whole(tmp_path: Path) -> None:
    path = tmp_path / "test.sqlite3"

    async def use(storage: Storage) -> None:
        await guest(storage)
        await storage.read(lambda c: c.exec_driver_sql("PRAGMA query_only").all())
        storage._writer.dispose()
        with storage.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA query_only=ON")
        # every pooled connection is read-only from now on
        for _ in range(2):
            with pytest.raises(ServerError, match="cannot be used now"):
                await storage.write(lambda c: identity.sign_in(c, "Ann", time.time()))

    with_storage(f"sqlite:///{path}", use)
    with_storage(f"sqlite:///{path}", guest)


def test_a_full_disk_refuses_and_stays_whole(tmp_path: Path) -> None:
    async def use(storage: Storage) -> None:
        table, _ = await started(storage)

        def fill(c: Any) -> None:
            c.exec_driver_sql("PRAGMA max_page_count=60")
            rows = [
                {"table": table, "number": n, "at": 1.0, "line": "x" * 5000} for n in range(200)
            ]
            c.execute(insert(entries), rows)

        with pytest.raises(ServerError, match="full"):
            await storage.write(fill)
        assert await storage.read(lambda c: rooms.count_entries(c, table)) == 0

    with_storage(f"sqlite:///{tmp_path / 'test.sqlite3'}", use)
