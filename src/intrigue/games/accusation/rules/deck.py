"""Cards on the move: the World Deck and its discard, hands, Public Works, and the pile."""

from mypy_extensions import i64

from intrigue.kernel.chance import NOBODY, Chance, bit
from intrigue.kernel.masks import lowest, size
from intrigue.kernel.position import Event

from .cards import WORKS
from .seats import players
from .state import State, tell


def draw_card(s: State, chance: Chance, audience: i64) -> i64:
    """The top card of the World Deck, or 0. It has no order before."""
    if s.deck == 0:
        if s.discard == 0:
            return 0  # AC-141
        s.deck = s.discard  # AC-140, AM-25
        s.discard = 0
        s.spent = 0
        if s.events is not None:
            tell(s, "reshuffled", {"cards": size(s.deck)})
    card = chance.pick("world", s.deck, audience)
    s.deck -= bit(card)
    return card


def deal(s: State, seat: i64, chance: Chance) -> None:
    """One Event into a hand."""
    card = draw_card(s, chance, bit(seat))
    if card > 0:
        s.hand[seat] += bit(card)
        if s.events is not None:
            outside = Event("drew", {"who": seat})
            s.events.append(Event("drew_card", {"card": card}, bit(seat), outside))


def to_discard(s: State, seat: i64, card: i64) -> None:
    """A card leaves a hand."""
    s.hand[seat] -= bit(card)
    if card >= WORKS:  # AC-132: to the supply, openly
        s.supply += bit(card)
        if s.events is not None:
            tell(s, "gave_works", {"who": seat})
        return
    s.discard += bit(card)
    if s.events is not None:
        outside = Event("discarded", {"who": seat})
        s.events.append(Event("discarded_card", {"card": card}, bit(seat), outside))


def take_works(s: State, seat: i64) -> None:
    """AC-130: the lowest from the supply; only its owner learns the number."""
    card = lowest(s.supply)
    s.supply -= bit(card)
    s.hand[seat] += bit(card)
    if s.events is not None:
        outside = Event("took_works", {"who": seat})
        s.events.append(Event("took_works_card", {"card": card}, bit(seat), outside))


def add_to_pile(s: State, chance: Chance) -> None:
    """AC-25, AC-31: a card of the World Deck, seen by nobody and on nobody's Tracker (AC-61, AM-4).
    The pile has no order before it is drawn from, so it need not be shuffled again (AC-54)."""
    card = draw_card(s, chance, NOBODY)
    if card > 0:
        s.pile += bit(card)
        if s.events is not None:
            tell(s, "world_card", {})


def unrevealed(s: State) -> i64:
    """How many cards the pile still has, the buried ones included."""
    return size(s.pile) + len(s.buried)


def reveal_target(s: State) -> i64:
    """AC-41: how many cards this round reveals: of the players now (AC-125), or of those with whom
    the round began (AM-15)."""
    return (players(s) if s.terms.adjust_now else s.crew) + s.extra
