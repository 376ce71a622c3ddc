"""What a seat may answer (the table of decisions), and the reason for what it may not.

A menu is built from what the seat itself knows: its hand, its side, and public facts. Hence
neither a menu nor a refusal says anything about anybody else's cards.
"""

from librt.vecs import append, vec
from mypy_extensions import i64

from intrigue.kernel.position import Refusal

from .acts import (
    CARD,
    CCW,
    CW,
    DIRECTION,
    DISCARD,
    INVESTIGATE,
    NOBODY,
    PASS,
    SHUFFLE,
    at_card,
    at_player,
    at_two,
    first_of,
    keeping,
    kind_of,
    plain,
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
    CROWN,
    GUARDING,
    INSTINCTS,
    INVESTIGATION,
    KINDS_OF_CARDS,
    MOVERS,
    REBEL,
    RESPONSES,
    REVEAL,
    REVERSE,
    SELF_CLEARANCE,
    STEAL,
    SWAP,
    TRANSPOSITION,
    holds,
    is_instinct,
    size_of,
)
from .condemn import Condemn
from .ring import besides_emperor, left_of, right_of
from .state import (
    DIRECT,
    DISCARDING,
    MAIN,
    RESOLVE,
    SLOT,
    State,
    alive,
    find_condemn,
    is_accused,
    is_up,
    side_of,
)

# --- conditions -----------------------------------------------------------------------------------


def may_condemn_emperor(s: State, seat: i64) -> bool:
    """EM-68; EA-51: not in round 1 of a table with a grace round."""
    if s.terms.grace_round and s.round == 1:
        return False
    return besides_emperor(s.ring, seat) and side_of(s, seat) == REBEL


def may_block(s: State, seat: i64, card: i64, condemn: Condemn) -> bool:
    """EM-43, EM-44, EM-45, EM-69."""
    if condemn.locked:
        return False
    return card == CLEARANCE or condemn.target == seat


def may_guard(s: State, seat: i64, neighbour: i64, mover: i64) -> bool:
    """EM-50: oneself; EM-51: the Emperor moves anyone."""
    if not besides_emperor(s.ring, neighbour):
        return False
    if seat != s.emperor:
        return mover == NOBODY and neighbour != seat
    return mover != NOBODY and mover != neighbour and alive(s, mover)


# --- menus ----------------------------------------------------------------------------------------


def menu_for(s: State, seat: i64) -> vec[i64]:
    """Every legal answer of a seat that is asked, in a fixed order."""
    if s.phase == MAIN:
        return _main(s, seat)
    out = vec[i64](capacity=4)
    if s.phase == DIRECT:
        out = append(out, CW)  # EM-14
        return append(out, CCW)
    if s.phase == DISCARDING:
        return _each_card(s, seat, out, False)
    out = append(out, PASS)
    hand = s.hands[seat]
    if s.phase == SLOT:
        if hand & INSTINCTS != 0:
            out = _instincts(s, seat, out)
    elif hand & RESPONSES != 0:
        condemn = find_condemn(s, s.resolving)
        if condemn is not None:
            out = _blocks(s, seat, condemn, out)
    return out


def has_choice(s: State, seat: i64) -> bool:
    """Whether a seat that is asked in a window could do anything but pass."""
    cards: i64 = RESPONSES
    if s.phase == SLOT:
        cards = INSTINCTS if len(s.pending) > 0 else MOVERS
    return s.hands[seat] & cards != 0 and len(menu_for(s, seat)) > 1


def nobody_has_choice(s: State) -> bool:
    n = len(s.ring)
    i: i64 = 0
    while i < n:
        if has_choice(s, s.ring[i]):
            return False
        i += 1
    return True


def _each_card(s: State, seat: i64, out: vec[i64], keep: bool) -> vec[i64]:
    """One option for each different card in hand: to discard, or to keep in a Shuffle."""
    hand = s.hands[seat]
    card: i64 = 0
    while card < KINDS_OF_CARDS:
        if holds(hand, card):
            out = append(out, keeping(card) if keep else plain(DISCARD, card))
        card += 1
    return out


def _blocks(s: State, seat: i64, condemn: Condemn, out: vec[i64]) -> vec[i64]:
    hand = s.hands[seat]
    card: i64 = SELF_CLEARANCE
    while card <= COUNTER:
        if holds(hand, card) and may_block(s, seat, card, condemn):
            out = append(out, plain(CARD + card, condemn.id))
        card += 1
    return out


def _instincts(s: State, seat: i64, out: vec[i64]) -> vec[i64]:
    """EM-31…33: what may be cast at a slot, and free of charge in one's own Playing Phase."""
    hand = s.hands[seat]
    if hand & RESPONSES != 0:
        for condemn in s.pending:
            out = _blocks(s, seat, condemn, out)
    n = len(s.ring)
    i: i64 = 0
    if holds(hand, GUARDING):
        out = _guardings(s, seat, out)
    if holds(hand, ACCUSE):
        i = 0
        while i < n:
            if not is_accused(s, s.ring[i]):  # EM-52, EA-35
                out = append(out, at_player(CARD + ACCUSE, s.ring[i]))
            i += 1
    if holds(hand, REVERSE) and not (s.phase == MAIN and seat == s.emperor):  # EM-54
        out = append(out, plain(CARD + REVERSE))
    return out


