"""Scenarios: the rulebook, executable. A file says what is given, what people do, and what must
be true then; `docs/scenarios.md` is its manual.

This module plays them at a Table. A file that cannot be read is `Broken` (with its line and what
to write instead); one that can passes or fails.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from msgspec import Struct

from intrigue.kernel.game import Game, Json
from intrigue.kernel.position import TABLE, Illegal
from intrigue.kernel.text import BadInput
from intrigue.session.message import Standing
from intrigue.session.table import Table

from .scenario_checks import CHECK
from .scenario_file import CHECKS, STEP_KEYS, actors, cases, find, merge, read
from .scenario_stage import ANY, Stage, rules, seat_names
from .yaml_lines import Items, Map, shown

ASIDES = ("deal", "accept", "decline", "withdraw", "claim", "expire")
_PATIENCE = 2000  # prompts that `until` lets pass
# why a table may not come about, where no rule says so
NO_TABLE = ("seats", "seat_name", "same_name", "no_option", "choice", "switch", "number", "even")


class Result(Struct):
    """One case: where it stands, what it is about, and what went wrong (nothing, if it passed)."""

    path: Path
    line: int
    title: str
    game: str
    rules: list[str]
    failures: list[str]


def run(path: Path, lang: str = "en") -> list[Result]:
    """Play every case of a file; raises `Broken`. Failures are sentences of that language."""
    return [_result(stage) for stage in stages(path, lang)]


def stages(path: Path, lang: str = "en") -> Iterator[Stage]:
    """Every case of a file, played to its end; raises `Broken`."""
    for document in read(path):
        for case in cases(document):
            stage = Stage(path, case, lang)
            if "create" in case:
                _create(stage, case["create"])
            else:
                stage.open()
                _play(stage, stage.table, case, finish=True)
                stage.since = 0
                _check(stage, case)
                stage.mark()
            yield stage


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


def _result(stage: Stage) -> Result:
    case = stage.case
    named = list(case.get("rules", []))
    return Result(stage.path, case.line, case["title"], stage.game.id, named, stage.failures)


# --- steps ----------------------------------------------------------------------------------------


def _play(stage: Stage, table: Table, case: Map, finish: bool) -> None:
    """All steps; to `finish`, whoever was not named takes the default, once anyone has answered."""
    for key in ("before", "when"):
        _steps(stage, table, case.get(key, Items()))
    if finish and not table.position.over and any(one is not None for one in table.answers):
        stage.guard(case.lines.get("when", case.line), table.deadline)


def _steps(stage: Stage, table: Table, steps: Items) -> None:
    for line, step in zip(steps.lines, steps, strict=True):
        if step == "timeout":
            stage.guard(line, table.deadline)
        else:
            _step(stage, table, step)


def _step(stage: Stage, table: Table, step: Map) -> None:
    mark = stage.mark() if table is stage.table else 0
    stage.let_chance(table.chance, step)
    for _ in range(step.get("repeat", 1)):
        for key in actors(step):
            stage.guard(step.lines[key], partial(_actor, stage, table, step, key))
    if table is stage.table:  # another world is only looked at from outside
        stage.since = mark
        _check(stage, step)


def _actor(stage: Stage, table: Table, step: Map, key: str) -> None:
    value = step[key]
    if key == "timeout":
        table.deadline()
    elif key == "until":
        _until(stage, table, value, step.lines[key])
    elif key == "tick":
        table.tick(float(value))
    elif key == "steps":
        _steps(stage, table, value)
    elif key in ASIDES:
        _aside(stage, table, step, key)
    elif key == "others":
        prompt = table.prompt
        for seat in table.position.asked():
            waited = table.answers[seat] is None and seat not in table.absent
            if waited and table.prompt == prompt:
                _step_act(stage, table, step, key, seat, value)
    elif key == "table":
        _step_act(stage, table, step, key, TABLE, value)
    elif key in stage.setup.names:
        seat = stage.setup.names.index(key)
        for text in value if isinstance(value, list) else [value]:
            _step_act(stage, table, step, key, seat, text)
    else:
        known = [*stage.setup.names, *STEP_KEYS]
        raise stage.unknown(step.lines[key], "no_actor", key, known)


def _until(stage: Stage, table: Table, value: str, line: int) -> None:
    """Everybody takes the default until this seat is asked this question (`Agatha orders`)."""
    name, _, kind = value.rpartition(" ")
    seat = stage.setup.seat(name)
    if kind not in stage.game.prompts:
        raise stage.unknown(line, "no_prompt", kind, stage.game.prompts)
    for _ in range(_PATIENCE):
        position = table.position
        if position.over:
            break
        if seat in position.asked() and position.prompt(seat).kind == kind:
            return
        table.deadline()
    stage.fail(line, "never_asked", who=name, kind=kind)


def _step_act(stage: Stage, table: Table, step: Map, key: str, seat: int, text: Json) -> None:
    line = step.lines[key]
    if not isinstance(text, str):
        raise stage.broken(line, "no_act", act=shown(text))
    wanted = step.get("refused")
    rule = wanted if isinstance(wanted, str) else None
    _act(stage, table, seat, text, rule, line, step.get("prompt"))


def _act(
    stage: Stage,
    table: Table,
    seat: int,
    text: str,
    wanted: str | None,
    line: int,
    prompt: int | None = None,
) -> None:
    """Somebody acts, and is refused exactly if the scenario wants that."""
    expected = None if wanted is None else stage.refusal(wanted, line)
    before = table.position.key()
    refused = None
    try:
        stage.guard(line, lambda: _do(table, seat, text, prompt))
    except Illegal as error:
        refused = error.refusal
    facts = {"who": "table" if seat == TABLE else stage.setup.names[seat], "act": text}
    if refused is None:
        if wanted is not None:
            stage.fail(line, "accepted", wanted=wanted, **facts)
        return
    why = stage.game.explain(refused, stage.setup.names, stage.lang)
    if table.position.key() != before:
        stage.fail(line, "refused_and_changed", **facts)
    if expected is None:
        stage.fail(line, "refused", why=why, **facts)
    elif not expected(refused):
        by = refused.rule or refused.code
        stage.fail(line, "refused_otherwise", by=by, wanted=wanted, why=why, **facts)


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


def _aside(stage: Stage, table: Table, step: Map, key: str) -> None:
    """Deals and claims; refused exactly if the scenario wants that, and never a move."""
    line, wanted = step.lines[key], step.get("refused")
    before, refused = table.position.key(), None
    try:
        _deal(stage, table, key, step[key], line)
    except Illegal as error:
        refused = error.refusal.code
        why = stage.game.explain(error.refusal, stage.setup.names, stage.lang)
    except BadInput as error:
        refused, why = error.code, error.sentence(stage.lang)
    facts = {"who": key, "act": shown(step[key])}
    if table.position.key() != before:
        stage.fail(line, "refused_and_changed", **facts)
    if refused is None:
        if isinstance(wanted, str):
            stage.fail(line, "accepted", wanted=wanted, **facts)
    elif not isinstance(wanted, str):
        stage.fail(line, "refused", why=why, **facts)
    elif wanted not in (ANY, refused):
        stage.fail(line, "refused_otherwise", by=refused, wanted=wanted, why=why, **facts)


def _deal(stage: Stage, table: Table, key: str, value: Json, line: int) -> None:
    if key == "expire":
        table.expire_offers(float(value))
    elif key == "deal":
        to = value.get("to", [])
        table.offer(
            stage.viewer(value["from"], line),
            [to] if isinstance(to, str) else to,
            value["terms"],
            value.get("secret", False),
            value.get("until"),
            value.get("deadline"),
            value.get("counters"),
        )
    elif key == "claim":
        for seat, said, _ in stage.seats(value):
            if isinstance(said, str):
                table.claim(seat, said)
            else:
                to = said["to"]
                table.claim(seat, said["says"], [to] if isinstance(to, str) else to)
    else:
        for seat, number, _ in stage.seats(value):
            table.reply(seat, number, key)


# --- checks that let somebody act -----------------------------------------------------------------


def _check(stage: Stage, part: Map) -> None:
    for check in CHECKS:
        if check not in part:
            continue
        line = part.lines[check]
        if check == "same_view":
            _check_same_view(stage, part, line)
        elif check == "refused":
            _check_refused(stage, part)
        else:
            CHECK[check](stage, part[check], line)


def _check_refused(stage: Stage, part: Map) -> None:
    """Each of these acts is refused; a rule alone was meant for the step's own acts."""
    if isinstance(part["refused"], str):
        return
    for seat, acts, _ in stage.seats(part["refused"]):
        for act, rule in acts.items():
            _act(stage, stage.table, seat, act, rule, acts.lines[act])


