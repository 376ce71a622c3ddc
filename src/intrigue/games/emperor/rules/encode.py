"""Positions of Emperor as numbers, quickly: what `features` makes of views."""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from intrigue.kernel.batch import Writer
from intrigue.kernel.position import Position
from intrigue.kernel.vecs import zeros

from .acts import (
    CARD,
    DIRECTION,
    DISCARD,
    INVESTIGATE,
    NOBODY,
    PASS,
    SHUFFLE,
    at_card,
    at_two,
    discarded_of,
    discarding,
    first_of,
    keeping,
    kind_of,
    other_slot_of,
    plain,
    second_of,
    slot_of,
    value_of,
)
from .cards import (
    COUNTER,
    FACES,
    INVESTIGATION,
    KINDS_OF_CARDS,
    REVEAL,
    REVERSE,
    SELF_CLEARANCE,
    counts_of,
    kinds_in,
    nth_kind,
    size_of,
)
from .knowledge import knows, note
from .options import castable, count_kept, investigation, nth_of, way, ways, width_of
from .ring import candidate_of, place_of
from .state import DIRECT, DISCARDING, FACE, FACE_DOWN, MAIN, OVER, State, in_window, is_up, side_of

CONDEMNS: Final = 8  # that are told apart; more hardly ever lie there
AGE: Final = 31  # turns for which a Condemn has lain there
TURNS: Final = 9999
_ACTS: Final = 32768  # numbers of acts, but for discards


