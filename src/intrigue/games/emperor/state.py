"""The whole truth of a match of Emperor, and the small things that are done to it: laying cards
down, drawing, changing seats. Who may do what stands in `legal`, what a card does in `effects`,
when it all happens in `rules`.

Vectors marked "replaced" are never changed in place: copies of a position share them.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit
from intrigue.kernel.position import Event, Position
from intrigue.kernel.sealed import Sealed
from intrigue.kernel.vecs import zeros

from .cards import (
    CARDS,
    EMPTY,
    KINDS_OF_CARDS,
    LOYAL,
    REBEL,
    SIDES,
    count_of,
    holds,
    minus,
    names_in,
    nth_kind,
    plus,
    size_of,
)
from .condemn import Condemn
from .ring import at, exchanged, place_of, turned

# --- phases ---------------------------------------------------------------------------------------

DIRECT: Final = 0  # the Emperor chooses a direction
SLOT: Final = 1  # boundary slot: Instincts of everyone
MAIN: Final = 2
DISCARDING: Final = 3
RESOLVE: Final = 4  # window of the Condemn that is due
OVER: Final = 5
PHASES: Final = ("direction", "slot", "main", "discard", "resolve", "over")

# --- how it ended ---------------------------------------------------------------------------------

RUNNING: Final = 0
EMPEROR_DEAD: Final = 1  # EM-71
NO_REBELS: Final = 2  # EM-72
ROUND_CAP: Final = 3  # EM-74
TURN_CAP: Final = 4
ENDINGS: Final = ("", "emperor_dead", "no_rebels", "round_cap", "turn_cap")

FACE: Final = 15  # the card of an entry of the discard pile
FACE_DOWN: Final = 16  # times one plus who laid it down (`open_discard` off)
NO_GAP: Final = -1


class Terms:
    """The table's options as rules read them. Never changes."""

    def __init__(
        self,
        start_hand: i64,
        random_seats: bool,
        reveal_self: bool,
        check_at_resolve: bool,
        dies_with_caster: bool,
        strict_twin: bool,
        reveal_on_death: bool,
        open_discard: bool,
        grace_round: bool,
        max_rounds: i64,
        max_turns: i64,
    ) -> None:
        self.start_hand: i64 = start_hand  # EA-2
        self.random_seats = random_seats  # EA-3
        self.reveal_self = reveal_self  # EA-15
        self.check_at_resolve = check_at_resolve  # EA-19
        self.dies_with_caster = dies_with_caster  # EA-20
        self.strict_twin = strict_twin  # EA-28
        self.reveal_on_death = reveal_on_death  # EA-30
        self.open_discard = open_discard  # EA-47
        self.grace_round = grace_round  # EA-51
        self.max_rounds: i64 = max_rounds  # EA-44
        self.max_turns: i64 = max_turns


