"""What `intrigue lab beliefs GAME --json` says, put into docs/beliefs.md: `make beliefs-page`.

Reports are kept in a folder as GAME.json. A game without one stays as it is on the page, and so
does text outside the marks.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

from intrigue.kernel.game import discover

PAGE = Path(__file__).parents[1] / "docs" / "beliefs.md"
SCORES = ("brier", "prior_brier", "log", "prior_log")

Report = dict[str, Any]


def figures(report: Report) -> str:
    """Scores by kind of question, and confidence beside the truth."""
    lines = ["| question | asked | Brier | without weights | log | without weights |"]
    lines.append("|---|---:|---:|---:|---:|---:|")
    for one in report["kinds"]:
        scores = " | ".join(f"{one[score]:.3f}" for score in SCORES)
        lines.append(f"| {one['kind']} | {one['asked']:,} | {scores} |")
    gain, low, high = report["gain"]
    lines.append(f"\nBrier score better by **{gain:.3f}** ({low:.3f} to {high:.3f}).\n")
    levels = report["levels"]
    for head, key in (("said", "said"), ("true", "true")):
        lines.append(f"| {head} | {' | '.join(f'{level[key]:.0%}' for level in levels)} |")
        if key == "said":
            lines.append("|---" + "|---:" * len(levels) + "|")
    lines.append(f"| answers | {' | '.join(format(level['answers'], ',') for level in levels)} |")
    return "\n".join([*lines, "", _made(report)])


def _made(report: Report) -> str:
    rules = "compiled" if report["compiled"] else "not compiled"
    return (
        f"({report['games']} matches of *{report['bots'][0]}*, {report['moments']:,} moments: "
        f"`intrigue lab beliefs {report['game']} --seats {report['seats']} "
        f"--games {report['games']} --worlds {report['worlds']} --seed {report['seed']}`; "
        f"version {report['version']} of the rules, {rules}.)"
    )


def fill(page: str, folder: Path) -> str:
    """The page with what the reports say."""
    for game in discover():
        path = folder / f"{game}.json"
        if path.exists():
            mark = re.compile(rf"(<!-- {game}: .*? -->\n).*?(\n<!-- end -->)", re.DOTALL)
            assert mark.search(page), f"the page has no place for {game}"
            text = figures(json.loads(path.read_text("utf-8")))
            page = mark.sub(lambda at, text=text: at[1] + text + at[2], page)  # type: ignore[misc]
    return page


if __name__ == "__main__":
    PAGE.write_text(fill(PAGE.read_text("utf-8"), Path(sys.argv[1])), "utf-8")
