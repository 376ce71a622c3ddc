"""What a match of Complot consists of: zones, counters, what is under way; and its cards' names.

No rule stands here: `front` reads the cards that lie before a player, `drawing` draws, `turn` says
what follows what.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.position import Event, Position, carry_over
from intrigue.kernel.vecs import filled, pack, total, zeros

from .acts import ROW
from .cards import NO_COHORT, Deck
from .terms import Terms

WIT: Final = 50  # CO-14
HAND_SIZE: Final = 5  # CO-48
EMPTY: Final = -1  # no card there, or none found
NOBODY_WON: Final = -1

# Who is asked for what.
MAIN: Final = 0
ASK_STAMMER: Final = 1
ASK_PURGE: Final = 2
ASK_DISCREDIT: Final = 3
ASK_REPORT: Final = 4
ASK_CHOOSE: Final = 5
ASK_DOUBLE: Final = 6
PROMPTS: Final = ("main", "stammer", "purge", "discredit", "report", "choose", "double")

# Empty zones share this one: nothing is ever written into a zone of no cards, it is replaced.
NO_CARDS: Final = zeros(0)


class Side:
    """One player's cards and counters. Deck and hand are bags; `top` lies on the deck, last above
    (CO-58). `known` is the part of the hand that everyone can deduce. `order` is the hand as it was
    drawn, from the draw to the end of the Stammer that may follow: nobody is shown it, and only an
    absent player's discards depend on it."""

    def __init__(self) -> None:
        self.deck: vec[i64] = NO_CARDS
        self.deck_n: i64 = 0
        self.top: vec[i64] = NO_CARDS
        self.hand: vec[i64] = NO_CARDS
        self.hand_n: i64 = 0
        self.known: vec[i64] = NO_CARDS
        self.order: vec[i64] = NO_CARDS  # oldest first
        self.discard: vec[i64] = NO_CARDS  # oldest first
        self.front: vec[i64] = NO_CARDS  # in order of placement
        self.wit: i64 = WIT
        self.stammer: i64 = 0
        self.turns: i64 = 0  # completed

    def copy(self) -> "Side":
        other = Side()
        other.deck = self.deck[:]
        other.deck_n = self.deck_n
        if len(self.top) > 0:
            other.top = self.top[:]
        other.hand = self.hand[:]
        other.hand_n = self.hand_n
        other.known = self.known[:]
        if len(self.order) > 0:
            other.order = self.order[:]
        if len(self.discard) > 0:
            other.discard = self.discard[:]
        if len(self.front) > 0:
            other.front = self.front[:]
        other.wit = self.wit
        other.stammer = self.stammer
        other.turns = self.turns
        return other

    def put(
        self,
        deck: list[int],
        hand: list[int],
        known: list[int],
        order: list[int],
        top: list[int],
        discard: list[int],
        front: list[int],
    ) -> None:
        """Lay cards where a text form or a belief wants them; the first three are bags. (Vectors
        are made here: one that interpreted code hands over is never freed.)"""
        self.deck = pack(deck)
        self.deck_n = total(self.deck)
        self.hand = pack(hand)
        self.hand_n = total(self.hand)
        self.known = pack(known)
        self.order = pack(order)
        self.top = pack(top)
        self.discard = pack(discard)
        self.front = pack(front)

    def key(self) -> list[int]:
        out: list[int] = [self.wit, self.stammer, self.turns]
        zones = (self.deck, self.top, self.hand, self.known, self.order, self.discard, self.front)
        for zone in zones:
            out.append(len(zone))
            out.extend(list(zone))
        return out


