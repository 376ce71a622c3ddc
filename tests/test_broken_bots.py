"""A bot that fails spoils no table: in the laboratory, at the terminal and on the server an illegal
or missing answer is counted, and the default counts instead. The bots here come with a game that is
installed beside the program, as a third party's would be."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from intrigue.agents.client import Seat
from tests.server.running import serving

WOBBLY = '''
from intrigue.games.truce.game import TruceGame
from intrigue.kernel.game import Player


class Raises(Player):
    def answer(self, view, prompt, options):
        raise RuntimeError("no idea")

    def volunteer(self, view):
        raise RuntimeError("nor here")


class Illegal(Player):
    """An act that nobody may do, now and then one that is no answer."""

    def answer(self, view, prompt, options):
        return self.rng.choice([987654, -1, 1 << 80, "pass", True, None, [], 4096 + 5 * 64 + 1])

    def volunteer(self, view):
        return [options for options in (None, "gift", 1 << 80, 987654, 0)]


class Nothing(Player):
    def answer(self, view, prompt, options):
        return None


class Unborn(Player):
    def __init__(self, *args):
        raise RuntimeError("not today")


class Deaf(Player):
    def hear(self, event):
        raise RuntimeError("what?")

    def answer(self, view, prompt, options):
        return options[0]


class WobblyGame(TruceGame):
    id = "wobbly"
    package = "intrigue.games.truce"
    bots = {"raises": Raises, "illegal": Illegal, "nothing": Nothing, "unborn": Unborn,
            "deaf": Deaf}
'''
KINDS = ["raises", "illegal", "nothing", "unborn", "deaf"]
ROUNDS = 3


@pytest.fixture
def wobbly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is installed where every process that is started here finds it."""
    site = tmp_path / "site"
    facts = site / "wobbly-1.dist-info"
    facts.mkdir(parents=True)
    (site / "wobbly.py").write_text(WOBBLY)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: wobbly\nVersion: 1\n")
    (facts / "entry_points.txt").write_text("[intrigue.games]\nwobbly = wobbly:WobblyGame\n")
    paths = [str(site), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))


def intrigue(*words: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-m", "intrigue", "--lang", "en", *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.usefixtures("wobbly")
def test_the_laboratory_counts_what_a_bot_does_wrong_and_plays_on() -> None:
    words = ("simulate", "wobbly", "--seats", "5", "--games", "4", "-o", f"rounds={ROUNDS}")
    bots = ("--bots", ",".join(KINDS))
    run = json.loads(intrigue(*words, *bots, "--json"))
    assert run["games"] == 4
    assert run["decisions"] == 4 * 5 * ROUNDS
    asked = 4 * ROUNDS
    assert set(run["faults"]) == set(KINDS)
    assert run["faults"]["nothing"] == asked
    assert run["faults"]["raises"] == 2 * asked  # it volunteers, too
    assert run["faults"]["unborn"] == asked + 4
    assert run["faults"]["illegal"] >= asked
    assert "missing or illegal answers" in intrigue(*words, *bots)
    assert "illegal answers" not in intrigue(*words, "--bots", "random")


@pytest.mark.usefixtures("wobbly")
def test_at_the_terminal_the_default_counts_for_a_bot_that_fails(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    said = intrigue(
        *("play", "wobbly", "--name", "Ada", "--seats", "6", "--bots", ",".join(KINDS)),
        *("-o", f"rounds={ROUNDS}", "--save", str(path)),
        typed="defend\n" * ROUNDS,
    )
    assert re.search(r"Bots gave \d+ missing or illegal answers", said)
    record = path.read_text("utf-8")
    assert record.count('"by":"default"') == ROUNDS * 4  # the deaf one does answer
    assert '"do":"end"' in record


@pytest.mark.usefixtures("wobbly")
def test_on_a_server_the_default_counts_for_a_bot_that_fails(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--no-limits", "--bot-delay", "0.01") as server:
        host = server.person("Ada")
        info = host.make_table("wobbly", 1 + len(KINDS), options={"rounds": ROUNDS})
        for seat, kind in enumerate(KINDS, 1):
            host.set_bot(info["id"], seat, kind)
        host.start(info["id"])

        async def play() -> None:
            def choose(seat: Seat) -> str:
                return "defend"

            async with host.sit(info["id"]) as seat:
                await asyncio.wait_for(seat.play(choose), 60)

        asyncio.run(play())
        text = host.get(f"/api/tables/{info['id']}/record")
        operator = {"Authorization": f"Bearer {server.operator}"}
        numbers = host.raw("GET", "/metrics", headers=operator)[2].decode()
        log = server.log.read_text("utf-8")
    for kind in KINDS:
        counted = re.search(
            rf'intrigue_bot_faults_total{{bot="{kind}",game="wobbly"}} (\S+)', numbers
        )
        assert counted, kind
        assert float(counted[1]) >= ROUNDS, kind
    assert "bot erred" in log
    assert text.count('"by":"default"') == ROUNDS * 4
