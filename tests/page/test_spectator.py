"""A spectator's browser holds no secret: not in the document, not in the frames it received, not in
what it stores, and not in a snapshot of its memory. In the owner's the same search finds them."""

import json

import pytest

from intrigue.agents.client import Client, Seat
from intrigue.kernel.game import discover
from tests.server.running import Server, table_of

from .conftest import Door
from .people import PHONE, Person, elsewhere

# a question whose answers, as they are offered, tell what the player holds or may do
TELLING = {
    "truce": "orders",
    "jaccuse": "vote",
    "emperor": "main",
    "accusation": "select",
    "complot": "main",
}
COMMON = ("play all",)  # what the page itself can say of any hand
WHISPER, NOTE = "the zebra is a spy", "only the giraffe knows"


async def reach(people: list[Client], table: str, kind: str) -> list[str]:
    """Play on until the first person is asked that, then let them save an answer, whisper and note;
    all that nobody else may read of it."""
    async with people[0].sit(table) as ada, people[1].sit(table) as bob:
        await ada.begin()
        await bob.begin()
        while not asked(ada, kind):
            for seat in (ada, bob):
                await seat.do("read", number=0)  # hear where the match stands
                if seat.ask is not None and not seat.ask["ready"] and not asked(ada, kind):
                    await seat.submit(plain(seat.ask["options"]))
        assert ada.ask is not None
        if ada.ask["sealed"]:
            await ada.submit(ada.ask["options"][-1], ready=False)
        await ada.say(WHISPER, [1])
        await ada.say(NOTE, [])
        acts = [act for act in ada.ask["options"] if " " in act and act not in COMMON]
        return [WHISPER, NOTE, *acts]


def asked(seat: Seat, kind: str) -> bool:
    return seat.ask is not None and seat.ask["kind"] == kind


def plain(options: list[str]) -> str:
    return next((act for act in options if act in ("pass", "decline", "abstain")), options[0])


def memory(person: Person) -> str:
    """Every string in the memory of the page."""
    session = person.context.new_cdp_session(person.page)
    chunks: list[str] = []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda part: chunks.append(part["chunk"]))
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    return "\n".join(json.loads("".join(chunks))["strings"])


@pytest.mark.parametrize("game", discover())
def test_a_spectator_holds_no_secret(people: Door, server: Server, game: str) -> None:
    rules = discover()[game]
    bots = max(rules.low, 3) - 2 if rules.high > 2 else 0
    terms = {"game": game, "options": {}, "window": {"least": 0, "most": 600}}
    table, clients = table_of(server, ["Ada", "Bob"], bots, spectators=True, **terms)
    secrets = elsewhere(reach(clients, table, TELLING[game]))
    assert len(secrets) > 2
    owner = people("Ada").become(clients[0].device)
    watcher = people("Watcher", size=PHONE, lang="fr")
    owner.go(f"/t/{table}")
    watcher.enter(f"/t/{table}")
    for person in (owner, watcher):
        person.page.locator(".hands .bar").wait_for()
        person.page.wait_for_load_state("networkidle")
    for place in (memory(owner), "\n".join(owner.frames)):
        assert [secret for secret in secrets if secret not in place] == []
    stored = watcher.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    for place in (memory(watcher), watcher.page.content(), stored, *watcher.frames):
        assert [secret for secret in secrets if secret in place] == []
    watcher.check()
