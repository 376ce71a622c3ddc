"""The rules: who is asked, what is allowed, what an act changes. No names, no words, no time.

Acts are small integers: here the number that is picked.
"""

from intrigue.kernel.chance import EVERYONE, Chance, bit
from intrigue.kernel.position import (
    UNANSWERED,
    Event,
    Outcome,
    Position,
    Prompt,
    Refusal,
    carry_over,
)
from intrigue.kernel.sealed import NOT_ASKED, Sealed

from .view import NewgameView

LOWEST, HIGHEST = 1, 5


class Newgame(Position):
    """The whole truth of a match at one moment."""

    def __init__(self, seats: int, rounds: int) -> None:
        super().__init__(seats)
        self.rounds = rounds
        self.round = 1
        self.scores = [0] * seats
        self.last: list[int] = []
        self.picks = Sealed(seats)
        self.picks.ask_all()

    def copy(self) -> "Newgame":
        other = Newgame(self.seats, self.rounds)
        carry_over(self, other)
        other.round = self.round
        other.scores, other.last = list(self.scores), list(self.last)
        other.picks = self.picks.copy()
        return other

    # --- who is asked, and what they may answer ---------------------------------------------------

    def next(self) -> int:
        return self.picks.next()

    def asked(self) -> list[int]:
        return self.picks.owing()

    def prompt(self, seat: int) -> Prompt:
        return Prompt(seat, "pick", data={"round": self.round, "rounds": self.rounds})

    def width(self, seat: int) -> int:
        return HIGHEST - LOWEST + 1

    def nth(self, seat: int, k: int) -> int:
        return LOWEST + k

    def default(self, seat: int, chance: Chance) -> int:
        return LOWEST  # NG-5

    # --- judging and changing ---------------------------------------------------------------------

    def check(self, seat: int, act: int) -> Refusal | None:
        if self.over:
            return Refusal("over", "NG-4")
        if not self.picks.owes(seat):
            return Refusal("not_asked", "NG-1")
        return None if LOWEST <= act <= HIGHEST else Refusal("range", "NG-1")

    def apply(self, seat: int, act: int, chance: Chance) -> None:
        self._tell("sealed", {"pick": act}, bit(seat))  # NG-1
        if not self.picks.put(seat, act):
            return
        self.last = [int(pick) for pick in self.picks.answers]
        alone = [pick for pick in self.last if self.last.count(pick) == 1]
        winner = self.last.index(max(alone)) if alone else None
        if winner is not None:
            self.scores[winner] += max(alone)  # NG-2
        self._tell("open", {"picks": list(self.last), "winner": winner})
        if self.round == self.rounds:
            self.over = True  # NG-4
        else:
            self.round += 1  # NG-3
            self.picks.ask_all()

    def _tell(self, kind: str, data: dict[str, object], to: int = EVERYONE) -> None:
        if self.events is not None:
            self.events.append(Event(kind, data, to))

    # --- showing ----------------------------------------------------------------------------------

    def view(self, viewer: int) -> NewgameView:
        own = self.picks.answers[viewer] if viewer >= 0 and not self.over else NOT_ASKED
        return NewgameView(
            seat=viewer,
            round=self.round,
            rounds=self.rounds,
            over=self.over,
            scores=tuple(self.scores),
            last=tuple(self.last),
            mine=int(own) if own >= LOWEST else None,
        )

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        best = [seat for seat in range(self.seats) if self.scores[seat] == max(self.scores)]
        return Outcome("points", "NG-4", list(self.scores), best)

    def key(self) -> list[int]:
        return [self.round, self.over, *self.scores, *self.last, *self.picks.answers]

    # --- for `load` and `worlds` ------------------------------------------------------------------

    def seal(self, picks: list[int | None]) -> None:
        """These picks are in; None for those who are still asked."""
        self.picks.restore([UNANSWERED if pick is None else pick for pick in picks])
