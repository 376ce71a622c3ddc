"""How long people wait in response windows beyond their own thinking.

    python -m benchmarks.windows [--games N] [--seed S] [--rhythm brisk|normal|careful] [--people P]
                                 [--openly SHARE] [--before]

Everyone answers within 2 s, as the game's best bot would. Whoever wants to pass says so in public
("not before my turn") in SHARE of all cases, and otherwise passes unseen; whoever is to die passes
that one window in public; claims are decided in advance. What is counted of a window is the time
from the last answer that a person owed until it closed. `--people 1` has bots on all other seats.
`--before` is the rule of earlier versions: at least 4 s for every window, exactly 10 for a claim,
and nobody passes in public. Showing what happened (the curtain) is no part of it.
"""

import argparse
from collections import Counter
from random import Random
from statistics import median

from intrigue.bots import bots
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Game, Player, find_game
from intrigue.server.wire.http import RHYTHMS
from intrigue.session.message import Pace, Standing
from intrigue.session.table import Table

TICK = 0.001
THINKS = 2.0  # seconds at most
CLAIMS = ("claim", "success")
BEFORE = Pace(4.0, 20.0, length=10.0, early=False)
MATCHES = (("emperor", 6), ("accusation", 4))


def pace_of(rhythm: str, people: int, seats: int) -> Pace:
    """As a table with a clock has it."""
    window, bots = RHYTHMS[rhythm], frozenset(range(people, seats))
    if people < 2:
        return Pace(0.0, window.most, length=window.most, bots=bots, skips=True)
    return Pace(
        *(window.length, window.most),
        length=window.length,
        early=False,
        fixed=True,
        bots=bots,
        skips=True,
    )


class Evening:
    """One match between simulated people."""

    def __init__(self, game: Game, seats: int, people: int, pace: Pace, lots: Random) -> None:
        setup = game.setup([f"P{seat + 1}" for seat in range(seats)])
        self.table = Table(game, setup, Fast(lots.getrandbits(60)), pace)
        self.lots = lots
        self.people = people
        kind = list(bots(game).values())[-1]
        self.players: list[Player] = [
            kind(game, setup, seat, Random(lots.random())) for seat in range(seats)
        ]
        self.feeds = [self.table.feed(seat) for seat in range(seats)]
        self.heard = [0] * seats
        self.now = 0.0
        self.waited: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()

    def play(self, openly: float) -> None:
        while not self.table.over:
            self._question(openly)

    def _answer(self, seat: int) -> int:
        table, player = self.table, self.players[seat]
        for event in self.feeds[seat].seen[self.heard[seat] :]:
            player.hear(event)
        self.heard[seat] = len(self.feeds[seat].seen)
        position = table.position
        return player.answer(position.view(seat), position.prompt(seat), position.options(seat))

    def _question(self, openly: float) -> None:
        table, number, opened = self.table, self.table.prompt, self.table.opened
        position = table.position
        asked, kind = position.asked(), position.prompt(position.asked()[0]).kind
        window = position.prompt(asked[0]).window
        thought = opened
        plan: list[tuple[float, int]] = []
        for seat in asked:
            if not (window and table.out(seat)):
                bot = seat >= self.people
                plan.append((opened if bot else opened + self.lots.uniform(0.5, THINKS), seat))
        for at, seat in sorted(plan):
            if table.prompt != number:
                break
            thought = at if seat < self.people else thought
            self._act(seat, at, openly, kind)
        if table.prompt == number:
            pace = table.pace
            self.now = max(thought, opened + pace.window_least + TICK)
            table.tick(self.now)
        if table.prompt == number:
            lasts = table.window_length()
            self.now = opened + TICK + (pace.window_most if lasts is None else lasts)
            table.tick(self.now)
        assert table.prompt != number, kind
        if window:
            self.asked[kind] += 1
            self.waited[kind] += round(1000 * max(0.0, self.now - thought))

    def _act(self, seat: int, at: float, openly: float, kind: str) -> None:
        table, self.now = self.table, at
        act = self._answer(seat)
        if seat < self.people and table.passable(seat) and openly:
            spelt = table.game.spell(table.setup, act)
            about_me = table.game.concerns(table.position.prompt(seat))
            if spelt == "pass" and self.lots.random() < openly:
                until = "window" if about_me else "turn"
                table.pass_openly(seat, until, now=at)
                return
        if kind in CLAIMS and table.pace.fixed:
            table.arm(seat, [Standing(kind, table.game.spell(table.setup, act))])
            return
        table.submit(seat, act, now=at)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rhythm", choices=list(RHYTHMS), default="normal")
    parser.add_argument("--people", type=int, default=0, help="everyone, if 0")
    parser.add_argument("--openly", type=float, default=0.9)
    parser.add_argument("--before", action="store_true")
    args = parser.parse_args()
    for name, seats in MATCHES:
        people = args.people or seats
        pace = BEFORE if args.before else pace_of(args.rhythm, people, seats)
        evenings = [
            Evening(find_game(name), seats, people, pace, Random(f"{args.seed}/{number}"))
            for number in range(args.games)
        ]
        for evening in evenings:
            evening.play(0.0 if args.before else args.openly)
        waits = [sum(evening.waited.values()) / 1000 for evening in evenings]
        print(
            f"{name}, {seats} seats, {people} people: {median(waits):.0f} s of forced waiting in a"
            f" match (median of {args.games}; from {min(waits):.0f} to {max(waits):.0f})"
        )
        for kind in sorted({kind for evening in evenings for kind in evening.asked}):
            asked = median(evening.asked[kind] for evening in evenings)
            waited = median(evening.waited[kind] for evening in evenings) / 1000
            print(f"  {kind:8} {asked:4.0f} windows, {waited:4.0f} s")


if __name__ == "__main__":
    main()
