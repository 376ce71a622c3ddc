"""The Gazette: a page for each round, from what a spectator sees, in the table's language; and the
two worlds of every notice: what is sent does not depend on anything its reader cannot know."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from intrigue.agents.client import CallRefused, Client
from intrigue.conformance.two_worlds import Pair
from intrigue.kernel.game import discover
from intrigue.kernel.position import SPECTATOR
from intrigue.server.db.schema import outbox
from intrigue.server.notices import letters, sender
from intrigue.server.notices.channels import Channel
from intrigue.server.notices.letters import Letter
from intrigue.server.record import gazette, store
from intrigue.server.record.folded import Folded
from intrigue.server.record.gazette import Gazette, Press
from intrigue.session.table import Table

from .running import Server, table_of
from .test_two_worlds_every_game import Inn, WirePair, deal

NAMES = ["Ann", "Bob", "Cleo"]
STEPS = 20


async def round_of(people: list[Client], table: str, acts: list[str]) -> None:
    for client, act in zip(people, acts, strict=True):
        async with client.sit(table) as seat:
            await seat.begin()
            await seat.submit(act)


def test_each_round_has_its_page_in_the_language_of_the_table(server: Server) -> None:
    table, people = table_of(server, NAMES, lang="fr", spectators=True)
    where = f"/api/tables/{table}/gazette"
    with pytest.raises(CallRefused, match="not out yet"):
        people[0].get(f"{where}/last")
    asyncio.run(round_of(people, table, ["loot", "attack Ann", "defend"]))
    page = people[1].get(f"{where}/1")
    assert page["masthead"].startswith("La Gazette")
    assert page["lang"] == "fr"
    assert (page["number"], page["last"]) == (1, 1)
    assert "Bob" in page["headline"]
    assert "Ann" in page["headline"]
    assert any("Bob" in line for line in page["stories"])
    assert page["picture"]
    assert server.person("Eve").get(f"{where}/last") == page, "everyone reads the same"
    for _ in range(2):
        asyncio.run(round_of(people, table, ["loot", "defend", "loot"]))
    assert people[0].get(f"{where}/1")["stories"] == page["stories"], "what is out stays"
    last = people[0].get(f"{where}/last")
    assert last["number"] == 3
    assert last["outcome"]
    for bad in ("0", "4", "x"):
        with pytest.raises(CallRefused, match="no such edition"):
            people[0].get(f"{where}/{bad}")


class Papers(Pair):
    """The kernel's driver, comparing every page: those that are out, and the one that is being
    written, as if it came out now."""

    stories = 0

    def _compare(self) -> None:
        super()._compare()
        if self.steps % 5 == 0:
            first, second = (self._pages(table) for table in self.tables)
            assert first == second, "the Gazette tells what a spectator cannot know"
            self.stories = max(self.stories, sum(len(page.stories) for page in first))

    def _pages(self, table: Table) -> list[Gazette]:
        press = Press(Folded(table.record), True)
        return [press.edition(number + 1, "T", "en") for number in range(press.out)]


@pytest.mark.parametrize("name", discover())
def test_the_gazette_says_nothing_that_a_spectator_cannot_know(name: str) -> None:
    game = discover()[name]
    seats = min(max(game.low, 4), game.high)
    setup = game.setup([f"Player {i}" for i in range(seats)])
    stories = []
    for seed in range(4):
        pair = Papers(game, setup, SPECTATOR, seed)
        pair.run(200)
        stories.append(pair.stories)
    print(name, "stories compared", stories)
    assert max(stories) >= 3


# --- two worlds -----------------------------------------------------------------------------------


class Told(WirePair):
    """The kernel's driver, comparing what the viewer would be sent by mail as well."""

    sent: tuple[list[str], list[str]]
    pages: tuple[list[str], list[str]]

    def _whisper(self) -> None:
        """To the viewer, too, who reads it at the table and not in a mail."""
        super()._whisper()
        by = (self.viewer + 1) % self.setup.seats
        if self.rng.random() < 0.3:
            for remote in self.remotes:
                remote._do(by, "say", text="psst, you", to=[self.viewer])

    def _compare(self) -> None:
        super()._compare()
        for world, remote in enumerate(self.remotes):
            remote.inn.call(self._collect(world))
        assert sorted(self.sent[0]) == sorted(self.sent[1]), (
            "a notice depends on what its reader cannot know"
        )
        assert self.pages[0] == self.pages[1], "the Gazette does"

    async def _collect(self, world: int) -> None:
        remote = self.remotes[world]
        services = remote.inn.services
        # warnings, too, which would come tomorrow
        await services.storage.write(lambda c: c.execute(update(outbox).values({"due": 0.0})))
        await services.notices.tick()
        self.sent[world][:] = [
            text.replace(remote.id, "TABLE")
            for text in services.outgoing[remote.id]  # type: ignore[attr-defined]
        ]
        loaded = await services.storage.read(lambda c: store.load(c, remote.id))
        try:
            page = gazette.edition(loaded, None)
        except Exception as error:
            self.pages[world].append(type(error).__name__)
        else:
            self.pages[world].append("\n".join([*page.stories, page.headline, page.picture]))


