"""Memberships of J'Accuse are laid down, and the first election of a generation begins."""

from intrigue.kernel.chance import Chance, bit

from .acts import card_of
from .cards import NO_CARD, NO_COLOUR
from .election import begin_election
from .hands import release
from .past import CARRY_OVER, PLACED, by_seat
from .policies import pass_policy
from .state import State
from .telling import tell, tell_only, text_of


def place_memberships(s: State, chance: Chance) -> None:
    """JA-18: every choice is laid face down; then the winner of the last generation has a policy
    (JA-21), and the first election starts (JA-22)."""
    for seat in range(s.seats):
        face = card_of(s.sealed.answers[seat])
        release(s, seat, face)  # JA-19
        s.members[seat] = face
    s.past = by_seat(PLACED, s.past, s.members[:])
    if s.events is not None:
        for owner in range(s.seats):
            data: dict[str, object] = {"seat": owner, "card": text_of(s, s.members[owner])}
            tell_only(s, "placed", bit(owner), data)
        tell(s, "memberships", {})
    # JA-A45: it counts like any other; JA-61: a void generation has no winner
    if s.finished is not None and s.finished.winner != NO_COLOUR:
        pass_policy(s, s.finished.winner, CARRY_OVER, NO_CARD)
    begin_election(s, chance)
