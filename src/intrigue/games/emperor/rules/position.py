"""Emperor as the contract wants it: who is asked, what they may do, what they see.

Nothing here knows names, languages or clocks.
"""

from mypy_extensions import i64

from intrigue.kernel.chance import Chance, Fast
from intrigue.kernel.position import Outcome, Prompt, Refusal

from ..view import EmperorView
from .acts import CW, discarded_of
from .cards import REBEL, size_of
from .death import outcome_of
from .lean import lean_of
from .options import default_of, nth_of, width_of
from .refusals import check
from .ring import candidate_of
from .shown import show
from .state import (
    DIRECT,
    DISCARDING,
    EMPEROR_DEAD,
    HAND_LIMIT,
    MAIN,
    NO_REBELS,
    PHASES,
    RESOLVE,
    SLOT,
    State,
    find_condemn,
    in_window,
    side_of,
)
from .turns import answer, choose_direction, discard, take_action
from .windows import is_idle


class Emperor(State):
    """A match of Everyone Wants To Sit Besides The Emperor."""

    def copy(self) -> "Emperor":
        other = Emperor(0, self.terms)
        self.copy_into(other)
        return other

    # --- who is asked -----------------------------------------------------------------------------

    def next(self) -> i64:
        if self.over:
            return -1
        if in_window(self):
            return self.window.next()
        return self.pointer  # the Emperor at round start, else the turn-taker

    def asked(self) -> list[int]:
        if self.over:
            return []
        if in_window(self):
            return self.window.owing()
        return [self.pointer]

    def prompt(self, seat: i64) -> Prompt:
        data: dict[str, object] = {"round": self.round}
        if self.phase == SLOT:
            data["candidate"] = candidate_of(self)
            return Prompt(seat, PHASES[SLOT], progress="hidden", window=True, data=data)
        if self.phase == RESOLVE:
            due = find_condemn(self, self.resolving)
            assert due is not None
            data["id"] = due.id
            data["target"] = due.target
            return Prompt(seat, PHASES[RESOLVE], progress="hidden", window=True, data=data)
        if self.phase == DISCARDING:
            data["count"] = size_of(self.hands[seat]) - HAND_LIMIT
        return Prompt(seat, PHASES[self.phase], sealed=False, data=data)

    def idle(self, seat: i64) -> bool:
        return is_idle(self, seat)

    def width(self, seat: i64) -> i64:
        return width_of(self, seat)

    def nth(self, seat: i64, k: i64) -> i64:
        return nth_of(self, seat, k)

    def default(self, seat: i64, chance: Chance) -> i64:
        return default_of(self, seat)

    # --- playing on -------------------------------------------------------------------------------

    def lean(self, seat: i64, chance: Fast) -> i64:
        return lean_of(self, seat, chance)

    def worth(self, seat: i64) -> float:
        """EM-13: a side wins, however many belong to it."""
        if self.ending == EMPEROR_DEAD:
            return 1.0 if side_of(self, seat) == REBEL else 0.0
        if self.ending == NO_REBELS:
            return 0.0 if side_of(self, seat) == REBEL else 1.0
        return 0.0

    # --- judging and changing ---------------------------------------------------------------------

    def check(self, seat: i64, act: i64) -> Refusal | None:
        return check(self, seat, act)

    def apply(self, seat: i64, act: i64, chance: Chance) -> None:
        if self.phase == MAIN:
            take_action(self, seat, act, chance)
        elif self.phase == DIRECT:
            choose_direction(self, 1 if act == CW else -1, chance)
        elif self.phase == DISCARDING:
            discard(self, seat, discarded_of(act), chance)
        else:
            answer(self, seat, act, chance)

    # --- showing ----------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        return outcome_of(self)

    def view(self, viewer: i64) -> EmperorView:
        return show(self, viewer)
