"""Golden records in the replay: every perspective of every game runs to the end, is handed nothing
but what its seat was shown, and shows nothing of what is still to come."""

import json
import sqlite3
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from intrigue.kernel.game import discover
from intrigue.session.patch import apply
from intrigue.session.record import Record
from tests.server.running import Server

from .conftest import Door
from .people import difference

FOLDER = Path(__file__).parent.parent / "golden"
# To the end as fast as it is drawn, one step at a time or in as many strides.
RUN = """async (strides) => {
    const slider = document.querySelector('input[type=range]');
    const most = Number(slider.max);
    const stride = Math.ceil(most / strides);
    for (let at = 0; at < most; at = Math.min(at + stride, most)) {
        slider.value = String(Math.min(at + stride, most));
        slider.dispatchEvent(new Event('input', {bubbles: true}));
        await new Promise((drawn) => setTimeout(drawn));
    }
    return most;
}"""
SHOWN = """() => ['section.board', '.list'].map((part) =>
    document.querySelector(part).innerHTML.replaceAll(/<!--.*?-->/g, ''))"""


def store(server: Server, record: Record) -> tuple[str, str | None]:
    """Put a record into the server's database as a match that is over; whose browser may see it."""
    ada = server.person("Ada")
    header = record.header
    table = ada.make_table(header.game, len(header.seats), options=header.options)["id"]
    lines = [msgspec.json.encode(entry).decode() for entry in record.entries]
    with sqlite3.connect(server.data / "intrigue.sqlite3", timeout=30) as database:
        database.execute(
            "UPDATE tables SET state = 'over', header = ?, started = 0, ended = 1 WHERE id = ?",
            (msgspec.json.encode(header).decode(), table),
        )
        database.executemany(
            'UPDATE seats SET name = ? WHERE "table" = ? AND number = ?',
            [(name, table, number) for number, name in enumerate(header.seats)],
        )
        database.executemany(
            'INSERT INTO entries ("table", number, at, line) VALUES (?, ?, 0, ?)',
            [(table, number, line) for number, line in enumerate(lines)],
        )
    return table, ada.device


class Archive:
    """Between page and server: keeps what the server sent, and can blank what came after a step."""

    def __init__(self, page: Page) -> None:
        self.parts: dict[str, dict[str, Any]] = {}
        self.last: int | None = None
        page.route("**/replay/*?*", self._answer)

    def _answer(self, route: Route) -> None:
        url = route.request.url
        if url not in self.parts:
            self.parts[url] = route.fetch().json()
        part = self.parts[url]
        steps = [self._blanked(step) for step in part["steps"]]
        route.fulfill(body=json.dumps({**part, "steps": steps}), content_type="application/json")

    def _blanked(self, step: dict[str, Any]) -> dict[str, Any]:
        if self.last is None or step["step"] <= self.last:
            return step
        nothing = {"at": 0, "title": "", "events": [], "lines": [], "rules": [], "patch": []}
        return {"step": step["step"], **nothing}

    def of(self, viewer: str) -> list[dict[str, Any]]:
        """What a perspective was handed, part by part."""
        parts = [part for url, part in self.parts.items() if f"/replay/{viewer}?" in url]
        return sorted(parts, key=lambda part: part["first"])

    def numbers(self, viewer: str) -> list[int]:
        return [step["step"] for part in self.of(viewer) for step in part["steps"]]

    def views(self, viewer: str) -> dict[int, Any]:
        """The view that a perspective was handed, at every fifth step."""
        views: dict[int, Any] = {}
        for part in self.of(viewer):
            state: Any = deepcopy(part["state"])
            for number, step in enumerate(part["steps"]):
                state = apply(state, deepcopy(step["patch"]))
                if number % 5 == 0:
                    views[step["step"]] = deepcopy(state["view"])
        return views


@pytest.mark.parametrize("game", discover())
def test_every_perspective_runs_to_the_end(people: Door, server: Server, game: str) -> None:
    record = Record.read((FOLDER / f"{game}.jsonl").read_text("utf-8"))
    table, device = store(server, record)
    person = people("Ada", reduced_motion="reduce").become(device)
    failed: list[str] = []
    person.page.on("requestfailed", lambda request: failed.append(request.url))
    person.page.on("response", lambda got: failed.append(got.url) if got.status >= 400 else None)
    archive = Archive(person.page)
    person.go(f"/replay/{table}")
    side = person.page.get_by_label("As seen by")
    expect(side).to_be_visible()
    seats = [str(seat) for seat in range(len(record.header.seats))]
    for viewer in [*seats, "table", "all"]:
        look(person.page, viewer)
        steps = person.page.evaluate(RUN, 40 if viewer == "table" else 12)
        assert steps > 10
        expect(person.page.get_by_role("slider")).to_have_value(str(steps))
        assert person.errors == []
        assert failed == []
    person.check()
    told = {viewer: archive.views(viewer) for viewer in [*seats, "table"]}
    for step in record.fold():
        for viewer, views in told.items():
            if step.line in views:
                view = step.position.view(-1 if viewer == "table" else int(viewer))
                assert views[step.line] == json.loads(msgspec.json.encode(view))
    assert all(len(views) > 3 for views in told.values())


@pytest.mark.parametrize("game", discover())
def test_nothing_is_shown_of_what_is_still_to_come(people: Door, server: Server, game: str) -> None:
    record = Record.read((FOLDER / f"{game}.jsonl").read_text("utf-8"))
    table, device = store(server, record)
    person = people("Ada", reduced_motion="reduce").become(device)
    archive = Archive(person.page)
    person.go(f"/replay/{table}")
    slider = person.page.get_by_role("slider")
    for viewer in ("1", "table"):
        look(person.page, viewer)
        most = int(slider.get_attribute("max") or 0)
        numbers = archive.numbers(viewer)
        for at in (most - 2, most // 2, most // 5):
            slider.fill(str(at))
            whole = person.page.evaluate(SHOWN)
            archive.last = numbers[at - 1]
            look(person.page, viewer)
            expect(slider).to_have_value(str(at))
            for here, there in zip(whole, person.page.evaluate(SHOWN), strict=True):
                assert here == there, difference(here, there)
        slider.fill(str(most))
        blank = person.page.evaluate(SHOWN)
        archive.last = None
        look(person.page, viewer)
        assert person.page.evaluate(SHOWN) != blank  # what was blanked would have been seen
    assert person.errors == []


def look(page: Page, viewer: str) -> None:
    """Take a perspective, anew if it is taken already."""
    side = page.get_by_label("As seen by")
    for wish in ["0", viewer] if side.input_value() == viewer else [viewer]:
        side.select_option(wish)
        expect(page.locator("section.board")).to_have_attribute("aria-busy", "false")
        expect(side).to_have_value(wish)
