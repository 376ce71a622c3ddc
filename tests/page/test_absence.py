"""Somebody is away: dots, a nudge, a vote, the seat in a friend's hands, a briefing, and back."""

import re

from playwright.sync_api import expect

from intrigue.agents.client import Client
from tests.server.running import Server, table_of

from .conftest import Door
from .people import PHONE, Person


def at(people: Door, client: Client, path: str, **how: object) -> Person:
    person = people("", **how).become(client.device)
    person.go(path)
    return person


def test_whoever_is_away_is_seen_nudged_and_voted_for(people: Door, server: Server) -> None:
    table, (ann, bob, cleo) = table_of(server, ["Ann", "Bob", "Cleo"], options={"rounds": 3})
    there = at(people, bob, f"/t/{table}", size=PHONE)
    page = there.page
    page.get_by_label("People at this table").click()
    row = page.get_by_role("listitem").filter(has_text="Cleo").filter(has_text="Mute")
    expect(row).to_contain_text("not here yet")
    row.get_by_role("button", name="Nudge").click()
    row.get_by_role("button", name="Vote for a bot").click()
    there.check()
    ann.post(f"/api/tables/{table}/vote", seat=2)
    page.get_by_label("People at this table").click()
    page.get_by_role("tab", name="Talk").click()
    expect(page.get_by_text("Bob asks Cleo to come to the table.")).to_be_visible()
    expect(page.get_by_text(re.compile("Enough players agree"))).to_be_visible()
    # Cleo finds the seat in other hands, and takes it back
    back = at(people, cleo, "/")
    back.page.get_by_role("button", name="Take my seat back").click()
    expect(back.page.locator("[data-seat='1'] .dot.there")).to_be_visible()
    back.check()


def test_a_friend_goes_on_with_a_briefing(people: Door, server: Server) -> None:
    table, (_, bob, _) = table_of(server, ["Ann", "Bob", "Cleo"], options={"rounds": 3})
    giver = at(people, bob, f"/t/{table}")
    giver.page.on("dialog", lambda dialog: dialog.accept())
    giver.page.get_by_label("People at this table").click()
    giver.page.get_by_role("button", name="Give my seat to a friend").click()
    expect(giver.page.get_by_role("heading", name="Your seat is free")).to_be_visible()
    giver.check()
    link = giver.page.locator(".link").inner_text()
    friend = people("Fay", size=PHONE, lang="fr").enter(link.removeprefix(server.url))
    brief = friend.page.get_by_role("dialog", name="Ce que sait Bob")
    expect(brief).to_contain_text("Dit et promis à cette place")
    friend.check()
    brief.get_by_role("button", name="Fermer").click()
    expect(friend.page.locator(".composer")).to_be_visible()
