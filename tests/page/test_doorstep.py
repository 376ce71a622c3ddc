"""The doorstep: from nothing to a question that is answered, without a form; and the recovery code
where there is something to lose, not before."""

import re

import pytest
from playwright.sync_api import Locator, expect

from intrigue.kernel.game import discover
from tests.server.running import Server

from .conftest import Door
from .people import PHONE, Person

PLAY = {"en": "Play now", "fr": "Jouer"}


def card(person: Person, game: str) -> Locator:
    return person.page.locator(f"[data-game={game}]")


@pytest.mark.parametrize("host", ["127.0.0.1", "intrigue.test"])
def test_three_actions_lead_from_nothing_to_an_answer(people: Door, host: str) -> None:
    """At home, too, where plain http lacks what browsers keep for secure pages."""
    people.url = people.url.replace("127.0.0.1", host)
    person = people("nobody yet")
    page = person.page
    person.go("/")
    card(person, "truce").get_by_role("button").click()  # one
    page.get_by_role("button", name=re.compile("Pass")).first.click()  # two
    page.locator(".confirm button.primary").click()  # three
    expect(page.locator("h1.phase")).to_contain_text("Round 2")
    # somebody has played, under a name that can be changed
    person.go("/")
    name = page.locator(".me").inner_text()
    assert re.match(r"You play as \w+\.", name), name
    person.press("Account and notifications")
    page.get_by_label("Your name at the table").fill("Ada")
    person.press("Change my name")
    expect(page.get_by_role("status").filter(has_text="You are Ada now.")).to_be_visible()
    person.go("/")
    expect(page.locator(".me")).to_contain_text("Ada")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", discover())
def test_every_game_begins_by_one_click(people: Door, game: str, lang: str) -> None:
    person = people("nobody yet", size=PHONE if lang == "fr" else None, lang=lang)
    person.go("/")
    title = card(person, game).locator("h2").inner_text()
    named = re.compile(rf"{PLAY[lang]}\s?: {re.escape(title)}")
    card(person, game).get_by_role("button", name=named).click()
    expect(person.page.locator(".sentence")).not_to_be_empty()
    expect(person.page.locator(".lamp.live")).to_be_attached()
    assert person.errors == []


@pytest.mark.parametrize("size", [None, PHONE])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_games_come_first_each_with_its_picture(
    people: Door, lang: str, size: dict[str, int] | None
) -> None:
    person = people("nobody yet", size=size, lang=lang)
    person.go("/")
    games = person.page.locator("[data-game]")
    expect(games).to_have_count(len(discover()))
    assert games.evaluate_all("all => all.map((one) => one.dataset.game)") == list(discover())
    first = games.first.get_by_role("button").bounding_box()
    assert first is not None
    assert first["y"] + first["height"] <= person.page.viewport_size["height"]  # type: ignore[index]
    for game in discover():
        picture = card(person, game).locator("img")
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("naturalWidth", 600)
        assert re.search(r"\d+ (players|joueurs) · \d+–\d+ min", card(person, game).inner_text())
    person.check()


def test_pictures_follow_the_theme_that_a_person_chose(people: Door) -> None:
    person = people("nobody yet", color_scheme="light")
    person.go("/")
    picture = card(person, "emperor").locator("img")
    expect(picture).to_have_js_property("naturalWidth", 600)
    light = picture.screenshot()
    person.page.get_by_role("banner").locator("summary").click()
    person.page.get_by_label("Theme").select_option("dark")
    person.page.keyboard.press("Escape")
    person.page.mouse.move(0, 0)
    expect(person.page.locator("html")).to_have_attribute("data-theme", "dark")
    assert picture.screenshot() != light


def test_a_stranger_makes_a_table_for_friends_and_gives_a_name_there(people: Door) -> None:
    person = people("Ada")
    page = person.page
    person.go("/")
    card(person, "complot").get_by_role("link", name=re.compile("With friends")).click()
    expect(page.get_by_label("How many players?")).to_have_value("2")
    expect(page.get_by_label("May players talk?")).to_be_hidden()
    person.check()
    page.get_by_text("Change the rules of this table").click()
    expect(page.get_by_label("May players talk?")).to_be_visible()
    for option in discover()["complot"].options:
        question = discover()["complot"].words("en").sentence("option", option.name, "name")
        assert question.endswith("?")
        expect(page.get_by_label(question)).to_be_visible()
    person.check()
    page.get_by_label("Your name at the table").fill("Ada")
    person.press("Create table")
    expect(page.locator(".seats li").first).to_contain_text("Ada")
    expect(page.get_by_label("Recovery code")).to_have_count(0)


def test_a_stranger_with_a_code_says_a_name_and_sits_down(people: Door, server: Server) -> None:
    info = server.person("Ann").make_table("truce", 3)
    person = people("Bob")
    person.go("/")
    person.page.get_by_label("Table code").fill(info["code"].lower())
    person.press("Join")
    person.page.get_by_label("Your name at the table").fill("Bob")
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".seats")).to_contain_text("you, not ready yet")
    expect(person.page.get_by_label("Recovery code")).to_have_count(0)


def test_the_recovery_code_waits_for_the_end_of_a_match(people: Door, server: Server) -> None:
    ann = server.person("Ann")
    info = ann.post("/api/tables", game="truce", seats=3, begin=True, options={"rounds": 1})
    person = people("Ann").become(ann.device)
    page = person.page
    offer = page.get_by_label("Recovery code")
    for path in ("/", f"/t/{info['id']}"):
        person.go(path)
        expect(page.get_by_role("main")).not_to_be_empty()
        expect(offer).to_have_count(0)
    page.get_by_role("button", name=re.compile("Pass")).first.click()
    page.locator(".confirm button.primary").click()
    expect(offer).to_contain_text("You are Ann in this browser only")
    person.check()
    person.press("Show my recovery code")
    code = offer.locator("strong").inner_text().rpartition(" ")[2]
    assert re.fullmatch(r"(?:\w{4}-){5}\w{4}", code)
    person.press("I have written it down")
    expect(offer).to_have_count(0)
    page.reload()
    expect(page.locator(".end")).to_be_visible()
    expect(offer).to_have_count(0)
    # it is what it says; and the account has another one at any time
    other = people("Ann", size=PHONE)
    other.go("/")
    other.press("I have played here before")
    other.page.locator("summary", has_text="I have played here before").click()
    other.page.get_by_label("Recovery code").fill(code)
    other.press("Sign in with this code")
    expect(other.page.locator(".me")).to_contain_text("Ann")
    person.go("/account")
    person.press("Show a new recovery code")
    expect(page.locator("[aria-labelledby=recovery] .code")).not_to_have_text(code)
    person.check()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_lesson_asks_for_no_name(people: Door, lang: str) -> None:
    person = people("nobody yet", lang=lang)
    person.go("/lesson/truce")
    expect(person.page.locator(".bubble")).to_be_visible()
    assert person.errors == []
