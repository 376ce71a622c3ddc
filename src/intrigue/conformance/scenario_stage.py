"""A scenario under way: its game and table, what happened so far, and what went wrong.

Steps change it and checks look at it; it knows neither.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from string import ascii_uppercase
from typing import Any, TypeVar

from intrigue.kernel.chance import Chance, ChanceError, Fast
from intrigue.kernel.game import Game, Json, Setup, discover, find_game
from intrigue.kernel.position import SPECTATOR, Event, Refusal
from intrigue.kernel.text import BadInput, catalogue
from intrigue.session.record import Scripted
from intrigue.session.table import Table

from .matching import Difference
from .scenario_file import STEP_KEYS
from .yaml_lines import Broken, Map

T = TypeVar("T")
ANY = "any"  # refusal will do


class Stage:
    """One case of a scenario, set up; it raises `Broken` where the file makes no sense."""

    def __init__(self, path: Path, case: Map, lang: str = "en") -> None:
        self.path = path
        self.case = case
        self.lang = lang
        self.failures: list[str] = []
        self.game = self._find_game()
        self._check_rules()
        self.events: list[Event] = []  # all that happened
        self._chance_line = case.line
        self.since = 0  # how many of them are older than what is being checked

    def open(self) -> None:
        """Sit down."""
        self.setup = self._setup()
        self.table = self.make_table(self.case)

    # --- reading parts ----------------------------------------------------------------------------

    def broken(self, line: int, why: str, **data: Any) -> Broken:
        return Broken(self.path, line, why, **data)

    def unknown(self, line: int, why: str, word: str, *known: Sequence[str], **data: Any) -> Broken:
        return Broken.unknown(self.path, line, why, word, *known, **data)

    def line(self, key: str) -> int:
        """Where a part of the scenario stands."""
        return self.case.lines.get(key, self.case.line)

    def guard(self, line: int, call: Callable[[], T]) -> T:
        """Give a complaint about the file's content its line."""
        try:
            return call()
        except Broken:
            raise
        except BadInput as error:
            raise Broken(self.path, line, error) from None
        except ChanceError as error:
            deck, face = str(error.args[0]), str(error.args[-1])
            raise self.broken(line, "chance", deck=deck, face=face) from None

    def _find_game(self) -> Game:
        """By the key `game`, else by a folder's name, else by the prefix of the rules."""
        games = discover()
        if "game" in self.case:
            return self.guard(self.line("game"), lambda: find_game(self.case["game"]))
        for folder in reversed(self.path.resolve().parts):
            if folder in games:
                return games[folder]
        for rule in self.case.get("rules", []):
            for game in games.values():
                if rule.partition("-")[0] in (game.prefix, *game.more_prefixes):
                    return game
        raise self.broken(self.line("title"), "no_game_key")

    def _check_rules(self) -> None:
        for rule in self.case.get("rules", []):
            if rule not in rules(self.game):
                known = rules(self.game)
                title = self.game.title(self.lang)
                raise self.unknown(self.line("rules"), "no_rule", rule, known, game=title)

    def _setup(self) -> Setup:
        if "seats" not in self.case:
            raise self.broken(self.line("title"), "no_seats")
        names = seat_names(self.case["seats"])
        for name in names:
            if name in STEP_KEYS:
                raise self.broken(self.line("seats"), "seat_is_word", name=name)
        options = self.case.get("table", {})
        line = self.line("table" if "table" in self.case else "seats")
        return self.guard(line, lambda: self.game.setup(names, options))

    def make_table(self, case: Map) -> Table:
        """A table as this case, or a world beside it, has it; everybody watches."""
        given = case.get("given", {})
        chance = Scripted([], self._face, Fast(1))
        self.let_chance(chance, case)

        def build() -> Table:
            position = self.game.load(self.setup, given, chance) if given else None
            return Table(self.game, self.setup, chance, position=position)

        try:
            table = self.guard(case.lines.get("given", case.line), build)
        except Broken as error:
            raise _nearer(error, given) from None
        for viewer in range(SPECTATOR, self.setup.seats):
            table.feed(viewer)
        return table

    def let_chance(self, chance: Chance, part: Map) -> None:
        """From now on chance answers what this part says, if it says anything."""
        if "chance" in part and isinstance(chance, Scripted):
            chance.faces = [str(face) for face in part["chance"]]
            self._chance_line = part.lines["chance"]

    def _face(self, deck: str, text: str) -> int:
        read = partial(self.game.read_draw, self.setup, deck, text)
        return self.guard(self._chance_line, read)

    # --- seats and events -------------------------------------------------------------------------

    def seats(self, wanted: Map) -> Iterator[tuple[int, Json, int]]:
        """A mapping by seat: each seat (or the spectator), its value, and its line."""
        for name, value in wanted.items():
            yield self.viewer(name, wanted.lines[name]), value, wanted.lines[name]

    def viewer(self, name: str, line: int) -> int:
        if name == "spectator":
            return SPECTATOR
        return self.guard(line, lambda: self.setup.seat(name))

    def who(self, seat: int) -> str:
        return "spectator" if seat == SPECTATOR else self.setup.names[seat]

    def witnessed(self) -> list[Event]:
        """What happened in what is being checked, as it was."""
        self.mark()
        return self.events[self.since :]

    def mark(self) -> int:
        """This moment, to look back to."""
        self.events += self.table.take_events()
        return len(self.events)

    # --- what went wrong --------------------------------------------------------------------------

    def say(self, key: str, **data: Any) -> str:
        return catalogue("intrigue.kernel", self.lang).say("scenario_failure", key, **data)

    def fail(self, line: int, key: str, **data: Any) -> None:
        """Something is not as the scenario says: a sentence of the catalogue."""
        self.failures.append(self.say("line", line=line, what=self.say(key, **data)))

    def differ(self, line: int, differences: list[Difference], heading: str = "") -> None:
        """Everything that a comparison found, under a heading such as whose view it is."""
        for key, data in differences:
            what = heading + self.say(key, **data)
            self.failures.append(self.say("line", line=line, what=what))

    def refusal(self, wanted: str, line: int) -> Callable[[Refusal], bool]:
        """Whether a refusal is the wanted one: by its rule, its name, or any."""
        names = [*catalogue("intrigue.kernel", "en").words["refusal"], *self.game.refusals]
        numbers = rules(self.game)
        if wanted not in (ANY, *names, *numbers):
            title = self.game.title(self.lang)
            raise self.unknown(line, "no_refusal", wanted, names, numbers, game=title)
        return lambda refusal: wanted in (ANY, refusal.rule, refusal.code)


def _nearer(error: Broken, given: Json) -> Broken:
    """The same complaint, at the line of the part that it is about."""
    why = error.data["why"]
    part = str(why.data.get("name", "")).strip("'") if isinstance(why, BadInput) else ""
    if isinstance(given, Map) and part in given.lines:
        error.data["line"] = given.lines[part]
    return error


@cache
def rules(game: Game) -> list[str]:
    """The numbers of the game's rulebook."""
    return list(game.rulebook())


def seat_names(seats: Json) -> list[str]:
    """The names in seat order, or as many letters as there are seats."""
    if isinstance(seats, int):
        return [ascii_uppercase[i] if i < 26 else f"P{i + 1}" for i in range(seats)]
    return [str(name) for name in seats]
