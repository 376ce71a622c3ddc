"""Knowing where one stands: my connection, an act on its way, who is there, who is ready."""

import re
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from intrigue.agents.client import Client
from tests.server.running import Server, table_of

from .conftest import Door
from .people import DESKTOP, PHONE, Person, elsewhere

NAMES = ["Ann", "Bob", "Cleo"]
# what has moved by itself since the page was loaded, as browsers measure it
SHIFTS = """() => {
    window.moved = 0;
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) window.moved += one.value;
    }).observe({type: 'layout-shift', buffered: false});
}"""
PLACES = """() => ['.top', '.board', '.hands', '.tabs'].map((part) => {
    const {x, y, width, height} = document.querySelector(part).getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})"""


def at_table(people: Door, server: Server, **how: object) -> tuple[Person, list[Client], str]:
    """Ann, where three people play Truce."""
    table, clients = table_of(server, NAMES, options={"rounds": 3})
    person = people("Ann", **how).become(clients[0].device)
    person.go(f"/t/{table}")
    expect(person.page.locator(".lamp.live")).to_be_visible()
    expect(person.page.locator(".hands .bar[data-kind]")).to_be_visible()
    return person, clients, table


class Network:
    """A network that can die without a word: it takes everything and brings nothing."""

    def __init__(self, page: Page) -> None:
        self.dead = False
        self.lines = 0
        page.route_web_socket(re.compile("/socket"), self._carry)

    def _carry(self, route: WebSocketRoute) -> None:
        self.lines += 1
        mine = self.lines
        server = route.connect_to_server()
        route.on_message(lambda text: None if self._cut(mine) else server.send(text))
        server.on_message(lambda text: None if self._cut(mine) else route.send(text))

    def _cut(self, line: int) -> bool:
        return self.dead and line == 1


