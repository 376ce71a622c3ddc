"""The replay of every game, from the record alone: every perspective runs to the end."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from intrigue.kernel.game import discover
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
        assert most > 3
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
    side = person.page.locator(".controls select")
    slider = person.page.get_by_role("slider")
    slider.fill("9")
    expect(person.page.locator(down)).not_to_have_count(0)
    side.select_option("all")
    expect(person.page.locator(up)).not_to_have_count(0)
    expect(person.page.locator(down)).to_have_count(0)
    expect(person.page.locator(".knew .mine")).to_have_count(len(ada.table(table)["seats"]))
    person.check()


def orders(views: list[Any]) -> list[str]:
    """Truce: an order that is written, and not opened yet."""
    return [
        f"[data-seat='{seat}'] [data-secret]:has([data-glyph='{view.order.kind}'])"
        for seat, view in enumerate(views)
        if view.order is not None
    ]


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


def answers(views: list[Any]) -> list[str]:
    """Accusation: a card that is added in secret, before all have added theirs."""
    return [
        f"[data-seat='{seat}'] [data-secret]:text-matches('answers: .*#{view.answer % 2**20}')"
        for seat, view in enumerate(views)
        if view.phase == "select" and view.answer is not None
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
        ("truce", orders),
        ("jaccuse", memberships),
        ("emperor", identities),
        ("accusation", authors),
        ("accusation", answers),
        ("complot", hands),
    ],
)
def test_what_was_hidden_is_on_the_table_where_everything_is_revealed(
    people: Door, server: Server, game: str, secrets: Callable[[list[Any]], list[str]]
) -> None:
    record = Record.read((FOLDER / f"{game}.jsonl").read_text("utf-8"))
    seats = range(len(record.header.seats))
    for step in record.fold():
        hidden = secrets([step.position.view(seat) for seat in seats])
        if hidden:
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
    lie = person.page.get_by_role("button", name="it was a lie")
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
