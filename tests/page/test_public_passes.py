"""Passing in public on the page: one tap, a mark that everyone sees, and the way back."""

import pytest
from playwright.sync_api import expect

from intrigue.conformance.two_worlds import Draws
from intrigue.kernel.game import find_game

from .backstage import Backstage, World
from .conftest import Door
from .people import PHONE, Person


def at_a_slot(backstage: Backstage, window: float | None = None) -> World:
    """Emperor's first window, at a table without a clock, or where windows last so long; everyone
    holds a card."""
    world = World(backstage, find_game("emperor"), {"start_hand": 1}, window)
    backstage.run(world.deal(Draws(62)))
    world.submit(world.position.asked()[0], "direction cw")
    return world


def look(people: Door, world: World, seat: int, **wishes: object) -> Person:
    people.url = world.backstage.url
    person = people(world.names[seat], **wishes).become(world.clients[seat].device)
    person.go(f"/t/{world.id}")
    person.page.locator(".hands .bar[data-kind='slot']").wait_for()
    return person


@pytest.mark.parametrize("wishes", [{}, {"size": PHONE}])
def test_not_before_my_turn_is_seen_by_all_and_taken_back(
    backstage: Backstage, people: Door, wishes: dict[str, object]
) -> None:
    world = at_a_slot(backstage)
    ada, bob = look(people, world, 0, **wishes), look(people, world, 1)
    ada.page.locator("[data-pass='turn']").click()
    mark = bob.page.locator("[data-seat='0'] [data-part='passes']")
    expect(mark).to_be_visible()
    expect(ada.page.locator("[data-act], [data-pass]")).to_have_count(0)
    expect(ada.page.locator("[data-part='passing']")).to_contain_text("You pass until your turn")
    ada.check()
    assert world.match.session.table.passing == {0: "turn"}
    ada.page.locator("[data-part='passing'] button").click()
    expect(mark).to_have_count(0)
    expect(ada.page.locator("[data-pass='turn']")).to_be_visible()


def test_there_is_one_way_to_pass_until_my_turn(backstage: Backstage, people: Door) -> None:
    """An order to pass, which nobody else saw, stood beside it and spared nobody a window."""
    page = look(people, at_a_slot(backstage), 0).page
    expect(page.locator("[data-pass='turn']")).to_have_count(1)
    orders = page.locator("[data-part='orders'] [aria-pressed]")
    expect(orders).to_have_text(["+ Do not defend me"])


def test_without_a_clock_the_page_taps_for_nobody(backstage: Backstage, people: Door) -> None:
    world = at_a_slot(backstage)
    ada = look(people, world, 0)
    number = world.match.session.table.prompt
    for seat in range(1, 5):
        world.submit(seat, "pass")
    expect(ada.page.locator(".bar[data-kind='slot']")).to_be_visible()
    expect(ada.page.locator("[role='timer']")).to_have_count(0)
    assert world.match.session.table.prompt == number
    expect(ada.page.locator("[data-pass='window']")).to_have_count(0)  # a tap is enough
    ada.page.locator("[data-act='pass']").click()
    expect(ada.page.locator(".bar[data-kind='slot']")).to_have_count(0)


@pytest.mark.parametrize("wishes", [{}, {"size": PHONE}])
def test_with_a_clock_the_only_pass_is_the_one_that_spares_the_others_the_time(
    backstage: Backstage, people: Door, wishes: dict[str, object]
) -> None:
    world = at_a_slot(backstage, window=600)
    ada = look(people, world, 0, **wishes)
    expect(ada.page.locator("[data-act='pass']")).to_have_count(0)
    ada.page.keyboard.press("p")
    ada.page.locator("[data-pass='window']").click()
    expect(ada.page.locator("[data-act], [data-pass]")).to_have_count(0)
    ada.check()
    assert world.match.session.table.passing == {0: "window"}
    for seat in range(1, 5):
        backstage.run(world.seats[seat].do("pass", until="window"))
    expect(ada.page.locator(".bar[data-kind='slot']")).to_have_count(0)
