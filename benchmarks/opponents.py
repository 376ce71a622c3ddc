"""What the arena's reports say, put into docs/opponents.md: `make opponents-page`.

A report is what `intrigue lab arena GAME --pair --bots A,B --json` prints, kept in a folder as
GAME-A-B.json. A game without reports there stays as it is, and so does text outside the marks.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

from intrigue.kernel.game import discover

PAGE = Path(__file__).parents[1] / "docs" / "opponents.md"
RUNGS = ("easy-random", "normal-easy", "hard-normal", "lean-normal")  # the last is no level

Report = dict[str, Any]
TABLES: list[dict[str, str]] = [  # of a pair, in order
    {"mixed": "mixed tables", "sides": "side against side"},
    {"among": "one of the first among the second"},
    {"among": "one of the second among the first"},
]


def ladder(reports: dict[str, Report]) -> str:
    """The rungs of a game that were measured, and what they cost in time."""
    tables = next(iter(reports.values()))["tables"]
    heads = ["", "matches", *(TABLES[n][table["key"]] for n, table in enumerate(tables))]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for rung, report in reports.items():
        one, _, other = rung.partition("-")
        cells = [f"*{one}* against *{other}*", f"{report['played']:,}"]
        lines.append(f"| {' | '.join([*cells, *map(_cell, report['tables'])])} |")
    return "\n".join([*lines, "", _paces(reports), "", _made(report)])


def _cell(table: Report) -> str:
    """Share of the victory of the table's first bot, with its interval and beside what is fair; by
    side where sides meet."""
    whole, *sides = (one for one in table["standings"] if one["bot"] == table["bots"][0])
    by_side = [f"{one['side']} {_share(one)}" for one in sides]
    fair = f"{whole['ratio']['value']:.2f} times the fair {table['fair']:.0%}"
    return "; ".join([f"**{_share(whole)}**", *(by_side or [fair])])


def _share(standing: Report) -> str:
    share = standing["share"]
    return f"{share['value']:.0%} ({100 * share['low']:.0f}–{share['high']:.0%})"


def _paces(reports: dict[str, Report]) -> str:
    """How long each kind of bot takes, from the report in which it came first."""
    said = []
    for rung, report in reports.items():
        pace = next(one for one in report["paces"] if one["bot"] == rung.partition("-")[0])
        playouts = pace["playouts_per_second"]
        more = f", {playouts:,.0f} playouts a second" if playouts else ""
        said.append(
            f"*{pace['bot']}* {pace['mean_ms']:.3g} ms (99 %: {pace['p99_ms']:.3g} ms){more}"
        )
    return f"A decision takes {'; '.join(said)}."


def _made(report: Report) -> str:
    rules = "compiled" if report["compiled"] else "not compiled"
    return (
        f"(`intrigue lab arena {report['game']} --seats {report['seats']} --pair --bots ONE,OTHER "
        f"--seed {report['seed']}`; version {report['version']} of the rules, {rules}.)"
    )


def fill(page: str, folder: Path) -> str:
    """The page with what the reports say."""
    for game in discover():
        found = {rung: _read(folder / f"{game}-{rung}.json") for rung in RUNGS}
        reports = {rung: report for rung, report in found.items() if report is not None}
        if reports:
            mark = re.compile(rf"(<!-- {game}: .*? -->\n).*?(\n<!-- end -->)", re.DOTALL)
            assert mark.search(page), f"the page has no place for {game}"
            text = ladder(reports)
            page = mark.sub(lambda at, text=text: at[1] + text + at[2], page)  # type: ignore[misc]
    return page


def _read(path: Path) -> Report | None:
    return json.loads(path.read_text()) if path.exists() else None


if __name__ == "__main__":
    PAGE.write_text(fill(PAGE.read_text("utf-8"), Path(sys.argv[1])), "utf-8")
