"""Taking acts back: up to the last new information, on the record, and told to everyone."""

import json

import pytest

from intrigue.kernel.chance import Seeded
from intrigue.kernel.game import find_game
from intrigue.kernel.position import SPECTATOR, Illegal
from intrigue.kernel.text import BadInput
from intrigue.session.record import Record, Undo, verify
from intrigue.session.table import Table
from tests.session.test_record import resealed
from tests.toys.ledger import LOOK, ONE, PASS, TWO, Ledger, LedgerGame

GAME = LedgerGame()


def table() -> Table:
    return Table(GAME, GAME.setup(["Ada", "Bo"]), Seeded(b"u" * 32))


def sums(at: Table) -> list[int]:
    assert isinstance(at.position, Ledger)
    return at.position.sums


def test_acts_are_taken_back_one_by_one() -> None:
    match = table()
    match.submit(0, ONE)
    match.submit(0, TWO)
    match.undo(0)
    assert sums(match) == [1, 0]
    match.undo(0)
    assert sums(match) == [0, 0]
    with pytest.raises(Illegal, match="no_undo"):
        match.undo(0)


@pytest.mark.parametrize("barrier", [LOOK, PASS], ids=["chance was asked", "another is asked"])
def test_new_information_is_a_barrier(barrier: int) -> None:
    match = table()
    match.submit(0, ONE)
    match.submit(0, barrier)
    before = match.position.key()
    for seat in (0, 1):
        with pytest.raises(Illegal, match="no_undo"):
            match.undo(seat)
    assert match.position.key() == before


def test_nobody_takes_back_what_another_did() -> None:
    match = table()
    match.submit(0, ONE)
    with pytest.raises(Illegal, match="no_undo"):
        match.undo(1)
    assert sums(match) == [1, 0]


def test_everyone_is_told_once() -> None:
    match = table()
    feeds = [match.feed(viewer) for viewer in (SPECTATOR, 0, 1)]
    match.submit(0, ONE)
    match.undo(0)
    for feed in feeds:
        assert [seen.kind for seen in feed.seen] == ["wrote", "undone"]
        assert json.loads(feed.stream[-1])["view"]["sums"] == [0, 0]


def test_a_seat_knows_whether_it_can() -> None:
    match = table()
    mine, theirs = match.feed(0), match.feed(1)
    match.submit(0, ONE)
    assert json.loads(mine.stream[-1])["undo"] is True
    assert json.loads(theirs.stream[-1])["undo"] is False
    match.submit(0, LOOK)
    assert json.loads(mine.stream[-1])["undo"] is False


def test_an_answer_to_the_question_before_the_undo_is_stale() -> None:
    match = table()
    match.submit(0, ONE)
    meant = match.prompt
    match.undo(0)
    with pytest.raises(Illegal, match="stale"):
        match.submit(0, TWO, prompt=meant)


def finished() -> Table:
    match = table()
    for act in (ONE, TWO):
        match.submit(0, act)
    match.undo(0)
    match.submit(0, LOOK)
    for seat in (0, 1, 0, 1):
        match.submit(seat, PASS)
    return match


def test_a_record_with_undo_reads_back_and_verifies() -> None:
    match = finished()
    text = match.record.text()
    record = Record.read(text, game=GAME)
    assert record.text() == text
    assert record.final().key() == match.position.key()
    assert verify(record) == 1
    assert Undo("Ada") in record.entries


def test_a_resumed_table_can_still_take_back() -> None:
    match = table()
    match.submit(0, ONE)
    match.submit(0, TWO)
    match.undo(0)
    text = "".join(line + "\n" for line in match.record.lines(private=True))
    record = Record.read(text, finished=False, game=GAME)
    again = Table.resume(record, Seeded(b"u" * 32, record.draws()))
    assert (again.position.key(), again.prompt) == (match.position.key(), match.prompt)
    again.undo(0)
    assert sums(again) == [0, 0]


@pytest.mark.parametrize("seat", ["Bo", "Zoe"])
def test_an_undo_that_was_impossible_is_no_record(seat: str) -> None:
    rows = [json.loads(row) for row in finished().record.text().splitlines()]
    for row in rows:
        if row["do"] == "undo":
            row["seat"] = seat
    with pytest.raises(BadInput, match="cannot take anything back"):
        Record.read(resealed(rows), game=GAME).final()


def test_complot_lets_one_take_back_plays_and_attacks_but_no_draw() -> None:
    game = find_game("complot")
    setup = game.setup(["P", "Q"])
    hands = {"P": ["TW1", "L1", "TW6"], "Q": []}
    given = {"hand": hands, "front": {"Q": ["AV2"]}, "assertion": 1, "deck": {"P": ["ST1"]}}
    chance = Seeded(b"u" * 32)
    match = Table(game, setup, chance, position=game.load(setup, given, chance))
    start = match.position.key()
    for act in ("play TW1", "attack AV2", "play L1", "buy L1"):
        match.submit(0, match.read(act))
    assert game.dump(setup, match.position)["discard"] == {"P": ["L1"], "Q": ["AV2"]}
    for _ in range(4):
        match.undo(0)
    assert match.position.key() == start
    match.submit(0, match.read("play TW6"))
    with pytest.raises(Illegal, match="no_undo"):
        match.undo(0)
