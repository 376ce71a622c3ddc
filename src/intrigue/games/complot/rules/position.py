"""A match of Complot as the kernel knows it: who is asked, and where each act is carried out."""

from mypy_extensions import i64

from intrigue.kernel.chance import Chance, Fast
from intrigue.kernel.position import Outcome, Prompt, Refusal

from ..view import ComplotView
from . import attacking, choices, ending, options, refusals, shown
from .acts import (
    ATTACK,
    BUY,
    CONCEDE,
    CONVERT,
    DISCARD_CARD,
    DISPOSE,
    END,
    HIT,
    PLAY,
    PLAY_ALL,
    amount_of,
    kind_of,
    thing_of,
)
from .answers import answer, stammer
from .buying import buy
from .lean import lean
from .playing import dispose, play, play_all
from .state import State
from .turns import end_turn


class Complot(State):
    """A match of Complot."""

    def copy(self) -> "Complot":
        other = Complot(self.deck, self.terms)
        self.copy_into(other)
        return other

    # --- who is asked, and what they may answer ---------------------------------------------------

    def next(self) -> i64:
        """Nobody but the player whose turn it is (CO-20, CA-21)."""
        if self.over:
            return -1
        return self.active

    def asked(self) -> list[int]:
        if self.over:
            return []
        return [self.active]

    def prompt(self, seat: i64) -> Prompt:
        return choices.prompt(self, seat)

    def width(self, seat: i64) -> i64:
        return options.width(self, seat)

    def nth(self, seat: i64, k: i64) -> i64:
        return options.nth(self, k)

    def is_free(self, act: i64) -> bool:
        return act == CONCEDE  # CA-43: at any time, by either

    def undoable(self, seat: i64, act: i64) -> bool:
        """Whatever asks chance nothing tells a player nothing new in the own turn."""
        return kind_of(act) not in (END, CONCEDE)

    def default(self, seat: i64, chance: Chance) -> i64:
        return options.default(self, seat)

    def lean(self, seat: i64, chance: Fast) -> i64:
        return lean(self)

    # --- judging and changing ---------------------------------------------------------------------

    def check(self, seat: i64, act: i64) -> Refusal | None:
        return refusals.check(self, seat, act)

    def apply(self, seat: i64, act: i64, chance: Chance) -> None:
        self.fresh = False
        kind = kind_of(act)
        thing = thing_of(act)
        if kind == PLAY:
            play(self, thing, chance)
        elif kind == END:
            end_turn(self, chance)
        elif kind == HIT:
            attacking.hit(self, amount_of(act))
        elif kind == BUY:
            buy(self, thing, chance)
        elif kind == ATTACK:
            attacking.attack(self, thing)
        elif kind == PLAY_ALL:
            play_all(self, chance)
        elif kind == CONVERT:
            attacking.convert(self, thing, amount_of(act))
        elif kind == DISPOSE:
            dispose(self, thing, chance)
        elif kind == CONCEDE:
            ending.concede(self, seat)
        elif kind == DISCARD_CARD:
            stammer(self, thing, chance)
        else:
            answer(self, kind, thing, amount_of(act), chance)

    # --- showing ----------------------------------------------------------------------------------

    def view(self, viewer: i64) -> ComplotView:
        return shown.view(self, viewer)

    def outcome(self) -> Outcome | None:
        return ending.outcome(self)
