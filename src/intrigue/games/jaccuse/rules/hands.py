"""Hands of J'Accuse: cards come, go and are counted. Whose turn it is, others decide."""

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.vecs import zeros

from .cards import FACES, NO_CARD, cards_of, lowest, nth_card, rest_of, with_card, without_card
from .past import Discard
from .state import State


def hold(s: State, seat: i64, face: i64) -> None:
    """A card comes to a hand."""
    s.hands[seat] = with_card(s.hands[seat], face)
    s.sizes[seat] += 1


def release(s: State, seat: i64, face: i64) -> None:
    """A card leaves a hand that has it."""
    s.hands[seat] = without_card(s.hands[seat], face)
    s.sizes[seat] -= 1


def discard(s: State, face: i64) -> None:
    """JA-A34: face down, and nobody looks through the pile."""
    s.discards = Discard(face, s.discards)


def hand_of(s: State, seat: i64) -> list[int]:
    """The faces of a hand, lowest first."""
    return cards_of(s.hands[seat])


def holders(s: State) -> i64:
    """How many players have a card in hand."""
    n: i64 = 0
    for size in s.sizes:
        if size > 0:
            n += 1
    return n


# --- faces: copies of one are the same card (JA-A33) ----------------------------------------------


def copies_of(s: State, seat: i64, face: i64) -> i64:
    """How many copies of a face a hand has."""
    n: i64 = 0
    rest = s.hands[seat]
    while rest > 0:
        if lowest(rest) == face:
            n += 1
        rest = rest_of(rest)
    return n


def distinct(s: State, seat: i64) -> i64:
    """How many different faces a hand has."""
    if s.single:
        return s.sizes[seat]
    n: i64 = 0
    before: i64 = NO_CARD
    rest = s.hands[seat]
    while rest > 0:
        face = lowest(rest)
        if face != before:
            n += 1
            before = face
        rest = rest_of(rest)
    return n


def nth_face(s: State, seat: i64, k: i64) -> i64:
    """Different face number `k` of a hand, from the lowest."""
    if s.single:
        return nth_card(s.hands[seat], k)
    before: i64 = NO_CARD
    rest = s.hands[seat]
    while True:
        face = lowest(rest)
        if face != before:
            if k == 0:
                break
            k -= 1
            before = face
        rest = rest_of(rest)
    return face


def hand_bag(s: State, seat: i64) -> vec[i64]:
    """A hand as a bag, for a random choice."""
    bag = zeros(FACES)
    rest = s.hands[seat]
    while rest > 0:
        bag[lowest(rest)] += 1
        rest = rest_of(rest)
    return bag
