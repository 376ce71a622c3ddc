"""The lab: matches by the thousand, and the figures that a game promises."""

import shlex
import time
from collections.abc import Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from intrigue.bots import find_bot
from intrigue.kernel.game import Game, Setup
from intrigue.lab import arena as bots_arena
from intrigue.lab import arena_page, page, standings
from intrigue.lab import balance as figures
from intrigue.lab import simulate as lab
from intrigue.lab.arena import Lineup, Row
from intrigue.lab.rows import RowFile, head
from intrigue.screen import print_json

from .reading import can_write, write_text
from .words import Words


def simulate(
    say: Words,
    game: Game,
    setup: Setup,
    games: int,
    seed: int,
    jobs: int,
    players: tuple[str, ...],
    rotate: bool,
    as_json: bool,
) -> int:
    """Play and report; the exit status, of whoever stopped it early too."""
    since = time.perf_counter()
    with progress_bar(say) as bar, lab.stoppable() as stopped:
        task = bar.add_task(game.title(say.lang), total=games)
        tally = lab.simulate(
            game, setup, games, seed, jobs, players, rotate, lambda n: bar.advance(task, n)
        )
        early = stopped()
    result = lab.report(game, setup, seed, players, tally, since, early)
    if early:
        say.err.print(say("simulated", "stopped", games=result.games, wanted=games))
    if as_json:
        print_json(result)
    elif result.games:
        _show_simulation(say, game, setup, result)
    return 130 if early else 0


def balance(
    say: Words,
    game: Game,
    setup: Setup,
    games: int,
    seed: int,
    jobs: int,
    out: Path | None,
    options: list[str],
    as_json: bool,
) -> None:
    """Measure what the game promises; write it as a page, too, where one is wanted."""
    total = figures.wanted(figures.declared(game), games)
    with progress_bar(say) as bar:
        task = bar.add_task(game.title(say.lang), total=total)
        result = figures.run(
            game, setup, games, seed, jobs, say.lang, lambda n: bar.advance(task, n)
        )
    if out is not None:
        words = ["intrigue", "lab", "balance", game.id, "--games", str(games), "--seed", str(seed)]
        command = shlex.join(words + [word for pair in options for word in ("-o", pair)])
        write_text(out, page.page(game, result, say.lang, command))
    if as_json:
        print_json(result)
        return
    _show_balance(say, game, result)
    if out is not None:
        say.out.print(say("balance", "written", path=shlex.quote(str(out))), markup=False)


def arena(
    say: Words,
    game: Game,
    setup: Setup,
    lineups: Sequence[Lineup],
    games: int,
    seed: int,
    jobs: int,
    rows: Path | None,
    out: Path | None,
    command: str,
    as_json: bool,
) -> int:
    """Let bots meet and report; the exit status, of whoever stopped it early too."""
    since = time.perf_counter()
    for lineup in lineups:
        for name in lineup.bots:
            find_bot(game, name)  # before a file is begun
    if out is not None:
        can_write(out)  # before hours of play
    file = RowFile(rows, head(game, setup, seed, lineups)) if rows is not None else None
    known = file.rows if file is not None else {}
    total = sum(lineup.deals(games) * len(lineup.seatings) for lineup in lineups)
    with (
        closing(file) if file is not None else nullcontext(),
        progress_bar(say) as bar,
        lab.stoppable() as stopped,
    ):
        before = len(bots_arena.of_run(known, lineups, games))
        task = bar.add_task(game.title(say.lang), total=total, completed=before)

        def take(fresh: list[Row]) -> None:
            if file is not None:
                file.add(fresh)
            bar.advance(task, len(fresh))

        played = bots_arena.play(game, setup, lineups, games, seed, known, jobs, take)
        early = stopped()
    seconds = time.perf_counter() - since
    result = standings.report(game, setup, lineups, games, seed, played, seconds, early)
    if early:
        say.err.print(say("simulated", "stopped", games=len(played), wanted=total))
    if out is not None and result.played:
        write_text(out, arena_page.page(game, result, say.lang, command))
    if as_json:
        print_json(result)
    elif result.played:
        _show_arena(say, game, result)
        if out is not None:
            say.out.print(say("balance", "written", path=shlex.quote(str(out))), markup=False)
    return 130 if early else 0


