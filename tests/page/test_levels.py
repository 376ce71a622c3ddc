"""Levels of bots: the host chooses, a mix unless they say otherwise; each bot says its own."""

import pytest
from playwright.sync_api import expect

from intrigue.bots import bots
from intrigue.kernel.game import discover
from tests.server.running import Server

from .conftest import Door
from .people import DESKTOP, PHONE, Person

WORDS = {
    "en": {"random": "random", "easy": "easy", "normal": "normal", "hard": "hard"},
    "fr": {"random": "au hasard", "easy": "facile", "normal": "normal", "hard": "difficile"},
}
SAID = {"en": "Bot, {}", "fr": "Robot, {}"}
ANOTHER = {"en": "hard, another character", "fr": "difficile, un autre caractère"}
FILL = {"en": "Fill with bots", "fr": "Compléter avec des robots"}
REMOVE = {"en": "Remove the bot", "fr": "Retirer le robot"}
START = {"en": "Start {}", "fr": "Commencer {}"}
KIND = {"en": "Kind of bot", "fr": "Niveau du robot"}


def offered(game: str) -> list[str]:
    return [level for level in WORDS["en"] if level in bots(discover()[game])]


def called(game: str, level: str, lang: str) -> str:
    """A bot as its plate and the menu say it."""
    another = level == "hard" and discover()[game].another_character
    return SAID[lang].format(ANOTHER[lang] if another else WORDS[lang][level])


def levels(person: Person) -> list[str]:
    """As the plates at the table show them."""
    return [
        mark.get_attribute("data-level") or ""
        for mark in person.page.locator("[data-seat] [data-level]").all()
    ]


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "en"), (PHONE, "fr")])
@pytest.mark.parametrize("game", discover())
def test_bots_are_a_mix_and_say_their_level_in_the_room_and_at_the_table(
    people: Door, server: Server, game: str, size: dict[str, int], lang: str
) -> None:
    ann = server.person("Ann")
    played = discover()[game]
    table = ann.make_table(game, played.usual)["id"]
    host = people("Ann", size=size, lang=lang).become(ann.device)
    host.go(f"/t/{table}")
    chooser = host.page.get_by_label(KIND[lang])
    expect(chooser).to_have_value("mixed")
    values = [option.get_attribute("value") for option in chooser.locator("option").all()]
    assert values == ["mixed", *offered(game)]
    host.press(FILL[lang])
    mixed = [level for level in offered(game) if level != "random"]
    expected = [mixed[seat % len(mixed)] for seat in range(1, played.usual)]
    cards = host.page.locator(".seats li")
    expect(host.page.get_by_role("button", name=FILL[lang])).to_have_count(0)
    for seat, level in enumerate(expected, 1):
        expect(cards.nth(seat)).to_contain_text(SAID[lang].format(WORDS[lang][level]))
    host.check()
    chooser.select_option("easy")
    host.press(REMOVE[lang])
    host.press(FILL[lang])
    expect(cards.nth(1)).to_contain_text(SAID[lang].format(WORDS[lang]["easy"]))
    expected[0] = "easy"
    host.press(START[lang].format(played.title(lang).replace("'", "’")))
    host.page.locator("[data-kind]").first.wait_for()
    plates = host.page.locator("[data-seat] [data-level]")
    expect(plates).to_have_count(played.usual - 1)
    assert sorted(levels(host)) == sorted(expected)
    for seat, level in enumerate(expected, 1):
        mark = host.page.locator(f"[data-seat='{seat}'] [data-level]")
        expect(mark).to_have_attribute("title", called(game, level, lang))
    host.check()
    host.page.locator(".menu summary").click()
    listed = host.page.locator(".menu li")
    for seat, level in enumerate(expected):
        expect(listed.nth(seat)).to_contain_text(called(game, level, lang))
    host.check()


def test_play_now_is_against_the_usual_bots(people: Door, server: Server) -> None:
    ada = people("Ada")
    ada.go("/")
    ada.page.get_by_role("button", name="Play now").first.click()
    ada.page.locator("[data-kind]").first.wait_for()
    assert set(levels(ada)) == {"normal"}
