"""Rules and cards on paper: black on white, nothing to press, no card cut in two."""

import re

import pytest
from playwright.sync_api import expect

from intrigue.kernel.game import discover

from .conftest import Door
from .people import PHONE, Person

NINE = 9  # cards on a sheet of A4


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def on_paper(person: Person) -> bytes:
    person.page.emulate_media(media="print")
    for role in ("button", "searchbox", "checkbox"):
        for one in person.page.get_by_role(role).all():
            expect(one).to_be_hidden()
    style = "e => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor]"
    assert person.page.locator("html").evaluate(style) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    pdf = person.page.pdf(format="A4", prefer_css_page_size=True)
    person.page.emulate_media(media="screen")
    return pdf


@pytest.mark.parametrize("game", discover())
def test_rules_and_cards_can_be_printed(people: Door, game: str) -> None:
    reader = people("Nobody", color_scheme="dark")  # whatever the screen looks like
    reader.go(f"/rules/{game}")
    reader.page.locator("p.rule").first.wait_for()
    reader.check()
    assert pages(on_paper(reader)) > 1
    reader.press("Cards")
    cards = reader.page.locator(".sheet > li")
    cards.first.wait_for()
    reader.check()
    for card in cards.all():
        text = card.inner_text()[:40]
        assert card.evaluate("e => e.scrollHeight - e.clientHeight") <= 0, f"{text} is cut off"
    assert pages(on_paper(reader)) == -(-cards.count() // NINE)


def test_every_copy_of_a_card_on_a_phone_in_french(people: Door) -> None:
    reader = people("Personne", size=PHONE, lang="fr")
    reader.go("/rules/emperor/cards")
    cards = reader.page.locator(".sheet > li")
    expect(cards).to_have_count(15)
    reader.page.get_by_role("checkbox").check()
    expect(cards).to_have_count(21 + 31)
    reader.check()
