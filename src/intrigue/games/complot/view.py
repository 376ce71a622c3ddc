"""What a seat may know of Complot: everything but hands, and decks have no order to know."""

from msgspec import Struct


class Slot(Struct, frozen=True):
    """A card in front of a player. The rest is about this turn and the player whose turn it is."""

    card: str
    flags: int = 0
    convert: int = 0  # Demonstration still open
    gave: tuple[int, int] = (0, 0)  # Assertion and Reach given this turn
    times: tuple[int, int] = (1, 1)


class Frame(Struct, frozen=True):
    """What is under way, the innermost last: standing sources, a card's effects, waiting cards."""

    kind: str
    at: int
    effects: int
    next: int


class ComplotView(Struct, frozen=True):
    """Public state, and the viewer's own hand."""

    seat: int
    first: int
    active: int
    phase: str  # the open prompt: "main", "stammer", "purge"…, or "over"
    left: int  # cards still to be chosen in it
    step: int  # of a phased turn
    assertion: int
    reach: int
    pages: int  # Front Pages not used yet
    wit: tuple[int, int]
    stammer: tuple[int, int]
    turns: tuple[int, int]
    hand: tuple[str, ...] | None
    hands: tuple[int, int]
    known: tuple[tuple[str, ...], tuple[str, ...]]  # what everyone can tell is in a hand
    decks: tuple[int, int]
    held: tuple[tuple[str, ...], tuple[str, ...]]  # deck and hand together, sorted: public
    tops: tuple[tuple[str, ...], tuple[str, ...]]  # on top of a deck, next one last
    discards: tuple[tuple[str, ...], tuple[str, ...]]  # oldest first
    fronts: tuple[tuple[Slot, ...], tuple[Slot, ...]]
    row: tuple[str | None, ...]
    market: int
    students: int
    eliminated: tuple[str, ...]
    waiting: tuple[str, ...]
    bought: tuple[str, ...]  # cards with a limit, bought this turn
    doubled: tuple[int, ...]
    stack: tuple[Frame, ...]
    winner: int | None
    conceded: bool