@contextmanager
def deaf(server: Server, client: Client, table: str) -> Iterator[None]:
    """Somebody whose connection is open and answers nothing, not even a ping."""
    where = urlsplit(server.url)
    with closing(socket.create_connection((where.hostname, where.port or 80))) as line:
        head = (
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {where.netloc}\r\n"
            f"Cookie: intrigue={client.device}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        line.sendall(head.encode())
        assert line.recv(64).startswith(b"HTTP/1.1 101")
        yield


def apart(one: Locator, other: Locator) -> bool:
    """Whether neither lies over the other, but for a pixel."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    beside = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
    return beside or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1


# --- my connection --------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "en"), (PHONE, "fr")])
def test_a_network_that_is_gone_is_said_in_words_that_cover_nothing(
    people: Door, server: Server, size: dict[str, int], lang: str
) -> None:
    ann, _, _ = at_table(people, server, size=size, lang=lang)
    page = ann.page
    before = page.evaluate(PLACES)
    page.evaluate(SHIFTS)
    ann.context.set_offline(True)
    words = page.locator(".top [role=status]")
    expect(words).to_have_text(re.compile("connection|answer|connexion|répond", re.I))
    expect(page.locator(".lamp.live")).to_have_count(0)
    assert words.evaluate("one => one.scrollWidth <= one.clientWidth"), "its words are cut off"
    phase = page.locator(".phase")
    expect(phase).to_be_visible()
    assert apart(words, phase), "the words lie over the phase"
    assert page.evaluate(PLACES) == before
    ann.check()
    ann.context.set_offline(False)
    expect(page.locator(".lamp.live")).to_be_visible()
    expect(words).to_be_empty()
    assert page.evaluate(PLACES) == before
    assert page.evaluate("window.moved") < 0.02


def test_the_waiting_room_knows_of_a_lost_connection_too(people: Door, server: Server) -> None:
    host = server.person("Ann")
    table = host.post("/api/tables", game="truce", seats=3)["id"]
    ann = people("Ann").become(host.device)
    ann.go(f"/t/{table}")
    expect(ann.page.locator(".lamp.live")).to_be_visible()
    ann.context.set_offline(True)
    expect(ann.page.locator(".connection")).to_have_text(re.compile("answer|lost"))
    ann.context.set_offline(False)
    expect(ann.page.locator(".lamp.live")).to_be_visible()
    ann.check()


def test_an_act_says_that_it_is_on_its_way_and_then_that_it_is_there(
    people: Door, server: Server
) -> None:
    ann, _, _ = at_table(people, server)
    page = ann.page
    page.evaluate("localStorage.setItem('plain', 'on')")
    page.reload()
    page.get_by_role("button", name="defend", exact=True).click()
    ann.context.set_offline(True)
    expect(page.locator(".lamp.live")).to_have_count(0)
    page.get_by_role("button", name="Ready", exact=True).click()
    expect(page.locator(".way")).to_have_text("on its way: sent when the connection is back")
    ann.check()
    ann.context.set_offline(False)
    expect(page.locator(".way")).to_have_text("there")
    expect(page.locator(".done")).to_have_text(re.compile("Ready: defend"))


def test_a_connection_that_says_nothing_more_is_noticed_and_replaced(
    people: Door, server: Server
) -> None:
    table, clients = table_of(server, NAMES, options={"rounds": 3})
    ann = people("Ann").become(clients[0].device)
    network = Network(ann.page)
    ann.page.add_init_script("localStorage.setItem('plain', 'on')")
    ann.go(f"/t/{table}")
    page = ann.page
    page.get_by_role("button", name="defend", exact=True).click()
    network.dead = True
    expect(page.locator(".lamp.silent")).to_be_visible()
    expect(page.locator(".top [role=status]")).to_have_text("No answer from server")
    page.get_by_role("button", name="Ready", exact=True).click()
    expect(page.locator(".way")).to_have_text(re.compile("on its way"))
    expect(page.locator(".lamp.live")).to_be_visible()
    expect(page.locator(".done")).to_have_text(re.compile("Ready: defend"))
    assert network.lines == 2


# --- the others -----------------------------------------------------------------------------------


def test_others_see_a_lost_connection_and_who_left_and_came_back(
    people: Door, server: Server
) -> None:
    ann, (_, bob, _), table = at_table(people, server)
    page = ann.page
    candle = page.locator("[data-seat='1'] .candle")
    expect(candle).to_have_attribute("data-presence", "out")
    said = page.locator("[data-part=standing]")
    log = page.get_by_role("region", name="Log")
    with deaf(server, bob, table):
        expect(candle).to_have_attribute("data-presence", "lit")
        expect(said).to_have_text("Bob is at the table.")
        expect(candle).to_have_attribute("data-presence", "guttering")
        expect(said).to_have_text("Bob has lost the connection.")
        expect(page.locator("[data-seat='1']")).to_contain_text("connection lost")
        ann.check()
    expect(candle).to_have_attribute("data-presence", "out")
    expect(said).to_have_text("Bob has left the table.")
    expect(log).to_contain_text("Bob has left the table.")
    back = people("Bob", size=PHONE).become(bob.device)
    back.go(f"/t/{table}")
    expect(candle).to_have_attribute("data-presence", "lit")
    expect(said).to_have_text("Bob is back.")
    back.check()


def test_a_page_that_is_loaded_anew_is_no_farewell(people: Door, server: Server) -> None:
    ann, (_, bob, _), table = at_table(people, server)
    other = people("Bob").become(bob.device)
    other.go(f"/t/{table}")
    said = ann.page.locator("[data-part=standing]")
    expect(said).to_have_text("Bob is at the table.")
    other.page.reload()
    expect(other.page.locator(".lamp.live")).to_be_visible()

    async def ready() -> None:
        async with bob.sit(table) as seat:
            await seat.begin()
            await seat.submit("defend")

    elsewhere(ready())
    expect(said).to_have_text("Bob is ready.")
    expect(ann.page.locator("[data-kind=hasLeft]")).to_have_count(0)


# --- talk -----------------------------------------------------------------------------------------


def whisper(client: Client, table: str, text: str, to: list[int] | None) -> None:
    async def say() -> None:
        async with client.sit(table) as seat:
            await seat.begin()
            await seat.say(text, to)

    elsewhere(say())


def test_an_answer_goes_where_it_came_from(people: Door, server: Server) -> None:
    ann, (_, bob, cleo), table = at_table(people, server, size=PHONE)
    page = ann.page
    whisper(bob, table, "shall we?", [0])
    whisper(cleo, table, "good evening", None)
    expect(page.locator(".tabs .count")).to_have_text("2")
    page.get_by_role("tab", name="Talk").click()
    expect(page.locator(".tabs .count")).to_have_count(0)
    page.get_by_text("shall we?").click()
    thread = page.get_by_role("button", name="Bob", exact=True)
    expect(thread).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("good evening")).to_have_count(0)
    composer = page.get_by_label("Only for Bob")
    expect(composer).to_be_focused()
    # it wears Bob's colour, which is that of his mask
    colour = "one => getComputedStyle(one).{}"
    worn = page.locator("form.whispers").evaluate(colour.format("borderLeftColor"))
    assert worn == page.locator("[data-mask='1']").first.evaluate(colour.format("color"))
    composer.fill("at the next round")
    ann.check()
    composer.press("Enter")
    line = page.get_by_role("log").get_by_text("at the next round")
    expect(line).to_be_visible()
    page.get_by_role("button", name="All", exact=True).click()
    expect(page.get_by_role("log")).to_contain_text("whispered to Bob")
    thread.click()
    # meanwhile somebody else speaks: that is not read
    whisper(cleo, table, "anybody?", None)
    expect(page.locator(".tabs .count")).to_have_text("1")
    page.reload()
    expect(page.locator(".tabs .count")).to_have_text("1")
    page.get_by_role("tab", name="Talk").click()
    page.get_by_role("button", name="Reply to Cleo").last.click()
    composer = page.get_by_label("Your message")
    expect(composer).to_be_focused()
    expect(composer).to_have_value("@Cleo ")
    expect(page.locator(".tabs .count")).to_have_count(0)
    ann.check()


@pytest.mark.parametrize("how", ["over the page", "beside the page"])
def test_say_stays_above_the_keyboard_of_a_phone(people: Door, server: Server, how: str) -> None:
    ann, _, _ = at_table(people, server, size=PHONE)
    page = ann.page
    page.get_by_role("tab", name="Talk").click()
    say = page.get_by_role("button", name="Say", exact=True)
    page.get_by_label("Your message").click()
    if how == "over the page":  # as on most phones: only this tells of it
        page.evaluate(
            """() => {
                Object.defineProperty(visualViewport, 'height', {value: 430});
                visualViewport.dispatchEvent(new Event('resize'));
            }"""
        )
    else:
        page.set_viewport_size({"width": 390, "height": 430})
    expect(page.locator(".frame.low")).to_be_visible()
    box = say.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 430
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    hit = "([x, y]) => document.elementFromPoint(x, y).textContent.trim()"
    assert page.evaluate(hit, middle) == "Say", "something lies over it"
    page.keyboard.type("good evening")
    say.click()
    expect(page.get_by_role("log")).to_contain_text("good evening")


# --- the prompt bar -------------------------------------------------------------------------------


def plain(person: Person) -> None:
    """Every answer is a button then, whatever the game."""
    person.page.evaluate("localStorage.setItem('plain', 'on')")
    person.page.reload()
    expect(person.page.locator(".choices button").first).to_be_visible()


def test_an_answer_can_be_saved_where_others_decide_too_and_enter_confirms_it(
    people: Door, server: Server
) -> None:
    ann, (_, bob, _), table = at_table(people, server, size=PHONE)
    other = people("Bob").become(bob.device)
    other.go(f"/t/{table}")
    theirs = other.page.locator("[data-seat='0'] .answer")
    expect(theirs).to_have_class(re.compile("sheet"))
    page = ann.page
    plain(ann)
    page.get_by_role("button", name="defend", exact=True).click()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved, not ready: defend")).to_be_visible()
    expect(page.locator(".hands .answer")).to_have_class(re.compile("letter"))
    ann.check()
    page.evaluate("localStorage.setItem('plain', 'off')")
    page.reload()
    mine = page.locator("[data-seat='0'] .answer")
    expect(mine).to_have_class(re.compile("letter"))
    expect(mine.locator("xpath=..")).to_have_text("saved, not ready")
    expect(theirs).to_have_class(re.compile("sheet"))  # nobody else knows
    plain(ann)
    page.get_by_role("button", name="loot", exact=True).click()
    page.keyboard.press("Enter")
    expect(page.locator(".done")).to_have_text(re.compile("Ready: loot"))
    expect(theirs).to_have_class(re.compile("seal"))
    expect(other.page.locator("[data-part=standing]")).to_have_text("Ann is ready.")
    other.check()


def test_alone_among_bots_there_is_nothing_to_save(people: Door, server: Server) -> None:
    table, (ann,) = table_of(server, ["Ann"], bots=2)
    person = people("Ann").become(ann.device)
    person.go(f"/t/{table}")
    expect(person.page.locator(".hands .bar[data-kind]")).to_be_visible()
    plain(person)
    person.page.get_by_role("button", name="defend", exact=True).click()
    expect(person.page.get_by_role("button", name="Ready", exact=True)).to_be_enabled()
    expect(person.page.get_by_role("button", name="Save", exact=True)).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_clock_shows_everybodys_and_says_what_a_reserve_is(
    people: Door, server: Server, size: dict[str, int]
) -> None:
    clock = {"decision": 600, "bank": 120}
    table, (ann, bob, _) = table_of(server, NAMES, options={"rounds": 3}, clock=clock)
    person = people("Ann", size=size).become(ann.device)
    person.go(f"/t/{table}")
    page = person.page
    summary = page.locator("[data-part=clock] summary")
    expect(summary).to_contain_text("+2:00")
    summary.click()
    panel = page.locator("[data-part=clock] .panel")
    expect(panel).to_contain_text("Your reserve of 2:00 is extra time for the whole match")
    bobs = panel.get_by_role("listitem").filter(has_text="Bob")
    expect(bobs).to_contain_text("left")
    expect(bobs).to_contain_text("2:00 in reserve")

    async def ready() -> None:
        async with bob.sit(table) as seat:
            await seat.begin()
            await seat.submit("defend")

    elsewhere(ready())
    expect(bobs).to_contain_text("ready")
    person.check()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    summary.press("Enter")
    expect(panel).to_be_visible()
    page.locator(".sentence").click()
    expect(panel).to_have_count(0)


def test_leave_is_in_the_menu_and_the_others_see_it(people: Door, server: Server) -> None:
    ann, (_, bob, _), table = at_table(people, server)
    other = people("Bob").become(bob.device)
    other.go(f"/t/{table}")
    ann.page.on("dialog", lambda dialog: dialog.accept())
    ann.page.get_by_label("People at this table").click()
    ann.page.get_by_role("button", name="Leave", exact=True).click()
    expect(ann.page.get_by_role("heading", name="My tables")).to_be_visible()
    expect(other.page.locator("[data-seat='0'].away")).to_be_visible()
    expect(other.page.locator("[data-part=standing]")).to_have_text("Ann has left the table.")
    ann.go(f"/t/{table}")
    ann.page.get_by_role("button", name="I am back").first.click()
    expect(other.page.locator("[data-seat='0'].away")).to_have_count(0)
