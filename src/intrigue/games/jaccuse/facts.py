"""What one seat knows of a generation's cards: its own deal, and in order what it saw happen.
Looking back from the end, it says where each card can have been.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import bit
from intrigue.kernel.vecs import filled, pack, zeros

from .rules.cards import FACES, NO_CARD, dealt, deck_of
from .rules.memory import HANDS, MEMBER, PILE, VOTES
from .rules.past import (
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
)

ANYWHERE: Final = -1
_PILE: Final = 1 << PILE
_NONE: Final = zeros(0)


class Fact:
    """Something that happened to cards, as the observer saw it. Faces that were not seen are
    missing: no `one`, no `two`, NO_CARD in `faces`."""

    def __init__(
        self,
        kind: i64,
        seat: i64 = -1,
        other: i64 = -1,
        one: list[int] | None = None,
        two: list[int] | None = None,
        faces: list[int] | None = None,
        count: i64 = 0,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.other = other
        self.one: vec[i64] = pack(one) if one is not None else _NONE
        self.two: vec[i64] = pack(two) if two is not None else _NONE
        self.faces: vec[i64] = pack(faces) if faces is not None else _NONE
        self.count = count  # cards each way in a swap, or shown
        self.players: i64 = 0  # a mask: who saw what was shown
        self.sizes: vec[i64] = _NONE  # of all hands, before
        self.ahead: vec[i64] = _NONE  # by face: where it may be after this

    def seen(self) -> bool:
        return len(self.one) > 0


class Problem:
    """What the observer knows of a generation: the own deal, the deck, and the facts in order."""

    def __init__(self, seats: i64, observer: i64, plain: bool, mine: list[int]) -> None:
        self.seats: i64 = seats
        self.observer: i64 = observer
        self.deck: vec[i64] = deck_of(seats, plain)
        self.mine = mine
        self.facts: list[Fact] = []
        self.single: list[int] = []
        for face in range(len(self.deck)):
            if self.deck[face] == 1:
                self.single.append(face)

    def prepare(self, hand: list[int], member: i64) -> list[int]:
        """Count hands forward, then look back from the end (`hand` and `member` are the
        observer's own now) to find out where each card can have been. The sizes of all hands
        now, as the facts have it."""
        sizes = filled(self.seats, dealt(self.seats))
        voted = zeros(self.seats)
        for fact in self.facts:
            fact.sizes = sizes[:]
            _count(fact, sizes, voted)
        ahead = filled(FACES, ANYWHERE)  # stays so for faces that have several copies
        me = self.observer
        if me >= 0:
            elsewhere = ~(bit(me) | bit(MEMBER + me))
            for face in self.single:
                ahead[face] = elsewhere
            for face in hand:
                self._must(ahead, face, bit(me))
            self._must(ahead, member, bit(MEMBER + me))
        for fact in reversed(self.facts):
            fact.ahead = ahead
            ahead = ahead[:]
            self._look_back(fact, ahead)
        return list(sizes)

    # --- looking back: where a card can have been, by where it can be afterwards ------------------

    def _look_back(self, fact: Fact, ahead: vec[i64]) -> None:
        kind = fact.kind
        if kind == PLACED:
            for face in self.single:  # whatever is a membership after was in the hand before
                ahead[face] = (ahead[face] | (ahead[face] >> MEMBER)) & HANDS
            if self.observer >= 0:
                mine = fact.faces[self.observer]
                self._must(ahead, mine, bit(self.observer))
        elif kind == VOTED:
            for seat in range(self.seats):
                self._must(ahead, fact.faces[seat], bit(seat))
        elif kind in (RETURNED, ELECTED):
            for face in self.single:
                at = ahead[face]
                ahead[face] = (at & ~(HANDS << VOTES)) | ((at & HANDS) << VOTES)
            if kind == ELECTED:
                self._must(ahead, fact.one[0], bit(VOTES + fact.seat))
        elif kind == SWAPPED:
            self._back_swap(fact, ahead)
        elif kind == DEFECTED:
            self._back_choice(fact, ahead)
            self._back_discard(fact, ahead)
        elif kind in (CAPTURED, CLEARED):
            member = bit(MEMBER + fact.other)
            for face in self.single:
                ahead[face] = ahead[face] & ~member
            self._must(ahead, fact.one[0], member)
        elif kind == REPLACED:
            self._back_choice(fact, ahead)
        elif kind == ENACTED:
            self._must(ahead, fact.one[0], bit(fact.seat))
        elif kind == SHOWN:
            for face in fact.one:  # none, if they were not seen
                self._must(ahead, face, bit(fact.seat))

    def _must(self, ahead: vec[i64], face: i64, place: i64) -> None:
        """A card that was seen was there."""
        if face != NO_CARD and self.deck[face] == 1:
            ahead[face] = place

    def _back_choice(self, fact: Fact, ahead: vec[i64]) -> None:
        """Before a membership was taken from a hand, it was in the hand."""
        hand = bit(fact.seat)
        member = bit(MEMBER + fact.seat)
        if fact.seen():
            for face in self.single:
                ahead[face] = ahead[face] & ~member
            self._must(ahead, fact.one[0], hand)
            return
        last = fact.sizes[fact.seat] == 1
        for face in self.single:
            at = ahead[face]
            if at & member != 0:
                at = at | hand
            elif last:
                at = at & ~hand
            ahead[face] = at & ~member

    def _back_discard(self, fact: Fact, ahead: vec[i64]) -> None:
        """Before a membership was discarded, it was the membership."""
        member = bit(MEMBER + fact.seat)
        if fact.seen():
            self._must(ahead, fact.two[0], member)
            return
        for face in self.single:
            if ahead[face] & _PILE != 0:
                ahead[face] = ahead[face] | member

    def _back_swap(self, fact: Fact, ahead: vec[i64]) -> None:
        one = bit(fact.seat)
        other = bit(fact.other)
        if fact.seen():
            for i in range(fact.count):
                self._must(ahead, fact.one[i], one)
                self._must(ahead, fact.two[i], other)
            return
        one_keeps = fact.sizes[fact.seat] > fact.count
        other_keeps = fact.sizes[fact.other] > fact.count
        for face in self.single:
            at = ahead[face]
            if at & (one | other) != 0:
                before = at & ~(one | other)
                if at & other != 0 or one_keeps:
                    before = before | one
                if at & one != 0 or other_keeps:
                    before = before | other
                ahead[face] = before


def _count(fact: Fact, sizes: vec[i64], voted: vec[i64]) -> None:
    """Hand sizes after a fact."""
    kind = fact.kind
    seats: i64 = len(sizes)
    if kind == PLACED:
        for seat in range(seats):
            sizes[seat] -= 1
    elif kind == VOTED:
        for seat in range(seats):
            if fact.faces[seat] != NO_CARD:
                sizes[seat] -= 1
                voted[seat] += 1
    elif kind in (RETURNED, ELECTED):
        if kind == ELECTED:
            voted[fact.seat] -= 1
        for seat in range(seats):
            sizes[seat] += voted[seat]
            voted[seat] = 0
    elif kind == CAPTURED:
        sizes[fact.seat] += 1
    elif kind == CLEARED:
        sizes[fact.other] += 1
    elif kind in (DEFECTED, REPLACED, ENACTED):
        sizes[fact.seat] -= 1
