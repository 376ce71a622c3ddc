"""Deals and claims on the page: composed by tapping, answered above the prompt bar, kept or broken,
and judged after the curtain has fallen. Nothing here waits for a moment, only for what is shown."""

import asyncio
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from intrigue.agents.client import Client, Seat
from tests.server.running import Server, table_of

from .conftest import Door
from .people import DESKTOP, PHONE, Person, elsewhere
from .test_curtain import curtain

NAMES = ["Ann", "Bo"]


def sit(people: Door, client: Client, table: str, **wishes: Any) -> Person:
    person = people(str(client.get("/api/me")["name"]), **wishes).become(client.device)
    person.go(f"/t/{table}")
    expect(person.page.locator(".hands .bar[data-kind]")).to_be_visible()
    return person


def open_tab(page: Page, name: str) -> None:
    page.locator(f".tabs .{name}").click()
    expect(page.locator(f".tabs .{name}")).to_have_attribute("aria-selected", "true")


def begin(page: Page, what: str = "offer") -> Locator:
    """Open the composer of talk."""
    open_tab(page, "talk")
    page.locator(f"[data-key={what}]").click()
    composer = page.locator("[data-part=deal-composer]")
    expect(composer.locator("[data-kind]").or_(composer.locator("[data-to]")).first).to_be_visible()
    return composer


def promise(composer: Locator, kind: str, who: int) -> None:
    """One more clause: who, and what; the rest is what is thought of first."""
    composer.locator(f"[data-seat-choice='{who}']").first.click()
    composer.locator(f"[data-kind={kind}]").click()


def send(composer: Locator) -> None:
    composer.locator("[data-act=send-deal]").click()
    expect(composer).to_have_count(0)


def strip(page: Page) -> Locator:
    return page.locator("[data-part=deals]")


def answer(page: Page, how: str) -> None:
    """Unfold the offer, if it is a line, and answer it."""
    if not strip(page).locator("details[open]").count():
        strip(page).locator("summary").click()
    strip(page).locator(f"[data-act={how}]").click()


def order(page: Page, kind: str, target: int | None = None) -> None:
    """Choose an order and confirm it."""
    page.locator(f".hands [data-act={kind}]").click()
    if target is not None:
        page.locator(f"[data-target='{target}']").click()
    page.locator(".confirm .primary").click()


def stamps(where: Locator) -> list[str]:
    return [str(one.get_attribute("data-verdict")) for one in where.locator(".stamp").all()]


def program(client: Client, table: str, *does: tuple[str, dict[str, Any]]) -> None:
    """Somebody who plays by a program does this, one after the other."""

    async def act() -> None:
        async with client.sit(table) as seat:
            await seat.begin()
            for what, data in does:
                if what == "submit":
                    await seat.submit(data["act"])
                else:
                    await seat.do(what, **data)

    elsewhere(act())


def offer(to: list[int], clauses: str, **more: Any) -> tuple[str, dict[str, Any]]:
    return "deal", {"to": to, "clauses": clauses, **more}


