"""Finished matches, kept for a while: whoever looks at a page of one looks at the next.

Only the record is kept, and what follows from it. Who may look is decided before; what was said,
who agreed that it be known and what was called true are read from the database each time.
"""

from collections import OrderedDict
from threading import Lock

import msgspec
from sqlalchemy import Connection

from . import store
from .store import Loaded

MATCHES = 64
ENTRIES = 50_000  # of all of them together: some 20 MB, with the positions kept on their way


class FinishedMatches:
    """The matches that were looked at last. Threads that read the database share it."""

    def __init__(self, matches: int = MATCHES, entries: int = ENTRIES) -> None:
        self._most = matches, entries
        self._kept: OrderedDict[str, Loaded] = OrderedDict()
        self._entries = 0
        self._lock = Lock()

    def load(self, connection: Connection, table: str) -> Loaded:
        """A match that has started, over or not; raises `ServerError`."""
        with self._lock:
            before = self._kept.get(table)
        loaded = store.load(connection, table, before)
        if loaded.room.state == "over":
            self._keep(table, msgspec.structs.replace(loaded, talk=[], keys={}, claims={}))
        return loaded

    def _keep(self, table: str, loaded: Loaded) -> None:
        with self._lock:
            self._drop(table)
            self._kept[table] = loaded
            self._entries += len(loaded.times)
            while len(self._kept) > self._most[0] or self._entries > self._most[1]:
                self._drop(next(iter(self._kept)))

    def _drop(self, table: str) -> None:
        before = self._kept.pop(table, None)
        self._entries -= 0 if before is None else len(before.times)
