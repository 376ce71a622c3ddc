"""A game of one's own is begun by one command and green from the start; `intrigue check` says in
sentences what is wrong with a game."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from intrigue.kernel.game import EventKind, Game
from intrigue.kernel.text import LANGUAGES, catalogue
from intrigue.lab import new_game
from intrigue.lab.check import CHECKS, Check, Finding, check
from intrigue.lab.newgame.game import NewgameGame
from intrigue.lab.newgame.position import Newgame
from tests.conformance.test_kit_can_fail import LeakyView, with_position
from tests.toys.cards import CardsGame


def run(*words: str, where: Path, site: Path | None = None, status: int = 0) -> str:
    paths = [str(site)] if site is not None else []
    path = os.pathsep.join([*paths, *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=where,
        env={**os.environ, "PYTHONPATH": path, "INTRIGUE_LANG": "en"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout + done.stderr


def test_a_new_game_is_made_installed_checked_and_played(tmp_path: Path) -> None:
    site = tmp_path / "site"
    said = run("intrigue", "new-game", "fortune_hunt", where=tmp_path)
    assert "pip install --editable fortune_hunt" in said
    home = tmp_path / "fortune_hunt"
    rest = [path for path in home.rglob("*") if path.is_file()]
    assert not [path for path in rest if "newgame" in path.read_text("utf-8").lower()]
    assert not [path for path in rest if "newgame" in str(path.relative_to(home)).lower()]
    into = ("--no-deps", "--no-build-isolation", "--python", sys.executable, "--target")
    install = ("uv", "pip", "install", "--quiet", *into)
    run(*install, str(site), str(home), where=tmp_path)
    report = json.loads(
        run("intrigue", "check", "fortune_hunt", "--json", where=tmp_path, site=site)
    )
    assert report["findings"] == []
    assert report["checked"] == [one.key for one in CHECKS]
    said = run("pytest", "-q", "-p", "no:cacheprovider", "tests", where=home, site=site)
    assert f"{len(CHECKS)} passed" in said or "[100%]" in said
    bots = ("--bots", "normal,random")
    assert "matches" in run(
        "intrigue", "simulate", "fortune_hunt", "--games", "5", *bots, where=tmp_path, site=site
    )
    assert "is there already" in run(
        "intrigue", "new-game", "fortune_hunt", where=tmp_path, status=2
    )


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Diced", "cannot be the name"),
        ("1st", "cannot be the name"),
        ("class", "cannot be the name"),
        ("truce", "already"),
        ("json", "already"),
        ("../up", "cannot be the name"),
    ],
)
def test_a_name_that_cannot_be_gets_a_sentence(name: str, says: str, tmp_path: Path) -> None:
    said = run("intrigue", "new-game", name, where=tmp_path, status=2)
    assert says in said
    assert list(tmp_path.iterdir()) == []


def test_numbers_of_rules_are_no_other_games() -> None:
    assert new_game.prefix("trick") == "TI"
    assert new_game.prefix("diced") == "DI"


# --- what is found --------------------------------------------------------------------------------


class Own(Newgame):
    def copy(self) -> Newgame:
        other = super().copy()
        other.__class__ = type(self)
        return other


class Endless(Own):
    def apply(self, seat: int, act: int, chance: Any) -> None:
        super().apply(seat, act, chance)
        if self.over:
            self.over, self.round = False, 1
            self.picks.ask_all()


class Stubborn(Own):
    def default(self, seat: int, chance: Any) -> int:
        return 99


class Broken(NewgameGame):
    """The game around a broken position."""

    package = "intrigue.lab.newgame"
    position: ClassVar[type[Newgame]] = Newgame

    def start(self, setup: Any, chance: Any) -> Newgame:
        return self.position(setup.seats, int(setup.options["rounds"]))


class EndlessGame(Broken):
    position: ClassVar[type[Newgame]] = Endless


class StubbornGame(Broken):
    position: ClassVar[type[Newgame]] = Stubborn


class MuteGame(Broken):
    prompts: ClassVar = ("pick", "choose")  # type: ignore[assignment]
    events: ClassVar = {**NewgameGame.events, "fanfare": EventKind()}


class RaisingGame(Broken):
    def dump(self, setup: Any, position: Any) -> dict[str, Any]:
        raise RuntimeError("no ink")


def found(game: Game, *keys: str) -> Iterator[Finding]:
    for one in CHECKS:
        if one.key in keys:
            yield from check(game, 2, one)


@pytest.mark.parametrize(
    ("game", "key", "says"),
    [
        (with_position(CardsGame, LeakyView), "two_worlds", "gone"),
        (EndlessGame(), "ends", "a match passes its bound of 8 decisions"),
        (StubbornGame(), "options_agree", "the default is no option"),
        (RaisingGame(), "text_forms", "RuntimeError: no ink (test_own_games.py:"),
        (MuteGame(), "speaks", "fanfare"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Game) else str(value)[:20],
)
def test_what_is_wrong_is_said(game: Game, key: str, says: str) -> None:
    (finding,) = found(game, key)
    assert says in finding.what
    for lang in LANGUAGES:
        said = finding.sentence(lang)
        assert said.startswith(catalogue("intrigue", lang).sentence("check", key))
        assert finding.what in said


def test_words_rules_and_scenarios_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = new_game.make("halfdone", tmp_path) / "src"
    monkeypatch.syspath_prepend(home)
    inside = home / "halfdone"
    words = inside / "text" / "fr.toml"
    words.write_text(words.read_text().replace("{winner:seat}", "").replace("[outcome]", "[ende]"))
    book = inside / "rulebook" / "en.md"
    book.write_text(book.read_text() + "- **HA-6** Nobody shouts.\n")
    story = inside / "scenarios" / "rounds.yaml"
    story.write_text(story.read_text().replace("Ada: 5, Bo: 0", "Ada: 4, Bo: 0"))
    from halfdone.game import HalfdoneGame  # type: ignore[import-not-found]

    game = HalfdoneGame()
    monkeypatch.setattr("intrigue.kernel.game._installed", lambda: ({"halfdone": game}, []))
    said = [str(one) for one in found(game, "words", "rulebooks", "rule_lines", "scenarios")]
    for what in (
        "outcome.points is in en.toml and not in fr.toml",
        "event.open has other places in fr.toml",
        "HA-6 stands in rulebook/en.md only",
        "no line of code names HA-6",
        "no scenario shows HA-6",
        "alone at the top",
    ):
        assert [one for one in said if what in one], (what, said)


def test_every_promise_has_words(tmp_path: Path) -> None:
    for lang in LANGUAGES:
        words = catalogue("intrigue", lang).words["check"]
        assert list(words) == [one.key for one in CHECKS]


@pytest.mark.parametrize("one", CHECKS, ids=lambda one: one.key)
def test_the_game_that_is_copied_keeps_every_promise(one: Check) -> None:
    if one.key == "scenarios":  # which are of installed games
        return
    assert [str(finding) for finding in check(NewgameGame(), 2, one)] == []
