"""A finished match is read and folded once for all who look at it for a while, and every answer is
the one that a fold of its own would give."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, insert, update

from intrigue.kernel.chance import Seeded
from intrigue.kernel.game import discover, find_game
from intrigue.kernel.position import SPECTATOR, digest
from intrigue.server import identity
from intrigue.server.db.schema import entries, seats, tables
from intrigue.server.db.storage import open_migrated
from intrigue.server.record import beliefs, gazette, replay, store
from intrigue.server.record import folded as folded_module
from intrigue.server.record.finished import FinishedMatches
from intrigue.server.record.folded import EVERY, Folded
from intrigue.server.record.store import Loaded
from intrigue.server.tables import before_start
from intrigue.server.wire import http
from intrigue.session.record import Record, Step, Undo
from intrigue.session.table import Table

GOLDEN = Path(__file__).parent.parent / "golden"


def golden(name: str) -> Record:
    return Record.read((GOLDEN / f"{name}.jsonl").read_text("utf-8"))


def hesitant() -> Record:
    """A match of Complot in which much is taken back."""
    game, rng = find_game("complot"), Random(3)
    table = Table(game, game.setup(["Ann", "Bob"]), Seeded(bytes(32)))
    while not table.over:
        seat = table.position.next()
        if table.past.open(seat) and rng.random() < 0.4:
            table.undo(seat)
        else:
            table.submit(seat, rng.choice(table.position.options(seat)))
    return table.record


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    engine = open_migrated(f"sqlite:///{tmp_path / 'test.sqlite3'}")
    with engine.execution_options(writes=True).begin() as connection:
        yield connection
    engine.dispose()


def stored(connection: Connection, record: Record) -> str:
    """The table of a match that is over, with this record."""
    header = record.header
    made = identity.sign_in(connection, "Ada", 1.0)
    host = identity.identify(connection, made.device)
    assert host is not None
    wish = http.MakeTable(header.game, len(header.seats), options=header.options)
    table = before_start.make(connection, host, wish, 1.0).id
    values = {"state": "over", "started": 1.0, "header": msgspec.json.encode(header).decode()}
    connection.execute(update(tables).where(tables.c.id == table).values(values))
    for seat, name in enumerate(header.seats):
        here = (seats.c.table == table, seats.c.number == seat)
        connection.execute(update(seats).where(*here).values({"name": name}))
    numbered = enumerate(record.entries)
    rows = [store.entry_row(table, number, 10.0 + number, e, None, None) for number, e in numbered]
    connection.execute(insert(entries), rows)
    return table


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of every step that is folded, whenever it is."""
    lines: list[int] = []
    step = Record.step

    def noted(self: Record, line: int, *rest: Any) -> Any:
        lines.append(line)
        return step(self, line, *rest)

    monkeypatch.setattr(Record, "step", noted)
    return lines


def seen(step: Step) -> Any:
    return step.line, step.entry, [repr(event) for event in step.events], digest(step.position)


@pytest.mark.parametrize("name", [*discover(), "hesitant"])
def test_a_record_is_the_same_wherever_and_by_however_many_it_is_entered(name: str) -> None:
    record = hesitant() if name == "hesitant" else golden(name)
    if name == "hesitant":
        assert sum(isinstance(entry, Undo) for entry in record.entries) > 10
    whole = [seen(step) for step in record.fold()]
    kept = Folded(record)
    firsts = Random(1).sample(range(1, len(whole) + 1), 20)

    def enter(first: int) -> list[Any]:
        steps = kept.steps(first)
        return [seen(step) for step, _ in zip(steps, range(EVERY + 9), strict=False)]

    with ThreadPoolExecutor(4) as threads:
        for first, found in zip(firsts, threads.map(enter, firsts), strict=True):
            assert found == whole[first - 1 : first + EVERY + 8]


def answers(loaded: Loaded, places: list[int]) -> list[bytes]:
    viewers = [replay.ALL, SPECTATOR, *range(len(loaded.record.header.seats))]
    made: list[Any] = [replay.knowledge(loaded, place, "fr") for place in places]
    made += [replay.replay(loaded, who, place, 5, "en") for who in viewers for place in places]
    made += [gazette.edition(loaded, number) for number in (None, 1)]
    made += [beliefs.told(loaded, 0, place, "en") for place in places]
    return [msgspec.json.encode(one) for one in made]


@pytest.mark.parametrize("name", discover())
def test_what_is_kept_changes_no_byte_of_any_answer(connection: Connection, name: str) -> None:
    record = golden(name)
    table, finished = stored(connection, record), FinishedMatches()
    places = Random(2).sample(range(1, len(record.entries)), 3)
    for some in (places, places[::-1]):
        fresh = answers(store.load(connection, table), some)
        assert answers(finished.load(connection, table), some) == fresh


def test_a_walk_through_a_replay_folds_the_match_once(
    connection: Connection, folded: list[int]
) -> None:
    table, finished = stored(connection, golden("emperor")), FinishedMatches()
    last = len(finished.load(connection, table).step_times)
    first, pages = 1, 0
    while first < last:
        part = replay.replay(finished.load(connection, table), 0, first, 10, "en")
        first, pages = part.steps[-1].step, pages + 1
    assert max(folded) == last
    assert pages > 5
    assert len(folded) <= 2 * last + pages * EVERY, "once to find its steps, once to tell them"
    for step in range(1, last, 20):
        folded.clear()
        replay.knowledge(finished.load(connection, table), step, "en")
        assert len(folded) <= EVERY
    folded.clear()
    editions = gazette.edition(finished.load(connection, table), None).last
    for number in range(1, editions + 1):
        gazette.edition(finished.load(connection, table), number)
    assert len(folded) <= 2 * last + (editions + 1) * EVERY, "once to count them, and each its own"


def test_few_positions_of_a_long_match_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    copies: list[int] = []
    copy = folded_module._copy

    def noted(step: Step) -> Step:
        copies.append(step.line)
        return copy(step)

    monkeypatch.setattr(folded_module, "_copy", noted)
    kept = Folded(golden("jaccuse"))
    last = sum(1 for _ in kept.steps())
    assert sum(1 for _ in kept.steps()) == last
    assert 1 <= len(copies) <= last // EVERY + 1


def test_only_so_many_matches_are_kept(connection: Connection) -> None:
    record = golden("truce")
    first, second, third = (stored(connection, record) for _ in range(3))
    size = len(record.entries)
    for finished in (FinishedMatches(matches=2), FinishedMatches(entries=3 * size - 1)):

        def load(table: str, finished: FinishedMatches = finished) -> Record:
            return finished.load(connection, table).record

        before = [load(first), load(second)]
        assert load(first) is before[0]
        load(third)
        assert load(first) is before[0]
        assert load(second) is not before[1], "it was not looked at for the longest time"
    too_small = FinishedMatches(entries=size - 1)
    one = too_small.load(connection, first).record
    assert too_small.load(connection, first).record is not one


def test_a_match_under_way_is_not_kept(connection: Connection) -> None:
    table, finished = stored(connection, golden("truce")), FinishedMatches()
    connection.execute(update(tables).values({"state": "playing"}))
    first = finished.load(connection, table).record
    assert finished.load(connection, table).record is not first
