"""What a seat may answer.

Options are counted and picked by number, and never listed: `ways` says in how many ways a card can
be cast, `way` which one is the k-th, and a cast is legal if it is one of them. All follows from
what the seat itself knows: its hand, its side, and public facts. Hence neither an option nor a
refusal says anything about anybody else's cards.

(mypyc makes an object of `1 if … else count`, a constant beside an i64; hence plain `if` here.)
"""

from mypy_extensions import i64

from intrigue.kernel.chance import bit

from .acts import (
    CARD,
    CCW,
    CW,
    INVESTIGATE,
    NOBODY,
    PASS,
    at_card,
    at_player,
    at_two,
    discarding,
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
    EMPTY,
    GUARDING,
    INSTINCTS,
    INVESTIGATION,
    KEEP_ORDER,
    KINDS_OF_CARDS,
    MOVERS,
    REBEL,
    RESPONSES,
    REVEAL,
    REVERSE,
    SELF_CLEARANCE,
    SWAP,
    TRANSPOSITION,
    count_kinds,
    count_of,
    holds,
    kinds_in,
    nth_kind,
    plus,
    size_of,
)
from .ring import besides_emperor, left_of, nth_other, right_of
from .state import (
    DIRECT,
    DISCARDING,
    HAND_LIMIT,
    MAIN,
    RESOLVE,
    SLOT,
    Condemn,
    State,
    alive,
    find_condemn,
    is_accused,
    is_up,
    side_of,
)

# --- conditions -----------------------------------------------------------------------------------


def may_condemn_emperor(s: State, seat: i64) -> bool:
    """EM-68: a Rebel at his side, and not in round 1 of a table with a grace round."""
    if s.terms.grace_round and s.round == 1:
        return False
    return besides_emperor(s.ring, seat) and side_of(s, seat) == REBEL


def may_block(s: State, seat: i64, card: i64, condemn: Condemn) -> bool:
    """EM-43, EM-44, EM-45, EM-69; EM-66: when one falls, this one only."""
    if condemn.locked or (s.phase == RESOLVE and condemn.id != s.resolving):
        return False
    return card == CLEARANCE or condemn.target == seat


def may_look(s: State, seat: i64, player: i64, slot: i64) -> bool:
    """EM-23, EM-48: a face-down card of another living player."""
    if player >= s.seats or slot > 2 or player == seat or not alive(s, player):
        return False
    return not is_up(s, 3 * player + slot)


def castable(s: State, seat: i64) -> i64:
    """The cards in hand that this is the time for: EM-22, EM-31, EM-33, EM-66."""
    if s.phase == MAIN:
        return s.hands[seat]
    if s.phase == SLOT:
        return s.hands[seat] & INSTINCTS
    if s.phase == RESOLVE:
        return s.hands[seat] & RESPONSES
    return EMPTY


# --- options --------------------------------------------------------------------------------------


def width_of(s: State, seat: i64) -> i64:
    """How many options there are."""
    if s.phase == DIRECT:
        return 2
    if s.phase == DISCARDING:
        return count_pairs(s.hands[seat])
    return count_plain(s, seat) + count_casts(s, seat)


