"""How heavy the page is: all that a first visit to a table loads."""

import pytest
from playwright.sync_api import Request

from intrigue.kernel.game import discover
from tests.server.running import Server

from .conftest import Door

MOST = 200_000  # bytes on the wire, everything together
FONTS = 35_000  # of these, the two typefaces


@pytest.mark.parametrize("game", discover())
def test_a_first_load_of_a_table_is_light(people: Door, server: Server, game: str) -> None:
    ann = server.person("Ann")
    seats = discover()[game].low
    table = ann.make_table(game, seats)["id"]
    for seat in range(1, seats):
        ann.set_bot(table, seat, "random")
    ann.start(table)
    person = people("Ann").become(ann.device)
    weight: dict[str, int] = {}

    def weigh(request: Request) -> None:
        sizes = request.sizes()
        weight[request.url] = sizes["responseBodySize"] + sizes["responseHeadersSize"]

    person.page.on("requestfinished", weigh)
    person.go(f"/t/{table}")
    person.page.locator("[data-kind]").first.wait_for()
    person.page.wait_for_load_state("networkidle")
    assert any("/assets/" in url for url in weight)
    assert not [url for url in weight if "/api/visitor" in url or f"/api/tables/{table}?" in url]
    asked = [url.partition("?")[0] for url in weight]
    assert len(asked) == len(set(asked)), "something was fetched twice"
    assert sum(weight.values()) < MOST, weight
    assert 0 < sum(size for url, size in weight.items() if url.endswith(".woff2")) < FONTS
    assert person.hosts == {f"127.0.0.1:{server.port}"}
