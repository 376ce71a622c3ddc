"""Deck and discard pile, and hands: cards are drawn, played, and laid down."""

from librt.vecs import append
from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit
from intrigue.kernel.position import Event
from intrigue.kernel.vecs import zeros

from .cards import (
    CARDS,
    EMPTY,
    KINDS_OF_CARDS,
    count_of,
    holds,
    minus,
    names_in,
    nth_kind,
    plus,
    size_of,
)
from .state import FACE_DOWN, State


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
    rest: i64 = EMPTY
    for viewer in range(n):
        place = viewer * n + owner
        if holds(known[place], card):
            known[place] = minus(known[place], card)
        rest |= known[place]
    s.known = known
    if rest == EMPTY:
        s.traced &= ~bit(owner)


def known_some_left(s: State, owner: i64) -> None:
    """A card left face down: of each face, one less is sure."""
    for card in range(i64(KINDS_OF_CARDS)):
        known_card_left(s, owner, card)


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
    """EM-21."""
    if s.left == 0:
        if len(s.pile) == 0:
            return  # EM-29
        _recycle(s)
    drawn = chance.draw("deck", s.deck, bit(seat))
    s.left -= 1
    s.hands[seat] = plus(s.hands[seat], drawn)
    if s.events is not None:
        unseen = Event("drew_unseen", {"who": seat})
        s.events.append(Event("drew", {"who": seat, "card": CARDS[drawn]}, bit(seat), unseen))


def _recycle(s: State) -> None:
    """EM-28: the discard pile becomes the deck."""
    for card in range(i64(KINDS_OF_CARDS)):
        s.deck[card] += count_of(s.laid, card)
    s.left = len(s.pile)
    s.pile = zeros(0)
    s.laid = EMPTY
    if s.events is not None:
        s.events.append(Event("recycled", {"count": s.left}))
