"""What is heard: made in the browser, neither too loud nor too long, and nothing where nobody wants
it."""

import re
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from intrigue.agents.client import Client, Seat
from intrigue.kernel.game import discover
from tests.server.running import Server, table_of

from .conftest import Door
from .people import PHONE, Person, elsewhere

LIB = Path(__file__).parents[2] / "web" / "src" / "lib"
GAMES = LIB.parent / "games"
STRIP = """const { stripTypeScriptTypes } = require('node:module');
console.log(stripTypeScriptTypes(require('node:fs').readFileSync(process.argv[1], 'utf8')));"""

# every sound, rendered as fast as the machine can: how loud, and when the last of it is gone
RENDER = """async ([code, volume]) => {
    const synth = await import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    const found = {};
    for (const name of synth.SOUNDS) {
        const audio = new OfflineAudioContext(1, 44100 * 3, 44100);
        synth.perform(audio, name, volume, 0);
        const samples = (await audio.startRendering()).getChannelData(0);
        let [peak, energy, last, soft] = [0, 0, 0, 0];
        samples.forEach((sample, i) => {
            peak = Math.max(peak, Math.abs(sample));
            energy += sample * sample;
            if (Math.abs(sample) > 0.0005) last = i / 44100;
            soft += (sample - (samples[i - 1] ?? 0)) ** 2;
        });
        // the share of what is high: a sine of 4 kHz has about 0.32
        found[name] = { peak, energy, last, shrill: energy ? soft / energy : 0 };
    }
    return found;
}"""

# what a page plays, without a loudspeaker; and how often a phone moved
LISTEN = """
    window.played = 0;
    window.moved = 0;
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...at) {
        window.played += 1;
        return start.apply(this, at);
    };
    window.loudspeakers = [];
    window.AudioContext = class extends AudioContext {
        constructor(...wishes) {
            super(...wishes);
            loudspeakers.push(this);
        }
    };
    navigator.vibrate = () => { window.moved += 1; return true; };
"""


