"""What lies where in Complot, and how cards and points move: zones, drawing, pools, slots.

No rule of a turn stands here; `effects` runs the cards, `rules` the turn.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, Chance, bit
from intrigue.kernel.position import Event, Position
from intrigue.kernel.vecs import filled, pack, total, zeros

from .acts import ROW
from .deck import NO_COHORT, Card, Deck

WIT: Final = 50  # CO-14
HAND_SIZE: Final = 5  # CO-48
EMPTY: Final = -1  # a slot of the row without a card
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

# A slot is a card in front of the active player, with what it did this turn: SLOT numbers each.
SLOT: Final = 6
FLAGS: Final = 0
LEFT: Final = 1  # Demonstration: what may still be converted (CO-59)
GAVE_A: Final = 2  # what the card has yielded this turn (AU-3, AU-4)
GAVE_R: Final = 3
TIMES_A: Final = 4  # what later yields are multiplied by
TIMES_R: Final = 5

ACTIVE: Final = 1  # activated this turn
PLAYED: Final = 2  # put in front this turn (AU-1)
GONE: Final = 4  # eliminated since; the slot stays, for what was played stays true
RALLIED: Final = 8
MASSED: Final = 16
COUNTING: Final = 32  # AU-2: gains from later cards of its cohort
PAIRING: Final = 64  # AU-3: waits for another card with its tag

# A frame of the effect stack: FRAME numbers.
FRAME: Final = 4
F_START: Final = 0  # activate standing sources from slot x on
F_EFFECTS: Final = 1  # card in slot x, operation list y, next operation z
F_WAITING: Final = 2  # play x more of the waiting cards (AU-5)

DECKS: Final = ("deck 1", "deck 2")  # as chance knows them

# Empty zones share this one: nothing is ever written into a zone of no cards, it is replaced.
NO_CARDS: Final = zeros(0)


class Terms:
    """The table's options as rules read them. Never changes."""

    def __init__(
        self, phased: bool, sources_once: bool, stammer_cap: i64, turn_cap: i64, first_draw: i64
    ) -> None:
        self.phased = phased  # CA-7
        self.sources_once = sources_once  # CA-13
        self.stammer_cap: i64 = stammer_cap  # CA-22
        self.turn_cap: i64 = turn_cap  # CA-40
        self.first_draw: i64 = first_draw  # CA-3


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
        other.over = self.over
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

    # --- telling ----------------------------------------------------------------------------------

    def tell(self, kind: str, data: dict[str, object]) -> None:
        """Something that everyone sees."""
        if self.events is not None:
            self.events.append(Event(kind, data))

    def name(self, face: i64) -> str:
        return self.card(face).id

    def names(self, faces: vec[i64]) -> list[str]:
        return [self.card(face).id for face in list(faces)]

    def card(self, face: i64) -> Card:
        return self.deck.cards[face]

    # --- drawing ----------------------------------------------------------------------------------

    def draw_face(self, seat: i64, chance: Chance, audience: i64) -> i64:
        """CO-49: the next card of a player's deck, or EMPTY when nothing is left. What lies on
        top is known to everyone; the rest has no order before it is drawn."""
        side = self.sides[seat]
        n = len(side.top)
        if n > 0:
            face = side.top[n - 1]
            side.top = side.top[: n - 1]
            return face
        if side.deck_n == 0:
            if len(side.discard) == 0:
                return EMPTY  # CA-25
            self._reshuffle(seat, side)
        side.deck_n -= 1
        return chance.draw(DECKS[seat], side.deck, audience)

    def _reshuffle(self, seat: i64, side: Side) -> None:
        """CO-49, lazily (CA-24). With the deck empty, everyone can tell what the hand holds."""
        self.tell_drawn(seat)
        i: i64 = 0
        n = len(side.discard)
        while i < n:
            side.deck[side.discard[i]] += 1
            i += 1
        side.deck_n = n
        side.discard = NO_CARDS
        side.known = side.hand[:]
        if self.events is not None:
            self.tell("reshuffled", {"seat": seat, "count": n})

    def draw_cards(self, seat: i64, n: i64, chance: Chance, ordered: bool = False) -> None:
        """CO-53: one by one into the hand; `ordered` if a Stammer may ask which came first."""
        side = self.sides[seat]
        while n > 0:
            lying = len(side.top)
            face = self.draw_face(seat, chance, bit(seat))
            if face == EMPTY:
                break
            side.hand[face] += 1
            side.hand_n += 1
            if ordered:
                side.order = append(side.order, face)
            if lying > 0:
                side.known[face] += 1
                if self.events is not None:
                    self.tell_drawn(seat)
                    self.tell("drew_top", {"seat": seat, "card": self.name(face)})
            elif self.events is not None:
                self.drawn.append(self.name(face))
            n -= 1
        self.tell_drawn(seat)

    def tell_drawn(self, seat: i64) -> None:
        """The player learns the cards, everyone else how many they were."""
        if self.events is not None and len(self.drawn) > 0:
            cards = sorted(self.drawn)
            hint = Event("drew_hidden", {"seat": seat, "count": len(cards)}, EVERYONE)
            self.events.append(Event("drew", {"seat": seat, "cards": cards}, bit(seat), hint))
            self.drawn = []

    # --- moving cards -----------------------------------------------------------------------------

    def leave_hand(self, side: Side, face: i64) -> None:
        """A card leaves the hand for all to see."""
        side.hand[face] -= 1
        side.hand_n -= 1
        if side.known[face] > 0:
            side.known[face] -= 1

    def leave_discard(self, side: Side, face: i64) -> None:
        """The oldest copy leaves the discard pile."""
        side.discard = without(side.discard, face)

    def leave_front(self, seat: i64, face: i64) -> None:
        """A source of the player who is not active falls: its first copy goes to the discard."""
        side = self.sides[seat]
        side.front = without(side.front, face)
        side.discard = append(side.discard, face)  # CA-12

    def refill(self, slot: i64, chance: Chance) -> None:
        """CO-42: at once, as long as the market deck lasts."""
        if self.market_n == 0:
            self.row[slot] = EMPTY  # CA-19
            return
        self.market_n -= 1
        face = chance.draw("market", self.market, EVERYONE)
        self.row[slot] = face
        if self.events is not None:
            self.tell("refilled", {"slot": slot, "card": self.name(face)})

    # --- slots ------------------------------------------------------------------------------------

    def slot(self, s: i64, what: i64) -> i64:
        return self.slots[s * SLOT + what]

    def has(self, s: i64, flag: i64) -> bool:
        return self.slots[s * SLOT + FLAGS] & flag != 0

    def mark(self, s: i64, flag: i64) -> None:
        self.slots[s * SLOT + FLAGS] |= flag

    def unmark(self, s: i64, flag: i64) -> None:
        self.slots[s * SLOT + FLAGS] &= ~flag

    def add_slot(self, flags: i64, times_r: i64) -> None:
        slots = append(self.slots, flags)
        slots = append(slots, 0)
        slots = append(slots, 0)
        slots = append(slots, 0)
        slots = append(slots, 1)
        self.slots = append(slots, times_r)

    def eliminate_slot(self, s: i64) -> None:
        """CO-55: out of the game; what it gave stays (CO-28), it gains nothing further (AU-6)."""
        self.mark(s, GONE)
        self.gone[self.sides[self.active].front[s]] += 1

    def backing(self, seat: i64, face: i64) -> i64:
        """CO-6; AU-10: more while another source of a cohort stands beside it."""
        card = self.card(face)
        d = card.d
        i: i64 = 0
        n = len(card.more_of)
        while i < n:
            beside: i64 = 0
            front = self.sides[seat].front
            k: i64 = 0
            while k < len(front):
                other = self.card(front[k])
                if other.source and other.cohort == card.more_of[i]:
                    beside += 1
                k += 1
            if card.cohort == card.more_of[i]:
                beside -= 1  # itself
            if beside > 0:
                d += card.more_d[i]
            i += 1
        return d

    # --- points -----------------------------------------------------------------------------------

    def yield_points(self, s: i64, a: i64, r: i64) -> None:
        """A card gives points: CO-28, multiplied as AU-3 and AU-8 say."""
        self.give(s, a * self.slot(s, TIMES_A), r * self.slot(s, TIMES_R))

    def give(self, s: i64, a: i64, r: i64) -> None:
        self.a += a
        self.r += r
        self.slots[s * SLOT + GAVE_A] += a
        self.slots[s * SLOT + GAVE_R] += r

    def bonus(self, s: i64, a: i64, r: i64) -> None:
        """Points beyond the printed values, told as such."""
        before_a, before_r = self.a, self.r
        self.yield_points(s, a, r)
        self.tell_points(s, self.a - before_a, self.r - before_r)

    def tell_points(self, s: i64, a: i64, r: i64) -> None:
        if self.events is not None and (a != 0 or r != 0):
            card = self.name(self.sides[self.active].front[s])
            self.tell("bonus", {"seat": self.active, "card": card, "a": a, "r": r})


def without(faces: vec[i64], face: i64) -> vec[i64]:
    """The list without the first copy of a card."""
    n: i64 = len(faces) - 1
    if n == 0:
        return NO_CARDS
    out = zeros(n)
    found: i64 = 0
    i: i64 = 0
    while i < n:
        if found == 0 and faces[i] == face:
            found = 1
        out[i] = faces[i + found]
        i += 1
    return out
