"""The presidency of J'Accuse: parley, then defect or pass. What an accusation leads to stands in
`accusation`.
"""

from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit

from .cards import NO_CARD, NO_COLOUR, cards_of, count_cards, with_cards, without_cards
from .election import begin_election
from .hands import discard, holders, release
from .past import DEFECTED, SWAPPED, Past
from .state import ACTION_PHASE, PARLEY_PHASE, REPLY_PHASE, State
from .telling import tell, tell_only, text_of, texts_of


def crown(s: State, seat: i64, chance: Chance) -> None:
    """JA-37: a president may first parley, once. JA-63, JA-A23: not asked without cards to swap."""
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
    if s.events is not None:
        public = _parley_data(s)
        mine = {**public, "cards": texts_of(s, cards_of(offer))}
        tell_only(s, "offered", bit(s.president), mine, "parley", public)
    if count_cards(offer) == s.sizes[target]:  # JA-63: only one answer is possible, as all can see
        swap(s, s.hands[target], chance)
    else:
        s.phase = REPLY_PHASE
        s.turn = target


def swap(s: State, reply: i64, chance: Chance) -> None:
    """JA-38: both sets change hands at once; hands are as large as before (JA-A54). JA-A29: only
    the two see faces."""
    president = s.president
    target = s.accused
    offer = s.offer
    mine, theirs = s.hands[president], s.hands[target]
    s.hands[president] = with_cards(without_cards(mine, offer), reply)
    s.hands[target] = with_cards(without_cards(theirs, reply), offer)
    s.past = Past(SWAPPED, s.past, president, target, offer, reply)
    if s.events is not None:
        public = _parley_data(s)
        seen = dict(public)
        seen["offered"] = texts_of(s, cards_of(offer))
        seen["replied"] = texts_of(s, cards_of(reply))
        tell_only(s, "swap", bit(president) | bit(target), seen, "swapped", public)
    s.offer = 0
    s.accused = -1
    _may_act(s, chance)


def _parley_data(s: State) -> dict[str, object]:
    """What everybody sees of a parley."""
    return {"president": s.president, "target": s.accused, "count": count_cards(s.offer)}


def no_parley(s: State, chance: Chance) -> None:
    """JA-37: a president need not."""
    if s.events is not None:
        tell(s, "no_parley", {"president": s.president})
    _may_act(s, chance)


# --- the action (JA-39…JA-41) ---------------------------------------------------------------------


def accusable(s: State, target: i64) -> bool:
    """JA-41: with a card in hand (JA-23), and not president since the last election (JA-45,
    JA-A20), so never oneself (JA-A25)."""
    return s.sizes[target] > 0 and s.presidents & bit(target) == 0


def accusables(s: State) -> i64:
    """How many players may be accused."""
    n: i64 = 0
    for seat in range(s.seats):
        if accusable(s, seat):
            n += 1
    return n


def _may_act(s: State, chance: Chance) -> None:
    """JA-39: an action; without a card in hand it can only be to accuse (JA-A23). JA-63: a
    president who can do nothing passes without being asked."""
    s.turn = s.president
    s.phase = ACTION_PHASE
    if s.sizes[s.president] == 0 and accusables(s) == 0:
        pass_on(s, chance)


def pass_on(s: State, chance: Chance) -> None:
    """JA-A21: nothing is done, and a new election follows (JA-A22)."""
    if s.events is not None:
        tell(s, "passed", {"president": s.president})
    begin_election(s, chance)


def defect(s: State, face: i64, chance: Chance) -> None:
    """JA-40: the membership is discarded, face down (JA-A35), and a hand card takes its place; a
    new election follows (JA-A22)."""
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
