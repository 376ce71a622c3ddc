"""The curtain: while a reveal plays, nothing else on the page tells how it ends.

The others at the table are programs, and the reveal waits for a tap between its beats: nothing here
depends on how long an animation takes."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from intrigue.kernel.chance import Fast
from intrigue.kernel.game import find_game
from intrigue.session.table import Table

from .backstage import Backstage, World
from .conftest import Door
from .people import DESKTOP, PHONE, Person

SIZES = [pytest.param(DESKTOP, id="desktop"), pytest.param(PHONE, id="phone")]
ORDERS = ["loot", "attack Ada", "support Bob", "pass"]

# Everything that can be read or heard outside of the stage, and the title.
OUTSIDE = """() => {
    const copy = document.documentElement.cloneNode(true);
    const stage = '[data-stage], [role=timer], script, style';
    for (const part of copy.querySelectorAll(stage)) part.remove();
    const said = [...copy.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((one) =>
        ['aria-label', 'title', 'placeholder'].map((name) => one.getAttribute(name) ?? ''));
    const text = [document.title, copy.querySelector('body').innerHTML
        .replace(/<!--[^]*?-->/g, '').replace(/<[^>]*>/g, '\\n'), ...said].join('\\n');
    return text.split('\\n').map((line) => line.trim()).filter(Boolean);
}"""


def outside(person: Person) -> list[str]:
    found: list[str] = person.page.evaluate(OUTSIDE)
    return found


def curtain(page: Page, state: str) -> None:
    expect(page.locator("div.frame")).to_have_attribute("data-curtain", state)


def lines(page: Page) -> list[str]:
    """What the stage has told so far, as it is read aloud."""
    return [line.strip() for line in page.locator(".drama .lines li").all_inner_texts()]


def next_beat(page: Page) -> None:
    """The next beat has begun, or the curtain has fallen."""
    at = page.locator(".drama").get_attribute("data-beat")
    page.locator("[data-act=next]").click()
    expect(page.locator(f".drama[data-beat='{at}']")).to_have_count(0)


def heard(person: Person, what: Callable[[dict[str, Any]], bool]) -> None:
    """Until the browser was told this; whether it shows it is another question."""
    person.until(
        lambda: any(what(json.loads(frame)) for frame in list(person.frames)),
        "the server never said it",
    )


def over(frame: dict[str, Any]) -> bool:
    return bool(frame["do"] == "over")


def happened(frame: dict[str, Any]) -> list[dict[str, Any]]:
    return [] if frame.get("whole", True) else frame["happened"]


def told(person: Person) -> list[str]:
    """The sentences of the last update that told something."""
    words = [json.loads(frame) for frame in person.frames if '"do":"words"' in frame]
    last = next(one for one in reversed(words) if one["happened"])
    return [line for event in last["happened"] for line in event["lines"]]


class Scene(NamedTuple):
    """A moment of drama that comes up when everyone plays by lot with this seed."""

    game: str
    seats: int
    kind: str
    seed: int
    options: dict[str, Any] = {}


SCENES = [
    Scene("jaccuse", 5, "elected", 1),
    Scene("jaccuse", 5, "captured", 1),
    Scene("emperor", 6, "condemn", 1, {"start_hand": 2}),
    Scene("emperor", 6, "moved", 3, {"start_hand": 2}),
    Scene("accusation", 4, "revealed", 1),
    Scene("accusation", 4, "admitted", 31),
    Scene("complot", 2, "hit", 1),
    Scene("complot", 2, "destroyed", 3),
]


def by_lot(table: Table, scene: Scene) -> list[tuple[int, str]]:
    """What everyone does until it happens."""
    lots, acts = Random(scene.seed), []
    table.take_events()
    while not table.over:
        for seat in table.position.asked():
            ask = table.ask(seat)
            if ask is None or ask.ready:
                continue
            act = lots.choice([one for one in ask.options if one != "concede"])
            table.submit(seat, table.read(act))
            acts.append((seat, act))
            if any(event.kind == scene.kind for event in table.take_events()):
                return acts
            break
    raise AssertionError(f"it does not happen with seed {scene.seed}")


class Evening:
    """A match with programs in all seats, and Ada at her browser, too."""

    def __init__(self, browser: Browser, backstage: Backstage) -> None:
        self.backstage = backstage
        self.door = Door(browser, backstage.url)

    def world(self, game: str, options: dict[str, Any], seats: int) -> World:
        return World(self.backstage, find_game(game), options, seats=seats)

    def sit(self, world: World, seat: int = 0, **wishes: Any) -> Person:
        person = self.door(world.names[seat], **{"pace": "step", **wishes})
        person.become(world.clients[seat].device).go(f"/t/{world.id}")
        expect(person.page.locator(".hands .bar")).to_be_visible()
        expect(person.page.locator(".board [data-place]").first).to_be_attached()
        person.page.wait_for_load_state("networkidle")  # the cards' texts, too
        return person

    def truce(self, **wishes: Any) -> tuple[Person, World]:
        """One round of Truce; everybody but Dan has given an order."""
        world = self.world("truce", {"rounds": 1}, 4)
        self.backstage.run(world.deal(Fast(1)))
        person = self.sit(world, **wishes)
        for seat in range(3):
            world.submit(seat, ORDERS[seat])
        expect(person.page.locator("[data-seat] .answer.seal")).to_have_count(3)
        return person, world

    def before(self, scene: "Scene", **wishes: Any) -> tuple[Person, World, int, str]:
        """Somebody's next act brings it about: whose, and which."""
        world = self.world(scene.game, scene.options, scene.seats)
        acts = by_lot(world.table(Fast(scene.seed)), scene)
        table = world.table(Fast(scene.seed))
        for seat, act in acts[:-1]:
            table.submit(seat, table.read(act))
        self.backstage.run(world.take(table))
        seat, act = acts[-1]
        person = self.sit(world, (seat + 1) % scene.seats, **wishes)
        return person, world, seat, act

    def revealed(self, **wishes: Any) -> Person:
        """Dan's order was the last one: the match is over, and the browser was told so."""
        person, world = self.truce(**wishes)
        world.submit(3, ORDERS[3])
        heard(person, over)
        if wishes.get("pace", "step") == "step":
            expect(person.page.locator(".drama")).to_be_attached()
        return person


@pytest.fixture
def evening(browser: Browser, backstage: Backstage) -> Iterator[Evening]:
    found = Evening(browser, backstage)
    yield found
    for person in found.door.inside:
        person.close()


@pytest.mark.parametrize("size", SIZES)
def test_nothing_outside_of_the_stage_changes_before_the_curtain_has_fallen(
    evening: Evening, size: dict[str, int]
) -> None:
    person, world = evening.truce(size=size)
    page = person.page
    before = outside(person)
    world.submit(3, ORDERS[3])
    heard(person, over)
    expect(page.locator(".drama")).to_be_attached()
    story = told(person)
    while page.locator(".drama").count():
        assert outside(person) == before
        next_beat(page)
    curtain(page, "down")
    expect(page.locator("#end")).to_be_visible()
    after = " ".join(outside(person))
    assert all(line.split(".")[0] in after for line in story if "won" in line)
    person.check()


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: f"{scene.game}-{scene.kind}")
def test_every_game_keeps_its_ending_behind_the_curtain(evening: Evening, scene: Scene) -> None:
    size = PHONE if scene.seed % 2 else DESKTOP
    person, world, seat, act = evening.before(scene, size=size)
    page = person.page
    before = outside(person)
    world.submit(seat, act)
    curtain(page, "up")
    expect(page.locator(".drama")).to_be_attached()
    heard(person, lambda frame: any(one["kind"] == scene.kind for one in happened(frame)))
    person.check()
    while page.locator(".drama").count():
        assert outside(person) == before
        next_beat(page)
    curtain(page, "down")
    story = told(person)
    assert story[-1] in " ".join(page.locator(".log li").all_text_contents()) or size == PHONE