class State(Position):
    """Everything that a match of Emperor is made of. Identity card `3 * seat + slot`."""

    def __init__(self, seats: i64, terms: Terms) -> None:
        super().__init__(seats)
        none = zeros(0)
        self.terms = terms
        self.emperor: i64 = 0
        self.faces: vec[i64] = none  # of all identity cards; replaced
        self.up: i64 = 0  # mask of identity cards that lie face up
        self.ring: vec[i64] = none  # clockwise from the Emperor; replaced
        self.out: i64 = 0  # mask of the identity cards of the dead
        self.hands: vec[i64] = none  # bags by seat
        self.deck: vec[i64] = none  # counts by card
        self.left: i64 = 0  # cards in the deck
        self.pile: vec[i64] = none  # the discard pile, bottom first
        self.laid: i64 = EMPTY  # the same as a bag
        self.pending: list[Condemn] = []  # in cast order
        self.casts: i64 = 0  # Condemns cast so far: the last one's id
        self.round: i64 = 0
        self.turns: i64 = 0  # taken turns
        self.direction: i64 = 0  # 1 clockwise, -1 counterclockwise, 0 not chosen yet
        self.chosen: i64 = 0  # what the Emperor chose last
        self.pointer: i64 = 0  # last turn-taker (EM-18), -1 if dead
        self.gap: i64 = NO_GAP  # EM-19: the dead pointer's place, between gap - 1 and gap
        self.accused: i64 = 0  # mask of seats
        self.strikers: i64 = 0  # EM-69: who condemned the Emperor this round
        self.parried: i64 = 0  # … and of whom such a Condemn was blocked or countered
        self.phase: i64 = DIRECT
        self.resolving: i64 = 0  # id of the Condemn whose window is open
        self.window: Sealed = Sealed(0)
        self.eyes: vec[i64] = none  # by viewer: mask of others' cards they know
        self.notes: vec[i64] = none  # by viewer: of each owner and face at least so many
        self.known: vec[i64] = none  # (viewer, owner): bag of cards known to be held; replaced
        self.traced: i64 = 0  # mask of owners of whom `known` knows any
        self.no_draw: bool = False  # laboratory: the Drawing Phase does nothing
        self.ending: i64 = RUNNING

    def copy_into(self, other: "State") -> None:
        other.seats = self.seats
        other.over = self.over
        other.brisk = self.brisk
        other.emperor = self.emperor
        other.faces = self.faces
        other.up = self.up
        other.ring = self.ring
        other.out = self.out
        other.hands = self.hands[:]
        other.deck = self.deck[:]
        other.left = self.left
        other.pile = self.pile[:]
        other.laid = self.laid
        other.pending = self.pending[:]
        other.casts = self.casts
        other.round = self.round
        other.turns = self.turns
        other.direction = self.direction
        other.chosen = self.chosen
        other.pointer = self.pointer
        other.gap = self.gap
        other.accused = self.accused
        other.strikers = self.strikers
        other.parried = self.parried
        other.phase = self.phase
        other.resolving = self.resolving
        other.window = self.window.copy()
        other.eyes = self.eyes[:]
        other.notes = self.notes[:]
        other.known = self.known
        other.traced = self.traced
        other.no_draw = self.no_draw
        other.ending = self.ending

    def key(self) -> list[int]:
        out: list[int] = [
            self.emperor,
            self.up,
            self.left,
            self.casts,
            self.round,
            self.turns,
            self.direction,
            self.chosen,
            self.pointer,
            self.gap,
            self.accused,
            self.strikers,
            self.parried,
            self.phase,
            self.resolving,
            1 if self.no_draw else 0,
            self.ending,
        ]
        out.extend(list(self.faces))
        out.extend(list(self.ring))
        for hand in list(self.hands):
            out.extend([hand & 0xFFFFFF, hand >> 24])
        out.extend(list(self.deck))
        out.append(len(self.pile))
        out.extend(list(self.pile))
        for condemn in self.pending:
            out.extend(condemn.numbers())
        if self.phase in (SLOT, RESOLVE):
            out.extend(list(self.window.answers))
        out.extend(list(self.eyes))
        for notes in list(self.notes):
            out.extend([(notes >> (4 * place)) & 15 for place in range(2 * self.seats)])
        for bag in list(self.known):
            out.extend([bag & 0xFFFFFF, bag >> 24])
        return out


# --- reading --------------------------------------------------------------------------------------


def side_of(s: State, seat: i64) -> i64:
    """EM-6: the majority of three cards; the holder of E is the Emperor whatever the others are."""
    if seat == s.emperor:
        return 2
    rebels: i64 = 0
    card = 3 * seat
    if s.faces[card] == REBEL:
        rebels += 1
    if s.faces[card + 1] == REBEL:
        rebels += 1
    if s.faces[card + 2] == REBEL:
        rebels += 1
    return REBEL if rebels >= 2 else LOYAL


def is_up(s: State, card: i64) -> bool:
    return (s.up >> card) & 1 == 1


def is_accused(s: State, seat: i64) -> bool:
    return (s.accused >> seat) & 1 == 1


def alive(s: State, seat: i64) -> bool:
    return (s.out >> (3 * seat)) & 1 == 0


def candidate_of(s: State) -> i64:
    """EM-18, EM-19: who comes next, from the last turn-taker's seat or from the gap."""
    if s.pointer >= 0:
        return at(s.ring, place_of(s.ring, s.pointer) + s.direction)
    if s.direction > 0:
        return at(s.ring, s.gap)
    return at(s.ring, s.gap - 1)


