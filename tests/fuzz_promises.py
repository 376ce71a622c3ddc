"""Random deals by the hundred thousand: offers, answers, counter-offers, claims and what runs out,
in random matches of every game that has promises.

    python -m tests.fuzz_promises [--deals 100000] [--seed S] [GAME…]

Nothing may break, no position may change (each is compared with the same match without deals), and
nobody may be told of a secret deal. The first defect ends it with its seed, exit status 1.
"""

import argparse
import sys
import traceback
from collections import Counter
from random import Random

from intrigue.conformance.promises import promises
from intrigue.kernel.game import Game, discover, find_game

from .fuzz import random_setup

AT_ONCE = 12  # deals at a question, at most


def run(games: list[Game], deals: int, seed: int) -> tuple[Counter[str], str]:
    """What was done, and what went wrong."""
    rng = Random(seed)
    counted: Counter[str] = Counter()
    while counted.total() < deals:
        one = rng.getrandbits(31)
        mine = Random(one)
        game = mine.choice(games)
        setup = random_setup(game, mine)
        try:
            counted += promises(game, setup, one, AT_ONCE // 2)
        except Exception:
            return counted, f"{game.id} {setup}, seed {one}\n{traceback.format_exc()}"
    return counted, ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=Random().getrandbits(31))
    given = parser.parse_args()
    games = [find_game(name) for name in given.games] or list(discover().values())
    with_promises = [game for game in games if game.promises is not None]
    counted, wrong = run(with_promises, given.deals, given.seed)
    for what, count in sorted(counted.items()):
        print(f"{count:7} {what}")
    print(wrong or f"{counted.total()} deals, no defect (seed {given.seed})")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
