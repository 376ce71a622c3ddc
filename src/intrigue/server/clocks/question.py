"""What time does to the open question: when it matters next, what happens then, and what of it is
shown. Times are handed in; the length of a window does not depend on the answers. While the match
is paused nothing happens."""

from intrigue.kernel.position import SPECTATOR, TABLE, Prompt
from intrigue.session.message import Pace
from intrigue.session.table import Table

from ..wire.frames import Time
from ..wire.http import Window
from .clocks import MatchClocks

_LAG = 0.002  # a timer may fire this much early


class Timing:
    """The clock of one match, applied to its table."""

    def __init__(self, table: Table, clocks: MatchClocks, window: Window) -> None:
        self.table = table
        self.clocks = clocks
        self.window = window
        self.keep_pace()

    def keep_pace(self, people: int = 2, bots: frozenset[int] = frozenset()) -> None:
        """Let the table know how this match is paced now, and when its question opened. A window
        lasts its length, whatever is answered. Nobody learns anything from how long the only one
        of these people took, so a window of theirs may close early; and where the table has no
        clock, a window has none either. Over days it lasts until the deadline, or does not wait for
        anybody."""
        days, window, alone = self.clocks.days, self.window, people < 2
        self.table.opened = self.clocks.opened
        still = self.clocks.paused is not None
        if days is not None:
            game = self.table.game
            hold = (days.reveal or game.correspondence) == "deadline"
            self.table.pace = Pace(
                *(window.least, 0.0, hold, game.patient, still),
                early=alone,
                bots=bots,
                skips=True,
            )
        elif self.clocks.terms is None:
            self.table.pace = Pace(still=still, bots=bots, skips=True)
        elif alone:
            most = window.most
            self.table.pace = Pace(0.0, most, still=still, length=most, bots=bots, skips=True)
        else:
            self.table.pace = Pace(
                *(window.length, window.most),
                still=still,
                length=window.length,
                early=False,
                fixed=True,
                bots=bots,
                skips=True,
            )

    @property
    def prompt(self) -> Prompt:
        position = self.table.position
        return position.prompt(position.asked()[0])

    def waits_for(self, seat: int) -> bool:
        """Whether the open question is also this seat's, and not answered."""
        table = self.table
        if table.over or self.clocks.paused is not None:
            return False
        if seat not in table.position.asked() or seat in table.absent or table.out(seat):
            return False
        answer = table.answers[seat]
        return answer is None or not answer.ready

    def due(self, now: float) -> float | None:
        """When time matters next."""
        if self.table.over or self.clocks.paused is not None:
            return None
        prompt = self.prompt
        if self.clocks.days is not None:
            return self._due_by_day(prompt, now)
        if prompt.window:
            ends = self._window_ends()
            least = self.table.opened + self.table.pace.window_least
            return least if ends is not None and now < least < ends else ends
        if self.clocks.terms is None and prompt.closes != "deadline":
            return None
        moments = [self.clocks.common()]
        if prompt.closes != "deadline":
            asked = self.table.position.asked()
            waiting = [s for s in asked if self.waits_for(s) and s not in self.table.late]
            moments = [self.clocks.deadline(seat) for seat in waiting]
        timed = self._timed()
        return min(moments + ([] if timed is None else [timed[0]]), default=None)

    def _due_by_day(self, prompt: Prompt, now: float) -> float:
        """The deadline, or what comes before it: the warning, an act of the table, and the moment
        from which a window may close early."""
        timed = self._timed()
        moments = [self.clocks.warning()]
        moments += [] if timed is None else [timed[0]]
        if prompt.window and prompt.closes != "length":
            moments.append(self.table.opened + self.window.least)
        return min([moment for moment in moments if moment > now], default=self.clocks.common())

    def strike(self, now: float) -> bool:
        """Do what the time asks for, once; whether the question is another one now."""
        table, number = self.table, self.table.prompt
        if table.over or self.clocks.paused is not None:
            return False
        timed = self._timed()
        if timed is not None and now + _LAG >= timed[0]:
            table.submit(TABLE, timed[1], now=now)
        prompt = self.prompt
        if self.clocks.days is not None:
            if self.is_up(now):
                table.deadline(now)
            else:
                table.tick(now)
        elif prompt.window:
            table.tick(now)
        elif prompt.closes == "deadline":
            if now + _LAG >= self.clocks.common():
                table.deadline(now)
        else:
            for seat in self.overdue(now):
                if table.prompt == number:
                    table.expire(seat, now)
        return table.prompt != number

    def overdue(self, now: float) -> list[int]:
        """Who is waited for at a live table, and has no time left."""
        table, clocks = self.table, self.clocks
        if table.over or clocks.days is not None or self.prompt.window:
            return []
        shared = self.prompt.closes == "deadline"
        if clocks.terms is None and not shared:
            return []
        waiting = [s for s in table.position.asked() if self.waits_for(s) and s not in table.late]
        ends = [clocks.common() if shared else clocks.deadline(seat) for seat in waiting]
        return [seat for seat, end in zip(waiting, ends, strict=True) if now + _LAG >= end]

    def is_up(self, now: float) -> bool:
        """Whether the deadline of a match over days is past. Never early: the same time of day
        would come again at once."""
        over = self.table.over or self.clocks.days is None or self.clocks.paused is not None
        return not over and now >= self.clocks.common()

    def _timed(self) -> tuple[float, int] | None:
        """When the table itself acts before the time is over, and how."""
        found = self.table.game.timed(self.table.setup, self.table.position)
        if found is None or not (self._clocked() or self.prompt.closes == "deadline"):
            return None
        before, act = found
        return max(self.clocks.opened, self.clocks.common() - before), act

    def _clocked(self) -> bool:
        return self.clocks.terms is not None or self.clocks.days is not None

    def ends(self) -> float | None:
        """When the decision time is over, which is public; as if it were not paused."""
        if self.table.over:
            return None
        if self.prompt.window and self.clocks.days is None:
            return self._window_ends()
        return self.clocks.common() if self._clocked() else None

    def _window_ends(self) -> float | None:
        """When a window is over at the latest, live; nothing where the table has no clock."""
        lasts = self.table.window_length()
        lasts = self.table.pace.window_most if lasts is None else lasts
        return None if lasts == 0 else self.table.opened + lasts

    def open_banks(self) -> bool:
        """Whether everyone may know every bank, because it follows from who was seen to be ready
        when. In a window that is never seen, so none may last longer than a decision."""
        game, setup = self.table.game, self.table.setup
        return game.shows_ready(setup) and self.window.length <= self.clocks.shortest

    def shown(self, seat: int, now: float, shift: float = 0.0) -> Time | None:
        """What a viewer is told of time: what is public, and the seat's own bank. `shift` leads to
        the wall clock's time."""
        clocks, ends = self.clocks, self.ends()
        if self.table.over or (ends is None and not clocks.moved):
            return None
        still = clocks.paused is not None
        over_days = clocks.days is not None and not still
        banked = clocks.days is None and clocks.terms is not None
        banked = banked and not self.prompt.window and self.prompt.closes != "deadline"
        since = now if clocks.paused is None else clocks.paused
        return Time(
            prompt=self.table.prompt,
            left=None if ends is None else round(max(0.0, ends - since), 1),
            bank=round(clocks.bank[seat], 1) if banked and seat != SPECTATOR else None,
            banks=[round(b, 1) for b in clocks.bank] if banked and self.open_banks() else None,
            deadline=None if ends is None or still else round(ends + shift, 1),
            warn=round(clocks.warning(), 1) if over_days else None,
            days=clocks.days is not None,
            paused=still,
            wants=sorted(clocks.wants),
        )
