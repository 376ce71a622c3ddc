"""The stack of what is under way, the innermost last.

A card whose effects ask nothing runs through at once; one that may ask keeps its place in a frame
of FRAME numbers, so that a position can be copied, shown and stored while a choice is open.
"""

from typing import Final

from librt.vecs import append
from mypy_extensions import i64

from .cards import Op
from .state import State

FRAME: Final = 4
F_START: Final = 0  # activate standing sources from slot x on
F_EFFECTS: Final = 1  # card in slot x, operation list y, next operation z
F_WAITING: Final = 2  # play x more of the waiting cards (AU-5)
FRAMES: Final = ("sources", "effects", "waiting")


def push(s: State, kind: i64, x: i64, y: i64, z: i64) -> None:
    stack = append(s.stack, kind)
    stack = append(stack, x)
    stack = append(stack, y)
    s.stack = append(stack, z)


def pop_frame(s: State) -> None:
    s.stack = s.stack[: len(s.stack) - FRAME]


def current(s: State) -> Op:
    """The operation whose choice is open."""
    base = len(s.stack) - FRAME
    return s.deck.lists[s.stack[base + 2]][s.stack[base + 3] - 1]


def current_slot(s: State) -> i64:
    """The slot of the card whose choice is open."""
    return s.stack[len(s.stack) - FRAME + 1]
