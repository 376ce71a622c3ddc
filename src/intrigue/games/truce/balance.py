"""What tells whether Truce is balanced: how it ends, what people order, what becomes of support and
of coins, and of players with one habit. The questions are those of the design, which sets no bands.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from intrigue.kernel.balance import Balance, Band, Chart, Figure, Pairing, Watcher, share
from intrigue.kernel.game import Game, Player, Setup
from intrigue.kernel.position import Event, Outcome, Position, Prompt
from intrigue.kernel.text import catalogue

from .rules.acts import DEFEND, KINDS, LOOT, PASS, SUPPORT, order

TABLES = (3, 5, 7)
FREE = Band()  # no design says where it should lie
HABITS = ("always_defends", "always_loots", "random")


class AlwaysDefends(Player):
    """Gives one order whenever it can, and passes where it cannot."""

    order: ClassVar = order(DEFEND)

    def answer(self, view: Any, prompt: Prompt, options: Sequence[int]) -> int:
        return int(self.order) if self.order in options else int(PASS)


class AlwaysLoots(AlwaysDefends):
    order = order(LOOT)


class TruceWatcher(Watcher):
    """Follows one match by its public events."""

    def __init__(self, game: Game, setup: Setup, position: Position) -> None:
        super().__init__(game, setup, position)
        self.rounds = int(setup.options["rounds"])
        self.round = 1
        self.told: Counter[str] = Counter()
        self.leaders: list[int] = []  # after half of the rounds

    def hear(self, event: Event) -> None:
        kind, data = event.kind, event.data
        if kind == "round":
            self.round = _number(data["round"])
        elif kind == "reveal":
            orders = data["orders"]
            assert isinstance(orders, list)
            for one in orders:
                self.told["orders"] += 1
                self.told[f"order {one['kind']}"] += 1
                if self.round == self.rounds:
                    self.told["last orders"] += 1
                    self.told[f"last {one['kind']}"] += 1
        elif kind == "banked" and self.round == (self.rounds + 1) // 2:
            supply = data["supply"]
            assert isinstance(supply, list)
            self.leaders = [seat for seat, coins in enumerate(supply) if coins == max(supply)]
        elif kind.startswith("removed_"):
            self.told["removed"] += _number(data["coins"])
        else:
            self.told[kind] += 1

    def count(self, position: Position, outcome: Outcome, counts: Counter[str]) -> None:
        counts.update(self.told)
        counts["kept"] += int(sum(outcome.scores))
        counts[f"ended by {outcome.reason}"] += 1
        counts["led"] += len(self.leaders) == 1
        counts["led and won"] += len(self.leaders) == 1 and self.leaders[0] in outcome.winners


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value


class TruceBalance(Balance):
    """Scripted bots among themselves, and one with a habit among them."""

    bots = {"always_defends": AlwaysDefends, "always_loots": AlwaysLoots}
    watcher = TruceWatcher
    pairings = (
        *(Pairing(f"mirror {n}", ("normal",) * n) for n in TABLES),
        *(
            Pairing(f"{habit} {n}", (habit, *("normal",) * (n - 1)), 0.5)
            for habit in HABITS
            for n in TABLES
        ),
    )

    def charts(self, counts: Mapping[str, Counter[str]], setup: Setup, lang: str) -> list[Chart]:
        words = catalogue("intrigue.games.truce", lang)
        charts: dict[str, list[Figure]] = {}

        def add(chart: str, key: str, n: int, count: float, of: int, band: Band = FREE) -> None:
            label = words.say("balance", key, seats=n)
            charts.setdefault(chart, []).append(share(label, count, of, band))

        for n in TABLES:
            met = counts[f"mirror {n}"]
            add("endings", "by_supporters", n, met["ended by supporters"], met["games"])
            add("endings", "shared", n, met["ended by shared"], met["games"])
            add("endings", "led", n, met["led and won"], met["led"])
            for kind in KINDS[: SUPPORT + 1]:
                add("orders", kind, n, met[f"order {kind}"], met["orders"])
            add("orders", "last_attack", n, met["last attack"], met["last orders"])
            given = met["support"] + met["support_passed"] + met["support_lost"]
            add("supporting", "passed_on", n, met["support_passed"], given)
            add("supporting", "lost", n, met["support_lost"], given)
            add("coins", "removed", n, met["removed"], met["removed"] + met["kept"])
            for habit in HABITS:
                met = counts[f"{habit} {n}"]
                victories = sum(met[f"win {place}"] for place in range(n))
                add("habits", habit, n, met["win 0"], victories, Band(None, 1 / n))
        return [Chart(key, figures) for key, figures in charts.items()]
