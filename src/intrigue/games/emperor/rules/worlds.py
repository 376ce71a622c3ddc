"""Worlds by the dozen: the cards that a seat does not know, dealt again and again over a table that
is laid out with all that it does know. Nothing here decides what fits; see `beliefs`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import Fast
from intrigue.kernel.masks import nth, size
from intrigue.kernel.vecs import pack, total, zeros

from .cards import CROWN, KINDS_OF_CARDS, REBEL, minus, plus, size_of
from .position import Emperor
from .ring import besides_emperor
from .state import FACE, FACE_DOWN, State, side_of

# How much oftener than by chance a card is in a hand, in percent: the Emperor's, a Loyalist's, a
# Rebel's at his side, another Rebel's. Counted in 750 matches of scripted players.
_HABITS: Final = vec[i64]([
    81, 67, 125, 137, 140, 34, 77, 105, 63, 90, 146, 92,
    53, 40, 170, 193, 148, 180, 45, 45, 35, 62, 108, 35,
    94, 52, 136, 83, 154, 56, 96, 88, 179, 99, 100, 64,
    10, 172, 138, 90, 166, 54, 92, 102, 142, 110, 97, 41,
])  # fmt: skip


def deal_worlds(
    base: Emperor,
    deals: list[list[int]],
    weights: list[int],
    sizes: list[int],
    unseen: list[int],
    odds: list[int],
    habits: bool,
    rng: Fast,
    count: i64,
) -> list[Emperor]:
    """So many worlds. `deals` are sets of slot patterns by seat, which are drawn by their weights;
    unseen cards (counts by card) go to the hands up to their sizes, to the cards of the pile that
    are only known to lie face down, and to the deck."""
    out: list[Emperor] = []
    chances = pack(weights)
    whole = total(chances)
    full = pack(sizes)
    cards = pack(unseen)
    base.odds = pack(odds)
    while len(out) < count:
        world = base.copy()
        k = rng.below(whole)
        number = 0
        for chance in chances:
            if k < chance:
                break
            k -= chance
            number += 1
        _deal_faces(world, pack(deals[number]), rng)
        _deal_cards(world, full, cards[:], habits, rng)
        out.append(world)
    return out


def _deal_faces(s: State, deal: vec[i64], rng: Fast) -> None:
    """A pattern for every seat; the crown lies where it lies."""
    faces = s.faces[:]
    for seat in range(s.seats):
        pattern = nth(deal[seat], rng.below(size(deal[seat])))
        for slot in range(i64(3)):
            if faces[3 * seat + slot] != CROWN:
                faces[3 * seat + slot] = (pattern >> slot) & 1
    s.faces = faces


def _deal_cards(s: State, full: vec[i64], left: vec[i64], habits: bool, rng: Fast) -> None:
    first = rng.below(s.seats)  # whoever is dealt first gets most of what people keep
    for i in range(s.seats):
        seat = (first + i) % s.seats
        while size_of(s.hands[seat]) < full[seat]:
            s.hands[seat] = plus(s.hands[seat], _draw(s, seat, left, habits, rng))
    n = len(s.pile)
    for place in range(n):
        if s.pile[place] >= FACE_DOWN:
            card = rng.draw("unseen", left)
            s.laid = plus(minus(s.laid, s.pile[place] & FACE), card)
            s.pile[place] += card - (s.pile[place] & FACE)
    s.deck = left
    s.left = total(left)


def _draw(s: State, seat: i64, left: vec[i64], habits: bool, rng: Fast) -> i64:
    if not habits:
        return rng.draw("unseen", left)
    row: i64 = 0
    if seat != s.emperor:
        row = 1
        if side_of(s, seat) == REBEL:
            row = 2 if besides_emperor(s.ring, seat) else 3
    weights = zeros(KINDS_OF_CARDS)
    for card in range(i64(KINDS_OF_CARDS)):
        weights[card] = left[card] * _HABITS[row * KINDS_OF_CARDS + card]
    drawn = rng.draw("unseen", weights)
    left[drawn] -= 1
    return drawn
