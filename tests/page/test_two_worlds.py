"""Two worlds on the page: what everyone else sees of a response window is the same, whoever holds
the card.

Two real matches are dealt alike, except that two players hold each other's cards. Everyone gives
the same answers, the two of them those of the other, in another order and after changes of mind. At
every step the whole document of somebody who cannot know is compared, and that of a spectator.
"""

import re
from functools import partial
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64
from playwright.sync_api import expect

from intrigue.agents.client import Client
from intrigue.conformance.two_worlds import Draws
from intrigue.games.emperor.rules.position import Emperor
from intrigue.kernel.chance import NOBODY, Chance
from intrigue.kernel.game import find_game
from intrigue.session.table import Table

from .backstage import Backstage, World
from .conftest import Door
from .people import PHONE, Person, difference

# what the clock shows, as digits and as a bar; and sheets of parts that come when there is time
CLOCK = r'<span role="timer"[^]*?</span>|style="scale: [\d. ]+;"|<!--[^]*?-->|<link [^>]*>'
# What has changed its size may change what lies beside it, a frame later each: the document is read
# once it has been the same for some frames, or as it is when it never comes to rest.
AT_ONCE = "(clock) => document.documentElement.outerHTML.replaceAll(new RegExp(clock, 'g'), '')"
DOCUMENT = """async (clock) => {
    const read = () => document.documentElement.outerHTML.replaceAll(new RegExp(clock, 'g'), '');
    let now = read();
    for (let same = 0, frames = 0; same < 6 && frames < 600; frames++) {
        await new Promise((frame) => requestAnimationFrame(frame));
        const next = read();
        same = next === now ? same + 1 : 0;
        now = next;
    }
    return now;
}"""


class Exchanged(Chance):
    """As it was drawn before, but two players are given each other's cards."""

    def __init__(self, drawn: list[tuple[str, int, int]], one: int, two: int) -> None:
        swap = {1 << one: 1 << two, 1 << two: 1 << one}
        given: dict[int, list[int]] = {}
        for _, face, audience in drawn:
            given.setdefault(audience, []).append(face)
        self.faces = [given[swap.get(audience, audience)].pop(0) for _, _, audience in drawn]

    def draw(self, deck: str, bag: vec[i64], audience: int = NOBODY) -> int:
        face = self.faces.pop(0)
        bag[face] -= 1
        return face


class Watched(World):
    """One of the two matches, with the browsers that look at it."""

    clock = False  # whether the test says what time it is there

    def watch(self, *people: Person) -> None:
        self.people = people
        self.fences = 0
        for person in people:
            if self.clock:
                person.page.clock.install(time=0)
            person.go(f"/t/{self.id}")
            person.page.locator(".hands .bar").wait_for()

    def documents(self) -> list[str]:
        """What the browsers show, after everything that was on its way has come."""
        self.fences += 1
        self.backstage.run(self.seats[1].say("fence"))  # one's own words are not unread
        for person in self.people:
            said = person.page.locator(
                ".tabs .talk .count", has_text=re.compile(f"^{self.fences}$")
            )
            curtain = person.page.locator("[data-stage]")
            while not said.count():  # it waits for whatever is being shown
                expect(said.or_(curtain).first).to_be_visible()
                if curtain.count():
                    person.page.keyboard.press("Escape")
        return self.shown()

    def told(self) -> None:
        """Everything that was on its way has come, whether it is shown or not."""
        self.fences += 1
        self.backstage.run(self.seats[1].say("fence"))
        for person in self.people:
            person.until(partial(self._heard, person), "it never came")

    def at_rest(self) -> list[str]:
        """What is shown while the clock stands still, when it has been drawn."""
        now, same = self.shown(AT_ONCE), 0
        while same < 2:
            self.people[0].page.wait_for_timeout(20)
            before, now = now, self.shown(AT_ONCE)
            same = same + 1 if now == before else 0
        return now

    def _heard(self, person: Person) -> bool:
        return person.told("talk") == self.fences

    def shown(self, how: str = DOCUMENT) -> list[str]:
        pages = (person.page.evaluate(how, CLOCK) for person in self.people)
        return [page.replace(self.id, "TABLE") for page in pages]


