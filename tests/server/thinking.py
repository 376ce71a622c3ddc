"""Bots whose time the tests hold: a clock that stands until it is moved, and workers that think
when they are told to."""

import asyncio
import heapq
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec

from intrigue.kernel.game import Budget, Player
from intrigue.kernel.position import Prompt
from intrigue.server.bots.pool import Bots, Clock, Hear
from intrigue.server.bots.worker import Question, Thought, Word, think
from intrigue.server.metrics import Metrics
from tests.toys.ambush import AmbushGame


async def settle() -> None:
    """Let everything run that does not wait for anything."""
    for _ in range(20):
        await asyncio.sleep(0)


class HeldClock(Clock):
    """Time passes when a test says so."""

    def __init__(self, now: float = 0.0) -> None:
        self.time = now
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = 0

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        if seconds > 0:
            until: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._count += 1
            heapq.heappush(self._sleepers, (self.time + seconds, self._count, until))
            await until

    def next(self) -> float | None:
        """When somebody wakes up next."""
        while self._sleepers and self._sleepers[0][2].done():
            heapq.heappop(self._sleepers)  # it was cancelled
        return self._sleepers[0][0] if self._sleepers else None

    async def to(self, moment: float) -> None:
        """Let time pass until then, one waking after the other."""
        await settle()
        while (due := self.next()) is not None and due <= moment:
            self.time = due
            heapq.heappop(self._sleepers)[2].set_result(None)
            await settle()
        self.time = moment


class Hand:
    """A worker in the hands of a test."""

    def __init__(self, hear: Hear) -> None:
        self._hear = hear
        self.asked: list[Question] = []
        self.ended = False

    def ask(self, question: bytes) -> None:
        self.asked.append(msgspec.json.decode(question, type=Question))

    def end(self) -> None:
        self.ended = True

    def say(self, what: Any, act: str | None = None, playouts: int = 0) -> None:
        self.tell(Word(what, None if act is None else Thought([], act, 0, playouts)))

    def tell(self, word: Word) -> None:
        self._hear(self, word)

    def answer(self, act: str) -> None:
        self.say("begun")
        self.say("done", act)


class Staff:
    """Every worker that was hired, in order."""

    def __init__(self) -> None:
        self.hands: list[Hand] = []

    def hire(self, hear: Hear) -> Hand:
        self.hands.append(Hand(hear))
        return self.hands[-1]


def pool(workers: int, staff: Staff, clock: HeldClock) -> Bots:
    bots = Bots(Metrics(), 2.0, 20.0, clock, staff.hire)
    bots.workers = workers
    return bots


def question(bot: str = "hard", game: str = "toy", **more: Any) -> Question:
    plain: dict[str, Any] = {"options": {}, "seat": 0, "rng": "1", "heard": [], "data": {}}
    plain |= {"prompt": "turn", "sealed": False, "window": False, "volunteer": False}
    plain |= {"names": ["Ada"], "choices": ["pass"], "view": msgspec.Raw(b"{}")}
    return Question(game=game, bot=bot, **(plain | more))


def in_loop(use: Callable[[], Any]) -> None:
    asyncio.run(asyncio.wait_for(use(), 60))


# --- a table whose bots think for real, in time that stands still --------------------------------


class Script(Player):
    """A scripted player of anything: the first thing it may do."""

    def answer(self, view: Any, prompt: Prompt, options: Sequence[int]) -> int:
        return options[0]


class HardAmbush(AmbushGame):
    """The toy with windows, and every level of bots."""

    bots: ClassVar = {"normal": Script, "odd": Player}  # the last one has no answer at all
    hard: ClassVar = Budget(playouts=60, worlds=6, seconds=2.0)


class Thinkers(Staff):
    """Workers that think at once, and say so as much later as they made playouts."""

    def __init__(self, clock: HeldClock, playout: float) -> None:
        super().__init__()
        self.clock = clock
        self.playout = playout  # seconds that one takes
        self.thoughts: list[Thought] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def hire(self, hear: Hear) -> Hand:
        hand = super().hire(hear)

        def ask(question: bytes) -> None:
            task = asyncio.create_task(self._think(hand, question))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        hand.ask = ask  # type: ignore[method-assign]
        return hand

    async def _think(self, hand: Hand, question: bytes) -> None:
        hand.say("begun")
        asked = msgspec.json.decode(question, type=Question)
        asked.seconds = 600.0  # of the clock on the wall, which nobody here looks at
        thought = think(asked, lambda offer: hand.tell(Word("offer", offer)))
        self.thoughts.append(thought)
        await self.clock.sleep(0.001 + self.playout * thought.playouts)
        hand.tell(Word("done", thought))