def nth_of(s: State, seat: i64, k: i64) -> i64:
    """Option number `k`: first what needs no card, then casts in the order of the deck list."""
    if s.phase == DIRECT:
        return CW if k == 0 else CCW  # EM-14
    if s.phase == DISCARDING:  # EM-26: all but two, whichever
        hand = s.hands[seat]
        return discarding(hand - nth_pair(hand, count_pairs(hand) - 1 - k))
    if k == 0:
        return PASS
    k -= 1
    if s.phase == MAIN:
        kept = count_kept(s, seat)
        if k < kept:
            return keeping(nth_kind(s.hands[seat], k))
        k -= kept
        down = cards_down(s, seat)
        if k < down:
            card = nth_down(s, seat, k)
            return at_card(INVESTIGATE, card // 3, card % 3)
        k -= down
    return nth_cast(s, seat, k)


def is_legal(s: State, seat: i64, act: i64) -> bool:
    """Whether an act is among the options."""
    if act < 0:
        return False
    if kind_of(act) == CARD + INVESTIGATION:
        return s.phase == MAIN and holds(s.hands[seat], INVESTIGATION) and may_see(s, seat, act)
    if kind_of(act) < CARD:
        n = width_of(s, seat) - count_casts(s, seat)
        return any(nth_of(s, seat, k) == act for k in range(n))
    card = kind_of(act) - CARD
    if card >= KINDS_OF_CARDS or not holds(castable(s, seat), card):
        return False
    n = ways(s, seat, card)
    return any(way(s, seat, card, k) == act for k in range(n))


def default_of(s: State, seat: i64) -> i64:
    """What an absent player does; in a resolve window a target defends itself."""
    if s.phase == DIRECT:
        return CCW if s.chosen < 0 else CW
    if s.phase == DISCARDING:
        return discarding(s.hands[seat] - dearest(s.hands[seat]))
    if s.phase == RESOLVE:
        due = find_condemn(s, s.resolving)
        if due is not None and due.target == seat:
            for card in (SELF_CLEARANCE, COUNTER, CLEARANCE):
                if holds(s.hands[seat], card) and may_block(s, seat, card, due):
                    return plain(CARD + card, due.id)
    return PASS


def dearest(hand: i64) -> i64:
    """What an absent player holds on to, as a bag."""
    kept: i64 = EMPTY
    for card in KEEP_ORDER:
        for _ in range(count_of(hand, card)):
            if size_of(kept) < HAND_LIMIT:
                kept = plus(kept, card)
    return kept


def choosers(s: State) -> i64:
    """A mask of those who could do anything but pass in the open window."""
    cards: i64 = RESPONSES
    if s.phase == SLOT:
        cards = INSTINCTS if len(s.pending) > 0 else MOVERS
    mask: i64 = 0
    for seat in s.ring:
        if s.hands[seat] & cards != 0 and count_casts(s, seat) > 0:
            mask |= bit(seat)
    return mask


# --- discarding -----------------------------------------------------------------------------------


def count_pairs(hand: i64) -> i64:
    """How many different pairs of cards can be kept."""
    kinds = count_kinds(hand)
    count = kinds * (kinds - 1) // 2
    for k in range(kinds):
        if count_of(hand, nth_kind(hand, k)) > 1:
            count += 1
    return count


def nth_pair(hand: i64, k: i64) -> i64:
    """The k-th of them, as a bag: with the first card of the deck list first."""
    kinds = count_kinds(hand)
    for first in range(kinds):
        card = nth_kind(hand, first)
        second = first + 1
        if count_of(hand, card) > 1:
            second = first
        if k < kinds - second:
            return plus(plus(EMPTY, card), nth_kind(hand, second + k))
        k -= kinds - second
    return EMPTY


# --- without a card -------------------------------------------------------------------------------


def count_plain(s: State, seat: i64) -> i64:
    """EM-25: to pass; in one's turn EM-24: to shuffle, keeping a card, and EM-23: to look."""
    if s.phase != MAIN:
        return 1
    return 1 + count_kept(s, seat) + cards_down(s, seat)


def count_kept(s: State, seat: i64) -> i64:
    """EM-24: an empty hand can be shuffled with, too."""
    if s.hands[seat] == EMPTY:
        return 1
    return count_kinds(s.hands[seat])


def cards_down(s: State, seat: i64) -> i64:
    """How many face-down cards other living players have."""
    up = s.up & ~(s.out | bit(3 * seat) * 7)
    count = 3 * (len(s.ring) - 1)
    while up != 0:
        up &= up - 1
        count -= 1
    return count


def nth_down(s: State, seat: i64, k: i64) -> i64:
    """The k-th of them, around the ring from the Emperor on."""
    for other in s.ring:
        if other != seat:
            n = down_of(s, other)
            if k < n:
                return nth_down_of(s, other, k)
            k -= n
    return -1


def down_of(s: State, player: i64) -> i64:
    """How many of a player's cards lie face down."""
    up = s.up >> (3 * player)
    return 3 - (up & 1) - ((up >> 1) & 1) - ((up >> 2) & 1)


def nth_down_of(s: State, player: i64, k: i64) -> i64:
    card = 3 * player
    while is_up(s, card) or k > 0:
        if not is_up(s, card):
            k -= 1
        card += 1
    return card


# --- casts ----------------------------------------------------------------------------------------


def count_casts(s: State, seat: i64) -> i64:
    kinds = kinds_in(castable(s, seat))
    count: i64 = 0
    card: i64 = 0
    while kinds != 0:
        if kinds & 1 == 1:
            count += ways(s, seat, card)
        kinds >>= 4
        card += 1
    return count


def nth_cast(s: State, seat: i64, k: i64) -> i64:
    kinds = kinds_in(castable(s, seat))
    card: i64 = 0
    while kinds != 0:
        if kinds & 1 == 1:
            n = ways(s, seat, card)
            if k < n:
                return way(s, seat, card, k)
            k -= n
        kinds >>= 4
        card += 1
    return -1


def ways(s: State, seat: i64, card: i64) -> i64:
    """In how many ways a seat can cast a card that it holds."""
    living = len(s.ring)
    if card == TRANSPOSITION:
        if seat == s.emperor:  # EM-41
            return living - 1
        return 2 if living > 2 else 1  # EM-40; EM-35: a single neighbour counts once
    if card == CONDEMN:  # EM-42
        if seat == s.emperor or may_condemn_emperor(s, seat):
            return living - 1
        return living - 2
    if card <= COUNTER:
        return count_blocks(s, seat, card)
    if card == SWAP:
        if seat == s.emperor:  # EM-47: not the crown
            return 2 * 3 * (living - 1)
        return 3 * 3 * (living - 2)  # EM-46
    if card == INVESTIGATION:
        down = cards_down(s, seat)
        return down * (down - 1) // 2 if down > 1 else down  # EM-48: two, or the only one
    if card == REVEAL:  # EM-49
        others = cards_down(s, seat)
        return others + down_of(s, seat) if s.terms.reveal_self else others
    if card == GUARDING:
        return count_guardings(s, seat)
    if card == ACCUSE:
        return count_accusable(s)
    if card == REVERSE:  # EM-54
        return 0 if s.phase == MAIN and seat == s.emperor else 1
    return count_victims(s, seat)  # Steal


def way(s: State, seat: i64, card: i64, k: i64) -> i64:
    """The k-th of these ways."""
    kind = CARD + card
    if card == TRANSPOSITION:
        if seat == s.emperor:
            return at_player(kind, s.ring[1 + k])
        return at_player(kind, left_of(s.ring, seat) if k == 0 else right_of(s.ring, seat))
    if card == CONDEMN:
        if seat == s.emperor or may_condemn_emperor(s, seat):
            return at_player(kind, nth_other(s.ring, seat, k))
        return at_player(kind, nth_subject(s, seat, k))
    if card <= COUNTER:
        return plain(kind, nth_block(s, seat, card, k))
    if card == SWAP:
        return nth_swap(s, seat, k)
    if card == INVESTIGATION:
        return nth_sight(s, seat, k)
    if card == REVEAL:
        down = cards_down(s, seat)
        shown = nth_down(s, seat, k) if k < down else nth_down_of(s, seat, k - down)
        return at_card(kind, shown // 3, shown % 3)
    if card == GUARDING:
        return nth_guarding(s, seat, k)
    if card == ACCUSE:
        return at_player(kind, nth_accusable(s, k))
    if card == REVERSE:
        return plain(kind)
    return at_player(kind, nth_victim(s, seat, k))  # Steal


def nth_subject(s: State, seat: i64, k: i64) -> i64:
    """The k-th living player besides the Emperor and oneself."""
    return nth_other(s.ring, seat, k if seat == s.emperor else k + 1)


def count_blocks(s: State, seat: i64, card: i64) -> i64:
    """EM-43, EM-44, EM-45: one way for every Condemn that the card answers."""
    count: i64 = 0
    for condemn in s.pending:
        if may_block(s, seat, card, condemn):
            count += 1
    return count


def nth_block(s: State, seat: i64, card: i64, k: i64) -> i64:
    for condemn in s.pending:
        if may_block(s, seat, card, condemn):
            if k == 0:
                return condemn.id
            k -= 1
    return -1


def nth_swap(s: State, seat: i64, k: i64) -> i64:
    """EM-46, EM-47: an own card, another player, a card of theirs."""
    others = len(s.ring) - (1 if seat == s.emperor else 2)
    own = k // (3 * others)
    if seat == s.emperor:
        crown: i64 = 0
        while s.faces[3 * seat + crown] != CROWN:
            crown += 1
        if own >= crown:
            own += 1
    other = nth_subject(s, seat, k // 3 % others)
    return at_two(CARD + SWAP, other, k % 3, NOBODY, own)


def nth_sight(s: State, seat: i64, k: i64) -> i64:
    """EM-48: the k-th pair of face-down cards, or the only one."""
    down = cards_down(s, seat)
    if down == 1:
        card = nth_down(s, seat, 0)
        return at_card(CARD + INVESTIGATION, card // 3, card % 3)
    first: i64 = 0
    while k >= down - 1 - first:
        k -= down - 1 - first
        first += 1
    return investigation(nth_down(s, seat, first), nth_down(s, seat, first + 1 + k))


def investigation(one: i64, other: i64) -> i64:
    """In card order, so that each pair has one way to be said."""
    if one > other:
        return investigation(other, one)
    return at_two(CARD + INVESTIGATION, one // 3, one % 3, other // 3, other % 3)


def may_see(s: State, seat: i64, act: i64) -> bool:
    """Whether an Investigation is one of these pairs, which are too many to go through."""
    one, slot = first_of(act), slot_of(act)
    if not may_look(s, seat, one, slot):
        return False
    if cards_down(s, seat) == 1:
        return act == at_card(CARD + INVESTIGATION, one, slot)
    other, place = second_of(act), other_slot_of(act)
    if not may_look(s, seat, other, place):
        return False
    first = 3 * one + slot
    second = 3 * other + place
    return first != second and act == investigation(first, second)


def count_guardings(s: State, seat: i64) -> i64:
    """EM-50: oneself to a chair at the Emperor's side; EM-51: he moves anyone."""
    living = len(s.ring)
    chairs = living - 1
    if chairs > 2:
        chairs = 2
    if seat == s.emperor:
        return chairs * (living - 1)
    return chairs - 1 if besides_emperor(s.ring, seat) else chairs


def nth_guarding(s: State, seat: i64, k: i64) -> i64:
    n = len(s.ring)
    if seat == s.emperor:
        neighbour = s.ring[1] if k < n - 1 else s.ring[n - 1]
        mover = nth_other(s.ring, neighbour, k % (n - 1))
        return at_two(CARD + GUARDING, neighbour, 0, mover, 0)
    if k == 0 and s.ring[1] != seat:
        return at_player(CARD + GUARDING, s.ring[1])
    return at_player(CARD + GUARDING, s.ring[n - 1])


def count_accusable(s: State) -> i64:
    """EM-52: whoever is not accused yet, oneself included."""
    count: i64 = 0
    for player in s.ring:
        if not is_accused(s, player):
            count += 1
    return count


def nth_accusable(s: State, k: i64) -> i64:
    for player in s.ring:
        if not is_accused(s, player):
            if k == 0:
                return player
            k -= 1
    return -1


def count_victims(s: State, seat: i64) -> i64:
    """EM-55: others with a card in hand."""
    count: i64 = 0
    for player in s.ring:
        if player != seat and s.hands[player] != EMPTY:
            count += 1
    return count


def nth_victim(s: State, seat: i64, k: i64) -> i64:
    for player in s.ring:
        if player != seat and s.hands[player] != EMPTY:
            if k == 0:
                return player
            k -= 1
    return -1
