"""Bots think in processes of their own, so that no thought slows a table.

A bot answers after a human time, drawn without regard to what it thinks; one that does not come
to an end is given up, and its seat takes the default.
"""

import asyncio
import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import SystemRandom

import msgspec
import structlog

from ..metrics import Metrics
from .worker import Question, Thought, settle_in, think

_dice = SystemRandom()
log = structlog.get_logger()


class Bots:
    """The pool; it starts with the first question."""

    def __init__(self, metrics: Metrics, delay: float, patience: float = 20.0) -> None:
        self.metrics = metrics
        self.delay = delay
        self.patience = patience
        self.workers = max(1, min(4, (os.cpu_count() or 1) - 1))
        self._pool: ProcessPoolExecutor | None = None

    def pause(self) -> float:
        """How long a bot takes this time."""
        return self.delay * _dice.uniform(0.5, 1.5)

    async def think(self, question: Question) -> Thought | None:
        """The answer, or None from a bot that took too long or whose process failed. What goes
        wrong is counted."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self.workers, mp_context=context, initializer=settle_in
            )
        pool = self._pool
        try:
            with self.metrics.thoughts.time():
                future = pool.submit(think, msgspec.json.encode(question))
                answer = await asyncio.wait_for(asyncio.wrap_future(future), self.patience)
        except (TimeoutError, BrokenProcessPool):
            log.warning("bot gave no answer", game=question.game, bot=question.bot)
            self._fault(question)
            if self._pool is pool:
                self._pool = None
            self._end(pool)
            return None
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.warning(
                "bot failed", game=question.game, bot=question.bot, error=type(error).__name__
            )
            self._fault(question)
            return None
        thought = msgspec.json.decode(answer, type=Thought)
        if thought.faults:
            log.warning("bot erred", game=question.game, bot=question.bot, faults=thought.faults)
            self._fault(question, thought.faults)
        return thought

    def _fault(self, question: Question, count: int = 1) -> None:
        self.metrics.faults.labels(question.game, question.bot).inc(count)

    def close(self) -> None:
        if self._pool is not None:
            self._end(self._pool)
            self._pool = None

    def _end(self, pool: ProcessPoolExecutor) -> None:
        """A worker that hangs does not hear `shutdown`."""
        workers = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
