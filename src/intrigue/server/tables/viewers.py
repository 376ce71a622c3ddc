"""Every open socket of this process, in one place: by table and by person.

A socket is at the door first, then it waits for the start, or watches the match.
"""

from collections.abc import Iterator
from typing import Protocol

from intrigue.kernel.position import SPECTATOR

from ..wire import frames, http
from .rooms import Room


class Viewer(Protocol):
    """A socket, as everybody else sees it. Some want words, and some a picture too; those of a page
    that is in front of somebody's eyes are visible."""

    table: str
    device: str
    seat: int
    lang: str
    words: str | None
    picture: bool
    visible: bool
    silent: bool  # the connection does not answer
    waiting: bool  # for the start: it hears whenever the table changes
    watching: bool  # the match: it hears of everything

    @property
    def person(self) -> str: ...

    def send(self, frame: bytes) -> None: ...

    def change(self, room: Room | None) -> None:
        """The table changed before the start, or has just started; None when it is no more."""

    def recheck(self, room: Room) -> None:
        """Somebody else may sit on its seat now."""

    def lose(self) -> None:
        """The match in memory never happened: the socket shall come back."""

    def listen(self, now: float) -> bool:
        """Whether it has fallen silent, or answers again."""

    def sign_out(self) -> None:
        """Its session is over."""


class Viewers:
    """The registry."""

    def __init__(self) -> None:
        self._tables: dict[str, list[Viewer]] = {}
        self._persons: dict[str, list[Viewer]] = {}

    def __iter__(self) -> Iterator[Viewer]:
        for viewers in self._tables.values():
            yield from viewers

    def enter(self, viewer: Viewer) -> None:
        self._tables.setdefault(viewer.table, []).append(viewer)
        self._persons.setdefault(viewer.person, []).append(viewer)

    def leave(self, viewer: Viewer) -> None:
        for kept, key in ((self._tables, viewer.table), (self._persons, viewer.person)):
            here = kept.get(key, [])
            if viewer in here:
                here.remove(viewer)
            if not here:
                kept.pop(key, None)

    def of(self, person: str) -> list[Viewer]:
        """The sockets of somebody."""
        return list(self._persons.get(person, []))

    def watching(self, table: str) -> list[Viewer]:
        """Those who are told of a match."""
        return [viewer for viewer in self._tables.get(table, ()) if viewer.watching]

    def listen(self, now: float) -> set[str]:
        """The matches of whose players one has fallen silent, or answers again."""
        seated = [viewer for viewer in self if viewer.watching and viewer.seat != SPECTATOR]
        return {viewer.table for viewer in seated if viewer.listen(now)}

    def waiting(self) -> set[str]:
        """The tables at which somebody waits for the start."""
        return {viewer.table for viewer in self if viewer.waiting}

    def tell_waiting(self, table: str, room: Room | None) -> None:
        """A table changed before the start, or has just started; None when it is no more."""
        for viewer in list(self._tables.get(table, ())):
            if viewer.waiting:
                viewer.change(room)
        if room is not None and room.state == "open":  # somebody may have moved
            self.tell_who_waits(table)

    def tell_who_waits(self, table: str) -> None:
        """Who is in the waiting room, to those who are. Nobody is called away: they may be at
        another process."""
        waiting = [viewer for viewer in self._tables.get(table, ()) if viewer.waiting]
        here = frames.Here(sorted({viewer.seat for viewer in waiting} - {SPECTATOR}), [])
        for viewer in waiting:
            viewer.send(http.encode(here))
