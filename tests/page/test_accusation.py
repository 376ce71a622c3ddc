"""Accusation's own table on a phone: the lesson from its first step to its last, and questions that
come up rarely."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from intrigue.kernel.game import find_game
from intrigue.session.message import Ask
from intrigue.session.record import Intent

from .backstage import Backstage, World
from .conftest import Asked, Door
from .people import PHONE

PASS = (".hands [data-act='pass']",)
READY = ".hands .primary"
LESSON = (
    (".bubble .primary",),
    (".hands [data-token='I']", READY),
    PASS,
    (".hands [data-card='20']", READY),
    PASS,
    PASS,
    (".hands [data-act='decline']",),
    PASS,
    (".hands [data-act='claim']", READY),
    (".hands [data-token='M']", ".hands [data-token='I']", ".hands [data-token='I']", READY),
    (
        ".own [data-ministry='I'] button",
        ".own [data-ability='wiretap']",
        ".hands [role='group'] button",
        READY,
    ),
    (".hands [data-accuse='2']",),
)


def test_the_lesson_can_be_followed_to_its_end(people: Door) -> None:
    person = people("Ada", size=PHONE, reduced_motion="reduce").enter()
    person.see("My tables")
    person.go("/lesson/accusation")
    page = person.page
    bubble = page.locator("[data-step]")
    for number, taps in enumerate(LESSON):
        expect(page.locator(f".bubble:not(.waiting)[data-step='{number}']")).to_be_visible()
        for selector in taps:
            expect(page.locator(selector).first).to_be_in_viewport(ratio=0.9)
            page.locator(selector).first.tap()
    # what follows if she is right, wrong or denied, and the button below it, without scrolling
    for outcome in page.locator(".outcomes dt").all():
        expect(outcome).to_be_in_viewport(ratio=1)
    page.locator(READY).tap()
    expect(bubble).to_have_attribute("data-step", str(len(LESSON)))
    page.locator(READY).tap()
    expect(bubble).to_have_attribute("data-step", str(len(LESSON) + 1))
    page.locator(".bubble .primary").tap()
    expect(page.locator(".bubble").get_by_role("button", name="Play now")).to_be_enabled()
    person.press("Suspicions")  # the table is still there
    # what came out in the first round is remembered as such
    expect(page.locator("dialog[open] li", has_text="#38")).to_contain_text("round 1")
    person.check()


def offers(kind: str, act: str) -> Callable[[Ask, Any], bool]:
    return lambda ask, view: ask.kind == kind and act in ask.options


def test_a_question_says_whose_ability_asks_it(asked: Asked) -> None:
    person = asked("accusation", 4, offers("raid", "confirm"), 0)
    expect(person.page.locator(".hands .why")).to_contain_text("uses Drone Strike on")
    person.check()


def test_the_accused_reads_what_the_truth_would_do_but_not_through_the_curtain(
    asked: Asked,
) -> None:
    person = asked("accusation", 4, offers("answer", "deny"), 56)
    answer = person.page.locator(".hands [data-act='answer']")
    expect(answer).to_contain_text("it was you: ")
    person.check()
    person.press("Hide my secrets")
    expect(answer).to_contain_text("the table learns whether")


def test_a_token_that_is_not_there_cannot_be_lost(asked: Asked) -> None:
    person = asked("accusation", 4, offers("shed", "shed D"), 4)
    tokens = person.page.locator(".hands [data-token]")
    nothing = person.page.locator(".hands [data-token]", has_text="0")
    expect(tokens).to_have_count(5)
    for token in nothing.all():
        expect(token).to_have_attribute("aria-disabled", "true")
    expect(person.page.locator(".hands [data-token][aria-disabled='false']")).to_have_count(2)
    person.check()


def test_the_page_answers_a_claim_for_nobody(backstage: Backstage, people: Door) -> None:
    """Also not for somebody who could only decline, and however long they take: how long a table
    waits must not tell who has a choice."""
    world = World(backstage, find_game("accusation"), {}, seats=4)
    table, seat = world.until(lambda ask, _: ask.options == ["decline"], 0)
    backstage.run(world.take(table))
    people.url = backstage.url
    person = people(world.names[seat]).become(world.clients[seat].device)
    page, before = person.page, len(table.record.entries)
    page.clock.install()
    person.go(f"/t/{world.id}")
    expect(page.locator(".bar[data-kind='claim'] [data-act='decline']")).to_be_visible()
    page.clock.run_for(60_000)
    page.locator("[data-act='decline']").click()  # what comes first, came before this
    expect(page.locator(".bar .done")).to_be_visible()
    acts = [e for e in world.match.session.table.record.entries[before:] if isinstance(e, Intent)]
    assert [(act.seat, act.by) for act in acts] == [(world.names[seat], "player")]
    person.check()
