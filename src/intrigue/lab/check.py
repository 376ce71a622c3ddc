"""Does an installed game keep its promises? The conformance kit, pairs of worlds, words, rulebooks,
scenarios and bots, each tried on several tables; what is wrong is a finding, never an exception."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from intrigue.bots import Seated, bots, find_bot
from intrigue.conformance import kit, rule_lines, scenario, scenario_file
from intrigue.conformance.promises import promises
from intrigue.conformance.two_worlds import two_worlds
from intrigue.conformance.yaml_lines import Broken
from intrigue.kernel.chance import Fast
from intrigue.kernel.game import Game, Setup
from intrigue.kernel.text import LANGUAGES, catalogue, explain

from .simulate import match_seed, play_bots, seat_rng

SEEDS = 3
MOST_SEATS = 12  # that are tried
PAIRS = 20  # of worlds, for each match that other promises are tried with


class Finding(Struct, frozen=True):
    """A promise that is broken: which one (see `[check]` of the catalogue), and how it was seen."""

    check: str
    what: str
    seats: int | None = None
    seed: int | None = None

    def __str__(self) -> str:
        return self.sentence("en")

    def sentence(self, lang: str) -> str:
        return f"{catalogue('intrigue', lang).sentence('check', self.check)} {self.told(lang)}"

    def told(self, lang: str) -> str:
        """How it was seen, without the promise."""
        if self.seats is None:
            return self.what
        words = catalogue("intrigue", lang)
        return words.say("checked", "at", what=self.what, seats=self.seats, seed=self.seed)


class Check(Struct, frozen=True):
    """Something that a game promises; what goes wrong is raised or comes as sentences."""

    key: str
    run: Callable[[Game, int], Iterator[Finding]]


def check(game: Game, seeds: int = SEEDS, only: Check | None = None) -> Iterator[Finding]:
    """What is wrong with a game."""
    for one in CHECKS if only is None else (only,):
        yield from one.run(game, seeds)


def tables(game: Game) -> list[Setup]:
    """The smallest table, the usual one, and one that is larger."""
    usual = min(max(game.usual, game.low), game.high)
    sizes = {game.low, usual, min(game.high, max(usual, MOST_SEATS))}
    return [game.setup([f"Player {i + 1}" for i in range(size)]) for size in sorted(sizes)]


def _tried(key: str, try_: Callable[[Game, Setup, int], object]) -> Check:
    """Something that is tried at every table, with several seeds, until it fails."""

    def run(game: Game, seeds: int) -> Iterator[Finding]:
        for setup in tables(game):
            for seed in range(seeds):
                try:
                    try_(game, setup, seed)
                except kit.Defect as defect:
                    yield Finding(key, str(defect), setup.seats, seed)
                    return
                except Exception as error:  # a stranger's game may raise anything
                    yield Finding(key, explain(error), setup.seats, seed)
                    return

    return Check(key, run)


def _read(key: str, read: Callable[[Game], Iterator[str]]) -> Check:
    """Something that can be seen without playing."""

    def run(game: Game, seeds: int) -> Iterator[Finding]:
        try:
            for what in read(game):
                yield Finding(key, what)
        except Broken as broken:
            yield Finding(key, broken.sentence("en"))
        except Exception as error:  # a stranger's game may raise anything
            yield Finding(key, explain(error))

    return Check(key, run)


# --- what is tried --------------------------------------------------------------------------------


def _look_alike(game: Game, setup: Setup, seed: int) -> None:
    """Many pairs for one match of the others: most of them part soon."""
    for number in range(PAIRS):
        viewer = number % (setup.seats + 1) - 1
        two_worlds(game, setup, viewer, seed * PAIRS + number)


def _play(game: Game, setup: Setup, seed: int) -> None:
    """The game's own bots answer what they are asked, and each match ends."""
    for name in bots(game):
        chance = Fast(match_seed(seed, 0))
        position = game.start(setup, chance)
        maker = find_bot(game, name)
        players = [
            Seated(maker, game, setup, seat, seat_rng(seed, 0, seat)) for seat in range(setup.seats)
        ]
        play_bots(position, chance, players)
        for player in players:
            if player.trouble is not None:
                raise kit.Defect(f"{name}: {player.trouble.sentence('en')}")


# --- what is read ---------------------------------------------------------------------------------


def _words(game: Game) -> Iterator[str]:
    first, *others = (game.words(lang) for lang in LANGUAGES)
    for other in others:
        known = first.keys()
        for key in sorted(known ^ other.keys()):
            there, missing = (first, other) if key in known else (other, first)
            yield f"{key} is in {there.path.name} and not in {missing.path.name}"
        ours, theirs = (dict(_places(one.words)) for one in (first, other))
        for key in sorted(ours.keys() & theirs.keys()):
            if ours[key] != theirs[key]:
                yield f"{key} has other places in {other.path.name} than in {first.path.name}"


def _places(words: object, above: str = "") -> Iterator[tuple[str, list[str]]]:
    """Every sentence by its dotted key, with the names of its places."""
    if isinstance(words, dict):
        for key, value in words.items():
            yield from _places(value, f"{above}.{key}" if above else key)
    else:
        yield above, sorted(set(re.findall(r"\{(\w+)", str(words))))


def _rulebooks(game: Game) -> Iterator[str]:
    first, *others = LANGUAGES
    book = game.rulebook(first)
    if not book:
        yield f"rulebook/{first}.md has no rules, such as: - **{game.prefix}-1** …"
    for lang in others:
        for rule in sorted(book.keys() ^ game.rulebook(lang).keys()):
            here = first if rule in book else lang
            yield f"{rule} stands in rulebook/{here}.md only"


def _lines(game: Game) -> Iterator[str]:
    found = rule_lines.unplaced(game)
    for rule in found.neither:
        yield f"no line of code names {rule}, and rulebook/text_only.toml gives no reason"
    for rule in found.both:
        yield f"{rule} is named in code and called text only"
    for rule in found.unheard_text:
        yield f"rulebook/text_only.toml names {rule}, and there is no such rule"
    for number, places in found.unheard.items():
        yield f"there is no rule {number}: {places[0]}"


def _scenarios(game: Game) -> Iterator[str]:
    folder = Path(str(game.home / "scenarios"))
    for path in scenario_file.find([folder]) if folder.is_dir() else ():
        for result in scenario.run(path):
            for failure in result.failures:
                yield f"{result.path.name}:{result.line}, {result.title}: {failure}"
    titles = scenario.coverage(game) if folder.is_dir() else dict.fromkeys(game.rulebook())
    for rule, told in titles.items():
        if not told:
            yield f"no scenario shows {rule}"


CHECKS: tuple[Check, ...] = (
    *(_tried(one.__name__, one) for one in kit.CHECKS),
    _tried("two_worlds", _look_alike),
    _tried("promises", promises),
    _tried("bots", _play),
    _read("words", _words),
    _read("rulebooks", _rulebooks),
    _read("rule_lines", _lines),
    _read("scenarios", _scenarios),
)
