"""An account over devices, notices and the Gazette, as people meet them in browsers."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.server.post_office import Mailbox, mail_server, receiver, text_of
from tests.server.running import Server, serving, table_of
from tests.server.test_gazette import round_of
from tests.server.test_reputation import promise

from .conftest import Door
from .people import PHONE, elsewhere


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Mailbox]]:
    folder = tmp_path_factory.mktemp("office")
    more = ["--no-limits", "--private-hooks"]
    with mail_server() as (box, mail), serving(folder, *mail, *more) as server:
        yield server, box


@pytest.fixture
def door(browser: Browser, office: tuple[Server, Mailbox]) -> Iterator[Door]:
    door = Door(browser, office[0].url)
    yield door
    for person in door.inside:
        person.close()


def link_in(box: Mailbox, address: str, count: int = 1) -> str:
    return "/sign-in#" + text_of(box.wait(address, count)).partition("/sign-in#")[2].split()[0]


def test_an_address_brings_an_account_to_a_phone_and_back(
    door: Door, office: tuple[Server, Mailbox]
) -> None:
    _, box = office
    laptop = door("Ada").enter()
    laptop.page.get_by_role("link", name="Account and notifications").click()
    laptop.page.get_by_role("textbox", name="Email address").fill("ada@play.example")
    laptop.press("Send me a link")
    laptop.see("A link is on its way to ada@play.example")
    laptop.go(link_in(box, "ada@play.example"))
    laptop.press("Use ada@play.example for Ada")
    laptop.see("Your address is ada@play.example")
    laptop.check()
    phone = door("Ada", size=PHONE, lang="fr")
    phone.go("/sign-in")
    phone.page.get_by_label("Adresse e-mail").fill("ada@play.example")
    phone.check()
    phone.press("Envoyez-moi un lien")
    phone.see("un lien y est parti")
    phone.go(link_in(box, "ada@play.example", 2))
    phone.press("Se connecter : Ada")
    phone.see("Mes tables")
    laptop.go("/account")
    others = laptop.page.locator("[data-session=other]")
    expect(others).to_have_count(1)
    laptop.press("Sign out everywhere else")
    expect(others).to_have_count(0)
    phone.page.reload()
    expect(phone.page.get_by_role("link", name="J’ai déjà joué ici")).to_be_visible()


def test_notices_are_chosen_and_tried(door: Door, office: tuple[Server, Mailbox]) -> None:
    with receiver() as web:
        person = door("Bea").enter()
        person.go("/account")
        person.page.get_by_text("By webhook").click()
        person.page.get_by_label("Webhook address").fill(web.url + "/room")
        person.press("Add")
        channel = person.page.locator("[data-channel=hook]")
        whispers = channel.get_by_label("I have new whispers")
        expect(whispers).to_be_checked()
        whispers.uncheck()
        person.press("Send a test message")
        person.see("It is on its way")
        assert web.json()["content"].startswith("It works")
        person.page.get_by_label("Quiet hours, from").fill("22:30")
        person.page.get_by_label("Quiet hours, to").fill("07:00")
        person.press("Save")
        person.see("Saved.")
        person.check()
        person.page.reload()
        expect(whispers).not_to_be_checked()
        expect(person.page.get_by_label("Quiet hours, from")).to_have_value("22:30")


def test_kept_promises_are_shown_to_others_if_one_wishes_and_forgotten(
    door: Door, office: tuple[Server, Mailbox]
) -> None:
    table, people = table_of(office[0], ["Ann", "Bob", "Cleo"], options={"rounds": 1})
    ann = door("Ann").become(people[0].device)
    ann.go("/account")
    word = ann.page.locator("[data-part=word]")
    expect(word).to_have_text("Nothing counted yet.")
    with ann.page.expect_response("**/api/me/word?*"):
        ann.page.get_by_label("Count my promises").check()
    elsewhere(promise(people, table))
    ann.page.reload()
    expect(word).to_have_text("kept 1 of 1 promise")
    expect(ann.page.get_by_label("Count my promises")).to_be_checked()
    ann.check()
    info = people[0].make_table("truce", 3)
    people[1].join(info["code"])
    bob = door("Bob", size=PHONE, lang="fr").become(people[1].device)
    bob.go(f"/t/{info['id']}")
    bob.see("1 promesse tenue sur 1")
    bob.check()
    ann.press("Forget what was counted")
    expect(word).to_have_text("Nothing counted yet.")


def test_the_gazette_is_read_turned_over_and_shown_in_the_dark(
    door: Door, office: tuple[Server, Mailbox]
) -> None:
    table, people = table_of(office[0], ["Ann", "Bob", "Cleo"])
    for _ in range(2):
        elsewhere(round_of(people, table, ["loot", "attack Ann", "defend"]))
    reader = door("Ann", color_scheme="dark").become(people[0].device)
    reader.go(f"/t/{table}/gazette")
    expect(reader.page.get_by_role("heading", level=1)).to_have_text("The Truce Gazette")
    reader.see("No. 2")
    reader.page.get_by_role("link", name="Earlier edition").click()
    reader.see("No. 1")
    reader.check()
    expect(reader.page.get_by_role("heading", level=2)).to_contain_text("Bob")
    reader.page.get_by_role("link", name="Go to the table").click()
    reader.page.locator("[data-kind]").first.wait_for()


def test_an_account_is_deleted_with_its_name(door: Door, office: tuple[Server, Mailbox]) -> None:
    person = door("Dov").enter()
    person.go("/account")
    person.page.locator("summary", has_text="Delete my account").click()
    person.page.get_by_label("Type your name to confirm").fill("Dov")
    person.page.get_by_role("button", name="Delete my account").click()
    expect(person.page.get_by_role("link", name="I have played here before")).to_be_visible()
    person.page.reload()
    expect(person.page.get_by_role("link", name="I have played here before")).to_be_visible()
