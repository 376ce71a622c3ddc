"""Two worlds over real sockets in which time passes: whatever the others hold, whenever they answer
a window, in advance, by hand or not at all, a viewer is sent the same bytes at the same moments,
the clocks in them included.

Tables with a clock and several people, without a clock, and with one person among bots. The time is
the test's; it passes for each world by itself, and what is due is done when it is due.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from intrigue.conformance.two_worlds import Leak
from intrigue.kernel.chance import EVERYONE
from intrigue.kernel.game import Game, find_game
from intrigue.kernel.position import Event, Illegal, Refusal
from intrigue.server.clocks.question import Timing
from intrigue.server.clocks.times import Times
from intrigue.server.db.schema import seats as seats_table
from intrigue.server.live import actions, session
from intrigue.server.live.match import Match
from intrigue.server.wire import frames
from intrigue.session.message import Standing
from intrigue.session.table import Table

from .test_two_worlds_every_game import Inn, Remote, WirePair, deal
from .test_two_worlds_on_the_wire import nameless

BEGAN = 1000.0
CLOCKED: dict[str, Any] = {
    "clock": {"decision": 20, "bank": 10},
    "window": {"least": 2, "most": 30, "length": 8},
}
SEATS = {"jaccuse": 5, "emperor": 5}
OPTIONS = {"emperor": {"start_hand": 2}}


class Timed(Remote):
    """A table at which time passes when the driver says so."""

    now = BEGAN
    bots: frozenset[int] = frozenset()

    async def load(self) -> Match:
        hold(self.inn, lambda: self.now)
        match = await super().load()
        match.rest()  # its timers would ring by themselves, and bots think for so long
        return match

    def _heard(self, frame: dict[str, Any]) -> None:
        super()._heard(frame)
        if frame.get("key") == "fence":  # asked for after every act, and these are not the same
            self.feed.stream.pop()
            return
        moment = f"{self.now:.3f} {nameless(self.seats[self.viewer].raw[-1])}"
        self.feed.stream[-1] = moment.encode()

    def _do(self, seat: int, do: str, **data: Any) -> None:
        if seat not in self.bots:
            return super()._do(seat, do, **data)
        frame: Any = msgspec.convert({"do": do, "key": "bot", **data}, type=frames.ClientFrame)
        try:
            self.inn.call(self.match.act(seat, frame, by="bot"))
        except Illegal as error:
            raise Illegal(Refusal(error.refusal.code, "")) from None

    def wait(self, until: float, number: int | None = None) -> None:
        """Let time pass, and what is due happen; no longer than this question is open."""
        for _ in range(1000):
            due = self.match.session.due()
            if due is None or due > until or number not in (None, self.prompt):
                break
            self.now = max(self.now, due)
            self.inn.call(self.match.executor.do(lambda s, now: actions.pass_time(s, None, now)))
            self.inn.call(self.fence())
        else:
            raise AssertionError("what is due does not pass")
        if number in (None, self.prompt) and until < float("inf"):
            self.now = max(self.now, until)


class Alone(Timed):
    """One person, the viewer; or the first one, where a spectator looks on. The others are bots."""

    @property
    def person(self) -> int:
        return max(self.viewer, 0)

    @property
    def sockets(self) -> Sequence[int]:
        return [-1, self.person]

    async def load(self) -> Match:
        self.bots = frozenset(range(len(self.people) - 1)) - {self.person}
        here = seats_table.c.table == self.id, seats_table.c.number != self.person
        bot = {"kind": "bot", "bot": "random", "person": None, "owner": None}
        await self.inn.services.storage.write(
            lambda c: c.execute(update(seats_table).where(*here).values(bot))
        )
        return await super().load()


class TimedPair(WirePair):
    """The driver decides when everybody answers, and how."""

    tables: tuple[Timed, Timed]  # type: ignore[assignment]

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.ways: Counter[str] = Counter()

    def _presence(self) -> None:
        if not self.tables[0].bots:  # they never leave
            super()._presence()

    def _aloud(self, seat: int, act: int, twin: int) -> list[tuple[int, str]]:
        return [] if seat in self.tables[0].bots else super()._aloud(seat, act, twin)

    def _carry_out(self, answers: list[tuple[int, int, int]]) -> bool:
        carried_out = super()._carry_out(answers)
        here, there = self.tables
        self._both("the moment", (round(here.now, 3), round(there.now, 3)))
        return carried_out

    def _submit(self, world: int, acts: list[tuple[int, int]]) -> None:
        table = self.tables[world]
        number, position = table.prompt, table.position
        if all(position.is_free(act) for _, act in acts):
            super()._submit(world, acts)
            return
        table.wait(table.now + 1.0, number)
        self.ways["curtains"] += table.match.session.table.opened > table.now
        ordered: list[int] = []
        for at, seat, act, how in sorted(self._plan(world, acts)):
            table.wait(at, number)
            if table.prompt != number:
                break  # whoever is left can only pass, as everybody knows
            self.ways[how] += 1
            if how == "order":
                ordered.append(seat)
                kind = position.prompt(seat).kind
                table.arm(seat, [Standing(kind, self.game.spell(self.setup, act))])
            elif how == "aloud":
                table.pass_openly(seat, self.openly[seat])
            else:
                table.submit(seat, act, ready=how != "saved")
            table.inn.call(table.fence())
        table.wait(float("inf"), number)
        assert table.prompt != number or position.over, "nobody is waited for"
        for seat in ordered:
            table.arm(seat, [])

    def _plan(self, world: int, acts: list[tuple[int, int]]) -> list[tuple[float, int, int, str]]:
        """When each answers and how. In a window that is everybody's own affair, and another one in
        the other world; what is public is the same in both."""
        table = self.tables[world]
        same, own = Random(f"{self.steps} {self.viewer}"), Random(f"{self.steps} {world}")
        asked = table.position.asked()
        window = table.position.prompt(asked[0]).window and len(asked) > 1
        clock = table.match.session.clocks.terms is not None and not table.bots
        late = same.choice([*asked, None, None]) if clock and not window else None
        private = [seat for seat, _ in acts if seat != self.viewer and seat not in self.openly]
        slots = {seat: table.now + same.uniform(0.2, 7.0) for seat, _ in acts}
        if window and clock:
            slots |= {seat: table.now + own.uniform(0.2, 7.0) for seat in private}
        elif window and not table.bots:  # somebody else is the last one who is waited for
            waited = [seat for seat in private if not table.match.session.table.out(seat)]
            mixed = own.sample(waited, len(waited))
            slots |= {seat: slots[other] for seat, other in zip(waited, mixed, strict=True)}

        def how(seat: int, act: int) -> str:
            orders = seat in private and table.answers[seat] is None
            orders = orders and self._would_be(table, seat, act)
            if seat in self.openly:
                return "aloud"
            if seat == late:
                return "order" if orders and own.random() < 0.5 else "saved"
            if not (window and clock and seat in private):
                return "by hand"
            ways = ["by hand", "saved", *(["order", "order"] if orders else [])]
            return own.choice(ways)

        return [
            (slots[seat], seat, act, how(seat, act)) for seat, act in acts if not table.passes(seat)
        ]

    def _would_be(self, table: Timed, seat: int, act: int) -> bool:
        """Whether an order in the words of this act would lead to it."""
        words = self.game.spell(self.setup, act).split()
        spelt = [self.game.spell(self.setup, one) for one in table.position.options(seat)]
        alike = [one for one in spelt if one.split()[: len(words)] == words]
        return alike[:1] == [self.game.spell(self.setup, act)]


def hold(inn: Inn, clock: Any) -> None:
    """From now on this is the time of whatever is loaded."""
    inn.services.times = inn.services.matches.times = Times(clock, clock)
    inn.services.matches.clock = clock


CASES = [
    pytest.param(name, kind, terms, id=f"{name}-{how}")
    for how, kind, terms in (
        ("clock", Timed, CLOCKED),
        ("no clock", Timed, {}),
        ("one person", Alone, CLOCKED),
        ("one person, no clock", Alone, {}),
    )
    for name in ("emperor", "accusation", "truce", "jaccuse", "complot")
    if name in ("emperor", "accusation") or how == "clock"
]


def play(folder: Path, name: str, kind: type[Timed], terms: dict[str, Any]) -> Counter[str]:
    """Pairs of worlds, for a player and for a spectator; what was done in them."""
    game = find_game(name)
    seats = SEATS.get(name, min(game.high, 4))
    ways: Counter[str] = Counter()

    async def main() -> None:
        inn = Inn(folder)
        try:
            url = await inn.open()
            for seed, viewer in ((3, 1), (5, -1)):
                hold(inn, lambda: BEGAN)
                options = OPTIONS.get(name, {})
                pair = await deal(
                    *(inn, url, game, seats, viewer, seed),
                    kinds=(kind, TimedPair),
                    options=options,
                    **terms,
                )
                assert isinstance(pair, TimedPair)
                ways["steps"] += await asyncio.to_thread(pair.run, 16)
                ways.update(pair.ways)
                for remote in pair.remotes:
                    await remote.disconnect()
        finally:
            await inn.close()

    asyncio.run(main())
    return ways


@pytest.mark.parametrize(("name", "kind", "terms"), CASES)
def test_a_viewer_is_sent_the_same_bytes_at_the_same_moments(
    tmp_path: Path, name: str, kind: type[Timed], terms: dict[str, Any]
) -> None:
    ways = play(tmp_path, name, kind, terms)
    print(name, dict(ways))
    assert ways["steps"] >= 3
    assert ways["by hand"]


def early(timing: Timing, people: int = 2, bots: frozenset[int] = frozenset()) -> None:
    """As it was: a window is over when everyone has answered."""
    HONEST(timing, people, bots)
    timing.table.pace = msgspec.structs.replace(timing.table.pace, early=True)


class Patient(Table):
    """Leaves more time where somebody has a choice."""

    def window_length(self) -> float | None:
        length = super().window_length()
        asked = self.position.asked()
        choice = any(self.position.width(seat) > 1 for seat in asked)
        return length + 1.0 if length and choice else length


def in_secret(game: Game, events: Iterable[Event]) -> float:
    """What some alone see takes time, too: as long as it takes to read."""
    return 0.1 * sum(len(repr(event.data)) for event in events if event.to != EVERYONE)


HONEST = Timing.keep_pace
LEAKS = [
    pytest.param("accusation", (Timing, "keep_pace", early), id="closes when all have answered"),
    pytest.param("emperor", (session, "Table", Patient), id="waits longer for a choice"),
    pytest.param("emperor", (type(find_game("emperor")), "curtain", in_secret), id="a curtain"),
]


@pytest.mark.parametrize(("name", "leak"), LEAKS)
def test_a_clock_that_knows_more_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, leak: tuple[Any, str, Any]
) -> None:
    monkeypatch.setattr(*leak, raising=False)
    with pytest.raises(Leak):
        play(tmp_path, name, Timed, CLOCKED)
