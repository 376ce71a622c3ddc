"""Every game at its own table: two people at a desktop and a phone, in two languages, with bots,
play a whole match by touch, through a refresh, a killed server and a spell without a connection."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from intrigue.kernel.game import discover
from tests.server.running import serving

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


@pytest.mark.parametrize("game", ["truce", "jaccuse"])
def test_two_people_play_a_whole_match_by_touch(people: Door, tmp_path: Path, game: str) -> None:
    rules = discover()[game]
    seats = min(max(rules.low, 4), rules.high)
    known = {option.name for option in rules.options}
    options = {name: value for name, value in SHORT.get(game, {}).items() if name in known}
    with serving(tmp_path, "--no-limits", "--bot-delay", "0.05") as server:
        ada, emile = server.person("Ada"), server.person("Émile")
        made = ada.make_table(game, seats, options=options, window={"least": 0, "most": 60})
        table = made["id"]
        emile.join(made["code"])
        emile.ready(table)
        for seat in range(2, seats):
            ada.set_bot(table, seat, "random")
        ada.start(table)
        people.url = server.url
        desktop = people("Ada").become(ada.device)
        wishes = {"color_scheme": "dark", "reduced_motion": "reduce"}
        phone = people("Émile", size=PHONE, lang="fr", **wishes).become(emile.device)
        hands = [Hand(desktop, 1), Hand(phone, 2)]
        for hand in hands:
            hand.person.go(f"/t/{table}")
            hand.person.page.locator(".hands .bar").wait_for()
            hand.person.check()
        touch(hands)
        phone.page.reload()
        phone.page.locator(".hands .bar").wait_for()
        for hand in hands:
            hand.person.check()
        server.kill()
        expect(desktop.page.locator(".lamp.lost")).to_be_attached()
        server.start()
        for hand in hands:
            expect(hand.person.page.locator(".lamp.live")).to_be_attached()
        phone.context.set_offline(True)
        touch(hands[:1])
        phone.context.set_offline(False)
        play(hands)
        for hand in hands:
            assert hand.kinds
            hand.person.check()


def touch(hands: list[Hand], times: int = 25) -> None:
    for _ in range(times):
        for hand in hands:
            hand.move()
        hands[0].person.page.wait_for_timeout(40)
