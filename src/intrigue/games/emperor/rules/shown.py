"""A position as one viewer may know it, field by field."""

from mypy_extensions import i64

from ..view import CondemnView, EmperorView
from .cards import CARDS, FACES, LOYAL, REBEL, SIDES, names_in, size_of
from .knowledge import knows, note
from .ring import candidate_of
from .state import (
    DIRECT,
    ENDINGS,
    FACE,
    FACE_DOWN,
    OVER,
    PHASES,
    Condemn,
    State,
    in_window,
    is_up,
    side_of,
)


def show(s: State, viewer: i64) -> EmperorView:
    me = viewer >= 0
    seats = [int(seat) for seat in range(s.seats)]
    own: int | None = None
    if me and in_window(s) and s.window.answers[viewer] >= 0:
        own = s.window.answers[viewer]
    return EmperorView(
        seat=viewer,
        phase=PHASES[s.phase],
        round=s.round,
        turns=s.turns,
        direction=_way(s.direction),
        chosen=_way(s.chosen),
        emperor=s.emperor,
        ring=tuple(s.ring),
        pointer=s.pointer if s.pointer >= 0 else None,
        gap=s.gap if s.gap >= 0 else None,
        candidate=None if s.phase in (DIRECT, OVER) else candidate_of(s),
        accused=_seats(s, s.accused),
        condemns=tuple([_condemn(condemn) for condemn in s.pending]),
        casts=s.casts,
        resolving=s.resolving if s.resolving > 0 else None,
        strikers=_seats(s, s.strikers),
        parried=_seats(s, s.parried),
        deck=s.left,
        pile=tuple([_laid(entry, viewer) for entry in list(s.pile)]),
        sizes=tuple([int(size_of(hand)) for hand in list(s.hands)]),
        hand=tuple(names_in(s.hands[viewer])) if me else (),
        held=tuple([tuple(names_in(s.known[viewer * s.seats + v]) if me else []) for v in seats]),
        cards=tuple([_cards(s, viewer, seat) for seat in seats]),
        face_up=tuple([tuple([is_up(s, 3 * v + i) for i in range(3)]) for v in seats]),
        eyes=tuple([_eyes(s, seat) for seat in seats]),
        notes=tuple([_note(s, viewer, seat) for seat in seats]),
        side=SIDES[side_of(s, viewer)] if me else None,
        answer=own,
        no_draw=s.no_draw,
        ending=ENDINGS[s.ending] if s.over else None,
    )


def _way(direction: i64) -> str | None:
    return None if direction == 0 else "cw" if direction > 0 else "ccw"


def _seats(s: State, mask: i64) -> tuple[int, ...]:
    return tuple([seat for seat in range(s.seats) if (mask >> seat) & 1 == 1])


def _condemn(condemn: Condemn) -> CondemnView:
    return CondemnView(
        condemn.id,
        condemn.origin,
        condemn.author,
        condemn.target,
        condemn.clock,
        condemn.round,
        condemn.turn,
        condemn.on_emperor,
        condemn.locked,
        condemn.by_emperor,
    )


def _laid(entry: i64, viewer: i64) -> str | None:
    """A card of the pile: open, one's own, or unseen."""
    owner = entry // FACE_DOWN - 1
    if owner >= 0 and owner != viewer:
        return None
    return CARDS[entry & FACE]


def _cards(s: State, viewer: i64, owner: i64) -> tuple[str | None, ...]:
    out: list[str | None] = []
    for slot in range(3):
        card = 3 * owner + slot
        out.append(FACES[s.faces[card]] if s.over or knows(s, viewer, card) else None)
    return tuple(out)


def _note(s: State, viewer: i64, owner: i64) -> tuple[int, int]:
    if viewer < 0:
        return (0, 0)
    return (note(s, viewer, owner, LOYAL), note(s, viewer, owner, REBEL))


def _eyes(s: State, viewer: i64) -> tuple[tuple[int, int], ...]:
    mask = s.eyes[viewer]
    return tuple([(c // 3, c % 3) for c in range(3 * s.seats) if (mask >> c) & 1 == 1])
