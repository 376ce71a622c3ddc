"""A tap is for what was there when the finger came down: the second one of a double tap, and one
that comes when the question has just closed, answer nothing.

The browser's clock stands still, so that a tap is as quick as the test wants it to be."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from intrigue.kernel.chance import Fast
from intrigue.kernel.game import find_game
from intrigue.session.record import Play

from .backstage import Backstage, World
from .conftest import Door
from .people import PHONE, Person

LONGER = 400  # ms: than a second tap takes
FIRST = ".hands .hand .face >> nth=0"


def sit(people: Door, world: World, seat: int, **wishes: object) -> Person:
    people.url = world.backstage.url
    person = people(world.names[seat], **wishes).become(world.clients[seat].device)
    person.page.add_init_script("localStorage.careful = 'on'")
    person.page.clock.install(time=0)
    person.go(f"/t/{world.id}")
    person.page.locator(".hands .bar[data-kind]").wait_for()
    person.page.clock.pause_at(person.page.evaluate("Date.now()") + 100)
    return person


def middle(page: Page, selector: str) -> tuple[float, float]:
    page.locator(selector).scroll_into_view_if_needed()
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tapping(person: Person) -> Callable[[float, float], None]:
    return person.page.touchscreen.tap if person.touch else person.page.mouse.click


def played(world: World) -> list[str]:
    entries = world.match.session.table.record.entries
    return [entry.act for entry in entries if isinstance(entry, Play)]


@pytest.fixture
def complot(backstage: Backstage) -> World:
    world = World(backstage, find_game("complot"), {}, seats=2)
    backstage.run(world.deal(Fast(5)))
    while world.position.prompt(world.position.asked()[0]).kind != "main":
        world.submit(world.position.asked()[0], world.options_of(world.position.asked()[0])[0])
    return world


@pytest.mark.parametrize("wishes", [{}, {"size": PHONE}])
def test_the_second_tap_of_two_plays_no_other_card(
    complot: World, people: Door, wishes: dict[str, object]
) -> None:
    person = sit(people, complot, complot.position.asked()[0], **wishes)
    hand = person.page.locator(".hands .hand .face")
    tap, before, held = tapping(person), len(played(complot)), hand.count()
    at = middle(person.page, FIRST)
    tap(*at)
    expect(hand).to_have_count(held - 1)
    moved = hand.first.inner_text()
    tap(*at)  # another card has moved there
    person.page.clock.run_for(LONGER)
    hand.last.click()
    expect(hand).to_have_count(held - 2)
    expect(hand.first).to_have_text(moved, use_inner_text=True)
    assert len(played(complot)) == before + 2
    person.page.clock.resume()
    person.check()


@pytest.fixture
def truce(backstage: Backstage) -> World:
    world = World(backstage, find_game("truce"), {"rounds": 3}, seats=4)
    backstage.run(world.deal(Fast(1)))
    return world


def close(world: World, person: Person) -> None:
    """The round is over, and the next one is shown: the viewer confirmed from another window."""
    for seat in range(1, 4):
        world.submit(seat, "pass")
    world.backstage.run(world.seats[0].do("submit", act="pass", ready=True))
    expect(person.page.locator(".phase")).to_contain_text("2")


LOOT = "[data-act='loot']"


def test_a_question_that_closed_under_my_hands_takes_no_answer_for_the_next(
    truce: World, people: Door
) -> None:
    page = (person := sit(people, truce, 0)).page
    at = middle(page, LOOT)
    close(truce, person)
    page.mouse.click(*at)
    page.clock.run_for(100)
    page.mouse.click(*at)
    assert page.locator(".hands .chosen").count() == 0
    page.clock.run_for(LONGER)
    page.mouse.click(*at)
    expect(page.locator(".hands .chosen")).to_have_count(1)


def test_a_finger_that_was_down_before_answers_nothing(truce: World, people: Door) -> None:
    page = (person := sit(people, truce, 0)).page
    page.mouse.move(*middle(page, LOOT))
    page.mouse.down()
    close(truce, person)
    page.clock.run_for(LONGER)
    page.mouse.up()
    assert page.locator(".hands .chosen").count() == 0
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".hands .chosen")).to_have_count(1)
