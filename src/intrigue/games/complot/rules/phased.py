"""CA-7: the parts of a main part, for a table that plays, attacks and buys in this order."""

from typing import Final

from mypy_extensions import i64

from .state import State

PLAYING: Final = 0
ATTACKING: Final = 1
BUYING: Final = 2


def closed(s: State, part: i64) -> bool:
    """Whether acts of this part come too late now."""
    return s.terms.phased and s.step > part


def advance(s: State, part: i64) -> None:
    """The first act of a later part closes the earlier ones."""
    if s.terms.phased:
        s.step = part