class State(Position):
    """All zones and counters of a match."""

    def __init__(self, deck: Deck, terms: Terms) -> None:
        super().__init__(2)  # CO-1
        self.deck = deck
        self.terms = terms
        self.sides: list[Side] = []
        self.first: i64 = 0
        self.active: i64 = 0
        self.a: i64 = 0  # pool of Assertion
        self.r: i64 = 0  # pool of Reach
        self.pages: i64 = 0  # Front Pages not used yet (CO-58)
        self.step: i64 = 0  # of a phased turn: 0 play, 1 attack, 2 buy
        self.row: vec[i64] = NO_CARDS
        self.market: vec[i64] = NO_CARDS  # a bag
        self.market_n: i64 = 0
        self.students: i64 = 0
        self.gone: vec[i64] = NO_CARDS  # eliminated cards, a bag
        self.slots: vec[i64] = NO_CARDS
        self.stack: vec[i64] = NO_CARDS
        self.waiting: vec[i64] = NO_CARDS  # AU-5, the next one last
        self.bought: vec[i64] = NO_CARDS  # cards with a limit, bought this turn (AU-11)
        self.doubled: vec[i64] = NO_CARDS  # AU-8: what Reach of a cohort is multiplied by
        self.asking: i64 = MAIN
        self.left: i64 = 0  # cards still to be chosen in this prompt
        self.winner: i64 = NOBODY_WON
        self.conceded: bool = False
        self.menu: vec[i64] = NO_CARDS  # the options now, once somebody wanted them
        self.menu_n: i64 = 0
        self.fresh: bool = False
        self.drawn: list[str] = []  # since the last event that told of it

    def lay_out(self) -> None:
        """Everything in its box: empty sides, a full market, nothing dealt."""
        designs = len(self.deck.cards)
        self.sides = [Side(), Side()]
        for side in self.sides:
            side.deck = self.deck.starters[:]  # CO-10
            side.deck_n = total(side.deck)
            side.hand = zeros(designs)
            side.known = zeros(designs)
        self.set_market(self.deck.market[:])
        self.row = filled(ROW, EMPTY)
        self.students = self.deck.students
        self.gone = zeros(designs)
        self.doubled = filled(NO_COHORT + 1, 1)

    def set_market(self, bag: vec[i64]) -> None:
        self.market = bag
        self.market_n = total(bag)

    def put_table(self, row: list[int], market: list[int], gone: list[int]) -> None:
        """Like `Side.put`, for what belongs to nobody."""
        self.row = pack(row)
        self.set_market(pack(market))
        self.gone = pack(gone)

    def put_turn(
        self,
        slots: list[int],
        stack: list[int],
        waiting: list[int],
        bought: list[int],
        doubled: list[int],
    ) -> None:
        """Like `Side.put`, for what is under way."""
        self.slots = pack(slots)
        self.stack = pack(stack)
        self.waiting = pack(waiting)
        self.bought = pack(bought)
        self.doubled = pack(doubled)

    def copy_into(self, other: "State") -> None:
        """Everything but listeners."""
        carry_over(self, other)
        other.sides = [self.sides[0].copy(), self.sides[1].copy()]
        other.first = self.first
        other.active = self.active
        other.a = self.a
        other.r = self.r
        other.pages = self.pages
        other.step = self.step
        other.row = self.row[:]
        other.market = self.market[:]
        other.market_n = self.market_n
        other.students = self.students
        other.gone = self.gone[:]
        if len(self.slots) > 0:
            other.slots = self.slots[:]
        if len(self.stack) > 0:
            other.stack = self.stack[:]
        if len(self.waiting) > 0:
            other.waiting = self.waiting[:]
        if len(self.bought) > 0:
            other.bought = self.bought[:]
        other.doubled = self.doubled[:]
        other.asking = self.asking
        other.left = self.left
        other.winner = self.winner
        other.conceded = self.conceded

    def key(self) -> list[int]:
        out: list[int] = [
            1 if self.over else 0,
            self.first,
            self.active,
            self.a,
            self.r,
            self.pages,
            self.step,
            self.students,
            self.asking,
            self.left,
            self.winner + 1,
            1 if self.conceded else 0,
        ]
        for side in self.sides:
            out.extend(side.key())
        for zone in (self.row, self.market, self.gone, self.slots, self.stack, self.waiting):
            out.append(len(zone))
            out.extend([n & 0xFFFFFFFF for n in list(zone)])
        out.extend(list(self.bought))
        out.extend(list(self.doubled))
        return out


def tell(s: State, kind: str, data: dict[str, object]) -> None:
    """Something that everyone sees."""
    if s.events is not None:
        s.events.append(Event(kind, data))


def name_of(s: State, face: i64) -> str:
    return s.deck.cards[face].id


def names_of(s: State, faces: vec[i64]) -> list[str]:
    return [s.deck.cards[face].id for face in faces]


def mine(s: State) -> Side:
    """The cards of the player whose turn it is."""
    return s.sides[s.active]


# --- moving cards ---------------------------------------------------------------------------------


def leave_hand(side: Side, face: i64) -> None:
    """A card leaves the hand for all to see."""
    side.hand[face] -= 1
    side.hand_n -= 1
    if side.known[face] > 0:
        side.known[face] -= 1


def without(faces: vec[i64], face: i64) -> vec[i64]:
    """The list without the first copy of a card."""
    n: i64 = len(faces) - 1
    if n == 0:
        return NO_CARDS
    out = zeros(n)
    found: i64 = 0
    for i in range(n):
        if found == 0 and faces[i] == face:
            found = 1
        out[i] = faces[i + found]
    return out