def synth() -> str:
    """The sounds as a browser understands them: without their types."""
    node = Path(sys.executable).parent / "node"
    command = [str(node), "--no-warnings", "-e", STRIP, str(LIB / "synth.ts")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def rendered(browser: Browser, volume: float) -> dict[str, dict[str, float]]:
    page = browser.new_page()
    try:
        found: dict[str, dict[str, float]] = page.evaluate(RENDER, [synth(), volume])
    finally:
        page.close()
    return found


def test_every_sound_is_heard_and_none_is_too_loud_too_long_or_shrill(browser: Browser) -> None:
    found = rendered(browser, 1.0)
    assert len(found) == 12
    for name, heard in found.items():
        assert heard["energy"] > 1, name
        assert 0.03 < heard["peak"] <= 0.9, (name, heard)
        assert 0.05 < heard["last"] < 2, (name, heard)
        assert heard["shrill"] < 0.2, (name, heard)


def test_no_volume_is_silence(browser: Browser) -> None:
    assert all(heard["peak"] == 0 for heard in rendered(browser, 0.0).values())


def sit(people: Door, server: Server, **wishes: object) -> tuple[Person, Client, str]:
    """Ada at a table of Truce with Bob, who has not answered yet, and a bot."""
    table, (ada, bob) = table_of(server, ["Ada", "Bob"], bots=1)
    person = people("Ada", **wishes).become(ada.device)
    person.page.add_init_script(LISTEN)
    person.go(f"/t/{table}")
    expect(person.page.locator(".composer")).to_be_visible()
    return person, bob, table


def do(client: Client, table: str, what: Callable[[Seat], Coroutine[Any, Any, Any]]) -> None:
    async def at_table() -> None:
        async with client.sit(table) as seat:
            await seat.begin()
            await what(seat)

    elsewhere(at_table())


def listens(page: Page, bob: Client, table: str) -> None:
    """Touch the page, and talk until it is heard: what makes sounds is loaded only then."""
    page.locator("[data-act=defend]").click()
    for _ in range(100):
        do(bob, table, lambda seat: seat.say("Do you hear me?"))
        if page.evaluate("new Promise((done) => setTimeout(() => done(played), 200))"):
            return
    raise AssertionError("nothing was heard")


def seal(page: Page) -> None:
    page.locator("[data-act=defend]").click()
    page.locator(".confirm .primary").click()
    expect(page.locator("[data-seat='0'] .answer.seal")).to_be_visible()


def test_sounds_come_with_the_first_touch_and_a_seal_is_heard(people: Door, server: Server) -> None:
    person, bob, table = sit(people, server)
    page = person.page
    page.wait_for_load_state("networkidle")
    loaded = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert loaded
    assert not [name for name in loaded if "Ears" in name or "sound" in name]
    do(bob, table, lambda seat: seat.say("Too early."))
    expect(page.locator(".tabs .count")).to_have_text("1")
    assert page.evaluate("played") == 0
    listens(page, bob, table)
    before = page.evaluate("played")
    seal(page)
    page.wait_for_function(f"played > {before}")
    # nothing is computed where nothing is heard, and the next sound is heard all the same
    person.until(lambda: page.evaluate("loudspeakers[0].state") == "suspended", "still awake")
    before = page.evaluate("played")
    do(bob, table, lambda seat: seat.say("And now?"))
    person.until(lambda: page.evaluate("played") > before, "the next sound is not played")
    person.until(lambda: page.evaluate("loudspeakers[0].state") == "running", "still asleep")
    assert page.evaluate("loudspeakers.length") == 1
    assert person.errors == []


@pytest.mark.parametrize("how", ["button", "key", "system"])
def test_silence_by_one_tap_and_where_the_system_asks_for_it(
    people: Door, server: Server, how: str
) -> None:
    person, bob, table = sit(
        people, server, **({"reduced_motion": "reduce"} if how == "system" else {})
    )
    page = person.page
    mute = page.get_by_role("button", name="Mute")
    if how == "button":
        mute.click()
    elif how == "key":
        page.keyboard.press("m")
    expect(mute).to_have_attribute("aria-pressed", "true")
    seal(page)
    do(bob, table, lambda seat: seat.say("Nobody hears me."))
    expect(page.locator(".tabs .count")).to_have_text("1")
    assert page.evaluate("played") == 0
    person.check()


@pytest.mark.parametrize("wanted", [True, False])
def test_the_tab_says_whose_turn_it_is_and_a_phone_moves_if_it_may(
    people: Door, server: Server, wanted: bool
) -> None:
    person, bob, table = sit(people, server, size=PHONE)
    page = person.page
    icon = page.locator("link[rel=icon]")
    expect(page).to_have_title("● Your turn – Truce")
    expect(icon).to_have_attribute("href", "/turn.svg")
    kind = page.evaluate("fetch('/turn.svg').then((one) => one.headers.get('content-type'))")
    assert kind.startswith("image/svg")
    listens(page, bob, table)
    if not wanted:
        page.locator(".settings summary").click()
        page.get_by_label("Vibrate when it is my turn").uncheck()
        page.locator(".settings summary").click()
    seal(page)
    expect(page).to_have_title("Truce")
    expect(icon).to_have_attribute("href", "/icon.svg")
    before = page.evaluate("played")
    do(bob, table, lambda seat: seat.submit("pass"))
    expect(page).to_have_title("● Your turn – Truce")  # the next round
    expect(icon).to_have_attribute("href", "/turn.svg")
    page.wait_for_function(f"played > {before}")
    assert (page.evaluate("moved") > 0) is wanted
    assert person.errors == []


def test_each_game_says_what_is_heard_of_events_that_it_has() -> None:
    for game in discover().values():
        script = GAMES / game.id / "index.ts"
        if script.is_file():
            said = script.read_text().partition("sounds: Sounds = {")[2].partition("}")[0]
            kinds = set(re.findall(r"(\w+):", said))
            assert kinds, game.id
            assert kinds <= game.words("en").words["event"].keys(), game.id
