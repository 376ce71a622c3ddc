"""What effects are worth to a player, in tokens: for the bot."""

from collections.abc import Sequence
from typing import Any

from .carddata import Effect, base_set
from .rules.acts import LETTERS
from .view import AccusationView

CARD = 0.7
WORKS = 0.5


class Worth:
    """Values as one seat sees them at one moment."""

    def __init__(self, view: AccusationView, vp_target: int) -> None:
        self.view = view
        self.vp_target = vp_target

    def vp(self, seat: int) -> float:
        """A victory point; the one that wins is worth most."""
        missing = self.vp_target - self.view.vp[seat]
        return 30.0 if missing <= 1 else 9.0 if missing == 2 else 7.0

    def rep(self, seat: int) -> float:
        """One BAD REP more."""
        return (1.5, 1.8, 2.4, 4.5)[min(self.view.rep[seat], 3)] if self.view.rep[seat] < 4 else 60

    def effects(self, seat: int, effects: Sequence[Effect]) -> float:
        return sum(self.effect(seat, effect) for effect in effects)

    def effect(self, seat: int, effect: Effect) -> float:
        """An effect for the seat that executes it."""
        view = self.view
        op, args = effect[0], effect[1:]
        total = sum(view.tokens[seat])
        if op == "gain":
            return float(args[1])
        if op == "lose":
            there = total if args[0] in "*?" else view.tokens[seat][LETTERS.index(args[0])]
            return -float(min(args[1], there))
        if op == "spread":
            return float(args[0])
        if op == "steal":
            return 1.3 * int(args[1])
        if op == "vp":
            return self.vp(seat) * int(args[0])
        if op == "rep":
            if args[0] > 0:
                return -self.rep(seat) * int(args[0])
            return 1.5 * min(-int(args[0]), view.rep[seat])
        if op in ("draw", "works"):
            return int(args[0]) * (CARD if op == "draw" else WORKS)
        if op in ("discard", "raid"):
            return -0.5 * min(int(args[0]), view.hands[seat])
        if op == "speaker":
            return 0.4 if view.speaker != seat else 0.0
        if op == "to":
            others = [other for other in view.active if other != seat]
            worst = min((self.effects(other, args[1]) for other in others), default=0.0)
            return -0.5 * worst if worst < 0 else -0.3 * worst
        if op in ("show", "tap", "undeniable", "bury"):
            return 0.3
        if op == "may":
            price: int = sum(pay[2] for pay in args[0])
            return max(self.effects(seat, args[1]) - price, 0.0) if total >= price else 0.0
        if op == "choose":
            return max(self.effects(seat, option) for option in args[0])
        if op == "if":
            return self.effects(seat, args[1] if self.holds(seat, args[0]) else args[2])
        return 0.0

    def holds(self, seat: int, condition: Sequence[Any], more: int = 0) -> bool:
        """A condition, if the seat had `more` tokens."""
        view = self.view
        others = [other for other in view.active if other != seat]
        if condition[0] == "most":
            m = LETTERS.index(condition[1])
            mine = view.tokens[seat][m] + more
            rest = max((view.tokens[other][m] for other in others), default=0)
            return mine >= condition[2] and mine > rest
        if condition[0] == "fewest":
            mine = sum(view.tokens[seat]) + more
            return all(sum(view.tokens[other]) >= mine for other in others)
        return view.rep[seat] >= int(condition[1])


def parts_of(card: int) -> list[tuple[str, list[Effect]]]:
    """The parts of an Event; none of a Public Works card."""
    found = base_set().event.get(card)
    return list(found["parts"]) if found else []


def part_of(card: int, section: str) -> list[Effect]:
    return [effect for name, effects in parts_of(card) if name == section for effect in effects]


def majority_of(card: int) -> tuple[int, int] | None:
    """The Ministry and the threshold of a majority Event."""
    for effect in part_of(card, "world"):
        if effect[0] == "if" and effect[1][0] == "most":
            return LETTERS.index(effect[1][1]), int(effect[1][2])
    return None
