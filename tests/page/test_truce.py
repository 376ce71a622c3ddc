"""Truce's table: its lesson, orders by keyboard, gifts, what-if, and the reveal in every form."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.running import Server

from .conftest import Door
from .people import DESKTOP, PHONE, Person


def practice(person: Person, server: Server, **terms: object) -> Page:
    """A table for one person and bots that play at random, the same every time."""
    client = server.person("Ada")
    wish = {"game": "truce", "seats": 4, "practice": "page", "options": {"rounds": 2}, **terms}
    table = client.post("/api/tables", **wish)["id"]
    person.become(client.device).go(f"/t/{table}")
    expect(person.page.locator(".composer")).to_be_visible()
    return person.page


def ready(page: Page) -> None:
    page.locator(".confirm .primary").click()


def act(page: Page, name: str) -> Locator:
    return page.locator(f"[data-act={name}]")


def greyed(page: Page, name: str) -> Locator:
    """An act that cannot be chosen now: still there, at rest, and nothing lies over it."""
    expect(act(page, name)).to_have_attribute("aria-disabled", "true")
    act(page, name).hover()
    return act(page, name)


def step(page: Page, number: int) -> None:
    expect(page.locator(f".bubble[data-step='{number}']:not(.waiting)")).to_be_visible()


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "en"), (PHONE, "fr")])
def test_the_lesson_leads_to_victory(people: Door, size: dict[str, int], lang: str) -> None:
    learner = people("Zora", size=size, lang=lang).enter("/lesson/truce")
    page = learner.page

    def listen(first: int, count: int) -> None:
        for number in range(first, first + count):
            step(page, number)
            page.locator(".bubble .primary").click()

    listen(0, 3)
    step(page, 3)
    greyed(page, "defend").click(force=True)  # it says why and does nothing
    expect(page.locator(".composer [role=status]")).to_be_visible()
    expect(page.locator(".confirm .primary")).to_be_disabled()
    learner.check()
    act(page, "loot").click()
    ready(page)
    listen(4, 2)
    step(page, 6)
    page.reload()
    step(page, 6)
    act(page, "support").click()
    page.locator("[data-target='1']").click()
    ready(page)
    listen(7, 1)
    step(page, 8)
    act(page, "gift").click()
    page.locator(".gift select").select_option("3")
    page.locator(".gift .primary").click()
    page.locator(".gift .primary").click()
    listen(9, 1)
    step(page, 10)
    act(page, "attack").click()
    page.locator("[data-seat='3']").click()
    ready(page)
    listen(11, 2)
    expect(page.locator("#end")).to_have_text(re.compile("You win|Vous gagnez"))
    learner.check()
    page.locator(".bubble .primary").click()  # "Play now": a real table, as from the doorstep
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator(".composer")).to_be_visible()
    expect(page.locator(".bubble")).to_have_count(0)


def test_the_teacher_stands_still_under_a_finger(people: Door) -> None:
    page = people("Zora").enter("/lesson/truce").page
    step(page, 0)
    box = page.locator(".bubble .primary").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.set_viewport_size({"width": 1700, "height": 1100})  # and now there is room elsewhere
    page.evaluate("dispatchEvent(new Event('resize'))")  # it looks where there is room
    page.mouse.up()
    step(page, 1)


def test_a_round_by_keyboard_alone(people: Door, server: Server) -> None:
    person = people("Ada", pace="step")
    page = practice(person, server)
    page.keyboard.press("1")
    expect(page.locator(".seat.lit")).to_have_count(3)
    page.locator("[data-seat='2']").press("Enter")
    expect(page.locator(".confirm")).to_contain_text("attack Barney")
    page.keyboard.press("3")
    page.locator("[data-target='1']").press("Enter")
    expect(page.locator(".confirm")).to_contain_text("support Agatha")
    page.locator(".confirm .primary").press("Enter")
    expect(page.locator(".middle")).to_have_attribute("data-scene", "orders")
    expect(act(page, "skip")).to_be_visible()  # it hears keys from then on
    page.keyboard.press(" ")
    expect(page.locator(".middle")).not_to_have_attribute("data-scene", "orders")
    page.keyboard.press("Escape")
    expect(act(page, "skip")).to_have_count(0)
    expect(page.locator("h1")).to_contain_text("Round 2 of 2")
    person.check()


def test_the_reveal_can_be_seen_again_and_read(people: Door, server: Server) -> None:
    person = people("Ada", size=PHONE, pace="step")
    page = practice(person, server)
    act(page, "loot").click()
    ready(page)
    act(page, "skip").click()
    act(page, "again").click()
    expect(page.locator(".middle")).to_have_attribute("data-scene", "orders")
    act(page, "skip").click()
    expect(act(page, "skip")).to_have_count(0)
    act(page, "report").click()
    report = page.get_by_role("dialog", name="What happened in round 1")
    expect(report).to_contain_text("Ada takes")
    expect(report.locator(".orders li")).to_have_count(4)
    person.check()


def test_a_gift_is_asked_twice_and_seen_by_all(people: Door, server: Server) -> None:
    person = people("Ada")
    page = practice(person, server)
    act(page, "gift").click()
    page.get_by_role("button", name="One more coin").click()
    page.locator("[data-seat='3']").click()
    page.get_by_role("button", name="Give…").click()
    expect(page.get_by_role("alert").first).to_contain_text("Give 2 coins to Charles?")
    person.check()
    page.get_by_role("button", name="Give 2 coins").click()
    expect(page.locator("[data-seat='3']")).to_contain_text("2 coins in Spoils")
    person.see("Ada gives 2 coins to Charles.")


def test_gifts_that_cannot_be_made_say_why(people: Door, server: Server) -> None:
    page = practice(people("Ada"), server, options={"gifts": False})
    expect(page.locator("#no-gift")).to_contain_text("switched off")
    greyed(page, "gift").click(force=True)
    expect(page.locator(".gift")).to_have_count(0)
    page.locator("#no-gift").get_by_role("button", name="TR-39").click()
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible()


def test_what_if_reckons_with_the_draft(people: Door, server: Server) -> None:
    person = people("Ada")
    page = practice(person, server)
    page.keyboard.press("1")
    page.locator("[data-target='1']").click()
    act(page, "what-if").click()
    panel = page.get_by_role("dialog", name="What if?")
    expect(panel).to_contain_text("Ada attacks Agatha: 0 against 0. A tie, so it fails.")
    panel.get_by_label("Order of Barney").select_option("support")
    expect(panel).to_contain_text("Ada attacks Agatha: 1 against 0. It succeeds.")
    panel.get_by_label("Order of Charles").select_option("support")
    panel.get_by_label("Target of Charles").select_option(label="Barney")
    expect(panel).to_contain_text("Charles supports Barney → Ada, so it counts for Ada.")
    expect(panel).to_contain_text("2 against 0")
    person.check()


def test_fifty_players_fit(people: Door, server: Server) -> None:
    person = people("Ada", size=PHONE)
    page = practice(person, server, seats=50)
    expect(page.locator("[data-seat]")).to_have_count(50)
    page.keyboard.press("3")
    page.get_by_label("Find a player").fill("Iris")
    page.locator(".targets button").first.click()
    expect(page.locator(".confirm")).to_contain_text("support Iris")
    person.check()