def test_two_people_and_three_bots_make_keep_and_break_deals(people: Door, server: Server) -> None:
    table, (ann, bo) = table_of(server, NAMES, bots=3, options={"rounds": 2})
    ada, bob = sit(people, ann, table), sit(people, bo, table, size=PHONE, lang="fr")
    composer = begin(ada.page)
    composer.locator("[data-to='1']").click()
    promise(composer, "support", 0)
    expect(composer.locator(".sentences")).to_contain_text("Ann supports Bo in round 1")
    composer.locator("[data-more=and]").click()
    promise(composer, "loot", 1)
    expect(composer.locator(".sentences p")).to_have_count(2)
    ada.check()
    send(composer)

    offered = strip(bob.page)
    expect(offered).to_contain_text("Ann vous propose un accord")
    expect(offered).to_contain_text("Ann soutient Bo à la manche 1")
    expect(bob.page.locator(".tabs .deals .count")).to_have_text("1")
    expect(bob.page.locator("[data-part=deals-said]")).to_contain_text("Bo pille à la manche 1")
    bob.check()
    answer(bob.page, "accept")
    expect(offered).to_have_count(0)
    open_tab(ada.page, "deals")
    expect(ada.page.locator("[data-deal='1']")).to_have_attribute("data-state", "in force")

    order(ada.page, "support", 1)  # as it was promised: nobody warns
    expect(ada.page.locator(".hands .done")).to_be_visible()
    order(bob.page, "pass")
    warning = bob.page.locator(".warning")
    expect(warning).to_contain_text("Bo pille à la manche 1")
    bob.check()
    warning.locator("[data-act=think]").click()
    expect(warning).to_have_count(0)
    expect(bob.page.locator(".hands .done")).to_have_count(0)
    bob.page.locator(".confirm .primary").click()
    warning.locator("[data-act=break]").click()

    for person in (ada, bob):
        judged = strip(person.page).locator("[data-judged]")
        expect(judged).to_have_count(2)
        assert stamps(strip(person.page)) == ["kept", "broken"]
        expect(person.page.locator(".seat[data-seat='0'] .word")).to_contain_text("✓1")
        expect(person.page.locator(".seat[data-seat='1'] .word")).to_contain_text("✗1")
        person.check()
    assert stamps(ada.page.locator("[data-deal='1']")) == ["kept", "broken"]
    open_tab(bob.page, "deals")
    expect(bob.page.locator("[data-tally='1']")).to_contain_text("0 tenue, 1 trahie")
    bob.check()

    open_tab(bob.page, "table")
    for person in (ada, bob):
        order(person.page, "pass")
    expect(ada.page.locator("#end")).to_be_visible()
    ada.page.locator("a[href^='/story/']").click()
    told = ada.page.locator("[data-part=promises]")
    expect(told).to_contain_text("Ann supports Bo in round 1")
    assert stamps(told) == ["kept", "broken"]
    ada.check()
    ada.go(f"/replay/{table}?step=1")
    agreed = ada.page.locator(".agreed")
    expect(agreed).to_be_visible()
    assert "broken" not in stamps(agreed), "not before the end"
    ada.page.keyboard.press("End")
    expect(agreed.locator("[data-verdict=broken]")).to_have_count(1)
    ada.check()


def test_verdicts_come_after_the_curtain_has_fallen(people: Door, server: Server) -> None:
    table, (ann, bo) = table_of(server, NAMES, bots=1, options={"rounds": 2})
    ada = sit(people, ann, table, pace="step")
    program(bo, table, offer([0], "I loot in round 1; Ann loots in round 1"))
    answer(ada.page, "accept")
    expect(strip(ada.page)).to_have_count(0)
    program(bo, table, ("submit", {"act": "pass"}))
    open_tab(ada.page, "deals")
    order(ada.page, "loot")
    curtain(ada.page, "up")
    assert stamps(ada.page.locator("body")) == ["open", "open"]
    assert ada.page.locator(".word").count() == 0
    assert strip(ada.page).count() == 0
    ada.page.keyboard.press("Escape")
    curtain(ada.page, "down")
    expect(strip(ada.page).locator("[data-judged]")).to_have_count(2)
    assert stamps(strip(ada.page)) == ["broken", "kept"]
    expect(ada.page.locator("[data-part=deals-said]")).to_contain_text(
        "Broken: Bo loots in round 1. Kept: Ann loots in round 1."
    )
    # they lie there until the next question is over, or they are put away
    strip(ada.page).get_by_role("button", name="Put the verdicts away").click()
    expect(strip(ada.page)).to_have_count(0)


def test_offers_are_declined_countered_and_withdrawn(people: Door, server: Server) -> None:
    table, (ann, bo) = table_of(server, NAMES, bots=1)
    ada = sit(people, ann, table)
    page = ada.page
    program(bo, table, offer([0], "I loot in round 1"), offer([0], "I pass in round 2"))
    expect(strip(page)).to_contain_text("Bo loots in round 1")
    expect(strip(page)).to_contain_text("One more offer")
    answer(page, "decline")
    expect(strip(page)).to_contain_text("Bo passes in round 2")
    answer(page, "counter")
    composer = page.locator("[data-part=deal-composer]")
    expect(composer).to_contain_text("Instead of what Bo offered")
    composer.locator("[data-param=round] button", has_text="3").click()
    expect(composer.locator(".sentences")).to_contain_text("Bo passes in round 3")
    send(composer)
    open_tab(page, "deals")
    states = [page.locator(f"[data-deal='{number}']") for number in (1, 2, 3)]
    for deal, state in zip(states, ("declined", "countered", "offered"), strict=True):
        expect(deal).to_have_attribute("data-state", state)
    ada.check()
    states[2].locator("[data-act=withdraw]").click()
    expect(states[2]).to_have_attribute("data-state", "withdrawn")


