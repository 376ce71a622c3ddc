"""How heavy the page is: all that a first visit to the doorstep or to a table loads, and how many
files that is: on a slow line each costs a moment of its own."""

import pytest
from playwright.sync_api import Request

from intrigue.kernel.game import discover
from tests.server.running import Server

from .conftest import Door
from .people import Person

MOST = 200_000  # bytes on the wire, everything together
FONTS = 35_000  # of these, the two typefaces
FILES = 10  # scripts and sheets before a table can be drawn


def weigh(person: Person, path: str, until: str) -> dict[str, int]:
    """The bytes of every file that comes, by its address."""
    weight: dict[str, int] = {}

    def count(request: Request) -> None:
        sizes = request.sizes()
        weight[request.url] = sizes["responseBodySize"] + sizes["responseHeadersSize"]

    person.page.on("requestfinished", count)
    person.go(path)
    person.page.locator(until).first.wait_for()
    person.page.wait_for_load_state("networkidle")
    asked = [url.partition("?")[0] for url in weight]
    assert len(asked) == len(set(asked)), "something was fetched twice"
    assert sum(weight.values()) < MOST, weight
    assert 0 < sum(size for url, size in weight.items() if url.endswith(".woff2")) < FONTS
    return weight


def test_the_doorstep_is_light_with_the_table_behind_it(people: Door) -> None:
    weight = weigh(people("Ada"), "/", ".game img")
    assert any("/assets/table-" in url for url in weight), "the next click waits for it"


@pytest.mark.parametrize("game", discover())
def test_a_first_load_of_a_table_is_light(people: Door, server: Server, game: str) -> None:
    ann = server.person("Ann")
    seats = discover()[game].low
    table = ann.make_table(game, seats)["id"]
    for seat in range(1, seats):
        ann.set_bot(table, seat, "random")
    ann.start(table)
    person = people("Ann").become(ann.device)
    weight = weigh(person, f"/t/{table}", "[data-kind]")
    files = [url for url in weight if url.endswith((".js", ".css"))]
    assert 0 < len(files) <= FILES, files
    assert not [url for url in weight if "/api/visitor" in url or f"/api/tables/{table}?" in url]
    assert person.hosts == {f"127.0.0.1:{server.port}"}
