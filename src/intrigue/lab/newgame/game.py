"""The game for everybody else: seats, options, acts and positions as text, what a seat imagines."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from intrigue.kernel.chance import Chance
from intrigue.kernel.game import (
    EventKind,
    Game,
    Option,
    Seen,
    Setup,
    read_count,
    read_flag,
    unknown,
)
from intrigue.kernel.position import Illegal, Refusal

from .bot import NewgameBot
from .position import HIGHEST, LOWEST, Newgame
from .view import NewgameView

PARTS = ("round", "over", "scores", "last", "picks")


class NewgameGame(Game):
    id: ClassVar = "newgame"
    prefix: ClassVar = "NG"
    version: ClassVar = "1"
    low: ClassVar = 2
    high: ClassVar = 6
    usual: ClassVar = 4
    seats_rule: ClassVar = "NG-1"
    options: ClassVar = (Option("rounds", 4, low=1, high=9, rule="NG-3"),)
    view_type: ClassVar = NewgameView
    symmetry: ClassVar = "all"  # no seat is better than another
    prompts: ClassVar = ("pick",)
    refusals: ClassVar = ("over", "range")
    outcomes: ClassVar = ("points",)
    events: ClassVar = {
        "sealed": EventKind(("mine",), rule="NG-1"),
        "open": EventKind(("last", "scores", "round", "over", "mine"), discloses=True, rule="NG-2"),
    }
    rounds: ClassVar = ("open",)
    bots: ClassVar = {"normal": NewgameBot}

    def start(self, setup: Setup, chance: Chance) -> Newgame:
        return Newgame(setup.seats, int(setup.options["rounds"]))

    def bound(self, setup: Setup) -> int:
        return setup.seats * int(setup.options["rounds"])

    # --- notation -------------------------------------------------------------------------------

    def parse(self, setup: Setup, text: str) -> int:
        verb, _, number = text.strip().partition(" ")
        if verb != "pick" or not (number.isascii() and number.isdigit() and len(number) < 4):
            raise Illegal(Refusal("range", "NG-1"))
        return int(number)

    def spell(self, setup: Setup, act: int) -> str:
        return f"pick {act}"

    def kind(self, act: int) -> str:
        return "pick"

    # --- the position as text, and what a seat can imagine ---------------------------------------

    def dump(self, setup: Setup, position: Newgame) -> dict[str, Any]:
        picks = zip(setup.names, position.picks.answers, strict=True)
        return {
            "round": position.round,
            "over": position.over,
            "scores": setup.by_seat(position.scores),
            "last": setup.by_seat(position.last) if position.last else {},
            "picks": {name: int(pick) for name, pick in picks if pick >= LOWEST},
        }

    def load(self, setup: Setup, given: Mapping[str, Any], chance: Chance) -> Newgame:
        for name in given:
            if name not in PARTS:
                raise unknown("no_part", name, PARTS, game=self.title())
        out = self.start(setup, chance)
        out.round = read_count("round", given.get("round", 1), out.rounds)
        out.over = read_flag("over", given.get("over", False))
        scores = setup.from_names(given.get("scores", 0), out.scores)
        out.scores = [read_count("scores", score) for score in scores]
        if given.get("last"):
            last = setup.from_names(given["last"], [0] * setup.seats)
            out.last = [read_count("last", pick, HIGHEST) for pick in last]
        picks = setup.from_names(given.get("picks", {}), [None] * setup.seats)
        out.seal([None if pick is None else read_count("picks", pick, HIGHEST) for pick in picks])
        return out

    def worlds(self, setup: Setup, view: NewgameView, seen: Sequence[Seen], rng: Random) -> Newgame:
        """What the others have picked is anybody's guess, whether they have, too."""
        out = self.start(setup, Chance())
        out.round, out.scores, out.last = view.round, list(view.scores), list(view.last)
        out.over = view.over
        if view.over:
            out.seal(list(view.last))
            return out
        picks: list[int | None] = [None] * setup.seats
        for seat in range(setup.seats):
            if seat != view.seat and rng.random() < 0.5:
                picks[seat] = rng.randint(LOWEST, HIGHEST)
        if view.seat >= 0:
            picks[view.seat] = view.mine
        if None not in picks:  # somebody is still asked, or all would be open
            others = [seat for seat in range(setup.seats) if seat != view.seat]
            picks[rng.choice(others)] = None
        out.seal(picks)
        return out

    def conserved(self, position: Newgame) -> int:
        return len(position.scores)

    def unseen(self, position: Newgame, seat: int, act: int, viewer: int) -> Any:
        return act if seat == viewer or position.picks.owed == 1 else "sealed"
