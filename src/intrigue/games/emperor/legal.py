"""What a seat may answer (the table of decisions), and the reason for what it may not.

A menu is built from what the seat itself knows: its hand, its side, and public facts. Hence
neither a menu nor a refusal says anything about anybody else's cards. Looks at identity cards, by
far the most options of a turn, are counted and picked without being listed.
"""

from librt.vecs import append, vec
from mypy_extensions import i64

from .acts import (
    CARD,
    CCW,
    CW,
    DISCARD,
    INVESTIGATE,
    NOBODY,
    PASS,
    at_card,
    at_player,
    at_two,
    first_of,
    keeping,
    kind_of,
    other_slot_of,
    plain,
    second_of,
    slot_of,
)
from .cards import (
    ACCUSE,
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
    size_of,
)
from .condemn import Condemn
from .ring import besides_emperor, left_of, right_of
from .state import (
    DIRECT,
    DISCARDING,
    MAIN,
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


def width_of(s: State, seat: i64, menu: vec[i64]) -> i64:
    """How many options there are: the menu, then looks, then pairs of looks."""
    n = len(menu)
    if s.phase == MAIN:
        down = cards_down(s, seat)
        n += down + looks_by_card(s, seat, down)
    return n


def nth_of(s: State, seat: i64, menu: vec[i64], k: i64) -> i64:
    """Option number `k`."""
    n = len(menu)
    if k < n:
        return menu[k]
    k -= n
    down = cards_down(s, seat)
    if k < down:  # EM-23
        card = nth_down(s, seat, k)
        return at_card(INVESTIGATE, card // 3, card % 3)
    k -= down
    if down == 1:
        card = nth_down(s, seat, 0)
        return at_card(CARD + INVESTIGATION, card // 3, card % 3)
    first: i64 = 0
    while k >= down - 1 - first:
        k -= down - 1 - first
        first += 1
    return investigation(nth_down(s, seat, first), nth_down(s, seat, first + 1 + k))


def looks_by_card(s: State, seat: i64, down: i64) -> i64:
    """EM-48: any two of the face-down cards of others, or the only one."""
    if not holds(s.hands[seat], INVESTIGATION):
        return 0
    if down == 1:
        return 1
    return down * (down - 1) // 2


def investigation(one: i64, other: i64) -> i64:
    """In card order, so that each pair has one way to be said."""
    if one > other:
        return investigation(other, one)
    return at_two(CARD + INVESTIGATION, one // 3, one % 3, other // 3, other % 3)


def cards_down(s: State, seat: i64) -> i64:
    """How many face-down cards other living players have."""
    count: i64 = 0
    i: i64 = 0
    n = len(s.ring)
    while i < n:
        if s.ring[i] != seat:
            up = s.up >> (3 * s.ring[i])
            count += 3 - (up & 1) - ((up >> 1) & 1) - ((up >> 2) & 1)
        i += 1
    return count


def nth_down(s: State, seat: i64, k: i64) -> i64:
    """The k-th of them, around the ring from the Emperor on."""
    i: i64 = 0
    n = len(s.ring)
    while i < n:
        if s.ring[i] != seat:
            card = 3 * s.ring[i]
            end = card + 3
            while card < end:
                if not is_up(s, card):
                    if k == 0:
                        return card
                    k -= 1
                card += 1
        i += 1
    return -1


def may_look(s: State, seat: i64, player: i64, slot: i64) -> bool:
    """EM-23, EM-48: a face-down card of another living player."""
    if player >= s.seats or slot > 2 or player == seat or not alive(s, player):
        return False
    return not is_up(s, 3 * player + slot)


def is_legal(s: State, seat: i64, menu: vec[i64], act: i64) -> bool:
    """Whether an act is among the options."""
    n = len(menu)
    i: i64 = 0
    while i < n:
        if menu[i] == act:
            return True
        i += 1
    if s.phase != MAIN or act < 0:
        return False
    one, slot = first_of(act), slot_of(act)
    if kind_of(act) == INVESTIGATE:
        return act == at_card(INVESTIGATE, one, slot) and may_look(s, seat, one, slot)
    if kind_of(act) != CARD + INVESTIGATION or not holds(s.hands[seat], INVESTIGATION):
        return False
    if cards_down(s, seat) == 1:
        only = at_card(CARD + INVESTIGATION, one, slot)
        return act == only and may_look(s, seat, one, slot)
    other, place = second_of(act), other_slot_of(act)
    if not may_look(s, seat, one, slot) or not may_look(s, seat, other, place):
        return False
    first = 3 * one + slot
    second = 3 * other + place
    return first != second and act == investigation(first, second)


def menu_for(s: State, seat: i64) -> vec[i64]:
    """The legal answers of a seat that is asked, in a fixed order; looks come after them."""
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
    out = vec[i64](capacity=16)
    out = append(out, PASS)  # EM-25
    hand = s.hands[seat]
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


def _reveals(s: State, seat: i64, out: vec[i64]) -> vec[i64]:
    """EM-49, EA-15."""
    n = cards_down(s, seat)
    k: i64 = 0
    while k < n:
        card = nth_down(s, seat, k)
        out = append(out, at_card(CARD + REVEAL, card // 3, card % 3))
        k += 1
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
