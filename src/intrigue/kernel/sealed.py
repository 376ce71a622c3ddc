"""Sealed answers: one from each asked seat, unseen until the last is in.

Simultaneous orders, votes and response windows are all this; they differ in what the game does
with the answers.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .position import UNANSWERED
from .vecs import filled, pack

NOT_ASKED: Final = -2


class Sealed:
    """The answers to one prompt, by seat: `NOT_ASKED`, `UNANSWERED`, or an act."""

    def __init__(self, seats: i64) -> None:
        self.answers: vec[i64] = filled(seats, NOT_ASKED)
        self.owed: i64 = 0  # answers still missing
        self.first: i64 = seats  # no seat before this one owes an answer

    def copy(self) -> "Sealed":
        other = Sealed(0)
        other.answers = self.answers[:]
        other.owed = self.owed
        other.first = self.first
        return other

    def restore(self, answers: list[int]) -> None:
        """Take over answers by seat, with `NOT_ASKED` and `UNANSWERED` among them."""
        self.answers = pack(answers)
        self.owed = answers.count(UNANSWERED)
        self.first = answers.index(UNANSWERED) if self.owed > 0 else len(answers)

    def ask(self, seat: i64) -> None:
        """Add a seat to those who are asked."""
        self.answers[seat] = UNANSWERED
        self.owed += 1
        if seat < self.first:
            self.first = seat

    def take(self, seat: i64, act: i64) -> None:
        """Seal an answer that a seat is not asked for: its only one."""
        self.answers[seat] = act

    def clear(self) -> None:
        """Nobody is asked any more."""
        n = len(self.answers)
        i: i64 = 0
        while i < n:
            self.answers[i] = NOT_ASKED
            i += 1
        self.owed = 0
        self.first = n

    def ask_all(self) -> None:
        """Ask every seat, dropping earlier answers."""
        n = len(self.answers)
        i: i64 = 0
        while i < n:
            self.answers[i] = UNANSWERED
            i += 1
        self.owed = n
        self.first = 0

    def put(self, seat: i64, act: i64) -> bool:
        """Seal a seat's answer; True when it was the last one owed."""
        self.answers[seat] = act
        self.owed -= 1
        n = len(self.answers)
        first = self.first
        while first < n and self.answers[first] != UNANSWERED:
            first += 1
        self.first = first
        return self.owed == 0

    def next(self) -> i64:
        """The first seat that owes an answer, or -1."""
        if self.owed > 0:
            return self.first
        return -1

    def owing(self) -> list[int]:
        """Every seat that owes an answer."""
        return [i for i, answer in enumerate(list(self.answers)) if answer == UNANSWERED]

    def owes(self, seat: i64) -> bool:
        return 0 <= seat < len(self.answers) and self.answers[seat] == UNANSWERED
