"""Truce as the contract wants it: who is asked, what they may do, what they see.

Nothing here knows names, languages or clocks.
"""

from mypy_extensions import i64

from intrigue.kernel.chance import Chance, Fast
from intrigue.kernel.position import Outcome, Prompt, Refusal

from ..view import TruceView
from .acts import GIFT, PASS, SUPPORT, coins_of, kind_of, target_of
from .lean import lean_of
from .options import gifts_of, nth_of, width_of
from .refusals import check
from .rounds import freeze, give, outcome_of, prospects_of, take_order
from .shown import show
from .state import State
from .terms import ALL_READY, DEADLINE
from .weigh import chosen

_GUESSES = 8  # of somebody who is thought about


class Truce(State):
    """A match of Truce."""

    def copy(self) -> "Truce":
        other = Truce(0, self.terms)
        self.copy_into(other)
        return other

    # --- who is asked ---------------------------------------------------------------------------

    def next(self) -> i64:
        return self.orders.next()

    def asked(self) -> list[int]:
        return self.orders.owing()

    def prompt(self, seat: i64) -> Prompt:
        return Prompt(
            seat,
            "orders",
            progress=self.terms.ready_flags,
            closes="deadline" if self.terms.reveal == DEADLINE else "ready",  # TR-47, TR-48
            data={"round": self.round, "rounds": self.terms.rounds, "stash": self.stash},
        )

    def width(self, seat: i64) -> i64:
        return width_of(self, seat)

    def nth(self, seat: i64, k: i64) -> i64:
        return nth_of(self, seat, k)

    def free(self, seat: i64) -> list[int]:
        return gifts_of(self, seat)

    def is_free(self, act: i64) -> bool:
        return kind_of(act) == GIFT

    def unsettles(self, act: i64) -> bool:
        return self.terms.reveal == ALL_READY  # TR-51

    def default(self, seat: i64, chance: Chance) -> i64:
        return PASS * 64  # TR-9, TR-A34

    # --- playing on -------------------------------------------------------------------------------

    def lean(self, seat: i64, chance: Fast) -> i64:
        return lean_of(self, seat, chance)

    def guess(self, seat: i64, chance: Fast) -> i64:
        return chosen(self, seat, _GUESSES, chance)

    def stage(self) -> i64:
        return self.round

    def worth(self, seat: i64) -> float:
        """At the end, the share of the victory; before it, prospects by coins."""
        return super().worth(seat) if self.over else prospects_of(self, seat)

    # --- judging and changing -------------------------------------------------------------------

    def check(self, seat: i64, act: i64) -> Refusal | None:
        return check(self, seat, act)

    def apply(self, seat: i64, act: i64, chance: Chance) -> None:
        """TR-53: chance is never asked."""
        kind = kind_of(act)
        if kind <= SUPPORT:
            take_order(self, seat, act)
        elif kind == GIFT:
            give(self, seat, target_of(act), coins_of(act))
        else:
            freeze(self)

    # --- showing --------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        return outcome_of(self)

    def view(self, viewer: i64) -> TruceView:
        return show(self, viewer)
