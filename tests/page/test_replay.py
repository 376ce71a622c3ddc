"""The replay of every game, from the record alone: every perspective runs to the end."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from intrigue.kernel.game import discover
from intrigue.session.moments import moments
from intrigue.session.record import Record
from tests.server.running import Server

from .conftest import Door
from .people import PHONE, elsewhere
from .screens import begin, play
from .test_golden_replays import FOLDER, Archive, look, store

SHORT = {
    "truce": {"rounds": 2},
    "jaccuse": {"generations": 2},
    "emperor": {"max_rounds": 6},
    "accusation": {"round_cap": 10},
}


@pytest.mark.parametrize("game", discover())
def test_a_finished_match_is_replayed_from_every_side(
    people: Door, server: Server, game: str
) -> None:
    ada, table = begin(server, game, **SHORT.get(game, {}))
    elsewhere(play(ada, table, None))
    seats = len(ada.table(table)["seats"])
    person = people("Ada").become(ada.device)
    person.go(f"/replay/{table}")
    side = person.page.get_by_label("As seen by")
    slider = person.page.get_by_role("slider")
    for viewer in ["0", str(seats - 1), "table", "all"]:
        side.select_option(viewer)
        expect(side).to_have_value(viewer)
        expect(person.page.locator("section.board")).to_have_attribute("aria-busy", "false")
        person.page.get_by_role("button", name="To the start").click()
        expect(slider).to_have_value("0")
        most = int(slider.get_attribute("max") or 0)
        assert most > 1
        for at in (1, 2, most // 3, most // 2, most - 1, most):
            slider.fill(str(at))
            expect(slider).to_have_value(str(at))
        person.page.get_by_role("button", name="One step back").click()
        expect(slider).to_have_value(str(most - 1))
        assert person.errors == []
    person.see("Who knew what")
    person.check()
    person.press("Get a public link")
    link = person.page.locator("a[href*='/shared/']").get_attribute("href")
    assert link is not None
    stranger = people("Nobody", size=PHONE, lang="fr")
    stranger.page.goto(link)
    stranger.see("Vue par")
    stranger.check()


HIDDEN = {  # what lies face down on the table, and what is then open
    "jaccuse": ("[data-network] .down", "[data-network] .R, [data-network] .B"),
    "emperor": ("[data-seat] .slot.back", "[data-seat] .slot.told"),
}


@pytest.mark.parametrize("game", HIDDEN)
def test_everything_revealed_is_seen_on_the_table(people: Door, server: Server, game: str) -> None:
    ada, table = begin(server, game, **SHORT.get(game, {}))
    elsewhere(play(ada, table, None))
    down, up = HIDDEN[game]
    person = people("Ada", lang="fr", size=PHONE).become(ada.device)
    person.go(f"/replay/{table}")
    side = person.page.locator(".who select")
    slider = person.page.get_by_role("slider")
    expect(slider).not_to_have_attribute("max", "0")
    slider.fill("1")  # before anybody can have died of anything: a match may be a short one
    expect(person.page.locator(down)).not_to_have_count(0)
    side.select_option("all")
    expect(person.page.locator(up)).not_to_have_count(0)
    expect(person.page.locator(down)).to_have_count(0)
    expect(person.page.locator(".knew .mine")).to_have_count(len(ada.table(table)["seats"]))
    person.check()


def authors(views: list[Any]) -> list[str]:
    """Accusation: who played what, also of what is face down still; and what everyone holds."""
    if any(known is not None for known in views[0].known) or not views[0].revealed:
        return []
    played = [view.tracker for view in views]
    names = [f"Player {seat}" for seat in range(1, len(views) + 1)]
    return [
        *(
            f".slip[data-author='{name}']:has([data-secret]):has-text('#{card}')"
            for name, card in zip(names, played, strict=True)
        ),
        *(
            f"[data-seat='{seat}'] [data-secret] button:text-is('#{card}')"
            for seat, view in enumerate(views)
            for card in view.hand
        ),
    ]


def hands(views: list[Any]) -> list[str]:
    """Complot: both hands, once they differ."""
    if set(views[0].hand) == set(views[1].hand):
        return []
    return [
        f"[data-drop='{side}'] [data-secret] [data-card='{card}']"
        for side, view in zip(("mine", "theirs"), views, strict=True)
        for card in set(view.hand)
    ]


def memberships(views: list[Any]) -> list[str]:
    """J'Accuse: the card before everyone, and those that two neighbours share."""
    if any(view.membership is None for view in views):
        return []
    colours = {"R": "red", "B": "black"}
    seats = range(1, len(views) + 1)
    pairs = zip(seats, [*seats[1:], 1], strict=True)
    names = [f"Network card of Player {one} and Player {two}" for one, two in pairs]
    networks = [colours[view.networks[seat]] for seat, view in enumerate(views)]
    return [
        *(
            f"[data-lying='{seat}'] [data-face='{view.membership}'] [data-secret]"
            for seat, view in enumerate(views)
        ),
        *(
            f"[data-network][aria-label='{name}: {colour}'] [data-secret]"
            for name, colour in zip(names, networks, strict=True)
        ),
    ]