def test_a_secret_deal_lives_in_the_thread_of_its_parties(people: Door, server: Server) -> None:
    table, (ann, bo) = table_of(server, NAMES, bots=1)
    ada = sit(people, ann, table)
    page = ada.page
    open_tab(page, "talk")
    page.locator(".threads select").select_option(label="Bo")
    page.locator("[data-key=offer]").click()
    composer = page.locator("[data-part=deal-composer]")
    promise(composer, "no_attack", 0)
    expect(composer.get_by_role("checkbox")).to_be_checked()
    composer.locator("[data-more=if]").click()
    composer.locator("[data-kind=gift]").click()
    assert composer.locator("[data-act=send-deal]").is_disabled(), "how many coins?"
    composer.locator("[data-param=coins] button", has_text="2").click()
    expect(composer.locator(".sentences")).to_contain_text(
        "Ann does not attack Bo up to and including round 1, "
        "if Bo gives Ann 2 coins by the end of round 1"
    )
    ada.check()
    send(composer)
    deal = page.locator(".talk [data-deal='1']")
    expect(deal).to_contain_text("secret")
    page.locator(".threads button", has_text="Everyone").click()
    expect(deal).to_have_count(0)
    page.locator(".threads button", has_text="Bo").click()
    expect(deal).to_be_visible()
    bob = sit(people, bo, table, size=PHONE)
    expect(strip(bob.page)).to_contain_text("secret")


def test_a_claim_is_made_and_found_to_be_false(people: Door, server: Server) -> None:
    table, (ann, bo) = table_of(server, NAMES, bots=1)
    ada = sit(people, ann, table)
    composer = begin(ada.page, "claim")
    composer.locator("[data-kind=ordered]").click()
    composer.locator("[data-param=order] button", has_text="loot").click()
    expect(composer.locator(".sentences")).to_contain_text("Ann says: my order of round 1 is loot")
    send(composer)
    expect(ada.page.locator(".talk [data-claim='1']")).to_contain_text("open")
    program(bo, table, ("submit", {"act": "loot"}))
    order(ada.page, "pass")
    expect(ada.page.locator(".talk [data-claim='1']")).to_contain_text("false")
    expect(strip(ada.page).locator("[data-verdict=false]")).to_be_visible()
    ada.check()


def test_a_match_of_jaccuse_with_claims_is_judged_at_the_end(people: Door, server: Server) -> None:
    """Sides and networks: what one says of them others read as open, and at the end as it was."""
    table, (ann, bo) = table_of(server, NAMES, bots=3, game="jaccuse", options={"generations": 2})
    ada = sit(people, ann, table)
    composer = begin(ada.page, "claim")
    composer.locator("[data-kind=side]").click()
    composer.locator("[data-param=colour] button", has_text="red").click()
    expect(composer.locator(".sentences")).to_contain_text("my side is red")
    send(composer)
    claim = ada.page.locator(".talk [data-claim='1']")
    expect(claim).to_contain_text("open")
    side, network = elsewhere(_played_out(ann, bo, table))

    expect(ada.page.locator("#end")).to_be_visible()
    open_tab(ada.page, "deals")
    expect(ada.page.locator("[data-claim]")).to_have_count(3)
    for number, true in ((1, side == "red"), (2, network == "red"), (3, network == "black")):
        judged = ada.page.locator(f"[data-claim='{number}']")
        assert stamps(judged) == ["true" if true else "false"]
    ada.check()
    ada.page.locator("a[href^='/story/']").click()
    expect(ada.page.locator("[data-part=promises] .stamp")).to_have_count(3)
    ada.check()


async def _played_out(ann: Client, bo: Client, table: str) -> tuple[str, str]:
    """Bo claims both of the network that he shares with Ann, and everybody plays to the end: the
    side that Ann chose, and the colour of that network."""
    rng, sides = Random(8), []

    def choose(seat: Seat) -> str:
        assert seat.ask is not None
        act = str(rng.choice(seat.ask["options"]))
        if seat.seat == 0 and act.startswith("membership "):
            sides.append("red" if act[-1] in "♥♦R" else "black")
        return act

    async with ann.sit(table) as one, bo.sit(table) as other:
        await other.begin()
        network = {"R": "red", "B": "black"}[other.state["view"]["networks"][0]]
        for colour in ("red", "black"):
            await other.claim(f"the network that I share with Ann is {colour}")
        await asyncio.gather(one.play(choose), other.play(choose))
    return sides[0], network


