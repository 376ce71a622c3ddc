"""J'Accuse's table: the state in the middle and the cards around it."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from intrigue.session.message import Ask

from .conftest import Asked
from .people import DESKTOP, PHONE

CLEAR = """seats => {
    const boxes = all => [...document.querySelectorAll(all)].map(it => it.getBoundingClientRect());
    const cards = boxes('[data-shape=round] .between [data-lying] [role=img]');
    const words = boxes('.centre .track, .centre .count, .centre .trouble, .centre .news p');
    const apart = (a, b) => a.right <= b.left || b.right <= a.left ||
        a.bottom <= b.top || b.bottom <= a.top;
    return cards.length > seats && words.every(
        word => word.width === 0 || cards.every(card => apart(word, card)));
}"""


@pytest.mark.parametrize(("seats", "lang"), [(7, "en"), (7, "fr"), (14, "en")])
def test_no_card_lies_over_the_state(asked: Asked, seats: int, lang: str) -> None:
    def runoff(ask: Ask, _: Any) -> bool:
        return ask.kind == "runoff"

    person = asked("jaccuse", seats, runoff, 5, size=DESKTOP, lang=lang)
    person.page.wait_for_function(CLEAR, arg=seats)
    person.check()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_fourteen_sit_in_sight_on_a_phone(asked: Asked, lang: str) -> None:
    """All of them, and their figures, with my own seat at the end of the table."""
    person = asked("jaccuse", 14, lambda ask, _: ask.kind == "action", 5, lang=lang)
    page = person.page
    for seat in range(14):
        expect(page.locator(f".seat[data-seat='{seat}']")).to_be_in_viewport(ratio=1)
    inside = "it => it.clientHeight >= it.scrollHeight"
    assert page.locator(".board").evaluate(inside), "nobody has to scroll"
    person.check()


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "en"), (PHONE, "fr")])
def test_several_cards_are_shown_to_several_players_at_once(
    asked: Asked, size: dict[str, int], lang: str
) -> None:
    """JA-A36: two of one face are two, and the log says to whom the same was shown."""

    hand: list[str] = []

    def pair(ask: Ask, view: Any) -> bool:
        hand[:] = view.hand
        return ask.kind == "vote" and len(set(hand)) < len(hand) > 3

    person = asked("jaccuse", 7, pair, 3, {"suits": "hidden"}, size=size, lang=lang)
    page = person.page
    page.locator(".tools .buttons button").nth(1).click()  # memory, show, give
    twice = next(face for face in hand if hand.count(face) > 1)
    cards = page.locator(".hand .fan button")
    for i, face in enumerate(hand):
        if face == twice:
            cards.nth(i).click()
    done = page.locator(".free button.primary")
    expect(done).to_be_disabled()
    lit = page.locator(".board button.lit")
    names = [lit.nth(i).locator(".name").inner_text().split()[0] for i in (0, 2)]
    lit.nth(0).click()
    lit.nth(2).click()
    expect(page.locator('.board button.lit[aria-pressed="true"]')).to_have_count(2)
    expect(page.locator(".free p")).to_contain_text(twice)
    person.check()
    done.click()
    joint = {"en": " and ", "fr": " et "}[lang]
    verb = {"en": "shows", "fr": "montre"}[lang]
    to = {"en": "to", "fr": "à"}[lang]
    several = ", ".join([twice] * (hand.count(twice) - 1)) + joint + twice
    whom = "|".join((joint.join(names), joint.join(names[::-1])))
    said = page.get_by_text(re.compile(f"{verb} {several} {to} ({whom})"))
    expect(said.first).to_be_visible()
    person.check()
