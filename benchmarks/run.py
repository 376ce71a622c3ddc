"""`make bench`: Truce beside OpenSpiel and TextArena in one run, as rates and ratios.

Prints a table and writes it to docs/performance.md. Refuses to measure uncompiled rules. With
`--only`, one other game is measured beside its peer, in a minute, and no page is written.
"""

import argparse
import os
import platform
from collections.abc import Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path

import ours
from case import Case, interleave
from report import PAGE, machine, write_page
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import peers
from intrigue.games.truce.rules import position as truce
from intrigue.games.truce.rules import resolve
from intrigue.kernel import build, chance, playout, position, sealed, vecs
from intrigue.kernel.game import discover

# Other games: seats, options, and what is wanted beside OpenSpiel's social_deduction (or hearts for
# Complot): at least so many times its stepped loop, its evaluate_bots, and a copy under so many ns.
OTHERS: dict[str, tuple[int, dict[str, object], str, int, int, int]] = {
    "jaccuse": (7, {"generations": 4}, "social_deduction", 8, 1, 1000),
    "emperor": (7, {}, "social_deduction", 4, 0, 2000),
    "accusation": (4, {}, "social_deduction", 3, 0, 3000),
    "complot": (2, {}, "hearts", 3, 0, 2000),
}

QUICK = {"jaccuse": 5000, "complot": 5000}  # whole matches a second that quick players are to play
IMAGINED = ("emperor", "accusation")  # where worlds by the dozen are to come faster


class Board:
    """All cases of a run, by the part they play in the ratios; with `only`, those of one of the
    other games, and Truce's whole loop as a yardstick."""

    def __init__(self, only: str | None = None) -> None:
        self.only = only
        self.whole = ours.whole_loop(ours.SEATS)
        self.stepped = ours.stepped()
        self.bot = ours.random_bot()
        self.small = ours.whole_loop(5)
        self.large = ours.whole_loop(50)
        self.copies = ours.copies()
        self.views = ours.views()
        self.pairs = ours.two_worlds()
        self.their_steps = [peers.stepped(name) for name in peers.OPENSPIEL]
        self.their_bots = [peers.evaluate_bots(name) for name in peers.OPENSPIEL]
        self.their_rollouts = [peers.rollouts(name) for name in peers.OPENSPIEL]
        self.mafia = peers.secret_mafia()
        played = {name: facts for name, facts in OTHERS.items() if name in discover()}
        self.others = {
            name: (
                ours.dealt_loop(name, facts[0], facts[1]),
                ours.dealt_copies(name, facts[0], facts[1]),
            )
            for name, facts in played.items()
        }
        searched = {"truce": (ours.SEATS, {"rounds": ours.ROUNDS})} | {
            name: facts[:2] for name, facts in played.items()
        }
        self.searches = [ours.searches(name, *facts) for name, facts in searched.items()]
        self.quick = {name: ours.quick_matches(name, *facts) for name, facts in searched.items()}
        self.imagined = {name: ours.imagined(name, *facts) for name, facts in searched.items()}
        self.their_searches = [peers.ismcts(name) for name in peers.SEARCHED]
        self.their_slow_searches = [peers.ismcts_in_python(name) for name in peers.SEARCHED]

    @property
    def cases(self) -> list[Case]:
        if self.only is not None:
            return [self.whole, *self.others[self.only], *self._peers(self.only)]
        mine = [self.whole, self.stepped, self.bot, self.small, self.large, self.copies, self.views]
        if self.pairs is not None:
            mine.append(self.pairs)
        for loop, copies in self.others.values():
            mine += [loop, copies]
        mine += [*self.searches, *self.quick.values()]
        for worlds in self.imagined.values():
            mine += worlds
        theirs = [*self.their_steps, *self.their_bots, *self.their_rollouts, self.mafia]
        return [*mine, *theirs, *self.their_searches, *self.their_slow_searches]

    def rates(self) -> list[list[str]]:
        """What was measured: name, rate, unit, time of one, spread, and how many times as fast
        Truce's whole loop is (where it is decisions that are counted)."""
        return [
            [
                case.name,
                _short(case.rate),
                case.unit,
                _duration(case.nanoseconds),
                f"± {case.spread:.0%}",
                _times(self.whole.rate / case.rate) if case.unit == "decisions" else "",
            ]
            for case in self.cases
        ]

    def ratios(self) -> list[list[str]]:
        """What is wanted: the comparison, what came out, the aim, and whether it is met."""
        if self.only is not None:
            return self._other(self.only)
        steps, bots, rollouts = map(_best, (self.their_steps, self.their_bots, self.their_rollouts))
        copy = self.copies.nanoseconds
        growth = self.large.nanoseconds / self.small.nanoseconds
        rows = [
            _ratio(self.whole, steps, "at least", 10),
            _ratio(self.whole, bots, "at least", 3),
            _ratio(self.stepped, steps, "at least", 4),
            _ratio(self.whole, rollouts, "aim", 2),
            _ratio(self.bot, self.mafia),
            [self.copies.name, _duration(copy), "under 400 ns", _yes(copy < 400)],
            [
                "Truce: a decision at 50 seats costs, beside one at 5",
                _times(growth),
                "at most 2×",
                _yes(growth <= 2),
            ],
        ]
        for name in self.others:
            rows += self._other(name)
        fast, slow = _best(self.their_searches), _best(self.their_slow_searches)
        for search in self.searches:
            rows += [_ratio(search, fast), _ratio(search, slow)]
        for name in QUICK:
            quick = self.quick[name]
            wanted = f"at least {QUICK[name]:,} a second"
            rows.append([quick.name, _short(quick.rate), wanted, _yes(quick.rate >= QUICK[name])])
        for name, (together, single) in self.imagined.items():
            aim = ("at least", 3) if name in IMAGINED else ()
            rows.append(_ratio(together, single, *aim))
        return rows

    def _peers(self, name: str) -> tuple[Case, Case, Case]:
        """What another game is compared with: stepped, `evaluate_bots`, rollouts."""
        at = list(peers.OPENSPIEL).index(OTHERS[name][2])
        return self.their_steps[at], self.their_bots[at], self.their_rollouts[at]

    def _other(self, name: str) -> list[list[str]]:
        """Another game beside the peer that it is compared with."""
        loop, copies = self.others[name]
        _, _, _, steps, bots, most = OTHERS[name]
        stepped, evaluated, rollouts = self._peers(name)
        took = copies.nanoseconds
        return [
            _ratio(loop, stepped, "at least", steps),
            _ratio(loop, evaluated, "at least" if bots else "", bots),
            _ratio(loop, rollouts),
            [copies.name, _duration(took), f"under {_duration(most)}", _yes(took < most)],
        ]


