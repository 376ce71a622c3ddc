"""Writes what the rules did in seeded random games of every installed game, one line a decision.

`make test` runs it in both environments, interpreted and compiled, and compares the files byte by
byte: same generator, same choices, same positions; in every tenth game same views and events.

    python tests/trace.py OUT [--games N] [--decisions M] [--only GAME]
"""

import argparse
import hashlib
from pathlib import Path
from typing import TextIO

import msgspec

from intrigue.kernel.build import compiled
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Game, Option, Setup, discover
from intrigue.kernel.position import SPECTATOR, Event, Position, digest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=2000, help="how many of each game")
    parser.add_argument("--decisions", type=int, default=150_000, help="or so many decisions")
    parser.add_argument("--only", choices=discover(), help="one game alone")
    args = parser.parse_args()
    played: dict[str, int] = {}
    decisions = 0
    with args.out.open("w", encoding="utf-8") as out:
        for name, game in discover().items():
            if args.only not in (None, name):
                continue
            most = decisions + args.decisions
            played[name] = 0
            while played[name] < args.games and decisions < most:
                decisions += trace(game, played[name], out)
                played[name] += 1
    mode = "compiled" if compiled() else "interpreted"
    games = ", ".join(f"{count} of {name}" for name, count in played.items())
    print(f"{mode}: {decisions} decisions in {games}")


def trace(game: Game, seed: int, out: TextIO) -> int:
    """Play one game, with random options and seats; the number of decisions."""
    chance = Fast(seed)
    setup = random_setup(game, seed, chance)
    position = game.start(setup, chance)
    out.write(f"{game.id} {seed} {setup.seats} {setup.options} {digest(position)}\n")
    decisions = 0
    while (seat := position.next()) >= 0:
        act = choose(position, seat, chance, free=seed % 5 == 0)
        told = ""
        if seed % 10 == 0:
            events = position.play(seat, act, chance)
            told = shown(position, seat, events)
        else:
            position.apply(seat, act, chance)
        out.write(f"{seat} {act} {digest(position)} {told}\n")
        decisions += 1
    end = position.outcome()
    assert end is not None
    out.write(f"{end.reason} {end.rule} {end.scores} {end.winners}\n")
    return decisions


def random_setup(game: Game, seed: int, chance: Fast) -> Setup:
    """Mostly small tables with random options; every 99th is as large as the game allows."""
    if seed % 99 == 98:
        return game.setup([f"P{i}" for i in range(game.high)])
    seats = game.low + seed % min(game.high - game.low + 1, 8)
    values = {option.name: random_value(option, chance) for option in game.options}
    return game.setup([f"P{i}" for i in range(seats)], values)


def random_value(option: Option, chance: Fast) -> int | str | bool:
    """The default half of the time, else any allowed value."""
    if chance.below(2) == 0:
        return option.default
    if isinstance(option.default, bool):
        return chance.below(2) == 1
    if isinstance(option.default, int):
        value = option.low + chance.below(option.high - option.low + 1)
        return value - value % 2 if option.even else value
    return option.choices[chance.below(len(option.choices))]


def choose(position: Position, seat: int, chance: Fast, free: bool) -> int:
    """A random option; with `free`, now and then a free act of that seat."""
    if free and chance.below(8) == 0:
        acts = position.free(seat)
        if acts:
            return acts[chance.below(len(acts))]
    return position.nth(seat, chance.below(position.width(seat)))


def shown(position: Position, seat: int, events: list[Event]) -> str:
    """A hash of the events with their audiences, and of what the seat and a spectator see."""
    sha = hashlib.sha256()
    for told in events:
        event: Event | None = told
        while event is not None:
            sha.update(f"{event.kind} {event.data} {event.to}\n".encode())
            event = event.outside
    for viewer in (SPECTATOR, seat):
        sha.update(msgspec.json.encode(position.view(viewer)))
    return sha.hexdigest()[:16]


if __name__ == "__main__":
    main()
