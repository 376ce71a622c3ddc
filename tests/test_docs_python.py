"""What stands in the documents as typed into Python is typed, and answers as they say; and what is
printed pastes back."""

import doctest
import re
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from intrigue.conformance import kit
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Game, Seen, Setup, discover, find_game
from intrigue.kernel.position import Event, Outcome, Prompt, Refusal
from intrigue.kernel.text import BadInput
from intrigue.session.match import Match
from tests.toys import TOYS

ROOT = Path(__file__).parent.parent
LISTED = ["git", "ls-files", "*.md"]
DOCUMENTS = subprocess.run(LISTED, cwd=ROOT, capture_output=True, text=True, check=True).stdout
TYPED = [name for name in DOCUMENTS.split() if ">>> " in (ROOT / name).read_text("utf-8")]


@pytest.mark.parametrize("name", TYPED)
def test_what_is_typed_in_a_document_answers_as_it_says(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / name).read_text("utf-8")
    typed = "\n".join(re.findall(r"```python\n(>>> .*?)```", text, re.S))
    test = doctest.DocTestParser().get_doctest(typed, {}, name, name, 0)
    assert test.examples
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    assert not said, "".join(said)


def test_there_is_something_typed() -> None:
    assert {"README.md", "docs/python.md"} <= set(TYPED)


NAMES: dict[str, Any] = {"Event": Event, "Prompt": Prompt, "Refusal": Refusal, "Outcome": Outcome}
NAMES |= {"Setup": Setup, "Seen": Seen, "find_game": find_game, "inf": float("inf")}


def pastes(thing: object, **more: object) -> None:
    again = eval(repr(thing), {**NAMES, **more})
    assert repr(again) == repr(thing)
    assert type(again) is type(thing)


@pytest.mark.parametrize("game", [*discover().values(), *TOYS.values()], ids=lambda game: game.id)
def test_what_is_printed_pastes_back(game: Game) -> None:
    setup = game.setup([f"Player {i + 1}" for i in range(game.low)])
    pastes(setup)
    if game.id in discover():
        pastes(game)
    for number, moment in enumerate(kit.wander(game, setup, seed=3)):
        position = moment.position
        for event in moment.events:
            pastes(event)
        for seat in [] if position.over else position.asked():
            pastes(position.prompt(seat))
        pastes(position.outcome())
        pastes(position.check(0, 1 << 40))
        if number % 10 == 0:
            home = import_module(type(position.view(0)).__module__)
            structs = {name: kind for name, kind in vars(home).items() if isinstance(kind, type)}
            pastes(position.view(0), **structs)
            assert "asked of" in repr(position) or position.over
        if number > 150:
            break


@pytest.mark.parametrize("game", discover().values(), ids=lambda game: game.id)
def test_a_position_is_drawn_and_names_what_is_legal(game: Game) -> None:
    setup = game.setup([f"Player {i + 1}" for i in range(game.usual)])
    position = game.start(setup, Fast(1))
    assert str(position) == game.picture(setup, position.view(-1))
    assert [setup.seat(name) for name in position.legal] == position.asked()
    for name, acts in position.legal.items():
        assert [game.parse(setup, act) for act in acts] == position.options(setup.seat(name))


@pytest.mark.parametrize("game", discover().values(), ids=lambda game: game.id)
def test_a_record_is_a_match_at_any_step(game: Game) -> None:
    text = (ROOT / "tests" / "golden" / f"{game.id}.jsonl").read_text("utf-8")
    whole = Match.from_record(text)
    assert whole.over
    assert not whole.legal
    assert whole.outcome is not None
    early = Match.from_record(text, steps=5)
    name, acts = next(iter(early.legal.items()))
    early.play(name, acts[0])
    again = eval(repr(early), {"Match": Match})
    assert again.position.key() == early.position.key()
    assert str(again) == str(early)
    assert Match.from_record(text, steps=0).position.key() != early.position.key()


def test_a_record_that_is_none_gets_a_sentence() -> None:
    with pytest.raises(BadInput, match="no record of intrigue"):
        Match.from_record("nothing\n")
