"""Correspondence on the page: making such a table, deadlines in the reader's own zone, a fallback
order, a pause, more time, the dashboard, and tonight's table that goes on over days."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import Server, table_of

from .conftest import Door
from .people import PHONE

PARIS, YORK = ZoneInfo("Europe/Paris"), ZoneInfo("America/New_York")


def at_six(notice: int) -> datetime:
    """The next 18:00 in Paris that leaves so many hours."""
    soonest = datetime.now(PARIS) + timedelta(hours=notice)
    due = soonest.replace(hour=18, minute=0, second=0, microsecond=0)
    return due if due > soonest else due + timedelta(days=1)


def words(due: datetime, zone: ZoneInfo) -> str:
    local = due.astimezone(zone)
    return f"{local:%a} {local.day} {local:%b}, {local:%H:%M}"


def menu(page: Page, item: str) -> None:
    page.locator("summary[aria-label='People at this table']").click()
    page.get_by_role("button", name=item, exact=True).click()
    page.locator("summary[aria-label='People at this table']").click()


def test_a_table_over_days_is_made_and_shown_in_local_time(people: Door) -> None:
    ann = people("Ann", timezone_id="America/New_York").enter()
    ann.go("/new?game=truce")
    page = ann.page
    page.get_by_label("How much time to think?").select_option("days")
    said = page.locator("[data-part=said]")
    expect(said).to_contain_text("24 hours after it opened")
    page.get_by_label("Deadlines").select_option("times")
    expect(page.get_by_label("Time zone")).to_have_value("America/New_York")
    page.get_by_label("Time zone").fill("Europe/Atlantis")
    ann.check()
    ann.press("Create table")
    ann.see("There is no time zone")
    page.get_by_label("Time zone").fill("Europe/Paris")
    expect(said).to_contain_text(
        "18:00, every day (Europe/Paris time). Sealed answers are shown at the deadline"
    )
    ann.press("Create table")
    ann.see("Questions close at 18:00")
    ann.press("Fill with bots")
    ann.press("Start Truce")
    due = at_six(4)
    expect(page.locator(".top time")).to_have_text(words(due, YORK))
    ann.check()

    page.get_by_role("button", name="Loot").first.click()
    page.get_by_role("button", name="If I miss the deadline, play this").click()
    chip = page.get_by_role("button", name=re.compile("deadline: loot.*Clear"))
    expect(chip).to_be_visible()
    ann.check()
    page.locator("body").press("x")
    expect(chip).to_have_count(0)

    menu(page, "Extend the deadline")
    expect(page.locator(".top time")).to_have_text(words(due + timedelta(days=1), YORK))
    menu(page, "Ask for a pause")
    expect(page.locator("[data-part=pause]")).to_contain_text("The match is paused")
    expect(page.locator(".top [data-part=deadline]")).to_have_text("Paused")
    ann.check()
    page.locator("[data-part=pause] button").click()
    expect(page.locator("[data-part=pause]")).to_have_count(0)
    page.locator("summary[aria-label='People at this table']").click()
    page.get_by_role("button", name="My attendance").click()
    expect(page.locator("[data-part=attendance]")).to_contain_text("One more miss")
    ann.check()

    (cookie,) = [c for c in ann.context.cookies() if c["name"] == "intrigue"]
    phone = people("Ann", size=PHONE, lang="fr", timezone_id="Europe/Paris")
    phone.become(cookie["value"])
    phone.go(page.url.removeprefix(people.url))
    expect(phone.page.locator(".top time")).to_contain_text("18:00")
    phone.check()
    phone.go("/")
    phone.see("jusqu’à")
    phone.check()


def test_the_dashboard_and_tonights_table(people: Door, server: Server) -> None:
    later, hosts = table_of(server, ["Bob"], bots=2, days={"hours": 48})
    host = hosts[0]
    live = host.make_table("truce", 3)["id"]
    sooner = host.make_table("truce", 3, days={"hours": 5})["id"]
    for table in (live, sooner):
        for seat in (1, 2):
            host.set_bot(table, seat, "random")
        host.start(table)
    bob = people("Bob").become(host.device)
    bob.go("/")
    rows = bob.page.locator("a.table")
    expect(rows).to_have_count(3)
    order = [rows.nth(i).get_attribute("href") for i in range(3)]
    assert order == [f"/t/{table}" for table in (sooner, later, live)]
    expect(rows.nth(0)).to_contain_text("in 4 hours")
    expect(rows.nth(0)).to_contain_text("Your turn")
    bob.check()

    bob.go(f"/t/{live}")
    page = bob.page
    page.locator(".hands .bar").wait_for()
    expect(page.locator(".top [data-part=deadline]")).to_have_count(0)
    page.once("dialog", lambda dialog: dialog.accept())
    menu(page, "Continue by correspondence")
    expect(page.locator(".top [data-part=deadline]")).to_contain_text(re.compile("in 2[34] hours"))
    page.get_by_role("tab", name="Talk").click()
    bob.see("has switched the match to correspondence")
    menu(page, "Back to live")
    expect(page.locator(".top [data-part=deadline]")).to_have_count(0)
    bob.check()


CUT = """() => {
    const {scrollHeight, clientHeight, scrollWidth, clientWidth} = document.querySelector('.phase');
    return [scrollHeight - clientHeight, scrollWidth - clientWidth].some((more) => more > 1);
}"""


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", ["jaccuse", "emperor"])
def test_a_phone_shows_phase_and_deadline(
    people: Door, server: Server, game: str, lang: str
) -> None:
    days = {"hours": 47}
    table, (ada,) = table_of(server, ["Ada"], bots=6, game=game, options={}, days=days)
    phone = people("Ada", size=PHONE, lang=lang).become(ada.device)
    phone.go(f"/t/{table}")
    expect(phone.page.locator(".top [data-part=deadline]")).to_be_visible()
    assert not phone.page.evaluate(CUT), phone.page.locator(".phase").inner_text()
    phone.check()
