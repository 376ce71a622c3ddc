"""The page after a match: for whoever played, by link for everyone, at both sizes, on paper."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from intrigue.kernel.game import discover
from intrigue.session.record import Override, Record
from tests.server.running import Server

from .conftest import Door
from .people import DESKTOP, PHONE, Person
from .test_golden_replays import FOLDER, store
from .test_print import on_paper

WIDER = "() => document.documentElement.scrollWidth - innerWidth"


def golden(game: str) -> Record:
    return Record.read((Path(FOLDER) / f"{game}.jsonl").read_text("utf-8"))


def reads(person: Person) -> None:
    """The story has come, as a whole, and fits."""
    expect(person.page.locator("#attendance")).to_be_visible()
    assert person.page.evaluate(WIDER) <= 0
    person.check()


@pytest.mark.parametrize("game", discover())
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_story_of_every_game(
    people: Door, server: Server, game: str, size: dict[str, int]
) -> None:
    table, device = store(server, golden(game))
    scheme = "dark" if size == PHONE else "light"
    person = people("Ada", size=size, color_scheme=scheme).become(device)
    person.go(f"/story/{table}")
    reads(person)
    turns = person.page.locator(".turns > li")
    expect(turns).to_have_count(3)
    expect(person.page.get_by_role("img", name="The table below has the numbers")).to_be_visible()
    person.page.get_by_text("The numbers", exact=True).click()
    rows = person.page.get_by_role("row")
    expect(rows.first).to_be_visible()
    assert rows.count() > 3
    person.check()


def test_a_turning_point_leads_to_its_step_of_the_replay(people: Door, server: Server) -> None:
    table, device = store(server, golden("truce"))
    person = people("Ada").become(device)
    person.go(f"/story/{table}")
    person.page.get_by_role("link", name="See Round 3 in the replay").click()
    expect(person.page).to_have_url(re.compile(f"/replay/{table}\\?step=26$"))
    log = person.page.locator("aside .list")
    expect(log).to_contain_text("Player 5 attacks Player 4, who was looting, and wins.")
    assert person.errors == []


def test_whoever_gets_the_link_reads_it_and_nobody_else(people: Door, server: Server) -> None:
    record = golden("emperor")
    record.entries[30:30] = [Override("leave", "Player 3"), Override("stand_in", "Player 3")]
    table, device = store(server, record)
    eve = people("Eve").become(server.person("Eve").device)
    eve.go(f"/story/{table}")
    expect(eve.page.get_by_role("alert")).to_be_visible()
    expect(eve.page.locator("article")).to_have_count(0)

    ada = people("Ada").become(device)
    ada.go(f"/story/{table}")
    ada.page.get_by_role("button", name="Share this story").click()
    link = ada.page.get_by_role("textbox").input_value()
    assert re.fullmatch(f"{server.url}/shared/[\\w-]+/story", link)
    stranger = people("Personne", size=PHONE, lang="fr")
    stranger.page.goto(link)
    reads(stranger)
    expect(stranger.page.locator(".secrets li").first).to_contain_text("Player 1 était Rebelle.")
    expect(stranger.page.locator(".there")).to_contain_text("un robot a pris le relais")
    stranger.page.get_by_role("link", name="Revoir : Manche 1", exact=True).click()
    expect(stranger.page.locator("section.board")).to_have_attribute("aria-busy", "false")
    assert stranger.errors == []


def test_a_match_that_is_still_played_has_no_story(people: Door, server: Server) -> None:
    ada = server.person("Ada")
    table = ada.make_table("truce", 3)["id"]
    person = people("Ada").become(ada.device)
    person.go(f"/story/{table}")
    expect(person.page.get_by_role("alert")).to_contain_text("not over yet")
    expect(person.page.locator("article")).to_have_count(0)


def test_a_story_on_paper_has_every_secret_and_nothing_to_press(
    people: Door, server: Server
) -> None:
    table, device = store(server, golden("jaccuse"))
    person = people("Ada", color_scheme="dark").become(device)
    person.go(f"/story/{table}")
    expect(person.page.locator("#attendance")).to_be_visible()
    secret = person.page.locator(".secrets li")
    assert secret.count() == 52
    expect(secret.last).to_be_hidden()
    person.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(secret.last).to_be_visible()
    on_paper(person)


def test_the_end_and_the_list_of_matches_lead_to_the_story(people: Door, server: Server) -> None:
    table, device = store(server, golden("truce"))
    person = people("Ada").become(device)
    person.go("/")
    person.page.get_by_role("link", name="The story of this match of Truce").click()
    expect(person.page).to_have_url(f"{server.url}/story/{table}")
    person.page.get_by_role("link", name="To the table").click()
    person.page.get_by_role("link", name="Story", exact=True).click()
    expect(person.page.locator("#attendance")).to_be_visible()
    assert person.errors == []
