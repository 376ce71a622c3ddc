"""Somebody is away: a candle, a nudge, a vote, the seat in a friend's hands, a briefing, back."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Dialog, Locator, expect

from intrigue.agents.client import Client
from intrigue.server.tables.seating import LEAST_LIVE
from tests.server.running import Almanac, Server, serving, table_of

from .conftest import Door
from .people import PHONE, Person


@pytest.fixture(scope="module")
def almanac(tmp_path_factory: pytest.TempPathFactory) -> Almanac:
    return Almanac(tmp_path_factory.mktemp("almanac") / "clock")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, almanac: Almanac) -> Iterator[Server]:
    """One whose clock can be set forward."""
    folder, clock = tmp_path_factory.mktemp("away"), ("--clock", str(almanac.file))
    with serving(folder, "--no-limits", "--bot-delay", "0.05", *clock) as running:
        yield running


def at(people: Door, client: Client, path: str, **how: object) -> Person:
    person = people("", **how).become(client.device)
    person.go(path)
    return person


def test_whoever_is_away_is_seen_nudged_and_voted_for(
    people: Door, server: Server, almanac: Almanac
) -> None:
    table, (ann, bob, cleo) = table_of(server, ["Ann", "Bob", "Cleo"], options={"rounds": 3})
    there = at(people, bob, f"/t/{table}", size=PHONE)
    page = there.page
    page.get_by_label("People at this table").click()
    row = page.get_by_role("listitem").filter(has_text="Cleo").filter(has_text="Mute")
    expect(row).to_contain_text("not here yet")
    row.get_by_role("button", name="Nudge").click()
    row.get_by_role("button", name="Vote for a bot").click()
    expect(page.get_by_role("alert").filter(has_text="after 2 minutes")).to_be_visible()
    almanac.later(LEAST_LIVE + 1)
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
    expect(back.page.locator("[data-seat='1'] .candle.lit")).to_be_visible()
    back.check()


def test_a_friend_goes_on_with_a_briefing(people: Door, server: Server) -> None:
    table, (_, bob, _) = table_of(server, ["Ann", "Bob", "Cleo"], options={"rounds": 3})
    giver = at(people, bob, f"/t/{table}")
    giver.page.on("dialog", lambda dialog: dialog.accept())
    giver.page.get_by_label("People at this table").click()
    giver.page.get_by_role("button", name="Give my seat to a friend").click()
    expect(giver.page.get_by_role("heading", name="Your seat is free")).to_be_visible()
    giver.check()
    link = giver.page.locator("input.link").input_value()
    friend = people("Fay", size=PHONE, lang="fr").enter(link.removeprefix(server.url))
    brief = friend.page.get_by_role("dialog", name="Ce que sait Bob")
    expect(brief).to_contain_text("Dit et promis à cette place")
    friend.check()
    brief.get_by_role("button", name="Fermer").click()
    expect(friend.page.locator(".composer")).to_be_visible()


def test_a_host_removes_somebody_for_good_and_invites_to_a_seat_that_a_vote_opened(
    people: Door, server: Server, almanac: Almanac
) -> None:
    names = ["Ann", "Bob", "Cleo", "Dan"]
    table, (ann, bob, cleo, dan) = table_of(server, names, options={"rounds": 3})
    almanac.later(LEAST_LIVE + 1)
    host = at(people, ann, f"/t/{table}", lang="fr")
    page = host.page
    asked: list[str] = []

    def agree(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept()

    page.on("dialog", agree)
    page.get_by_label("Autour de la table").click()

    def row(name: str) -> Locator:
        return page.locator(".menu li").filter(has_text=name)

    row("Bob").get_by_role("button", name="Exclure").click()
    expect(row("Bob").get_by_role("button")).to_have_count(0)
    assert "Bob ne pourra pas revenir" in asked[0]
    expect(row("Dan").get_by_role("button", name="Inviter quelqu’un")).to_have_count(0)
    row("Dan").get_by_role("button", name="Voter pour ouvrir la place").click()
    cleo.post(f"/api/tables/{table}/vote", seat=3, wanted="open")
    row("Dan").get_by_role("button", name="Inviter quelqu’un").click()
    link = page.locator(".menu input.link").first
    expect(link).to_have_value(re.compile("/join#invitation="))
    host.check()
    friend = people("Fay", size=PHONE).enter(link.input_value().removeprefix(server.url))
    expect(friend.page.get_by_role("dialog", name="What Dan knows")).to_be_visible()
    assert [len(away.get("/api/tables")["tables"]) for away in (bob, dan)] == [0, 1]
