"""What a seat may know of Emperor."""

from msgspec import Struct


class CondemnView(Struct, frozen=True):
    """A Condemn on the table. It falls at the end of `clock`'s first taken turn after `turn`."""

    id: int
    origin: int
    author: int
    target: int
    clock: int
    round: int
    turn: int
    on_emperor: bool
    locked: bool
    by_emperor: bool


class EmperorView(Struct, frozen=True):
    """Public state, and what the viewer alone knows: hand, own cards, cards seen, own answer.

    Unknown is None: a face that the viewer does not know, a card laid down unseen.
    """

    seat: int
    phase: str
    round: int
    turns: int  # taken so far
    direction: str | None  # "cw" or "ccw"; None until the Emperor has chosen
    chosen: str | None  # what he chose last
    emperor: int
    ring: tuple[int, ...]  # the living, clockwise from the Emperor
    pointer: int | None  # who took the last turn, or takes this one; None if dead
    gap: int | None  # then: the place in the ring before which the dead one sat
    candidate: int | None  # who comes next, as the ring stands
    accused: tuple[int, ...]
    condemns: tuple[CondemnView, ...]
    casts: int  # Condemns cast so far
    resolving: int | None  # id of the Condemn whose window is open
    strikers: tuple[int, ...]  # who condemned the Emperor this round
    parried: tuple[int, ...]  # … and was stopped
    deck: int
    pile: tuple[str | None, ...]  # the discard pile, bottom first
    sizes: tuple[int, ...]  # of all hands
    hand: tuple[str, ...]
    held: tuple[tuple[str, ...], ...]  # cards that I know each seat to hold
    cards: tuple[tuple[str | None, ...], ...]  # identity cards by seat and slot, as I know them
    face_up: tuple[tuple[bool, ...], ...]
    eyes: tuple[tuple[tuple[int, int], ...], ...]  # who knows which (seat, slot) of others
    notes: tuple[tuple[int, int], ...]  # I know of each seat: at least so many L, R
    side: str | None  # mine
    answer: int | None  # mine to the open window, as an act's number
    no_draw: bool  # laboratory: the Drawing Phase does nothing
    ending: str | None
