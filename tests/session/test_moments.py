"""A record as a story: its steps are what everyone saw happen, whoever looks."""

from pathlib import Path

import pytest

from intrigue.kernel.game import Seen, discover
from intrigue.kernel.text import LANGUAGES
from intrigue.session.moments import Mark, moments, public
from intrigue.session.record import Play, Record
from intrigue.session.telling import Voice

GOLDEN = Path(__file__).parent.parent / "golden"
AT_MOST = {"truce": 22, "jaccuse": 375, "emperor": 90, "accusation": 60, "complot": 300}


def golden(name: str) -> Record:
    return Record.read((GOLDEN / f"{name}.jsonl").read_text("utf-8"))


def told(record: Record) -> list[tuple[Mark, list[Seen], int]]:
    """Every moment with what a spectator saw in it, and how many acts led to it."""
    steps = iter(moments(record.game, record.setup(), record.fold()))
    found = []
    mark, seen, acts = next(steps), list[Seen](), 0
    for step in record.fold():
        seen += public(step.events)
        acts += isinstance(step.entry, Play)
        if step.line == mark.line:
            found.append((mark, seen, acts))
            mark, seen, acts = next(steps, mark), [], 0
    assert (seen, acts) == ([], 0), "something belongs to no step"
    return found


@pytest.mark.parametrize("name", discover())
def test_a_step_ends_with_what_everyone_sees(name: str) -> None:
    record = golden(name)
    _, *after = told(record)
    assert len(after) <= AT_MOST[name]
    for mark, seen, acts in after:
        assert acts > 0
        said = [event for event in seen if record.game.line(record.setup(), event)]
        assert said, f"line {mark.line}: nothing to tell"


def test_answers_that_were_sealed_together_are_one_step() -> None:
    record = golden("truce")
    _, *after = told(record)
    reveals = [acts for _, seen, acts in after if "reveal" in {event.kind for event in seen}]
    assert reveals == [len(record.header.seats)] * 10


@pytest.mark.parametrize("name", discover())
def test_a_title_says_what_happened_in_one_voice(name: str) -> None:
    record = golden(name)
    _, *after = told(record)
    for lang, you in zip(LANGUAGES, ("You", "Vous"), strict=True):
        for _, seen, _ in after:
            line = Voice(record.game, record.setup(), lang).title(seen)
            assert line
            assert you not in line.split()
            assert any(line in "".join(record.game.line(record.setup(), e, lang)) for e in seen)


@pytest.mark.parametrize("name", discover())
def test_chapters_are_counted_by_what_everyone_sees(name: str) -> None:
    record = golden(name)
    chapters = [mark.chapter for mark, _, _ in told(record)]
    assert chapters == sorted(chapters)
    assert set(chapters) == set(range(1, chapters[-1] + 1))
    assert chapters[-1] > 1
    for lang in LANGUAGES:
        assert "7" in record.game.words(lang).say("chapter", number=7)


@pytest.mark.parametrize("name", discover())
def test_turning_points_are_marked_and_are_headlines(name: str) -> None:
    record = golden(name)
    game = record.game
    assert set(game.turning_points) <= set(game.headlines)
    assert set(game.lead_ins) <= set(game.events)
    assert not set(game.lead_ins) & set(game.turning_points)
    for mark, seen, _ in told(record):
        assert mark.turning == any(event.kind in game.turning_points for event in seen)


def test_a_game_that_counts_nothing_is_one_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    record = golden("truce")
    monkeypatch.setattr(type(record.game), "chapter", lambda self, view: 0)
    assert {mark.chapter for mark, _, _ in told(record)} == {0}


def test_a_match_that_was_broken_off_ends_with_its_last_line() -> None:
    record = golden("emperor")
    record.entries = record.entries[:40]  # in the middle of a window
    whole = list(record.fold())
    assert told(record)[-1][0].line == whole[-1].line
    assert not whole[-1].position.over