class Pair:
    """Both worlds, step by step."""

    def __init__(
        self,
        backstage: Backstage,
        people: Door,
        game: str,
        options: dict[str, Any],
        swap: tuple[int, int],
        seed: int,
        paces: tuple[str, str] = ("off", "off"),
    ) -> None:
        found = find_game(game)
        self.swap = dict([swap, swap[::-1]])
        self.worlds = [Watched(backstage, found, options) for _ in range(2)]
        draws = Draws(seed)
        backstage.run(self.worlds[0].deal(draws))
        backstage.run(self.worlds[1].deal(Exchanged(draws.drawn, *swap)))
        people.url = backstage.url
        for world, pace in zip(self.worlds, paces, strict=True):
            world.clock = pace in ("slow", "normal", "quick")
            calm = {"reduced_motion": "reduce", "pace": pace}
            viewer = people("Ada", **calm).become(world.clients[0].device)
            eyes = Client(backstage.url).sign_in("Watcher")
            watcher = people("Watcher", size=PHONE, lang="fr", **calm)
            world.watch(viewer, watcher.become(eyes.device))
        self.differed: set[str] = set()  # windows in which somebody else held the card
        self.compare()

    def compare(self) -> None:
        self.same(*(world.documents() for world in self.worlds))

    def compare_curtains(self) -> int:
        """While something is being shown, until it has been; in how many parts that was."""
        parts = 0
        pages = [person.page for world in self.worlds for person in world.people]
        for page in pages:
            page.locator("[data-stage]").wait_for()
        while pages[0].locator("[data-stage]").count():
            self.same(*(world.shown() for world in self.worlds))
            parts += 1
            for page in pages:
                at = page.locator("[data-stage]").get_attribute("data-beat")
                page.keyboard.press("Enter")
                page.locator(f"[data-stage][data-beat='{at}']").wait_for(state="detached")
        return parts

    def compare_moments(self) -> list[float]:
        """From the moment at which something is shown until it has been, every quarter of a second
        of a clock that stands still between; when a beat began."""
        pages = [person.page for world in self.worlds for person in world.people]
        for world in self.worlds:
            world.told()
        for page in pages:
            page.locator("[data-stage]").wait_for()
        began, beat = [0.0], "0"
        for quarters in range(1, 80):
            for page in pages:
                page.clock.run_for(250)
            self.same(*(world.at_rest() for world in self.worlds))
            stage = pages[0].locator("[data-stage]")
            if stage.count() == 0:
                return [*began, quarters / 4]
            now = stage.get_attribute("data-beat") or ""
            began += [quarters / 4] if now != beat else []
            beat = now
        raise AssertionError("the curtain does not fall")

    def stop_the_clocks(self) -> None:
        for world in self.worlds:
            for person in world.people:
                person.page.clock.pause_at(person.page.evaluate("Date.now()") + 100)

    def same(self, here: list[str], there: list[str]) -> None:
        for one, other in zip(here, there, strict=True):
            assert one == other, difference(one, other)

    @property
    def kind(self) -> str:
        position = self.worlds[0].position
        return position.prompt(position.asked()[0]).kind

    def answer(self, wish: str = "pass", look: bool = True) -> str:
        """Everyone who is asked answers, one after the other; the kind of the question."""
        here, there = self.worlds
        asked = here.position.asked()
        assert there.position.asked() == asked
        prompt = here.position.prompt(asked[0])
        for seat in asked:
            options = here.options_of(seat)
            other = seat
            if len(asked) > 1 and there.options_of(seat) != options:
                other = self.swap[seat]  # it holds the card there
                self.differed.add(prompt.kind)
                assert there.options_of(other) == options
            if prompt.window and look:
                here.submit(seat, options[-1], ready=False)  # a change of mind
                there.submit(other, options[-1], ready=False)
                self.compare()
            wanted = [one for one in (wish, "pass", "decline") if one in options]
            act = (wanted or options)[0]
            here.submit(seat, act)
            there.submit(other, act)
            if look:
                self.compare()
        return prompt.kind


def seen(pair: Pair, questions: int) -> set[str]:
    return {pair.answer() for _ in range(questions)}


def test_emperor_nobody_sees_who_holds_an_instinct(backstage: Backstage, people: Door) -> None:
    pair = Pair(backstage, people, "emperor", {"start_hand": 1}, (2, 3), seed=4)
    assert "slot" in seen(pair, 5)
    assert "slot" in pair.differed


