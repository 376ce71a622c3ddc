"""The cards that lie in front of the players: what each did this turn, and what it is worth.

A slot is a card in front of the active player with what it did this turn: SLOT numbers each, in the
order of placement. The other player has only sources there, and they did nothing.
"""

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from .cards import Card
from .state import EMPTY, State, mine, name_of, tell, without

SLOT: Final = 6
FLAGS: Final = 0
LEFT: Final = 1  # Demonstration: what may still be converted (CO-59)
GAVE_A: Final = 2  # what the card has yielded this turn (AU-3, AU-4)
GAVE_R: Final = 3
TIMES_A: Final = 4  # what later yields are multiplied by
TIMES_R: Final = 5

ACTIVE: Final = 1  # activated this turn
PLAYED: Final = 2  # put in front this turn (AU-1)
GONE: Final = 4  # eliminated since; the slot stays, for what was played stays true (AU-1)
RALLIED: Final = 8
MASSED: Final = 16
COUNTING: Final = 32  # AU-2: gains from later cards of its cohort
PAIRING: Final = 64  # AU-3: waits for another card with its tag


def slot(s: State, at: i64, what: i64) -> i64:
    return s.slots[at * SLOT + what]


def has(s: State, at: i64, flag: i64) -> bool:
    return s.slots[at * SLOT + FLAGS] & flag != 0


def mark(s: State, at: i64, flag: i64) -> None:
    s.slots[at * SLOT + FLAGS] |= flag


def unmark(s: State, at: i64, flag: i64) -> None:
    s.slots[at * SLOT + FLAGS] &= ~flag


def add_slot(s: State, flags: i64, times_r: i64) -> None:
    slots = append(s.slots, flags)
    slots = append(slots, 0)
    slots = append(slots, 0)
    slots = append(slots, 0)
    slots = append(slots, 1)
    s.slots = append(slots, times_r)


def card_at(s: State, at: i64) -> Card:
    """The card in a slot."""
    return s.deck.cards[mine(s).front[at]]


def find_copy(s: State, face: i64, number: i64) -> i64:
    """The slot of a numbered copy, or EMPTY."""
    for at, other in enumerate(mine(s).front):
        if other == face and not has(s, at, GONE):
            if number == 0:
                return at
            number -= 1
    return EMPTY


def members(s: State, at: i64, cohort: i64) -> i64:
    """Other cards in front that belong to a cohort: Backup too (CO-51), and sources that stand
    from earlier turns (CA-33)."""
    count: i64 = 0
    for i, face in enumerate(mine(s).front):
        if i != at:
            card = s.deck.cards[face]
            if (card.cohort == cohort or card.backup) and not has(s, i, GONE):
                count += 1
    return count


# --- sources --------------------------------------------------------------------------------------


def backing(s: State, seat: i64, face: i64) -> i64:
    """CO-6; AU-10: more while another source of a cohort stands beside it."""
    card = s.deck.cards[face]
    d = card.d
    for i, cohort in enumerate(card.more_of):
        beside: i64 = 0
        for other_face in s.sides[seat].front:
            other = s.deck.cards[other_face]
            if other.source and other.cohort == cohort:
                beside += 1
        if card.cohort == cohort:
            beside -= 1  # itself
        if beside > 0:
            d += card.more_d[i]
    return d


def lose_source(s: State, seat: i64, face: i64) -> None:
    """A source of the player who is not active falls: its first copy is discarded, not eliminated
    (CA-12)."""
    side = s.sides[seat]
    side.front = without(side.front, face)
    side.discard = append(side.discard, face)


# --- points ---------------------------------------------------------------------------------------


def yield_points(s: State, at: i64, a: i64, r: i64) -> None:
    """A card gives points, multiplied as AU-3 and AU-8 say."""
    give(s, at, a * slot(s, at, TIMES_A), r * slot(s, at, TIMES_R))


def give(s: State, at: i64, a: i64, r: i64) -> None:
    """CO-28: points add up, whatever becomes of the card."""
    s.a += a
    s.r += r
    s.slots[at * SLOT + GAVE_A] += a
    s.slots[at * SLOT + GAVE_R] += r


def bonus(s: State, at: i64, a: i64, r: i64) -> None:
    """Points beyond the printed values, told as such."""
    before_a, before_r = s.a, s.r
    yield_points(s, at, a, r)
    tell_points(s, at, s.a - before_a, s.r - before_r)


def tell_points(s: State, at: i64, a: i64, r: i64) -> None:
    if s.events is not None and (a != 0 or r != 0):
        card = name_of(s, mine(s).front[at])
        tell(s, "bonus", {"seat": s.active, "card": card, "a": a, "r": r})
