"""Bars in a replay: what the viewer could believe at the moment that is shown, and, when somebody
asks, what was true."""

import re

import pytest
from playwright.sync_api import Page, expect

from intrigue.kernel.game import discover
from intrigue.session.moments import moments
from intrigue.session.record import Record
from tests.server.running import Server

from .conftest import Door
from .people import PHONE
from .test_golden_replays import FOLDER, look, store


def golden(game: str) -> Record:
    return Record.read((FOLDER / f"{game}.jsonl").read_text("utf-8"))


def hidden(record: Record) -> int:
    """A step, counted from 0, in the middle of those at which something is hidden; in Truce, where
    orders are out only between two steps, any."""
    marks = [mark.line for mark in moments(record.game, record.setup(), record.fold())]
    setup = record.setup()
    found = [
        marks.index(step.line)
        for step in record.fold()
        if step.line in marks and any(record.game.secrets(setup, step.position))
    ]
    return found[len(found) // 2] if found else 2


def believed(page: Page, viewer: int) -> None:
    """Bars of this viewer for the moment that is shown."""
    part = page.locator(".believed[aria-busy=false]")
    expect(part).to_have_attribute("data-viewer", str(viewer))


@pytest.mark.parametrize("game", discover())
def test_bars_say_what_a_seat_could_believe(people: Door, server: Server, game: str) -> None:
    record = golden(game)
    table, device = store(server, record)
    person = people("Ada", reduced_motion="reduce").become(device)
    person.go(f"/replay/{table}")
    page = person.page
    page.get_by_role("slider").fill(str(hidden(record)))
    look(page, "1")
    believed(page, 1)
    section = page.get_by_role("region", name="What could be believed")
    expect(section).to_contain_text("From what Player 2 had seen so far")
    rows = section.locator(".questions > li")
    expect(rows.first).to_be_visible()
    for row in rows.all():
        shares = [int(share) for share in re.findall(r"(\d+)%", row.inner_text())]
        assert 97 <= sum(shares) <= 103, "rounded shares add up"
        assert all(0 < share < 100 for share in shares), "an open question is never certain"
    person.check()
    look(page, "table")
    believed(page, -1)
    expect(section).to_contain_text("From what everybody had seen so far")
    look(page, "all")
    expect(section).to_have_count(0)


def test_bars_move_with_the_timeline_and_end_with_the_match(people: Door, server: Server) -> None:
    table, device = store(server, golden("emperor"))
    person = people("Ada", reduced_motion="reduce").become(device)
    person.go(f"/replay/{table}")
    page, slider = person.page, person.page.get_by_role("slider")
    look(page, "1")
    part = page.locator(".believed[aria-busy=false]")
    steps: set[str | None] = set()
    for at in ("3", "20", "40"):
        slider.fill(at)
        expect(slider).to_have_value(at)
        before = steps.copy()
        person.until(
            lambda known=before: (
                part.count() == 1  # type: ignore[misc]
                and part.get_attribute("data-step") not in known
            ),
            "the bars stayed",
        )
        steps.add(part.get_attribute("data-step"))
    slider.press("End")
    expect(page.locator("section.believed")).to_contain_text(
        "There is no open question about hidden things at this step."
    )


def test_what_was_true_is_marked_when_somebody_asks(people: Door, server: Server) -> None:
    record = golden("jaccuse")
    table, device = store(server, record)
    person = people("Ada", lang="fr", size=PHONE, reduced_motion="reduce").become(device)
    person.go(f"/replay/{table}")
    page = person.page
    page.get_by_role("slider").fill(str(hidden(record)))
    page.locator(".who select").select_option("1")
    believed(page, 1)
    section = page.get_by_role("region", name="Ce qu’on pouvait croire")
    expect(section.locator(".answer.true")).to_have_count(0)
    section.get_by_role("checkbox", name="Marquer ce qui était vrai").check()
    rows = section.locator(".questions > li").count()
    assert rows > 3
    expect(section.locator(".answer.true")).to_have_count(rows)
    expect(section.locator(".sure li").first).to_contain_text(
        re.compile(r"Réseau de .*\s: (rouge|noir)")
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    person.check()
