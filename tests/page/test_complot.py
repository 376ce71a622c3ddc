"""Complot's own table: a match of two people by clicks on cards, the keyboard, dragging, and the
lesson."""

import re
from random import Random
from typing import Any

from playwright.sync_api import Locator, expect

from intrigue.kernel.game import find_game
from intrigue.session.message import Ask
from tests.server.running import Server, table_of

from .conftest import Asked, Door
from .people import PHONE, Person

LIT = ".player .lit, .market .lit, .hand .lit, button.wit, .turn .option"
LESSON = (
    ('[data-place="hand-0"] [data-card="ST1"].lit',),
    (".turn .primary",),
    ('[data-place="wit-1"].lit',),
    ('[data-place="slot-2"]',),
    (".turn .end",),
    (".turn .primary",),
    ('[data-place="slot-2"]',),
    (".turn .end",),
    ('[data-place="hand-0"] [data-card="AV2"].lit',),
    (".turn .end",),
    ('[data-place="hand-0"] [data-card="AV5"].lit',),
    (".turn .primary",),
    ('[data-place="front-1-AV7"].lit',),
)


def act(person: Person, rng: Random) -> None:
    """One tap: on something that is lit, or the end of the turn."""
    if tap(person, ".sure .primary", 0):
        return
    if rng.random() < 0.9 and tap(person, LIT, rng.random()):
        return
    tap(person, ".turn .end, .turn .acts button:enabled", 0.999)


def tap(person: Person, selector: str, where: float) -> bool:
    """On one of those, from the first (0) to the last (1), if there are any at this moment."""
    click = """([selector, where]) => {
        const all = [...document.querySelectorAll(selector)];
        all[Math.floor(where * all.length)]?.click();
        return all.length > 0;
    }"""
    return bool(person.page.evaluate(click, [selector, where]))


def test_two_people_play_to_the_end_by_tapping_cards(people: Door, server: Server) -> None:
    options = {"turn_cap": 4, "first_player": "host"}
    table, (ada, bob) = table_of(server, ["Ada", "Bob"], game="complot", options=options)
    desk = people("Ada").become(ada.device)
    phone = people("Bob", size=PHONE, lang="fr").become(bob.device)
    both = (desk, phone)
    for person in both:
        person.go(f"/t/{table}")
        expect(person.page.locator(".complot")).to_be_visible()
        person.check()
    rng = Random(5)
    for step in range(1500):
        if all(person.page.locator("#end").count() for person in both):
            break
        for person in both:
            act(person, rng)
            person.page.wait_for_timeout(20)
        if step % 50 == 25:
            for person in both:
                person.check()
    for person in both:
        expect(person.page.locator("#end")).to_be_visible()
        person.check()


def test_a_turn_by_keyboard_alone(people: Door, server: Server) -> None:
    options = {"first_player": "host"}
    table, (ada, _) = table_of(server, ["Ada", "Bob"], game="complot", options=options)
    person = people("Ada").become(ada.device)
    person.go(f"/t/{table}")
    page, keys = person.page, person.page.keyboard
    cards = page.locator('[data-place="hand-0"] [data-card]')
    expect(cards).to_have_count(3)
    cards.first.focus()
    keys.press("z")
    expect(page.get_by_role("tooltip")).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_role("tooltip")).to_be_hidden()
    keys.press("Enter")
    expect(cards).to_have_count(2)
    expect(cards.first).to_be_focused()  # the hand is not left
    keys.press("u")
    expect(cards).to_have_count(3)
    keys.press("p")
    expect(cards).to_have_count(0)
    keys.press("e")
    expect(page.get_by_role("button", name="End it now")).to_be_focused()
    keys.press("Enter")
    person.see("Waiting for Bob (not here yet).")
    assert person.errors == []


def test_a_hand_is_nowhere_in_the_browser_of_the_other(people: Door, server: Server) -> None:
    options = {"first_player": "host"}
    table, (_, bob) = table_of(server, ["Ada", "Bob"], game="complot", options=options)
    person = people("Bob").become(bob.device)
    person.go(f"/t/{table}")
    expect(person.page.locator('[data-place="hand-1"] [data-card]')).to_have_count(5)
    assert person.page.locator('[data-place="hand-0"] [data-card]').count() == 0
    assert person.page.locator('[data-place="hand-0"]').inner_text() == "3"
    drawn = [frame for frame in person.frames if re.search(r'"drew".{0,40}"seat":0', frame)]
    assert drawn == []


def test_the_lesson_can_be_followed_to_its_end(people: Door) -> None:
    person = people("Ada", size=PHONE, reduced_motion="reduce").enter()
    person.see("My tables")
    person.go("/lesson/complot")
    bubble = person.page.locator("[data-step]")
    expect(bubble).to_have_attribute("data-step", "0")
    bubble.locator(".primary").click()
    for number, clicks in enumerate(LESSON, 1):
        expect(bubble).to_have_attribute("data-step", str(number))
        for selector in clicks:
            person.page.locator(selector).first.click()
    expect(bubble).to_have_attribute("data-step", str(len(LESSON) + 1))
    person.see("That is all you need to start playing.")
    assert person.errors == []


def test_the_teacher_of_the_hand_covers_neither_hand_nor_market(people: Door) -> None:
    page = people("Ada", reduced_motion="reduce").enter("/lesson/complot").page
    page.locator("[data-step='0'] .primary").click()
    expect(page.locator("[data-step='1']")).to_be_visible()
    page.wait_for_function("""() => {
        const box = (name) => document.querySelector(name).getBoundingClientRect();
        const teacher = box('[data-step]');
        return ['.market', '.hands'].map(box).every((part) => part.right <= teacher.left);
    }""")


