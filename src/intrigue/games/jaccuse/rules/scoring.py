"""Points of J'Accuse: memberships at the end of a generation, networks at the end of the match,
and who has won."""

import math

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.position import Outcome
from intrigue.kernel.vecs import zeros

from .cards import NO_COLOUR, colour_of
from .past import generations
from .state import State


def score_memberships(s: State, winner: i64) -> list[int]:
    """JA-47: a point for every membership of the winning colour; who scored. JA-61: nobody does
    where nobody won; JA-A31: nor does a neutral Joker."""
    points = s.points[:]
    scorers: list[int] = []
    for seat in range(s.seats):
        if winner != NO_COLOUR and colour_of(s.members[seat]) == winner:
            points[seat] += 1
            if s.events is not None:
                scorers.append(seat)
    s.points = points
    return scorers


def network_points(s: State) -> vec[i64]:
    """JA-49: a point for every own network card of every generation's winning colour."""
    out = zeros(s.seats)
    for ended in generations(s.finished):
        for seat in range(s.seats):
            right = seat - 1 if seat > 0 else s.seats - 1
            if s.network[seat] == ended.winner:
                out[seat] += 1
            if s.network[right] == ended.winner:
                out[seat] += 1
    return out


def totals(s: State) -> vec[i64]:
    """JA-47, JA-49: all points, as they count at the end."""
    out = network_points(s)
    for seat in range(s.seats):
        out[seat] += s.points[seat]
    return out


def prospects(s: State, seat: i64) -> float:
    """How good a seat's prospects are between generations, from 0 to 1: each point more is worth
    the more, the fewer are still to be won. Tokens break ties."""
    points = totals(s)
    left = s.terms.generations - s.generation + 1
    scale = 1.0 + 0.5 * float(left)
    whole: float = 0.0
    mine: float = 0.0
    for other in range(s.seats):
        weight = math.exp((float(points[other]) + 0.1 * float(s.tokens[other])) / scale)
        whole += weight
        if other == seat:
            mine = weight
    return mine / whole


def leaders(s: State) -> list[int]:
    """JA-51: most points, then most tokens; JA-65, JA-A47: equals share the place."""
    points = list(totals(s))
    most = max(points)
    first = [i for i in range(s.seats) if points[i] == most]
    richest = max([s.tokens[i] for i in first])
    return [i for i in first if s.tokens[i] == richest]


def outcome(s: State) -> Outcome | None:
    """How the match ended, or None."""
    if not s.over:
        return None
    points = list(totals(s))
    winners = leaders(s)
    if len(winners) > 1:
        return Outcome("shared", "JA-65", points, winners)
    if points.count(max(points)) > 1:
        return Outcome("tokens", "JA-51", points, winners)
    return Outcome("points", "JA-51", points, winners)
