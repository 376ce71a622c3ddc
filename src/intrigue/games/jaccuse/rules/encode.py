"""Positions of J'Accuse as numbers, quickly: what `features` makes of views."""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from intrigue.kernel.batch import Writer
from intrigue.kernel.chance import bit
from intrigue.kernel.position import Position
from intrigue.kernel.sealed import NOT_ASKED
from intrigue.kernel.vecs import filled, zeros

from .accusation import accused_rightly
from .acts import (
    ABSTAIN,
    ACCUSE,
    DEFECT,
    ENACT,
    MEMBERSHIP,
    MOST_SHOWN,
    NO_PARLEY,
    PARLEY,
    PASS,
    REPLY,
    VOTE,
    act_of,
    card_act,
    card_of,
    kind_of,
    load_of,
    target_of,
)
from .cards import (
    FACES,
    NO_CARD,
    NO_COLOUR,
    count_cards,
    dealt,
    lowest,
    nth_card,
    rest_of,
    with_card,
)
from .memory import HANDS, bits, remember
from .past import Policy
from .presidency import accusable
from .state import (
    ACTION_PHASE,
    ENACT_PHASE,
    MEMBERSHIP_PHASE,
    PARLEY_PHASE,
    REPLACE_PHASE,
    REPLY_PHASE,
    VOTE_PHASE,
    State,
)

POLICIES: Final = 4  # of the line, the last first
_SETS: Final = 64  # of up to six places


