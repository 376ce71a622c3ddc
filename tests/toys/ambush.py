"""Toy: a game with two response windows. In turn, a seat strikes another. Everyone alive is asked
in a window whether to shield the target; if someone does, everyone is asked in a second window
whether to pierce the shield. A strike that lands costs a life. Answers are sealed; of several, the
first from the target on counts and the others go back unseen. Each seat gets two cards of shield,
pierce or blank. Rules AM-1 (deal), AM-2 (strike), AM-3 (guard), AM-4 (pierce), AM-5 (end)."""

from random import Random
from typing import Any, ClassVar

from msgspec import Struct

from intrigue.kernel.chance import bit
from intrigue.kernel.game import EventKind, Game
from intrigue.kernel.position import Event, Illegal, Outcome, Position, Prompt, Refusal, carry_over
from intrigue.kernel.sealed import Sealed
from intrigue.kernel.vecs import pack

PASS, CAST, STRIKE = 0, 1, 2  # striking a seat is STRIKE + seat
SHIELD, PIERCE, BLANK = 0, 1, 2
FACES = ("shield", "pierce", "blank")
PHASES = ("strike", "guard", "pierce")
TURNS = 6


class AmbushView(Struct, frozen=True):
    seat: int
    phase: str
    turn: int
    target: int | None
    lives: tuple[int, ...]
    sizes: tuple[int, ...]
    hand: tuple[str, ...]
    played: tuple[str, ...]
    answer: int | None


class Ambush(Position):
    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.phase = self.turn = self.target = 0
        self.lives = [2] * seats
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.played: list[int] = []
        self.bag = pack([4, 3, 5])
        self.window = Sealed(seats)
        self.window.ask(0)

    def copy(self) -> "Ambush":
        other = type(self)(self.seats)
        carry_over(self, other)
        other.phase, other.turn = self.phase, self.turn
        other.target, other.lives = self.target, list(self.lives)
        other.hands = [list(hand) for hand in self.hands]
        other.played, other.bag = list(self.played), self.bag[:]
        other.window = self.window.copy()
        return other

    def next(self) -> int:
        return self.window.next()

    def asked(self) -> list[int]:
        return self.window.owing()

    def prompt(self, seat: int) -> Prompt:
        kind = PHASES[self.phase]
        if self.phase == 0:
            return Prompt(seat, kind, sealed=False)
        return Prompt(seat, kind, progress="hidden", window=True, data={"target": self.target})

    def width(self, seat: int) -> int:
        return len(self.options(seat))

    def nth(self, seat: int, k: int) -> int:
        return self.options(seat)[k]

    def options(self, seat: int) -> list[int]:
        if self.phase == 0:
            return [STRIKE + s for s in range(self.seats) if s != seat]
        return [PASS, CAST] if self.phase - 1 in self.hands[seat] else [PASS]

    def default(self, seat: int, chance: Any) -> int:
        return self.options(seat)[0]

    def check(self, seat: int, act: int) -> Refusal | None:
        if self.over:
            return Refusal("over", "AM-5")
        if not self.window.owes(seat):
            return Refusal("not_asked", "AM-2")
        rules = ("AM-2", "AM-3", "AM-4")
        return None if act in self.options(seat) else Refusal("cannot", rules[self.phase])

    def apply(self, seat: int, act: int, chance: Any) -> None:
        if self.phase == 0:
            self.target = act - STRIKE
            self.tell(Event("struck", {"who": seat, "target": self.target}))
            self.open(1)
            return
        self.tell(Event("answered", {"answer": act}, bit(seat)))
        if self.window.put(seat, act):
            self.close()

    def open(self, phase: int) -> None:
        """Who is asked is public: in a window everyone, else the seat whose turn it is."""
        self.phase = phase
        self.window = Sealed(self.seats)
        for seat in range(self.seats) if phase else [self.turn % self.seats]:
            self.window.ask(seat)
        self.tell(Event("opened", {"phase": PHASES[phase]}))
        if phase and self.brisk:
            self.hurry()

    def hurry(self) -> None:
        """Whoever can only pass has passed; a window without a choice is over."""
        closed = False
        for seat in range(self.seats):
            if self.width(seat) == 1:
                self.tell(Event("answered", {"answer": PASS}, bit(seat)))
                closed = self.window.put(seat, PASS)
        if closed:
            self.close()

    def close(self) -> None:
        order = [(self.target + i) % self.seats for i in range(self.seats)]
        card = self.phase - 1
        who = next((seat for seat in order if self.window.answers[seat] == CAST), None)
        if who is not None:
            self.hands[who].remove(card)
            self.played.append(card)
            self.tell(Event("cast", {"who": who, "card": FACES[card]}))
        if who is not None and self.phase == 1:
            self.open(2)
            return
        if (who is None) == (self.phase == 1):  # unguarded, or pierced
            self.lives[self.target] -= 1
            self.tell(Event("hit", {"target": self.target}))
        self.turn += 1
        if self.turn == TURNS:
            self.over = True
            self.phase = 0
            self.window = Sealed(self.seats)
            self.tell(Event("over", {}))
        else:
            self.open(0)

    def tell(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)

    def view(self, viewer: int) -> AmbushView:
        own = self.window.answers[viewer] if viewer >= 0 else -1
        return AmbushView(
            viewer,
            "over" if self.over else PHASES[self.phase],
            self.turn,
            self.target if self.phase else None,
            tuple(self.lives),
            tuple(len(hand) for hand in self.hands),
            tuple(sorted(FACES[c] for c in self.hands[viewer])) if viewer >= 0 else (),
            tuple(FACES[c] for c in self.played),
            own if own >= 0 else None,
        )

    def outcome(self) -> Outcome | None:
        best = [i for i, lives in enumerate(self.lives) if lives == max(self.lives)]
        return Outcome("lives", "AM-5", list(self.lives), best) if self.over else None

    def key(self) -> list[int]:
        hands = [number for hand in self.hands for number in (len(hand), *sorted(hand))]
        state = [self.phase, self.turn, self.target if self.phase else 0, self.over]
        return [*state, *self.lives, *hands, *self.played, *self.bag, *self.window.answers]


