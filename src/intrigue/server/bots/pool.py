"""Bots think in processes of their own, so that no thought slows a table.

A question waits until a worker is free, and its bot's patience with itself begins when it begins to
think: one that does not come to an end is given up, and its worker with it; all others go on. Where
many wait, each thinks less. When an answer is carried out is not for the pool to say.
"""

import asyncio
import contextlib
import multiprocessing
import os
import threading
from collections.abc import Callable
from queue import SimpleQueue
from random import SystemRandom
from typing import Protocol

import msgspec
import structlog

from ..metrics import Metrics
from .worker import Question, Thought, Word, serve

_dice = SystemRandom()
_IN_TIME = 0.9  # of what is left until an answer is wanted, as much is for thinking
log = structlog.get_logger()


class Clock:
    """The time that bots take; tests have one of their own."""

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Idea:
    """A question on its way: `latest` is what the bot would answer by now, if anything."""

    def __init__(self, question: Question, until: float | None, long: bool) -> None:
        self.question = question
        self.until = until
        self.long = long  # whether its bot thinks as long as it may
        self.crowd = 0  # how many of them there were when it came
        self.again = False  # whether it was lost on the way once
        self.latest: Thought | None = None
        self.ready = asyncio.Event()  # there is something to say, or there never will be
        self.ended = asyncio.Event()
        self.begun: float | None = None
        self.dropped = False

    def offer(self, thought: Thought) -> None:
        self.latest = thought
        self.ready.set()

    def end(self, thought: Thought | None) -> None:
        """One that came to no end may still have offered something."""
        self.latest = thought or self.latest
        self.ready.set()
        self.ended.set()

    def drop(self) -> None:
        """Nobody wants to know any more."""
        self.dropped = True


class Worker(Protocol):
    """Who thinks about one question at a time, and tells how it goes."""

    def ask(self, question: bytes) -> None: ...

    def end(self) -> None: ...


Hear = Callable[[Worker, Word], None]


