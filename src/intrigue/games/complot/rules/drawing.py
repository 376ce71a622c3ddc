"""Drawing: the next card of a deck, the shuffle when it runs out, and who is told what."""

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, Chance, bit
from intrigue.kernel.position import Event

from .state import EMPTY, NO_CARDS, Side, State, name_of, tell

DECKS: Final = ("deck 1", "deck 2")  # as chance knows them


def draw_face(s: State, seat: i64, chance: Chance, audience: i64) -> i64:
    """The next card of a player's deck, or EMPTY when nothing is left. What lies on top is known
    to everyone (CO-58); the rest has no order before it is drawn."""
    side = s.sides[seat]
    n = len(side.top)
    if n > 0:
        face = side.top[n - 1]
        side.top = side.top[: n - 1]
        return face
    if side.deck_n == 0:
        if len(side.discard) == 0:
            return EMPTY  # CA-25
        _reshuffle(s, seat, side)
    side.deck_n -= 1
    return chance.draw(DECKS[seat], side.deck, audience)


def _reshuffle(s: State, seat: i64, side: Side) -> None:
    """CO-49: the discard pile and nothing else (CA-26), when a card is needed and not before
    (CA-24). With the deck empty, everyone can tell what the hand holds."""
    tell_drawn(s, seat)
    for face in side.discard:
        side.deck[face] += 1
    side.deck_n = len(side.discard)
    side.discard = NO_CARDS
    side.known = side.hand[:]
    if s.events is not None:
        tell(s, "reshuffled", {"seat": seat, "count": side.deck_n})


def draw_cards(s: State, seat: i64, n: i64, chance: Chance, ordered: bool = False) -> None:
    """CO-53: one by one into the hand; `ordered` if a Stammer may ask which came first (CO-22)."""
    side = s.sides[seat]
    for _ in range(n):
        lying = len(side.top)
        face = draw_face(s, seat, chance, bit(seat))
        if face == EMPTY:
            break
        side.hand[face] += 1
        side.hand_n += 1
        if ordered:
            side.order = append(side.order, face)
        if lying > 0:
            side.known[face] += 1
            if s.events is not None:
                tell_drawn(s, seat)
                tell(s, "drew_top", {"seat": seat, "card": name_of(s, face)})
        elif s.events is not None:
            s.drawn.append(name_of(s, face))
    tell_drawn(s, seat)


def tell_drawn(s: State, seat: i64) -> None:
    """The player learns the cards, everyone else how many they were (CA-39)."""
    if s.events is not None and len(s.drawn) > 0:
        cards = sorted(s.drawn)
        hint = Event("drew_hidden", {"seat": seat, "count": len(cards)}, EVERYONE)
        s.events.append(Event("drew", {"seat": seat, "cards": cards}, bit(seat), hint))
        s.drawn = []
