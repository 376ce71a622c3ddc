"""Checks of what happened and what each seat was told, and why an event is not where a scenario
wants it: it came with other parameters, too early, or in another form.

An event may have two forms: a private one for those who may know, and its public twin for
everybody else.
"""

import re
from collections.abc import Mapping, Sequence

from intrigue.kernel.chance import EVERYONE
from intrigue.kernel.game import Game, Json
from intrigue.kernel.position import Event

from .matching import match
from .scenario_stage import Stage
from .yaml_lines import Map, shown

_PLACE = re.compile(r"\{(\w+)(?::([^}]*))?\}")


def check_events(stage: Stage, wanted: Json, line: int) -> None:
    """The wanted events happened in this order, others may stand between: a list for the whole
    truth, a mapping by seat for what that seat was told."""
    happened = stage.witnessed()
    if isinstance(wanted, list):
        _in_order(stage, line, None, wanted, happened)
    else:
        for seat, kinds, at in stage.seats(wanted):
            _in_order(stage, at, seat, kinds, told(happened, seat))


def check_no_events(stage: Stage, wanted: Json, line: int) -> None:
    """None of these kinds happened, or was told to a seat."""
    happened = stage.witnessed()
    if isinstance(wanted, list):
        for kind in _known(stage, line, wanted):
            if any(event.kind == kind for event in happened):
                stage.fail(line, "happened", kind=kind)
        return
    for seat, kinds, at in stage.seats(wanted):
        for kind in _known(stage, at, kinds):
            if any(event.kind == kind for event in told(happened, seat)):
                stage.fail(at, "told", who=stage.who(seat), kind=kind)


def check_sequence(stage: Stage, wanted: Map, line: int) -> None:
    """All events of a kind, in order and complete, by one of their parameters:
    `{turn: {who: [A, B, A]}}`."""
    happened = stage.witnessed()
    for kind in _known(stage, line, list(wanted)):
        found = [named(stage, event) for event in happened if event.kind == kind]
        for name, values in wanted[kind].items():
            for data in found:
                if name not in data:
                    known = {"kind": kind, "key": name, "known": list(data)}
                    raise stage.broken(wanted[kind].lines[name], "no_parameter", **known)
            place = f"{kind}.{name}"
            actual = [data[name] for data in found]
            bad = match(values, actual, stage.setup.names, place)
            if bad:
                facts = {"place": place, "actual": shown(actual), "wanted": shown(values)}
                stage.fail(line, "differs", **facts)


def told(happened: Sequence[Event], seat: int) -> list[Event]:
    """What a seat learned of it, in the form that it got."""
    forms = [event.seen_by(seat) for event in happened]
    return [form for form in forms if form is not None]


def forms(event: Event) -> list[Event]:
    """An event in all its forms, the most private first."""
    out = [event]
    while out[-1].outside is not None:
        out.append(out[-1].outside)
    return out


def named(stage: Stage, event: Event) -> dict[str, Json]:
    """An event's parameters, with names where they are seats."""
    return name_seats(stage.game, event.kind, event.data, stage.setup.names)


def name_seats(
    game: Game, kind: str, data: Mapping[str, Json], names: Sequence[str]
) -> dict[str, Json]:
    """Names for the parameters that are seats."""
    specs = places(game, kind)

    def name(value: Json) -> Json:
        return names[value] if type(value) is int and 0 <= value < len(names) else value

    out = dict(data)
    for key in out:
        if specs.get(key) == "seat":
            out[key] = name(out[key])
        elif specs.get(key) == "seats":
            out[key] = [name(value) for value in out[key]]
    return out


def places(game: Game, kind: str) -> dict[str, str]:
    """The parameters in the catalogue's sentence of an event, and how each is said: `seat`."""
    sentence = game.words().words.get("event", {}).get(kind, "")
    return dict(_PLACE.findall(sentence)) if isinstance(sentence, str) else {}


def _known(stage: Stage, line: int, kinds: list[str]) -> list[str]:
    """The kinds, if the game has such events: a misspelt one would never happen."""
    for kind in kinds:
        if stage.game.events and kind not in stage.game.events:
            facts = {"game": stage.game.id}
            raise stage.unknown(line, "no_event", kind, list(stage.game.events), **facts)
    return kinds


def _in_order(
    stage: Stage, line: int, seat: int | None, wanted: list[Json], happened: list[Event]
) -> None:
    reached = 0
    for want in wanted:
        kind, data = next(iter(want.items())) if isinstance(want, Mapping) else (want, {})
        _known(stage, line, [kind])
        fits = [
            at
            for at, event in enumerate(happened)
            if event.kind == kind and not match(data, event.data, stage.setup.names)
        ]
        place = next((at for at in fits if at >= reached), None)
        if place is None:
            _explain(stage, line, seat, kind, data, happened, bool(fits))
        else:
            reached = place + 1


def _explain(
    stage: Stage,
    line: int,
    seat: int | None,
    kind: str,
    data: Mapping[str, Json],
    happened: list[Event],
    early: bool,
) -> None:
    """Say that an event is not at its place, and what there is instead."""
    want = _written(kind, data)
    who = "" if seat is None else stage.say("of", who=stage.who(seat)) + " "
    if early:
        why = stage.say("event_early")
    elif near := [event for event in happened if event.kind == kind]:
        best = min(near, key=lambda event: len(match(data, event.data, stage.setup.names)))
        why = stage.say("event_other", event=_written(kind, named(stage, best)))
    else:
        why = _twin(stage, seat, kind) or _instead(stage, happened)
    stage.fail(line, "no_event", who=who, event=want, why=why)


def _instead(stage: Stage, happened: list[Event]) -> str:
    kinds = list(dict.fromkeys(event.kind for event in happened))
    return stage.say("event_none", kinds=kinds) if kinds else stage.say("event_nothing")


def _twin(stage: Stage, seat: int | None, kind: str) -> str:
    """That the event happened in another form than this viewer meets, if it did."""
    for event in stage.witnessed():
        every = forms(event)
        form = next((one for one in every if one.kind == kind), None)
        if form is None:
            continue
        got = event if seat is None else event.seen_by(seat)
        if got is None:
            return stage.say("event_secret", kind=kind, seats=_audience(stage, form))
        facts = {"kind": kind, "got": _written(got.kind, named(stage, got))}
        if every.index(got) < every.index(form):
            return stage.say("event_public_twin" if seat is None else "event_private", **facts)
        return stage.say("event_twin", seats=_audience(stage, form), **facts)
    return ""


def _audience(stage: Stage, event: Event) -> list[str]:
    seats = range(stage.setup.seats)
    return [
        stage.setup.names[seat] for seat in seats if event.to == EVERYONE or event.to >> seat & 1
    ]


def _written(kind: str, data: Mapping[str, Json]) -> str:
    return shown({kind: dict(data)}) if data else kind
