"""Words at the table, and which seats they are for. Who may read them is whoever sat there when
they were said: see `Room.may_read`."""

import unicodedata

import msgspec
from msgspec import Struct

from ..errors import ServerError
from ..wire.frames import Note

MOST_LINES = 2000  # of a seat: to others, and as many to itself


class Spoken(Struct, frozen=True):
    """One line, as it is stored. `readers` are seats; None is everyone, spectators too."""

    number: int
    at: float
    after: int
    seat: int
    readers: list[int] | None
    text: str
    note: Note | None = None

    @property
    def publishable(self) -> bool:
        """Whether it may be known after the end, if those whom it concerns agree. Notes to self
        stay so; what the table said stands in the record anyway."""
        return self.note is None and (self.readers is None or len(self.readers) > 1)

    @property
    def to(self) -> list[int] | None:
        """Whom it was said to; nobody for a note to self."""
        return None if self.readers is None else [r for r in self.readers if r != self.seat]


def clean(text: str) -> str:
    """Plain text: no control characters, nothing that turns the line around."""
    kept = "".join(
        c for c in text if c in "\n\u200d" or unicodedata.category(c) not in ("Cc", "Cf", "Cs")
    ).strip()
    if not kept:
        raise ServerError("empty_talk")
    return kept


def readers(seat: int, to: list[int] | None, press: str, seats: int) -> list[int] | None:
    """Who may read a line; raises `ServerError` if the table does not allow it."""
    if to is None:
        if press == "none":
            raise ServerError("press_none")
        return None
    others = sorted(set(to) - {seat})
    if any(other >= seats for other in others):
        raise ServerError("no_seat")
    if others and press != "all":
        raise ServerError("press_public" if press == "public" else "press_none")
    return sorted({seat, *others})


def dump(who: list[int] | None) -> str | None:
    return None if who is None else msgspec.json.encode(who).decode()


def load(who: str | None) -> list[int] | None:
    return None if who is None else msgspec.json.decode(who, type=list[int])
