"""Coming back to a table where much was said, and to a server that closes the door at once."""

import asyncio
import json

from playwright.sync_api import Route, WebSocketRoute, expect

from intrigue.agents.client import Client
from tests.server.running import Server, table_of

from .conftest import Door
from .people import elsewhere

NAMES = ["Ann", "Bob", "Cleo"]
# the page's own pauses before it tries again are written down, and not waited for
PAUSES = """
window.pauses = [];
const later = window.setTimeout;
window.setTimeout = (work, pause = 0, ...more) => {
  window.pauses.push(pause);
  return later(work, pause < 9700 ? Math.min(pause, 20) : pause, ...more);
};
"""


async def talk(client: Client, table: str, count: int) -> None:
    async with client.sit(table) as seat:
        await seat.begin()
        frames = [{"do": "say", "key": f"k{n}", "text": f"word {n}."} for n in range(count)]
        await asyncio.gather(*(seat.socket.send(json.dumps(frame)) for frame in frames))
        await seat.until(lambda seat: len(seat.talk) == count)


def test_the_last_lines_are_there_at_once_and_those_before_when_asked_for(
    people: Door, server: Server
) -> None:
    table, (ann, bob, _) = table_of(server, NAMES)
    elsewhere(talk(ann, table, 230))
    back = people("").become(bob.device)
    back.go(f"/t/{table}")
    back.page.get_by_role("tab", name="Talk").click()
    log = back.page.get_by_role("log", name="Talk")
    expect(log.get_by_text("word 229.")).to_be_visible()
    expect(log.locator("p")).to_have_count(100)
    back.check()
    for count in (200, 230):
        log.get_by_role("button", name="Earlier messages").click()
        expect(log.locator("p")).to_have_count(count)
    expect(log.locator("p").first).to_contain_text("word 0.")
    expect(log.get_by_role("button", name="What was said before")).to_have_count(0)
    expect(log.locator("button[tabindex='0']")).to_have_count(1)  # not a stop for every line
    elsewhere(talk_once(ann, table))
    expect(log.locator("p").last).to_contain_text("one more")
    back.check()


async def talk_once(client: Client, table: str) -> None:
    async with client.sit(table) as seat:
        await seat.begin()
        await seat.say("one more")


def test_a_page_that_is_dropped_after_every_welcome_waits_longer_and_longer(
    people: Door, server: Server
) -> None:
    table, (_, bob, _) = table_of(server, NAMES)
    back = people("").become(bob.device)
    back.page.add_init_script(PAUSES)
    dropped: list[WebSocketRoute] = []

    def drop(route: WebSocketRoute) -> None:
        there = route.connect_to_server()

        def hear(frame: str | bytes) -> None:
            route.send(frame)
            if json.loads(frame)["do"] == "words":  # by then the table is shown
                route.close(code=1013)
                dropped.append(route)

        there.on_message(hear)

    back.page.route_web_socket("**/socket?*", drop)
    back.go(f"/t/{table}")
    longest = "Math.max(...window.pauses.filter((pause) => pause <= 9600))"

    def patient() -> bool:
        assert len(dropped) < 20, "it knocks as fast as before"
        return bool(back.page.evaluate(longest) >= 6400)

    back.until(patient, "it does not wait longer")
    assert dropped


def test_a_part_of_the_page_that_did_not_come_is_there_when_it_is_needed(
    people: Door, server: Server
) -> None:
    """The browser never asks a second time for a part that failed: the result would stay away."""
    table, clients = table_of(server, NAMES, options={"rounds": 1})
    back = people("").become(clients[1].device)
    failed: list[str] = []

    def fail_once(route: Route) -> None:
        if failed:
            route.continue_()
        else:
            failed.append(route.request.url)
            route.abort()

    back.page.route("**/assets/End-*.js", fail_once)
    with back.page.expect_request_finished(lambda request: "/End-" in request.url):
        back.go(f"/t/{table}")
    assert failed
    elsewhere(play(clients, table))
    expect(back.page.locator("#end")).to_be_visible()


async def play(clients: list[Client], table: str) -> None:
    for client in clients:
        async with client.sit(table) as seat:
            await seat.begin()
            await seat.submit(seat.state["ask"]["options"][0])
