"""Games that others install: a broken one is named and left out, and harms nobody."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from intrigue.kernel.game import discover

POINTS = {
    "raises": "raises_on_import:Game",
    "quits": "quits_on_import:Game",
    "missing": "no_such_module:Game",
    "nothing": "rubbish:nothing",
    "bare": "rubbish:Bare",
    "wordless": "rubbish:Wordless",
    "other": "rubbish:Other",
    "truce": "rubbish:Truce",
}
MODULES = {
    "raises_on_import": "raise ZeroDivisionError('a game \\x1b[31mof chance')",
    "quits_on_import": "import sys\nsys.exit(3)",
    "rubbish": """
from intrigue.kernel.game import Game

def nothing():
    return None

class Bare(Game):
    id = "bare"

class Wordless(Game):
    id, prefix, version, low, high, seats_rule = "wordless", "WO", "1", 2, 4, "WO-1"
    view_type = dict

class Other(Wordless):
    pass

class Truce(Wordless):
    id = "truce"
""",
}


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder on the path, as installing a package of broken games leaves it."""
    for name, code in MODULES.items():
        (tmp_path / f"{name}.py").write_text(code)
    info = tmp_path / "broken_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-games\nVersion: 1.0\n")
    points = "".join(f"{name} = {value}\n" for name, value in POINTS.items())
    (info / "entry_points.txt").write_text(f"[intrigue.games]\n{points}")
    return tmp_path


def intrigue(site: Path, *words: str, lang: str = "en") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(site), "INTRIGUE_LANG": lang}
    command = [sys.executable, "-m", "intrigue", *words]
    return subprocess.run(
        command, env=env, capture_output=True, text=True, check=False, timeout=120
    )


def test_broken_games_are_named_and_left_out(installed: Path) -> None:
    done = intrigue(installed, "games", "--json")
    assert done.returncode == 0, done.stderr
    assert [row["game"] for row in json.loads(done.stdout)] == list(discover())
    lines = done.stderr.splitlines()
    assert len(lines) == len(POINTS)
    for name, value in POINTS.items():
        assert any(f"{name} ({value}) is installed but broken" in line for line in lines), name
    assert "\x1b" not in done.stderr
    french = intrigue(installed, "games", lang="fr")
    assert "est installé mais abîmé" in french.stderr


def test_the_other_games_are_played_as_ever(installed: Path) -> None:
    done = intrigue(installed, "simulate", "truce", "--games", "2")
    assert (done.returncode, done.stderr) == (0, "")


def test_whoever_asks_for_a_broken_game_is_told_why(installed: Path) -> None:
    done = intrigue(installed, "rules", "raises")
    assert done.returncode == 2
    assert "is installed but broken, and left out: ZeroDivisionError: a game" in done.stderr
    assert "Traceback" not in done.stderr