def _check_same_view(stage: Stage, part: Map, line: int) -> None:
    """Another world, made by laying `given`, `when` or `chance` over this one: the viewers named
    under `for` are sent the same bytes in both."""
    wanted = part["same_view"]
    other = merge(stage.case, wanted)
    twin = stage.make_table(other)
    _play(stage, twin, other, finish=part is stage.case)
    for name in wanted["for"]:
        seat = stage.viewer(name, line)
        if stage.table.feeds[seat + 1].stream != twin.feeds[seat + 1].stream:
            stage.fail(line, "two_worlds", who=name)


def _create(stage: Stage, wanted: Map) -> None:
    """A table that must be refused by a rule, or made."""
    names = seat_names(wanted.get("seats", stage.game.low))
    refused = None
    try:
        stage.game.setup(names, wanted.get("table", {}))
    except BadInput as error:
        refused = error
    rule = wanted.get("refused")
    numbers = rules(stage.game)
    if rule is not None and rule not in (ANY, *NO_TABLE, *numbers):
        line = wanted.lines["refused"]
        title = stage.game.title(stage.lang)
        raise stage.unknown(line, "no_refusal", rule, NO_TABLE, numbers, game=title)
    if refused is None:
        if rule is not None:
            stage.fail(wanted.line, "made", wanted=rule)
        return
    code = refused.code.removesuffix("_near")
    facts = {"by": refused.rule or code, "why": refused.sentence(stage.lang)}
    if rule is None:
        stage.fail(wanted.line, "not_made", **facts)
    elif rule not in (ANY, refused.rule, code):
        stage.fail(wanted.line, "made_otherwise", wanted=rule, **facts)
