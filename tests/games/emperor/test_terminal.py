"""The picture fits a terminal, in every language, whatever happens; acts have words."""

import pytest

from intrigue.conformance import kit
from intrigue.games.emperor.rules.position import Emperor
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Seen, find_game
from intrigue.kernel.text import LANGUAGES

GAME = find_game("emperor")


@pytest.mark.parametrize("seats", [5, 7])
def test_pictures_fit_eighty_columns(seats: int) -> None:
    names = ["Ada", "B" * 40, "Cy", "Dora of the Seven Hills", "Eve", "Finn", "Gus"][:seats]
    options = {"start_hand": 2, "max_rounds": 5, "open_discard": "off"}
    setup = GAME.setup(names, options)
    for seed in range(4):
        for moment in kit.wander(GAME, setup, seed):
            assert isinstance(moment.position, Emperor)
            for viewer in (-1, 0, 1):
                for lang in LANGUAGES:
                    drawn = GAME.picture(setup, moment.position.view(viewer), lang)
                    assert max(map(len, drawn.splitlines())) <= 80, drawn
            if moment.seat >= 0:
                for lang in LANGUAGES:
                    assert GAME.label(setup, moment.act, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_longest_first_line_fits_eighty_columns(lang: str) -> None:
    setup = GAME.setup(["Emma", "Ada", "Bo", "Cy", "Dora"], {"max_rounds": 500})
    given = {
        "phase": "resolve",
        "round": 500,
        "direction": "ccw",
        "resolving": 1,
        "condemns": [{"author": "Emma", "target": "Bo"}],
    }
    drawn = GAME.picture(setup, GAME.load(setup, given, Fast(1)).view(0), lang)
    assert "500" in drawn.splitlines()[0]
    assert len(drawn.splitlines()[0]) <= 80, drawn


def test_a_picture_says_what_matters() -> None:
    setup = GAME.setup(["Emma", "Ada", "Bo", "Cy", "Dora"])
    given = {
        "identities": {"Emma": "ELR", "Ada": "LRR", "Bo": "LLR", "Cy": "LRR", "Dora": "LLR"},
        "phase": "main",
        "pointer": "Cy",
        "direction": "ccw",
        "turns": 8,
        "accused": ["Bo"],
        "knows": {"Bo": {"Cy": [1]}},
        "notes": {"Bo": {"Dora": [0, 1]}},
        "hands": {"Bo": ["clearance"], "Cy": ["swap"]},
        "stolen": {"Bo": {"Cy": ["swap"]}},
        "condemns": [
            {"author": "Cy", "target": "Bo", "turn": 3},
            {"author": "Ada", "target": "Emma"},
        ],
    }
    position = GAME.load(setup, given, Fast(1))
    drawn = GAME.picture(setup, position.view(2)).splitlines()
    rows = {line.split()[0 if line[0] == " " else 1]: line for line in drawn if line.strip()}
    assert drawn[0].endswith("counterclockwise, up the list")
    assert "[E]" in rows["Emma"]
    assert "Emperor" in rows["Emma"]
    assert "condemned c2" in rows["Emma"]
    assert " ?  R  ? " in rows["Cy"]
    assert "turn" in rows["Cy"]
    assert "holds Swap" in rows["Cy"]
    assert rows["Cy"].startswith(">")
    assert "you" in rows["Bo"]
    assert "accused" in rows["Bo"]
    assert "next" in rows["Bo"]
    assert "at least 1 R" in rows["Dora"]
    assert "c1 on Bo, by Cy: falls at the end of this turn of Cy" in "\n".join(drawn)
    assert "c2 on Emma, by Ada: falls at the end of the next turn of Emma" in "\n".join(drawn)
    assert drawn[-1] == "Your hand: Clearance"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_last_line_of_the_log_names_those_who_won_and_nobody_else(lang: str) -> None:
    setup = GAME.setup(["Emma", "Ada", "Bo", "Cy", "Dora"])

    def told(ending: str, winners: list[int]) -> str:
        event = Seen("over", {"ending": ending, "cards": [], "winners": winners})
        return "".join(GAME.line(setup, event, lang))

    assert {"Ada", "Bo"} <= set(told("emperor_dead", [1, 2]).replace(".", "").split())
    words = GAME.words(lang)
    assert told("round_cap", []) == words.sentence("outcome", "round_cap")
    assert told("turn_cap", []) == words.sentence("outcome", "turn_cap")
