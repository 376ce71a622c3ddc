"""Records: what is wrong with one is said with its line, and nothing wrong is believed."""

import json
from collections.abc import Callable

import pytest

from intrigue.games.truce.game import TruceGame
from intrigue.kernel import kit
from intrigue.kernel.record import Record, verify
from intrigue.kernel.text import BadInput
from tests.kernel.toys.cards import CardsGame

GAME = CardsGame()


def lines() -> list[str]:
    """A match with cards, sound from end to end."""
    setup = GAME.setup(["Ada", "Bo", "Cy"])
    return kit.records(GAME, setup, 7).text().splitlines()


def resealed(rows: list[dict[str, object]]) -> str:
    """Rows with the checksums a forger would put."""
    from intrigue.kernel.record import _link

    link, out = "", []
    for row in rows:
        row.pop("sum", None)
        link = _link(link, row)
        out.append(json.dumps({**row, "sum": link}))
    return "\n".join(out)


def test_a_sound_record_verifies_with_every_draw() -> None:
    record = Record.read("\n".join(lines()), game=GAME)
    assert verify(record) == record.draws() > 0


def cut(rows: list[str]) -> str:
    return "\n".join(rows[:-2])


def half_a_line(rows: list[str]) -> str:
    return "\n".join(rows)[:-40]


def edited(rows: list[str]) -> str:
    return "\n".join(rows).replace('"act":"keep"', '"act":"swap"', 1)


def line_missing(rows: list[str]) -> str:
    return "\n".join(rows[:2] + rows[3:])


def after_the_end(rows: list[str]) -> str:
    return "\n".join([*rows, rows[-1]])


def no_json(rows: list[str]) -> str:
    return "hello\n" + "\n".join(rows)


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda rows: "", "empty"),
        (cut, "cut off after line"),
        (half_a_line, "Line"),
        (edited, "edited or a line is missing"),
        (line_missing, "edited or a line is missing"),
        (after_the_end, "after the end line"),
        (no_json, "no record of intrigue"),
        (lambda rows: "[1, 2]\n", "no record of intrigue"),
        (lambda rows: "\n".join(rows[1:]), "checksum"),
    ],
    ids=[
        "empty",
        "cut",
        "half a line",
        "edited",
        "a line missing",
        "after the end",
        "no JSON",
        "a list",
        "no header",
    ],
)
def test_damage_is_named(damage: Callable[[list[str]], str], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        verify(Record.read(damage(lines()), game=GAME))


Rows = list[dict[str, object]]


def forge_hand(rows: Rows) -> None:
    rows[0]["chance"] = list(reversed(rows[0]["chance"]))  # type: ignore[call-overload]


def forge_face(rows: Rows) -> None:
    rows[0]["chance"][0] = "7"  # type: ignore[index]


def forge_winner(rows: Rows) -> None:
    rows[-1]["winners"] = ["Ada", "Bo", "Cy"]


def forge_seed(rows: Rows) -> None:
    rows[-1]["seed"] = "00" * 32


def forge_act(rows: Rows) -> None:
    play = next(row for row in rows if row["do"] == "play")
    play["act"] = "show Nobody"
    play["by"] = "player"


def forge_seat(rows: Rows) -> None:
    next(row for row in rows if row["do"] == "play")["seat"] = "Zoe"


def forge_version(rows: Rows) -> None:
    rows[0]["version"] = "0"


def too_many_draws(rows: Rows) -> None:
    rows[0]["chance"] += ["1"]  # type: ignore[operator]


def too_few_draws(rows: Rows) -> None:
    rows[0]["chance"] = rows[0]["chance"][:-1]  # type: ignore[index]


@pytest.mark.parametrize(
    ("forge", "complaint"),
    [
        (forge_face, "chance answer 7"),
        (forge_winner, "the rules say"),
        (forge_seed, "not the one that was promised"),
        (forge_act, "cannot show Nobody"),
        (forge_seat, "seat that the table does not have"),
        (forge_version, "version 0"),
        (too_few_draws, "more often than the record answers"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_forged_record_is_caught_though_its_checksums_fit(
    forge: Callable[[Rows], None], complaint: str
) -> None:
    rows = [json.loads(line) for line in lines()]
    forge(rows)
    with pytest.raises(BadInput, match=complaint):
        verify(Record.read(resealed(rows), game=GAME))


def test_a_forged_deal_is_caught_by_the_seed() -> None:
    rows = [json.loads(line) for line in lines()]
    forge_hand(rows)
    with pytest.raises(BadInput):
        verify(Record.read(resealed(rows), game=GAME))


def test_truce_never_asks_chance() -> None:
    """TR-53."""
    game = TruceGame()
    record = kit.records(game, game.setup(["Ada", "Bo", "Cy"], {"rounds": 3}), 3)
    assert record.draws() == 0
