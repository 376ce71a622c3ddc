"""What time does to the open question: when it matters next, what happens then, and what of it is
shown. Times are handed in; the length of a window does not depend on the answers."""

from intrigue.kernel.position import SPECTATOR, TABLE, Prompt
from intrigue.kernel.table import Table

from .clock import Clocks
from .wire import Window

_LAG = 0.002  # a timer may fire this much early


class Timing:
    """The clock of one match, applied to its table."""

    def __init__(self, table: Table, clocks: Clocks, window: Window) -> None:
        self.table = table
        self.clocks = clocks
        self.window = window

    @property
    def prompt(self) -> Prompt:
        position = self.table.position
        return position.prompt(position.asked()[0])

    def waits_for(self, seat: int) -> bool:
        """Whether the open question is also this seat's, and not answered."""
        table = self.table
        if table.over or seat not in table.position.asked() or seat in table.absent:
            return False
        answer = table.answers[seat]
        return answer is None or not answer.ready

    def due(self, now: float) -> float | None:
        """When time matters next."""
        if self.table.over:
            return None
        prompt = self.prompt
        if prompt.window:
            least = self.table.opened + self.window.least
            return least if now < least else self.table.opened + self.window.most
        if self.clocks.terms is None and prompt.closes != "deadline":
            return None
        moments = [self.clocks.flat()]
        if prompt.closes != "deadline":
            asked = self.table.position.asked()
            waiting = [s for s in asked if self.waits_for(s) and s not in self.table.late]
            moments = [self.clocks.deadline(seat) for seat in waiting]
        timed = self._timed()
        return min(moments + ([] if timed is None else [timed[0]]), default=None)

    def strike(self, now: float) -> bool:
        """Do what the time asks for, once; whether the question is another one now."""
        table, number = self.table, self.table.prompt
        if table.over:
            return False
        timed = self._timed()
        if timed is not None and now + _LAG >= timed[0]:
            table.submit(TABLE, timed[1], now=now)
        prompt = self.prompt
        if prompt.window:
            table.tick(now)
        elif prompt.closes == "deadline":
            if now + _LAG >= self.clocks.flat():
                table.deadline(now)
        elif self.clocks.terms is not None:
            for seat in table.position.asked():
                if table.prompt == number and now + _LAG >= self.clocks.deadline(seat):
                    if self.waits_for(seat) and seat not in table.late:
                        table.expire(seat, now)
        return table.prompt != number

    def _timed(self) -> tuple[float, int] | None:
        """When the table itself acts before the time is over, and how."""
        found = self.table.game.timed(self.table.setup, self.table.position)
        if found is None or (self.clocks.terms is None and self.prompt.closes != "deadline"):
            return None
        before, act = found
        return max(self.clocks.opened, self.clocks.flat() - before), act

    def shown(self, seat: int) -> tuple[float | None, float | None]:
        """When the decision time is over, which is public, and the seat's own bank."""
        if self.table.over:
            return None, None
        prompt = self.prompt
        if prompt.window:
            return self.table.opened + self.window.most, None
        if self.clocks.terms is None:
            return None, None
        own = seat != SPECTATOR and prompt.closes != "deadline"
        return self.clocks.flat(), round(self.clocks.bank[seat], 1) if own else None