def drag(person: Person, thing: Locator, place: Locator) -> None:
    mouse = person.page.mouse
    thing.hover()
    mouse.down()
    box = place.bounding_box()
    assert box is not None
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
    expect(person.page.locator(".ghost")).to_have_count(1)
    mouse.up()
    expect(person.page.locator(".ghost")).to_have_count(0)


def test_a_card_is_dragged_onto_the_table_and_stays_where_it_was_put_back(
    people: Door, server: Server
) -> None:
    options = {"first_player": "host"}
    table, (ada, _) = table_of(server, ["Ada", "Bob"], game="complot", options=options)
    person = people("Ada", reduced_motion="reduce").become(ada.device)
    person.go(f"/t/{table}")
    hand = person.page.locator('[data-place="hand-0"]')
    cards = hand.locator("[data-card]")
    front = person.page.locator('[data-place="front-0"]')
    expect(cards).to_have_count(3)
    expect(hand.locator(".lit .text:not(:empty)")).to_have_count(3)  # dealt, and all of it told
    drag(person, cards.first, hand)
    drag(person, cards.first, front)
    expect(cards).to_have_count(2)
    expect(front.locator("[data-card]")).to_have_count(1)
    person.check()


def test_what_is_discredited_is_not_attacked(asked: Asked) -> None:
    def discredit(ask: Ask, _: Any) -> bool:
        return ask.kind == "discredit" and len(ask.options) > 1

    page = asked("complot", 2, discredit, 8).page
    expect(page.locator(".turn[data-phase='discredit'] .acts [data-act='decline']")).to_be_visible()
    expect(page.locator(".turn .acts:not(.last) button")).to_have_count(1)
    page.locator(".player:not(.mine) .shield.lit").first.tap()
    expect(page.locator(".turn[data-phase='main']")).to_be_visible()


def test_both_sides_are_in_sight_on_a_phone(asked: Asked) -> None:
    cards = find_game("complot").cards("grand")
    sources = {card["id"] for card in cards if card["backing"]}

    def walls(ask: Ask, view: Any) -> bool:
        return ask.kind == "main" and all(
            any(slot.card in sources for slot in front) for front in view.fronts
        )

    person = asked("complot", 2, walls, 0)
    expect(person.page.locator(".complot .shield")).not_to_have_count(0)
    person.page.wait_for_function("""() => {
        const board = document.querySelector('.board');
        return board.scrollHeight <= board.clientHeight;
    }""")
    person.check()


def test_demonstrations_are_one_act_of_any_size(asked: Asked) -> None:
    def two(ask: Ask, _: Any) -> bool:
        acts = [act.split() for act in ask.options]
        return len({act[1] for act in acts if act[0] == "convert"}) == 2

    page = asked("complot", 2, two, 15).page
    expect(page.locator(".turn .pools")).to_have_text(re.compile(r"2\s*6"))
    turn = page.locator(".turn [data-act='convert']")
    expect(turn).to_have_count(1)
    expect(turn).to_contain_text("Demonstration")
    both = page.get_by_role("group", name="Demonstration: The Great Disc and Backwards Telescope")
    expect(both).to_be_in_viewport(ratio=1)
    both.get_by_role("button", name="one less").tap()
    both.get_by_role("button", name="Turn 5 Reach into Assertion").tap()  # 4 and 1
    expect(page.locator(".turn .pools")).to_have_text(re.compile(r"7\s*1"))


def test_claims_that_may_count_once_more_are_in_sight_behind_a_wall(asked: Asked) -> None:
    def double(ask: Ask, _: Any) -> bool:
        return ask.kind == "double" and len(ask.options) > 1

    person = asked(
        "complot", 2, double, 0, options={"deck": "author"}, reduced_motion="reduce", lang="fr"
    )
    front = person.page.locator(".player.mine .front")
    expect(front.locator(".shield")).not_to_have_count(0)
    for claim in front.locator(".lit").all():
        expect(claim).to_be_in_viewport(ratio=0.8)
    expect(front).to_have_attribute("data-before", "")  # and it shows that more lies there
    person.see("Choisissez une affirmation en surbrillance")
    person.check()


def test_a_choice_says_what_each_answer_does(asked: Asked) -> None:
    def choose(ask: Ask, _: Any) -> bool:
        return ask.kind == "choose"

    person = asked("complot", 2, choose, 0)
    person.see("Nine-Hundred-Page File: choose one.")
    stammer, discredit = (person.page.locator(f"[data-act='pick option {n}']") for n in (0, 1))
    for option in (stammer, discredit):
        expect(option).to_be_in_viewport(ratio=1)
    expect(stammer).to_have_text(re.compile("Stammer 1.*the opponent will discard"))
    expect(discredit).to_have_text(re.compile("discredit a source.*no source stands there now"))
    person.check()
    stammer.tap()
    expect(person.page.locator(".turn[data-phase='main']")).to_be_visible()
    expect(person.page.locator(".player:not(.mine) .bubble")).to_be_visible()


def test_what_is_reported_leaves_the_row_and_is_replaced(asked: Asked) -> None:
    def report(ask: Ask, _: Any) -> bool:
        return ask.kind == "report"

    person = asked("complot", 2, report, 3)
    page = person.page
    person.see("Choose a card in the row; another takes its place.")
    lit = page.locator(".market .lit")
    expect(lit).to_have_count(5)
    for card in lit.all():
        expect(card).to_be_in_viewport(ratio=1)
    slot = page.locator("[data-place='slot-1']")
    gone = slot.get_attribute("data-card")
    assert gone
    slot.tap()
    expect(page.locator(".turn[data-phase='main']")).to_be_visible()
    expect(slot).not_to_have_attribute("data-card", gone)
    expect(page.locator("[data-place='gone']")).to_contain_text("4")
