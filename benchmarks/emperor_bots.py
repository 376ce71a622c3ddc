"""Scripted and random teams at Emperor: how often each side wins.

    python benchmarks/emperor_bots.py [--games N] [--seats 5 6 7] [--jobs J] [--seed S]

A team is a side as it was dealt. `against random` counts victories of the scripted team; a draw at
the cap is nobody's.
"""

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random

from intrigue.bots import find_bot
from intrigue.games.emperor.rules.position import Emperor
from intrigue.games.emperor.rules.state import side_of
from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Seen, find_game
from intrigue.lab.simulate import match_seed


def play(seats: int, loyal: str, rebels: str, seed: int, number: int) -> tuple[str, int]:
    """One match between two teams; how it ended, and after how many rounds."""
    game = find_game("emperor")
    setup = game.setup([f"P{seat + 1}" for seat in range(seats)])
    chance = Fast(match_seed(seed, number))
    position = game.start(setup, chance)
    assert isinstance(position, Emperor)
    position.brisk = True
    players = [
        find_bot(game, rebels if side_of(position, seat) == 1 else loyal)(
            game, setup, seat, Random(f"{seed}/{number}/{seat}")
        )
        for seat in range(seats)
    ]
    while not position.over:
        answers = []
        for seat in position.asked():
            options = position.options(seat)
            view = position.view(seat)
            answers.append((seat, players[seat].answer(view, position.prompt(seat), options)))
        for seat, act in answers:
            for event in position.play(seat, act, chance):
                for player in players:
                    heard = event.seen_by(player.seat)
                    if heard is not None:
                        player.hear(Seen(heard.kind, heard.data))
    outcome = position.outcome()
    assert outcome is not None
    return outcome.reason, int(position.round)


def part(job: tuple[int, str, str, int, int, int]) -> tuple[Counter[str], list[int]]:
    seats, loyal, rebels, seed, first, count = job
    played = [play(seats, loyal, rebels, seed, n) for n in range(first, first + count)]
    return Counter(reason for reason, _ in played), [rounds for _, rounds in played]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seats", type=int, nargs="+", default=[5, 6, 7])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print(f"{args.games} games each, {'compiled' if compiled() else 'interpreted'}")
    print("seats  loyal     rebels     loyal wins  rebels win  draw   rounds (median, p95)")
    teams = [("scripted", "random"), ("random", "scripted"), ("scripted", "scripted")]
    with ProcessPoolExecutor(args.jobs) as pool:
        for seats in args.seats:
            for loyal, rebels in [*teams, ("random", "random")]:
                jobs = [
                    (seats, loyal, rebels, args.seed, first, min(25, args.games - first))
                    for first in range(0, args.games, 25)
                ]
                total: Counter[str] = Counter()
                lengths: list[int] = []
                for reasons, rounds in pool.map(part, jobs):
                    total += reasons
                    lengths += rounds
                lengths.sort()
                share = {reason: count / args.games for reason, count in total.items()}
                loyal_wins = share.get("no_rebels", 0.0)
                rebels_win = share.get("emperor_dead", 0.0)
                middle, late = lengths[len(lengths) // 2], lengths[len(lengths) * 95 // 100]
                print(
                    f"{seats:5}  {loyal:8}  {rebels:8}   {loyal_wins:10.1%}  {rebels_win:10.1%}"
                    f"  {1 - loyal_wins - rebels_win:5.1%}  {middle}, {late}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