def test_a_planted_spoiler_would_be_found(evening: Evening) -> None:
    person, world = evening.truce()
    before = outside(person)
    world.submit(3, ORDERS[3])
    heard(person, over)
    curtain(person.page, "up")
    person.page.evaluate("document.querySelector('h1').append(' Bob won.')")
    assert set(outside(person)) - set(before) == {"Round 1 of 1, the last one Bob won."}


@pytest.mark.parametrize("size", SIZES)
def test_a_tap_on_the_stage_lets_the_curtain_fall(evening: Evening, size: dict[str, int]) -> None:
    person = evening.revealed(size=size, pace="slow")
    page = person.page
    page.evaluate("document.querySelector('.drama')?.click()")  # whatever beat it is at
    curtain(page, "down")
    expect(page.locator("#end")).to_be_visible()


@pytest.mark.parametrize("key", ["Escape", "Enter", " "])
def test_keys_let_it_fall_or_go_on(evening: Evening, key: str) -> None:
    person = evening.revealed()
    page = person.page
    page.keyboard.press(key)
    if key == "Escape":
        curtain(page, "down")
    else:
        expect(page.locator(".drama")).to_have_attribute("data-beat", "1")


@pytest.mark.parametrize("pace", ["slow", "normal", "quick"])
def test_it_falls_by_itself(evening: Evening, pace: str) -> None:
    person = evening.revealed(pace=pace)
    curtain(person.page, "down")
    expect(person.page.locator("#end")).to_be_visible()


