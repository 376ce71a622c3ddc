"""Every game at its own table: two people at a desktop and a phone, in two languages, with bots,
play a whole match by touch."""

import pytest

from intrigue.kernel.game import discover
from tests.server.running import Server

from .conftest import Door
from .hands import Hand, play
from .people import PHONE

SHORT: dict[str, dict[str, object]] = {
    "truce": {"rounds": 3},
    "jaccuse": {"generations": 2},
    "emperor": {"max_rounds": 5},
    "accusation": {"round_cap": 10},
    "complot": {"turn_cap": 20},
}


@pytest.mark.parametrize("game", discover())
def test_two_people_play_a_whole_match_by_touch(people: Door, server: Server, game: str) -> None:
    rules = discover()[game]
    seats = min(max(rules.low, 4), rules.high)
    ada, emile = server.person("Ada"), server.person("Émile")
    known = {option.name for option in rules.options}
    options = {name: value for name, value in SHORT.get(game, {}).items() if name in known}
    made = ada.make_table(game, seats, options=options, window={"least": 0, "most": 60})
    table = made["id"]
    emile.join(made["code"])
    emile.ready(table)
    for seat in range(2, seats):
        ada.set_bot(table, seat, "random")
    ada.start(table)
    desktop = people("Ada").become(ada.device)
    phone = people("Émile", size=PHONE, lang="fr", color_scheme="dark", reduced_motion="reduce")
    phone.become(emile.device)
    hands = [Hand(desktop, 1), Hand(phone, 2)]
    for hand in hands:
        hand.person.go(f"/t/{table}")
        hand.person.page.locator(".hands .bar").wait_for()
        hand.person.check()
    for _ in range(25):
        for hand in hands:
            hand.move()
        desktop.page.wait_for_timeout(40)
    phone.page.reload()
    phone.page.locator(".hands .bar").wait_for()
    for hand in hands:
        hand.person.check()
    play(hands)
    for hand in hands:
        assert hand.kinds
        hand.person.check()
