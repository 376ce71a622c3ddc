"""The frame of every game: coming in, finding each other, playing at the plain table, the end."""

import contextlib
import json
import re

import pytest
from playwright.sync_api import Error, expect

from intrigue.kernel.game import discover
from tests.server.running import Server, serving, table_of

from .conftest import Door
from .people import PHONE, Person, elsewhere

PLAIN = "localStorage.setItem('plain', 'on')"
READY = re.compile("^(Ready|Prêt|Confirm|Confirmer)$")


def answer(person: Person) -> bool:
    """Answer the open question at the plain table, if there is one; whether it was answered."""
    page = person.page
    done = page.get_by_role("button", name=READY)
    choices = page.locator(".choices button")
    if done.count() and choices.count():
        choices.first.click()
        with contextlib.suppress(Error):  # a window that closed meanwhile takes the choice with it
            done.click(timeout=3000)
            return True
    return False


def play(*people: Person) -> None:
    """Until everyone sees the end."""

    def ended() -> bool:
        for person in people:
            answer(person)
        return all(person.page.locator("#end").count() for person in people)

    people[0].until(ended, "the match did not end")


def test_two_strangers_meet_by_a_link_and_play_to_the_end(people: Door) -> None:
    host = people("Ada").enter()
    host.see("My tables")
    host.check()
    host.page.evaluate(PLAIN)
    host.page.reload()
    host.press("New table")
    host.page.get_by_role("button", name="Truce").click()
    host.page.get_by_label("How many players?").fill("3")
    host.page.get_by_text("Change the rules of this table").click()
    host.page.get_by_label("How many rounds?").fill("2")
    host.page.get_by_label("How many rounds?").press("Tab")
    host.check()
    host.press("Create table")
    host.see("How many rounds? 2")
    host.page.get_by_text("Show the QR code").click()
    image = host.page.locator("img.qr")
    expect(image).to_have_js_property("complete", True)
    assert image.evaluate("image => image.naturalWidth") > 0
    host.check()
    code = host.page.locator(".code strong").inner_text()

    guest = people("Émile", size=PHONE, lang="fr").enter(f"/join/{code}")
    guest.see("Combien de manches\u00a0? 2")
    guest.page.evaluate(PLAIN)
    guest.check()
    guest.press("Prêt")
    host.press("Add a bot")
    host.page.get_by_role("button", name="Start Truce").click()
    host.see("Choose your secret order.")
    guest.page.reload()
    guest.see("Choisissez votre ordre secret")
    guest.check()

    play(host, guest)
    for person in (host, guest):
        person.check()
    host.press("Rematch with the same people")
    host.see("How many rounds? 2")
    called = guest.page.get_by_role("status").filter(has_text="Une revanche est proposée")
    expect(called).to_be_visible()
    guest.page.reload()
    expect(called).to_be_visible()
    guest.page.get_by_role("link", name="Rejoindre la revanche").click()
    guest.see("Combien de manches\u00a0? 2")
    guest.go("/")
    result = guest.page.locator("[data-part=result]")
    expect(result).to_contain_text("victoire")
    expect(result.locator("time")).to_be_visible()


@pytest.mark.parametrize("game", discover())
def test_every_game_can_be_played_at_the_plain_table(people: Door, game: str) -> None:
    """As a game of a stranger would be, before it has a table of its own."""
    ann = people("Ann").enter()
    ann.see("My tables")
    ann.page.evaluate(PLAIN)
    low, high = discover()[game].low, discover()[game].high
    seats = min(max(low, 3), high)
    made = ann.page.evaluate(
        """async ([game, seats]) => {
            const post = async (path, body) => (await fetch(path, {method: 'POST',
                headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)})).json();
            const table = await post('/api/tables', {game, seats, window: {least: 0, most: 5}});
            for (let seat = 1; seat < seats; seat++)
                await post(`/api/tables/${table.id}/seats/${seat}`, {kind: 'bot', bot: 'random'});
            await post(`/api/tables/${table.id}/start`, {});
            return table.id;
        }""",
        [game, seats],
    )
    ann.go(f"/t/{made}")
    expect(ann.page.locator("pre")).to_be_visible()
    ann.check()
    for _ in range(5):
        ann.until(lambda: answer(ann), "it cannot be played")
    assert ann.errors == []


