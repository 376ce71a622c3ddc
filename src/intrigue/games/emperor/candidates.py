"""Which options a search tries: cards of which a seat knows nothing are all the same to it."""

from collections.abc import Sequence

from .rules import acts
from .rules.acts import CARD, first_of, kind_of, other_slot_of, second_of, slot_of
from .rules.cards import INVESTIGATION, REVEAL, SWAP
from .view import EmperorView


def candidates(view: EmperorView, options: Sequence[int]) -> list[int]:
    """The first of all options that are alike."""
    kept: dict[object, int] = {}
    for act in options:
        kept.setdefault(_likeness(view, act), act)
    return list(kept.values())


def _likeness(view: EmperorView, act: int) -> object:
    """The same for two options that only differ in which unknown card of a player they mean."""
    kind = kind_of(act)
    if kind in (acts.INVESTIGATE, CARD + REVEAL):
        return kind, _card(view, first_of(act), slot_of(act))
    if kind == CARD + INVESTIGATION and second_of(act) != acts.NOBODY:
        one = _card(view, first_of(act), slot_of(act))
        other = _card(view, second_of(act), other_slot_of(act))
        return kind, one, other
    if kind == CARD + SWAP:
        given = _card(view, view.seat, other_slot_of(act))
        return kind, given, _card(view, first_of(act), slot_of(act))
    return act


def _card(view: EmperorView, owner: int, slot: int) -> tuple[int, str | None, bool]:
    return owner, view.cards[owner][slot], view.face_up[owner][slot]