def identities(views: list[Any]) -> list[str]:
    """Emperor: every card that lies face down, once another lies open beside the crown."""
    if sum(map(sum, views[0].face_up)) < 2:
        return []
    return [
        f"[data-seat='{seat}'] .slot.{card}:has([data-secret]) >> nth={nth}"
        for seat, view in enumerate(views)
        for card in "LR"
        for nth in range(
            sum(
                one == card and not up
                for one, up in zip(view.cards[seat], view.face_up[seat], strict=True)
            )
        )
    ]


@pytest.mark.parametrize(
    ("game", "secrets"),
    [
        ("jaccuse", memberships),
        ("emperor", identities),
        ("accusation", authors),
        ("complot", hands),
    ],
)
def test_what_was_hidden_is_on_the_table_where_everything_is_revealed(
    people: Door, server: Server, game: str, secrets: Callable[[list[Any]], list[str]]
) -> None:
    record = golden(game)
    seats = range(len(record.header.seats))
    shown = {moment.line for moment in moments(record.game, record.setup(), record.fold())}
    for step in record.fold():
        hidden = secrets([step.position.view(seat) for seat in seats])
        if hidden and step.line in shown:
            break
    assert hidden, "nothing is hidden in this record"
    table, device = store(server, record)
    page = people("Ada", reduced_motion="reduce").become(device).page
    archive = Archive(page)
    page.goto(f"{server.url}/replay/{table}")
    look(page, "all")
    page.get_by_role("slider").fill(str(archive.numbers("all").index(step.line) + 1))
    for secret in hidden:
        expect(page.locator(f".stage {secret}")).to_have_count(1)
    for viewer in ("table", *map(str, seats)):  # the same moment as others saw it
        look(page, viewer)
        expect(page.locator("[data-secret]")).to_have_count(0)
        for secret in hidden:
            expect(page.locator(f".stage {secret}")).to_have_count(0)


@pytest.mark.parametrize("game", ["truce", "accusation"])
def test_answers_that_were_sealed_together_are_told_where_everything_is_revealed(
    people: Door, server: Server, game: str
) -> None:
    table, device = store(server, golden(game))
    page = people("Ada", reduced_motion="reduce").become(device).page
    archive = Archive(page)
    page.goto(f"{server.url}/replay/{table}")
    look(page, "all")
    steps = archive.of("all")[0]["steps"]
    at, acts = next((i, step["acts"]) for i, step in enumerate(steps, 1) if len(step["acts"]) > 3)
    page.get_by_role("slider").fill(str(at))
    told = page.get_by_role("list", name="What was answered in secret").get_by_role("listitem")
    expect(told).to_have_count(len(acts))
    expect(told.locator("[data-secret]")).to_have_count(len(acts))
    for act in acts:
        mine = told.filter(has_text=f"Player {act['seat'] + 1}")
        expect(mine.filter(has_text=act["label"])).to_have_count(1)
    look(page, "1")
    expect(told).to_have_count(1)
    expect(told).to_contain_text("Player 2")
    look(page, "table")
    expect(told).to_have_count(0)


def golden(game: str) -> Record:
    return Record.read((FOLDER / f"{game}.jsonl").read_text("utf-8"))


def test_the_story_is_walked_by_chapter_and_by_event(people: Door, server: Server) -> None:
    table, device = store(server, golden("truce"))
    person = people("Ada", reduced_motion="reduce").become(device)
    person.go(f"/replay/{table}")
    page, slider = person.page, person.page.get_by_role("slider")
    chapter, title = page.get_by_role("combobox", name="Chapter"), page.locator(".headline")
    expect(chapter.locator("option:checked")).to_have_text("Round 1")
    page.get_by_role("button", name="Next event").click()
    expect(title).to_contain_text("Player 5 attacks Player 4, who was looting, and wins")
    expect(title).to_contain_text("Turning point")
    for keys, where in (
        ("PageUp", "Round 3"),
        ("PageDown", "Round 4"),
        ("n", "Round 5"),
        ("Home", "Round 1"),
        ("End", "Round 10"),
    ):
        page.keyboard.press(keys)
        expect(chapter.locator("option:checked")).to_have_text(where)
    page.get_by_role("button", name="Chapter before").click()
    page.get_by_role("button", name="Chapter before").click()
    expect(chapter.locator("option:checked")).to_have_text("Round 9")
    chapter.select_option(label="Round 2")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Round 2, Step 2 of 22, Player"))
    person.check()


