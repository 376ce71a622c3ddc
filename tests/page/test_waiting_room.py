"""The waiting room: words, settings in one line, and what the host changes until the start."""

import pytest
from playwright.sync_api import expect

from tests.server.running import Server

from .conftest import Door
from .people import PHONE, Person

STARTS = {"en": "Start Truce", "fr": "Commencer Truce"}


@pytest.fixture
def room(people: Door, server: Server) -> tuple[str, Person, Person]:
    """A host at a desk and a guest at a French phone, at a table of Truce."""
    ann, bob = server.person("Ann"), server.person("Bob")
    info = ann.make_table("truce", 3, options={"rounds": 4})
    bob.join(info["code"])
    host = people("Ann").become(ann.device)
    guest = people("Bob", size=PHONE, lang="fr").become(bob.device)
    for person in (host, guest):
        person.go(f"/t/{info['id']}")
        expect(person.page.locator(".seats li")).to_have_count(3)
    return info["id"], host, guest


def say(person: Person, text: str) -> None:
    person.page.locator(".talk input").fill(text)
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".talk input")).to_have_value("")


def test_words_are_heard_kept_and_taken_along_into_the_match(
    room: tuple[str, Person, Person],
) -> None:
    _, host, guest = room
    say(guest, "bonsoir")
    expect(host.page.locator(".talk [role=log]")).to_contain_text("bonsoir")
    say(host, "good evening")
    guest.page.reload()
    said = guest.page.locator(".talk [role=log] p")
    expect(said).to_have_count(2)
    expect(said.first.locator("[data-mask='1']")).to_be_visible()
    expect(said.first).to_contain_text("Bob")
    for person in (host, guest):
        person.check()
    host.press("Add a bot")
    guest.press("Prêt")
    start = host.page.get_by_role("button", name=STARTS["en"], exact=True)
    expect(start).to_be_enabled()
    start.click()
    host.see("Choose your secret order.")
    host.page.get_by_role("tab", name="Talk").click()
    said = host.page.locator(".talk [role=log]")
    expect(said).to_contain_text("bonsoir")
    expect(said).to_contain_text("good evening")


def test_settings_stand_in_one_line_with_rules_and_lesson_beside(
    room: tuple[str, Person, Person],
) -> None:
    _, host, guest = room
    expect(host.page.locator("[data-part=terms]")).to_have_text(
        "3 players · no clock · Talk: aloud and in whispers · How many rounds? 4"
    )
    expect(guest.page.locator("[data-part=terms]")).to_contain_text("Combien de manches ? 4")
    for person, lesson, rules in ((host, "Learn it", "Rules"), (guest, "Apprendre", "Règles")):
        expect(person.page.get_by_role("link", name=lesson)).to_have_attribute(
            "href", "/lesson/truce"
        )
        expect(person.page.get_by_role("link", name=rules)).to_have_attribute(
            "href", "/rules/truce"
        )
    expect(guest.page.get_by_role("button", name="Modifier la table")).to_have_count(0)


def test_guests_read_what_the_host_changed_and_say_anew_that_they_are_ready(
    room: tuple[str, Person, Person],
) -> None:
    _, host, guest = room
    page = host.page
    host.press("Add a bot")
    guest.press("Prêt")
    start = page.get_by_role("button", name=STARTS["en"], exact=True)
    expect(start).to_be_enabled()
    host.press("Change the table")
    page.get_by_label("How many players?").fill("4")
    page.get_by_label("How much time to think?").select_option("60")
    page.get_by_text("Change the rules of this table").click()
    page.get_by_label("May coins be given away?").select_option("no")
    host.check()
    host.press("Save changes")
    terms = "4 players · 1 minute for each decision"
    expect(page.locator("[data-part=terms]")).to_contain_text(terms)
    news = guest.page.get_by_role("status").filter(has_text="Ann a modifié la table")
    expect(news).to_contain_text("Joueurs : 3 → 4")
    expect(news).to_contain_text("sans pendule → 1 minute par décision")
    expect(news).to_contain_text("Peut-on donner des pièces ? oui → non")
    expect(guest.page.locator(".talk .change")).to_have_count(3)
    expect(page.locator(".seats li")).to_have_count(4)
    expect(start).to_be_disabled()
    guest.check()
    host.press("Add a bot")
    guest.press("Prêt")
    expect(news).to_have_count(0)
    expect(start).to_be_enabled()
    start.click()
    host.see("Choose your secret order.")


def test_a_list_may_have_a_number_beside_it(people: Door, server: Server) -> None:
    ann = server.person("Ann")
    host = people("Ann").become(ann.device)
    host.go(f"/t/{ann.make_table('accusation', 3)['id']}")
    host.press("Change the table")
    page = host.page
    page.get_by_text("Change the rules of this table").click()
    tokens = "How many tokens are there?"
    page.get_by_role("combobox", name=tokens).select_option("a number of your own")
    page.get_by_role("spinbutton", name=tokens).fill("60")
    host.check()
    host.press("Save changes")
    expect(page.locator("[data-part=terms]")).to_contain_text(f"{tokens} 60")


def test_a_table_with_too_many_people_is_not_made_smaller(
    room: tuple[str, Person, Person], server: Server
) -> None:
    _, host, _ = room
    page = host.page
    host.press("Change the table")
    page.get_by_label("How many players?").fill("5")
    host.press("Save changes")
    expect(page.locator(".seats li")).to_have_count(5)
    code = page.locator(".code strong").inner_text()
    for name in ("Cleo", "Dora"):
        server.person(name).join(code)
    host.press("Change the table")
    page.get_by_label("How many players?").fill("3")
    host.press("Save changes")
    host.see("4 people sit there already")
    host.press("Cancel")
    expect(page.get_by_label("How many players?")).to_have_count(0)
    expect(page.locator(".seats li")).to_have_count(5)
