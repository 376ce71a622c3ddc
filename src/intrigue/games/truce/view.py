"""What a seat may know of Truce: everything but the orders under way (TR-37, TR-42)."""

from msgspec import Struct


class Order(Struct, frozen=True):
    """A past order as it was submitted; an invalid one counted as Pass (TR-9)."""

    kind: str
    target: int | None
    valid: bool


class TruceView(Struct, frozen=True):
    """Public state, and the viewer's own sealed order."""

    seat: int
    phase: str  # "orders" or "over"
    round: int
    rounds: int
    initial_stash: int
    spoils_remainder: str
    cycle_outsiders: str
    gifts: bool  # whether gifts can be made now
    gifts_option: bool
    reveal: str
    ready_flags: str
    stash: int
    removed: int
    supply: tuple[int, ...]
    spoils: tuple[int, ...]
    supporters: tuple[int, ...]  # of the last round that was revealed
    past: tuple[tuple[Order, ...], ...]
    order: Order | None  # the viewer's own, once sealed