def test_it_plays_by_itself_at_a_speed_that_is_remembered(people: Door, server: Server) -> None:
    table, device = store(server, golden("truce"))
    person = people("Ada", reduced_motion="reduce").become(device)
    person.go(f"/replay/{table}")
    page, slider = person.page, person.page.get_by_role("slider")
    speed = page.get_by_role("combobox", name="Speed")
    expect(speed.locator("option")).to_have_text(["0.5×", "1×", "2×", "4×"])
    speed.select_option("4×")
    page.reload()
    expect(speed.locator("option:checked")).to_have_text("4×")
    slider.fill("18")
    slider.press("Space")
    expect(slider).to_have_value("22")
    expect(page.get_by_role("button", name="Play")).to_be_visible()  # it halts at the end


def test_a_seek_while_another_perspective_loads_is_kept(people: Door, server: Server) -> None:
    table, device = store(server, golden("truce"))
    person = people("Ada", reduced_motion="reduce").become(device)
    person.go(f"/replay/{table}")
    page, slider = person.page, person.page.get_by_role("slider")
    slider.fill("3")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/replay/*?*", hold)
    side = page.get_by_label("As seen by")
    for viewer in ("2", "table"):  # the latest wish counts, whichever is answered last
        with page.expect_request(f"**/replay/{viewer}?*"):
            side.select_option(viewer)
    slider.fill("9")
    person.until(lambda: len(held) == 2, "nobody asked for it")
    for route in reversed(held):
        with page.expect_response(route.request.url):
            route.continue_()
    expect(page.locator("section.board")).to_have_attribute("aria-busy", "false")
    expect(slider).to_have_value("9")
    expect(side).to_have_value("table")
    expect(page.locator(".mine")).to_have_count(0)


def test_a_finger_reaches_every_control(people: Door, server: Server) -> None:
    table, device = store(server, golden("complot"))
    person = people("Ada", size=PHONE, reduced_motion="reduce").become(device)
    person.go(f"/replay/{table}")
    controls = person.page.locator(".controls :is(button, input), .top select")
    expect(person.page.get_by_role("slider")).to_be_in_viewport(ratio=1)
    board = person.page.locator("section.board > *")
    for part in board.all():
        box = part.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= PHONE["width"]
    boxes = [control.bounding_box() for control in controls.all() if control.is_visible()]
    assert len(boxes) == 10
    for box in boxes:
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    person.check()


def test_a_match_under_way_has_no_replay(people: Door, server: Server) -> None:
    ada, table = begin(server, "truce")
    person = people("Ada").become(ada.device)
    person.go(f"/replay/{table}")
    person.see("not over")


def test_what_was_said_is_called_true_or_false_for_everyone(people: Door, server: Server) -> None:
    ada, table = begin(server, "truce", rounds=2)

    async def boast() -> None:
        async with ada.sit(table) as seat:
            await seat.begin()
            await seat.say("I will not loot")

    elsewhere(boast())
    elsewhere(play(ada, table, None))
    person = people("Ada").become(ada.device)
    person.go(f"/replay/{table}")
    person.page.get_by_role("button", name="To the end").click()
    line = person.page.get_by_role("listitem").filter(has_text="I will not loot")
    lie = line.get_by_role("button", name="it was a lie")
    box = lie.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    person.see("Was it true?")
    lie.click()
    expect(lie).to_have_attribute("aria-pressed", "true")
    person.see("false, says Ada")
    person.check()
    person.press("Get a public link")
    link = person.page.locator("a[href*='/shared/']").get_attribute("href")
    assert link is not None
    stranger = people("Nobody", size=PHONE, lang="fr")
    stranger.page.goto(link)
    stranger.page.get_by_role("slider").press("End")
    stranger.see("faux, selon Ada")
    assert stranger.page.get_by_role("button", name="c’était faux").count() == 0


def test_a_line_of_the_log_leads_to_its_rule(people: Door, server: Server) -> None:
    ada, table = begin(server, "truce", rounds=2)
    elsewhere(play(ada, table, 1))
    person = people("Ada").become(ada.device)
    person.go(f"/t/{table}")
    person.page.locator("li[data-kind=reveal] [data-rule]").click()
    rule = person.page.locator("dialog [id='TR-8']")
    expect(rule).to_be_in_viewport()
    expect(rule).to_have_class(re.compile("wanted"))
    person.check()
