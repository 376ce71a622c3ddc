"""Seats: who is in the game, the order from the Speaker, and the Speaker card."""

from mypy_extensions import i64

from intrigue.kernel.masks import size

from .state import State, tell


def is_active(s: State, seat: i64) -> bool:
    return 0 <= seat < s.seats and (s.active >> seat) & 1 == 1


def players(s: State) -> i64:
    """How many players are active."""
    return size(s.active)


def left_of(s: State, seat: i64) -> i64:
    """The next player on the left; the seats of removed ones are skipped (AC-124)."""
    i = seat + 1
    while True:
        if i >= s.seats:
            i = 0
        if (s.active >> i) & 1 == 1 or i == seat:
            break
        i += 1
    return i


def from_speaker(s: State, i: i64) -> i64:
    """The i-th seat in seat order from the Speaker; removed ones count here."""
    seat = s.speaker + i
    return seat if seat < s.seats else seat - s.seats


def give_speaker(s: State, seat: i64) -> None:
    """By an effect; its holder cannot be given it (AM-12)."""
    if seat != s.speaker:
        s.speaker = seat
        s.moved = True  # AC-84: looked at when the batch is over
        if s.events is not None:
            tell(s, "speaker", {"who": seat})


def seats_of(mask: i64) -> list[int]:
    """The seats of a set, in order."""
    out: list[int] = []
    seat: i64 = 0
    while mask != 0:
        if mask & 1 == 1:
            out.append(seat)
        mask >>= 1
        seat += 1
    return out
