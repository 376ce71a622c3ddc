"""Random deals by the hundred thousand: offers, answers, counter-offers, claims and what runs out,
in random matches of every game that has promises.

    python -m tests.fuzz_promises [--deals 100000] [--seed S] [--json FILE] [GAME…]

Nothing may break, no position may change (each is compared with the same match without deals), and
nobody may be told of a secret deal. So many are to be carried out; what is refused comes on top.
The first defect ends it with its seed, exit status 1.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random

from intrigue.conformance.promises import promises
from intrigue.kernel.game import Game, discover, find_game

from .figures import write
from .fuzz import random_setup

AT_ONCE = 12  # deals at a question, at most
DONE = ("offer", "accept", "decline", "withdraw", "claim", "expire")


def run(games: list[Game], deals: int, seed: int) -> tuple[Counter[str], Counter[str], str]:
    """What was done, in how many matches of which games, and what went wrong. The games take
    turns, so that each has its share of the deals."""
    rng = Random(seed)
    counted: Counter[str] = Counter()
    matches: Counter[str] = Counter()
    shares = {game.id: 0 for game in games}
    while done(counted) < deals:
        one = rng.getrandbits(31)
        game = min(games, key=lambda game: shares[game.id])
        setup = random_setup(game, Random(one))
        try:
            more = promises(game, setup, one, AT_ONCE // 2)
        except Exception:
            return counted, matches, f"{game.id} {setup}, seed {one}\n{traceback.format_exc()}"
        counted += more
        matches[game.id] += 1
        shares[game.id] += done(more)
    return counted, matches, ""


def done(counted: Counter[str]) -> int:
    return sum(counted[what] for what in DONE)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=Random().getrandbits(31))
    parser.add_argument("--json", type=Path, help="where to write the figures")
    given = parser.parse_args()
    games = [find_game(name) for name in given.games] or list(discover().values())
    with_promises = [game for game in games if game.promises is not None]
    since = time.monotonic()
    counted, matches, wrong = run(with_promises, given.deals, given.seed)
    for what, count in sorted(counted.items()):
        print(f"{count:7} {what}")
    print(wrong or f"{done(counted)} deals, no defect (seed {given.seed})")
    if not wrong:
        seconds = round(time.monotonic() - since)
        write(given.json, {"done": counted, "matches": matches, "seconds": seconds})
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
