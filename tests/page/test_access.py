"""For everyone: letters twice as large, and no mouse."""

import pytest
from playwright.sync_api import expect

from intrigue.kernel.chance import Fast
from intrigue.kernel.game import discover, find_game
from tests.server.running import Server

from .backstage import Backstage, World
from .conftest import Door
from .hands import A_WHILE, CONFIRM, OFFERED, Hand
from .people import Person, elsewhere
from .screens import begin, play

ZOOMED = {"width": 640, "height": 400}  # 1280 × 800 at 200 %
# Brings everything that can be used into sight; what is then cut off, or under something else.
LOST = """() => [...document.querySelectorAll('button, a[href], input, select, textarea, summary')]
    .filter((one) => one.checkVisibility({visibilityProperty: true}))
    .filter((one) => !one.closest('.unseen, .skip'))
    .filter((one) => {
        one.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
        const {left, right, top, bottom, width} = one.getBoundingClientRect();
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const label = one.closest('label');
        const free = one.contains(seen) || seen?.contains(one) || label?.contains(seen);
        return width > 1 && !(free && left >= -1 && right <= innerWidth + 1);
    })
    .map((one) => one.outerHTML.slice(0, 160))"""


def zoomed(people: Door, device: str | None = None) -> Person:
    person = people("Ada", size=ZOOMED, device_scale_factor=2)
    return person if device is None else person.become(device)


def nothing_is_lost(person: Person) -> None:
    assert person.page.evaluate(LOST) == []
    person.check()


def test_the_way_to_a_table_at_200_percent(people: Door, server: Server) -> None:
    ada = server.person("Ada")
    table = ada.make_table("jaccuse", 7)["id"]
    person = zoomed(people)
    person.go("/")
    person.page.locator("form input").first.wait_for()
    nothing_is_lost(person)
    person.become(ada.device)
    rules = ("/rules/emperor", "h2")
    for path, look in (("/", "h2"), ("/new", ".game"), (f"/t/{table}", ".invite"), rules):
        person.go(path)
        person.page.locator(look).first.wait_for()
        nothing_is_lost(person)


@pytest.mark.parametrize("game", discover())
def test_a_table_at_200_percent(people: Door, server: Server, game: str) -> None:
    ada, table = begin(server, game)
    person = zoomed(people, ada.device)
    person.go(f"/t/{table}")
    person.page.locator(".bar").first.wait_for()
    person.page.locator(".hands .mine").first.wait_for()
    person.page.wait_for_load_state("networkidle")  # the names of cards come by themselves
    nothing_is_lost(person)


# --- no mouse -------------------------------------------------------------------------------------

FOCUSED = """([confirm, offered, anew]) => {
    const at = document.activeElement;
    if (!document.querySelector(`${confirm}, ${offered}`)) return 'answered';
    if (at?.matches(confirm)) return 'confirm';
    return at?.matches(offered) && !(anew && at.ariaPressed === 'true') ? 'offered' : '';
}"""


class Keys(Hand):
    """A hand that has a keyboard only: it goes from one thing to the next, and presses Enter."""

    def _touch(self, at: dict[str, float]) -> None:
        page = self.person.page
        for steps in range(300):
            page.keyboard.press("Tab")
            here = page.evaluate(FOCUSED, [CONFIRM, OFFERED, self.anew and steps < 150])
            if here == "answered":
                return
            if here == "confirm" or (here and (steps > 30 or self.rng.random() < 0.5)):
                page.keyboard.press("Enter")
                return
        raise AssertionError(f"the keyboard does not reach an answer: {self.question}")


ENOUGH = {  # questions that are met within a few answers
    "truce": {"orders"},
    "jaccuse": {"membership", "vote"},
    "emperor": {"slot", "main"},
    "accusation": {"alloc", "open", "select", "plan"},
    "complot": {"main"},
}
SHORT = {"jaccuse": {"generations": 2}, "truce": {"rounds": 3}}
TRIES = 4  # matches in which to meet them


