"""Why something is not allowed: a sentence's key and the rule, from what the seat itself knows.

Nothing here depends on what the seat does not know.
"""

from typing import Final

from mypy_extensions import i64

from intrigue.kernel.position import Refusal

from .acts import (
    CARD,
    DIRECTION,
    DISCARD,
    INVESTIGATE,
    NOBODY,
    SHUFFLE,
    discarded_of,
    first_of,
    kind_of,
    second_of,
    slot_of,
    value_of,
)
from .cards import (
    ACCUSE,
    CARDS,
    CLEARANCE,
    CONDEMN,
    COUNTER,
    GUARDING,
    INVESTIGATION,
    KINDS_OF_CARDS,
    REVEAL,
    REVERSE,
    SELF_CLEARANCE,
    STEAL,
    SWAP,
    TRANSPOSITION,
    holds,
    is_instinct,
    is_within,
    size_of,
)
from .options import is_legal
from .state import (
    DIRECT,
    DISCARDING,
    ENDING_RULES,
    MAIN,
    RESOLVE,
    SLOT,
    State,
    alive,
    find_condemn,
    in_window,
)

_PHASE_RULES: Final = ("EM-14", "EM-31", "EM-22", "EM-26", "EM-66")


def check(s: State, seat: i64, act: i64) -> Refusal | None:
    """None if the act is legal now."""
    if s.over:
        return Refusal("over", ENDING_RULES[s.ending])
    if in_window(s):
        if not s.window.owes(seat):
            return Refusal("no_part", "EM-36" if s.phase == SLOT else "EM-66")
    elif seat != s.pointer:
        return Refusal("not_your_turn", "EM-31")
    if is_legal(s, seat, act):
        return None
    return _why_not(s, seat, act)


def _why_not(s: State, seat: i64, act: i64) -> Refusal:
    """Why a seat that is asked may not do what is not among its options."""
    if act < 0 or kind_of(act) >= CARD + KINDS_OF_CARDS:
        return Refusal("no_act", _PHASE_RULES[s.phase])
    kind = kind_of(act)
    if s.phase == DIRECT:
        return Refusal("choose_direction", "EM-14")
    if s.phase == DISCARDING:
        if kind == DISCARD and is_within(discarded_of(act), s.hands[seat]):
            count = size_of(s.hands[seat]) - 2
            return Refusal("discard_count", "EM-26", {"count": count})
        if kind == DISCARD:
            return Refusal("not_held", "EM-26")
        return Refusal("must_discard", "EM-26")
    if kind == DIRECTION:
        return Refusal("no_direction_now", "EM-14")
    if kind == DISCARD:
        return Refusal("no_discard_now", "EM-26")
    if kind < CARD:
        if s.phase != MAIN:
            return Refusal("not_your_turn", "EM-22")
        if kind == INVESTIGATE:
            return _why_not_card(s, seat, act, False)
        if kind == SHUFFLE:
            return Refusal("keep_one_you_hold", "EM-24")
        return Refusal("no_act", "EM-22")
    card = kind - CARD
    if not holds(s.hands[seat], card):
        return Refusal("not_held", "EM-22" if s.phase == MAIN else "EM-31", {"card": CARDS[card]})
    if not is_instinct(card) and s.phase != MAIN:
        return Refusal("only_in_turn", "EM-31", {"card": CARDS[card]})
    if SELF_CLEARANCE <= card <= COUNTER:
        return _why_no_block(s, card, value_of(act))
    if s.phase == RESOLVE:
        return Refusal("only_blocks_here", "EM-33", {"card": CARDS[card]})
    return _why_not_cast(s, seat, card, act)


def _why_no_block(s: State, card: i64, id: i64) -> Refusal:
    rule = "EM-44" if card == CLEARANCE else "EM-43" if card == SELF_CLEARANCE else "EM-45"
    condemn = find_condemn(s, id)
    if condemn is None or (s.phase == RESOLVE and condemn.id != s.resolving):
        return Refusal("nothing_to_block", rule, {"card": CARDS[card]})
    if condemn.locked:
        return Refusal("locked", "EM-69")
    return Refusal("not_the_target", rule, {"card": CARDS[card]})


def _why_not_cast(s: State, seat: i64, card: i64, act: i64) -> Refusal:
    target = first_of(act)
    if card == REVERSE:
        return Refusal("no_reverse_now", "EM-54")
    if card == ACCUSE:
        if target < s.seats and alive(s, target):
            return Refusal("already_accused", "EM-52")
        return Refusal("nobody_there", "EM-52")
    if card == GUARDING:
        return Refusal("no_guarding", "EM-51" if seat == s.emperor else "EM-50")
    if card in (INVESTIGATION, REVEAL):
        return _why_not_card(s, seat, act, card == REVEAL)
    rule = "EM-40"
    if card == CONDEMN:
        rule = "EM-42"
    elif card == SWAP:
        rule = "EM-46"
    elif card == STEAL:
        rule = "EM-55"
    if target >= s.seats or not alive(s, target):
        return Refusal("nobody_there", rule)
    if target == seat:
        return Refusal("not_yourself", rule, {"card": CARDS[card]})
    if card == TRANSPOSITION:
        return Refusal("no_neighbour", rule)
    if card == CONDEMN and target == s.emperor:
        if s.terms.grace_round and s.round == 1:
            return Refusal("grace_round", "EM-68")
        return Refusal("cannot_condemn_emperor", "EM-68")
    if card == STEAL:
        return Refusal("empty_hand", rule)
    if card == SWAP:
        return Refusal("not_the_emperors", "EM-47" if target == s.emperor else "EM-46")
    return Refusal("no_act", rule)


def _why_not_card(s: State, seat: i64, act: i64, reveal: bool) -> Refusal:
    """Investigate, Investigation or Reveal at a card where it cannot be."""
    kind = kind_of(act)
    rule = "EM-49" if reveal else "EM-23" if kind == INVESTIGATE else "EM-48"
    players = [first_of(act)]
    if second_of(act) != NOBODY:
        players.append(second_of(act))
    for player in players:
        if player >= s.seats or not alive(s, player):
            return Refusal("nobody_there", rule)
        if player == seat and not (reveal and s.terms.reveal_self):
            return Refusal("only_others", rule)
    if kind == CARD + INVESTIGATION:
        return Refusal("two_face_down", rule)
    if slot_of(act) > 2:
        return Refusal("no_act", rule)
    return Refusal("face_up", rule)
