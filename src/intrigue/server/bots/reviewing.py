"""A review is made in a process of its own, which gives way to everybody else, bots included. It
is told a record, says one decision after the other, and is gone."""

import contextlib
import os
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Literal

import msgspec
from msgspec import Struct

from intrigue.bots.review import Weighed, decisions, review
from intrigue.session.record import Record

from .worker import settle_in

NICE = 12  # more than a bot's, and not so much that it never comes to an end
# seconds of a processor, so that a busy machine takes nothing from a review
SECONDS = 300.0  # for a match, whatever was weighed by then
LIMIT = 600  # after which it is gone: somebody's game found no end


class News(Struct):
    """What such a process says: that it goes on, with how many of the decisions it has looked at
    and what it found of the last; that it is over; that it failed; or, said for it, that it is
    gone."""

    what: Literal["goes on", "over", "failed", "gone"]
    done: int = 0
    total: int = 0
    weighed: Weighed | None = None
    error: str = ""


def serve(pipe: Connection, limit: int) -> None:
    """The life of such a process."""
    settle_in(NICE)
    with contextlib.suppress(ImportError):  # not everywhere
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    try:
        for news in _review(pipe.recv_bytes().decode()):
            pipe.send_bytes(msgspec.json.encode(news))
    except Exception as error:  # a stranger's game may do anything
        pipe.send_bytes(msgspec.json.encode(News("failed", error=type(error).__name__)))
    pipe.close()
    os._exit(0)


def _review(text: str) -> Iterator[News]:
    record = Record.read(text)
    met = decisions(record)
    total = len(met)
    yield News("goes on", 0, total)
    found = review(record.game, record.setup(), met, seconds=SECONDS, clock=time.process_time)
    for done, one in enumerate(found, 1):
        yield News("goes on", done, total, one)
    yield News("over", total, total)
