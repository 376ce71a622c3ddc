"""The deal: identities, seats, deck and first cards; and a table laid out as a text says."""

from typing import Final

from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, Chance, bit
from intrigue.kernel.sealed import Sealed
from intrigue.kernel.vecs import filled, pack, total, zeros

from .cards import COPIES, CROWN, DECK_SIZE, EMPTY, LOYAL, ORDER_OF, REBEL, bag_of, plus
from .knowledge import add_note
from .ring import turned
from .state import FACE, State
from .turns import begin_round

_MIXED_REBELS: Final = (2, 3, 3)  # EM-4, by 5, 6, 7 players


def deal(s: State, chance: Chance) -> None:
    """A table ready for its first round."""
    _empty_table(s)
    _deal_identities(s, chance)
    _take_seats(s, chance)
    for seat in range(s.seats):
        for _ in range(s.terms.start_hand):  # EM-12
            card = chance.draw("deck", s.deck, bit(seat))
            s.left -= 1
            s.hands[seat] = plus(s.hands[seat], card)
    begin_round(s)


def _empty_table(s: State) -> None:
    """An empty table of the right size: full deck, no identities."""
    n = s.seats
    s.faces = zeros(3 * n)  # EM-2
    s.hands = zeros(n)
    s.deck = COPIES[:]  # EM-11
    s.left = DECK_SIZE
    s.window = Sealed(n)
    s.eyes = zeros(n)
    s.notes = zeros(n)
    s.known = zeros(n * n)
    s.odds = zeros(n)


def _deal_identities(s: State, chance: Chance) -> None:
    """The Emperor is drawn first, because he is public; it is the same lottery (EM-5)."""
    n = s.seats
    s.emperor = chance.draw("emperor", filled(n, 1), EVERYONE)
    mixed = zeros(2)
    mixed[REBEL] = _MIXED_REBELS[n - 5]
    mixed[LOYAL] = n - 1 - mixed[REBEL]
    for seat in range(n):
        three = filled(2, 1)  # EM-3
        crown: i64 = -1
        if seat == s.emperor:
            crown = chance.draw("crown", filled(3, 1), EVERYONE)
            s.faces[3 * seat + crown] = CROWN
            s.up = bit(3 * seat + crown)  # EM-7
        else:
            three[chance.draw("mixed", mixed, bit(seat))] += 1  # EM-5
        for slot in range(i64(3)):  # EM-8
            if slot != crown:
                s.faces[3 * seat + slot] = chance.draw(ORDER_OF[seat], three, bit(seat))


def _take_seats(s: State, chance: Chance) -> None:
    """EM-10; the ring is read from the Emperor on."""
    n = s.seats
    ring = zeros(n)
    free = filled(n, 1)
    start: i64 = 0
    for place in range(n):
        if s.terms.random_seats:
            ring[place] = chance.draw("chair", free, EVERYONE)
        else:
            ring[place] = place
        if ring[place] == s.emperor:
            start = place
    s.ring = turned(ring, start)


def lay_out(
    s: State,
    faces: list[int],
    ring: list[int],
    hands: list[int],
    deck: list[int],
    pile: list[int],
    eyes: list[int],
    notes: list[int],
    known: list[int],
) -> None:
    """Put everything where a text form or a belief wants it (lists: see `vecs`). `notes` by
    viewer, owner and face."""
    n = s.seats
    s.faces = pack(faces)
    s.ring = pack(ring)
    s.out = sum([7 << (3 * seat) for seat in range(n) if seat not in ring])
    s.hands = pack(hands)
    s.deck = pack(deck)
    s.left = total(s.deck)
    s.pile = pack(pile)
    s.laid = bag_of([entry & FACE for entry in pile])
    s.eyes = pack(eyes)
    s.notes = zeros(n)
    for place, least in enumerate(notes):
        add_note(s, place // (2 * n), place // 2 % n, place % 2, least)
    s.known = pack(known)
    s.odds = zeros(n)
    s.traced = 0
    for place, bag in enumerate(known):
        if bag != EMPTY:
            s.traced |= bit(place % n)
