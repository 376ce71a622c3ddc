"""Setting up: who begins, the row, and the first hands."""

from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, Chance
from intrigue.kernel.vecs import filled

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
