"""Accusation's own table on a phone: the lesson from its first step to its last."""

from playwright.sync_api import expect

from .conftest import Door
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
    person.press("Play on at this table")
    expect(bubble).to_be_hidden()
    person.press("Suspicions")
    # what came out in the first round is remembered as such
    expect(page.locator("dialog[open] li", has_text="#38")).to_contain_text("round 1")
    person.check()
