"""Scenarios: the rulebook, executable. A file says what is given, what people do, and what must
be true then; `docs/scenarios.md` is its manual.

This module plays them at a Table. A file that cannot be read is `Broken` (with its line and what
was expected); one that can passes or fails.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import msgspec
from msgspec import Struct

from intrigue.kernel.chance import ChanceError, Fast
from intrigue.kernel.game import Game, Json, Seen, Setup, discover, find_game
from intrigue.kernel.position import SPECTATOR, TABLE, Event, Illegal
from intrigue.kernel.text import BadInput
from intrigue.session.message import Standing
from intrigue.session.record import Scripted
from intrigue.session.table import Table

from .scenario_file import CHECKS, Broken, Map, cases, find, merge, read

_PATIENCE = 2000  # prompts that `until` lets pass


class Result(Struct):
    """One case: where it stands, what it is about, and what went wrong (nothing, if it passed)."""

    path: Path
    line: int
    title: str
    game: str
    rules: list[str]
    failures: list[str]


def run(path: Path) -> list[Result]:
    """Play every case of a file; raises `Broken`."""
    return [_Case(path, case).run() for document in read(path) for case in cases(document)]


def game_scenarios(game: Game) -> Path:
    """The folder of a game's own scenarios."""
    return Path(str(game.home / "scenarios"))


def coverage(game: Game) -> dict[str, list[str]]:
    """Every rule of the game's rulebook with the titles of the scenarios that name it."""
    titles: dict[str, list[str]] = {rule: [] for rule in game.rulebook()}
    for path in find([game_scenarios(game)]):
        for document in read(path):
            for case in cases(document):
                for rule in case.get("rules", []):
                    titles.setdefault(rule, []).append(case["title"])
    return titles


