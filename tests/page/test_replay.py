"""The replay of every game, from the record alone: every perspective runs to the end."""

import pytest
from playwright.sync_api import expect

from intrigue.kernel.game import discover
from tests.server.running import Server

from .conftest import Door
from .people import PHONE, elsewhere
from .screens import begin, play

SHORT = {
    "truce": {"rounds": 2},
    "jaccuse": {"generations": 2},
    "emperor": {"max_rounds": 6},
    "accusation": {"round_cap": 10},
}


@pytest.mark.parametrize("game", discover())
def test_a_finished_match_is_replayed_from_every_side(
    people: Door, server: Server, game: str
) -> None:
    ada, table = begin(server, game, **SHORT.get(game, {}))
    elsewhere(play(ada, table, None))
    seats = len(ada.table(table)["seats"])
    person = people("Ada").become(ada.device)
    person.go(f"/replay/{table}")
    side = person.page.get_by_label("As seen by")
    slider = person.page.get_by_role("slider")
    for viewer in ["0", str(seats - 1), "table", "all"]:
        side.select_option(viewer)
        expect(side).to_have_value(viewer)
        expect(person.page.locator("section.board")).to_have_attribute("aria-busy", "false")
        person.page.get_by_role("button", name="To the start").click()
        expect(slider).to_have_value("0")
        most = int(slider.get_attribute("max") or 0)
        assert most > 3
        for at in (1, 2, most // 3, most // 2, most - 1, most):
            slider.fill(str(at))
            expect(slider).to_have_value(str(at))
        person.page.get_by_role("button", name="One step back").click()
        expect(slider).to_have_value(str(most - 1))
        assert person.errors == []
    person.see("Who knew what")
    person.check()
    person.press("Make a link for everyone")
    link = person.page.locator("a[href*='/shared/']").get_attribute("href")
    assert link is not None
    stranger = people("Nobody", size=PHONE, lang="fr")
    stranger.page.goto(link)
    stranger.see("Vue par")
    stranger.check()


def test_a_match_under_way_has_no_replay(people: Door, server: Server) -> None:
    ada, table = begin(server, "truce")
    person = people("Ada").become(ada.device)
    person.go(f"/replay/{table}")
    person.see("not over")