@pytest.mark.parametrize("game", discover())
def test_decisions_by_keyboard_alone(people: Door, server: Server, game: str) -> None:
    """One match of Truce to its end; elsewhere until every kind was met, in another match if
    that takes luck: cards may end one early."""
    person = people("Ada", reduced_motion="reduce")
    met: set[str] = set()
    for match in range(TRIES):
        ada, table = begin(server, game, **SHORT.get(game, {}))
        person.become(ada.device).go(f"/t/{table}")
        person.page.locator(".hands .mine").first.wait_for()
        keys = Keys(person, 3 + match)
        whole = game == "truce"
        for _ in range(3000):
            if keys.over or (not whole and met >= ENOUGH[game] and keys.questions > 4):
                break
            keys.move(A_WHILE)
            met |= keys.kinds
        assert keys.over or not whole, keys.story()
        if met >= ENOUGH[game]:
            break
    assert met >= ENOUGH[game], keys.story()
    if whole:
        expect(person.page.locator("#end")).to_be_visible()
    person.check()


STOPS = """() => {
    const log = document.querySelector('.side .list');
    const all = [...log.querySelectorAll('*')].filter((one) => one.tabIndex >= 0);
    return [log.tabIndex, all.length, log.querySelectorAll('li button').length];
}"""
LINE = """() => {
    const lines = [...document.querySelectorAll('.side .list li')];
    return lines.length - 1 - lines.indexOf(document.activeElement);
}"""


def test_the_log_is_one_stop(people: Door, server: Server) -> None:
    """However long it is: arrows go from line to line, and Enter opens the rule of one."""
    ada, table = begin(server, "truce", rounds=3)
    elsewhere(play(ada, table, None))
    person = people("Ada").become(ada.device)
    person.go(f"/t/{table}")
    page = person.page
    page.locator(".side .list li [data-rule]").first.wait_for()
    itself, stops, links = page.evaluate(STOPS)
    assert (itself, stops) == (-1, 1)
    assert links > 3
    page.locator(".side .filter select").focus()
    page.keyboard.press("Tab")
    assert page.evaluate(LINE) == 0  # the latest
    for key, from_last in (("ArrowUp", 1), ("ArrowUp", 2), ("ArrowDown", 1), ("End", 0)):
        page.keyboard.press(key)
        assert page.evaluate(LINE) == from_last, key
    page.keyboard.press("Home")
    assert page.evaluate(LINE) == page.locator(".side .list li").count() - 1
    assert page.evaluate(STOPS)[1] == 1
    ruled = page.locator(".side .list li", has=page.locator("[data-rule]")).first
    ruled.focus()
    page.keyboard.press("ArrowRight")
    expect(ruled.locator("[data-rule]")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(ruled).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open] .wanted")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("Tab")
    assert page.evaluate(LINE) == page.locator(".side .list li").count()  # out of it again
    person.check()


def test_a_presidency_by_keyboard_alone(backstage: Backstage, people: Door) -> None:
    """The others abstain, so that she is the president; that takes luck among bots."""
    world = World(backstage, find_game("jaccuse"), {"loneVote": "wins"})
    backstage.run(world.deal(Fast(1)))
    people.url = backstage.url
    person = people("Ada", reduced_motion="reduce").become(world.clients[0].device)
    person.go(f"/t/{world.id}")
    person.page.locator(".hands .mine").first.wait_for()
    keys = Keys(person, 3)
    for _ in range(300):
        if "action" in keys.kinds:
            break
        for seat in world.position.asked():
            if seat != 0 and world.match.session.table.answers[seat] is None:
                options = world.options_of(seat)
                world.submit(seat, "abstain" if "abstain" in options else options[0])
        keys.move(A_WHILE)
    assert keys.kinds >= {"membership", "vote", "action"}
