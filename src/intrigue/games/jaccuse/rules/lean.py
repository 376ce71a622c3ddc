"""The quick player of playouts: the scripted player's main ideas over sets of cards.

It reads the imagined table. Only where that would make it all-knowing, in accusations, it is right
no oftener than somebody who remembers what was opened.
"""

from typing import Final

from mypy_extensions import i64

from intrigue.kernel.chance import Fast

from .acts import (
    ABSTAIN,
    ACCUSE,
    DEFECT,
    ENACT,
    MEMBERSHIP,
    NO_PARLEY,
    PARLEY,
    PASS,
    REPLY,
    VOTE,
    act_of,
    card_act,
)
from .cards import (
    BLACK,
    NO_CARD,
    RED,
    colour_of,
    count_cards,
    lowest,
    rank_of,
    rest_of,
    with_card,
    without_card,
)
from .presidency import accusable, accusables
from .state import (
    ACTION_PHASE,
    ENACT_PHASE,
    MEMBERSHIP_PHASE,
    PARLEY_PHASE,
    REPLACE_PHASE,
    REPLY_PHASE,
    State,
)

HIGH: Final = 8  # from this rank on a card is worth an election
_KEPT: Final = 2  # cards of the own colour that are not spent on elections
_COLOUR: Final = 6  # what the own colour adds to a card's rank
_DEAR: Final = 9  # what is worth as much is not given away
_RIGHT: Final = 62  # percent of accusations


def lean_of(s: State, seat: i64, chance: Fast) -> i64:
    """What a seat that is asked does."""
    wanted = wanted_by(s, seat)
    hand = s.hands[seat]
    phase = s.phase
    if phase in (MEMBERSHIP_PHASE, REPLACE_PHASE):
        return card_act(MEMBERSHIP, _modest(hand, wanted))
    if phase == PARLEY_PHASE:
        return _parley(s, seat, wanted, chance)
    if phase == REPLY_PHASE:
        return act_of(REPLY, -1, _cheapest(hand, count_cards(s.offer), wanted))
    if phase == ACTION_PHASE:
        return _action(s, seat, wanted, chance)
    if phase == ENACT_PHASE:
        return card_act(ENACT, _modest(hand, wanted))
    return _vote(s, seat, wanted, chance)


def wanted_by(s: State, seat: i64) -> i64:
    """The colour that a seat wants to win the generation: its networks', else its membership's or
    most of its cards'."""
    left = s.network[seat]
    if left == s.network[seat - 1 if seat > 0 else s.seats - 1]:
        return left
    if s.members[seat] != NO_CARD:
        return colour_of(s.members[seat]) & 1
    red: i64 = 0
    rest = s.hands[seat]
    while rest > 0:
        red += 1 if colour_of(lowest(rest)) == RED else -1
        rest = rest_of(rest)
    return RED if red >= 0 else BLACK


def _modest(hand: i64, wanted: i64) -> i64:
    """The wanted colour; neither its lowest card, which holds elections open, nor a high one,
    which wins them."""
    first: i64 = NO_CARD
    rest = hand
    while rest > 0:
        face = lowest(rest)
        if colour_of(face) == wanted:
            if first != NO_CARD:
                return face
            first = face
        rest = rest_of(rest)
    return first if first != NO_CARD else lowest(hand)


def _vote(s: State, seat: i64, wanted: i64, chance: Fast) -> i64:
    """A high card that can be spared, to win; else one of the wanted colour, to agree on it."""
    hand = s.hands[seat]
    if hand == 0:
        return ABSTAIN
    ours: i64 = 0
    other: i64 = NO_CARD
    best: i64 = NO_CARD
    rest = hand
    while rest > 0:
        face = lowest(rest)
        if colour_of(face) == wanted:
            ours += 1
            best = face
        else:
            other = face
        rest = rest_of(rest)
    high: i64 = other if s.sizes[seat] > 1 else NO_CARD
    if ours > _KEPT and best > high:
        high = best
    if high != NO_CARD and rank_of(high) >= HIGH and chance.below(8) > 0:
        return card_act(VOTE, high)
    if ours == 0:
        return card_act(VOTE, lowest(hand))
    k = chance.below(ours if ours < 2 else 2)
    rest = hand
    while colour_of(lowest(rest)) != wanted or k > 0:
        if colour_of(lowest(rest)) == wanted:
            k -= 1
        rest = rest_of(rest)
    return card_act(VOTE, lowest(rest))


# --- the presidency -------------------------------------------------------------------------------


def _worth(face: i64, wanted: i64) -> i64:
    if colour_of(face) == wanted:
        return rank_of(face) + _COLOUR
    return rank_of(face)


def _cheapest(hand: i64, count: i64, wanted: i64) -> i64:
    """So many cards that are worth least."""
    chosen: i64 = 0
    while count > 0:
        best: i64 = NO_CARD
        least: i64 = 99
        rest = hand
        while rest > 0:
            worth = _worth(lowest(rest), wanted)
            if worth < least:
                least = worth
                best = lowest(rest)
            rest = rest_of(rest)
        hand = without_card(hand, best)
        chosen = with_card(chosen, best)
        count -= 1
    return chosen


def _parley(s: State, seat: i64, wanted: i64, chance: Fast) -> i64:
    """Give away what is worth little, to whoever has the most cards."""
    cheap: i64 = 0
    rest = s.hands[seat]
    while rest > 0:
        if _worth(lowest(rest), wanted) < _DEAR:
            cheap += 1
        rest = rest_of(rest)
    target: i64 = -1
    size: i64 = 0
    first = chance.below(s.seats)
    for i in range(s.seats):
        other = (first + i) % s.seats
        if other != seat and s.sizes[other] > size:
            target = other
            size = s.sizes[other]
    if cheap > size:
        cheap = size
    if cheap == 0:
        return NO_PARLEY
    return act_of(PARLEY, target, _cheapest(s.hands[seat], cheap, wanted))


def _action(s: State, seat: i64, wanted: i64, chance: Fast) -> i64:
    """Defect to the wanted colour, if it is another; else accuse somebody."""
    if colour_of(s.members[seat]) != wanted:
        ours: i64 = 0
        low: i64 = NO_CARD
        rest = s.hands[seat]
        while rest > 0:
            if colour_of(lowest(rest)) == wanted:
                ours += 1
                if low == NO_CARD:
                    low = lowest(rest)
            rest = rest_of(rest)
        if ours > 1:
            return card_act(DEFECT, low)
    open_seats = accusables(s)
    if open_seats == 0:
        return PASS
    k = chance.below(open_seats)
    target: i64 = 0
    while not accusable(s, target) or k > 0:
        if accusable(s, target):
            k -= 1
        target += 1
    colour = colour_of(s.members[target]) & 1
    if chance.below(100) >= _RIGHT:
        colour = 1 - colour
    return act_of(ACCUSE, target, colour + 1)