def _show_arena(say: Words, game: Game, result: standings.Report) -> None:
    words = say.catalogue
    for line in arena_page.facts(result, words)[:1] + arena_page.faults(result, words):
        say.out.print(line, markup=False)
    for table in result.tables:
        say.out.print(f"\n{arena_page.table_title(table, words)}", markup=False)
        _show_grid(say, *arena_page.table_grid(game, table, words))
        for line in arena_page.lead(table, words):
            say.out.print(line, markup=False)
    grids = {"ratings": arena_page.rating_grid, "paces": arena_page.pace_grid}
    if len(result.ratings) > 1:
        grids["meetings"] = arena_page.meeting_grid
    for key, grid in grids.items():
        say.out.print(f"\n{say('arena', key)}", markup=False)
        _show_grid(say, *grid(result, words))
    for line in arena_page.gates(result, words):
        say.out.print(f"\n{line}", markup=False)


def _show_grid(say: Words, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    grid = Grid(box=None, pad_edge=False)
    for n, title in enumerate(heads):
        grid.add_column(title, justify="right" if n else "left")
    for row in rows:
        grid.add_row(*row)
    say.out.print(grid)


def progress_bar(say: Words) -> Progress:
    """A bar on standard error, for people only."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=say.err, disable=not say.err.is_terminal, transient=True)


def _show_balance(say: Words, game: Game, result: figures.Report) -> None:
    numbers = {"games": result.games, "played": result.played, "seed": result.seed}
    mode = say("mode", "compiled" if result.compiled else "pure")
    options = ", ".join(f"{name}={value}" for name, value in result.options.items())
    facts: dict[str, Any] = {"mode": mode, "options": options, "seconds": result.seconds}
    say.out.print(say("balance", "facts", **numbers, **facts), markup=False)
    for chart in result.charts:
        if not chart.figures:
            continue
        say.out.print()
        say.out.print(game.words(say.lang).sentence("balance", chart.key), markup=False)
        grid = Grid(box=None, pad_edge=False)
        for key in ("what", "measured", "target"):
            grid.add_column(say("balance", key), justify="left" if key == "what" else "right")
        for figure in chart.figures:
            mark = " !" if figure.within() is False else ""
            target = page.band(figure.band, figure.unit) + mark
            grid.add_row(page.label(game, figure, say.lang), page.measured(figure), target)
        say.out.print(grid)
    say.out.print()
    if result.faults:
        say.out.print(say("simulated", "faults", count=result.faults), markup=False)
    say.out.print(say("balance", "verdict", count=len(result.missed())))


def _show_simulation(say: Words, game: Game, setup: Setup, result: lab.Report) -> None:
    numbers = {"games": result.games, "decisions": result.decisions, "seconds": result.seconds}
    rate = f"{result.decisions_per_second:,.0f}"
    mode = say("mode", "compiled" if result.compiled else "pure")
    say.out.print(say("simulated", "line", rate=rate, mode=mode, **numbers))
    grid = Grid(box=None, pad_edge=False)
    grid.add_column(say("simulated", "seat"))
    grid.add_column(say("simulated", "wins"), justify="right")
    for seat, share in enumerate(result.wins):
        who = result.bots[seat] if result.bots else setup.names[seat]
        grid.add_row(f"{seat + 1} {who}", f"{share:.1%}")
    say.out.print(grid)
    for key, values in (("scores", result.scores), ("lengths", result.lengths)):
        say.out.print(say("simulated", key, **{k: v for k, v in values.items() if k != "counts"}))
    reasons = ", ".join(f"{reason} {count}" for reason, count in result.reasons.items())
    say.out.print(say("simulated", "reasons", reasons=reasons))
    for line in arena_page.faults(result, say.catalogue):
        say.out.print(line, markup=False)