class JAccuseWriter(Writer):
    def __init__(self, features: Any) -> None:
        super().__init__(features)
        self.table: vec[i64] = vec[i64](features.table)
        self.seats: i64 = features.setup.seats
        self.places: i64 = dealt(self.seats)
        self.starts: vec[i64] = filled(16, -1)  # where acts of a kind begin
        self.replies: vec[i64] = zeros(_SETS)  # where a set of places stands among the sets
        self.sets: vec[i64] = zeros(_SETS)  # its places, as the table has them
        self.asks: vec[i64] = zeros(self.seats)  # where parleys with whoever sits so far begin
        for index in range(self.acts):
            act = self.table[index]
            kind = kind_of(act)
            if self.starts[kind] < 0:
                self.starts[kind] = index
            if kind == REPLY:
                some = _mask_of(load_of(act))
                self.replies[some] = index - self.starts[REPLY]
                self.sets[some] = load_of(act)
            elif kind == PARLEY and self.asks[target_of(act)] == 0:
                self.asks[target_of(act)] = index

    # --- what can be done -------------------------------------------------------------------------

    def act(self, position: Position, seat: i64, index: i64) -> i64:
        assert isinstance(position, State)
        listed = self.table[index]
        kind = kind_of(listed)
        hand = position.hands[seat]
        if kind in (MEMBERSHIP, VOTE, DEFECT, ENACT):
            return card_act(kind, nth_card(hand, card_of(listed)))
        target = target_of(listed)
        if target >= 0:
            target = (target + seat) % self.seats
        load = load_of(listed)
        if kind in (PARLEY, REPLY):
            load = _cards_at(hand, load)
        return act_of(kind, target, load)

    def choices(self, position: Position, seat: i64, out: vec[i16], at: i64) -> i64:
        assert isinstance(position, State)
        s = position
        first = at
        phase = s.phase
        if phase in (MEMBERSHIP_PHASE, REPLACE_PHASE):
            return self.singles(s, seat, MEMBERSHIP, out, at)
        if phase == VOTE_PHASE:
            out[at] = i16(self.starts[ABSTAIN])
            return 1 + self.singles(s, seat, VOTE, out, at + 1)
        if phase == ENACT_PHASE:
            return self.singles(s, seat, ENACT, out, at)
        if phase == REPLY_PHASE:
            count = count_cards(s.offer)
            return self.some(s, seat, self.starts[REPLY], count, count, out, at)
        if phase == PARLEY_PHASE:
            out[at] = i16(self.starts[NO_PARLEY])
            at += 1
            for away in range(1, self.seats):
                most = s.sizes[(seat + away) % self.seats]
                at += self.some(s, seat, self.asks[away], 1, most, out, at)
            return at - first
        assert phase == ACTION_PHASE
        out[at] = i16(self.starts[PASS])
        at += 1
        at += self.singles(s, seat, DEFECT, out, at)
        for away in range(1, self.seats):
            if accusable(s, (seat + away) % self.seats):
                accusing = self.starts[ACCUSE] + 2 * (away - 1)
                out[at] = i16(accusing)
                out[at + 1] = i16(accusing + 1)
                at += 2
        return at - first

    def singles(self, s: State, seat: i64, kind: i64, out: vec[i16], at: i64) -> i64:
        """Write an act with each face in hand; how many."""
        start = self.starts[kind]
        rest = s.hands[seat]
        before: i64 = NO_CARD
        place: i64 = 0
        count: i64 = 0
        while rest > 0:
            face = lowest(rest)
            if face != before:  # copies of a face are the same card
                out[at + count] = i16(start + place)
                count += 1
                before = face
            place += 1
            rest = rest_of(rest)
        return count

    def some(
        self, s: State, seat: i64, start: i64, least: i64, most: i64, out: vec[i16], at: i64
    ) -> i64:
        """Write an act with each set of so many cards in hand; how many."""
        copies: i64 = 0  # places with the same card as the one before
        rest = s.hands[seat]
        size: i64 = 0
        before: i64 = NO_CARD
        while rest > 0:
            face = lowest(rest)
            if face == before:
                copies = copies | bit(size)
            before = face
            size += 1
            rest = rest_of(rest)
        count: i64 = 0
        for some in range(1, bit(size)):
            # of equal cards the first ones
            if some & copies & ~(some << 1) == 0:
                number = bits(some)
                if least <= number <= most:
                    out[at + count] = i16(start + self.replies[some])
                    count += 1
        return count

    # --- what is seen -----------------------------------------------------------------------------

    def observe(self, position: Position, seat: i64, out: vec[i16], at: i64) -> None:
        assert isinstance(position, State)
        s = position
        out[at] = i16(s.phase)
        out[at + 1] = i16(s.generation)
        out[at + 2] = i16(s.terms.generations)
        out[at + 3] = i16(s.election)
        out[at + 4] = i16(s.streak)
        out[at + 5] = i16(s.stability)
        out[at + 6] = i16(s.drought)
        out[at + 7] = i16(s.wrong)
        discards = s.discards
        out[at + 8] = 0 if discards is None else i16(discards.count)
        out[at + 9] = i16(len(s.votes) // s.seats)
        at = _row(s.hands[seat], self.places, out, at + 10)
        out[at] = i16(1 + s.members[seat])
        out[at + 1] = 0
        out[at + 2] = 0
        if s.phase <= VOTE_PHASE:
            answer = s.sealed.answers[seat]
            if answer >= 0:
                out[at + 1] = i16(1 + kind_of(answer))
                out[at + 2] = i16(1 + card_of(answer))
        at = _players(s, seat, out, at + 3)
        at = _policies(s.policies, out, at)
        at = _under_way(s, seat, out, at)
        at = _ended(s, seat, out, at)
        _remembered(s, seat, out, at)


def _mask_of(places: i64) -> i64:
    """A set of places, one bit each."""
    mask: i64 = 0
    while places > 0:
        mask = mask | bit(lowest(places))
        places = rest_of(places)
    return mask


def _cards_at(hand: i64, places: i64) -> i64:
    """The cards that lie at a set of places of a hand."""
    cards: i64 = 0
    while places > 0:
        cards = with_card(cards, nth_card(hand, lowest(places)))
        places = rest_of(places)
    return cards


def _row(cards: i64, size: i64, out: vec[i16], at: i64) -> i64:
    """A set of cards, lowest first; where its row ends. A card is its face plus one."""
    for i in range(at, at + size):
        out[i] = i16(cards & 63)
        cards = rest_of(cards)
    return at + size


def _players(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    """What lies before each, from oneself on; where it ends."""
    n = s.seats
    voting = s.phase <= VOTE_PHASE
    last = i64(len(s.votes)) - n  # where the last round of votes begins
    votes = at + 6 * n + 1
    other = seat
    for i in range(at, at + n):
        out[i] = 0
        if other == seat or other + 1 == seat or other + 1 - n == seat or s.over:
            out[i] = i16(1 + s.network[other])
        out[i + n] = i16(s.sizes[other])
        out[i + 2 * n] = i16(s.tokens[other])
        out[i + 3 * n] = i16(s.points[other])
        out[i + 4 * n] = 1 if voting and s.sealed.answers[other] != NOT_ASKED else 0
        out[i + 5 * n] = i16((s.presidents >> other) & 1)
        out[votes] = i16(1 + s.votes[last + other]) if last >= 0 else 0
        votes += 1
        other += 1
        if other == n:
            other = 0
    out[at + 6 * n] = i16(1 + _away(s.president, seat, n)) if s.president >= 0 else 0
    return votes


def _away(other: i64, seat: i64, n: i64) -> i64:
    """How far round the table somebody sits."""
    return other - seat if other >= seat else other - seat + n


def _policies(policy: Policy | None, out: vec[i16], at: i64) -> i64:
    """How long the line is, and its end; where that ends."""
    count: i64 = 0
    for i in range(at + 1, at + 1 + POLICIES):
        out[i] = 0
    while policy is not None:
        if count < POLICIES:
            out[at + 1 + count] = i16(1 + policy.colour)
        count += 1
        policy = policy.before
    out[at] = i16(count)
    return at + 1 + POLICIES


def _under_way(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    """A parley and an accusation; where they end."""
    offer: i64 = 0
    out[at] = 0
    out[at + 1] = 0
    if s.phase == REPLY_PHASE:
        out[at] = i16(1 + _away(s.accused, seat, s.seats))
        out[at + 1] = i16(count_cards(s.offer))
        if seat == s.president:  # JA-A29
            offer = s.offer
    at = _row(offer, MOST_SHOWN, out, at + 2)
    for i in range(at, at + 4):
        out[i] = 0
    if s.declared != NO_COLOUR:
        out[at] = i16(1 + _away(s.accused, seat, s.seats))
        out[at + 1] = i16(1 + s.declared)
        out[at + 2] = i16(1 + s.revealed)
        out[at + 3] = 1 if accused_rightly(s) else 0
    return at + 4


def _ended(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    """The last generation that is over; where it ends."""
    n = s.seats
    ended = s.finished
    if ended is None:
        for i in range(at, at + 1 + n):
            out[i] = 0
    else:
        out[at] = i16(1 + ended.winner)
        other = seat
        for i in range(at + 1, at + 1 + n):
            out[i] = i16(1 + ended.members[other])
            other += 1
            if other == n:
                other = 0
    return at + 1 + n


def _remembered(s: State, seat: i64, out: vec[i16], at: i64) -> None:
    """JA-A48: how many cards of each face one knows of, and in whose hand one surely is."""
    for i in range(at, at + 2 * FACES):
        out[i] = 0
    if not s.terms.memory_aid:
        return
    known = remember(s.past, seat, s.seats)
    for i, face in enumerate(known.faces):
        out[at + face] += 1
        places = known.places[i]
        if places <= HANDS and places & (places - 1) == 0:
            holder: i64 = 0
            while places > 1:
                places = places >> 1
                holder += 1
            # of several the one who sits last, as a view lists them
            now = i64(out[at + FACES + face]) - 1
            if now < 0 or (now + seat) % s.seats < holder:
                out[at + FACES + face] = i16(1 + _away(holder, seat, s.seats))
