"""What strangers stumbled over: the first visit, links on plain http, menus, Enter, words that are
cut off."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.server.running import Server, table_of

from .conftest import Door
from .people import PHONE, Person
from .screens import begin

NAMES = ["Ann", "Bob", "Cleo"]
# a page may be refused the old way of copying, too
COPYING = """
    const copy = document.execCommand.bind(document);
    document.execCommand = (what) => !window.refused && copy(what);
"""
SELECTED = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
INK = """node => {
    const box = node.getBoundingClientRect();
    return {x: box.x, y: box.y - 8, width: box.width, height: box.height + 8};
}"""
# WCAG's contrast between what an element is filled with and the page
CONTRAST = """node => {
    const light = (colour) => {
        const [r, g, b] = colour.match(/[0-9.]+/g).map((one) => one / 255)
            .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const [one, other] = [getComputedStyle(node).fill,
        getComputedStyle(document.documentElement).backgroundColor].map(light);
    return Math.max(one, other) / Math.min(one, other);
}"""
# how much room the chosen words of a list lack: its own padding and the arrow take some
LACKS = """list => {
    const pen = document.createElement('canvas').getContext('2d');
    const style = getComputedStyle(list);
    pen.font = style.font;
    const words = pen.measureText(list.selectedOptions[0].text).width;
    const sides = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight) + 18;
    return words + sides - list.clientWidth;
}"""


def test_a_first_visit_asks_for_nothing_that_fails(people: Door) -> None:
    ada = people("Ada")
    failed: list[str] = []
    ada.page.on("response", lambda r: failed.append(r.url) if r.status >= 400 else None)
    ada.go("/")
    expect(ada.page.locator("form input").first).to_be_visible()
    ada.page.wait_for_load_state("networkidle")
    assert failed == []


def test_plain_http_shows_the_link_and_calls_copied_only_what_was(
    people: Door, server: Server
) -> None:
    ada = server.person("Ada")
    table = ada.make_table("truce", 3)
    people.url = server.url.replace("127.0.0.1", "intrigue.test")
    person = people("Ada").become(ada.device)
    page = person.page
    page.add_init_script(COPYING)
    person.go(f"/t/{table['id']}")
    assert not page.evaluate("isSecureContext")
    link = f"{people.url}/join/{table['code']}"
    field = page.get_by_label("Invitation link")
    expect(field).to_have_value(link)
    # refused: the link is there, selected, and Ctrl-C takes it
    page.evaluate("window.refused = true")
    person.press("Copy the link")
    expect(page.get_by_text("The link is selected")).to_be_visible()
    expect(field).to_be_focused()
    assert field.evaluate(SELECTED) == link
    expect(page.get_by_text("Copied", exact=True)).to_have_count(0)
    page.keyboard.press("Control+c")
    assert pasted(person) == link
    # allowed: it says so, and it is so
    page.evaluate("window.refused = false")
    person.press("Copy the link")
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_attached()
    assert pasted(person) == link


def pasted(person: Person) -> str:
    """What the clipboard holds, which is put down in a field of its own."""
    person.page.evaluate("document.body.append(document.createElement('textarea'))")
    field = person.page.locator("body > textarea").last
    field.focus()
    person.page.keyboard.press("Control+v")
    return field.input_value()


@pytest.fixture
def ann(people: Door, server: Server) -> Person:
    """At a table of Truce, to choose an order."""
    table, (client, *_) = table_of(server, NAMES)
    person = people("Ann").become(client.device)
    person.go(f"/t/{table}")
    person.page.locator(".hands .mine").first.wait_for()
    return person


def attack(person: Person) -> Locator:
    """Compose an order; where it is confirmed."""
    person.page.keyboard.press("1")
    person.page.locator("[data-seat='1']").click()
    bar = person.page.locator(".confirm")
    expect(bar).to_contain_text("attack Bob")
    return bar


def test_menus_close_with_escape_and_by_a_tap_outside(ann: Person) -> None:
    page = ann.page
    composed = attack(ann)
    for menu in (page.locator("details.settings"), page.locator("details.menu")):
        menu.locator("summary").click()
        expect(menu).to_have_attribute("open", "")
        page.keyboard.press("Escape")
        expect(menu).not_to_have_attribute("open", "")
        expect(menu.locator("summary")).to_be_focused()
        menu.locator("summary").click()
        expect(menu).to_have_attribute("open", "")
        page.locator(".sentence").click()
        expect(menu).not_to_have_attribute("open", "")
    expect(composed).to_contain_text("attack Bob")


def test_enter_confirms_what_was_composed(ann: Person) -> None:
    attack(ann)
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".bar .done")).to_contain_text("attack Bob")


def test_talk_counts_what_others_said_since_i_looked(people: Door, server: Server) -> None:
    table, (ann, bob, _) = table_of(server, NAMES)
    person = people("Ann").become(ann.device)
    page = person.page
    person.go(f"/t/{table}")
    other = people("Bob").become(bob.device)
    other.go(f"/t/{table}")
    say(other, "hello")
    expect(page.locator(".tabs .count")).to_have_text("1")
    expect(other.page.locator(".tabs .count")).to_have_count(0)
    with page.expect_event("websocket") as socket:
        page.reload()
    assert socket.value
    expect(page.locator(".tabs .count")).to_have_text("1")
    say(person, "hello, Bob")
    page.reload()
    expect(page.locator(".lamp.live")).to_be_attached()
    expect(page.get_by_role("tab", name=re.compile("Talk"))).to_have_text("Talk")
    expect(page.locator(".tabs .count")).to_have_count(0)


def say(person: Person, text: str) -> None:
    page = person.page
    page.get_by_role("tab", name=re.compile("Talk")).click()
    page.get_by_label("Your message").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator(".talk .list")).to_contain_text(text)
    page.get_by_role("tab", name="Log").click()


def test_a_gazette_that_is_not_out_yet_is_no_error(people: Door, server: Server) -> None:
    table, (ann, *_) = table_of(server, NAMES)
    person = people("Ann").become(ann.device)
    person.go(f"/t/{table}/gazette")
    expect(person.page.locator("[data-part=early]")).to_contain_text("No edition is out yet")
    expect(person.page.get_by_role("alert")).to_be_empty()
    person.check()


@pytest.mark.parametrize("size", [PHONE, None])
def test_the_header_keeps_the_accents_of_capitals(
    people: Door, server: Server, size: dict[str, int] | None
) -> None:
    ada, table = begin(server, "truce")
    person = people("Ada", size=size, lang="fr", reduced_motion="reduce").become(ada.device)
    person.go(f"/t/{table}")
    phase = person.page.locator("h1.phase")
    expect(phase).to_contain_text("Manche")
    phase.evaluate("node => (node.textContent = 'ÉÂÏ')")
    clip = phase.evaluate(INK)
    drawn = person.page.screenshot(clip=clip)
    phase.evaluate("node => (node.style.overflow = 'visible')")
    assert drawn == person.page.screenshot(clip=clip), "something of it was cut off"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_halves_of_the_mask_are_seen(people: Door, theme: str) -> None:
    ada = people("Ada", color_scheme=theme)
    ada.go("/")
    halves = ada.page.locator("header svg path")
    expect(halves).to_have_count(4)
    assert min(halves.nth(half).evaluate(CONTRAST) for half in (0, 1)) >= 3


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_gift_on_a_phone_is_asked_for_in_whole_words(
    people: Door, server: Server, lang: str
) -> None:
    table, (ann, *_) = table_of(server, NAMES)
    person = people("Ann", size=PHONE, lang=lang).become(ann.device)
    person.go(f"/t/{table}")
    person.page.get_by_role("button", name={"en": "Give coins", "fr": "Faire un don"}[lang]).click()
    whom = person.page.locator("form.gift select")
    expect(whom).to_be_visible()
    assert whom.evaluate(LACKS) <= 0
    person.check()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_empty_chair_has_one_name_and_fits_on_a_phone(
    people: Door, server: Server, lang: str
) -> None:
    ada, table = begin(server, "jaccuse")
    found = []
    for size in (PHONE, None):
        person = people("Ada", size=size, lang=lang).become(ada.device)
        person.go(f"/t/{table}")
        words = person.page.locator("[data-part=troubles] .word")
        expect(words).to_have_count(3)
        found.append(words.all_inner_texts())
        wide = "node => node.offsetWidth - node.closest('.centre').clientWidth"
        assert person.page.locator("[data-part=troubles]").evaluate(wide) <= 0
    assert found[0] == found[1]


def test_words_stand_above_their_fields_in_one_line(people: Door, server: Server) -> None:
    person = people("Ada").become(server.person("Ada").device)
    person.go("/account")
    fields = person.page.locator("form label > :is(select, input[type=time])")
    expect(fields).to_have_count(4)
    beside = "all => all.filter((one) => one.offsetLeft !== one.parentElement.offsetLeft).length"
    assert fields.evaluate_all(beside) == 0
