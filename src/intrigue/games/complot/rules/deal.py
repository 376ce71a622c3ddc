"""Setting up: who begins, the row, and the first hands."""

from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, Chance
from intrigue.kernel.vecs import filled, total

from .acts import ROW
from .buying import refill
from .drawing import draw_cards
from .state import HAND_SIZE, State


def first_player(chance: Chance) -> i64:
    """CO-15, CA-29: fair and open."""
    return chance.draw("first", filled(2, 1), EVERYONE)


def deal(s: State, first: i64, chance: Chance) -> None:
    s.first = first
    s.active = first
    for slot in range(i64(ROW)):
        refill(s, slot, chance)  # CO-12
    draw_cards(s, first, s.terms.first_draw, chance)  # CO-16, CA-3
    draw_cards(s, 1 - first, HAND_SIZE, chance, True)


def deal_again(s: State, seat: i64, chance: Chance) -> None:
    """Another hand that everyone could believe in just as well: what is known of it stays, the rest
    is drawn again out of hand and deck."""
    side = s.sides[seat]
    for face, n in enumerate(side.hand):
        side.deck[face] += n - side.known[face]
    side.hand = side.known[:]
    for _ in range(side.hand_n - total(side.known)):
        side.hand[chance.draw("hand", side.deck)] += 1
    side.deck_n = total(side.deck)
    if len(side.order) > 0:
        bag = side.hand[:]
        for i in range(side.hand_n):
            side.order[i] = chance.draw("hand", bag)
