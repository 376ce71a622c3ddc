"""Golden records: matches of long ago still fold into the same end. A game that changes on purpose
gets a new version and new records (`python tests/test_golden.py` writes them)."""

import json
import sys
from pathlib import Path

import pytest

from intrigue.conformance import kit
from intrigue.kernel.game import discover
from intrigue.kernel.position import digest
from intrigue.session.record import Record, verify

FOLDER = Path(__file__).parent / "golden"
SEATS = {"truce": 6, "jaccuse": 7, "emperor": 6, "complot": 2, "accusation": 4}


@pytest.mark.parametrize("name", sorted(discover()))
def test_golden_record(name: str) -> None:
    record = Record.read((FOLDER / f"{name}.jsonl").read_text("utf-8"))
    verify(record)
    steps = [int(digest(step.position)) for step in record.fold()]
    expected = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    assert steps == expected["digests"]


def write() -> None:
    for name, game in discover().items():
        setup = game.setup([f"Player {i + 1}" for i in range(SEATS.get(name, game.low))])
        record = kit.records(game, setup, 2026)
        (FOLDER / f"{name}.jsonl").write_text(record.text(), "utf-8")
        steps = [int(digest(step.position)) for step in record.fold()]
        (FOLDER / f"{name}.json").write_text(json.dumps({"digests": steps}) + "\n", "utf-8")
        print(f"{name}: {len(steps)} steps", file=sys.stderr)


if __name__ == "__main__":
    write()
