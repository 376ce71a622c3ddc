"""What a scenario says must be true, one function for each check: what is wanted, and its line.

Checks only look; those that let somebody act stand with the steps.
"""

from collections.abc import Callable, Mapping
from functools import partial

import msgspec

from intrigue.kernel.deals import IN_FORCE, ShownDeal
from intrigue.kernel.game import Json
from intrigue.kernel.position import Illegal

from . import scenario_events as events
from .matching import match
from .scenario_stage import Stage
from .yaml_lines import Map, shown


def check_then(stage: Stage, wanted: Map, line: int) -> None:
    """Parts of the whole truth."""
    actual = stage.game.dump(stage.setup, stage.table.position)
    _parts(stage, "no_part", wanted, actual, "")


def check_sees(stage: Stage, wanted: Map, line: int) -> None:
    """Parts of what a seat may know."""
    for seat, parts, _ in stage.seats(wanted):
        view = msgspec.to_builtins(stage.table.position.view(seat))
        heading = stage.say("view", who=stage.who(seat)) + " "
        _parts(stage, "no_view", parts, view, heading)


def _parts(stage: Stage, why: str, wanted: Map, actual: Mapping[str, Json], heading: str) -> None:
    for key, value in wanted.items():
        line = wanted.lines[key]
        if key not in actual:
            raise stage.unknown(line, why, key, list(actual))
        stage.differ(line, match(value, actual[key], stage.setup.names, key), heading)


def check_outcome(stage: Stage, wanted: Map | None, line: int) -> None:
    outcome = stage.table.position.outcome()
    actual = None
    if outcome is not None:
        winners = [stage.setup.names[seat] for seat in outcome.winners]
        actual = {"winners": winners, "reason": outcome.reason, "rule": outcome.rule}
    stage.differ(line, match(wanted, actual, stage.setup.names, "outcome"))


def check_options(stage: Stage, wanted: Map, line: int) -> None:
    for seat, acts, at in stage.seats(wanted):
        _same(stage, at, "options", acts, _answers(stage, seat), who=stage.who(seat))


def _answers(stage: Stage, seat: int) -> list[str]:
    position = stage.table.position
    acts = position.options(seat) if seat in position.asked() else []
    return [stage.game.spell(stage.setup, act) for act in acts]


def _legal(stage: Stage, seat: int) -> list[str]:
    free = stage.table.position.free(seat)
    return _answers(stage, seat) + [stage.game.spell(stage.setup, act) for act in free]


def check_offered(stage: Stage, wanted: Map, line: int) -> None:
    for seat, acts, at in stage.seats(wanted):
        legal = _legal(stage, seat)
        for act in acts:
            if act not in legal:
                facts = {"who": stage.who(seat), "act": act, "legal": shown(legal)}
                stage.fail(at, "not_offered", **facts)


def check_not_offered(stage: Stage, wanted: Map, line: int) -> None:
    for seat, acts, at in stage.seats(wanted):
        legal = _legal(stage, seat)
        for act in acts:
            _readable(stage, at, act)
            if act in legal:
                stage.fail(at, "offered", who=stage.who(seat), act=act)


def _readable(stage: Stage, line: int, act: str) -> None:
    """A misspelt act is never offered, and that would prove nothing."""
    try:
        stage.guard(line, partial(stage.table.read, act))
    except Illegal as error:
        why = stage.game.explain(error.refusal, stage.setup.names, stage.lang)
        raise stage.broken(line, "unreadable_act", act=act, said=why) from None


def check_asked(stage: Stage, wanted: list[str], line: int) -> None:
    position = stage.table.position
    asked = [] if position.over else position.asked()
    _seated(stage, wanted, line)
    _same(stage, line, "asked", wanted, [stage.setup.names[seat] for seat in asked])


def check_ready(stage: Stage, wanted: list[str], line: int) -> None:
    answers = zip(stage.setup.names, stage.table.answers, strict=True)
    actual = [name for name, answer in answers if answer is not None and answer.ready]
    _seated(stage, wanted, line)
    _same(stage, line, "ready", wanted, actual)


def _seated(stage: Stage, names: list[str], line: int) -> None:
    for name in names:
        stage.guard(line, partial(stage.setup.seat, name))


def _same(
    stage: Stage, line: int, key: str, wanted: list[str], actual: list[str], **data: Json
) -> None:
    if sorted(actual) != sorted(wanted):
        stage.fail(line, key, actual=shown(actual), wanted=shown(wanted), **data)


def check_done(stage: Stage, wanted: Json, line: int) -> None:
    """What anybody may see of who is ready: names, a number, or null."""
    actual: Json = stage.table.done()
    if isinstance(actual, list):
        actual = [stage.setup.names[seat] for seat in actual]
    if isinstance(wanted, list):
        _seated(stage, wanted, line)
    stage.differ(line, match(wanted, actual, [], "done"))


def check_answers(stage: Stage, wanted: Map, line: int) -> None:
    """What the table holds for a seat: saved, ready or not."""
    for seat, text, at in stage.seats(wanted):
        saved = stage.table.answers[seat]
        actual = None if saved is None else stage.game.spell(stage.setup, saved.act)
        if actual != text:
            facts = {"who": stage.who(seat), "actual": shown(actual), "wanted": shown(text)}
            stage.fail(at, "answers", **facts)


def check_draws(stage: Stage, wanted: int, line: int) -> None:
    """How often chance was asked since the start."""
    actual = stage.table.record.draws()
    if actual != wanted:
        stage.fail(line, "draws", actual=actual, wanted=wanted)


def check_ledger(stage: Stage, wanted: Map, line: int) -> None:
    """The deals that a viewer knows of, in order: the verdicts of those in force, the state of
    others."""
    for seat, deals, at in stage.seats(wanted):
        shown_to = stage.table.ledger.shown(seat)
        actual = [_deal(deal) for deal in shown_to.deals] if shown_to is not None else []
        heading = stage.say("ledger", who=stage.who(seat)) + " "
        stage.differ(at, match(list(deals), actual, [], "deals"), heading)


def _deal(deal: ShownDeal) -> Json:
    return [c.verdict for c in deal.clauses] if deal.state == IN_FORCE else deal.state


def check_claims(stage: Stage, wanted: Map, line: int) -> None:
    """The claims that a viewer heard, in order: true, false or open."""
    words = {"true": True, "false": False, "open": "open"}
    for seat, claims, at in stage.seats(wanted):
        shown_to = stage.table.ledger.shown(seat)
        actual = [words[one.verdict] for one in shown_to.claims] if shown_to is not None else []
        heading = stage.say("ledger", who=stage.who(seat)) + " "
        stage.differ(at, match(list(claims), actual, [], "claims"), heading)


CHECK: dict[str, Callable[[Stage, Json, int], None]] = {
    "then": check_then,
    "sees": check_sees,
    "options": check_options,
    "offered": check_offered,
    "not_offered": check_not_offered,
    "asked": check_asked,
    "ready": check_ready,
    "events": events.check_events,
    "sequence": events.check_sequence,
    "no_events": events.check_no_events,
    "done": check_done,
    "answers": check_answers,
    "draws": check_draws,
    "ledger": check_ledger,
    "claims": check_claims,
    "outcome": check_outcome,
}
