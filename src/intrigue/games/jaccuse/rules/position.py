"""A match of J'Accuse as the table meets it: what acts lead to, and the contract's questions.

Nothing here knows names, languages or clocks.
"""

from mypy_extensions import i64

from intrigue.kernel.chance import Chance, Fast
from intrigue.kernel.position import Outcome, Prompt, Refusal

from ..view import JAccuseView
from . import accusation, free, options, presidency, refusals, scoring, shown
from .acts import (
    ACCUSE,
    DEFECT,
    GIVE,
    MEMBERSHIP,
    NO_PARLEY,
    PARLEY,
    PASS,
    REPLY,
    SHOW,
    card_of,
    kind_of,
    load_of,
    shown_cards,
    shown_to,
    target_of,
)
from .lean import lean_of
from .memberships import place_memberships
from .state import VOTE_PHASE, State
from .votes import close_round


class JAccuse(State):
    """A match of J'Accuse."""

    def copy(self) -> "JAccuse":
        other = JAccuse(0, self.terms)
        self.copy_into(other)
        return other

    # --- who is asked, and what they may answer ---------------------------------------------------

    def next(self) -> i64:
        return options.next_asked(self)

    def asked(self) -> list[int]:
        return options.asked(self)

    def prompt(self, seat: i64) -> Prompt:
        return options.prompt(self, seat)

    def width(self, seat: i64) -> i64:
        return options.width(self, seat)

    def nth(self, seat: i64, k: i64) -> i64:
        return options.nth(self, seat, k)

    def free(self, seat: i64) -> list[int]:
        return options.free_acts(self, seat)

    def is_free(self, act: i64) -> bool:
        return kind_of(act) >= SHOW

    def default(self, seat: i64, chance: Chance) -> i64:
        return options.default(self, seat, chance)

    # --- playing on -------------------------------------------------------------------------------

    def lean(self, seat: i64, chance: Fast) -> i64:
        return lean_of(self, seat, chance)

    def stage(self) -> i64:
        return self.generation

    def worth(self, seat: i64) -> float:
        """At the end, the share of the victory; before it, prospects by points."""
        return super().worth(seat) if self.over else scoring.prospects(self, seat)

    # --- judging and changing ---------------------------------------------------------------------

    def check(self, seat: i64, act: i64) -> Refusal | None:
        return refusals.check(self, seat, act)

    def apply(self, seat: i64, act: i64, chance: Chance) -> None:
        kind = kind_of(act)
        if kind == SHOW:
            free.show(self, seat, shown_to(act), shown_cards(act))
        elif kind == GIVE:
            free.give(self, seat, target_of(act), load_of(act))
        elif self.phase <= VOTE_PHASE:
            if self.events is not None:
                shown.tell_sealed(self, seat, act)
            if self.sealed.put(seat, act):
                if self.phase == VOTE_PHASE:
                    close_round(self, chance)
                else:
                    place_memberships(self, chance)
        elif kind == NO_PARLEY:
            presidency.no_parley(self, chance)
        elif kind == PARLEY:
            presidency.begin_parley(self, target_of(act), load_of(act), chance)
        elif kind == REPLY:
            presidency.swap(self, load_of(act), chance)
        elif kind == PASS:
            presidency.pass_on(self, chance)
        elif kind == DEFECT:
            presidency.defect(self, card_of(act), chance)
        elif kind == ACCUSE:
            accusation.accuse(self, target_of(act), load_of(act) - 1, chance)
        elif kind == MEMBERSHIP:
            accusation.replace(self, card_of(act), chance)
        else:
            accusation.enact(self, card_of(act), chance)

    # --- showing ----------------------------------------------------------------------------------

    def view(self, viewer: i64) -> JAccuseView:
        return shown.view(self, viewer)

    def outcome(self) -> Outcome | None:
        return scoring.outcome(self)
