"""A position of Truce as named plain data, and back: what scenarios are given and compare."""

from collections.abc import Mapping

from intrigue.kernel.chance import Chance
from intrigue.kernel.game import Json, Setup, read_count, read_flag, read_list, unknown
from intrigue.kernel.text import BadInput

from .notation import parse, spell
from .rules.acts import INVALID
from .rules.position import Truce
from .rules.rounds import begin_round
from .rules.terms import terms_of

_MARK = " (invalid)"


def dump(setup: Setup, position: Truce) -> dict[str, Json]:
    past = []
    turn = position.past
    while turn is not None:
        past.append(setup.by_seat([_dump_order(setup, act) for act in turn.orders]))
        turn = turn.before
    answers = position.orders.answers
    return {
        "round": position.round,
        "stash": position.stash,
        "removed": position.removed,
        "frozen": position.frozen,
        "over": position.over,
        "supply": setup.by_seat(list(position.supply)),
        "spoils": setup.by_seat(list(position.spoils)),
        "supporters": setup.by_seat(list(position.supporters)),
        "orders": {
            name: spell(setup, act)
            for name, act in zip(setup.names, answers, strict=True)
            if act >= 0
        },
        "past": past[::-1],
    }


def _dump_order(setup: Setup, act: int) -> str:
    return spell(setup, act & ~INVALID) + (_MARK if act & INVALID else "")


def load(setup: Setup, given: Mapping[str, Json], chance: Chance) -> Truce:
    """A position with these parts. What is not given is as at the start."""
    match = Truce(setup.seats, terms_of(setup))
    begin_round(match)
    fields = dump(setup, match)
    for name in given:
        if name not in fields:
            raise unknown("no_part", name, fields, game="Truce")
    match.round = read_count("round", given.get("round", 1), int(setup.options["rounds"]))
    match.stash = read_count("stash", given.get("stash", match.stash))
    match.removed = read_count("removed", given.get("removed", 0))
    match.frozen = read_flag("frozen", given.get("frozen", False))
    match.place(
        _counts(setup, "supply", given, list(match.supply)),
        _counts(setup, "spoils", given, list(match.spoils)),
        _counts(setup, "supporters", given, list(match.supporters)),
    )
    for turn in read_list("past", given.get("past", [])):
        said = setup.from_names(turn, ["pass"] * setup.seats)
        match.remember([_load_order(setup, act) for act in said])
    if read_flag("over", given.get("over", False)):
        match.finish()
    orders = given.get("orders", {})
    for seat, act in enumerate(setup.from_names(orders, [None] * setup.seats)):
        if act is not None:
            match.orders.put(seat, _load_order(setup, act))
    if match.orders.owed == 0 and not match.over:
        raise BadInput("all_answered")
    return match


def _load_order(setup: Setup, text: Json) -> int:
    if not isinstance(text, str):
        raise BadInput("text", name="orders", value=repr(text))
    plain = text.removesuffix(_MARK)
    act = parse(setup, plain)
    return act if plain == text else act | INVALID


def _counts(setup: Setup, name: str, given: Mapping[str, Json], before: list[int]) -> list[int]:
    values = setup.from_names(given.get(name, {}), before)
    return [read_count(name, value) for value in values]
