"""The presidency of J'Accuse: parley, then defect, accuse or pass; and what accusations lead to."""

from typing import Final

from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit

from .cards import (
    COLOURS,
    NO_CARD,
    NO_COLOUR,
    cards_of,
    colour_of,
    count_cards,
    lowest,
    with_cards,
    without_cards,
)
from .election import begin_election
from .events import tell, tell_only, text_of, texts_of
from .generation import end_generation
from .hands import discard, hold, holders, release
from .past import (
    CAPTURED,
    CLEARED,
    DEFECTED,
    ENACTED,
    ENACTED_POLICY,
    REPLACED,
    SWAPPED,
    Past,
)
from .policies import decided, lose_stability, pass_policy
from .state import (
    ACTION_PHASE,
    ENACT_PHASE,
    PARLEY_PHASE,
    REPLACE_PHASE,
    REPLY_PHASE,
    State,
)

CRISIS: Final = 3  # JA-46


def crown(s: State, seat: i64, chance: Chance) -> None:
    """JA-37: a president may first parley. JA-63: not asked without cards to swap."""
    s.president = seat
    s.presidents = s.presidents | bit(seat)
    s.turn = seat
    s.accused = -1
    s.declared = NO_COLOUR
    s.revealed = NO_CARD
    others = holders(s)
    if s.sizes[seat] > 0:
        others -= 1
    if s.events is not None:
        tell(s, "president", {"seat": seat})
    if s.sizes[seat] > 0 and others > 0:
        s.phase = PARLEY_PHASE
    else:
        _may_act(s, chance)


# --- parley (JA-38) -------------------------------------------------------------------------------


def begin_parley(s: State, target: i64, offer: i64, chance: Chance) -> None:
    """JA-38, JA-A29: the offer lies face down; the target answers without seeing it."""
    s.accused = target
    s.offer = offer
    count = count_cards(offer)
    if s.events is not None:
        public: dict[str, object] = {
            "president": s.president,
            "target": target,
            "count": count,
        }
        mine = dict(public)
        mine["cards"] = texts_of(s, cards_of(offer))
        tell_only(s, "offered", bit(s.president), mine, "parley", public)
    if count == s.sizes[target]:  # JA-63: only one answer is possible, as all can see
        swap(s, s.hands[target], chance)
    else:
        s.phase = REPLY_PHASE
        s.turn = target


def swap(s: State, reply: i64, chance: Chance) -> None:
    """Both sets, of one size, change hands at once. Only the two see faces."""
    president = s.president
    target = s.accused
    offer = s.offer
    mine, theirs = s.hands[president], s.hands[target]
    s.hands[president] = with_cards(without_cards(mine, offer), reply)
    s.hands[target] = with_cards(without_cards(theirs, reply), offer)
    s.past = Past(SWAPPED, s.past, president, target, offer, reply)
    if s.events is not None:
        public: dict[str, object] = {
            "president": president,
            "target": target,
            "count": count_cards(offer),
        }
        seen = dict(public)
        seen["offered"] = texts_of(s, cards_of(offer))
        seen["replied"] = texts_of(s, cards_of(reply))
        tell_only(s, "swap", bit(president) | bit(target), seen, "swapped", public)
    s.offer = 0
    s.accused = -1
    _may_act(s, chance)


def no_parley(s: State, chance: Chance) -> None:
    if s.events is not None:
        tell(s, "no_parley", {"president": s.president})
    _may_act(s, chance)


# --- the action (JA-39…JA-41) ---------------------------------------------------------------------


def accusable(s: State, target: i64) -> bool:
    """JA-41, JA-45, JA-A20, JA-A25: with a card in hand, and not president since the last
    election (so never oneself)."""
    return s.sizes[target] > 0 and s.presidents & bit(target) == 0


def accusables(s: State) -> i64:
    n: i64 = 0
    seat: i64 = 0
    while seat < s.seats:
        if accusable(s, seat):
            n += 1
        seat += 1
    return n


def _may_act(s: State, chance: Chance) -> None:
    """JA-39; JA-63: a president who can do nothing passes without being asked."""
    s.turn = s.president
    s.phase = ACTION_PHASE
    if s.sizes[s.president] == 0 and accusables(s) == 0:
        pass_on(s, chance)


def pass_on(s: State, chance: Chance) -> None:
    """JA-A21, JA-A22: nothing, and a new election."""
    if s.events is not None:
        tell(s, "passed", {"president": s.president})
    begin_election(s, chance)


def defect(s: State, face: i64, chance: Chance) -> None:
    """JA-40, JA-A35: the membership is discarded face down, a hand card takes its place."""
    president = s.president
    old = s.members[president]
    discard(s, old)
    release(s, president, face)
    s.members[president] = face
    s.past = Past(DEFECTED, s.past, president, -1, face, old)
    if s.events is not None:
        tell_only(
            s,
            "my_defection",
            bit(president),
            {"card": text_of(s, face), "old": text_of(s, old)},
            "defected",
            {"president": president},
        )
    begin_election(s, chance)


def accuse(s: State, target: i64, colour: i64, chance: Chance) -> None:
    """JA-41: the membership is revealed to all. JA-42, JA-44: a right accuser takes it, else
    the accused takes it back (JA-A31: no accusation of a neutral Joker is right)."""
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
    if s.sizes[target] == 1:  # JA-63
        replace(s, lowest(s.hands[target]), chance)


# --- what follows an accusation (JA-42…JA-46) -----------------------------------------------------


def accused_rightly(s: State) -> bool:
    """Whether the accusation under way was right."""
    return colour_of(s.revealed) == s.declared


def replace(s: State, face: i64, chance: Chance) -> None:
    """JA-42 (2), JA-44 (2): a hand card becomes the new membership; JA-A27: also the one that
    everybody has just seen."""
    target = s.accused
    release(s, target, face)
    s.members[target] = face
    s.past = Past(REPLACED, s.past, target, -1, face)
    if s.events is not None:
        card: dict[str, object] = {"card": text_of(s, face)}
        tell_only(s, "my_choice", bit(target), card, "replaced", {"target": target})
    if accused_rightly(s):
        s.phase = ENACT_PHASE
        s.turn = s.president
        if s.sizes[s.president] == 1:  # JA-63, JA-A24
            enact(s, lowest(s.hands[s.president]), chance)
        return
    s.wrong += 1  # JA-58
    if s.wrong < CRISIS:
        crown(s, target, chance)  # JA-44 (3), JA-A18: without a token
        return
    lose_stability(s)  # JA-46, JA-A15
    if s.events is not None:
        tell(s, "crisis", {"stability": s.stability})
    if decided(s):  # JA-A13
        end_generation(s, s.last, chance)
    else:
        begin_election(s, chance)


def enact(s: State, face: i64, chance: Chance) -> None:
    """JA-42 (3): a hand card of any colour becomes a policy; JA-43: it may be the last."""
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
