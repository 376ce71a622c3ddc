"""An election of J'Accuse begins, or passes at once; and what follows one without a president.

How it is voted stands in `votes`, which presidencies separate from this: they end in elections,
and are made by votes.
"""

from intrigue.kernel.chance import Chance
from intrigue.kernel.vecs import zeros

from .cards import NEUTRAL, NO_CARD, NO_COLOUR
from .generation import end_generation
from .policies import decided, lose_stability, pass_free
from .state import VOTE_PHASE, State
from .telling import tell


def begin_election(s: State, chance: Chance) -> None:
    """JA-24: everyone with a card in hand is asked, others are out (JA-23), and a single player
    goes on alone (JA-A41). JA-58: wrong accusations and presidents are forgotten."""
    s.election += 1
    s.wrong = 0
    s.president = -1
    s.presidents = 0
    s.accused = -1
    s.declared = NO_COLOUR
    s.revealed = NO_CARD
    s.turn = -1
    s.votes = zeros(0)
    s.phase = VOTE_PHASE
    s.sealed.clear()
    for seat in range(s.seats):
        if s.sizes[seat] > 0:
            s.sealed.ask(seat)
    if s.events is not None:
        tell(s, "election", {"election": s.election, "voters": s.sealed.owing()})
    if s.sealed.owed == 0:
        _pass_at_once(s, chance)


def _pass_at_once(s: State, chance: Chance) -> None:
    """JA-59, JA-A40: an election without voters passes the last colour again, and voids the
    generation when there is none."""
    if s.last == NO_COLOUR or s.last == NEUTRAL:
        end_generation(s, NO_COLOUR, chance)
        return
    pass_free(s, s.last)
    after_no_president(s, chance)


def after_no_president(s: State, chance: Chance) -> None:
    """JA-58: first the policy may end the generation (JA-29), then a deadlock lowers the
    stability or voids the generation (JA-60), else there is a fresh election (JA-A10)."""
    if decided(s):
        end_generation(s, s.last, chance)
        return
    s.drought += 1
    if s.drought >= s.terms.deadlock_limit:  # JA-A42
        if s.stability == 1:
            end_generation(s, NO_COLOUR, chance)
            return
        lose_stability(s)
        s.drought = 0
        if s.events is not None:
            tell(s, "deadlock", {"stability": s.stability})
        if decided(s):  # JA-A13
            end_generation(s, s.last, chance)
            return
    begin_election(s, chance)
