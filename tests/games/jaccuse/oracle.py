"""The exact posterior of small stories by brute force: every way the cards of interest may have
gone, with its probability. Cards that nobody mentions are all alike, so few enough ways remain.

A second opinion on the particle filter: it shares the facts with it, and nothing else.
"""

from collections import defaultdict
from itertools import combinations
from math import comb
from typing import NamedTuple

from intrigue.games.jaccuse.facts import Fact, Problem
from intrigue.games.jaccuse.rules import past
from intrigue.games.jaccuse.rules.cards import NO_CARD, dealt

OTHER = -2  # a card that is not of interest


class Way(NamedTuple):
    """Where the cards of interest are: in hands by seat, as memberships; anything else is gone."""

    hands: tuple[frozenset[int], ...]
    members: tuple[int, ...]


Ways = dict[Way, float]


def posterior(problem: Problem) -> Ways:
    """Every way that fits the facts, with its probability. All votes of a round must go back
    before the next thing happens, and no two cards of interest may share a face."""
    ways = _deal(problem, _interest(problem))
    for fact in problem.facts:
        ways = _after(problem, fact, ways)
        whole = sum(ways.values())
        ways = {way: p / whole for way, p in ways.items()}
    return ways


def _interest(problem: Problem) -> list[int]:
    seen = set()
    for fact in problem.facts:
        seen |= {int(f) for f in [*fact.one, *fact.two, *fact.faces] if f != NO_CARD}
    return sorted(seen - set(problem.mine))


def _deal(problem: Problem, faces: list[int]) -> Ways:
    seats, me = int(problem.seats), int(problem.observer)
    each = int(dealt(seats))
    room = [0 if seat == me else each for seat in range(seats)]
    left_over = int(sum(problem.deck)) - seats * each
    empty = Way(
        tuple(frozenset(problem.mine if i == me else ()) for i in range(seats)), (NO_CARD,) * seats
    )
    ways: Ways = {empty: 1.0}
    for number, face in enumerate(faces):
        unseen = sum(room) + left_over - number
        after: Ways = defaultdict(float)
        for way, p in ways.items():
            placed = 0
            for seat in range(seats):
                if seat != me:
                    free = room[seat] - len(way.hands[seat])
                    after[_hand(way, seat, way.hands[seat] | {face})] += p * free / unseen
                    placed += len(way.hands[seat])
            after[way] += p * (left_over - (number - placed)) / unseen
        ways = {way: p for way, p in after.items() if p > 0}
    return ways


def _hand(way: Way, seat: int, hand: frozenset[int]) -> Way:
    return way._replace(hands=(*way.hands[:seat], hand, *way.hands[seat + 1 :]))


def _member(way: Way, seat: int, card: int) -> Way:
    return way._replace(members=(*way.members[:seat], card, *way.members[seat + 1 :]))


def _after(problem: Problem, fact: Fact, ways: Ways) -> Ways:
    out: Ways = defaultdict(float)
    for way, p in ways.items():
        for after, q in _step(problem, fact, way).items():
            out[after] += p * q
    return {way: p for way, p in out.items() if p > 0}


def _step(problem: Problem, fact: Fact, way: Way) -> Ways:
    kind, seat, other = fact.kind, fact.seat, fact.other
    if kind == past.PLACED:
        ways: Ways = {way: 1.0}
        for who in range(problem.seats):
            known = int(fact.faces[who])
            ways = _then(ways, lambda w, who=who, known=known: _choose(fact, w, who, known))
        return ways
    if kind == past.VOTED:
        p = 1.0
        for who, face in enumerate(fact.faces):
            if face != NO_CARD:
                p *= (face in way.hands[who]) / fact.sizes[who]
        return {way: p}
    if kind == past.RETURNED:
        return {way: 1.0}
    if kind == past.ELECTED:
        return {_hand(way, seat, way.hands[seat] - {int(fact.one[0])}): 1.0}
    if kind in (past.REPLACED, past.DEFECTED):
        return _choose(fact, way, seat, int(fact.one[0]) if fact.seen() else NO_CARD)
    if kind in (past.CAPTURED, past.CLEARED):
        face = int(fact.one[0])
        holder = seat if kind == past.CAPTURED else other
        after = _hand(_member(way, other, NO_CARD), holder, way.hands[holder] | {face})
        return {after: float(way.members[other] == face)}
    if kind == past.SHOWN:
        return {way: float({int(face) for face in fact.one} <= way.hands[seat])}
    if kind == past.ENACTED:
        face = int(fact.one[0])
        p = (face in way.hands[seat]) / fact.sizes[seat]
        return {_hand(way, seat, way.hands[seat] - {face}): p}
    return _swap(fact, way)


def _then(ways: Ways, step: object) -> Ways:
    assert callable(step)
    out: Ways = defaultdict(float)
    for way, p in ways.items():
        for after, q in step(way).items():
            out[after] += p * q
    return out


def _choose(fact: Fact, way: Way, seat: int, known: int) -> Ways:
    hand, size = way.hands[seat], int(fact.sizes[seat])
    if known != NO_CARD:
        return {_member(_hand(way, seat, hand - {known}), seat, known): 1.0}
    ways = {_member(_hand(way, seat, hand - {face}), seat, face): 1 / size for face in hand}
    ways[_member(way, seat, OTHER)] = (size - len(hand)) / size
    return ways


def _swap(fact: Fact, way: Way) -> Ways:
    out: Ways = {}
    gone, back = _sets(fact, way, fact.seat, fact.one), _sets(fact, way, fact.other, fact.two)
    for given, p in gone.items():
        for got, q in back.items():
            after = _hand(way, fact.seat, way.hands[fact.seat] - given | got)
            after = _hand(after, fact.other, way.hands[fact.other] - got | given)
            out[after] = p * q
    return out


def _sets(fact: Fact, way: Way, seat: int, known: object) -> dict[frozenset[int], float]:
    """The cards of interest that go, with the probability of each set."""
    hand, size, count = way.hands[seat], int(fact.sizes[seat]), fact.count
    if fact.seen():
        faces = frozenset(int(f) for f in known)  # type: ignore[attr-defined]
        return {faces: float(faces <= hand) / comb(size, count)}
    return {
        frozenset(chosen): comb(size - len(hand), count - n) / comb(size, count)
        for n in range(min(count, len(hand)) + 1)
        for chosen in combinations(sorted(hand), n)
    }
