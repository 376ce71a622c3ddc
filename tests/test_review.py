"""The review of a match: from what each seat knew when it chose, and the same for the same seed."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from intrigue.bots.review import (
    Decision,
    Weighed,
    accounts,
    costliest,
    decisions,
    finest,
    review,
    weigh,
)
from intrigue.bots.reviewed import told
from intrigue.conformance import kit
from intrigue.conformance.two_worlds import Pair
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Game, Setup
from intrigue.session.record import Record, Talk, Undo
from intrigue.session.table import Table
from tests.conformance.test_conformance import CASES
from tests.toys.ledger import LedgerGame
from tests.toys.numbers import Numbers, NumbersGame

GOLDEN = Path(__file__).parent / "golden"
Known = tuple[int, bytes, list[bytes], list[int], int]


def known(decision: Decision) -> Known:
    return (
        decision.seat,
        decision.view,
        decision.heard,
        decision.options,
        decision.act,
    )


def played(game: Game, setup: Setup, seed: int) -> tuple[Record, list[Known]]:
    """A match in which everybody does anything, and what each seat was told when it chose: noted at
    the table, beside the record."""
    rng = Random(seed)
    table = Table(game, setup, Fast(seed))
    feeds = [table.feed(seat) for seat in range(setup.seats)]
    told: list[Known] = []
    while not table.position.over:
        position = table.position
        seat = rng.randrange(setup.seats)
        free = kit.voluntary(game, position, seat, rng)
        if free and rng.random() < 0.2:
            table.submit(seat, rng.choice(free))
            continue
        answers = [(seat, position.options(seat)) for seat in position.asked()]
        notes = []
        for seat, options in answers:
            act = rng.choice(options)
            view = msgspec.json.encode(position.view(seat))
            heard = [msgspec.json.encode(seen) for seen in feeds[seat].seen]
            notes.append((seat, view, heard, options, act))
        number = table.prompt
        for seat, *_, act in notes:
            if table.prompt == number and not table.passes(seat):
                table.submit(seat, act)
        if table.prompt == number:
            table.deadline()
        told += [note for note in notes if len(note[3]) > 1]
    return table.record, told


@pytest.mark.parametrize(("game", "setup"), CASES)
def test_a_review_knows_what_each_seat_was_told_when_it_chose(game: Game, setup: Setup) -> None:
    record, told = played(game, setup, 11)
    assert told
    assert [known(one) for one in decisions(record)] == told


@pytest.mark.parametrize(("game", "setup"), CASES)
def test_what_a_seat_cannot_know_changes_nothing(game: Game, setup: Setup) -> None:
    """Two matches that differ only in what a seat cannot know have one review for it."""
    differed = False
    for seed in range(3):
        pair = Pair(game, setup, seed % setup.seats, seed)
        pair.run(60)
        here, there = (decisions(table.record, [pair.viewer]) for table in pair.tables)
        assert [known(one) for one in here] == [known(one) for one in there]
        differed = differed or (pair.differ and bool(here))
    if here:
        one, other = (weigh(game, setup, met[-1], 16) for met in (here, there))
        assert one == other
    assert differed


@cache
def golden(game: str) -> Record:
    return Record.read((GOLDEN / f"{game}.jsonl").read_text("utf-8"))


def reviewed(record: Record, todo: list[Decision], seed: int = 1) -> list[Weighed | None]:
    return list(review(record.game, record.setup(), todo, 24, seed=seed))


@pytest.mark.parametrize("game", ["truce", "jaccuse", "emperor", "accusation", "complot"])
def test_the_same_seed_gives_the_same_review_also_in_parts(game: str) -> None:
    record = golden(game)
    todo = decisions(record)
    todo = todo[:: max(1, len(todo) // 3)]
    whole = reviewed(record, todo)
    assert any(whole)
    assert reviewed(record, todo[:2]) + reviewed(record, todo[2:]) == whole
    assert reviewed(record, todo, seed=2) != whole


def test_without_time_nothing_is_weighed() -> None:
    record = golden("truce")
    todo = decisions(record, [0])
    assert list(review(record.game, record.setup(), todo, seconds=0)) == [None] * len(todo)


# --- what it says ---------------------------------------------------------------------------------


def choice(pick: int, game: Game | None = None) -> tuple[Game, Weighed]:
    """The last round of a game for two, in which the higher number wins, with this number chosen;
    the other one may pick any of five."""
    game = game or NumbersGame()
    setup = game.setup(["Ada", "Bo"], {"rounds": 1})
    table = Table(game, setup, Fast(1))
    table.submit(0, pick)
    table.submit(1, 3)
    (decision,) = decisions(table.record, [0])
    found = weigh(game, setup, decision, 8000)
    assert found is not None
    return game, found


@pytest.mark.parametrize(("pick", "worth"), [(1, 0.1), (2, 0.3), (4, 0.7)])
def test_a_mistake_is_weighed_by_what_one_could_expect(pick: int, worth: float) -> None:
    """The other one has picked 3, and nobody asks: 4 would win as well as 5 does."""
    _, found = choice(pick)
    assert (found.act, found.rival) == (str(pick), "5")
    assert found.worth == pytest.approx(worth, abs=0.04)
    assert found.lead == pytest.approx(0.9 - worth, abs=0.05)
    assert found.clear
    assert costliest([found], 3) == [found]
    assert finest([found], 3) == []


def test_the_best_choice_is_told_as_such() -> None:
    _, found = choice(5)
    assert found.worth == pytest.approx(0.9, abs=0.04)
    assert found.rival == "4"
    assert finest([found], 3) == [found]
    assert costliest([found], 3) == []


class AllTheSame(Numbers):
    def worth(self, seat: int) -> float:
        return 0.5


class AllTheSameGame(NumbersGame):
    position = AllTheSame


def test_where_nothing_is_better_there_is_no_mistake() -> None:
    _, found = choice(1, AllTheSameGame())
    assert (found.lead, found.error, found.clear) == (0, 0, False)
    assert costliest([found], 3) == finest([found], 3) == []


def test_luck_and_skill_add_up() -> None:
    record = golden("truce")
    weighed = [one for one in reviewed(record, decisions(record, [0, 1])[-5:]) if one]
    found = accounts(record, weighed)
    assert [account.seat for account in found] == [0, 1]
    assert [account.end for account in found] == [0, 1]
    for account in found:
        assert account.first + account.own + account.rest == pytest.approx(account.end)
        clear = [one.lead for one in costliest(weighed, 99) if one.seat == account.seat]
        assert account.own == pytest.approx(-sum(clear))
    assert min(account.own for account in found) < -0.1


def test_what_was_taken_back_was_no_decision() -> None:
    game: Any = LedgerGame()
    setup = game.setup(["Ada", "Bo"])
    table = Table(game, setup, Fast(1))
    acts = [game.spell(setup, act) for act in table.position.options(0)]
    one, other = (act for act in acts if act != "pass" and act != "look")
    table.submit(0, game.parse(setup, one))
    table.undo(0)
    table.submit(0, game.parse(setup, other))
    assert any(isinstance(entry, Undo) for entry in table.record.entries)
    assert [game.spell(setup, met.act) for met in decisions(table.record)] == [other]


def test_an_answer_by_the_clock_is_no_decision() -> None:
    game = NumbersGame()
    setup = game.setup(["Ada", "Bo"], {"rounds": 1})
    table = Table(game, setup, Fast(1))
    table.submit(0, 2)
    table.deadline()
    assert [met.seat for met in decisions(table.record)] == [0]


def test_talk_changes_neither_steps_nor_numbers() -> None:
    record = golden("truce")
    spoken = Record(record.header, [*record.entries])
    spoken.entries.insert(5, Talk("Player 1", "I shall loot."))
    todo, same = decisions(record, [0])[:2], decisions(spoken, [0])[:2]
    assert [met.step for met in todo] == [met.step for met in same]
    assert reviewed(record, todo) == reviewed(spoken, same)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", ["truce", "jaccuse", "emperor", "accusation", "complot"])
def test_every_decision_has_a_sentence(game: str, lang: str) -> None:
    record = golden(game)
    todo = decisions(record)
    todo = todo[:: max(1, len(todo) // 4)]
    weighed = [one for one in reviewed(record, todo) if one]
    found = told(record, todo, weighed, lang)
    assert (found.found, len(found.decisions)) == (len(todo), len(weighed))
    for one in found.decisions:
        assert one.part
        assert one.label in one.sentence
        assert one.rival_label in one.sentence
        assert 0 <= one.worth + one.lead <= 1
        assert (one.label, one.worth) in [(it.label, it.worth) for it in one.options]
        assert one.rival_label in [it.label for it in one.options]
        worths = [it.worth for it in one.options]
        assert worths == sorted(worths, reverse=True)
    assert [seat.seat for seat in found.seats] == sorted({one.seat for one in weighed})
    for seat in found.seats:
        assert seat.sentence
        assert all(found.decisions[place].verdict == "mistake" for place in seat.mistakes)
        assert all(found.decisions[place].verdict == "good" for place in seat.good)


def test_a_match_that_was_broken_off_has_decisions_and_no_account() -> None:
    game = NumbersGame()
    setup = game.setup(["Ada", "Bo"])
    table = Table(game, setup, Fast(1))
    for seat, pick in ((0, 1), (1, 3)):
        table.submit(seat, pick)
    table.abort(0)
    met = decisions(table.record, [0])
    (one,) = (weigh(game, setup, decision, 800) for decision in met)
    assert one is not None
    assert accounts(table.record, [one]) == []
    assert told(table.record, met, [one]).seats[0].sentence == ""
