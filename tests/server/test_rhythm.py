"""Who had something to claim cannot be told from the clock: claims at a live server, over real
sockets, at times that the tests say."""

import asyncio
import contextlib
import itertools
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from intrigue.agents.client import Seat
from intrigue.kernel.game import find_game
from intrigue.kernel.position import Illegal
from intrigue.server.clocks.question import Timing
from intrigue.server.clocks.times import Times
from intrigue.server.live import actions
from intrigue.server.live.match import Match
from intrigue.server.record import store
from intrigue.server.wire import frames, http
from intrigue.session.message import Standing
from intrigue.session.record import Close, Play

from .test_time import Ear, Hall, answer, in_hall, listen
from .test_two_worlds_every_game import Inn, seat_people

CLAIMS = "accusation", ("claim", "success")  # of everyone, and at most one of them has a choice
SLOTS = "emperor", ("slot",)  # of everyone, and they may be passed in public
ENOUGH = 15  # windows of each sort


# --- a statistical test ---------------------------------------------------------------------------


def distance(one: list[float], other: list[float]) -> float:
    """Kolmogorov and Smirnov's: the greatest difference between two distributions."""
    return max(
        abs(sum(x <= at for x in one) / len(one) - sum(x <= at for x in other) / len(other))
        for at in {*one, *other}
    )


def likelihood(one: list[float], other: list[float], rounds: int = 999) -> float:
    """How often two samples of one distribution would differ as much as these do."""
    found, both, lots = distance(one, other), [*one, *other], Random(1)
    as_much = 0
    for _ in range(rounds):
        lots.shuffle(both)
        as_much += distance(both[: len(one)], both[len(one) :]) >= found
    return (as_much + 1) / (rounds + 1)


class Evening:
    """People at a live server. Whoever has a choice thinks long about it, or decided in
    advance and says nothing; the others answer soon. Where windows may be passed in public, every
    other answer is such a pass, whatever its player holds."""

    def __init__(self, inn: Inn, seed: int, windows: tuple[str, tuple[str, ...]]) -> None:
        self.inn = inn
        self.game, self.kinds = find_game(windows[0]), windows[1]  # whose times are compared
        self.lots = Random(seed)
        self.now = 1000.0
        # by number of the question: whether somebody had a choice, of whom nothing is known
        self.choices: dict[int, bool] = {}
        self.opened: dict[int, float] = {}  # when its time began: what led to it was shown
        inn.services.times = inn.services.matches.times = Times(lambda: self.now, lambda: self.now)
        inn.services.matches.clock = lambda: self.now

    async def sit(self, url: str, **terms: Any) -> None:
        names = ["Agatha", "Barney", "Charles", "Darcy", "Edith"][: self.game.low + 1]
        table, people = await asyncio.to_thread(seat_people, url, self.game, names, None, **terms)
        self.match: Match = await self.inn.services.matches.get(table)
        self.seats: list[Seat] = [await one.sit(table).__aenter__() for one in people[:-1]]

    async def play(self) -> tuple[list[float], list[float]]:
        """How long windows were open, by the times that the server wrote down: where somebody had
        a choice (had played the card), and where nobody had."""
        while min(self._counts()) < ENOUGH and not self.match.session.over:
            await self._question()
        table = self.match.id
        loaded = await self.inn.services.storage.read(lambda c: store.load(c, table))
        number = 0
        lasted: tuple[list[float], list[float]] = ([], [])
        for entry, at in zip(loaded.record.entries, loaded.times, strict=True):
            if isinstance(entry, Close):
                if number in self.choices:
                    lasted[not self.choices[number]].append(round(at - self.opened[number], 3))
                number += 1
        return lasted

    def _counts(self) -> tuple[int, int]:
        could = sum(self.choices.values())
        return could, len(self.choices) - could

    def _options(self, seat: int) -> list[str]:
        ask = self.match.session.table.ask(seat)
        assert ask is not None
        return ask.options

    async def _question(self) -> None:
        table, number = self.match.session.table, self.match.session.table.prompt
        opened, asked = table.opened, table.position.asked()
        self.opened[number] = opened
        kind = self.match.session.timing.prompt.kind
        compared = kind in self.kinds
        plan: list[tuple[float, int, str]] = []
        silent: list[int] = []
        for seat in asked:
            if table.passes(seat):
                continue
            if compared and table.passable(seat) and self.lots.random() < 0.5:
                plan.append((opened + self.lots.uniform(0.1, 1.0), seat, ""))
                continue
            silent.append(seat)
            options = self._options(seat)
            wish = self.lots.choice([act for act in options if act != "concede"])
            thinks = self.lots.uniform(0.5, 3.0)
            if compared and len(options) > 1:
                thinks = self.lots.uniform(2.0, 14.0)
                if self.lots.random() < 0.3:
                    orders = [{"prompt": each, "act": wish} for each in self.kinds]
                    await self.seats[seat].do("arm", orders=orders)
                    thinks = 1e9
            plan.append((opened + thinks, seat, wish))
        if compared and silent:
            self.choices[number] = any(len(self._options(seat)) > 1 for seat in silent)
        for at, seat, act in sorted(plan):
            await self._pass(at, number)
            if table.prompt != number:
                return
            if act:
                await self.seats[seat].do("submit", act=act, ready=True, prompt=number)
            else:
                until = self.lots.choice(("window", "turn"))
                await self.seats[seat].do("pass", until=until, prompt=number)
        await self._pass(opened + 1e6, number)

    async def _pass(self, until: float, number: int) -> None:
        """Let time pass, and whatever is due."""
        match = self.match
        while match.session.table.prompt == number and not match.session.over:
            due = match.session.timing.due(self.now)
            if due is None or due > until:
                self.now = max(self.now, until)
                return
            self.now = max(self.now, due)
            match.wake()
            await match.settle()


