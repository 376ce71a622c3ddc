"""docs/bots.md does what it says: its bot is saved, its commands are typed, and it sits down at a
table over the socket."""

import asyncio
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from intrigue.agents.client import Client
from tests.server.running import Server, serving

PAGE = (Path(__file__).parent.parent / "docs" / "bots.md").read_text("utf-8")
(CODE,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
COMMANDS = re.findall(r"^(intrigue .*)$", PAGE, re.M)
EXTRA = '''

class Fails(Grudge):
    def answer(self, view, prompt, options):
        return 1 / 0


class Offers(Grudge):
    """It wants peace with its neighbour."""

    def negotiate(self, view, ledger, opening):
        from intrigue.kernel.negotiation import Propose, Remark
        name = self.setup.names[0]
        word = Propose(f"I do not attack {name} until round {view.round}", [0])
        return [word, Remark("no_gain", 0)] if opening else []


class Babbles(Offers):
    """One of its moves cannot be sent, one cannot be read."""

    def negotiate(self, view, ledger, opening):
        from intrigue.kernel.negotiation import Propose
        return [Propose([0], 7), 3, *super().negotiate(view, ledger, opening)]
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "grudge.py").write_text(CODE + EXTRA)
    return tmp_path


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "intrigue", "--lang", "en", *words]
    return subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONSAFEPATH": "1"},  # as the installed command: not by the folder
    )


def end(process: subprocess.Popen[str], typed: str = "", status: int = 0) -> str:
    said, wrong = process.communicate(typed, timeout=300)
    assert process.returncode == status, said + wrong
    assert "Traceback" not in wrong
    return said + wrong


def test_the_bot_is_twenty_lines_and_its_commands_run(folder: Path) -> None:
    assert len([line for line in CODE.splitlines() if line.strip()]) <= 20
    simulate, arena, play, _ = COMMANDS
    said = end(start(folder, *shlex.split(simulate)[1:]))
    assert "1 grudge:Grudge " in said
    assert "What went wrong" not in said
    said = end(start(folder, *shlex.split(arena)[1:]))
    assert re.search(r"grudge:Grudge:wrath=2 +\d+", said.partition("Ratings")[2])
    assert "What went wrong" not in said
    quick = ["-o", "rounds=1", "--seats", "3"]
    said = end(start(folder, *shlex.split(play)[1:], *quick), typed="defend\n")
    assert "(grudge:Grudge)" in said


def table(server: Server, people: int, **terms: object) -> tuple[Client, dict[str, object]]:
    host = server.person("Ada")
    return host, host.make_table("truce", people, options={"rounds": 3}, **terms)


def begin_and_play(host: Client, info: dict[str, object], waits_for: int) -> str:
    """When everybody sits and is ready; the record."""
    known = str(info["id"])

    async def play() -> None:
        async with host.sit(known) as seat:

            def all_ready(seat: object) -> bool:
                seats = host.table(known)["seats"]
                ready = [one for one in seats if one["kind"] == "person" and one["ready"]]
                return len(ready) >= waits_for

            await asyncio.wait_for(seat.until(all_ready), 120)
            await asyncio.to_thread(host.start, known)
            await asyncio.wait_for(seat.play(lambda seat: "defend"), 120)

    asyncio.run(play())
    return host.record(known)


def test_it_sits_down_at_a_table_by_its_code(folder: Path, tmp_path: Path) -> None:
    _, _, _, sit = COMMANDS
    with serving(tmp_path / "data", "--no-limits", "--bot-delay", "0.01") as server:
        host, info = table(server, 3)
        words = sit.replace("http://localhost:8765", server.url).replace("CODE", str(info["code"]))
        good = start(folder, *shlex.split(words)[1:])
        bad = start(folder, *shlex.split(words.replace("grudge:Grudge", "grudge:Fails"))[1:])
        record = begin_and_play(host, info, 2)
        said = end(good)
        assert "grudge:Grudge sits at the table" in said
        assert "What went wrong" not in said
        said = end(bad)
        assert "usual bot gave 3 answers in its place" in said
        assert "ZeroDivisionError: division by zero (grudge.py:" in said
    names = json.loads(record.splitlines()[0])["seats"]
    assert set(names) >= {"Ada", "Grudge"}
    assert '"by":"default"' not in record


def test_over_the_socket_it_deals(folder: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--no-limits", "--bot-delay", "0.01") as server:
        host, info = table(server, 3)
        words = ("sit", server.url, str(info["code"]), "--bot")
        bot = start(folder, *words, "grudge:Offers", "--name", "Bo")
        other = start(folder, *words, "grudge:Babbles", "--name", "Cy")
        record = begin_and_play(host, info, 2)
        assert "What went wrong" not in end(bot)
        assert "which is no move" in end(other)
    assert re.search("do(es)? not attack Ada until round 1", record)


def test_who_cannot_sit_down_is_told_why(folder: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--no-limits") as server:
        host, info = table(server, 3)
        code = str(info["code"])

        def refused(*words: str) -> str:
            return end(start(folder, "sit", *words), status=2)

        assert "no Nobody" in refused(server.url, code, "--bot", "grudge:Nobody")
        assert "refused" in refused(server.url, "QQQQQQ", "--bot", "normal")
        assert "is no address" in refused("play.example", code, "--bot", "normal")
        seats = host.table(str(info["id"]))["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "open", "open"], "nobody sat down"
    assert "does not answer" in refused(server.url, code, "--bot", "normal")
