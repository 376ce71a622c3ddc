"""docs/acts.md names every act of every game: programs rely on it."""

import re
from pathlib import Path
from random import Random

import pytest

from intrigue.conformance.kit import voluntary
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Game, discover
from tests.trace import random_value

PAGE = (Path(__file__).parents[2] / "docs/acts.md").read_text("utf-8")
TITLES = {"truce": "Truce", "jaccuse": "J'Accuse", "emperor": "Emperor",
          "accusation": "Accusation", "complot": "Complot"}  # fmt: skip
PLACES = {"NAME": r"[A-Z][a-z]+", "N": r"\d+", "CARD": r"\S+", "TOKENS": "[MEDIR]+", "ID": r"c\d+"}
NAMES = ["Ada", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus"]


def pattern(act: str) -> str:
    """What fits an act of the page."""
    parts = re.split(r"(NAME|CARD|TOKENS|ID|\bN\b|…)", act)
    out = ""
    for part in parts:
        if part == "…":
            last = next(place for place in reversed(PLACES.values()) if out.endswith(place))
            out += f"(?: {last})*"
        else:
            out += PLACES.get(part, re.escape(part))
    return out


def table(game: str) -> dict[str, list[str]]:
    """The acts of each question, as patterns."""
    section = PAGE.split(f"## {TITLES[game]}\n")[1].split("\n## ")[0]
    rows: dict[str, list[str]] = {}
    before: list[str] = []
    for row in re.findall(r"^\| (.+?) \| (.+) \|$", section, re.M)[1:]:
        acts = [pattern(act) for act in re.findall(r"`([^`]+)`", row[1])]
        before = acts = acts + (before if "the same" in row[1] else [])
        for question in re.findall(r"`(\w+)`", row[0]) or [row[0]]:
            rows[question] = acts
    return rows


def fits(rows: dict[str, list[str]], question: str, act: str) -> bool:
    return any(re.fullmatch(known, act) for known in rows.get(question, []))


@pytest.mark.parametrize("name", TITLES)
def test_every_act_is_in_the_table(name: str) -> None:
    game: Game = discover()[name]
    rows = table(name)
    assert set(rows) - {"free", "the table's"} == set(game.prompts)
    for seed in range(6):
        rng, chance = Random(seed), Fast(seed)
        seats = game.low + seed % (min(game.high, len(NAMES)) - game.low + 1)
        chosen = {option.name: random_value(option, chance) for option in game.options}
        setup = game.setup(NAMES[:seats], chosen if seed % 2 else {})
        position = game.start(setup, chance)
        while (seat := int(position.next())) >= 0:
            question = position.prompt(seat).kind
            for act in position.options(seat):
                text = game.spell(setup, act)
                assert fits(rows, question, text), f"{question}: {text}"
            for act in voluntary(game, position, seat, rng)[:3]:
                text = game.spell(setup, act)
                assert fits(rows, "free", text), f"free: {text}"
            position.apply(seat, rng.choice(position.options(seat)), chance)
