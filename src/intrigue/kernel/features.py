"""What programs that learn get of a game: an observation of fixed size, and a fixed table of acts.

Both are made from a seat's view and nothing else, so they show no more than the view does. Seats
are told from the viewer's place: 0 is the viewer, 1 whoever sits next. So what is learned at one
seat is good for all.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from .batch import Writer

if TYPE_CHECKING:
    from .game import Game, Setup


class Slot(Struct, frozen=True):
    """A named part of an observation: `size` numbers from 0 to `high`. In a `category` each number
    is the name of something, and says nothing of more or less."""

    name: str
    size: int = 1
    high: int = 1
    category: bool = False


class Features:
    """The observations and acts of one table. A game declares its own, beside its view."""

    def __init__(self, game: "Game", setup: "Setup") -> None:
        self.game = game
        self.setup = setup

    # --- what a game declares -------------------------------------------------------------------

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """What stands where in an observation."""
        raise NotImplementedError

    @cached_property
    def table(self) -> tuple[int, ...]:
        """The acts that can be chosen, as seat 0 would do them. A game may leave out what nobody
        needs, as long as everybody who is asked has an act left."""
        raise NotImplementedError

    def read(self, view: Any) -> list[int]:
        """The observation of the seat that sees this: the numbers of all slots in order."""
        raise NotImplementedError

    def turned(self, act: int, by: int) -> int:
        """The same act done `by` seats further round the table: whom it names moves along."""
        return act

    def listed(self, view: Any, act: int) -> int:
        """An act of the seat that sees this, as the table lists it."""
        return self.turned(act, -view.seat)

    def meant(self, view: Any, listed: int) -> int:
        """The act that the seat that sees this means by one of the table."""
        return self.turned(listed, view.seat)

    def writer(self) -> Writer:
        """The same straight from positions. A game says how, where it must be quick."""
        return Writer(self)

    def spared(self, act: int) -> bool:
        """Whether the table leaves an option out."""
        return False

    # --- what follows from it -------------------------------------------------------------------

    @cached_property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(slot.size for slot in self.slots)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The table of acts as text, where players are called by their distance: `attack +1`."""
        names = tuple(f"+{distance}" for distance in range(self.setup.seats))
        setup = replace(self.setup, names=names)
        return tuple(self.game.spell(setup, act) for act in self.table)

    @cached_property
    def _indices(self) -> dict[int, int]:
        return {act: index for index, act in enumerate(self.table)}

    def index(self, view: Any, act: int) -> int:
        """Where an act of the seat that sees this stands in the table; -1: nowhere."""
        return self._indices.get(self.listed(view, act), -1)

    def act(self, view: Any, index: int) -> int:
        """What the seat that sees this does by the act that stands there."""
        return self.meant(view, self.table[index])

    def mask(self, view: Any, options: Iterable[int]) -> list[int]:
        """For each act of the table, 1 if it is one of these options."""
        out = [0] * len(self.table)
        for act in options:
            index = self.index(view, act)
            if index >= 0:
                out[index] = 1
        return out

    def named(self, numbers: Sequence[int]) -> dict[str, list[int]]:
        """An observation by the names of its slots."""
        out, at = {}, 0
        for slot in self.slots:
            out[slot.name] = list(numbers[at : at + slot.size])
            at += slot.size
        return out
