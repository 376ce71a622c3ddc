"""The policy line of J'Accuse: the streak at its end, and the stability that it has to reach."""

from mypy_extensions import i64

from .cards import COLOURS, NEUTRAL, NO_CARD, NO_COLOUR
from .past import FREE, HOW, Policy
from .state import State
from .telling import tell, text_of


def pass_policy(s: State, colour: i64, how: i64, face: i64) -> None:
    """A policy joins the line: the latest, whatever its kind (JA-A11). JA-A12: the streak is the
    run of its colour at the end; JA-A31: a neutral one breaks every run."""
    if colour == NEUTRAL:
        s.streak = 0
    elif colour == s.last:
        s.streak += 1
    else:
        s.streak = 1
    s.last = colour
    s.policies = Policy(colour, how, face, s.policies)
    if s.events is not None:
        card: str | None = None
        if face != NO_CARD:
            card = text_of(s, face)
        tell(
            s,
            "policy",
            {"colour": COLOURS[colour], "how": HOW[how], "card": card, "streak": s.streak},
        )


def pass_free(s: State, colour: i64) -> None:
    """A free policy, which is no card (JA-12), if there is a colour for it: none if nothing was
    passed yet (JA-27), or if the last one was neutral (JA-A31)."""
    if colour in (NO_COLOUR, NEUTRAL):
        if s.events is not None:
            tell(s, "no_policy", {})
    else:
        pass_policy(s, colour, FREE, NO_CARD)


def decided(s: State) -> bool:
    """JA-29, JA-A13: as many policies in a row as the stability; JA-A16: one, where it is 1."""
    return s.streak >= s.stability


def lose_stability(s: State) -> None:
    """One less, for the rest of the generation. JA-62: never below 1."""
    if s.stability > 1:
        s.stability -= 1