def condemned(
    backstage: Backstage, people: Door, pace: str = "off", other: str | None = None
) -> Pair:
    """Bob has cast a Condemn on Ada, and it falls now. Either Cleo or Dan can block it."""
    paces = pace, other or pace
    pair = Pair(backstage, people, "emperor", {"start_hand": 1}, (2, 3), seed=1452, paces=paces)
    while pair.kind != "resolve":
        position = pair.worlds[0].position
        assert isinstance(position, Emperor)
        pair.answer("pass" if position.view(0).condemns else "condemn Ada", look=False)
    pair.compare()
    return pair


def test_emperor_nobody_sees_who_could_block(backstage: Backstage, people: Door) -> None:
    pair = condemned(backstage, people)
    assert pair.answer() == "resolve"
    assert "resolve" in pair.differed


def test_the_curtain_does_not_tell_who_could_block(backstage: Backstage, people: Door) -> None:
    pair = condemned(backstage, people, pace="step")
    pair.answer(look=False)
    assert "resolve" in pair.differed
    assert pair.compare_curtains() > 0
    pair.compare()


def test_the_curtain_rises_and_falls_at_the_same_moments(
    backstage: Backstage, people: Door
) -> None:
    pair = condemned(backstage, people, pace="normal")
    pair.stop_the_clocks()
    pair.answer(look=False)
    assert "resolve" in pair.differed
    moments = pair.compare_moments()
    assert moments[-1] > 1


def test_a_curtain_that_takes_longer_would_be_seen(backstage: Backstage, people: Door) -> None:
    pair = condemned(backstage, people, "normal", "slow")
    pair.stop_the_clocks()
    pair.answer(look=False)
    with pytest.raises(AssertionError, match="beat"):
        pair.compare_moments()


def test_accusation_nobody_sees_who_could_claim(backstage: Backstage, people: Door) -> None:
    pair = Pair(backstage, people, "accusation", {}, (2, 3), seed=4)
    assert {"open", "select", "plan", "reveal", "claim"} <= seen(pair, 7)
    assert "claim" in pair.differed


def leak(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Plant one: everybody sees who has answered such a window."""

    class Leaking(Table):
        def done(self) -> list[int] | int | None:
            asked = [] if self.over else self.position.asked()
            if not asked or self.position.prompt(asked[0]).kind != kind:
                return super().done()
            return [seat for seat in asked if self.answers[seat] is not None]

    monkeypatch.setattr("intrigue.server.live.session.Table", Leaking)


def test_a_leak_would_be_seen(
    backstage: Backstage, people: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch, "slot")
    pair = Pair(backstage, people, "emperor", {"start_hand": 1}, (2, 3), seed=4)
    with pytest.raises(AssertionError, match='class="answer seal'):
        seen(pair, 5)


def test_a_leak_while_something_falls_would_be_seen(
    backstage: Backstage, people: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch, "resolve")
    pair = condemned(backstage, people)
    with pytest.raises(AssertionError, match='class="answer seal'):
        pair.answer()


def secretly(pair: Pair) -> None:
    """In one of the worlds Bob and Cleo deal in secret, keep one word and break another; in the
    other nobody says anything. Dan has a public deal with Bob in both. Ada, who is none of them,
    and a spectator see the same documents, the ledger open."""
    one, run = pair.worlds[0], pair.worlds[0].backstage.run
    for world in pair.worlds:
        for person in world.people:
            person.page.locator(".tabs .deals").click()
            person.page.locator(".book").wait_for()
        run(world.seats[3].offer([1], "I loot in round 1"))
        run(world.seats[1].do("accept", deal=1))
    pair.compare()
    terms = "I loot in round 1; Cleo attacks Dan in round 1"
    run(one.seats[1].offer([2], terms, secret=True))
    pair.compare()
    run(one.seats[2].do("accept", deal=2))
    run(one.seats[1].claim("my order of round 1 is loot", [2]))
    pair.compare()
    pair.answer("loot")
    pair.compare()
    assert one.people[0].page.locator(".seat[data-seat='3'] .word").count() == 1


def test_nobody_else_sees_a_secret_deal(backstage: Backstage, people: Door) -> None:
    secretly(Pair(backstage, people, "truce", {"rounds": 3}, (1, 2), seed=4))


def test_a_leaking_deal_would_be_seen(
    backstage: Backstage, people: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("intrigue.session.ledger.Deal.known_to", lambda deal, viewer: True)
    with pytest.raises(AssertionError, match="secret"):
        secretly(Pair(backstage, people, "truce", {"rounds": 3}, (1, 2), seed=4))
