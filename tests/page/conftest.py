"""One browser and one server for the tests of the page."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from intrigue.kernel.game import find_game
from intrigue.session.message import Ask
from tests.server.running import Server, serving

from .backstage import Backstage, World
from .browser import chromium
from .people import PHONE, Person

expect.set_options(timeout=30_000)  # a busy machine is slow, not broken


# Playwright keeps an event loop running as long as it lives: not longer than a module, or other
# tests in the same process could not have one of their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("page")
    with serving(folder, "--no-limits", "--bot-delay", "0.05") as running:
        yield running


@pytest.fixture(scope="module")
def backstage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backstage]:
    running = Backstage(tmp_path_factory.mktemp("worlds"))
    yield running
    running.close()


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator["Door"]:
    door = Door(browser, server.url)
    yield door
    for person in door.inside:
        person.close()


class Door:
    """Lets people in, and out again when the test is over."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.inside: list[Person] = []

    def __call__(self, name: str, **wishes: object) -> Person:
        person = Person(self.browser, self.url, name, **wishes)  # type: ignore[arg-type]
        self.inside.append(person)
        return person


@pytest.fixture
def asked(browser: Browser, backstage: Backstage) -> Iterator["Asked"]:
    found = Asked(Door(browser, backstage.url), backstage)
    yield found
    for person in found.door.inside:
        person.close()


class Asked:
    """Brings somebody to a question that does not come up in every match."""

    def __init__(self, door: Door, backstage: Backstage) -> None:
        self.door = door
        self.backstage = backstage

    def __call__(
        self,
        game: str,
        seats: int,
        wanted: Callable[[Ask, Any], bool],
        seed: int,
        options: dict[str, Any] | None = None,
        **wishes: object,
    ) -> Person:
        world = World(self.backstage, find_game(game), options or {}, seats=seats)
        table, seat = world.until(wanted, seed)
        self.backstage.run(world.take(table))
        person = self.door(world.names[seat], **{"size": PHONE, **wishes})
        person.become(world.clients[seat].device).go(f"/t/{world.id}")
        expect(person.page.locator(".hands .bar[data-kind]")).to_be_visible()
        return person