def find_condemn(s: State, id: i64) -> Condemn | None:
    for condemn in s.pending:
        if condemn.id == id:
            return condemn
    return None


def living_rebels(s: State) -> i64:
    count: i64 = 0
    for seat in s.ring:
        if side_of(s, seat) == REBEL:
            count += 1
    return count


# --- hands, pile and deck -------------------------------------------------------------------------


def lay_open(s: State, card: i64) -> None:
    """Put a card that everybody saw onto the discard pile."""
    s.pile = append(s.pile, card)
    s.laid = plus(s.laid, card)


def play_from_hand(s: State, seat: i64, card: i64) -> None:
    """A card leaves a hand in front of everyone (and is not on the pile yet)."""
    s.hands[seat] = minus(s.hands[seat], card)
    known_card_left(s, seat, card)


def known_card_left(s: State, owner: i64, card: i64) -> None:
    """Whoever knew of this card knows one less."""
    if (s.traced >> owner) & 1 == 0:
        return
    known = s.known[:]
    n = s.seats
    place = owner
    rest: i64 = EMPTY
    while place < n * n:
        if holds(known[place], card):
            known[place] = minus(known[place], card)
        rest |= known[place]
        place += n
    s.known = known
    if rest == EMPTY:
        s.traced &= ~bit(owner)


def known_some_left(s: State, owner: i64) -> None:
    """A card left face down: of each face, one less is sure."""
    card: i64 = 0
    while card < KINDS_OF_CARDS:
        known_card_left(s, owner, card)
        card += 1


def lay_down(s: State, seat: i64, bag: i64) -> None:
    """A player discards these cards (not casts them): in the order of the deck list (EM-30)."""
    left = bag
    while left != EMPTY:
        card = nth_kind(left, 0)
        left = minus(left, card)
        s.hands[seat] = minus(s.hands[seat], card)
        s.laid = plus(s.laid, card)
        if s.terms.open_discard:
            s.pile = append(s.pile, card)
            known_card_left(s, seat, card)
        else:
            s.pile = append(s.pile, card + FACE_DOWN * (seat + 1))
            known_some_left(s, seat)
    if s.events is not None and bag != 0:
        cards: dict[str, object] = {"who": seat, "cards": names_in(bag), "count": size_of(bag)}
        if s.terms.open_discard:
            s.events.append(Event("discarded", cards))
        else:
            unseen = Event("discarded_unseen", {"who": seat, "count": size_of(bag)})
            s.events.append(Event("discarded", cards, bit(seat), unseen))


def draw_card(s: State, seat: i64, chance: Chance) -> None:
    """EM-21, EM-28, EM-29."""
    if s.left == 0:
        n = len(s.pile)
        if n == 0:
            return
        card: i64 = 0
        while card < KINDS_OF_CARDS:
            s.deck[card] += count_of(s.laid, card)
            card += 1
        s.left = n
        s.pile = zeros(0)
        s.laid = EMPTY
        if s.events is not None:
            s.events.append(Event("recycled", {"count": n}))
    drawn = chance.draw("deck", s.deck, bit(seat))
    s.left -= 1
    s.hands[seat] = plus(s.hands[seat], drawn)
    if s.events is not None:
        unseen = Event("drew_unseen", {"who": seat})
        s.events.append(Event("drew", {"who": seat, "card": CARDS[drawn]}, bit(seat), unseen))


# --- seats ----------------------------------------------------------------------------------------


def change_seats(s: State, one: i64, other: i64) -> None:
    """Two players exchange places; the gap is a place and stays (EM-19)."""
    ring = exchanged(s.ring, one, other)
    if ring[0] != s.emperor:
        start = place_of(ring, s.emperor)
        ring = turned(ring, start)
        if s.gap != NO_GAP:
            s.gap -= start
            if s.gap < 0:
                s.gap += len(ring)
    s.ring = ring
    if s.events is not None:
        data: dict[str, object] = {"one": one, "other": other, "ring": list(ring)}
        s.events.append(Event("moved", data))


def tell_side(s: State, seat: i64, before: i64) -> None:
    """A Swap may change a side: its owner alone is told."""
    after = side_of(s, seat)
    if s.events is not None and after != before:
        s.events.append(Event("changed_side", {"side": SIDES[after]}, bit(seat)))
