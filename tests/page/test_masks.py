"""People behind masks: the same one wherever a seat is named, in both themes."""

import pytest
from playwright.sync_api import expect

from tests.server.running import Server

from .conftest import Door
from .people import PHONE, elsewhere
from .screens import play

LONG = "Maximiliane-Hohenzollern"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_seat_wears_the_same_mask_in_plate_log_and_talk(
    people: Door, server: Server, theme: str
) -> None:
    ada = server.person("Ada")
    table = ada.make_table("truce", 4)["id"]
    for seat in range(1, 4):
        ada.set_bot(table, seat, "normal:silent")
    ada.start(table)
    elsewhere(play(ada, table, 1))
    person = people("Ada", color_scheme=theme).become(ada.device)
    person.go(f"/t/{table}")
    page = person.page
    page.get_by_role("tab", name="Talk").click()
    page.get_by_label("Your message").fill("Good evening")
    page.keyboard.press("Enter")
    talk = page.get_by_role("log").locator("[data-mask]")
    expect(talk).to_have_count(1)
    said = talk.evaluate("mask => getComputedStyle(mask).color")
    page.get_by_role("tab", name="Log").click()
    worn = "masks => masks.map(mask => [mask.innerHTML, getComputedStyle(mask).color].join())"
    colours = []
    for seat in range(4):
        places = (f".seat[data-seat='{seat}']", "[aria-label='Log'] .chip")
        masks = [page.locator(f"{place} [data-mask='{seat}']") for place in places]
        expect(masks[1].first).to_be_visible()
        assert len({drawn for mask in masks for drawn in mask.evaluate_all(worn)}) == 1
        colours.append(masks[0].evaluate("mask => getComputedStyle(mask).color"))
    assert said == colours[0]
    assert len(set(colours)) == 4
    person.check()


def test_a_long_name_is_cut_short_and_whole_when_it_is_tapped(people: Door, server: Server) -> None:
    ada = server.person(LONG)
    table = ada.make_table("emperor", 7)["id"]
    for seat in range(1, 7):
        ada.set_bot(table, seat, "normal")
    ada.start(table)
    person = people(LONG, size=PHONE).become(ada.device)
    person.go(f"/t/{table}")
    name = person.page.locator(".seat[data-seat='0'] .called")
    expect(name).to_have_text(LONG)
    expect(name).to_have_attribute("title", LONG)
    shown = "name => [name.scrollWidth > name.clientWidth, getComputedStyle(name).overflow]"
    assert name.evaluate(shown) == [True, "hidden"]
    name.focus()  # as a tap on the name does
    assert name.evaluate(shown) == [True, "visible"]
    person.page.locator(".seat[data-seat='0']").tap()  # on a phone a tap looks closer
    expect(person.page.get_by_role("dialog").get_by_text(LONG)).to_be_visible()
