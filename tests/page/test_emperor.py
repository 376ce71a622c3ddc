"""Emperor's table: what is done with several cards at once."""

from typing import Any

import pytest
from playwright.sync_api import expect

from intrigue.session.message import Ask

from .conftest import Asked
from .people import DESKTOP, PHONE


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "en"), (PHONE, "fr")])
def test_two_cards_are_discarded_at_once_in_any_order(
    asked: Asked, size: dict[str, int], lang: str
) -> None:
    """EM-26, EM-30: nothing can be sent before both are chosen, and one log line tells of both."""
    hand: list[str] = []

    def two(ask: Ask, view: Any) -> bool:
        hand[:] = view.hand
        return ask.kind == "discard" and ask.data["count"] == 2 and len(set(hand)) == 3

    person = asked("emperor", 6, two, 0, {"start_hand": 2}, size=size, lang=lang)
    page = person.page
    cards = page.locator("[data-place=hand] button[data-card]")
    done = page.locator(".hands .bar button.primary")
    cards.nth(3).click()
    expect(done).to_be_disabled()
    cards.nth(0).click()
    expect(page.locator('[data-place=hand] button[aria-pressed="true"]')).to_have_count(2)
    cards.nth(3).click()  # not that one after all
    expect(done).to_be_disabled()
    cards.nth(1).click()  # the second of two equal ones
    expect(page.locator('[data-place=hand] button[aria-pressed="true"]')).to_have_count(2)
    person.check()
    done.click()
    expect(cards).to_have_count(2)
    assert hand[0] == hand[1]
    assert [cards.nth(i).get_attribute("data-card") for i in (0, 1)] == hand[2:]
    person.check()
