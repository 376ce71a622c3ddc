"""Two builds side by side: whole random matches a second of each game, in turn, as ratios.

    python benchmarks/versions.py OLD/bin/python NEW/bin/python [GAME ...] [--rounds 15]

Each sample is a process of its own that plays for a moment, first of one build and then of the
other, so that whatever else the machine does falls on both. The median of the ratios counts.
"""

import argparse
import statistics
import subprocess

from rich.console import Console
from rich.progress import track
from rich.table import Table

GAMES = {
    "truce": (7, {}),
    "jaccuse": (7, {"generations": 4}),
    "emperor": (7, {}),
    "accusation": (4, {}),
    "complot": (2, {}),
}
SAMPLE = """
import sys, time
from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import find_game
assert compiled(), "this build is not compiled"
name, seats, options, seconds = eval(sys.argv[1])
game = find_game(name)
setup = game.setup([f"P{i}" for i in range(seats)], options)
def match(seed):
    chance = Fast(seed)
    position = game.start(setup, chance)
    while (seat := position.next()) >= 0:
        position.apply(seat, position.nth(seat, chance.below(position.width(seat))), chance)
for seed in range(20):
    match(seed)
done, since = 0, time.perf_counter()
while time.perf_counter() < since + seconds:
    match(done)
    done += 1
print(done / (time.perf_counter() - since))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", help="the Python of one build")
    parser.add_argument("new", help="the Python of the other")
    parser.add_argument("games", nargs="*", choices=[[], *GAMES], help="all, if none is named")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.7, help="length of a sample")
    given = parser.parse_args()
    table = Table("game", "old, matches/s", "new, matches/s", "new / old (median)")
    for name in given.games or GAMES:
        case = repr((name, *GAMES[name], given.seconds))
        pairs = [
            (sample(given.old, case), sample(given.new, case))
            for _ in track(range(given.rounds), name)
        ]
        old, new = (statistics.median(column) for column in zip(*pairs, strict=True))
        ratio = statistics.median(new / old for old, new in pairs)
        table.add_row(name, f"{old:,.0f}", f"{new:,.0f}", f"{ratio:.3f}")
    Console().print(table)


def sample(python: str, case: str) -> float:
    """Matches a second of one build."""
    run = [python, "-P", "-c", SAMPLE, case]
    return float(subprocess.run(run, check=True, capture_output=True, text=True).stdout)


if __name__ == "__main__":
    main()
