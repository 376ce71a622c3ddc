"""What long runs counted, kept in files, and put into docs/reliability.md.

    python -m tests.figures FOLDER

A part of the page whose run has not been made says so. Text outside the marks stays as it is.
"""

import json
import os
import platform
import re
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from intrigue.kernel.build import compiled

PAGE = Path(__file__).parent.parent / "docs" / "reliability.md"
Figures = dict[str, Any]


def write(path: Path | None, figures: Figures) -> None:
    """Keep what was counted, and on what it was."""
    if path is not None:
        made = {
            "date": date.today().isoformat(),
            "machine": f"{platform.machine()}, {os.cpu_count()} cores",
            "python": platform.python_version(),
            "compiled": compiled(),
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({**figures, "made": made}, indent=2) + "\n")


# --- the page -------------------------------------------------------------------------------------


def _chaos(*runs: Figures | None) -> str:
    names = ["SQLite", "PostgreSQL, 1 process", "PostgreSQL, 2", "PostgreSQL, 3"]
    there = [(name, run) for name, run in zip(names, runs, strict=True) if run is not None]
    rows: list[tuple[str, Callable[[Figures], Any]]] = [
        ("kills", lambda run: sum(run["kills"].values())),
        ("… while people played", lambda run: run["kills"].get("play", 0)),
        ("… while it started", lambda run: run["kills"].get("start", 0)),
        ("… while it made its database", lambda run: run["kills"].get("create", 0)),
        ("… while it migrated an old one", lambda run: run["kills"].get("migrate", 0)),
        ("acts acknowledged, all kept as they were sent", lambda run: run["acts"]),
        ("acts refused, none done", lambda run: run["refused"]),
        ("acts sent again after a kill, none done twice", lambda run: run["repeats"]),
        ("states shown, all of them folds of the record", lambda run: run["states"]),
        ("lines of talk, all told as they are stored", lambda run: run["lines"]),
        ("matches played out and verified", lambda run: sum(run["matches"].values())),
        ("rounds that a clock ended", lambda run: run["timeouts"]),
        ("latest of those, seconds after its time", lambda run: run["latest"]),
        ("seconds", lambda run: run["seconds"]),
    ]
    lines = [f"| | {' | '.join(name for name, _ in there)} |", "|---" * (len(there) + 1) + "|"]
    for name, figure in rows:
        lines.append(f"| {name} | {' | '.join(_number(figure(run)) for _, run in there)} |")
    games = {game: sum(run["matches"].get(game, 0) for _, run in there) for game in _games(there)}
    played = ", ".join(f"{game} {count}" for game, count in games.items())
    return "\n".join([*lines, "", f"Matches: {played}. {_made(there[0][1])}"])


def _games(there: list[tuple[str, Figures]]) -> list[str]:
    return sorted({game for _, run in there for game in run["matches"]})


def _power(run: Figures | None) -> str:
    assert run is not None
    return (
        f"**{_number(run['losses'])} losses of power** at {_number(run['tables'])} tables. "
        f"{_number(run['lost'])} changes of files were not synced yet; {_number(run['acts'])} "
        f"times an acknowledged act was looked for and found as it was sent, "
        f"{_number(run['states'])} times a state that somebody had been shown was found, and "
        f"{_number(run['starts'])} servers started on what was left. {_made(run)}"
    )


def _wire(run: Figures | None) -> str:
    assert run is not None
    return (
        f"**{_number(run['frames'])} frames sent, {_number(run['answers'])} answers read** "
        f"({_number(run['done'])} done; refusals with {len(run['codes'])} different codes), "
        f"{_number(run['unanswered'])} without an answer. {_number(run['violations'])} breaches of "
        f"the websocket protocol, {_number(run['requests'])} requests "
        f"({_statuses(run['statuses'])}), {_number(run['sockets'])} sockets at "
        f"{_number(run['tables'])} tables, each of them played on afterwards. At the table beside "
        f"it {_number(run['bystanders'])} acts were acknowledged and no connection was lost. "
        f"{_number(run['seconds'])} seconds. {_made(run)}"
    )


def _statuses(counts: dict[str, int]) -> str:
    names = {"0": "closed without one"}
    return ", ".join(f"{names.get(code, code)}: {_number(n)}" for code, n in counts.items())


def _deals(run: Figures | None) -> str:
    assert run is not None
    counts = dict(run["done"])
    refused, _ = counts.pop("refused", 0), counts.pop("nothing", 0)
    each = ", ".join(f"{_number(n)} of *{what}*" for what, n in sorted(counts.items()))
    played = ", ".join(f"{game} {_number(n)}" for game, n in sorted(run["matches"].items()))
    return (
        f"**{_number(sum(counts.values()))} deals, claims and answers** ({each}), and "
        f"{_number(refused)} that were refused with a sentence. Matches: {played}. No position "
        f"changed, and nobody was told of a secret. {_number(run['seconds'])} seconds. {_made(run)}"
    )


def _worlds(feeds: Figures | None, sockets: Figures | None) -> str:
    lines = ["| | pairs | steps survived | parted at once | seconds |", "|---|---|---|---|---|"]
    for name, run in (("at the tables' feeds", feeds), ("over sockets", sockets)):
        if run is None:
            lines.append(f"| {name} | this run has not been made yet | | | |")
            continue
        counts = [sum(run["pairs"].values()), sum(run["steps"].values())]
        counts += [run["parted_at_once"], run["seconds"]]
        lines.append(f"| {name} | {' | '.join(_number(count) for count in counts)} |")
    for name, run in (("Feeds", feeds), ("Sockets", sockets)):
        if run is not None:
            each = ", ".join(f"{game} {_number(n)}" for game, n in run["pairs"].items())
            lines += ["", f"{name}: {each}. No difference was found. {_made(run)}"]
    return "\n".join(lines)


def _number(value: float) -> str:
    return f"{value:,}"


def _made(run: Figures) -> str:
    made = run["made"]
    rules = "compiled rules" if made["compiled"] else "rules in plain Python"
    return f"({made['machine']}, Python {made['python']}, {rules}, {made['date']}.)"


# each part of the page, and the runs that it tells of
PARTS: dict[str, tuple[Callable[..., str], list[str]]] = {
    "chaos": (_chaos, ["chaos-sqlite", *(f"chaos-postgresql-{n}" for n in (1, 2, 3))]),
    "power": (_power, ["power"]),
    "wire": (_wire, ["wire"]),
    "deals": (_deals, ["deals"]),
    "worlds": (_worlds, ["worlds-feeds", "worlds-sockets"]),
}


def fill(page: str, folder: Path) -> str:
    """The page with what the files in the folder say."""
    for part, (tell, names) in PARTS.items():
        runs = [_read(folder / f"{name}.json") for name in names]
        text = tell(*runs) if any(runs) else "This run has not been made yet."
        mark = re.compile(rf"(<!-- {part}: .*? -->\n).*?(\n<!-- end -->)", re.DOTALL)
        assert mark.search(page), f"the page has no place for {part}"
        page = mark.sub(lambda found, text=text: found[1] + text + found[2], page)  # type: ignore[misc]
    return page


def _read(path: Path) -> Figures | None:
    return json.loads(path.read_text()) if path.exists() else None


if __name__ == "__main__":
    PAGE.write_text(fill(PAGE.read_text(), Path(sys.argv[1])))
