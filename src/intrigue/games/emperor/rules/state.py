"""The whole truth of a match of Emperor, and how it is read. Nothing here changes it.

Vectors marked "replaced" are never changed in place: copies of a position share them.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.position import Position, carry_over
from intrigue.kernel.sealed import Sealed
from intrigue.kernel.vecs import zeros

from .cards import EMPTY, FACES, LOYAL, REBEL
from .terms import Terms

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
TURN_CAP: Final = 4  # EM-74
ENDINGS: Final = ("", "emperor_dead", "no_rebels", "round_cap", "turn_cap")
ENDING_RULES: Final = ("", "EM-71", "EM-72", "EM-74", "EM-74")

HAND_LIMIT: Final = 2  # EM-26

FACE: Final = 15  # the card of an entry of the discard pile
FACE_DOWN: Final = 16  # times one plus who laid it down (`open_discard` off)
NO_GAP: Final = -1
CERTAIN: Final = 99  # of `odds`: beyond doubt


class Condemn:
    """A Condemn on the table: a record that never changes; a counter puts another in its place.

    `origin` cast it; `author` is whom a counter would strike; it falls at the end of
    `clock`'s first taken turn after `turn`.
    """

    def __init__(
        self,
        id: i64,
        origin: i64,
        author: i64,
        target: i64,
        clock: i64,
        round: i64,
        turn: i64,
        on_emperor: bool,
        locked: bool,
        by_emperor: bool,
    ) -> None:
        self.id: i64 = id
        self.origin: i64 = origin
        self.author: i64 = author
        self.target: i64 = target
        self.clock: i64 = clock
        self.round: i64 = round
        self.turn: i64 = turn
        self.on_emperor = on_emperor  # EM-68: cast on the Emperor, whomever it strikes now
        self.locked = locked  # EM-69
        self.by_emperor = by_emperor  # EM-65

    def turned(self, by: i64) -> "Condemn":
        """EM-64: against its author; clock and due time stay."""
        return Condemn(
            self.id,
            self.origin,
            by,
            self.author,
            self.clock,
            self.round,
            self.turn,
            self.on_emperor,
            self.locked,
            self.by_emperor,
        )

    def numbers(self) -> list[int]:
        """For a position's key."""
        return [
            self.id,
            self.origin,
            self.author,
            self.target,
            self.clock,
            self.round,
            self.turn,
            (1 if self.on_emperor else 0)
            + (2 if self.locked else 0)
            + (4 if self.by_emperor else 0),
        ]


class State(Position):
    """Everything that a match of Emperor is made of. Identity card `3 * seat + slot`."""

    def __init__(self, seats: i64, terms: Terms) -> None:
        super().__init__(seats)
        none = zeros(0)
        self.terms = terms
        self.emperor: i64 = 0
        self.faces: vec[i64] = none  # of all identity cards; replaced, at a Shuffle or Swap (EM-9)
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
        self.odds: vec[i64] = none  # that a seat is a Rebel, as its acts told: see `lean`; replaced

    def copy_into(self, other: "State") -> None:
        carry_over(self, other)
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
        other.odds = self.odds

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


def three_of(s: State, seat: i64) -> str:
    """A player's identity cards as letters."""
    return "".join([FACES[s.faces[3 * seat + slot]] for slot in range(3)])


def is_up(s: State, card: i64) -> bool:
    return (s.up >> card) & 1 == 1


def is_accused(s: State, seat: i64) -> bool:
    return (s.accused >> seat) & 1 == 1


def alive(s: State, seat: i64) -> bool:
    return (s.out >> (3 * seat)) & 1 == 0


def in_window(s: State) -> bool:
    """Whether everyone is asked at once."""
    return s.phase == SLOT or s.phase == RESOLVE


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
