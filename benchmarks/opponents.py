"""What the arena's reports say, put into docs/opponents.md: `make opponents-page`.

A report is what `intrigue lab arena GAME --pair --bots A,B --json` prints, kept in a folder as
GAME-A-B.json. A game without reports there stays as it is, and so does text outside the marks.
What `hard` was to be is judged by them, and has to be what its game calls it.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from intrigue.kernel.game import Game, discover
from intrigue.kernel.text import catalogue

PAGE = Path(__file__).parents[1] / "docs" / "opponents.md"
RUNGS = ("easy-random", "normal-easy", "hard-normal", "lean-normal")  # the last is no level
# What hard is to win at mixed tables: so many times its fair share, or this part of the victories;
# where sides meet, as either.
TIMES = {"truce": 1.4, "jaccuse": 1.5, "accusation": 1.5}
PART = {"complot": 0.7, "emperor": 0.65}

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
    said = [" ".join(verdict(reports["hard-normal"]))] if "hard-normal" in reports else []
    said += [_quick(reports["lean-normal"])] if "lean-normal" in reports else []
    return "\n\n".join(["\n".join(lines), *said, _paces(reports), _made(report)])


def verdict(report: Report) -> Iterator[str]:
    """What the arena says about hard and normal: whether hard is offered, and under which name."""
    words = catalogue("intrigue", "en")
    one, other = ("*hard*", "*normal*")
    for gate in report["gates"]:
        key = gate["key"] if gate["met"] else f"not_{gate['key']}"
        yield words.say("arena", key, one=one, other=other)
    aim, found = _aim(report)
    met = "reached" if reached(report) else "missed: here *hard* is *another character*"
    yield f"The aim was {aim}; with {found} it is {met}."


def reached(report: Report) -> bool:
    """Whether hard is as much better as it was to be."""
    game, (whole, *sides) = report["game"], _firsts(report)
    if game in TIMES:
        return bool(whole["ratio"]["value"] >= TIMES[game])
    return all(one["share"]["value"] >= PART[game] for one in sides or [whole])


def open_gates(report: Report) -> bool:
    """Whether hard may be offered at all."""
    return all(gate["met"] for gate in report["gates"])


def _aim(report: Report) -> tuple[str, str]:
    """In words: what was aimed at, and what was found."""
    game, (whole, *sides) = report["game"], _firsts(report)
    if game in TIMES:
        return f"{TIMES[game]:g} times the fair share", f"{whole['ratio']['value']:.2f}"
    found = " and ".join(f"{one['share']['value']:.0%}" for one in sides or [whole])
    return f"{PART[game]:.0%}{' on either side' if sides else ''}", found


def _firsts(report: Report) -> list[Report]:
    """Of the mixed table: the first kind of bot, and where sides meet, the same by side."""
    table = report["tables"][0]
    return [one for one in table["standings"] if one["bot"] == table["bots"][0]]


def _quick(report: Report) -> str:
    """How well the players of playouts play by themselves."""
    shares = {
        one["bot"]: one["share"]["value"]
        for one in report["tables"][0]["standings"]
        if not one["side"]
    }
    part = shares["lean"] / shares["normal"]
    return f"The quick players of playouts (*lean*, no level) win {part:.0%} as often as *normal*."


def called_wrong(game: Game, report: Report) -> str | None:
    """What its code calls hard, if the arena says otherwise."""
    if (game.hard is not None) != open_gates(report):
        return f"{game.id}: `hard` is {'' if game.hard else 'not '}offered (Game.hard)"
    if game.hard is not None and game.another_character == reached(report):
        return f"{game.id}: another_character is {game.another_character} (Game.another_character)"
    return None


def _cell(table: Report) -> str:
    """Share of the victory of the table's first bot, with its interval and beside what is fair; by
    side where sides meet."""
    whole, *sides = _firsts({"tables": [table]})
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


def main(folder: Path) -> str | None:
    """Fill the page; what is wrong with what games call hard."""
    PAGE.write_text(fill(PAGE.read_text("utf-8"), folder), "utf-8")
    judged = {name: _read(folder / f"{name}-hard-normal.json") for name in discover()}
    wrong = [
        called_wrong(discover()[name], report)
        for name, report in judged.items()
        if report is not None
    ]
    return "\n".join(line for line in wrong if line) or None


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
