"""An accusation of J'Accuse: a membership is opened, a new one is chosen, and then a policy is
enacted, or the accused presides, or there is a crisis.
"""

from typing import Final

from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit

from .cards import COLOURS, NO_CARD, colour_of, lowest
from .election import begin_election
from .generation import end_generation
from .hands import hold, release
from .past import CAPTURED, CLEARED, ENACTED, ENACTED_POLICY, REPLACED, Past
from .policies import decided, lose_stability, pass_policy
from .presidency import crown
from .state import ENACT_PHASE, REPLACE_PHASE, State
from .telling import tell, tell_only, text_of

CRISIS: Final = 3  # JA-46


def accuse(s: State, target: i64, colour: i64, chance: Chance) -> None:
    """JA-41: the membership is revealed to all. A right accuser takes it (JA-42), else the accused
    takes it back (JA-44); no accusation of a neutral Joker is right (JA-A31)."""
    card = s.members[target]
    right = colour_of(card) == colour
    president = s.president
    s.accused = target
    s.declared = colour
    s.revealed = card
    s.members[target] = NO_CARD
    hold(s, president if right else target, card)
    s.past = Past(CAPTURED if right else CLEARED, s.past, president, target, card)
    if s.events is not None:
        tell(
            s,
            "captured" if right else "cleared",
            {
                "president": president,
                "target": target,
                "colour": COLOURS[colour],
                "card": text_of(s, card),
            },
        )
    s.phase = REPLACE_PHASE
    s.turn = target
    if s.sizes[target] == 1:  # JA-63; JA-A26: the last card, if the president took the other
        replace(s, lowest(s.hands[target]), chance)


def accused_rightly(s: State) -> bool:
    """Whether the accusation under way was right."""
    return colour_of(s.revealed) == s.declared


def replace(s: State, face: i64, chance: Chance) -> None:
    """JA-42, JA-44: the accused makes a hand card the new membership; JA-A27: it may be the one
    that everybody has just seen, and nobody can tell."""
    target = s.accused
    release(s, target, face)
    s.members[target] = face
    s.past = Past(REPLACED, s.past, target, -1, face)
    if s.events is not None:
        card: dict[str, object] = {"card": text_of(s, face)}
        tell_only(s, "my_choice", bit(target), card, "replaced", {"target": target})
    if accused_rightly(s):
        _must_enact(s, chance)
    else:
        _was_wrong(s, chance)


# --- a right one (JA-42, JA-43) -------------------------------------------------------------------


def _must_enact(s: State, chance: Chance) -> None:
    """JA-42: the president plays a hand card; JA-A24: the captured one, where there is no other
    (JA-63: without being asked)."""
    s.phase = ENACT_PHASE
    s.turn = s.president
    if s.sizes[s.president] == 1:
        enact(s, lowest(s.hands[s.president]), chance)


def enact(s: State, face: i64, chance: Chance) -> None:
    """JA-42: a hand card of any colour becomes a policy; JA-43: it may be the last."""
    president = s.president
    release(s, president, face)
    s.past = Past(ENACTED, s.past, president, -1, face)
    if s.events is not None:
        tell(s, "enacted", {"president": president, "card": text_of(s, face)})
    pass_policy(s, colour_of(face), ENACTED_POLICY, face)
    if decided(s):
        end_generation(s, s.last, chance)
    else:
        begin_election(s, chance)


# --- a wrong one (JA-44…JA-46) --------------------------------------------------------------------


def _was_wrong(s: State, chance: Chance) -> None:
    """JA-58: it counts now, after the new membership is chosen (JA-A14). JA-44: the accused becomes
    president, with all powers (JA-A19) but without a token (JA-A18)."""
    s.wrong += 1
    if s.wrong < CRISIS:
        crown(s, s.accused, chance)
    else:
        _crisis(s, chance)


def _crisis(s: State, chance: Chance) -> None:
    """JA-46: the stability falls, which may end the generation (JA-A13), and nobody becomes
    president (JA-A15)."""
    lose_stability(s)
    if s.events is not None:
        tell(s, "crisis", {"stability": s.stability})
    if decided(s):
        end_generation(s, s.last, chance)
    else:
        begin_election(s, chance)
