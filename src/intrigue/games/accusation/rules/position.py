"""Accusation as a position: the contract, handed on to the modules that carry it out."""

from mypy_extensions import i64

from intrigue.kernel.chance import Chance, Fast
from intrigue.kernel.position import Outcome, Prompt, Refusal

from ..view import AccusationView
from . import acts
from .acts import kind_of
from .defaults import default_of
from .ending import outcome_of
from .lean import lean
from .options import free_acts, nth_of, width_of
from .prompts import prompt_of
from .prospects import prospects
from .refusals import check
from .rounds import answer, in_batch
from .shown import view_of
from .state import State


class Accusation(State):
    """A match of Accusation."""

    def copy(self) -> "Accusation":
        other = Accusation(0, self.terms, self.book, self.sealed.copy())
        self.copy_into(other)
        return other

    # --- who is asked, and what they may answer -------------------------------------------------

    def next(self) -> i64:
        return self.sealed.next()

    def asked(self) -> list[int]:
        return self.sealed.owing()

    def prompt(self, seat: i64) -> Prompt:
        return prompt_of(self, seat)

    def width(self, seat: i64) -> i64:
        return width_of(self, seat)

    def nth(self, seat: i64, k: i64) -> i64:
        return nth_of(self, seat, k)

    def free(self, seat: i64) -> list[int]:
        return free_acts(self, seat)

    def is_free(self, number: i64) -> bool:
        return kind_of(number) == acts.CONCEDE

    def reopens(self, seat: i64, number: i64) -> bool:
        """AC-154: outside a batch. Inside one only the conceder's own answer is settled, which
        leaves nothing to ask if nobody else was."""
        return not in_batch(self) or self.sealed.owing() == [seat]

    def default(self, seat: i64, chance: Chance) -> i64:
        return default_of(self, seat)

    # --- playing on, in imagined worlds -----------------------------------------------------------

    def lean(self, seat: i64, chance: Fast) -> i64:
        return lean(self, seat, chance)

    def worth(self, seat: i64) -> float:
        return prospects(self, seat)

    def stage(self) -> i64:
        return self.round

    # --- judging and changing -------------------------------------------------------------------

    def check(self, seat: i64, number: i64) -> Refusal | None:
        return check(self, seat, number)

    def apply(self, seat: i64, number: i64, chance: Chance) -> None:
        answer(self, seat, number, chance)

    # --- showing --------------------------------------------------------------------------------

    def view(self, viewer: i64) -> AccusationView:
        return view_of(self, viewer)

    def outcome(self) -> Outcome | None:
        return outcome_of(self)