@pytest.mark.parametrize("name", discover())
def test_notices_say_nothing_that_their_reader_cannot_know(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = discover()[name]
    seats, viewer = min(max(game.low, 4), game.high), 1
    outgoing: dict[str, list[str]] = {}

    async def send(self: Any, channel: Channel, address: str | None, letter: Letter) -> None:
        table = letter.link.partition("/t/")[2].partition("/")[0]
        said = f"{letter.kind}\n{letter.subject}\n{letters.plain(letter)}\n{letters.html(letter)}"
        mine = letter.mark
        said += f"{letters.pushed(letter)}\n{letters.hooked(letter)}".replace(mine, "MARK")
        outgoing.setdefault(table, []).append(said)

    monkeypatch.setattr(sender.Notices, "_send", send)
    # this clock is the real one; what time does is compared by test_notices_in_two_worlds
    monkeypatch.setattr(letters, "moment", lambda *_: "MOMENT")
    kinds: set[str] = set()

    async def main() -> list[int]:
        inn = Inn(tmp_path)
        inn.services.notices.delay = -1.0
        inn.services.outgoing = outgoing  # type: ignore[attr-defined]
        survived: list[int] = []
        try:
            url = await inn.open()
            inn.services.notices._task.cancel()  # type: ignore[union-attr]  # the test ticks itself
            for seed in (8,):
                clock = {"decision": 86400}
                pair = await deal(inn, url, game, seats, viewer, seed, clock=clock)
                pair.__class__ = Told
                assert isinstance(pair, Told)
                pair.sent, pair.pages = ([], []), ([], [])
                for remote in pair.remotes:
                    outgoing.setdefault(remote.id, [])
                    person = remote.people[viewer]
                    await asyncio.to_thread(
                        person.post, "/api/me/channels", means="hook", target="https://x.example/"
                    )
                    await asyncio.to_thread(
                        person.post, "/api/me/notices", lang="fr", zone="Europe/Paris"
                    )
                survived.append(await asyncio.to_thread(pair.run, STEPS))
                kinds.update(text.partition("\n")[0] for text in pair.sent[0])
                assert "psst" not in "".join(pair.sent[0] + pair.pages[0])
                for remote in pair.remotes:
                    await remote.disconnect()
        finally:
            await inn.close()
        return survived

    survived = asyncio.run(main())
    print(name, survived, sorted(kinds))
    assert max(survived) >= 3
    assert kinds >= {"turn", "warning", "whispers"}


def test_it_tells_of_public_deals_and_never_of_secret_ones(server: Server) -> None:
    table, people = table_of(server, NAMES, options={"rounds": 2}, spectators=True)

    async def main() -> None:
        seats = [await client.sit(table).__aenter__() for client in people]
        for seat in seats:
            await seat.begin()
        ann, bob, cleo = seats
        await ann.offer([1], "I support Bob in round 1; Bob loots in round 1")
        await bob.do("accept", deal=1)
        await bob.offer([2], "I loot in round 2", secret=True)
        await cleo.do("accept", deal=2)
        await cleo.claim("my order of round 1 is pass")
        for acts in (["support Bob", "pass", "loot"], ["loot", "loot", "loot"]):
            for seat, act in zip(seats, acts, strict=True):
                await seat.do("read", number=0)  # and hear everything before
                await seat.submit(act)

    asyncio.run(main())
    first, last = (people[0].get(f"/api/tables/{table}/gazette/{n}")["stories"] for n in (1, 2))
    assert first[-4:] == [
        "Ann and Bob agree: Ann supports Bob in round 1 and Bob loots in round 1.",
        "A word kept: Ann supports Bob in round 1.",
        "A word broken: Bob loots in round 1.",
        "That was false. Cleo says: my order of round 1 is pass.",
    ]
    assert not [line for line in last if "agree" in line or "word" in line]
