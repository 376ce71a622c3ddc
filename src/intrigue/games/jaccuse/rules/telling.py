"""Telling what happens in J'Accuse, to everybody or to some, with cards as texts.

Whoever tells asks for `events` first, so that silent play does not even make the data.
"""

from mypy_extensions import i64

from intrigue.kernel.position import Event

from .cards import face_text
from .state import State


def tell(s: State, kind: str, data: dict[str, object]) -> None:
    """Something that everybody sees."""
    if s.events is not None:
        s.events.append(Event(kind, data))


def tell_only(
    s: State,
    kind: str,
    audience: i64,
    data: dict[str, object],
    outside: str = "",
    public: dict[str, object] | None = None,
) -> None:
    """Something that an audience sees, and what all others get instead."""
    if s.events is not None:
        hint: Event | None = None
        if public is not None:
            hint = Event(outside, public)
        s.events.append(Event(kind, data, audience, hint))


def text_of(s: State, face: i64) -> str:
    return face_text(face, s.terms.plain)


def texts_of(s: State, faces: list[int]) -> list[str]:
    return [face_text(face, s.terms.plain) for face in faces]