class EmperorWriter(Writer):
    def __init__(self, features: Any) -> None:
        super().__init__(features)
        self.table: vec[i64] = vec[i64](features.table)
        self.indices: vec[i16] = vec[i16]([-1] * _ACTS)
        self.pairs: vec[i16] = vec[i16]([-1] * (KINDS_OF_CARDS * KINDS_OF_CARDS))  # that are kept
        for index in range(self.acts):
            act = self.table[index]
            if kind_of(act) == DISCARD:
                self.pairs[_pair(discarded_of(act))] = i16(index)
            else:
                self.indices[act] = i16(index)
        n: i64 = features.setup.seats
        self.cards: i64 = 3 * (n - 1)  # of others
        self.down: vec[i64] = zeros(self.cards)
        # where acts upon each of them begin, and upon each pair
        self.looks: i64 = i64(self.indices[at_card(INVESTIGATE, 1, 0)])
        self.reveals: i64 = i64(self.indices[at_card(CARD + REVEAL, 1, 0)])
        self.pairs_from: i64 = i64(self.indices[at_two(CARD + INVESTIGATION, 1, 0, 1, 1)])

    def index(self, s: State, seat: i64, act: i64) -> i64:
        """Where an act of a seat stands in the table; -1: nowhere."""
        kind = kind_of(act)
        if kind == DISCARD:
            return i64(self.pairs[_pair(s.hands[seat] - discarded_of(act))])
        if _blocks(kind):
            place = _place(s, value_of(act))
            return i64(self.indices[plain(kind, place)]) if place >= 0 else -1
        return i64(self.indices[_turned(act, s.seats - seat, s.seats)])

    def act(self, position: Position, seat: i64, index: i64) -> i64:
        assert isinstance(position, State)
        listed = self.table[index]
        kind = kind_of(listed)
        if kind == DISCARD:
            return discarding(position.hands[seat] - discarded_of(listed))
        if _blocks(kind):
            return plain(kind, position.pending[value_of(listed)].id)
        return _turned(listed, seat, position.seats)

    def choices(self, position: Position, seat: i64, out: vec[i16], at: i64) -> i64:
        """In another order than `nth`, which would look for each anew."""
        assert isinstance(position, State)
        s = position
        first = at
        if s.phase in (DIRECT, DISCARDING):
            for k in range(width_of(s, seat)):
                out[at + k] = i16(self.index(s, seat, nth_of(s, seat, k)))
            return width_of(s, seat)
        out[at] = self.indices[PASS]
        at += 1
        down: i64 = 0
        if s.phase == MAIN:
            for k in range(count_kept(s, seat)):
                out[at + k] = self.indices[keeping(nth_kind(s.hands[seat], k))]
            at += count_kept(s, seat)
            down = self.look(s, seat)
            at = self.each(down, self.looks, out, at)
        kinds = kinds_in(castable(s, seat))
        card: i64 = 0
        while kinds != 0:
            if kinds & 1 == 1:
                at = self.casts(s, seat, card, down, out, at)
            kinds >>= 4
            card += 1
        return at - first

    def casts(self, s: State, seat: i64, card: i64, down: i64, out: vec[i16], at: i64) -> i64:
        """Write in which ways a card can be cast; where they end."""
        if card == INVESTIGATION and down > 1:
            return self.sights(down, out, at)
        if card == REVEAL:
            at = self.each(down, self.reveals, out, at)
            if s.terms.reveal_self:
                for slot in range(i64(3)):
                    if not is_up(s, 3 * seat + slot):
                        out[at] = self.indices[at_card(CARD + REVEAL, 0, slot)]
                        at += 1
            return at
        for k in range(ways(s, seat, card)):
            index = self.index(s, seat, way(s, seat, card, k))
            if index >= 0:
                out[at] = i16(index)
                at += 1
        return at

    def look(self, s: State, seat: i64) -> i64:
        """Note which cards of other living players lie face down, from the next seat on; how
        many."""
        n = s.seats
        hidden = ~(s.up | s.out)
        count: i64 = 0
        other = seat
        card: i64 = 0  # as the table counts
        while card < 3 * (n - 1):
            other += 1
            if other == n:
                other = 0
            for slot in range(i64(3)):
                if (hidden >> (3 * other + slot)) & 1 == 1:
                    self.down[count] = card + slot
                    count += 1
            card += 3
        return count

    def each(self, down: i64, base: i64, out: vec[i16], at: i64) -> i64:
        """Write an act upon each card that lies face down; where they end."""
        for i in range(down):
            out[at + i] = i16(base + self.down[i])
        return at + down

    def sights(self, down: i64, out: vec[i16], at: i64) -> i64:
        """Write an act upon each pair of them; where they end."""
        cards = self.cards
        for i in range(down):
            one = self.down[i]
            # where pairs with this card begin, less the card that comes after it
            base = self.pairs_from + one * (2 * cards - one - 1) // 2 - one - 1
            for j in range(i + 1, down):
                out[at] = i16(base + self.down[j])
                at += 1
        return at

    def observe(self, position: Position, seat: i64, out: vec[i16], at: i64) -> None:
        assert isinstance(position, State)
        s = position
        at = self.head(s, seat, out, at)
        at = _players(s, seat, out, at)
        at = _hands(s, seat, out, at)
        at = _identities(s, seat, out, at)
        _condemns(s, seat, out, at)

    def head(self, s: State, seat: i64, out: vec[i16], at: i64) -> i64:
        out[at] = i16(s.phase)
        out[at + 1] = i16(min(s.round, TURNS))
        out[at + 2] = i16(min(s.turns, TURNS))
        out[at + 3] = _way(s.direction)
        out[at + 4] = _way(s.chosen)
        out[at + 5] = i16(side_of(s, seat))
        out[at + 6] = i16(s.gap) if s.gap > 0 else 0
        out[at + 7] = i16(s.left)
        out[at + 8] = i16(1 + _place(s, s.resolving))
        out[at + 9] = 0
        if in_window(s) and s.window.answers[seat] >= 0:
            out[at + 9] = i16(1 + self.index(s, seat, s.window.answers[seat]))
        return at + 10


def _pair(kept: i64) -> i64:
    """Two cards as one number, the first of the deck list first."""
    first = nth_kind(kept, 0)
    second = nth_kind(kept, 1)
    if second < 0:
        second = first
    return first * KINDS_OF_CARDS + second


def _blocks(kind: i64) -> bool:
    return CARD + SELF_CLEARANCE <= kind <= CARD + COUNTER


def _place(s: State, id: i64) -> i64:
    """Where a Condemn lies among those that are told apart; -1: not there."""
    for place, condemn in enumerate(s.pending):
        if condemn.id == id and place < CONDEMNS:
            return place
    return -1


def _turned(act: i64, by: i64, n: i64) -> i64:
    """The same act done `by` seats further round the table."""
    kind = kind_of(act)
    if kind in (PASS, DIRECTION, SHUFFLE) or kind == CARD + REVERSE:
        return act
    first = (first_of(act) + by) % n
    second = second_of(act)
    if second != NOBODY:
        second = (second + by) % n
        if kind == CARD + INVESTIGATION:
            return investigation(3 * first + slot_of(act), 3 * second + other_slot_of(act))
    return at_two(kind, first, slot_of(act), second, other_slot_of(act))


