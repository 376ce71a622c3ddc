"""Toy: a game in which acts can be taken back. In turn, write down 1 or 2, look at a card from the
bag, or pass the book on; after two turns each the higher sum wins. Rules LE-1 (write), LE-2 (look),
LE-3 (pass on), LE-4 (end)."""

from random import Random
from typing import Any, ClassVar

from msgspec import Struct

from intrigue.kernel.chance import bit
from intrigue.kernel.game import EventKind, Game
from intrigue.kernel.position import Event, Illegal, Outcome, Position, Prompt, Refusal, carry_over
from intrigue.kernel.vecs import filled

ONE, TWO, LOOK, PASS = 1, 2, 3, 4
WORDS = ("", "one", "two", "look", "pass")
MOST = 5  # acts in a turn


class LedgerView(Struct, frozen=True):
    seat: int
    turn: int
    acts: int
    sums: tuple[int, ...]
    seen: tuple[int, ...]  # cards that I looked at


class Ledger(Position):
    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.turn = 0
        self.acts = 0
        self.sums = [0] * seats
        self.seen: list[list[int]] = [[] for _ in range(seats)]

    def copy(self) -> "Ledger":
        other = type(self)(self.seats)
        carry_over(self, other)
        other.turn, other.acts = self.turn, self.acts
        other.sums, other.seen = list(self.sums), [list(cards) for cards in self.seen]
        return other

    def next(self) -> int:
        return -1 if self.over else self.turn % self.seats

    def asked(self) -> list[int]:
        return [] if self.over else [self.turn % self.seats]

    def prompt(self, seat: int) -> Prompt:
        return Prompt(seat, "write", sealed=False)

    def width(self, seat: int) -> int:
        return 4 if self.acts < MOST else 1

    def nth(self, seat: int, k: int) -> int:
        return PASS if self.acts == MOST else k + 1

    def default(self, seat: int, chance: Any) -> int:
        return PASS

    def undoable(self, seat: int, act: int) -> bool:
        return True  # the kernel knows that a look asks chance, and that passing on asks another

    def check(self, seat: int, act: int) -> Refusal | None:
        if self.over:
            return Refusal("over", "LE-4")
        if seat not in self.asked():
            return Refusal("cannot", "LE-3")
        fine = act in (ONE, TWO, LOOK, PASS) and (act == PASS or self.acts < MOST)
        return None if fine else Refusal("cannot", "LE-1")

    def apply(self, seat: int, act: int, chance: Any) -> None:
        self.acts += 1
        if act in (ONE, TWO):
            self.sums[seat] += act
            self.tell(Event("wrote", {"who": seat, "n": act}))
        elif act == LOOK:
            card = int(chance.draw("bag", filled(7, 1), bit(seat)))
            self.seen[seat].append(card)
            hint = Event("looked", {"who": seat})
            self.tell(Event("saw_card", {"who": seat, "n": card}, bit(seat), hint))
        else:
            self.turn += 1
            self.acts = 0
            self.over = self.turn == 2 * self.seats
            self.tell(Event("passed", {"who": seat}))

    def tell(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)

    def view(self, viewer: int) -> LedgerView:
        seen = tuple(self.seen[viewer]) if viewer >= 0 else ()
        return LedgerView(viewer, self.turn, self.acts, tuple(self.sums), seen)

    def outcome(self) -> Outcome | None:
        best = [i for i, n in enumerate(self.sums) if n == max(self.sums)]
        return Outcome("points", "LE-4", list(self.sums), best) if self.over else None

    def key(self) -> list[int]:
        seen = [number for cards in self.seen for number in (len(cards), *cards)]
        return [self.turn, self.acts, self.over, *self.sums, *seen]


class LedgerGame(Game):
    id: ClassVar = "ledger"
    prefix: ClassVar = "LE"
    version: ClassVar = "1"
    low: ClassVar = 2
    high: ClassVar = 4
    seats_rule: ClassVar = "LE-1"
    view_type: ClassVar = LedgerView
    prompts: ClassVar = ("write",)
    refusals: ClassVar = ("over", "cannot")
    outcomes: ClassVar = ("points",)
    events: ClassVar = {
        "wrote": EventKind(("acts", "sums")),
        "saw_card": EventKind(("acts", "seen")),
        "looked": EventKind(("acts",)),
        "passed": EventKind(("acts", "turn")),
        "undone": EventKind(("acts", "sums")),
    }
    position: ClassVar[type[Ledger]] = Ledger

    def start(self, setup: Any, chance: Any) -> Ledger:
        return self.position(setup.seats)

    def bound(self, setup: Any) -> int:
        return int(setup.seats) * 2 * (MOST + 1)

    def parse(self, setup: Any, text: str) -> int:
        if text in WORDS[1:]:
            return WORDS.index(text)
        raise Illegal(Refusal("cannot", "LE-1"))

    def spell(self, setup: Any, act: int) -> str:
        return WORDS[act]

    def kind(self, act: int) -> str:
        return WORDS[act]

    def parse_face(self, deck: str, text: str) -> int:
        return int(text) if text in list("0123456") else -1

    def spell_face(self, deck: str, face: int) -> str:
        return str(face)

    def dump(self, setup: Any, position: Any) -> dict[str, Any]:
        parts = {"turn": position.turn, "acts": position.acts, "over": position.over}
        return {**parts, "sums": position.sums, "seen": position.seen}

    def load(self, setup: Any, given: Any, chance: Any) -> Ledger:
        out = self.position(setup.seats)
        out.turn, out.acts, out.over = given["turn"], given["acts"], given["over"]
        out.sums, out.seen = list(given["sums"]), [list(cards) for cards in given["seen"]]
        return out

    def worlds(self, setup: Any, view: LedgerView, seen: Any, rng: Random) -> Ledger:
        out = self.position(setup.seats)
        out.turn, out.acts, out.over = view.turn, view.acts, view.turn == 2 * setup.seats
        out.sums = list(view.sums)
        for event in seen:
            if event.kind == "looked":
                out.seen[event.data["who"]].append(rng.randrange(7))
        if view.seat >= 0:
            out.seen[view.seat] = list(view.seen)
        return out

    def unseen(self, position: Any, seat: int, act: int, viewer: int) -> Any:
        return act
