"""A bot that somebody else wrote sits down everywhere: by the name it was installed under, or by
`module:Class`. It thinks in a process of its own, and whatever it does there, the match goes on."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from intrigue.agents.client import CallRefused
from intrigue.bots import Seated, apart, find_bot
from intrigue.bots.outside import installed
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import find_game
from intrigue.kernel.position import Position
from intrigue.kernel.text import LANGUAGES, BadInput
from intrigue.lab.simulate import play_bots
from tests.server.running import serving

BOTS = '''
import gc, os, sys, time

from intrigue.kernel.game import Player
from intrigue.kernel.position import Position


class Grudge(Player):
    """Attacks whoever attacked it, else it defends."""

    def __init__(self, game, setup, seat, rng, *, patience: int = 1, loud: bool = False):
        super().__init__(game, setup, seat, rng)
        self.patience = patience
        self.loud = loud

    def hear(self, event):
        if self.loud:
            print("What a bot prints is not for standard output.")

    def answer(self, view, prompt, options):
        return self.rng.choice(options)


class Raises(Player):
    def answer(self, view, prompt, options):
        return {}["nothing"]


class Rubbish(Player):
    def answer(self, view, prompt, options):
        return self.rng.choice([object(), None, 1 << 80, 987654, "loot", True])


class Hangs(Player):
    def answer(self, view, prompt, options):
        while True:
            time.sleep(60)


class Dies(Player):
    def answer(self, view, prompt, options):
        os._exit(7)


class Greedy(Player):
    def answer(self, view, prompt, options):
        bytearray(1 << 40)


class Unborn(Player):
    def __init__(self, *args):
        raise RuntimeError("not today")


class Peeks(Player):
    """It looks for the table, wherever it may be."""

    def answer(self, view, prompt, options):
        assert not any(isinstance(thing, Position) for thing in gc.get_objects())
        frame = sys._getframe()
        while frame is not None:
            assert not any(isinstance(thing, Position) for thing in frame.f_locals.values())
            frame = frame.f_back
        return options[0]


class NoTruce(Player):
    @classmethod
    def plays(cls, game):
        return game.id != "truce"


no_bot = print
'''
WRONG = ["Raises", "Rubbish", "Dies", "Greedy", "Unborn"]
SITE = "[intrigue.bots]\ngrudge = strangers:Grudge\nbroken = strangers:Nobody\n"


@pytest.fixture(autouse=True)
def strangers(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """The module is where every process that is started here finds it, and so is what is installed
    under a name."""
    site = tmp_path_factory.mktemp("site")
    (site / "strangers.py").write_text(BOTS)
    facts = site / "strangers-1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1\n")
    (facts / "entry_points.txt").write_text(SITE)
    paths = [str(site), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.syspath_prepend(site)
    apart._losses.clear()
    installed.cache_clear()
    yield site
    sys.modules.pop("strangers", None)
    installed.cache_clear()


def intrigue(*words: str, status: int = 0, lang: str = "en", typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "intrigue", "--lang", lang, *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout or done.stderr


def play(*names: str) -> tuple[Position, list[Seated]]:
    """A short match of Truce; the position at its end, and who sat there."""
    game = find_game("truce")
    setup = game.setup([f"P{i}" for i in range(len(names))], {"rounds": 2})
    players = [
        Seated(find_bot(game, name), game, setup, seat, Random(seat))
        for seat, name in enumerate(names)
    ]
    chance = Fast(1)
    position = game.start(setup, chance)
    play_bots(position, chance, players)
    return position, players


def test_an_installed_bot_and_one_in_a_file_play_the_same(tmp_path: Path) -> None:
    words = ("simulate", "truce", "--seats", "4", "--games", "3", "-o", "rounds=2", "--json")
    runs = [
        json.loads(intrigue(*words, "--bots", f"{name},random", *jobs))
        for name in ("grudge", "strangers:Grudge", "strangers:Grudge:patience=3:loud=on")
        for jobs in ([], ["--jobs", "2"])
    ]
    for run in runs:
        assert run["faults"] == run["lost"] == run["troubles"] == {}
        for key in ("bots", "seconds", "decisions_per_second"):
            del run[key]
    assert all(run == runs[0] for run in runs)


def test_it_plays_in_the_arena_and_at_the_terminal(tmp_path: Path) -> None:
    truce = ("truce", "--seats", "3", "-o", "rounds=2")
    words = ("lab", "arena", *truce, "--pair", "--bots", "grudge,random", "--games", "6")
    rows = tmp_path / "rows.jsonl"
    report = json.loads(intrigue(*words, "--json", "--rows", str(rows)))
    assert {rating["bot"] for rating in report["ratings"]} == {"grudge", "random"}
    assert report["faults"] == {}
    table = ("play", "truce", "--name", "Ada", "--seats", "3", "-o", "rounds=2")
    said = intrigue(*table, "--bots", "strangers:Grudge,strangers:Raises", typed="defend\n" * 2)
    assert "strangers:Grudge" in said
    assert "What went wrong first with strangers:Raises: it raised KeyError" in said
    assert "strangers.py:" in said


def test_rows_of_a_bot_that_was_changed_since_are_another_run(
    strangers: Path, tmp_path: Path
) -> None:
    rows = tmp_path / "rows.jsonl"
    words = ("lab", "arena", "truce", "--seats", "3", "-o", "rounds=2", "--games", "3")
    run = (*words, "--bots", "strangers:Grudge,random", "--rows", str(rows), "--json")
    intrigue(*run)
    intrigue(*run)
    (strangers / "strangers.py").write_text(BOTS + "\n# another day\n")
    assert "what differs: sources" in intrigue(*run, status=2)


def test_whatever_it_does_the_match_goes_on_and_it_is_counted() -> None:
    names = [f"strangers:{name}" for name in WRONG]
    words = ("simulate", "truce", "--seats", "6", "--games", "4", "-o", "rounds=2")
    run = (*words, "--bots", ",".join([*names, "normal"]))
    report = json.loads(intrigue(*run, "--json"))
    assert report["games"] == 4
    assert report["decisions"] == 4 * 6 * 2
    told = {name: fault["kind"] for name, fault in report["troubles"].items()}
    raised = dict.fromkeys(("strangers:Raises", "strangers:Greedy", "strangers:Unborn"), "raised")
    assert told.pop("strangers:Rubbish") in ("no_act", "not_offered")
    assert told == {**raised, "strangers:Dies": "ended"}
    assert report["faults"]["strangers:Raises"] == report["faults"]["strangers:Greedy"] == 8
    assert "MemoryError" in report["troubles"]["strangers:Greedy"]["what"]
    assert report["lost"] == {"strangers:Dies": 4, "strangers:Unborn": 4}
    assert report["faults"]["strangers:Dies"] == apart.HOPELESS, "then nobody asks it any more"
    for lang in LANGUAGES:
        said = intrigue(*run, lang=lang)
        assert "(strangers:Dies 4, strangers:Unborn 4)" in said
        assert "KeyError: 'nothing' (strangers.py:" in said


def test_the_usual_bot_plays_on_for_one_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "PATIENCE", 0.5)
    position, players = play("strangers:Hangs", "normal", "normal")
    assert position.over
    hanging = players[0]
    assert hanging.lost
    assert hanging.faults == 1, "it was asked once, and the usual one from then on"
    assert hanging.trouble is not None
    assert "said nothing for" in hanging.trouble.sentence("en")


def test_it_cannot_look_at_the_table() -> None:
    _, players = play("strangers:Peeks", "normal", "normal")
    assert players[0].faults == 0, players[0].trouble


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nowhere:Grudge", "no module nowhere is installed"),
        ("no where:Grudge", "no module no where is installed"),
        ("strangers:Grugde", "the bots in it are Grudge, Raises"),
        ("strangers:no_bot", "is no bot"),
        ("random:Random", "no bot 'random:Random'"),
        ("json:JSONDecoder", "is no bot"),
        ("json:Nothing", "no bot at all"),
        ("broken", "strangers has no Nobody"),
        ("strangers:NoTruce", "does not play Truce"),
        ("strangers:Grudge:haste=1", "no parameter 'haste'; it has patience and loud"),
        ("strangers:Raises:haste=1", "it has none"),
        ("strangers:Grudge:patience=much", "must be a whole number that it can use, not 'much'"),
        ("strangers:Grudge:loud=7", "must be on or off, not '7'"),
        ("strangers:Grudge:moody", "no bot 'strangers:Grudge:moody'"),
        ("search:seconds=-1", "must be a number that it can use, not '-1'"),
        ("normal:playouts=3", "it has none"),
        ("gruge", "did you mean grudge?"),
    ],
)
def test_a_bot_that_cannot_be_had_gets_a_sentence(name: str, says: str) -> None:
    with pytest.raises(BadInput) as wrong:
        find_bot(find_game("truce"), name)
    assert says in wrong.value.sentence("en")
    assert wrong.value.sentence("fr") != wrong.value.sentence("en")


def test_a_module_that_cannot_be_imported_gets_a_sentence(strangers: Path) -> None:
    (strangers / "sinking.py").write_text("import sys\nsys.exit('no')\n")
    said = intrigue("simulate", "truce", "--bots", "sinking:Ship", status=2)
    assert "sinking cannot be imported: SystemExit: no (sinking.py:2)" in said


def test_a_search_can_be_told_how_long_to_think() -> None:
    game = find_game("truce")
    setup = game.setup(["Ada", "Bo", "Cy"])
    maker = find_bot(game, "search:playouts=40:worlds=4:seconds=0.5", patient=True)
    bot = maker(game, setup, 0, Random(1))
    assert bot.budget.playouts == 40  # type: ignore[attr-defined]
    assert bot.budget.worlds == 4  # type: ignore[attr-defined]
    assert bot.most == 0.5  # type: ignore[attr-defined]


def test_installed_bots_are_listed_with_the_games_that_they_play() -> None:
    assert "grudge" in json.loads(intrigue("games", "truce", "--json"))["bots"]
    assert "grudge" in intrigue("games", "emperor")


def test_a_server_offers_what_its_operator_chose_and_nothing_else(tmp_path: Path) -> None:
    said = ["--bot", "grudge", "--bot", "strangers:Grudge:patience=2"]
    with serving(tmp_path / "data", "--no-limits", "--bot-delay", "0.01", *said) as server:
        ada = server.person("Ada")
        games = {game["id"]: game["bots"] for game in ada.get("/api/games")["games"]}
        assert games["truce"][-2:] == ["grudge", "strangers:Grudge:patience=2"]
        table = ada.make_table("truce", 4, options={"rounds": 2})["id"]
        for name in ("strangers:Raises", "strangers:Grudge", "os:path", "broken", "search"):
            with pytest.raises(CallRefused, match="no bot"):
                ada.set_bot(table, 1, name)
        ada.set_bot(table, 1, "grudge")
        ada.set_bot(table, 2, "strangers:Grudge:patience=2:faithful")
        ada.set_bot(table, 3, "normal")
        ada.start(table)

        async def play() -> None:
            async with ada.sit(table) as seat:
                await asyncio.wait_for(seat.play(lambda seat: "defend"), 60)

        asyncio.run(play())
        assert '"by":"default"' not in ada.record(table)
    refused = intrigue("serve", "--data", str(tmp_path / "x"), "--bot", "nobody", status=2)
    assert "no bot 'nobody'" in refused
