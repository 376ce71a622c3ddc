"""Taking back: the positions that a seat may still go back to.

An act can be taken back until something new is learned. The barrier is general: an act that asked
chance, that made somebody else the one who is asked, that ended the match, or that the game does
not call `undoable`. Table, fold and verification share this, so that they agree on it.
"""

from intrigue.kernel.position import Position


class Past:
    """Positions before each act since the last barrier, with the seat that acted."""

    def __init__(self) -> None:
        self.stack: list[tuple[int, Position]] = []

    def before(self, position: Position, seat: int, act: int) -> Position | None:
        """What to keep before an act is played; nothing, if it cannot be taken back."""
        if position.over or position.asked() != [seat] or not position.undoable(seat, act):
            return None
        return position.copy()

    def after(self, kept: Position | None, position: Position, seat: int, draws: int) -> None:
        """Remember it, or raise the barrier."""
        if kept is None or draws > 0 or position.over or position.asked() != [seat]:
            self.stack.clear()
        else:
            self.stack.append((seat, kept))

    def open(self, seat: int) -> bool:
        """Whether the seat has something to take back."""
        return bool(self.stack) and self.stack[-1][0] == seat

    def back(self, seat: int) -> Position | None:
        """The position before the seat's last act; nothing, if there is a barrier."""
        return self.stack.pop()[1] if self.open(seat) else None