def test_whoever_wants_no_reveals_has_none(evening: Evening) -> None:
    person = evening.door("Ada", pace="normal").enter("/")
    person.page.locator(".settings summary").click()
    person.page.get_by_label("Reveals").select_option("off")
    assert person.page.evaluate("localStorage.pace") == "off"
    person = evening.revealed(pace="off")
    assert person.page.locator(".drama").count() == 0
    expect(person.page.locator("#end")).to_be_visible()


def test_less_motion_tells_the_same_lines_in_the_same_order(evening: Evening) -> None:
    stories = []
    for motion in ("reduce", "no-preference"):
        person = evening.revealed(reduced_motion=motion)
        page = person.page
        curtain(page, "up")
        story: list[str] = []
        while page.locator(".drama").count():
            now = lines(page)
            assert now[: len(story)] == story  # it grows
            story = now
            if motion == "reduce":
                expect(page.locator(".drama .lines")).to_be_visible()
            next_beat(page)
        stories.append(story)
    assert stories[0] == stories[1]
    assert len(stories[0]) > 3


def test_whoever_comes_back_in_the_middle_sees_no_curtain_twice(evening: Evening) -> None:
    person = evening.revealed()
    page = person.page
    curtain(page, "up")
    next_beat(page)
    welcomes = person.told("welcome")
    # both at once: an answer from the server in between would say that nothing is missing
    page.evaluate("for (const it of ['offline', 'online']) window.dispatchEvent(new Event(it))")
    person.until(lambda: person.told("welcome") > welcomes, "it did not come back")
    expect(page.locator(".drama")).to_have_attribute("data-beat", "1")  # it goes on where it was
    page.locator("[data-act=skip]").click()
    curtain(page, "down")
    expect(page.locator("#end")).to_be_visible()
    page.reload()
    expect(page.locator("#end")).to_be_visible()
    assert page.locator(".drama").count() == 0


def test_a_tab_that_nobody_sees_plays_nothing(evening: Evening) -> None:
    person, world = evening.truce()
    hide = """() => {
        Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true});
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    person.page.evaluate(hide)
    world.submit(3, ORDERS[3])
    expect(person.page.locator("#end")).to_be_visible()
    person = evening.revealed()
    curtain(person.page, "up")
    person.page.evaluate(hide)  # and whoever looks away has seen enough
    curtain(person.page, "down")
    expect(person.page.locator("#end")).to_be_visible()