def evening(
    folder: Path, seed: int, windows: tuple[str, tuple[str, ...]], **terms: Any
) -> tuple[list[float], list[float]]:
    async def main() -> tuple[list[float], list[float]]:
        inn = Inn(folder)
        try:
            url = await inn.open()
            lasted: tuple[list[float], list[float]] = ([], [])
            seeds = itertools.count(seed)
            while min(map(len, lasted)) < ENOUGH:  # a match may end early
                found = Evening(inn, next(seeds), windows)
                await found.sit(url, **terms)
                for all_of_them, some in zip(lasted, await found.play(), strict=True):
                    all_of_them += some
            return lasted
        finally:
            await inn.close()

    return asyncio.run(main())


TERMS: dict[str, Any] = {"clock": {"decision": 600}}


def test_closing_times_are_the_same_with_and_without_an_initiator(tmp_path: Path) -> None:
    somebody, nobody = evening(tmp_path, 1, CLAIMS, **TERMS)
    assert likelihood(somebody, nobody) > 0.05


def test_closing_times_are_the_same_whatever_those_hold_who_did_not_pass_in_public(
    tmp_path: Path,
) -> None:
    somebody, nobody = evening(tmp_path, 1, SLOTS, **TERMS)
    assert likelihood(somebody, nobody) > 0.05


@pytest.mark.parametrize("windows", [CLAIMS, SLOTS], ids=["claims", "passable"])
def test_a_window_that_waits_for_answers_would_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, windows: tuple[str, tuple[str, ...]]
) -> None:
    """As it was: over when everyone has answered."""
    honest = Timing.keep_pace

    def leaking(self: Timing, people: int = 2, bots: frozenset[int] = frozenset()) -> None:
        honest(self, people, bots)
        self.table.pace = msgspec.structs.replace(self.table.pace, early=True)

    monkeypatch.setattr(Timing, "keep_pace", leaking)
    somebody, nobody = evening(tmp_path, 1, windows, **TERMS)
    assert likelihood(somebody, nobody) < 0.01


# --- one window at a time -------------------------------------------------------------------------


async def at_a_claim(hall: Hall, **terms: Any) -> Match:
    """A match whose question is who claims a card; somebody could, and the test plays bots."""
    match = await hall.matches.get(await hall.table("accusation", **terms))
    match.rest()
    lots = Random(3)
    while not (match.session.timing.prompt.kind == "claim" and initiator(match) is not None):
        number = match.session.table.prompt
        for seat in match.session.table.position.asked():
            ask = match.session.table.ask(seat)
            assert ask is not None
            acts = [one for one in ask.options if one != "concede"]
            with contextlib.suppress(Illegal):  # an act before it may have led to another question
                await match.act(seat, answer(lots.choice(acts), number), by="bot")
        if match.session.table.prompt == number:
            hall.now = match.session.timing.due(hall.now) or hall.now
            await pass_time(match)
    return match


async def at(hall: Hall, now: float, match: Match) -> None:
    hall.now = now
    await pass_time(match)