def _guardings(s: State, seat: i64, out: vec[i64]) -> vec[i64]:
    n = len(s.ring)
    place: i64 = 1
    while place < n:
        if place == 1 or place == n - 1:
            neighbour = s.ring[place]
            if seat != s.emperor:
                if neighbour != seat:  # EM-50
                    out = append(out, at_player(CARD + GUARDING, neighbour))
            else:
                i: i64 = 0
                while i < n:
                    if s.ring[i] != neighbour:  # EM-51, EA-39
                        act = at_two(CARD + GUARDING, neighbour, 0, s.ring[i], 0)
                        out = append(out, act)
                    i += 1
        place += 1
    return out


def _main(s: State, seat: i64) -> vec[i64]:
    """EM-22: the four choices, and Instincts for free (EM-32)."""
    out = vec[i64](capacity=40)
    out = append(out, PASS)  # EM-25
    hand = s.hands[seat]
    out = _cards_of_others(s, seat, INVESTIGATE, out)  # EM-23
    if size_of(hand) == 0:
        out = append(out, keeping(-1))  # EM-24, EA-13
    else:
        out = _each_card(s, seat, out, True)
        if hand & INSTINCTS != 0:
            out = _instincts(s, seat, out)
        if holds(hand, TRANSPOSITION):
            out = _transpositions(s, seat, out)
        if holds(hand, CONDEMN):
            out = _condemns(s, seat, out)
        if holds(hand, SWAP):
            out = _swaps(s, seat, out)
        if holds(hand, INVESTIGATION):
            out = _investigations(s, seat, out)
        if holds(hand, REVEAL):
            out = _reveals(s, seat, out)
        if holds(hand, STEAL):
            out = _steals(s, seat, out)
    return out


def _transpositions(s: State, seat: i64, out: vec[i64]) -> vec[i64]:
    """EM-40, EM-41, EM-35: with two living players the one neighbour counts once."""
    kind: i64 = CARD + TRANSPOSITION
    if seat == s.emperor:
        n = len(s.ring)
        i: i64 = 1
        while i < n:
            out = append(out, at_player(kind, s.ring[i]))
            i += 1
        return out
    left = left_of(s.ring, seat)
    right = right_of(s.ring, seat)
    out = append(out, at_player(kind, left))
    if right != left:
        out = append(out, at_player(kind, right))
    return out


def _condemns(s: State, seat: i64, out: vec[i64]) -> vec[i64]:
    """EM-42, EM-68, EA-49."""
    n = len(s.ring)
    i: i64 = 0
    while i < n:
        target = s.ring[i]
        if target != seat and (target != s.emperor or may_condemn_emperor(s, seat)):
            out = append(out, at_player(CARD + CONDEMN, target))
        i += 1
    return out


def _swaps(s: State, seat: i64, out: vec[i64]) -> vec[i64]:
    """EM-46, EM-47."""
    n = len(s.ring)
    own: i64 = 0
    while own < 3:
        i: i64 = 1
        while i < n and s.faces[3 * seat + own] != CROWN:
            other = s.ring[i]
            if other != seat:
                slot: i64 = 0
                while slot < 3:
                    out = append(out, at_two(CARD + SWAP, other, slot, NOBODY, own))
                    slot += 1
            i += 1
        own += 1
    return out


def _cards_of_others(s: State, seat: i64, kind: i64, out: vec[i64]) -> vec[i64]:
    """Every face-down card of another living player."""
    n = len(s.ring)
    i: i64 = 0
    while i < n:
        other = s.ring[i]
        if other != seat:
            slot: i64 = 0
            while slot < 3:
                if not is_up(s, 3 * other + slot):
                    out = append(out, at_card(kind, other, slot))
                slot += 1
        i += 1
    return out


def _investigations(s: State, seat: i64, out: vec[i64]) -> vec[i64]:
    """EM-48: any two face-down cards of others, or the only one. In card order, so that each pair
    has one way to be said."""
    down = vec[i64](capacity=18)
    card: i64 = 0
    while card < 3 * s.seats:
        if card // 3 != seat and not is_up(s, card) and alive(s, card // 3):
            down = append(down, card)
        card += 1
    n = len(down)
    kind: i64 = CARD + INVESTIGATION
    if n == 1:
        return append(out, at_card(kind, down[0] // 3, down[0] % 3))
    i: i64 = 0
    while i < n:
        j = i + 1
        while j < n:
            act = at_two(kind, down[i] // 3, down[i] % 3, down[j] // 3, down[j] % 3)
            out = append(out, act)
            j += 1
        i += 1
    return out


def _reveals(s: State, seat: i64, out: vec[i64]) -> vec[i64]:
    """EM-49, EA-15."""
    out = _cards_of_others(s, seat, CARD + REVEAL, out)
    slot: i64 = 0
    while slot < 3 and s.terms.reveal_self:
        if not is_up(s, 3 * seat + slot):
            out = append(out, at_card(CARD + REVEAL, seat, slot))
        slot += 1
    return out


def _steals(s: State, seat: i64, out: vec[i64]) -> vec[i64]:
    """EM-55, EA-49."""
    n = len(s.ring)
    i: i64 = 0
    while i < n:
        other = s.ring[i]
        if other != seat and size_of(s.hands[other]) > 0:
            out = append(out, at_player(CARD + STEAL, other))
        i += 1
    return out


# --- refusals -------------------------------------------------------------------------------------

_PHASE_RULES = ("EM-14", "EM-31", "EM-22", "EM-26", "EM-66")


def why_not(s: State, seat: i64, act: i64) -> Refusal:
    """Why a seat that is asked may not do something that its menu lacks."""
    if act < 0 or kind_of(act) >= CARD + KINDS_OF_CARDS:
        return Refusal("no_act", _PHASE_RULES[s.phase])
    kind = kind_of(act)
    if s.phase == DIRECT:
        return Refusal("choose_direction", "EM-14")
    if s.phase == DISCARDING:
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
