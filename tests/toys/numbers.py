"""Toy: a simultaneous game. Everyone secretly picks 1 to 5; the highest number that nobody else
picked scores itself. Rules NU-1 (pick), NU-2 (score), NU-3 (end)."""

from typing import Any, ClassVar

from msgspec import Struct

from intrigue.kernel.chance import bit
from intrigue.kernel.game import EventKind, Game, Option, read_count
from intrigue.kernel.position import Event, Illegal, Outcome, Position, Prompt, Refusal, carry_over
from intrigue.kernel.sealed import Sealed


class NumbersView(Struct, frozen=True):
    seat: int
    round: int
    rounds: int
    scores: tuple[int, ...]
    last: tuple[int, ...]
    mine: int | None


class Numbers(Position):
    def __init__(self, seats: int, rounds: int) -> None:
        super().__init__(seats)
        self.rounds = rounds
        self.round = 1
        self.scores = [0] * seats
        self.last: list[int] = []
        self.picks = Sealed(seats)
        self.picks.ask_all()

    def copy(self) -> "Numbers":
        other = type(self)(self.seats, self.rounds)
        carry_over(self, other)
        other.round = self.round
        other.scores, other.last = list(self.scores), list(self.last)
        other.picks = self.picks.copy()
        return other

    def next(self) -> int:
        return self.picks.next()

    def asked(self) -> list[int]:
        return self.picks.owing()

    def prompt(self, seat: int) -> Prompt:
        return Prompt(seat, "pick", data={"round": self.round})

    def width(self, seat: int) -> int:
        return 5

    def nth(self, seat: int, k: int) -> int:
        return k + 1

    def default(self, seat: int, chance: Any) -> int:
        return 1

    def check(self, seat: int, act: int) -> Refusal | None:
        if self.over:
            return Refusal("over", "NU-3")
        if not self.picks.owes(seat):
            return Refusal("not_asked", "NU-1")
        return None if 1 <= act <= 5 else Refusal("range", "NU-1")

    def apply(self, seat: int, act: int, chance: Any) -> None:
        self.tell("sealed", {"pick": act}, bit(seat))
        if self.picks.put(seat, act):
            self.last = list(self.picks.answers)
            alone = [n for n in self.last if self.last.count(n) == 1]
            winner = self.last.index(max(alone)) if alone else None
            if winner is not None:
                self.scores[winner] += max(alone)  # NU-2
            self.tell("open", {"picks": self.last, "winner": winner})
            self.round += 1
            self.over = self.round > self.rounds
            if not self.over:
                self.picks.ask_all()

    def tell(self, kind: str, data: dict[str, object], to: int = -1) -> None:
        if self.events is not None:
            self.events.append(Event(kind, data, to))

    def view(self, viewer: int) -> NumbersView:
        own = self.picks.answers[viewer] if viewer >= 0 and not self.over else -1
        return NumbersView(
            viewer, self.round, self.rounds, tuple(self.scores), tuple(self.last),
            own if own > 0 else None,
        )  # fmt: skip

    def outcome(self) -> Outcome | None:
        best = [i for i, s in enumerate(self.scores) if s == max(self.scores)]
        return Outcome("points", "NU-3", self.scores, best) if self.over else None

    def key(self) -> list[int]:
        return [self.round, self.over, *self.scores, *self.last, *self.picks.answers]


class NumbersGame(Game):
    id: ClassVar = "numbers"
    prefix: ClassVar = "NU"
    version: ClassVar = "1"
    low: ClassVar = 2
    high: ClassVar = 6
    seats_rule: ClassVar = "NU-1"
    symmetry: ClassVar = "all"
    view_type: ClassVar = NumbersView
    prompts: ClassVar = ("pick",)
    refusals: ClassVar = ("over", "range")
    outcomes: ClassVar = ("points",)
    options: ClassVar = (Option("rounds", 4, low=1, high=9, rule="NU-3"),)
    events: ClassVar = {
        "sealed": EventKind(("mine",)),
        "open": EventKind(("last", "scores", "round", "mine"), discloses=True),
    }
    position: ClassVar[type[Numbers]] = Numbers

    def start(self, setup: Any, chance: Any) -> Numbers:
        return self.position(setup.seats, setup.options["rounds"])

    def bound(self, setup: Any) -> int:
        return int(setup.seats * setup.options["rounds"])

    def parse(self, setup: Any, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 4):
            raise Illegal(Refusal("range", "NU-1"))
        return int(text)

    def spell(self, setup: Any, act: int) -> str:
        return str(act)

    def kind(self, act: int) -> str:
        return "pick"

    def dump(self, setup: Any, position: Any) -> dict[str, Any]:
        picks = zip(setup.names, position.picks.answers, strict=True)
        return {
            "round": position.round,
            "over": position.over,
            "scores": setup.by_seat(position.scores),
            "last": setup.by_seat(position.last) if position.last else {},
            "picks": {name: pick for name, pick in picks if pick > 0},
        }

    def load(self, setup: Any, given: Any, chance: Any) -> Numbers:
        out = self.start(setup, chance)
        out.round = read_count("round", given.get("round", 1))
        out.over = given.get("over", False)
        out.scores = setup.from_names(given.get("scores", 0), out.scores)
        if given.get("last"):
            out.last = setup.from_names(given["last"], [0] * setup.seats)
        for name, pick in given.get("picks", {}).items():
            out.picks.put(setup.seat(name), pick)
        return out

    def worlds(self, setup: Any, view: NumbersView, seen: Any, rng: Any) -> Numbers:
        out = self.start(setup, None)
        out.round, out.scores, out.last = view.round, list(view.scores), list(view.last)
        out.over = view.round > view.rounds
        if out.over:
            for seat in range(setup.seats):
                out.picks.put(seat, view.last[seat])
            return out
        if view.mine is not None:
            out.picks.put(view.seat, view.mine)
        others = [s for s in range(setup.seats) if s != view.seat]
        for seat in others if view.mine is None and view.seat >= 0 else others[:-1]:
            out.picks.put(seat, rng.randrange(1, 6))
        return out

    def conserved(self, position: Any) -> Any:
        return len(position.scores)

    def unseen(self, position: Any, seat: int, act: int, viewer: int) -> Any:
        return act if seat == viewer or position.picks.owed == 1 else "sealed"
