"""The review of a match on the page: asked for by who played, read by everybody who may look."""

import re
import sqlite3

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from intrigue.bots.review import Weighed, decisions
from intrigue.kernel.game import discover
from intrigue.session.record import Record
from tests.server.running import Server

from .conftest import Door
from .people import DESKTOP, PHONE, Person
from .test_golden_replays import FOLDER, store


def golden(game: str) -> Record:
    return Record.read((FOLDER / f"{game}.jsonl").read_text("utf-8"))


def found(record: Record) -> list[Weighed]:
    """What a review may say: of the decisions in the middle of a match, each seat in turn made a
    mistake, a good choice, or neither."""
    met = decisions(record)
    leads = (0.3, -0.25, 0.01)
    weighed = []
    for place, one in enumerate(met[len(met) // 3 :][:24]):
        spelt = [record.game.spell(record.setup(), act) for act in one.options if act != one.act]
        chosen = record.game.spell(record.setup(), one.act)
        lead = leads[place % 3]
        others = {spelt[0]: lead} | dict.fromkeys(spelt[1:3], lead - 0.1)
        told = (one.seat, one.step, one.chapter, one.by, chosen, spelt[0])
        weighed.append(Weighed(*told, 0.5, lead, 0.02, 400, others))
    return weighed


def made(server: Server, record: Record) -> tuple[str, str | None]:
    """A match that is over, and whose review is there."""
    table, device = store(server, record)
    body = msgspec.json.encode(found(record)).decode()
    with sqlite3.connect(server.data / "intrigue.sqlite3", timeout=30) as database:
        database.execute(
            'INSERT INTO reviews ("table", asked, until, done, total, body)'
            " VALUES (?, 0, 0, 9, 9, ?)",
            (table, body),
        )
    return table, device


def panel(page: Page, name: str = "What the decisions were worth") -> Locator:
    return page.get_by_role("region", name=name)


@pytest.mark.parametrize("game", discover())
@pytest.mark.parametrize(
    ("size", "lang"), [(DESKTOP, "en"), (PHONE, "fr")], ids=["desktop-en", "phone-fr"]
)
def test_a_review_says_what_cost_most_and_what_was_best(
    people: Door, server: Server, game: str, size: dict[str, int], lang: str
) -> None:
    table, device = made(server, golden(game))
    person: Person = people("Ada", size=size, lang=lang).become(device)
    person.go(f"/story/{table}")
    en = lang == "en"
    part = panel(person.page, *([] if en else ["Ce que valaient les décisions"]))
    expect(part.locator("select")).to_be_visible()
    seats = part.locator("select option")
    whose = [seats.nth(n).get_attribute("value") for n in range(seats.count())]
    for seat in whose:
        part.locator("select").select_option(seat)
        mistakes = part.locator(".found > .mistake")
        assert mistakes.count() <= 3
        assert part.locator(".found > .good").count() <= 3
        for one in [*mistakes.all(), *part.locator(".found > .good").all()]:
            said = one.inner_text()
            assert re.search("give or take" if en else "à .* près", said), said
    part.get_by_text("Every decision" if en else "Toutes les décisions", exact=True).click()
    rows = part.get_by_role("table").first
    expect(rows).to_be_visible()
    expect(rows.get_by_role("columnheader")).to_have_count(6)
    assert rows.get_by_role("rowheader").count() >= 1
    person.check()


def test_a_decision_leads_to_what_its_player_knew_then(people: Door, server: Server) -> None:
    record = golden("jaccuse")
    table, device = made(server, record)
    person = people("Ada").become(device)
    person.go(f"/story/{table}")
    first = found(record)[0]
    part = panel(person.page)
    part.locator("select").select_option(str(first.seat))
    way = part.get_by_role("link", name=f"See step {first.step} in the replay")
    way.first.click()
    expect(person.page).to_have_url(
        re.compile(f"/replay/{table}\\?step={first.step - 1}&as={first.seat}$")
    )
    expect(person.page.locator(".who select").first).to_have_value(str(first.seat))
    part = panel(person.page)
    expect(part.get_by_role("heading", name="What was decided next")).to_be_visible()
    here = part.locator("ul.found > li").filter(has_text=record.header.seats[first.seat])
    expect(here.first).to_be_visible()
    here.first.get_by_text(re.compile("choices? that w")).click()
    options = here.first.get_by_role("table")
    expect(options).to_contain_text("(chosen)")
    assert options.get_by_role("row").count() >= 3
    person.check()


def test_who_played_asks_and_may_take_it_back(people: Door, server: Server) -> None:
    record = golden("truce")
    table, device = store(server, record)
    person = people("Ada", size=PHONE).become(device)
    person.go(f"/story/{table}")
    part = panel(person.page)
    part.get_by_role("button", name="Review this match").click()
    stop = part.get_by_role("button", name="Stop it")
    expect(stop).to_be_visible()
    expect(part.get_by_role("progressbar")).to_be_visible()
    person.check()
    stop.click()
    expect(part.get_by_role("button", name="Review this match")).to_be_visible()


def test_by_a_link_a_review_is_read_and_not_asked_for(people: Door, server: Server) -> None:
    for make, seen in ((store, "Nobody who played has asked"), (made, "What cost most")):
        table, device = make(server, golden("truce"))
        ada = people("Ada").become(device)
        ada.go(f"/story/{table}")
        ada.page.get_by_role("button", name="Share this story").click()
        link = ada.page.get_by_role("textbox").first.input_value()
        eve = people("Eve")
        eve.page.goto(link)
        part = panel(eve.page)
        expect(part).to_contain_text(seen)
        expect(part.get_by_role("button", name="Review this match")).to_have_count(0)
        eve.check()
