"""Nobody can choose the cards: what the waiting room says of it, what the page adds, and what it
finds after the end. In both languages, over plain http."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from intrigue.agents.client import Client
from intrigue.session.record import Record, check
from tests.server.running import Server, wait_for

from .conftest import Door
from .hands import Hand, play
from .people import PHONE, Person

HOW = {
    "en": "Nobody can rig the deal, not even whoever runs this server. How?",
    "fr": "Personne ne peut choisir les cartes, pas même la personne qui gère ce serveur : "
    "comment ?",
}
MINE = {
    "en": "Checked here: the deal is the one that was promised, your part is in it",
    "fr": "Vérifié ici : la donne est celle qui était promise, votre part y est",
}


def spaced(text: str, lang: str) -> str:
    """French signs stand at a space that does not break."""
    return text.replace(" :", "\u00a0:").replace(" ?", "\u00a0?") if lang == "fr" else text


def waiting(server: Server, people: Door) -> tuple[str, Client, list[Person]]:
    """A table in its waiting room: an English desktop that will deal, a French phone, a bot."""
    clients = [Client(server.url, nonce=None).sign_in(name) for name in ("Ada", "Émile")]
    info = clients[0].make_table("truce", 3, options={"rounds": 1})
    clients[1].join(info["code"])
    clients[0].set_bot(info["id"], 2, "random")
    ada = people("Ada").become(clients[0].device)
    emile = people("Émile", size=PHONE, lang="fr").become(clients[1].device)
    for person in (ada, emile):
        person.go(f"/t/{info['id']}")
    return info["id"], clients[0], [ada, emile]


def to_the_end(table: str, ada: Person, emile: Person) -> None:
    emile.press("Prêt")
    expect(ada.page.get_by_role("button", name="Start Truce", exact=True)).to_be_enabled()
    ada.press("Start Truce")
    for person in (ada, emile):
        person.page.locator(".hands .mine").first.wait_for()
    play([Hand(ada, 1), Hand(emile, 2)])


def verdict(person: Person) -> Any:
    return expect(person.page.locator("[data-part='deal']"))


def kept(person: Person, table: str) -> dict[str, Any]:
    found = json.loads(person.page.evaluate("localStorage.getItem('deals')"))[table]
    assert isinstance(found, dict)
    return found


def test_the_waiting_room_says_why_nobody_can_choose_the_cards_and_the_page_checks_it(
    server: Server, people: Door
) -> None:
    table, client, [ada, emile] = waiting(server, people)
    promise = client.table(table)["commitment"]
    for person, lang in ((ada, "en"), (emile, "fr")):
        summary = person.page.get_by_text(spaced(HOW[lang], lang))
        expect(summary).to_be_visible()
        expect(person.page.get_by_text(promise)).to_be_hidden()
        summary.click()
        expect(person.page.get_by_text(promise)).to_be_visible()
        person.check()
    expect(ada.page.get_by_text("Sealed so far: Ada and Émile.")).to_be_visible()
    expect(emile.page.get_by_text(spaced("Déjà scellé : Ada et Émile.", "fr"))).to_be_visible()
    emile.page.locator(".fair input").fill("ma tante Zoé")
    emile.press("Les sceller")
    expect(emile.page.locator(".fair input")).to_have_value("")
    to_the_end(table, ada, emile)
    for person, lang in ((ada, "en"), (emile, "fr")):
        verdict(person).to_contain_text(spaced(MINE[lang], lang))
        person.check()
        person.page.reload()
        verdict(person).to_contain_text(spaced(MINE[lang], lang))
    record = Record.read(client.record(table))
    assert check(record).nonces == ["Ada", "Émile"]
    assert record.header.shown() == [kept(ada, table)["nonce"], "ma tante Zoé", None]


def test_the_page_counts_deals_that_were_thrown_away(server: Server, people: Door) -> None:
    table, client, [ada, emile] = waiting(server, people)
    emile.press("Prêt")
    expect(ada.page.get_by_role("button", name="Start Truce", exact=True)).to_be_enabled()
    wait_for(lambda: client.table(table)["seats"][1]["nonce"] is not None, "nothing is shown")
    ada.press("Remove the bot")
    emile.see("elles ont été tirées de nouveau")
    ada.press("Add a bot")
    wait_for(lambda: client.table(table)["seats"][1]["nonce"] is not None, "nothing is shown")
    ada.press("Start Truce")
    for person in (ada, emile):
        person.page.locator(".hands .mine").first.wait_for()
    play([Hand(ada, 1), Hand(emile, 2)])
    verdict(emile).to_contain_text("tirées de nouveau une fois")
    verdict(ada).to_contain_text("drawn once")


@pytest.mark.parametrize(
    ("changed", "says", "dit"),
    [
        ({"nonce": "another"}, "your part is not in it", "votre part n’y est pas"),
        ({"commitment": "0" * 64}, "the server’s part", "la part du serveur ne correspond pas"),
        ({"seals": ["0" * 64, None, None]}, "the seal of Ada", "le sceau n’est plus celui"),
    ],
    ids=["left out", "another promise", "another seal"],
)
def test_the_page_says_so_when_the_deal_is_not_the_one_it_saw(
    server: Server, people: Door, changed: dict[str, Any], says: str, dit: str
) -> None:
    """What the browser remembers is changed here instead of what the server did: it cannot tell."""
    table, _, [ada, emile] = waiting(server, people)
    to_the_end(table, ada, emile)
    for person, bad, why in (
        (ada, "This deal is not what was promised:", says),
        (emile, "Cette donne n’est pas ce qui était promis\u00a0:", dit),
    ):
        verdict(person).to_be_visible()
        deals = {table: {**kept(person, table), **changed}}
        person.page.evaluate("deals => localStorage.setItem('deals', deals)", json.dumps(deals))
        person.page.reload()
        verdict(person).to_contain_text(bad)
        verdict(person).to_contain_text(why)


def test_who_brings_no_part_of_their_own_is_told_what_was_checked(
    server: Server, people: Door
) -> None:
    table, _, [ada, emile] = waiting(server, people)
    to_the_end(table, ada, emile)
    for person, words in (
        (ada, "This browser added none."),
        (emile, "Ce navigateur n’en a pas ajouté."),
    ):
        person.page.evaluate("localStorage.removeItem('deals')")
        person.page.reload()
        verdict(person).to_contain_text(words)
