"""What tells whether Complot is balanced: who begins, how long it takes, which cards win.

The bands are those of the design.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

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

from . import carddata
from .bot import ComplotBot, leaning
from .rules import acts
from .rules.cards import COHORTS, NO_COHORT
from .view import ComplotView

_COHORTS = COHORTS[:NO_COHORT]
_PAIRS = [(one, two) for i, one in enumerate(_COHORTS) for two in _COHORTS[i + 1 :]]


class RandomBuyer(ComplotBot):
    """Plays like the scripted bot and buys anything."""

    def _buy(self, view: ComplotView, options: Sequence[int]) -> int | None:
        return self.rng.choice([*options, acts.END])


class ComplotWatcher(Watcher):
    """Follows one match by its public events."""

    def __init__(self, game: Game, setup: Setup, position: Position) -> None:
        super().__init__(game, setup, position)
        self.first = position.next()
        self.bought: set[tuple[int, str]] = set()
        self.students = 0
        self.eliminated = 0
        self.seen = 5
        self.stammered = 0
        self.drawn = 0
        self.behind: int | None = None  # who was first at half of the Wit

    def hear(self, event: Event) -> None:
        kind, data = event.kind, event.data
        if kind in ("bought", "bought_top"):
            seat, card = data["seat"], data["card"]
            assert isinstance(seat, int)
            self.bought.add((seat, str(card)))
            self.students += card == "L1"
        elif kind == "drew":
            cards = data["cards"]
            assert isinstance(cards, list)
            self.drawn += len(cards)
        elif kind == "drew_top":
            self.drawn += 1
        elif kind == "stammered":
            self.stammered += 1
        elif kind == "refilled":
            self.seen += 1
        elif kind == "disposed" or kind.startswith("eliminated_"):
            self.eliminated += 1
        elif kind == "hit" and self.behind is None:
            wit, seat = data["wit"], data["seat"]
            assert isinstance(wit, int)
            assert isinstance(seat, int)
            if wit <= 25:
                self.behind = seat

    def count(self, position: Position, outcome: Outcome, counts: Counter[str]) -> None:
        view: ComplotView = position.view(-1)  # type: ignore[assignment]
        winner = outcome.winners[0] if outcome.winners else -1
        counts["capped"] += outcome.reason in ("cap", "draw")
        counts["students"] += self.students
        counts["eliminated"] += self.eliminated
        counts["seen"] += self.seen
        counts["stammered"] += self.stammered
        counts["drawn"] += self.drawn
        if winner >= 0:
            counts["decided"] += 1
            counts["first won"] += winner == self.first
            counts[f"turns {view.turns[winner] + (outcome.reason == 'wit')}"] += 1
            counts["wit left"] += outcome.scores[winner]
            if self.behind is not None:
                counts["behind"] += 1
                counts["behind won"] += winner == self.behind
        for seat, card in self.bought:
            counts[f"bought {card}"] += 1
            counts[f"bought and won {card}"] += seat == winner


class ComplotBalance(Balance):
    """Scripted bots against each other, cohort-leaning ones, and a random buyer."""

    bots = {
        "random buyer": RandomBuyer,
        **{name: leaning(number) for number, name in enumerate(_COHORTS)},
    }
    watcher = ComplotWatcher
    pairings = (
        Pairing("mirror", ("normal", "normal")),
        *(Pairing(f"{one}/{two}", (one, two), 1 / 6) for one, two in _PAIRS),
        *(Pairing(f"{one}/free", (one, "normal"), 1 / 6) for one in _COHORTS),
        Pairing("skill", ("normal", "random buyer"), 1 / 6),
    )

    def charts(self, counts: Mapping[str, Counter[str]], setup: Setup, lang: str) -> list[Chart]:
        mirror = counts["mirror"]
        return [
            self._match(mirror, counts["skill"]),
            Chart("turns", counts=histogram(mirror, "turns"), band=Band(8, 16)),
            Chart("cohorts", [self._pair(counts, *pair, lang) for pair in _PAIRS]),
            Chart("free", [self._free(counts, one, lang) for one in _COHORTS]),
            Chart("cards", self._cards(mirror, setup, lang)),
        ]

    def _match(self, mirror: Counter[str], skill: Counter[str]) -> Chart:
        games = mirror["games"]
        turns = histogram(mirror, "turns")
        usual = sum(count for turn, count in turns.items() if 8 <= turn <= 16)
        figures = [
            share("first", mirror["first won"], mirror["decided"], Band(0.45, 0.55)),
            *(
                Figure(f"turns_{name}", percentile(turns, part), unit="count", of=games)
                for name, part in (("p5", 0.05), ("p50", 0.5), ("p95", 0.95))
            ),
            share("usual", usual, mirror["decided"], Band(0.9, None)),
            share("capped", mirror["capped"], games, Band(None, 0.005)),
            share("skill", skill["win 0"] / 2, skill["games"], Band(0.85, None)),
            mean("wit_left", mirror["wit left"], mirror["decided"], Band(8, 20)),
            mean("students", mirror["students"], games, Band(2, 7)),
            mean("eliminated", mirror["eliminated"], games, Band(2, 10)),
            mean("seen", mirror["seen"], games, Band(25, 50)),
            share("stammered", mirror["stammered"], mirror["drawn"], Band(None, 0.2)),
            share("comeback", mirror["behind won"], mirror["behind"], Band(0.2, None)),
        ]
        return Chart("match", figures)

    def _pair(self, counts: Mapping[str, Counter[str]], one: str, two: str, lang: str) -> Figure:
        words = catalogue(carddata.PACKAGE, lang)
        met = counts[f"{one}/{two}"]
        label = f"{words.sentence('cohort', one)} – {words.sentence('cohort', two)}"
        return share(label, met["win 0"] / 2, met["games"], Band(0.44, 0.56))

    def _free(self, counts: Mapping[str, Counter[str]], one: str, lang: str) -> Figure:
        met = counts[f"{one}/free"]
        label = catalogue(carddata.PACKAGE, lang).sentence("cohort", one)
        return share(label, met["win 0"] / 2, met["games"], Band(0.40, 0.55))

    def _cards(self, mirror: Counter[str], setup: Setup, lang: str) -> list[Figure]:
        """Win rate of who bought a card at least once."""
        figures = []
        for values in setup.data:
            card = str(values["id"])
            bought = mirror[f"bought {card}"]
            if bought:
                label = f"{card} {values[lang]}"
                won = mirror[f"bought and won {card}"]
                figures.append(share(label, won, bought, Band(0.42, 0.60)))
        return sorted(figures, key=lambda figure: -figure.value)