async def pass_time(match: Match) -> None:
    await match.executor.do(lambda session, now: actions.pass_time(session, None, now))


def initiator(match: Match) -> int | None:
    asks = {seat: match.session.table.ask(seat) for seat in match.session.table.position.asked()}
    return next((seat for seat, ask in asks.items() if ask and "claim" in ask.options), None)


def how_played(match: Match, seat: int) -> tuple[str, str]:
    """What the seat's answer to the last question was, and by whom."""
    name = match.session.table.setup.names[seat]
    plays = [
        e for e in match.session.table.record.entries if isinstance(e, Play) and e.seat == name
    ]
    return plays[-1].act, plays[-1].by


async def decline(match: Match, *seats: int) -> None:
    for seat in seats:
        await match.act(seat, answer("decline", match.session.table.prompt))


def test_a_claim_lasts_the_tables_time_whatever_is_answered(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        match = await at_a_claim(hall, clock=http.Clock(600), window=http.Window(0, 60, 8))
        number, opened, mine = (
            match.session.table.prompt,
            match.session.table.opened,
            initiator(match),
        )
        assert mine is not None
        await match.act(mine, answer("claim", number))
        await decline(match, *({0, 1, 2} - {mine}))
        await at(hall, opened + 7.9, match)
        assert match.session.table.prompt == number, "nobody learns that all have answered"
        await at(hall, opened + 8.001, match)
        assert match.session.table.prompt > number
        assert how_played(match, mine) == ("claim", "player")

    in_hall(tmp_path, use)


@pytest.mark.parametrize("act", ["claim", "decline"])
def test_what_was_decided_in_advance_counts_when_the_window_ends(tmp_path: Path, act: str) -> None:
    async def use(hall: Hall) -> None:
        match = await at_a_claim(hall, clock=http.Clock(600), window=http.Window(0, 60, 8))
        number, opened, mine = (
            match.session.table.prompt,
            match.session.table.opened,
            initiator(match),
        )
        assert mine is not None
        await match.act(mine, frames.Arm("a", [Standing("claim", act)]))
        await decline(match, *({0, 1, 2} - {mine}))
        await at(hall, opened + 7.9, match)
        assert match.session.table.prompt == number
        await at(hall, opened + 8.001, match)
        assert how_played(match, mine) == (act, "standing order")

    in_hall(tmp_path, use)


def test_without_a_clock_a_claim_has_none_and_waits_for_everybodys_own_hand(
    tmp_path: Path,
) -> None:
    async def use(hall: Hall) -> None:
        match = await at_a_claim(hall, window=http.Window(0, 60, 8))
        number, mine = match.session.table.prompt, initiator(match)
        assert mine is not None
        assert match.due() is None
        ear = Ear(mine)
        await listen(match, ear)
        assert not [frame for frame in ear.frames if frame["do"] == "time"]
        without = sorted({0, 1, 2} - {mine})
        await match.act(mine, answer("claim", number))
        await match.act(without[1], frames.Arm("a", [Standing("claim", "decline")]))
        await decline(match, without[0])
        await at(hall, hall.now + 86400, match)
        assert match.session.table.prompt == number, "an order is not an answer"
        await decline(match, without[1])
        assert match.session.table.prompt > number

    in_hall(tmp_path, use)


@pytest.mark.parametrize("clock", [http.Clock(600), None])
def test_a_claim_waits_for_the_only_person_and_for_nothing_else(
    tmp_path: Path, clock: http.Clock | None
) -> None:
    async def use(hall: Hall) -> None:
        match = await at_a_claim(hall, bots=2, clock=clock)
        number = match.session.table.prompt
        for seat in (1, 2):
            await match.act(seat, answer("decline", number), by="bot")
        assert match.session.table.prompt == number
        await decline(match, 0)
        assert match.session.table.prompt > number

    in_hall(tmp_path, use)


def test_over_days_a_claim_lasts_until_the_deadline(tmp_path: Path) -> None:
    async def use(hall: Hall) -> None:
        match = await at_a_claim(hall, days=http.Days(hours=24, reveal="ready"))
        number, opened = match.session.table.prompt, match.session.table.opened
        await decline(match, 0, 1, 2)
        await at(hall, opened + 24 * 3600 - 1, match)
        assert match.session.table.prompt == number
        await at(hall, opened + 24 * 3600, match)
        assert match.session.table.prompt > number

    in_hall(tmp_path, use)
