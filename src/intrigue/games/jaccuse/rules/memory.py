"""What a seat can remember of cards it has seen: each with the places where it may lie now
(JA-A48). One place means that it must lie there.

Everything here follows from what that seat saw, and from public hand sizes.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from intrigue.kernel.chance import bit
from intrigue.kernel.vecs import filled, zeros

from ..view import MemoryView, Place
from .cards import NO_CARD, count_cards, dealt, lowest, rest_of
from .past import (
    CAPTURED,
    CLEARED,
    DEFECTED,
    ELECTED,
    ENACTED,
    PLACED,
    REPLACED,
    RETURNED,
    SHOWN,
    SWAPPED,
    VOTED,
    Past,
)

# A place is a bit: hand, votes on the table and membership of every seat, and the discard pile.
VOTES: Final = 16
MEMBER: Final = 32
PILE: Final = 48
HELD_UP: Final = 49  # while cards are shown: none is taken for another of them
HANDS: Final = 0xFFFF  # every hand
PLACES: Final = [
    *[Place("hand", seat) for seat in range(16)],
    *[Place("votes", seat) for seat in range(16)],
    *[Place("membership", seat) for seat in range(16)],
    Place("discard", None),
]


class Known:
    """The cards that a viewer has seen in this generation and does not hold."""

    def __init__(self, sizes: vec[i64]) -> None:
        self.faces: vec[i64] = zeros(0)
        self.places: vec[i64] = zeros(0)
        self.sizes: vec[i64] = sizes
        self.voted: vec[i64] = zeros(len(sizes))  # cards of each seat on the table
        self.shown: tuple[MemoryView, ...] | None = None  # to the viewer, once a view asked

    def copy(self) -> "Known":
        other = Known(self.sizes[:])
        other.faces = self.faces[:]
        other.places = self.places[:]
        other.voted = self.voted[:]
        return other

    # --- single cards -----------------------------------------------------------------------------

    def see(self, face: i64, place: i64) -> i64:
        """A face was seen at a place: which of the known cards it is, now known to be there.

        With several copies it may be another one; then the card that might have been meant may
        be wherever this one was thought to be.
        """
        places = self.places
        best: i64 = -1
        fewest: i64 = 99
        for i, known in enumerate(self.faces):
            if known == face and places[i] & place != 0:
                n = bits(places[i])
                if n < fewest:
                    fewest = n
                    best = i
        if best < 0:
            return self.add(face, place)
        before = places[best]
        for i, known in enumerate(self.faces):
            if known == face and i != best and places[i] & place != 0:
                places[i] = places[i] | before
        places[best] = place
        return best

    def add(self, face: i64, place: i64) -> i64:
        self.faces = append(self.faces, face)
        self.places = append(self.places, place)
        return len(self.faces) - 1

    def forget(self, i: i64) -> None:
        last = len(self.faces) - 1
        self.faces[i] = self.faces[last]
        self.places[i] = self.places[last]
        self.faces = self.faces[:last]
        self.places = self.places[:last]

    # --- cards that move unseen -------------------------------------------------------------------

    def shift(self, source: i64, target: i64) -> None:
        """Everything that lies at one place goes to another."""
        for i, at in enumerate(self.places):
            if at & source != 0:
                self.places[i] = (at - source) | target

    def clear(self, place: i64, but: i64) -> None:
        """Nothing lies at a place but one card."""
        for i, at in enumerate(self.places):
            if i != but and at & place != 0:
                self.places[i] = at - place

    def choose(self, seat: i64) -> None:
        """A seat takes one of its hand cards as membership, unseen."""
        hand = bit(seat)
        member = bit(MEMBER + seat)
        if self.sizes[seat] == 1:
            self.shift(hand, member)
        else:
            self.shift(hand, hand | member)
        self.sizes[seat] -= 1

    def swap(self, one: i64, other: i64, count: i64) -> None:
        """Two seats swap cards that the viewer does not see."""
        all_one = self.sizes[one] == count  # the whole hand goes
        all_other = self.sizes[other] == count
        for i, at in enumerate(self.places):
            after = at & ~(bit(one) | bit(other))
            if at & bit(one) != 0:
                after = after | bit(other)
                if not all_one:
                    after = after | bit(one)
            if at & bit(other) != 0:
                after = after | bit(one)
                if not all_other:
                    after = after | bit(other)
            self.places[i] = after

    def back_to_hands(self) -> None:
        for i, at in enumerate(self.places):
            votes = (at >> VOTES) & HANDS
            if votes != 0:
                self.places[i] = at ^ (votes << VOTES) | votes
        for seat in range(i64(len(self.sizes))):
            self.sizes[seat] += self.voted[seat]
            self.voted[seat] = 0

    def narrow(self) -> None:
        """A hand that is known in full, or a known membership, hides nothing else."""
        places = self.places
        while True:
            full = self._full()
            changed = False
            for i, at in enumerate(places):
                if at & full != 0 and at & (at - 1) != 0:
                    places[i] = at & ~full
                    changed = True
            if not changed:
                break

    def _full(self) -> i64:
        """The hands and memberships of which every card is known. A place is a power of two, so
        its fourth power counts in steps of four bits, a seat each."""
        hands: i64 = 0
        members: i64 = 0
        for at in self.places:
            if at & (at - 1) == 0:
                if at < 1 << VOTES:
                    hands += at * at * at * at
                elif at >= 1 << MEMBER and at < 1 << PILE:
                    at = at >> MEMBER
                    members += at * at * at * at
        full: i64 = 0
        for seat in range(i64(len(self.sizes))):
            if (hands >> (4 * seat)) & 15 == self.sizes[seat]:
                full = full | bit(seat)
            if (members >> (4 * seat)) & 15 == 1:
                full = full | bit(MEMBER + seat)
        return full


def bits(mask: i64) -> i64:
    n: i64 = 0
    while mask != 0:
        mask = mask & (mask - 1)
        n += 1
    return n


def remember(past: Past | None, viewer: i64, seats: i64) -> Known:
    """What a viewer knows after a past; kept with its last step, because the past never changes."""
    steps: list[Past] = []
    known: Known | None = None
    while past is not None:
        if past.known is not None and viewer in past.known:
            found = past.known[viewer]
            assert isinstance(found, Known)
            known = found
            break
        steps.append(past)
        past = past.before
    known = Known(filled(seats, dealt(seats))) if known is None else known
    if len(steps) > 0:
        known = known.copy()
        for step in reversed(steps):
            follow(known, step, viewer)
        last = steps[0]
        if last.known is None:
            last.known = {}
        last.known[viewer] = known
    return known


def follow(known: Known, step: Past, viewer: i64) -> None:
    """One thing that happened, as the viewer saw it."""
    kind = step.kind
    if kind == PLACED:
        for seat in range(i64(len(known.sizes))):
            _choose(known, seat, viewer)
    elif kind == VOTED:
        _votes(known, step.faces, viewer)
    elif kind == RETURNED:
        known.back_to_hands()
    elif kind == ELECTED:
        _elected(known, step.seat, step.one, viewer)
    elif kind == SWAPPED:
        _swapped(known, step, viewer)
    elif kind == DEFECTED:
        if step.seat == viewer:
            known.add(step.two, bit(PILE))
        else:
            known.shift(bit(MEMBER + step.seat), bit(PILE))
        _choose(known, step.seat, viewer)
    elif kind in (CAPTURED, CLEARED):
        _revealed(known, step, viewer)
    elif kind == REPLACED:
        _choose(known, step.seat, viewer)
    elif kind == ENACTED:
        known.sizes[step.seat] -= 1
        if step.seat != viewer:
            known.forget(known.see(step.one, bit(step.seat)))
    elif kind == SHOWN:
        if viewer >= 0 and step.two & bit(viewer) != 0:
            _shown(known, step.seat, step.one)
    known.narrow()


def _choose(known: Known, seat: i64, viewer: i64) -> None:
    if seat == viewer:
        known.sizes[seat] -= 1
    else:
        known.choose(seat)


def _votes(known: Known, faces: vec[i64], viewer: i64) -> None:
    for seat in range(i64(len(faces))):
        if faces[seat] != NO_CARD:
            known.sizes[seat] -= 1
            known.voted[seat] += 1
            if seat != viewer:
                i = known.see(faces[seat], bit(seat))
                known.places[i] = bit(VOTES + seat)


def _elected(known: Known, winner: i64, face: i64, viewer: i64) -> None:
    if winner == viewer:
        known.add(face, bit(PILE))
    else:
        known.places[known.see(face, bit(VOTES + winner))] = bit(PILE)
    known.voted[winner] -= 1
    known.back_to_hands()


def _swapped(known: Known, step: Past, viewer: i64) -> None:
    if viewer != step.seat and viewer != step.other:
        known.swap(step.seat, step.other, count_cards(step.one))
        return
    theirs = step.other if viewer == step.seat else step.seat
    got = step.two if viewer == step.seat else step.one
    gave = step.one if viewer == step.seat else step.two
    while got > 0:
        known.forget(known.see(lowest(got), bit(theirs)))
        got = rest_of(got)
    while gave > 0:
        known.add(lowest(gave), bit(theirs))
        gave = rest_of(gave)


def _revealed(known: Known, step: Past, viewer: i64) -> None:
    """An accusation: the membership is seen and goes to the president or back to the accused."""
    holder = step.seat if step.kind == CAPTURED else step.other
    known.sizes[holder] += 1
    if step.other == viewer:
        if holder != viewer:
            known.add(step.one, bit(holder))
        return
    member = bit(MEMBER + step.other)
    i = known.see(step.one, member)
    known.clear(member, i)
    known.places[i] = bit(holder)
    if holder == viewer:
        known.forget(i)


def _shown(known: Known, seat: i64, cards: i64) -> None:
    """Cards that are shown together are all in that hand, copies of one face included."""
    while cards > 0:
        i = known.see(lowest(cards), bit(seat))
        known.places[i] = bit(HELD_UP)
        cards = rest_of(cards)
    known.shift(bit(HELD_UP), bit(seat))
