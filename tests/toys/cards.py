"""Toy: a hidden-deck game. Everyone holds one card of 1 to 6 (three of each). In turn, keep it or
swap it for one from the deck; the old card leaves face down. A card may be shown to one person at
any time. The highest card wins. Rules CA-1 (deal), CA-2 (swap), CA-3 (show), CA-4 (end)."""

from random import Random
from typing import Any, ClassVar

from msgspec import Struct

from intrigue.kernel.chance import bit
from intrigue.kernel.game import EventKind, Game, read_list
from intrigue.kernel.position import Event, Illegal, Outcome, Position, Prompt, Refusal, carry_over
from intrigue.kernel.story import Secret
from intrigue.kernel.vecs import pack, zeros

KEEP, SWAP, SHOW = 0, 1, 2  # showing to a seat is SHOW + seat


class CardsView(Struct, frozen=True):
    seat: int
    turn: int
    card: int | None
    gone: int  # cards that left face down
    mine_gone: tuple[int, ...]  # those that were mine
    shown: tuple[int, ...]  # last face each seat showed me, 0 for none
    open: tuple[int, ...]  # all cards, after the end


class Cards(Position):
    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.turn = 0
        self.deck = pack([0, 3, 3, 3, 3, 3, 3])
        self.hands = [0] * seats
        self.gone: list[list[int]] = [[] for _ in range(seats)]
        self.shown = [zeros(seats) for _ in range(seats)]  # to whom, by whom

    def copy(self) -> "Cards":
        other = type(self)(self.seats)
        carry_over(self, other)
        other.turn, other.deck = self.turn, self.deck[:]
        other.hands = list(self.hands)
        other.gone = [list(cards) for cards in self.gone]
        other.shown = [faces[:] for faces in self.shown]
        return other

    def next(self) -> int:
        return -1 if self.over else self.turn

    def asked(self) -> list[int]:
        return [] if self.over else [self.turn]

    def prompt(self, seat: int) -> Prompt:
        return Prompt(seat, "swap", sealed=False)

    def width(self, seat: int) -> int:
        return 2

    def nth(self, seat: int, k: int) -> int:
        return k

    def free(self, seat: int) -> list[int]:
        return [] if self.over else [SHOW + s for s in range(self.seats) if s != seat]

    def is_free(self, act: int) -> bool:
        return act >= SHOW

    def default(self, seat: int, chance: Any) -> int:
        return KEEP

    def check(self, seat: int, act: int) -> Refusal | None:
        if self.over:
            return Refusal("over", "CA-4")
        if act >= SHOW:
            fine = act - SHOW < self.seats and act - SHOW != seat
            return None if fine else Refusal("nobody", "CA-3")
        if seat != self.turn or act < 0:
            return Refusal("not_asked", "CA-2")
        return None

    def apply(self, seat: int, act: int, chance: Any) -> None:
        if act >= SHOW:
            to = act - SHOW
            self.shown[to][seat] = self.hands[seat]
            hint = Event("showed", {"who": seat, "to": to})
            seen: dict[str, object] = {"who": seat, "to": to, "card": self.hands[seat]}
            self.tell(Event("saw", seen, bit(to), hint))
            return
        if act == SWAP:
            self.gone[seat].append(self.hands[seat])
            self.hands[seat] = chance.draw("deck", self.deck, bit(seat))
            drew: dict[str, object] = {"who": seat, "card": self.hands[seat]}
            self.tell(Event("drew", drew, bit(seat), Event("swapped", {"who": seat})))
        else:
            self.tell(Event("kept", {"who": seat}))
        self.turn += 1
        if self.turn == self.seats:
            self.over = True
            self.tell(Event("open", {"cards": list(self.hands)}))

    def tell(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)

    def view(self, viewer: int) -> CardsView:
        me = viewer >= 0
        return CardsView(
            viewer,
            self.turn,
            self.hands[viewer] if me else None,
            sum(len(cards) for cards in self.gone),
            tuple(self.gone[viewer]) if me else (),
            tuple(self.shown[viewer]) if me else (),
            tuple(self.hands) if self.over else (),
        )

    def outcome(self) -> Outcome | None:
        best = [i for i, card in enumerate(self.hands) if card == max(self.hands)]
        return Outcome("highest", "CA-4", list(self.hands), best) if self.over else None

    def key(self) -> list[int]:
        gone = [number for cards in self.gone for number in (len(cards), *cards)]
        shown = [face for faces in self.shown for face in faces]
        return [self.turn, self.over, *self.deck, *self.hands, *gone, *shown]