def test_an_offer_by_keyboard_alone(people: Door, server: Server) -> None:
    """Whatever has been chosen, the keyboard is where the next thing is to be chosen."""
    table, (ann, _) = table_of(server, NAMES, bots=1)
    page = sit(people, ann, table).page

    def press(where: str, key: str = "Enter") -> None:
        page.locator(where).first.press(key)

    press(".tabs .talk")
    press("[data-key=offer]")
    expect(page.locator("[data-to='1']")).to_be_focused()
    page.keyboard.press("Enter")
    press("[data-part=deal-composer] [data-kind=attack]")
    expect(page.locator("[data-part=deal-composer] [data-kind=attack]")).to_be_focused()
    press("[data-param=whom] [data-seat-choice='2']")
    press("[data-more=and]")
    expect(page.locator("[data-part=deal-composer] [data-kind]").first).to_be_focused()
    press("[data-part=deal-composer] [data-kind=loot]")
    press("[data-act=send-deal]")
    expect(page.locator("[data-key=offer]")).to_be_focused()
    expect(page.locator(".talk [data-deal='1']")).to_contain_text("attacks")
    press("[data-key=offer]")
    expect(page.locator("[data-part=deal-composer]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-key=offer]")).to_be_focused()


def test_seats_can_be_tapped_where_they_sit(people: Door, server: Server) -> None:
    table, (ann, _) = table_of(server, NAMES, bots=2)
    page = sit(people, ann, table).page
    composer = begin(page)
    page.locator(".seat.lit[data-seat='1']").click()
    composer.locator("[data-kind=attack]").click()
    page.locator(".seat.lit[data-seat='3']").click()
    whom = composer.locator("[data-param=whom] [aria-pressed=true]")
    expect(whom).to_have_attribute("data-seat-choice", "3")
    composer.get_by_role("button", name="Cancel").click()
    expect(page.locator(".seat.lit")).to_have_count(0)


# a composer fits, and its last step is in sight, as much of the window as a keyboard leaves
FITS = """() => {
    const {top, bottom, left, right} =
        document.querySelector('[data-act=send-deal]').getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth
        && document.documentElement.scrollWidth <= innerWidth;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_in_french(people: Door, server: Server, scheme: str) -> None:
    table, (ann, bo) = table_of(server, NAMES, bots=4)
    ada = sit(
        people, ann, table, size=PHONE, lang="fr", color_scheme=scheme, reduced_motion="reduce"
    )
    composer = begin(ada.page)
    composer.locator("[data-to='1']").click()
    promise(composer, "gift", 0)
    ada.check()
    assert ada.page.evaluate(FITS)
    ada.page.set_viewport_size({"width": 390, "height": 430})
    assert ada.page.evaluate(FITS), "beside a keyboard"
    ada.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    program(bo, table, offer([0, 2], "Ann loots in round 2; I attack Ann in round 1", secret=True))
    expect(strip(ada.page)).to_contain_text("Bo vous propose un accord")
    ada.check()
    open_tab(ada.page, "table")
    line = strip(ada.page).bounding_box()
    assert line is not None
    assert line["height"] < 60, "the table needs the room"
    strip(ada.page).locator("summary").click()
    expect(strip(ada.page).locator("[data-act=accept]")).to_be_in_viewport(ratio=1)
    ada.check()
    strip(ada.page).locator("summary").click()
    expect(strip(ada.page).locator("[data-act=accept]")).to_be_hidden()
    open_tab(ada.page, "deals")
    expect(ada.page.locator(".book [data-deal='1']")).to_be_visible()
    ada.check()


def test_an_offer_over_days_may_have_a_deadline(people: Door, server: Server) -> None:
    table, (ann, _) = table_of(server, NAMES, bots=1, days={"hours": 48})
    ada = sit(people, ann, table)
    composer = begin(ada.page)
    composer.locator("[data-to='1']").click()
    promise(composer, "loot", 0)
    composer.locator("[data-part=deadline]").select_option(label="6 hours")
    send(composer)
    expect(ada.page.locator(".talk [data-deal='1']")).to_contain_text("To be answered by")
    ada.check()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_game_without_promises_has_neither_keys_nor_tab(
    people: Door, server: Server, size: dict[str, int]
) -> None:
    table, (ann,) = table_of(server, ["Ann"], bots=1, game="complot", options={})
    page = sit(people, ann, table, size=size).page
    open_tab(page, "talk")
    expect(page.locator(".talk form")).to_be_visible()
    expect(page.locator(".tabs [role=tab]")).to_have_count(4)
    assert page.locator("[data-key], .tabs .deals").count() == 0


def test_where_nobody_may_talk_nobody_deals(people: Door, server: Server) -> None:
    table, (ann, _) = table_of(server, NAMES, bots=1, press="none")
    page = sit(people, ann, table).page
    expect(page.locator(".tabs [role=tab]")).to_have_count(4)
    open_tab(page, "talk")
    expect(page.locator("div.talk")).to_contain_text("Talk is off")
    assert page.locator("[data-key], .tabs .deals").count() == 0
