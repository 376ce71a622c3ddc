"""Promises of Accusation: a private warning before a word is broken, and none before any other
act. What is kept and broken stands in the scenarios."""

from intrigue.games.accusation.promises import hostile
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import find_game
from intrigue.session.table import Table

GAME = find_game("accusation")
GIVEN = {
    "phase": "plan",
    "round": 5,
    "trackers": {"B": 2},
    "pile": [33],
    "tokens": {"A": {"M": 3, "D": 2, "E": 4}, "B": {"I": 4}, "C": {"E": 1}},
}


def table() -> Table:
    setup = GAME.setup(["A", "B", "C"])
    return Table(GAME, setup, Fast(1), position=GAME.load(setup, GIVEN, Fast(1)))


def warned(here: Table, act: str) -> list[int]:
    return here.ledger.breaking(0, here.read(act))


def phase(here: Table) -> str:
    return str(here.position.view(0).phase)  # type: ignore[attr-defined]


def play_until_turn(here: Table) -> None:
    while phase(here) != "turn" or here.position.asked() != [0]:
        here.deadline()


def test_a_player_is_warned_of_an_act_that_breaks_a_promise() -> None:
    here = table()
    here.offer(0, ["B"], "I do not accuse B of #2 in round 5")
    here.offer(0, ["B"], "I use no ability against B in round 5")
    here.offer(0, ["B"], "I support B's denial of #2 in round 5")
    for deal in (1, 2, 3):
        here.reply(1, deal, "accept")
    assert warned(here, "use gunboat_visit B") == [2]
    assert warned(here, "use gunboat_visit C") == []
    assert warned(here, "use pressure B") == [], "that gives more than it takes"
    assert warned(here, "accuse B") == [], "the Event is not open yet"
    play_until_turn(here)
    assert warned(here, "accuse B") == [1]
    assert warned(here, "accuse C") == []
    assert warned(here, "pass") == []
    here.submit(0, here.read("accuse B"))
    if phase(here) == "payment":
        here.deadline()
    here.submit(1, here.read("deny"))
    assert warned(here, "accuse B") == [3], "the first is broken already"
    assert here.ledger.breaking(1, here.read("pass")) == [], "it was not B who promised"


def test_abilities_against_somebody_are_those_that_can_only_be_aimed_at_others() -> None:
    assert hostile() == {"gunboat_visit", "drone_strike", "embassy_bug", "wiretap"}
