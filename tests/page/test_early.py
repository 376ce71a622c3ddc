"""The table's socket does not wait for the page: on a slow line both come at the same time."""

from playwright.sync_api import Page, Route, WebSocket, expect

from tests.server.running import Server, table_of

from .conftest import Door


def opened(page: Page) -> list[WebSocket]:
    """The sockets that a page opens from now on."""
    found: list[WebSocket] = []

    def open(socket: WebSocket) -> None:
        found.append(socket)

    page.on("websocket", open)
    return found


def test_a_table_is_told_while_the_page_is_still_coming(people: Door, server: Server) -> None:
    table, (ada,) = table_of(server, ["Ada"], bots=2)
    person = people("Ada").become(ada.device)
    page, held = person.page, list[Route]()
    sockets = opened(page)

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/assets/index-*.js", hold)
    page.goto(f"{server.url}/t/{table}", wait_until="commit")
    person.until(lambda: held and person.told("words"), "the table was not told")
    expect(page.locator("#page > *")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(page.locator(".bar[data-kind='orders']")).to_be_visible()
    expect(page.locator(".lamp.live")).to_be_attached()
    assert len(sockets) == 1, "what had come was thrown away"


def test_a_stranger_has_no_socket(people: Door, server: Server) -> None:
    table, _ = table_of(server, ["Ada"], bots=2)
    person = people("Eve").enter()
    sockets = opened(person.page)
    person.go(f"/t/{table}")
    expect(person.page.locator("main h1, main h2, .narrow").first).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    assert sockets == []
