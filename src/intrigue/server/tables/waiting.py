"""Sockets at tables that have not started: they hear whenever the table changes."""

from typing import Protocol

from .rooms import Room


class Waiting(Protocol):
    """A socket, as long as it waits for the start."""

    def changed(self, room: Room | None) -> None: ...


class WaitingRooms:
    """Who waits at which table."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[Waiting]] = {}

    def enter(self, table: str, socket: Waiting) -> None:
        self._waiting.setdefault(table, []).append(socket)

    def leave(self, table: str, socket: Waiting) -> None:
        here = self._waiting.get(table, [])
        if socket in here:
            here.remove(socket)
        if not here:
            self._waiting.pop(table, None)

    def tables(self) -> list[str]:
        """Where somebody waits."""
        return list(self._waiting)

    def changed(self, table: str, room: Room | None) -> None:
        """Tell everyone at a table; None when it is no more."""
        for socket in list(self._waiting.get(table, [])):
            socket.changed(room)