def _way(direction: i64) -> i16:
    if direction == 0:
        return 0
    return 1 if direction > 0 else 2


def _players(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    """Marks, and steps clockwise from oneself; where they end."""
    n = s.seats
    candidate: i64 = -1
    if s.phase != DIRECT and s.phase != OVER:
        candidate = candidate_of(s)
    living = len(s.ring)
    start = place_of(s.ring, seat)
    if start < 0:
        start = 0
    other = seat
    for i in range(at, at + n):
        out[i] = i16((s.accused >> other) & 1)
        out[i + n] = i16((s.strikers >> other) & 1)
        out[i + 2 * n] = i16((s.parried >> other) & 1)
        out[i + 3 * n] = 1 if other == s.pointer else 0
        out[i + 4 * n] = 1 if other == candidate else 0
        out[i + 5 * n] = 1 if other == s.emperor else 0
        out[i + 6 * n] = 0
        out[i + 7 * n] = i16(size_of(s.hands[other]))
        other += 1
        if other == n:
            other = 0
    for place in range(living):
        who = s.ring[place] - seat
        if who < 0:
            who += n
        steps = place - start
        if steps < 0:
            steps += living
        out[at + 6 * n + who] = i16(1 + steps)
    return at + 8 * n


def _bag(cards: i64, out: vec[i16], at: i64) -> None:
    """How many there are of each card."""
    for i in range(at, at + KINDS_OF_CARDS):
        out[i] = i16(cards & 15)
        cards >>= 4


def _hands(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    """The own hand, what is known of others', and the pile."""
    n = s.seats
    _bag(s.hands[seat], out, at)
    at += KINDS_OF_CARDS
    other = seat
    for _ in range(n):
        _bag(counts_of(s.known[seat * n + other]), out, at)
        at += KINDS_OF_CARDS
        other += 1
        if other == n:
            other = 0
    if s.terms.open_discard:
        _bag(s.laid, out, at)
    else:
        for i in range(at, at + KINDS_OF_CARDS):
            out[i] = 0
        for entry in s.pile:
            owner = entry // FACE_DOWN - 1
            if owner < 0 or owner == seat:
                out[at + (entry & FACE)] += 1
    return at + KINDS_OF_CARDS


def _identities(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    """Identity cards, who has seen one's own, and notes."""
    n = s.seats
    seen = at + 3 * n
    notes = seen + 3 * n
    other = seat
    for _ in range(n):
        for slot in range(i64(3)):
            card = 3 * other + slot
            face: i64 = 0
            if s.over or knows(s, seat, card):
                face = 1 + s.faces[card]
                if is_up(s, card):
                    face += len(FACES)
            out[at + slot] = i16(face)
            out[seen + slot] = i16((s.eyes[other] >> (3 * seat + slot)) & 1)
        out[notes] = i16(note(s, seat, other, 0))
        out[notes + 1] = i16(note(s, seat, other, 1))
        at += 3
        seen += 3
        notes += 2
        other += 1
        if other == n:
            other = 0
    return notes


def _condemns(s: State, seat: i64, out: vec[i16], at: i64) -> None:
    n = s.seats
    lying = len(s.pending)
    for i in range(i64(CONDEMNS)):
        if i >= lying:
            for row in range(i64(6)):
                out[at + row * CONDEMNS + i] = 0
        else:
            one = s.pending[i]
            out[at + i] = i16(1 + (one.origin - seat + n) % n)
            out[at + CONDEMNS + i] = i16(1 + (one.author - seat + n) % n)
            out[at + 2 * CONDEMNS + i] = i16(1 + (one.target - seat + n) % n)
            out[at + 3 * CONDEMNS + i] = i16(1 + (one.clock - seat + n) % n)
            out[at + 4 * CONDEMNS + i] = i16(min(s.turns - one.turn, AGE))
            kind: i64 = 1
            if one.on_emperor:
                kind += 1
            if one.locked:
                kind += 2
            if one.by_emperor:
                kind += 4
            out[at + 5 * CONDEMNS + i] = i16(kind)