def _ratio(mine: Case, theirs: Case, word: str = "", aim: int = 0) -> list[str]:
    ratio = mine.rate / theirs.rate
    wanted = [f"{word} {aim}×", _yes(ratio >= aim)] if aim else ["", ""]
    return [f"{mine.name} / {theirs.name}", _times(ratio), *wanted]


def _yes(met: bool) -> str:
    return "yes" if met else "no"


def _best(cases: Sequence[Case]) -> Case:
    return max(cases, key=lambda case: case.rate)


def _short(rate: float) -> str:
    """Three digits and a unit: 6.12 M."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if rate >= size:
            return f"{_three(rate / size)}{letter}"
    return _three(rate)


def _three(number: float) -> str:
    return f"{number:.2f}" if number < 10 else f"{number:.1f}" if number < 100 else f"{number:.0f}"


def _duration(nanoseconds: float) -> str:
    for size, unit in ((1e6, "ms"), (1e3, "µs")):
        if nanoseconds >= size:
            return f"{_three(nanoseconds / size)} {unit}"
    return f"{nanoseconds:.0f} ns"


def _times(ratio: float) -> str:
    return f"{_three(ratio)}×"


def loaded() -> str:
    """Where the rules came from; ends the run if any of them is not compiled."""
    for module in (vecs, chance, position, sealed, playout, resolve, truce):
        if str(module.__file__).endswith(".py"):
            raise SystemExit(f"{module.__name__} is not compiled: {module.__file__}")
    assert build.compiled()
    return Path(str(truce.__file__)).name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=21, help="samples of each case")
    parser.add_argument("--seconds", type=float, default=0.3, help="length of a sample")
    parser.add_argument("--page", type=Path, default=PAGE, help="where the page is written")
    parser.add_argument("--only", choices=OTHERS, help="one other game beside its peer; no page")
    args = parser.parse_args()
    console = Console()
    file = loaded()
    with console.status("setting up"):
        board = Board(args.only)
    measure(board, args.rounds, args.seconds, console)
    show(board, console)
    if args.only is not None:
        return
    command = f"make bench ARGS='--rounds {args.rounds} --seconds {args.seconds}'"
    if (args.rounds, args.seconds) == (21, 0.3):
        command = "make bench"
    write_page(args.page, page(board, command, file, args.rounds, args.seconds))
    console.print(f"Written to {args.page}.")


def measure(board: Board, rounds: int, seconds: float, console: Console) -> None:
    columns = (
        TextColumn("{task.description}", justify="left"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=(rounds + 1) * len(board.cases))
        for name in interleave(board.cases, rounds, seconds):
            progress.update(task, description=f"{name[:48]:48}", advance=1)


def show(board: Board, console: Console) -> None:
    table = Table("", "a second", "of", "one takes", "spread", "whole loop")
    for column in (1, 3, 4, 5):
        table.columns[column].justify = "right"
    for row in board.rates():
        table.add_row(*row)
    console.print(table)
    table = Table("", "measured", "wanted", "met")
    table.columns[1].justify = "right"
    for row in board.ratios():
        table.add_row(*row)
    console.print(table)


def page(board: Board, command: str, file: str, rounds: int, seconds: float) -> str:
    rates = "\n".join(f"| {' | '.join(row)} |" for row in board.rates())
    ratios = "\n".join(f"| {' | '.join(row)} |" for row in board.ratios())
    load = os.getloadavg()[0]
    versions = ", ".join(
        f"{name} {version(name)}" for name in ("intrigue", "librt", "open-spiel", "textarena")
    )
    return f"""# Performance

