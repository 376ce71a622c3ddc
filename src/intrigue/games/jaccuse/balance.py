"""What tells whether J'Accuse is balanced: how matches and generations end, how elections go, what
presidents do, and what a network is worth. The questions are those of the design, which sets no
bands.
"""

from collections import Counter
from collections.abc import Mapping

from intrigue.kernel.balance import Balance, Band, Chart, Figure, Pairing, Watcher, mean, share
from intrigue.kernel.game import Game, Setup
from intrigue.kernel.position import Event, Outcome, Position
from intrigue.kernel.text import catalogue

from .view import JAccuseView

TABLES = (5, 7, 9)


class JAccuseWatcher(Watcher):
    """Follows one match by its events."""

    def __init__(self, game: Game, setup: Setup, position: Position) -> None:
        super().__init__(game, setup, position)
        self.told: Counter[str] = Counter()
        self.carried: object = None  # the colour that won the generation before
        self.first: object = None  # who was elected first in this generation

    def hear(self, event: Event) -> None:
        kind, data = event.kind, event.data
        self.told[kind] += 1
        if kind == "elected" and self.first is None:
            self.first = data["seat"]
        elif kind == "won":
            scorers = data["scorers"]
            assert isinstance(scorers, list)
            self.told["scored"] += len(scorers)
            if self.first is not None:
                self.told["first elected"] += 1
                self.told["first scored"] += self.first in scorers
            if self.carried is not None:
                self.told["carried"] += 1
                self.told["carried won"] += data["winner"] == self.carried
            self.carried, self.first = data["winner"], None
        elif kind == "void":
            self.carried = self.first = None

    def count(self, position: Position, outcome: Outcome, counts: Counter[str]) -> None:
        view: JAccuseView = position.view(-1)  # type: ignore[assignment]
        counts.update(self.told)
        counts[f"ended by {outcome.reason}"] += 1
        for seat, points in enumerate(outcome.scores):
            alike = view.networks[seat] == view.networks[seat - 1]
            counts["alike" if alike else "mixed"] += 1
            counts["points alike" if alike else "points mixed"] += int(points)


class JAccuseBalance(Balance):
    """Scripted bots among themselves, and one among players at random."""

    watcher = JAccuseWatcher
    pairings = (
        *(Pairing(f"mirror {n}", ("normal",) * n) for n in TABLES),
        *(Pairing(f"skill {n}", ("normal", *("random",) * (n - 1)), 0.5) for n in TABLES),
    )

    def charts(self, counts: Mapping[str, Counter[str]], setup: Setup, lang: str) -> list[Chart]:
        words = catalogue("intrigue.games.jaccuse", lang)
        charts: dict[str, list[Figure]] = {}
        for n in TABLES:

            def label(key: str, seats: int = n) -> str:
                return words.say("balance", key, seats=seats)

            met, skill = counts[f"mirror {n}"], counts[f"skill {n}"]
            generations = met["won"] + met["void"]
            accused = met["captured"] + met["cleared"]
            votes = met["elected"] + met["consensus"] + met["no_votes"]
            victories = sum(skill[f"win {place}"] for place in range(n))
            found = {
                "endings": [
                    share(label("by_tokens"), met["ended by tokens"], met["games"]),
                    share(label("shared"), met["ended by shared"], met["games"]),
                ],
                "generations": [
                    share(label("carried"), met["carried won"], met["carried"]),
                    share(label("void"), met["void"], generations),
                    share(label("scored"), met["scored"], n * met["won"]),
                    share(label("first_scored"), met["first scored"], met["first elected"]),
                ],
                "elections": [
                    mean(label("elections_mean"), met["election"], generations),
                    share(label("consensus"), met["consensus"], votes),
                    share(label("no_votes"), met["no_votes"], votes),
                    mean(label("runoffs"), met["runoff"], met["election"]),
                ],
                "presidents": [
                    share(label("swapped"), met["swap"], met["swap"] + met["no_parley"]),
                    share(label("defected"), met["my_defection"], met["president"]),
                    share(label("accused"), accused, met["president"]),
                    share(label("right"), met["captured"], accused),
                    mean(label("crises"), met["crisis"], generations),
                ],
                "networks": [
                    mean(label("points_alike"), met["points alike"], met["alike"]),
                    mean(label("points_mixed"), met["points mixed"], met["mixed"]),
                ],
                "skill": [share(label("against"), skill["win 0"], victories, Band(1 / n, None))],
            }
            for key, figures in found.items():
                charts.setdefault(key, []).extend(figures)
        return [Chart(key, figures) for key, figures in charts.items()]
