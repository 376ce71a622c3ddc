"""Standing orders at the table: armed by touch, shown as chips, played when a window ends, cleared
with one key."""

from typing import Any

from playwright.sync_api import expect

from intrigue.conformance.two_worlds import Draws
from intrigue.kernel.game import find_game
from intrigue.session.message import Standing
from intrigue.session.record import Play

from .backstage import Backstage, World
from .conftest import Door
from .people import PHONE, Person

CHIPS = "[data-part='orders'] [aria-pressed='true']"


def seated(backstage: Backstage, people: Door, world: World, seed: int, **wishes: object) -> Person:
    """The first player at a browser, before a deal that is the same every time."""
    backstage.run(world.deal(Draws(seed)))
    people.url = backstage.url
    person = people("Ada", **wishes).become(world.clients[0].device)
    person.go(f"/t/{world.id}")
    person.page.locator(".hands .bar").wait_for()
    return person


def others_pass(world: World) -> None:
    for seat in world.position.asked():
        if seat != 0:
            world.submit(seat, "pass")


def everyone(world: World) -> None:
    for seat in world.position.asked():
        world.submit(seat, world.options_of(seat)[0])


def ordered(world: World) -> list[str]:
    """What standing orders have played for the first player."""
    entries = world.match.session.table.record.entries
    return [
        entry.act
        for entry in entries
        if isinstance(entry, Play) and entry.seat == "Ada" and entry.by == "standing order"
    ]


def test_emperor_an_instinct_is_cast_in_the_next_window(backstage: Backstage, people: Door) -> None:
    world = World(backstage, find_game("emperor"), {"start_hand": 1}, window=4)
    person = seated(backstage, people, world, 62, size=PHONE)
    page = person.page
    page.locator("[data-card='reverse']").click()
    expect(page.locator(CHIPS)).to_contain_text("Reverse")
    person.check()
    page.reload()
    expect(page.locator(CHIPS)).to_contain_text("Reverse")
    crowned = world.position.asked()[0]
    world.submit(crowned, "direction cw")
    others_pass(world)
    expect(page.get_by_text("Ada casts Reverse").first).to_be_attached()
    assert ordered(world) == ["reverse"]
    expect(page.locator(CHIPS)).to_have_count(0)  # its card has left the hand


ASIDE = """() => [...document.querySelectorAll('.hands, .hands *')]
    .filter((one) => one.scrollWidth - one.clientWidth > 2)
    .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
    .map((one) => one.className)"""


def test_emperor_a_phone_shows_hand_and_orders_without_scrolling(
    backstage: Backstage, people: Door
) -> None:
    world = World(backstage, find_game("emperor"), {"start_hand": 2})
    person = seated(backstage, people, world, 62, size=PHONE, lang="fr")
    page = person.page
    cards = page.locator("[data-place='hand'] [data-card]")
    expect(cards).to_have_count(2)
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=1)
    assert page.evaluate(ASIDE) == []
    page.get_by_role("button", name="Tous les ordres").click()
    sheet = page.get_by_role("dialog", name="Ordres permanents")
    sheet.get_by_role("button", name="Ne pas me défendre").click()
    person.check()
    page.keyboard.press("Escape")
    expect(page.locator(CHIPS)).to_have_text(["✓ Ne pas me défendre"])
    assert page.evaluate(ASIDE) == []


def test_emperor_orders_are_cleared_with_one_key(backstage: Backstage, people: Door) -> None:
    world = World(backstage, find_game("emperor"), {"start_hand": 1})
    person = seated(backstage, people, world, 62)
    page = person.page
    page.locator("[data-card='reverse']").click()
    page.get_by_role("button", name="Do not defend me").click()
    expect(page.locator(CHIPS)).to_have_count(2)
    person.check()
    page.keyboard.press("x")
    expect(page.locator(CHIPS)).to_have_count(0)
    assert world.match.session.table.standing[0] == []


def revealed(view: Any) -> int | None:
    """The viewer's own card, if it lies on the table."""
    mine = view.event is not None and view.event.card == view.tracker
    return view.tracker if mine else None


def before_a_claim(backstage: Backstage, people: Door, **wishes: object) -> tuple[World, Person]:
    """Ada's own #28 was revealed a moment ago: soon it can be claimed."""
    world = World(backstage, find_game("accusation"), {}, seats=4)
    table, seat = world.until(lambda ask, view: ask.kind == "reveal" and revealed(view) == 28, 8)
    assert seat == 0
    backstage.run(world.take(table))
    people.url = backstage.url
    person = people("Ada", **wishes).become(world.clients[0].device)
    person.go(f"/t/{world.id}")
    person.page.locator(".hands .bar").wait_for()
    return world, person


def everyone_but_ada(world: World) -> None:
    for seat in world.position.asked():
        if seat != 0:
            world.submit(seat, next(a for a in ("pass", "decline") if a in world.options_of(seat)))


def test_accusation_a_claim_can_be_decided_in_advance_and_shortens_nothing(
    backstage: Backstage, people: Door
) -> None:
    world, person = before_a_claim(backstage, people)
    page = person.page
    page.get_by_role("button", name="Claim it when it comes").click()
    expect(page.locator(CHIPS)).to_have_text(["✓ Claim it when it comes"])
    assert world.match.session.table.standing[0] == [Standing("claim", "claim")]
    person.check()
    page.locator("[data-act='pass']").click()
    everyone_but_ada(world)
    expect(page.locator(".bar[data-kind='claim']")).to_be_visible()
    everyone_but_ada(world)
    assert world.position.prompt(0).kind == "claim", "it waits for her all the same"
    person.check()
    page.get_by_role("button", name="Claim it, as decided").click()
    expect(page.get_by_text("Ada claims").first).to_be_attached()


def test_accusation_not_claiming_can_be_decided_in_advance_on_a_phone(
    backstage: Backstage, people: Door
) -> None:
    world, person = before_a_claim(backstage, people, size=PHONE, lang="fr")
    page = person.page
    never = page.get_by_role("button", name="Ne pas revendiquer")
    expect(never).to_be_in_viewport(ratio=0.9)
    never.tap()
    expect(page.locator(CHIPS)).to_have_text(["✓ Ne pas revendiquer"])
    assert world.match.session.table.standing[0] == [Standing("claim", "decline")]
    person.check()
    never.tap()
    expect(page.locator(CHIPS)).to_have_count(0)
    assert world.match.session.table.standing[0] == []


def test_accusation_what_was_decided_about_a_card_is_over_with_its_round(
    backstage: Backstage, people: Door
) -> None:
    world = World(backstage, find_game("accusation"), {})
    person = seated(backstage, people, world, 4)
    orders = [{"prompt": "claim", "act": "claim"}, {"prompt": "open", "act": "pass"}]
    backstage.run(world.seats[0].do("arm", orders=orders))
    standing, kept = world.match.session.table.standing, [Standing("open", "pass")]
    person.until(lambda: standing[0] == kept, "it was not taken back")
