"""The conformance kit for as long as you like: every game, random tables, fresh seeds.

    python tests/fuzz.py [--minutes M] [--seed S] [GAME…]

Prints what it tried; the first defect ends it with the seed that shows it again, exit status 1.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from intrigue.conformance import kit
from intrigue.conformance.promises import promises
from intrigue.conformance.two_worlds import two_worlds
from intrigue.kernel.game import Game, Setup, discover, find_game


def random_setup(game: Game, rng: Random) -> Setup:
    """Any number of seats, any options (small numbers more often than large ones)."""
    seats = min(rng.randint(game.low, game.high), rng.randint(game.low, game.high))
    options: dict[str, object] = {}
    for option in game.options:
        if isinstance(option.default, bool):
            options[option.name] = rng.random() < 0.5
        elif option.choices:
            options[option.name] = rng.choice(option.choices)
        else:
            step = 2 if option.even else 1
            most = min(option.high, option.low + 6)
            options[option.name] = rng.randrange(option.low, most + 1, step)
    return game.setup([f"Player {i + 1}" for i in range(seats)], options)


def watch(viewer: int, game: Game, setup: Setup, seed: int) -> int:
    return two_worlds(game, setup, viewer, seed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=None)
    args = parser.parse_args()
    games = [find_game(name) for name in args.games] or list(discover().values())
    until = time.monotonic() + 60 * args.minutes
    seeds = (
        iter([args.seed]) if args.seed is not None else iter(lambda: Random().getrandbits(31), None)
    )
    tried: Counter[str] = Counter()
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("")
        for seed in seeds:
            if time.monotonic() > until:
                break
            rng = Random(seed)
            game = rng.choice(games)
            setup = random_setup(game, rng)
            viewer = rng.randrange(-1, setup.seats)
            checks: list[Callable[[Game, Setup, int], object]] = [*kit.CHECKS]
            checks += [partial(watch, viewer), promises]
            for check in checks:
                name = getattr(check, "__name__", "two_worlds")
                bar.update(task, description=f"{game.id} {setup.seats} {name}")
                try:
                    check(game, setup, seed)
                except Exception:
                    traceback.print_exc()
                    print(f"{game.id} {setup}\nAgain with: python tests/fuzz.py --seed {seed}")
                    return 1
                tried[f"{game.id} {name}"] += 1
    for name, count in sorted(tried.items()):
        print(f"{count:6} {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