def test_a_whisper_and_a_note_reach_nobody_else(people: Door, server: Server) -> None:
    table, (ada, bob, eve) = table_of(server, ["Ada", "Bob", "Eve"], spectators=True)
    pages = {name: people(name) for name in ("Ada", "Bob", "Eve", "Watcher")}
    for name, client in (("Ada", ada), ("Bob", bob), ("Eve", eve)):
        pages[name].become(client.device).go(f"/t/{table}")
    pages["Watcher"].enter(f"/t/{table}")
    first = pages["Ada"]
    first.press("Talk")
    first.page.get_by_label("Whisper to…").select_option(label="Bob")
    first.page.get_by_label("Only for Bob").fill("attack Eve with me")
    first.press("Whisper")
    first.press("Notes")
    first.page.get_by_label("Note", exact=True).fill("Bob believes me")
    first.page.get_by_role("button", name="Note", exact=True).click()
    first.see("Bob believes me")
    pages["Bob"].press("Talk 1")
    pages["Bob"].see("attack Eve with me")
    pages["Eve"].press("Talk")
    for name in ("Eve", "Watcher"):
        page = pages[name]
        assert "with me" not in page.page.content()
        assert not [frame for frame in page.frames if "with me" in frame]
    for page in pages.values():
        assert not [f for f in page.frames if "believes" in f] or page is first


def test_orders_of_others_are_nowhere_in_a_browser(people: Door, server: Server) -> None:
    """Not in the document, not in the frames, not in what the page keeps in memory."""
    table, (ada, bob, _) = table_of(server, ["Ada", "Bob", "Eve"], spectators=True)
    watcher, second = people("Watcher"), people("Bob")
    second.become(bob.device).go(f"/t/{table}")
    watcher.enter(f"/t/{table}")
    watcher.see("You are watching")
    second.see("Choose your secret order.")

    async def order() -> None:
        async with ada.sit(table) as seat:
            await seat.begin()
            await seat.submit("support Bob", ready=False)
            await seat.say("There.")  # whoever hears this was told before what there was to tell

    elsewhere(order())
    for person in (watcher, second):
        person.hear("There.")
        kept = person.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
        said = [frame for frame in person.frames if json.loads(frame)["do"] != "welcome"]
        for text in (person.page.locator(".board").inner_text(), kept, *said):
            assert not re.search(r'"answer":"support Bob"|Ada[^"]{0,20}support', text)
        person.check()


def test_a_lost_connection_and_a_restart_come_back_by_themselves(
    people: Door, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with serving(tmp_path_factory.mktemp("own"), "--no-limits", "--bot-delay", "0.05") as own:
        table, (ada,) = table_of(own, ["Ada"], bots=2)
        person = Person(people.browser, own.url, "Ada")
        people.inside.append(person)
        person.context.add_init_script(PLAIN)
        person.become(ada.device).go(f"/t/{table}")
        person.see("Choose your secret order.")
        person.page.get_by_role("button", name="defend", exact=True).click()
        person.see("Chosen: defend")
        person.page.reload()
        person.see("Chosen: defend")  # the draft was kept
        own.kill()
        person.see("Connection lost")
        own.start()
        expect(person.page.locator(".lamp.live")).to_be_attached(timeout=30_000)
        person.context.set_offline(True)
        person.page.get_by_role("button", name="Ready", exact=True).click()
        person.context.set_offline(False)
        person.see("Round 2 of 3")  # the answer arrived, once
        play(person)
        assert person.errors == []
