"""What tells whether Accusation is balanced: how long it takes, how it ends, whether accusing and
being accused pays, where victory points come from, and what becomes of players with one habit.

Metrics and bands are those of the game's design, most of them by number of players.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache

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
from intrigue.kernel.chance import bit
from intrigue.kernel.game import Game, Player, Setup
from intrigue.kernel.position import Event, Outcome, Position
from intrigue.kernel.text import Catalogue, catalogue

from .bot import INTELLIGENCE, AccusationBot
from .carddata import PACKAGE, base_set
from .rules import acts
from .rules.acts import LETTERS, count_at, kind_of, what_of
from .rules.cards import WORKS
from .view import AccusationView
from .worth import majority_of, part_of

TABLES = (2, 3, 4, 5, 6)
SMALL = (2, 3, 4)  # where habits are tried
DEAR = 44  # the Event that sells a victory point

Figures = list[Figure]


# --- players with one habit -----------------------------------------------------------------------


class NeverAccuses(AccusationBot):
    """Passes every opportunity."""

    def _turn(self, options: Sequence[int]) -> int:
        return acts.PASS


class AlwaysAccuses(AccusationBot):
    """Accuses the likeliest player, whatever it costs."""

    def _turn(self, options: Sequence[int]) -> int:
        suspects = self.suspicion()
        accusing = [act for act in options if kind_of(act) == acts.ACCUSE]
        if not accusing or not suspects:
            return acts.PASS
        return max(accusing, key=lambda act: suspects.get(int(what_of(act)), 0.0))


def _harmless(options: Sequence[int]) -> list[int]:
    """Selections that nobody can be accused of; all, where there is none."""
    return [a for a in options if not part_of(int(what_of(a)), "success")] or list(options)


class RisksNothing(AccusationBot):
    """Never plays an Event with Success and Failure."""

    def _select(self, options: Sequence[int]) -> int:
        return super()._select(_harmless(options))


class SavesIntelligence(AccusationBot):
    """Plays such Events only with the price of a denial at hand."""

    def _select(self, options: Sequence[int]) -> int:
        safe = self._mine()[INTELLIGENCE] >= 2
        return super()._select(options if safe else _harmless(options))

    def _wanted(self) -> list[float]:
        want = super()._wanted()
        if self._mine()[INTELLIGENCE] < 2:
            want[INTELLIGENCE] += 5
        return want


class UsesNothing(AccusationBot):
    """Uses no ability, denials among them."""

    def _open(self, options: Sequence[int]) -> int:
        return acts.PASS

    _reveal = _open

    def _turn(self, options: Sequence[int]) -> int:
        return super()._turn([act for act in options if kind_of(act) != acts.USE])

    def _answer(self, options: Sequence[int]) -> int:
        return options[0]


class Turtle(AccusationBot):
    """Plays Public Works whenever it has some, and buys more."""

    def _select(self, options: Sequence[int]) -> int:
        return super()._select([a for a in options if what_of(a) >= WORKS] or options)

    def _open(self, options: Sequence[int]) -> int:
        works = self._uses(options, "infrastructure")
        return works[0] if works else super()._open(options)


@cache
def hoarder(ministry: int) -> type[AccusationBot]:
    """A bot that puts every token it may choose on one Ministry."""

    def alloc(self: AccusationBot, options: Sequence[int]) -> int:
        return max(options, key=lambda act: int(count_at(what_of(act), ministry)))

    return type(f"Hoards{LETTERS[ministry]}", (AccusationBot,), {"_alloc": alloc})


# Where each habit should end up, as a win rate among so many players.
_HABITS: dict[str, tuple[type[Player], Callable[[int], Band]]] = {
    "never_accuses": (NeverAccuses, lambda n: Band(None, 0.7 / n)),
    "always_accuses": (AlwaysAccuses, lambda n: Band(None, 1.1 / n)),
    "risks_nothing": (RisksNothing, lambda n: Band(None, 0.6 if n == 2 else 1.15 / n)),
    "saves_intelligence": (SavesIntelligence, lambda n: Band(1 / n, None)),
    "uses_nothing": (UsesNothing, lambda n: Band(None, 1 / n)),
    "turtle": (Turtle, lambda n: Band(None, 0.5 / n)),
}


# --- counting -------------------------------------------------------------------------------------


class AccusationWatcher(Watcher):
    """Follows one match by its events."""

    def __init__(self, game: Game, setup: Setup, position: Position) -> None:
        super().__init__(game, setup, position)
        view: AccusationView = position.view(-1)  # type: ignore[assignment]
        self.first = view.speaker
        self.told: Counter[str] = Counter()
        self.authors: dict[int, int] = {}  # of this round: card, mask of the seat
        self.card = 0

    def hear(self, event: Event) -> None:
        kind, data = event.kind, event.data
        self.told[kind] += 1
        if kind == "selected_card":
            self.authors[_number(data["card"])] = event.to
        elif kind == "revealed":
            self.card = _number(data["card"])
        elif kind == "removed":
            gone = bit(_number(data["who"]))
            self.authors = {card: to for card, to in self.authors.items() if to != gone}
        elif kind == "accusations":
            self.told["initiated"] += self.card in self.authors
        elif kind == "vp":
            self.told[_source(self.card)] += 1
        elif kind in ("used", "used_on"):
            self.told[f"use {data['ability']}"] += 1
        elif kind == "cleanup":
            self.authors = {}

    def count(self, position: Position, outcome: Outcome, counts: Counter[str]) -> None:
        view: AccusationView = position.view(-1)  # type: ignore[assignment]
        self.told["use deny"] = self.told["denied"]
        counts.update(self.told)
        counts[f"rounds {view.round}"] += 1
        counts["all rounds"] += view.round
        counts[f"ended by {outcome.reason}"] += 1
        if self.first in outcome.winners:
            counts["first won"] += 2 if len(outcome.winners) == 1 else 1
        for seat, country in enumerate(view.countries):
            if country is not None:
                counts[f"played {country}"] += 1
                if seat in outcome.winners:
                    counts[f"won {country}"] += 2 if len(outcome.winners) == 1 else 1


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value


def _source(card: int) -> str:
    """Where a victory point came from."""
    if card == DEAR:
        return "vp bought"
    return "vp majority" if majority_of(card) is not None else "vp success"


# --- figures --------------------------------------------------------------------------------------


def mirror(seats: int) -> str:
    """The key of the series between scripted bots."""
    return f"mirror {seats}"


class AccusationBalance(Balance):
    """Scripted bots among themselves at every table, and one with a habit among them."""

    bots = {
        **{name: kind for name, (kind, _) in _HABITS.items()},
        **{f"hoards {letter}": hoarder(m) for m, letter in enumerate(LETTERS)},
    }
    watcher = AccusationWatcher
    pairings = (
        *(Pairing(mirror(n), ("normal",) * n, 1 if n in SMALL else 0.5) for n in TABLES),
        *(
            Pairing(f"{name} {n}", (name, *("normal",) * (n - 1)), 0.5)
            for name in _HABITS
            for n in SMALL
        ),
        *(
            Pairing(f"hoards {letter}", (f"hoards {letter}", "normal"), 0.25, {"bank": "strict"})
            for letter in LETTERS
        ),
        Pairing("countries", ("normal", "normal"), 1, {"countries": "random"}),
        *(Pairing(f"random {n}", ("random",) * n, 0.05) for n in SMALL),
    )

    def charts(self, counts: Mapping[str, Counter[str]], setup: Setup, lang: str) -> list[Chart]:
        words = catalogue(PACKAGE, lang)
        tables = {n: counts[mirror(n)] for n in TABLES}

        def everywhere(figures: Callable[[Catalogue, int, Counter[str]], Figures]) -> Figures:
            return [figure for n in TABLES for figure in figures(words, n, tables[n])]

        return [
            Chart("rounds", everywhere(_rounds)),
            *(
                Chart(f"rounds_{n}", counts=histogram(tables[n], "rounds"), band=Band(4, 18))
                for n in SMALL
            ),
            Chart("endings", _endings(words, counts)),
            Chart("accusing", everywhere(_accusing)),
            Chart("points", everywhere(_points)),
            Chart("habits", _habits(words, counts)),
            Chart("hoards", _hoards(words, counts)),
            Chart("abilities", _abilities(tables, lang)),
            Chart("countries", _countries(counts["countries"], lang)),
        ]


def _rounds(words: Catalogue, n: int, met: Counter[str]) -> Figures:
    lengths = histogram(met, "rounds")
    usual = Band(6, 12) if n in SMALL else Band()
    games = met["games"]
    return [
        mean(words.say("balance", "rounds_mean", seats=n), met["all rounds"], games, usual),
        _count(words.say("balance", "rounds_p10", seats=n), lengths, 0.1, Band(4, None)),
        _count(words.say("balance", "rounds_p90", seats=n), lengths, 0.9, Band(None, 18)),
    ]


def _count(label: str, lengths: Mapping[int, int], part: float, band: Band) -> Figure:
    return Figure(
        label, percentile(lengths, part), unit="count", of=sum(lengths.values()), band=band
    )


def _endings(words: Catalogue, counts: Mapping[str, Counter[str]]) -> Figures:
    figures = []
    for n in TABLES:
        met = counts[mirror(n)]
        games = met["games"]
        removal = Band(0.01, 0.1) if n == 2 else Band(None, 0.05)
        usual = Band(1 / n - 0.05, 1 / n + 0.05)
        figures += [
            share(
                words.say("balance", "by_removal", seats=n), met["ended by last"], games, removal
            ),
            share(
                words.say("balance", "by_cap", seats=n),
                met["ended by cap"],
                games,
                Band(None, 0.01),
            ),
            share(words.say("balance", "first", seats=n), met["first won"] / 2, games, usual),
        ]
    for n in SMALL:
        met = counts[f"random {n}"]
        label = words.say("balance", "random_by_cap", seats=n)
        figures.append(share(label, met["ended by cap"], met["games"]))
    return figures


def _accusing(words: Catalogue, n: int, met: Counter[str]) -> Figures:
    events, accused = met["accusations"], met["accused"]
    answered = met["admitted"] + met["not_me"]

    def label(key: str) -> str:
        return words.say("balance", key, seats=n)

    return [
        mean(label("events"), events, met["all rounds"]),
        mean(label("accused"), accused, events, Band(0.4, 1.2)),
        share(label("right"), met["admitted"], answered, Band(0.35, 0.65)),
        share(label("detected"), met["admitted"], met["initiated"], Band(0.25, 0.55)),
        share(label("denied"), met["denied"], accused, Band(0.05, 0.25)),
    ]


def _points(words: Catalogue, n: int, met: Counter[str]) -> Figures:
    bands = {"success": Band(0.45, 0.7), "majority": Band(0.2, 0.4), "bought": Band(0.05, 0.15)}
    return [
        share(words.say("balance", f"vp_{key}", seats=n), met[f"vp {key}"], met["vp"], band)
        for key, band in bands.items()
    ]


def _habits(words: Catalogue, counts: Mapping[str, Counter[str]]) -> Figures:
    figures = []
    for name, (_, band) in _HABITS.items():
        for n in SMALL:
            met = counts[f"{name} {n}"]
            label = words.say("balance", name, seats=n)
            figures.append(share(label, met["win 0"] / 2, met["games"], band(n)))
    return figures


def _hoards(words: Catalogue, counts: Mapping[str, Counter[str]]) -> Figures:
    figures = []
    for letter in LETTERS:
        met = counts[f"hoards {letter}"]
        label = words.sentence("ministry", letter)
        figures.append(share(label, met["win 0"] / 2, met["games"], Band(None, 0.6)))
    return figures


def _abilities(tables: Mapping[int, Counter[str]], lang: str) -> Figures:
    """Uses in a hundred rounds, at the tables that are recommended."""
    met = sum((tables[n] for n in SMALL), Counter[str]())
    cards = base_set()
    return [
        mean(
            str(cards.ability[key]["name"][lang]),
            100 * met[f"use {key}"],
            met["all rounds"],
            Band(2, None),
        )
        for key in cards.abilities
    ]


def _countries(met: Counter[str], lang: str) -> Figures:
    cards = base_set()
    return [
        share(
            str(cards.country[key]["name"][lang]),
            met[f"won {key}"] / 2,
            met[f"played {key}"],
            Band(0.45, 0.56),
        )
        for key in cards.countries
    ]