class Process:
    """A worker that is a process. A thread talks with it: what is told is told in the loop."""

    def __init__(self, hear: Hear) -> None:
        context = multiprocessing.get_context("spawn")
        self._hear = hear
        self._loop = asyncio.get_running_loop()
        self._pipe, theirs = context.Pipe()
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self.process = context.Process(target=serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        threading.Thread(target=self._talk, daemon=True).start()

    def ask(self, question: bytes) -> None:
        self._questions.put(question)

    def end(self) -> None:
        """One that hangs hears nothing any more."""
        self.process.kill()
        self._questions.put(None)

    def _talk(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while (question := self._questions.get()) is not None:
                self._pipe.send_bytes(question)
                word = Word("begun")
                while word.what not in ("done", "failed"):
                    word = msgspec.json.decode(self._pipe.recv_bytes(), type=Word)
                    self._tell(word)
        self._tell(Word("gone"))
        self._pipe.close()
        self.process.join()

    def _tell(self, word: Word) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._hear, self, word)


class Bots:
    """The pool; it starts with the first question."""

    def __init__(
        self,
        metrics: Metrics,
        delay: float,
        patience: float = 20.0,
        clock: Clock | None = None,
        hire: Callable[[Hear], Worker] = Process,
    ) -> None:
        self.metrics = metrics
        self.delay = delay
        self.patience = patience
        self.clock = clock or Clock()
        self.hire = hire
        self.workers = max(1, min(4, (os.cpu_count() or 1) - 1))
        self._waiting: list[Idea] = []
        self._idle: list[Worker] = []
        self._busy: dict[Worker, Idea] = {}
        self._patience: dict[Worker, asyncio.Task[None]] = {}

    def pause(self) -> float:
        """How long a bot takes this time."""
        return self.delay * _dice.uniform(0.5, 1.5)

    def warm_up(self) -> None:
        """Bots will be asked soon: have somebody there."""
        if not self._idle and not self._busy:
            self._idle.append(self.hire(self._hear))

    def ask(self, question: Question, until: float | None = None, long: bool = False) -> Idea:
        """A question whose answer is wanted at a moment of the clock, and gets what thinking there
        is time for; without a moment, all that its bot is used to."""
        idea = Idea(question, until, long)
        self._waiting.append(idea)
        idea.crowd = self._crowd()
        self._count()
        # in a moment: those who are asked together know of each other
        asyncio.get_running_loop().call_soon(self._hand_out)
        return idea

    async def think(self, question: Question) -> Thought | None:
        """The answer after all of its thinking, or None from a bot that took too long or whose
        process failed. What goes wrong is counted."""
        idea = self.ask(question)
        try:
            await idea.ended.wait()
        finally:
            idea.drop()
        return idea.latest

    def close(self) -> None:
        for worker in [*self._idle, *self._busy]:
            self._dismiss(worker)
            worker.end()
        for idea in self._waiting:
            idea.end(None)
        self._waiting = []
        self._count()

    # --- who thinks about what --------------------------------------------------------------------

    def _hand_out(self) -> None:
        """Give those who are free something to think about: what is wanted first."""
        self._waiting = [idea for idea in self._waiting if not idea.dropped]
        while self._waiting:
            if not self._idle and len(self._busy) >= self.workers:
                break
            worker = self._idle.pop() if self._idle else self.hire(self._hear)
            idea = min(self._waiting, key=lambda idea: idea.until or 0.0)
            self._waiting.remove(idea)
            self._busy[worker] = idea
            self._wait_for(worker)
            share, seconds = self._allowance(idea)
            asked = msgspec.structs.replace(idea.question, share=share, seconds=seconds)
            worker.ask(msgspec.json.encode(asked))
        self._count()

    def _allowance(self, idea: Idea) -> tuple[float, float]:
        """Less for everyone when many think, by how many there were when it came and are now. But
        where the same acts shall lead to the same match, always the same."""
        if idea.until is None:
            return 1.0, self.patience
        left = idea.until - self.clock.now()
        crowd = max(idea.crowd, self._crowd(), 1)
        share = min(1.0, self.workers / crowd) if left > 0 else 0.0
        return share, max(0.0, left * _IN_TIME)

    def _crowd(self) -> int:
        return sum(idea.long for idea in [*self._waiting, *self._busy.values()])

    def _wait_for(self, worker: Worker) -> None:
        """Be patient with a worker, from now on."""
        if worker in self._patience:
            self._patience[worker].cancel()
        self._patience[worker] = asyncio.create_task(self._lose_patience(worker))

    async def _lose_patience(self, worker: Worker) -> None:
        await self.clock.sleep(self.patience)
        idea = self._busy[worker]
        asked = idea.question
        log.warning("bot gave no answer", game=asked.game, bot=asked.bot)
        self.metrics.timeouts.labels(asked.game, asked.bot).inc()
        self._fault(asked)
        self._dismiss(worker)
        worker.end()
        self._hand_out()

    def _dismiss(self, worker: Worker) -> None:
        """It does not think for us any more; what it was asked stays without an answer."""
        if worker in self._idle:
            self._idle.remove(worker)
        idea = self._busy.pop(worker, None)
        if idea is not None:
            self._patience.pop(worker).cancel()
            idea.end(None)

    # --- what they say ----------------------------------------------------------------------------

    def _hear(self, worker: Worker, word: Word) -> None:
        idea = self._busy.get(worker)
        if idea is None:  # it was dismissed, or died while nobody asked it
            self._dismiss(worker)
        elif word.what == "begun":
            idea.begun = self.clock.now()
            self._wait_for(worker)
        elif word.what == "offer" and word.thought is not None:
            idea.offer(word.thought)
        elif word.what == "gone":
            self._lose(worker, idea)
        else:
            self._settle(worker, idea, word)

    def _lose(self, worker: Worker, idea: Idea) -> None:
        """A process ended. If it had not begun, somebody else may."""
        asked = idea.question
        if idea.begun is None and not idea.again:
            idea.again = True
            self._busy.pop(worker)
            self._patience.pop(worker).cancel()
            self._waiting.append(idea)
        else:
            log.warning("bot gave no answer", game=asked.game, bot=asked.bot)
            self._fault(asked)
            self._dismiss(worker)
        self._hand_out()

    def _settle(self, worker: Worker, idea: Idea, word: Word) -> None:
        asked, thought = idea.question, word.thought
        self._busy.pop(worker)
        self._patience.pop(worker).cancel()
        self._idle.append(worker)
        if idea.begun is not None:
            self.metrics.thoughts.labels(asked.bot).observe(self.clock.now() - idea.begun)
        if thought is None:
            log.warning("bot failed", game=asked.game, bot=asked.bot, error=word.error)
            self._fault(asked)
        else:
            self.metrics.playouts.labels(asked.bot).inc(thought.playouts)
            if thought.faults:
                log.warning("bot erred", game=asked.game, bot=asked.bot, faults=thought.faults)
                self._fault(asked, thought.faults)
        idea.end(thought)
        self._hand_out()

    def _fault(self, question: Question, count: int = 1) -> None:
        self.metrics.faults.labels(question.game, question.bot).inc(count)

    def _count(self) -> None:
        self.metrics.thinking.set(len(self._waiting))