This page is written by `{command}`; do not edit it by hand.

- Machine: {machine()}
- {platform.python_implementation()} {platform.python_version()}, {versions}
- {date.today().isoformat()}; rules loaded from `{file}` (compiled by mypyc, asserted)
- All cases in one process, interleaved: {rounds} rounds, a sample of about {seconds} s of each case
  in every round, on one core, in seconds of the process's own time. Medians; the spread is half the
  distance between the quartiles.
- Load average of the machine at the end: {load:.1f}

## Ratios

For Truce each row takes the fastest of OpenSpiel's three games; other games, the one named.

| | measured | wanted | met |
|---|---:|---:|---|
{ratios}

## Rates

The last column says how many times as fast Truce's whole loop (7 seats) is.

| | a second | of | one takes | spread | whole loop |
|---|---:|---|---:|---:|---:|
{rates}

## What is measured

A decision is a choice of one player; answers of chance are played and not counted. Everybody plays
uniformly at random. Truce runs {ours.ROUNDS} rounds.

- **Whole loop**: `kernel.playout`, as search and the lab use it. No views, no events; a match
  begins as a copy of a dealt position.
- **Stepped from Python**: the same loop written in Python around `next`, `width`, `nth`, `apply`,
  and `below` of the generator; OpenSpiel's stepped loops draw with Python's `random()`.
- **Random bot**: each decision builds what a bot gets: the seat's view, the prompt and the list of
  options.
- **Two worlds**: a whole coupled pair of matches of the secrecy test, with tables, views and wire
  codec.
- **OpenSpiel stepped**: a loop in Python over `legal_actions` and `apply_action` (or
  `apply_actions` where all move at once).
- **evaluate_bots**: OpenSpiel's own C++ loop between its uniform random bots; decisions are matches
  times the mean number of decisions of {peers.MATCHES} matches stepped by hand.
- **Rollouts**: `MCTSBot` with one simulation and a `RandomRolloutEvaluator` of {peers.ROLLOUTS}
  rollouts. Such a search evaluates its root and does next to nothing else, which favours OpenSpiel.
  Decisions are rollouts times the mean number of decisions from the same state, stepped by hand.
  Goofspiel goes through OpenSpiel's turn-based wrapper, because `MCTSBot` takes no simultaneous
  moves.
- **Search**: whole answers of the bot that searches (level *hard*, with its budget in that game),
  the imagined worlds included, to one question in the middle of a match. Decisions are those in its
  playouts: how many there were, times the mean number from the same worlds. It plays sensibly
  there, where ISMCTS plays at random.
- **Quick players**: whole matches, dealing included, between the players that play in the search's
  playouts; `kernel.playout.lean_playout`, no views, no events.
- **Worlds**: those that fit what the first seat has seen after three quarters of such a match;
  {ours.WORLDS} together (`Game.imagine`), or each from the beginning (`Game.worlds`).
- **ISMCTS**: whole answers of OpenSpiel's `ISMCTSBot`, {peers.SIMULATIONS:,} simulations with a
  `RandomRolloutEvaluator` of one rollout (in Python {peers.SIMULATIONS // 20}), to the first
  question of a deal. Decisions are simulations times the mean number of decisions from there,
  stepped by hand.
- **SecretMafia**: TextArena's own loop (`get_observation`, `step`) with random votes for living
  players.

The games differ, so a ratio compares frameworks only roughly: how many random decisions of a
hidden-information game each of them plays in a second.
"""


if __name__ == "__main__":
    main()
