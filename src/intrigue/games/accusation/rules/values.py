"""What effects and cards are worth to a player, in hundredths of a token: for quick players, who
have a whole position (see `lean`). The scripted bot weighs the same from a view (`worth`)."""

from typing import Final

from mypy_extensions import i64

from intrigue.kernel.masks import size

from .cards import (
    BURIES,
    CHOOSE,
    COUNTRY,
    DISCARDS,
    DRAW,
    FAILURE,
    GAIN,
    IF,
    LOSE,
    MAY,
    MOST,
    NO_LIST,
    RAID,
    REP,
    SHOWS,
    SPEAKER,
    SPREADS,
    STAR,
    STEAL,
    SUCCESS,
    TAP,
    TO,
    UNDENIABLE,
    VP,
    WORK,
    WORKS,
    WORLD,
)
from .conditions import holds
from .seats import is_active, players
from .state import State
from .tokens import accusation_cost, tokens_on, total_of

INTELLIGENCE: Final = 3
CAUGHT: Final = 35  # how often an Initiator is found out, of a hundred


def vp_value(s: State, seat: i64) -> i64:
    """A victory point; the one that wins is worth most."""
    missing = s.terms.vp_target - s.vp[seat]
    if missing <= 1:
        return 3000
    return 900 if missing == 2 else 700


def rep_value(s: State, seat: i64) -> i64:
    """One BAD REP more costs so much; the fifth, everything (AC-123)."""
    rep = s.rep[seat]
    if rep >= 4:
        return 6000
    return 450 if rep == 3 else 150 + 45 * rep


def value(s: State, seat: i64, whole: i64) -> i64:
    """A list of effects, for the seat that executes it."""
    if whole == NO_LIST:
        return 0
    total: i64 = 0
    for e in range(s.book.start[whole], s.book.end(whole)):
        total += _effect(s, seat, e)
    return total


def _effect(s: State, seat: i64, e: i64) -> i64:
    book = s.book
    op = book.op[e]
    n = book.b[e]
    if op in (GAIN, SPREADS):
        return 100 * n
    if op == LOSE:
        there = total_of(s, seat) if book.a[e] >= STAR else tokens_on(s, seat, book.a[e])
        return -100 * (n if n < there else there)
    if op == VP:
        return n * vp_value(s, seat)
    if op == REP:
        if n > 0:
            return -n * rep_value(s, seat)
        return 150 * (-n if -n < s.rep[seat] else s.rep[seat])
    if op == STEAL:
        return 130 * n
    if op == DRAW:
        return 70 * n
    if op == WORK:
        return 50 * n
    if op in (DISCARDS, RAID):
        there = size(s.hand[seat])
        return -50 * (n if n < there else there)
    if op == SPEAKER:
        return 40 if s.speaker != seat else 0
    if op in (SHOWS, TAP, UNDENIABLE, BURIES):
        return 30
    return _branch(s, seat, e)


def _branch(s: State, seat: i64, e: i64) -> i64:
    """Effects that hold lists."""
    book = s.book
    op = book.op[e]
    best: i64 = 0
    if op == IF:
        return value(s, seat, book.c[e] if holds(s, e, seat) else book.d[e])
    if op == CHOOSE:
        for i in range(book.a[e]):
            best = max(best, value(s, seat, book.b[e] + i))
    elif op == MAY:
        price: i64 = 0
        for i in range(book.start[book.b[e]], book.end(book.b[e])):
            price += book.b[i]
        if total_of(s, seat) >= price:
            best = max(best, value(s, seat, book.c[e]) - 100 * price)
    elif op == TO:  # somebody is harmed, or has to be given something
        for other in range(s.seats):
            if other != seat and is_active(s, other):
                best = min(best, value(s, other, book.c[e]))
        return -best // 2
    return best


def part_list(s: State, card: i64, section: i64) -> i64:
    """The list of a card's first part of a section."""
    if card < WORKS:
        first = s.book.part_from[card]
        for part in range(first, first + s.book.part_count[card]):
            if s.book.section[part] == section:
                return s.book.list[part]
    return NO_LIST


def majority_of(s: State, card: i64) -> i64:
    """The effect of a majority Event, or -1."""
    whole = part_list(s, card, WORLD)
    if whole != NO_LIST:
        e = s.book.start[whole]
        if s.book.op[e] == IF and s.book.a[e] == MOST:
            return e
    return -1


def most_of_others(s: State, seat: i64, ministry: i64) -> i64:
    """What the richest other player has on a Ministry."""
    best: i64 = 0
    for other in range(s.seats):
        if other != seat and is_active(s, other):
            best = max(best, tokens_on(s, other, ministry))
    return best


def card_value(s: State, seat: i64, card: i64) -> i64:
    """What playing a card would bring the seat, and others nothing of it."""
    if card >= WORKS:
        return 0
    book = s.book
    total: i64 = 0
    first = book.part_from[card]
    for part in range(first, first + book.part_count[card]):
        section, whole = book.section[part], book.list[part]
        if section == COUNTRY:
            total += value(s, seat, whole)
        elif section == SUCCESS:
            caught = _caught(s, seat)
            failure = value(s, seat, part_list(s, card, FAILURE)) - 200
            total += ((100 - caught) * value(s, seat, whole) + caught * failure) // 100
        elif section == WORLD:
            rest: i64 = 0
            for other in range(s.seats):
                if other != seat and is_active(s, other):
                    rest += value(s, other, whole)
            total += value(s, seat, whole)
            if players(s) > 1:  # nobody else is left in a match that is over
                total -= rest // (players(s) - 1)
    e = majority_of(s, card)
    return total if e < 0 else total + _majority_value(s, seat, e)


def _caught(s: State, seat: i64) -> i64:
    """How likely the seat is found out if it plays an Event with Success."""
    for other in range(s.seats):
        if other != seat and is_active(s, other):
            if total_of(s, other) >= accusation_cost(s, other):
                return CAUGHT // 2 if tokens_on(s, seat, INTELLIGENCE) >= 2 else CAUGHT
    return 5


def _majority_value(s: State, seat: i64, e: i64) -> i64:
    """A majority Event gives its Initiator two tokens first; where the seat would not lead,
    somebody else may."""
    ministry, least = s.book.b[e] & 7, s.book.b[e] >> 3
    mine = tokens_on(s, seat, ministry) + 2
    best = most_of_others(s, seat, ministry)
    if mine >= least and mine > best:
        return vp_value(s, seat) - 300
    return -400 if best >= least and best > mine else -100
