"""What a seat may know: everything but the picks of the others under way (NG-1)."""

from msgspec import Struct


class NewgameView(Struct, frozen=True):
    """What is not listed here is not sent."""

    seat: int
    round: int
    rounds: int
    over: bool
    scores: tuple[int, ...]
    last: tuple[int, ...]  # the picks of the round before
    mine: int | None  # the viewer's own, once sealed
