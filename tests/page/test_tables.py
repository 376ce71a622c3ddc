"""Every game at its own table: two people at a desktop and a phone, each in one language and then
in the other, with bots, play a whole match by touch, through a refresh, a killed server and a spell
without a connection."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from intrigue.kernel.game import discover
from tests.server.running import Server, serving

from .conftest import Door
from .hands import Hand, play
from .people import PHONE, Person

LINE = 16  # pixels
SHORT: dict[str, dict[str, object]] = {
    "truce": {"rounds": 3},
    "jaccuse": {"generations": 2},
    "emperor": {"max_rounds": 4, "start_hand": 2},
    "accusation": {"round_cap": 10, "windows": "fast"},
    "complot": {"turn_cap": 4},
}


@pytest.fixture(scope="module")
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may be killed."""
    with serving(tmp_path_factory.mktemp("tables"), "--no-limits", "--bot-delay", "0.01") as server:
        yield server


@pytest.mark.parametrize("game", discover())
def test_two_people_play_a_whole_match_by_touch(people: Door, mortal: Server, game: str) -> None:
    table, devices = begin(mortal, game)
    people.url = mortal.url
    desktop = people("Ada", pace="normal").become(devices[0])
    wishes = {"color_scheme": "dark", "reduced_motion": "reduce", "pace": "normal"}
    phone = people("Émile", size=PHONE, lang="fr", **wishes).become(devices[1])
    hands = [Hand(desktop, 1), Hand(phone, 2)]
    for hand in hands:
        hand.person.go(f"/t/{table}")
        hand.person.page.locator(".hands .mine").first.wait_for()
        hand.person.check()
    touch(hands)
    phone.page.reload()
    phone.page.locator(".hands .mine").first.wait_for()
    speak(desktop, "fr")
    speak(phone, "en")
    touch(hands)
    for hand in hands:
        hand.person.check()
    mortal.kill()
    expect(desktop.page.locator(".lamp.lost")).to_be_attached()
    mortal.start()
    for hand in hands:
        expect(hand.person.page.locator(".lamp.live")).to_be_attached()
    phone.context.set_offline(True)
    touch(hands[:1])
    phone.context.set_offline(False)
    play(hands)
    for hand in hands:
        assert hand.kinds
        # no question moved the table or the prompt by more than the line that says an act is there
        assert all(max(place) - min(place) <= LINE for place in zip(*hand.tops, strict=True)), (
            hand.tops
        )
        hand.person.check()


def begin(server: Server, game: str) -> tuple[str, list[str | None]]:
    """A short match of two people and bots, and by what their browsers are known."""
    rules = discover()[game]
    seats = min(max(rules.low, 3), rules.high)
    known = {option.name for option in rules.options}
    options = {name: value for name, value in SHORT.get(game, {}).items() if name in known}
    ada, emile = server.person("Ada"), server.person("Émile")
    made = ada.make_table(game, seats, options=options, window={"least": 0, "most": 60})
    emile.join(made["code"])
    emile.ready(made["id"])
    for seat in range(2, seats):
        ada.set_bot(made["id"], seat, "random")
    ada.start(made["id"])
    return made["id"], [ada.device, emile.device]


def touch(hands: list[Hand], times: int = 12) -> None:
    for _ in range(times):
        for hand in hands:
            hand.move()
        hands[0].person.page.wait_for_timeout(20)


def speak(person: Person, lang: str) -> None:
    """Change the language in the middle of a match."""
    person.page.locator(".settings summary").click()
    person.page.locator(".settings select").first.select_option(lang)
    person.page.locator(".settings summary").click()
    expect(person.page.locator("html")).to_have_attribute("lang", lang)