class _Case:
    """One scenario under way."""

    def __init__(self, path: Path, case: Map) -> None:
        self.path = path
        self.case = case
        self.failures: list[str] = []
        self.rules = self._list("rules")
        self.game = self._find_game()
        self.events: list[Event] = []  # all that happened
        self.seen = 0  # how many of them belong to earlier steps
        self.heard: list[int] = []  # the same, by feed

    def run(self) -> Result:
        if "create" in self.case:
            self._create(self.case["create"])
        else:
            self.setup = self._setup(self.case)
            self.table = self._table(self.case)
            self._steps(self.table, self._list("when"))
            self._finish_round(self.table)
            self.seen = 0
            self.heard = [0] * len(self.table.feeds)
            self._checks(self.case)
        return Result(
            self.path, self.case.line, self.case["title"], self.game.id, self.rules, self.failures
        )

    # --- reading parts ----------------------------------------------------------------------------

    def _broken(self, part: Json, why: str, **data: Any) -> Broken:
        line = part.line if isinstance(part, Map) else self.case.lines.get(str(part), 0)
        return Broken(self.path, line or self.case.line, why, **data)

    def _list(self, key: str) -> list[Json]:
        value = self.case.get(key, [])
        if not isinstance(value, list):
            raise self._broken(key, "not_a_list", key=key)
        return value

    def _find_game(self) -> Game:
        """By the key `game`, else by a folder's name, else by the prefix of the rules."""
        games = discover()
        if "game" in self.case:
            named: Game = self._guard("game", lambda: find_game(str(self.case["game"])))
            return named
        for folder in reversed(self.path.resolve().parts):
            if folder in games:
                return games[folder]
        for rule in self.rules:
            for game in games.values():
                if str(rule).partition("-")[0] in (game.prefix, *game.more_prefixes):
                    return game
        raise self._broken("title", "no_game_key")

    def _guard(self, part: Json, call: Callable[[], Any]) -> Any:
        """Give a complaint about the file's content its line."""
        try:
            return call()
        except Broken:
            raise
        except BadInput as error:
            raise self._broken(part, error.sentence()) from None
        except ChanceError as error:
            why = {"deck": str(error.args[0]), "face": str(error.args[-1])}
            raise self._broken(part, "chance", **why) from None

    def _setup(self, case: Mapping[str, Json]) -> Setup:
        seats = case.get("seats")
        if isinstance(seats, int) and not isinstance(seats, bool):
            seats = [_letter(seat) for seat in range(max(seats, 0))]
        if not isinstance(seats, list):
            raise self._broken("seats" if "seats" in case else "title", "no_seats")
        names = [str(name) for name in seats]
        table = case.get("table", {})
        if not isinstance(table, Mapping):
            raise self._broken("table", "not_a_mapping_at", key="table")
        setup: Setup = self._guard("seats", lambda: self.game.setup(names, table))
        return setup

    def _table(self, case: Mapping[str, Json]) -> Table:
        given = case.get("given", {})
        if not isinstance(given, Mapping):
            raise self._broken("given", "not_a_mapping_at", key="given")
        if not isinstance(case.get("chance", []), list):
            raise self._broken("chance", "not_a_list", key="chance")
        faces = [str(face) for face in case.get("chance", [])]
        chance = Scripted(faces, partial(self.game.read_draw, self.setup), Fast(1))
        part = given if isinstance(given, Map) else "title"

        def build() -> Table:
            position = self.game.load(self.setup, given, chance) if given else None
            return Table(self.game, self.setup, chance, position=position)

        table: Table = self._guard(part, build)
        for viewer in range(SPECTATOR, self.setup.seats):
            table.feed(viewer)
        return table

    # --- steps ------------------------------------------------------------------------------------

    def _steps(self, table: Table, steps: list[Json]) -> None:
        for step in steps:
            self._mark(table)
            if step == "timeout":
                self._guard("when", table.deadline)
                continue
            if not isinstance(step, Map):
                raise self._broken("when", "no_step", step=repr(step))
            if isinstance(table.chance, Scripted) and "chance" in step:
                table.chance.faces = [str(face) for face in step["chance"]]
            for key, value in step.items():
                if key in CHECKS or key in ("prompt", "chance"):
                    continue
                self._actor(table, step, key, value)
            if table is self.table:
                self._checks(step)

    def _actor(self, table: Table, step: Map, key: str, value: Json) -> None:
        if key == "timeout":
            self._guard(step, table.deadline)
        elif key == "until":
            self._until(table, step, value)
        elif key == "tick":
            table.tick(float(value))
        elif key == "others":
            prompt = table.prompt
            for seat in table.position.asked():
                waited = table.answers[seat] is None and seat not in table.absent
                if waited and table.prompt == prompt:
                    self._act(table, step, seat, value)
        elif key == "table":
            self._act(table, step, TABLE, value)
        elif key in self.setup.names:
            for text in value if isinstance(value, list) else [value]:
                self._act(table, step, self.setup.names.index(key), text)
        else:
            known = [*self.setup.names, "others", "table", "timeout", "until", "tick", *CHECKS]
            raise Broken(self.path, step.lines[key], "no_actor", key=key, known=known)

    def _until(self, table: Table, step: Map, value: Json) -> None:
        """Everybody takes the default until this seat is asked this question (`Agatha orders`)."""
        name, _, kind = str(value).rpartition(" ")
        seat = self._guard(step, lambda: self.setup.seat(name))
        for _ in range(_PATIENCE):
            position = table.position
            if position.over:
                break
            if seat in position.asked() and position.prompt(seat).kind == kind:
                return
            self._guard(step, table.deadline)
        self._fail(step, f"{name} was never asked for {kind}")

    def _act(self, table: Table, step: Map, seat: int, text: Json) -> None:
        if not isinstance(text, str):
            raise self._broken(step, "no_act", act=repr(text))
        wanted = step.get("refused")
        before = table.position.key()
        refused = None
        try:
            self._guard(step, lambda: _do(table, seat, text, step.get("prompt")))
        except Illegal as error:
            refused = error.refusal
        who = "table" if seat == TABLE else self.setup.names[seat]
        if refused is not None and table.position.key() != before:
            self._fail(step, f"{who}: {text} was refused and changed the position")
        if wanted is None and refused is not None:
            why = self.game.explain(refused, self.setup.names)
            self._fail(step, f"{who}: {text} was refused: {why}")
        if wanted is not None and refused is None:
            self._fail(step, f"{who}: {text} was accepted; expected refusal by {wanted}")
        if wanted is not None and refused is not None and refused.rule != wanted:
            self._fail(step, f"{who}: {text} was refused by {refused.rule}, expected {wanted}")

    def _finish_round(self, table: Table) -> None:
        """Whoever was not named takes the default, once anyone has answered."""
        if not table.position.over and any(answer is not None for answer in table.answers):
            table.deadline()

    # --- checks -----------------------------------------------------------------------------------

    def _checks(self, part: Map) -> None:
        for check in CHECKS:
            if check in part and not (check == "refused" and part is not self.case):
                value = part[check]
                getattr(self, "_check_" + check)(part, value)

    def _fail(self, part: Json, what: str) -> None:
        line = part.line if isinstance(part, Map) else self.case.line
        self.failures.append(f"line {line}: {what}")

    def _differences(self, part: Map, where: str, wanted: Json, actual: Json) -> None:
        for line in match(wanted, actual, self.setup.names, where):
            self._fail(part, line)

    def _seats(self, part: Map, key: str, wanted: Json) -> Iterator[tuple[int, Json]]:
        if not isinstance(wanted, Mapping):
            raise Broken(self.path, part.lines[key], "not_by_seat", key=key)
        for name, value in wanted.items():
            if name == "spectator":
                yield SPECTATOR, value
            else:
                seat: int = self._guard(part, lambda name=name: self.setup.seat(name))  # type: ignore[misc]
                yield seat, value

    def _check_then(self, part: Map, wanted: Json) -> None:
        actual = self.game.dump(self.setup, self.table.position)
        if not isinstance(wanted, Mapping):
            raise Broken(self.path, part.lines["then"], "not_a_mapping_at", key="then")
        for key in wanted:
            if key not in actual:
                raise Broken(self.path, wanted.lines[key], "no_part", key=key, known=list(actual))  # type: ignore[attr-defined]
        self._differences(part, "", wanted, actual)

    def _check_sees(self, part: Map, wanted: Json) -> None:
        for seat, value in self._seats(part, "sees", wanted):
            view = msgspec.to_builtins(self.table.position.view(seat))
            self._differences(part, f"view of {self._who(seat)}: ", value, view)

    def _check_outcome(self, part: Map, wanted: Json) -> None:
        outcome = self.table.position.outcome()
        actual = None
        if outcome is not None:
            winners = [self.setup.names[seat] for seat in outcome.winners]
            actual = {"winners": winners, "reason": outcome.reason, "rule": outcome.rule}
        self._differences(part, "outcome: ", wanted, actual)

    def _legal(self, seat: int) -> list[str]:
        position = self.table.position
        acts = position.options(seat) if seat in position.asked() else []
        return [self.game.spell(self.setup, act) for act in acts + position.free(seat)]

    def _check_options(self, part: Map, wanted: Json) -> None:
        position = self.table.position
        for seat, value in self._seats(part, "options", wanted):
            acts = position.options(seat) if seat in position.asked() else []
            actual = sorted(self.game.spell(self.setup, act) for act in acts)
            if actual != sorted(value):
                self._fail(part, f"options of {self._who(seat)}: {actual}, expected {value}")

    def _check_offered(self, part: Map, wanted: Json) -> None:
        for seat, value in self._seats(part, "offered", wanted):
            for act in set(value) - set(self._legal(seat)):
                self._fail(part, f"{self._who(seat)} is not offered {act}")

    def _check_not_offered(self, part: Map, wanted: Json) -> None:
        for seat, value in self._seats(part, "not_offered", wanted):
            for act in set(value) & set(self._legal(seat)):
                self._fail(part, f"{self._who(seat)} is offered {act}")

    def _check_asked(self, part: Map, wanted: Json) -> None:
        asked = [] if self.table.position.over else self.table.position.asked()
        actual = [self.setup.names[seat] for seat in asked]
        if sorted(actual) != sorted(wanted):
            self._fail(part, f"asked are {actual}, expected {wanted}")

    def _check_ready(self, part: Map, wanted: Json) -> None:
        answers = zip(self.setup.names, self.table.answers, strict=True)
        actual = [name for name, answer in answers if answer is not None and answer.ready]
        if sorted(actual) != sorted(wanted):
            self._fail(part, f"ready are {actual}, expected {wanted}")

    def _check_refused(self, part: Map, wanted: Json) -> None:
        for seat, acts in self._seats(part, "refused", wanted):
            for act, rule in acts.items():
                step = Map({"refused": rule})
                step.line = part.line
                step.lines = {}
                self._act(self.table, step, seat, act)

    def _check_events(self, part: Map, wanted: Json) -> None:
        """The wanted events happened in this order, others may stand between: a list for the
        whole truth, a mapping by seat for what that seat was told."""
        if isinstance(wanted, list):
            self._in_order(part, "", wanted, [Seen(e.kind, e.data) for e in self._witnessed()])
        else:
            for seat, events in self._seats(part, "events", wanted):
                feed = self.table.feeds[seat + 1]
                self._in_order(
                    part, f"{self._who(seat)}: ", events, feed.seen[self.heard[seat + 1] :]
                )

    def _in_order(self, part: Map, who: str, wanted: list[Json], told: Sequence[Seen]) -> None:
        happened = iter(told)
        for want in wanted:
            kind, data = next(iter(want.items())) if isinstance(want, Mapping) else (want, {})
            if not any(
                e.kind == kind and not match(data, e.data, self.setup.names) for e in happened
            ):
                self._fail(part, f"{who}no event {kind} {dict(data) if data else ''} at its place")

    def _check_sequence(self, part: Map, wanted: Json) -> None:
        """All events of a kind, in order and complete, by one of their parameters:
        `{turn: {who: [A, B, A]}}`."""
        for kind, parameters in wanted.items():
            for name, values in parameters.items():
                actual = [event.data.get(name) for event in self._witnessed() if event.kind == kind]
                if len(values) != len(actual) or match(values, actual, self.setup.names):
                    names = self.setup.names
                    shown = [
                        names[v] if type(v) is int and v in range(len(names)) else v for v in actual
                    ]
                    self._fail(part, f"{kind}.{name} went {shown}, expected {values}")

    def _witnessed(self) -> list[Event]:
        self.events += self.table.take_events()
        return self.events[self.seen :]

    def _mark(self, table: Table) -> None:
        """From here on, events count as this step's; those of another world count for nothing."""
        if table is not self.table:
            return
        self.events += table.take_events()
        self.seen = len(self.events)
        self.heard = [len(feed.seen) for feed in table.feeds]

    def _check_same_view(self, part: Map, wanted: Json) -> None:
        """Another world, made by laying `given`, `when` or `chance` over this one: the viewers
        named under `for` are sent the same bytes in both."""
        if not isinstance(wanted, Map) or not isinstance(wanted.get("for"), list):
            raise Broken(self.path, part.lines["same_view"], "no_for")
        other = merge(self.case, wanted)
        twin = self._table(other)
        self._steps(twin, other.get("when", []))
        if part is self.case:
            self._finish_round(twin)
        for seat, _ in self._seats(part, "same_view", dict.fromkeys(wanted["for"])):
            if self.table.feeds[seat + 1].stream != twin.feeds[seat + 1].stream:
                self._fail(part, f"{self._who(seat)} can tell the two worlds apart")

    def _check_no_events(self, part: Map, wanted: Json) -> None:
        """None of these kinds happened, or was told to a seat."""
        by_seat = wanted if isinstance(wanted, Mapping) else None
        if by_seat is None:
            for kind in {event.kind for event in self._witnessed()} & set(wanted):
                self._fail(part, f"there was an event {kind}")
            return
        for seat, kinds in self._seats(part, "no_events", by_seat):
            told = self.table.feeds[seat + 1].seen[self.heard[seat + 1] :]
            for kind in {event.kind for event in told} & set(kinds):
                self._fail(part, f"{self._who(seat)} was told {kind}")

    def _check_done(self, part: Map, wanted: Json) -> None:
        """What anybody may see of who is ready: names, a number, or null."""
        actual = self.table.done()
        if isinstance(actual, list):
            actual = [self.setup.names[seat] for seat in actual]  # type: ignore[misc]
        if actual != wanted:
            self._fail(part, f"others see of readiness {actual}, expected {wanted}")

    def _check_answers(self, part: Map, wanted: Json) -> None:
        """What the table holds for a seat: saved, ready or not."""
        for seat, text in self._seats(part, "answers", wanted):
            saved = self.table.answers[seat]
            actual = None if saved is None else self.game.spell(self.setup, saved.act)
            if actual != text:
                self._fail(part, f"the saved answer of {self._who(seat)} is {actual!r}")

    def _check_draws(self, part: Map, wanted: Json) -> None:
        """How often chance was asked since the start."""
        actual = self.table.record.draws()
        if actual != wanted:
            self._fail(part, f"chance was asked {actual} times, expected {wanted}")

    def _create(self, wanted: Json) -> None:
        """A table that must be refused by a rule, or made."""
        if not isinstance(wanted, Map):
            raise self._broken("create", "not_a_mapping_at", key="create")
        seats = wanted.get("seats", self.game.low)
        names = [_letter(seat) for seat in range(seats)] if isinstance(seats, int) else seats
        rule = None
        try:
            self.game.setup([str(name) for name in names], wanted.get("table", {}))
        except BadInput as error:
            rule = error.rule or error.code
        if rule != wanted.get("refused"):
            self._fail(wanted, f"refused by {rule}, expected {wanted.get('refused')}")

    def _who(self, seat: int) -> str:
        return "spectator" if seat == SPECTATOR else self.setup.names[seat]


