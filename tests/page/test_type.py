"""The page's own typefaces: they come, they come late on a slow line, and nothing moves then."""

import pytest
from playwright.sync_api import Route, expect

from tests.server.running import Server

from .conftest import Door
from .people import DESKTOP, PHONE, REST

# how far things jumped while nobody touched anything, as browsers count it
SHIFTED = """() => new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += entry.hadRecentInput ? 0 : entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => setTimeout(() => done(sum), 100));
})"""
LOADED = "[...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family)"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("where", ["front page", "table"])
def test_typefaces_that_come_late_move_nothing(
    people: Door, server: Server, where: str, size: dict[str, int]
) -> None:
    ann = server.person("Ann")
    table = ann.make_table("truce", 6)["id"]
    for seat in range(1, 6):
        ann.set_bot(table, seat, "random")
    ann.start(table)
    person = people("Ann", size=size)
    if where == "table":
        person.become(ann.device)
    held: list[Route] = []
    person.page.route("**/*.woff2", lambda route: held.append(route))  # noqa: PLW0108 (a builtin has no room for Playwright's mark)
    path = "/" if where == "front page" else f"/t/{table}"
    person.page.goto(server.url + path, wait_until="commit")
    look = "main h1, main h2" if where == "front page" else "[data-kind]"
    expect(person.page.locator(look).first).to_be_visible()
    while not held:
        person.page.evaluate(REST)  # the browser asks for them when it first sets a line in them
    before = person.page.evaluate(SHIFTED)
    while person.page.evaluate("document.fonts.status") == "loading":
        for route in held:
            route.continue_()
        held.clear()
    assert set(person.page.evaluate(LOADED)) >= {"Text", "Title"}
    after = person.page.evaluate(SHIFTED)
    assert after - before < 0.01, "the typefaces moved something"
    if where == "table":
        assert after < 0.02
