"""`make screens`: a picture of every screen, into docs/screens/: desktop and phone, light and dark,
English and French."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, expect
from rich.progress import track

from intrigue.agents.client import CallRefused, Client, Seat
from intrigue.kernel.game import discover
from tests.server.running import Server, serving

from .browser import ROOT, chromium
from .people import DESKTOP, PHONE, Person, elsewhere

HOME = ROOT / "docs" / "screens"
KINDS = (
    ("desktop-light-en", DESKTOP, "light", "en"),
    ("desktop-dark-fr", DESKTOP, "dark", "fr"),
    ("phone-light-fr", PHONE, "light", "fr"),
    ("phone-dark-en", PHONE, "dark", "en"),
)
SEATS = {"truce": 6, "jaccuse": 7, "emperor": 6, "accusation": 4, "complot": 2}
ANSWERS = {"truce": 3, "jaccuse": 6, "emperor": 9, "accusation": 10, "complot": 9}


def begin(server: Server, game: str, **options: int) -> tuple[Client, str]:
    """Ada at a table with bots."""
    ada = server.person("Ada")
    seats = SEATS.get(game, discover()[game].low)
    table: str = ada.make_table(game, seats, options=options, window={"least": 0, "most": 60})["id"]
    for seat in range(1, seats):
        ada.set_bot(table, seat, "normal")
    ada.start(table)
    return ada, table


async def play(ada: Client, table: str, answers: int | None) -> None:
    """So many answers of hers, or to the end; then wait for the next question."""
    rng = Random(7)
    async with ada.sit(table) as seat:
        await seat.begin()
        while answers is None or answers > 0:
            await seat.until(asked)
            if seat.over is not None or seat.ask is None:
                return
            wish = seat.ask["options"]
            try:
                await seat.submit(rng.choice([act for act in wish if act != "concede"]))
            except CallRefused:
                continue
            answers = None if answers is None else answers - 1
        await seat.until(asked)


def asked(seat: Seat) -> bool:
    return seat.over is not None or (seat.ask is not None and not seat.ask["ready"])


class Album:
    """One kind of picture after the other."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server

    def person(self, kind: tuple[str, dict[str, int], str, str], device: str | None) -> Person:
        _, size, theme, lang = kind
        scheme = {"color_scheme": theme, "reduced_motion": "reduce"}
        person = Person(self.browser, self.server.url, "Ada", size, lang, **scheme)
        return person if device is None else person.become(device)

    def take(
        self,
        screen: str,
        path: str,
        device: str | None,
        look: str,
        then: Callable[[Page], None] = lambda page: None,
    ) -> None:
        for kind in KINDS:
            person = self.person(kind, device)
            person.go(path)
            person.page.locator(look).first.wait_for()
            then(person.page)
            person.page.wait_for_timeout(400)
            picture = HOME / f"{screen}-{kind[0]}.jpg"
            person.page.screenshot(path=picture, type="jpeg", quality=80)
            person.close()


def reveal(page: Page) -> None:
    """Everything that was hidden, early in the match."""
    page.locator("select:has(option[value=all])").select_option("all")
    expect(page.locator("section.board")).to_have_attribute("aria-busy", "false")
    steps = page.get_by_role("slider")
    steps.fill(str(int(steps.get_attribute("max") or 0) // 3))


def main() -> None:
    expect.set_options(timeout=30_000)  # a busy machine is slow, not broken
    shutil.rmtree(HOME, ignore_errors=True)
    HOME.mkdir(parents=True)
    with (
        chromium() as browser,
        serving(Path(tempfile.mkdtemp()), "--no-limits", "--bot-delay", "0.01") as server,
    ):
        album = Album(browser, server)
        album.take("entrance", "/", None, "form input")
        for game in track(list(discover()), "Playing and taking pictures"):
            ada, table = begin(server, game)
            elsewhere(play(ada, table, ANSWERS.get(game, 3)))
            album.take(game, f"/t/{table}", ada.device, "[data-kind]")
            elsewhere(play(ada, table, None))
            album.take(f"{game}-end", f"/t/{table}", ada.device, "#end")
            album.take(f"{game}-story", f"/story/{table}", ada.device, "main svg")
            album.take(f"{game}-replay", f"/replay/{table}", ada.device, ".stage", reveal)
        ada = server.person("Ada")
        open_table = ada.make_table("jaccuse", 7)["id"]
        ada.set_bot(open_table, 1, "normal")
        album.take("home", "/", ada.device, "h2")
        album.take("new-table", "/new", ada.device, ".game")
        album.take("waiting-room", f"/t/{open_table}", ada.device, ".invite input")
        album.take("rules", "/rules/emperor", ada.device, "h2")


if __name__ == "__main__":
    main()