class CardsGame(Game):
    id: ClassVar = "cards"
    prefix: ClassVar = "CA"
    version: ClassVar = "1"
    low: ClassVar = 2
    high: ClassVar = 5
    seats_rule: ClassVar = "CA-1"
    view_type: ClassVar = CardsView
    prompts: ClassVar = ("swap",)
    refusals: ClassVar = ("over", "nobody")
    outcomes: ClassVar = ("highest",)
    events: ClassVar = {
        "saw": EventKind(("shown",), discloses=True),
        "showed": EventKind(),
        "drew": EventKind(("card", "gone", "mine_gone", "turn")),
        "swapped": EventKind(("gone", "turn")),
        "kept": EventKind(("turn",)),
        "open": EventKind(("open",), discloses=True),
    }
    position: ClassVar[type[Cards]] = Cards

    def start(self, setup: Any, chance: Any) -> Cards:
        out = self.position(setup.seats)
        for seat in range(setup.seats):
            out.hands[seat] = chance.draw("deck", out.deck, bit(seat))  # CA-1
        return out

    def bound(self, setup: Any) -> int:
        return int(setup.seats)

    def parse(self, setup: Any, text: str) -> int:
        verb, _, name = text.partition(" ")
        if verb == "show" and name in setup.names:
            return SHOW + int(setup.seat(name))
        if text in ("keep", "swap"):
            return ("keep", "swap").index(text)
        raise Illegal(Refusal("nobody", "CA-3"))

    def spell(self, setup: Any, act: int) -> str:
        return ("keep", "swap")[act] if act < SHOW else f"show {setup.names[act - SHOW]}"

    def kind(self, act: int) -> str:
        return ("keep", "swap", "show")[min(act, SHOW)]

    def parse_face(self, deck: str, text: str) -> int:
        return int(text) if text in list("123456") else -1

    def spell_face(self, deck: str, face: int) -> str:
        return str(face)

    def dump(self, setup: Any, position: Any) -> dict[str, Any]:
        return {
            "turn": position.turn,
            "over": position.over,
            "hands": setup.by_seat(position.hands),
            "gone": setup.by_seat(position.gone),
            "shown": setup.by_seat([list(faces) for faces in position.shown]),
        }

    def load(self, setup: Any, given: Any, chance: Any) -> Cards:
        out = self.position(setup.seats)
        out.turn, out.over = given.get("turn", 0), given.get("over", False)
        out.hands = setup.from_names(given.get("hands", 0), out.hands)
        out.gone = [read_list("gone", g) for g in setup.from_names(given.get("gone", []), out.gone)]
        shown = setup.from_names(given.get("shown", {}), [[0] * setup.seats] * setup.seats)
        out.shown = [pack(faces) for faces in shown]
        return _fill(out, chance.draw)

    def worlds(self, setup: Any, view: CardsView, seen: Any, rng: Random) -> Cards:
        """Cards that I know are mine and what is open; a card shown to me may have been swapped
        away since, so it is a memory, not a fact: the rest is uniform over what is left."""
        out = self.position(setup.seats)
        out.turn, out.over = view.turn, view.turn == setup.seats
        swaps = [0] * setup.seats
        for event in seen:
            if event.kind in ("swapped", "drew"):
                swaps[event.data["who"]] += 1
        held: dict[int, int] = {}
        for event in seen:  # a face shown holds until its owner swaps
            if event.kind == "saw":
                held[event.data["who"]] = event.data["card"]
            elif event.kind == "swapped":
                if event.data["who"] in held:
                    out.gone[event.data["who"]].append(held.pop(event.data["who"]))
        if view.seat >= 0:
            out.hands[view.seat] = view.card or 0
            out.gone[view.seat] = list(view.mine_gone)
            out.shown[view.seat] = pack(list(view.shown))
        for seat, face in held.items():
            out.hands[seat] = face
        for seat, face in enumerate(view.open):
            out.hands[seat] = face
        for seat in range(setup.seats):
            out.gone[seat] += [0] * (swaps[seat] - len(out.gone[seat]))
        return _fill(out, lambda deck, bag, _: _pick(bag, rng))

    def secrets(self, setup: Any, position: Any) -> Any:
        hands = [] if position.over else position.hands
        return [Secret("card", (seat,), str(card)) for seat, card in enumerate(hands)]

    def known(self, setup: Any, view: CardsView, seen: Any) -> Any:
        mine = view.seat >= 0 and not view.open
        return [Secret("card", (view.seat,), str(view.card))] if mine else []

    def conserved(self, position: Any) -> Any:
        cards = [*position.hands, *(card for cards in position.gone for card in cards)]
        return sorted(cards + [f for f, n in enumerate(position.deck) for _ in range(n)])


def _pick(bag: Any, rng: Random) -> int:
    face: int = rng.choice([f for f, count in enumerate(bag) for _ in range(count)])
    bag[face] -= 1
    return face


def _fill(out: Cards, draw: Any) -> Cards:
    """Take the known cards out of the deck, then draw the unknown ones (0)."""
    for face in [*out.hands, *(card for cards in out.gone for card in cards)]:
        if face:
            out.deck[face] -= 1
    for seat in range(out.seats):
        for zone in (out.hands, *out.gone[seat : seat + 1]):
            spots = [seat] if zone is out.hands else range(len(zone))
            for spot in spots:
                if zone[spot] == 0:
                    zone[spot] = draw("deck", out.deck, 0)
    return out
