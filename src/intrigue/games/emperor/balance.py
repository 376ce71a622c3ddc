"""What tells whether Emperor is balanced: who wins, how long it takes, and what becomes of those
who are condemned. The design sets no bands.
"""

from collections import Counter
from collections.abc import Mapping

from intrigue.kernel.balance import (
    Balance,
    Band,
    Chart,
    Figure,
    Pairing,
    Watcher,
    histogram,
    mean,
    percentile,
    share,
)
from intrigue.kernel.game import Game, Setup
from intrigue.kernel.position import Event, Outcome, Position
from intrigue.kernel.text import catalogue

from .view import EmperorView

TABLES = (5, 6, 7)
ENDINGS = ("emperor_dead", "no_rebels", "round_cap", "turn_cap")


class EmperorWatcher(Watcher):
    """Follows one match by its events."""

    def __init__(self, game: Game, setup: Setup, position: Position) -> None:
        super().__init__(game, setup, position)
        self.told: Counter[str] = Counter()

    def hear(self, event: Event) -> None:
        self.told[event.kind] += 1

    def count(self, position: Position, outcome: Outcome, counts: Counter[str]) -> None:
        view: EmperorView = position.view(-1)  # type: ignore[assignment]
        counts.update(self.told)
        counts[f"ended by {outcome.reason}"] += 1
        counts[f"rounds {view.round}"] += 1
        counts["all rounds"] += view.round
        counts["turns"] += view.turns
        counts["winners"] += len(outcome.winners)
        counts["decided"] += bool(outcome.winners)


class EmperorBalance(Balance):
    """Scripted bots among themselves, and one among players at random."""

    watcher = EmperorWatcher
    pairings = (
        *(Pairing(f"mirror {n}", ("normal",) * n) for n in TABLES),
        *(Pairing(f"skill {n}", ("normal", *("random",) * (n - 1)), 0.5) for n in TABLES),
    )

    def charts(self, counts: Mapping[str, Counter[str]], setup: Setup, lang: str) -> list[Chart]:
        words = catalogue("intrigue.games.emperor", lang)
        charts: dict[str, list[Figure]] = {}
        for n in TABLES:

            def label(key: str, seats: int = n) -> str:
                return words.say("balance", key, seats=seats)

            met, skill = counts[f"mirror {n}"], counts[f"skill {n}"]
            games, condemned = met["games"], met["condemn"]
            lengths = histogram(met, "rounds")
            short, long = percentile(lengths, 0.1), percentile(lengths, 0.9)
            victories = sum(skill[f"win {place}"] for place in range(n))
            found = {
                "endings": [
                    *(share(label(one), met[f"ended by {one}"], games) for one in ENDINGS),
                    mean(label("winners"), met["winners"], met["decided"]),
                ],
                "lengths": [
                    mean(label("rounds"), met["all rounds"], games),
                    Figure(label("rounds_p10"), short, unit="count", of=games),
                    Figure(label("rounds_p90"), long, unit="count", of=games),
                    mean(label("turns"), met["turns"], games),
                ],
                "condemned": [
                    mean(label("condemns"), condemned, games),
                    *(
                        share(label(kind), met[kind], condemned)
                        for kind in ("executed", "blocked", "turned", "cancelled")
                    ),
                    mean(label("deaths"), met["died"] + met["died_unseen"], games),
                    mean(label("changed_side"), met["changed_side"], games),
                ],
                "skill": [share(label("against"), skill["win 0"], victories, Band(1 / n, None))],
            }
            for key, figures in found.items():
                charts.setdefault(key, []).extend(figures)
        return [Chart(key, figures) for key, figures in charts.items()]
