"""From a link to a table, on plain http that is not this machine: no clipboard, no share sheet, and
nobody is known yet."""

import re

from playwright.sync_api import expect

from tests.server.running import Server, table_of

from .conftest import Door
from .people import PHONE, elsewhere

SHARE = "navigator.share = async (what) => { window.shared = what.url; };"


def by_name(people: Door, server: Server) -> Door:
    """The same server by a name that no browser takes for this machine."""
    people.url = server.url.replace("127.0.0.1", "intrigue.test")
    return people


def test_from_an_invitation_to_a_seat_in_two_actions(people: Door, server: Server) -> None:
    ada = server.person("Ada")
    table = ada.make_table("truce", 4, clock={"decision": 60})
    eve = by_name(people, server)("Eve", size=PHONE)
    eve.go(f"/join/{table['code']}")
    page = eve.page
    assert not page.evaluate("isSecureContext")
    eve.see("Ada invites you to play")
    expect(page.get_by_role("heading", name="Truce")).to_be_visible()
    eve.see("3 seats of 4 free")
    eve.see("20 to 40 minutes · 1 minute for each decision")
    eve.check()
    page.get_by_label("Your name at the table").fill("Eve")
    page.get_by_role("button", name="Take a seat").click()
    eve.see("Say hello while you wait.")
    assert [seat["name"] for seat in ada.table(table["id"])["seats"]][:2] == ["Ada", "Eve"]


def test_what_stands_in_the_address_bar_is_an_invitation(people: Door, server: Server) -> None:
    ada = server.person("Ada")
    table = ada.make_table("truce", 3)
    host = by_name(people, server)("Ada").become(ada.device)
    host.go(f"/t/{table['id']}")
    expect(host.page).to_have_url(re.compile(rf"/t/{table['id']}\?code={table['code']}$"))
    eve = people("Eve", lang="fr").enter(host.page.url.removeprefix(people.url))
    eve.see("Dites bonjour en attendant.")
    assert ada.table(table["id"])["seats"][1]["name"] == "Eve"


def test_a_private_table_says_why_not_and_takes_its_code(people: Door, server: Server) -> None:
    table = server.person("Ada").make_table("truce", 3)
    eve = by_name(people, server)("Eve").become(server.person("Eve").device)
    eve.go(f"/t/{table['id']}")
    expect(eve.page.get_by_role("alert")).to_contain_text("There is no such table")
    eve.see("ask them for the invitation link")
    eve.check()
    eve.page.get_by_label("Table code").fill(table["code"].lower())
    eve.press("Go to the table")
    eve.press("Take a seat")
    eve.see("Say hello while you wait.")


def test_the_share_sheet_gets_the_link_where_there_is_one(people: Door, server: Server) -> None:
    ada = server.person("Ada")
    table = ada.make_table("truce", 3)
    plain = by_name(people, server)("Ada").become(ada.device)
    plain.go(f"/t/{table['id']}")
    expect(plain.page.get_by_role("button", name="Copy the link")).to_be_visible()
    expect(plain.page.get_by_role("button", name="Share…")).to_have_count(0)
    phone = people("Ada", size=PHONE).become(ada.device)
    phone.page.add_init_script(SHARE)
    phone.go(f"/t/{table['id']}")
    phone.press("Share…")
    assert phone.page.evaluate("window.shared") == f"{people.url}/join/{table['code']}"


def test_who_comes_late_takes_a_bots_seat_and_the_next_question(
    people: Door, server: Server
) -> None:
    table, (ann, bob) = table_of(server, ["Ann", "Bob"], bots=2, spectators=True)
    code, (_, _, _, last) = ann.table(table)["code"], ann.table(table)["seats"]
    eve = by_name(people, server)("Eve", size=PHONE)
    eve.go(f"/join/{code}")
    eve.see("Ann is playing")
    eve.check()
    page = eve.page
    page.get_by_label("Your name at the table").fill("Eve")
    page.get_by_role("button", name=f"Play for {last['name']}").click()
    dialog = page.get_by_role("dialog", name=f"What {last['name']} knows")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".bar .sentence")).to_contain_text("The next one is yours")
    eve.check()
    host = people("Ann").become(ann.device)
    host.go(f"/t/{table}")
    host.page.get_by_role("tab", name=re.compile("Talk")).click()
    expect(host.page.locator(".talk .list")).to_contain_text("Eve takes over from the bot")

    async def answer() -> None:
        for client in (ann, bob):
            async with client.sit(table) as seat:
                await seat.begin()
                await seat.submit("loot")

    elsewhere(answer())
    expect(page.locator(".hands .bar[data-kind]")).to_be_visible()
    expect(page.locator(".bar .sentence")).to_contain_text("Choose your secret order")


def test_a_stranger_finds_an_open_table_and_sits_down(people: Door, server: Server) -> None:
    ada = server.person("Ada")
    eve = people("nobody yet", size=PHONE)
    page = eve.page
    eve.go("/")
    page.wait_for_load_state("networkidle")
    listed = page.get_by_role("region", name="Open tables")
    expect(listed).to_have_count(0)
    clock = {"decision": 30.0, "bank": 60.0}
    table = ada.make_table("emperor", 5, listed=True, clock=clock)["id"]
    ada.make_table("truce", 3)  # which is nobody else's business
    eve.go("/")
    row = listed.get_by_role("listitem")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Ada")
    expect(row).to_contain_text("4 seats of 5 free · 30 s for each decision")
    eve.check()
    row.get_by_role("link", name="Take a seat").click()
    eve.see("Ada invites you to play")
    page.get_by_label("Your name at the table").fill("Eve")
    page.get_by_role("button", name="Take a seat").click()
    eve.see("Say hello while you wait.")
    # somebody who has a name takes a seat at once
    bob = people("Bob").become(server.person("Bob").device)
    bob.go("/")
    row = bob.page.get_by_role("region", name="Open tables").get_by_role("listitem")
    expect(row).to_contain_text("Ada and Eve")
    row.get_by_role("button", name="Take a seat").click()
    bob.see("Say hello while you wait.")
    assert [seat["name"] for seat in ada.table(table)["seats"]][:3] == ["Ada", "Eve", "Bob"]
