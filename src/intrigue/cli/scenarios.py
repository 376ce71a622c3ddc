"""Scenarios: run, their events listed, the rules they cover."""

from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table as Grid

from intrigue.conformance import event_list, scenario, scenario_file
from intrigue.conformance.yaml_lines import Broken, shown
from intrigue.kernel.game import Game
from intrigue.screen import print_json

from .words import Words


def run(say: Words, paths: list[Path], as_json: bool) -> int:
    """Whether all held, as an exit status."""
    passed = failed = 0
    rows: list[dict[str, Any]] = []
    for path in scenario_file.find(paths):
        try:
            results = scenario.run(path, say.lang)
        except Broken as error:
            failed += 1
            rows.append({"path": str(path), "broken": error.sentence(say.lang)})
            if not as_json:
                say.err.print(error.sentence(say.lang), markup=False)
            continue
        for result in results:
            rows.append(
                {
                    "path": str(result.path),
                    "line": result.line,
                    "title": result.title,
                    "rules": result.rules,
                    "failures": result.failures,
                }
            )
            if result.failures:
                failed += 1
                if not as_json:
                    say.out.print(f"{result.path}:{result.line}: {result.title}", markup=False)
                    for line in result.failures:
                        say.out.print(f"    {line}", markup=False)
            else:
                passed += 1
    if as_json:
        print_json({"passed": passed, "failed": failed, "cases": rows})
    else:
        print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def events(say: Words, game: Game, as_json: bool) -> None:
    """The events that a scenario of the game may expect."""
    rows = event_list.listed(game)
    if as_json:
        print_json(rows)
    else:
        _show_events(say, rows)


def _show_events(say: Words, rows: list[event_list.Listed]) -> None:
    grid = Grid(box=None, pad_edge=False)
    for key in ("event", "parameters", "told", "rule"):
        grid.add_column(say("events", key), no_wrap=key in ("event", "rule"))
    for row in rows:
        if row.seen:
            parameters = shown(row.example)[1:-1]
            more = [name for name in row.parameters if name not in row.example]
            parameters = ", ".join([parameters, *more])
        else:
            parameters = ", ".join(row.parameters)
        told = [say("events", "to", to, forms=row.twin_of) for to in row.to]
        if row.outside:
            told.append(say("events", "outside", forms=row.outside))
        elif not row.twin_of and "everyone" not in row.to and row.to:
            told.append(say("events", "secret"))
        grid.add_row(row.kind, escape(parameters), "; ".join(told), row.rule)
    say.out.print(grid)
    if not all(row.seen for row in rows):
        unseen = [row.kind for row in rows if not row.seen]
        say.out.print(say("events", "unseen", kinds=unseen), markup=False)


def coverage(say: Words, game: Game, as_json: bool) -> int:
    """The rules without a scenario; whether there are any, as an exit status."""
    covered = scenario.coverage(game)
    bare = [rule for rule, titles in covered.items() if not titles]
    if as_json:
        print_json({"rules": covered, "without": bare})
    else:
        for rule in bare:
            say.out.print(rule)
        share = (len(covered) - len(bare)) * 100 // max(len(covered), 1)
        numbers = {"covered": len(covered) - len(bare), "rules": len(covered), "share": share}
        say.out.print(say("coverage", "line", **numbers))
    return 1 if bare else 0