class AmbushGame(Game):
    id: ClassVar = "ambush"
    prefix: ClassVar = "AM"
    version: ClassVar = "1"
    low: ClassVar = 3
    high: ClassVar = 5
    seats_rule: ClassVar = "AM-1"
    view_type: ClassVar = AmbushView
    prompts: ClassVar = PHASES
    refusals: ClassVar = ("over", "cannot")
    outcomes: ClassVar = ("lives",)
    events: ClassVar = {
        "struck": EventKind(("target",)),
        "opened": EventKind(("phase", "target", "answer", "turn")),
        "answered": EventKind(("answer",)),
        "cast": EventKind(("sizes", "hand", "played"), discloses=True),
        "hit": EventKind(("lives", "turn")),
        "over": EventKind(("phase", "target", "answer", "turn")),
    }
    position: ClassVar[type[Ambush]] = Ambush

    def start(self, setup: Any, chance: Any) -> Ambush:
        out = self.position(setup.seats)
        for seat in range(setup.seats):
            for _ in range(2):
                out.hands[seat].append(chance.draw("deck", out.bag, bit(seat)))
        return out

    def bound(self, setup: Any) -> int:
        return int(TURNS * (1 + 2 * setup.seats))

    def parse(self, setup: Any, text: str) -> int:
        verb, _, name = text.partition(" ")
        if verb == "strike" and name in setup.names:
            return STRIKE + int(setup.seat(name))
        if text in ("pass", "cast"):
            return ("pass", "cast").index(text)
        raise Illegal(Refusal("cannot", "AM-2"))

    def spell(self, setup: Any, act: int) -> str:
        return ("pass", "cast")[act] if act < STRIKE else f"strike {setup.names[act - STRIKE]}"

    def kind(self, act: int) -> str:
        return ("pass", "cast", "strike")[min(act, STRIKE)]

    def parse_face(self, deck: str, text: str) -> int:
        return FACES.index(text) if text in FACES else -1

    def spell_face(self, deck: str, face: int) -> str:
        return FACES[face]

    def dump(self, setup: Any, position: Any) -> dict[str, Any]:
        answers = zip(setup.names, position.window.answers, strict=True)
        return {
            "phase": PHASES[position.phase],
            "turn": position.turn,
            "target": setup.names[position.target],
            "over": position.over,
            "lives": setup.by_seat(position.lives),
            "hands": setup.by_seat([[FACES[c] for c in hand] for hand in position.hands]),
            "played": [FACES[c] for c in position.played],
            "answers": {name: answer for name, answer in answers if answer >= 0},
        }

    def load(self, setup: Any, given: Any, chance: Any) -> Ambush:
        out = self.position(setup.seats)
        out.turn, out.over = given.get("turn", 0), given.get("over", False)
        out.target = setup.seat(given.get("target", setup.names[0]))
        out.lives = setup.from_names(given.get("lives", 2), out.lives)
        hands = setup.from_names(given.get("hands", {}), [None] * setup.seats)
        out.played = [FACES.index(name) for name in given.get("played", [])]
        known = [[FACES.index(name) for name in hand or []] for hand in hands]
        for face in [*out.played, *(face for hand in known for face in hand)]:
            out.bag[face] -= 1
        for seat, hand in enumerate(known):
            missing = 0 if hands[seat] is not None else 2
            out.hands[seat] = hand + [chance.draw("deck", out.bag, 0) for _ in range(missing)]
        return _reopen(out, PHASES.index(given.get("phase", "strike")), {
            setup.seat(name): answer for name, answer in given.get("answers", {}).items()
        })  # fmt: skip

    def worlds(self, setup: Any, view: AmbushView, seen: Any, rng: Random) -> Ambush:
        out = self.position(setup.seats)
        out.turn, out.over = view.turn, view.phase == "over"
        out.target, out.lives = view.target or 0, list(view.lives)
        out.played = [FACES.index(name) for name in view.played]
        mine = [FACES.index(name) for name in view.hand]
        for face in [*out.played, *mine]:
            out.bag[face] -= 1
        left = [face for face, count in enumerate(out.bag) for _ in range(count)]
        rng.shuffle(left)
        for seat in range(setup.seats):
            size = view.sizes[seat]
            out.hands[seat] = mine if seat == view.seat else [left.pop() for _ in range(size)]
        out.bag = pack([left.count(face) for face in range(3)])
        phase = 0 if view.phase == "over" else PHASES.index(view.phase)
        answers = {} if view.answer is None else {view.seat: view.answer}
        return _reopen(out, phase, answers)

    def unseen(self, position: Any, seat: int, act: int, viewer: int) -> Any:
        return act if seat == viewer or position.phase == 0 else "answer"


def _reopen(out: Ambush, phase: int, answers: dict[int, int]) -> Ambush:
    if out.over:
        out.window, out.phase = Sealed(out.seats), phase
        return out
    out.open(phase)
    for seat, answer in answers.items():
        out.window.put(seat, answer)
    return out