def _letter(seat: int) -> str:
    return ascii_uppercase[seat] if seat < 26 else f"P{seat + 1}"


def _do(table: Table, seat: int, text: str, prompt: int | None) -> None:
    """Carry out a step's words: an act, or what one does to an intent."""
    verb, _, rest = text.partition(" ")
    if text == "ready":
        table.ready(seat, prompt)
    elif text == "unready":
        table.unready(seat, prompt)
    elif text == "leave":
        table.leave(seat)
    elif text == "back":
        table.back(seat)
    elif text == "undo":
        table.undo(seat)
    elif verb == "save":
        table.submit(seat, table.read(rest), ready=False, prompt=prompt)
    elif verb == "arm":
        kind, _, act = rest.partition(" ")
        table.arm(seat, [Standing(kind, act)])
    else:
        table.submit(seat, table.read(text), prompt=prompt)


def match(wanted: Json, actual: Json, names: Sequence[str], where: str = "") -> list[str]:
    """How `actual` fails to contain `wanted`. A mapping by seat name fits a list in seat order,
    and a name fits the number of that seat."""
    if isinstance(wanted, Mapping):
        if isinstance(actual, (list, tuple)) and len(actual) == len(names):
            actual = dict(zip(names, actual, strict=True))
        if not isinstance(actual, Mapping):
            return [f"{where.rstrip(': .')} is {actual!r}, expected {dict(wanted)!r}"]
        out: list[str] = []
        for key, value in wanted.items():
            place = f"{where}{key}"
            if key not in actual:
                out.append(f"{place} is missing")
            else:
                out += match(value, actual[key], names, place + ".")
        return out
    if isinstance(wanted, list) and isinstance(actual, (list, tuple)):
        if len(wanted) == len(actual):
            pairs = enumerate(zip(wanted, actual, strict=True))
            return [bad for i, (w, a) in pairs for bad in match(w, a, names, f"{where}{i}.")]
    elif type(wanted) is type(actual) or isinstance(actual, bool):
        if wanted == actual:
            return []
    elif isinstance(actual, int) and 0 <= actual < len(names) and wanted == names[actual]:
        return []
    return [f"{where.rstrip(': .')} is {actual!r}, expected {wanted!r}"]
