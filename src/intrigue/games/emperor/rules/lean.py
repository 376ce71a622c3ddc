"""The quick player of playouts: the scripted player's main ideas, in numbers and without lists.

It suspects as somebody at the table would, from the cards that a seat knows in this world, from
how many Rebels are left to find, and from `odds`, what everybody's acts said before.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import Fast, bit
from intrigue.kernel.vecs import zeros

from .acts import (
    CARD,
    CCW,
    CW,
    INVESTIGATE,
    NOBODY,
    PASS,
    at_card,
    at_player,
    at_two,
    discarding,
    plain,
)
from .cards import (
    ACCUSE,
    CLEARANCE,
    CONDEMN,
    COUNTER,
    EMPTY,
    GUARDING,
    INVESTIGATION,
    KINDS_OF_CARDS,
    LOYAL,
    REBEL,
    RESPONSES,
    REVEAL,
    SELF_CLEARANCE,
    STEAL,
    SWAP,
    TRANSPOSITION,
    count_of,
    holds,
    minus,
    size_of,
)
from .options import investigation, may_condemn_emperor
from .ring import at, besides_emperor, candidate_of, exchanged, place_of
from .state import (
    CERTAIN,
    DIRECT,
    DISCARDING,
    MAIN,
    RESOLVE,
    Condemn,
    State,
    find_condemn,
    is_accused,
    side_of,
)

SURE: Final = 66  # percent: a loyal player condemns from here on
SUSPECT: Final = 55

# Odds are logarithms: eight for each doubling, so that evidence adds up.
_CARD: Final = 8  # what an R or L among a player's cards says
_EDGE: Final = 40
_PERCENT: Final = vec[i64]([round(100 / (1 + 2 ** (-x / 8))) for x in range(-40, 41)])
_PRIOR: Final = vec[i64]([  # of one among n (columns) of whom r (rows) are Rebels
    0, 0, 0, 0, 0, 0, 0, 0,
    0, 99, 0, -8, -13, -16, -19, -21,
    0, 99, 99, 8, 0, -5, -8, -11,
    0, 99, 99, 99, 13, 5, 0, -3,
])  # fmt: skip
_REBELS: Final = (2, 3, 3)  # EM-6, by 5, 6, 7 players

# What cards are worth holding, in the order of the deck list.
_LOYAL_KEEPS: Final = vec[i64]([0, 14, 12, 16, 10, 6, 4, 0, 8, 0, 0, 2])
_REBEL_KEEPS: Final = vec[i64]([8, 16, 12, 6, 14, 0, 0, 0, 10, 2, 0, 4])
_TWIN: Final = 7  # a second of a kind helps less


def lean_of(s: State, seat: i64, chance: Fast) -> i64:
    """What a seat that is asked does."""
    if s.phase == DISCARDING:
        return discard_least(s, seat)
    suspects = suspects_of(s, seat)
    if s.phase == MAIN:
        return _turn(s, seat, suspects, chance)
    if s.phase == DIRECT:  # the more suspect neighbour first, so that the table can react
        left, right = suspects[s.ring[1]], suspects[s.ring[len(s.ring) - 1]]
        if left == right:
            return CW if chance.below(2) == 0 else CCW
        return CW if left > right else CCW
    if s.phase == RESOLVE:
        due = find_condemn(s, s.resolving)
        assert due is not None
        return _block(s, seat, due, suspects)
    act = _accuse(s, seat, suspects)
    if act == PASS and side_of(s, seat) != REBEL:
        act = _guard(s, seat, suspects)
    return act


def suspects_of(s: State, viewer: i64) -> vec[i64]:
    """How likely each seat is a Rebel to a player, in percent."""
    out = zeros(s.seats)
    rebels: i64 = _REBELS[s.seats - 5]
    if side_of(s, viewer) == REBEL:
        rebels -= 1
    open_seats: i64 = 0
    known = s.up | s.eyes[viewer]
    for seat in range(s.seats):
        if seat == viewer or seat == s.emperor:
            continue
        odds = s.odds[seat]
        if odds < CERTAIN:
            reds: i64 = 0
            blues: i64 = 0
            card = 3 * seat
            for slot in range(i64(3)):
                if (known >> (card + slot)) & 1 == 1:
                    if s.faces[card + slot] == REBEL:
                        reds += 1
                    else:
                        blues += 1
            if reds > 1:
                odds = CERTAIN
            elif blues > 1:
                odds = -CERTAIN
            else:
                odds += _CARD * (reds - blues)
        out[seat] = odds
        if odds >= CERTAIN:
            rebels -= 1
        elif odds > -CERTAIN:
            open_seats += 1
    prior: i64 = -CERTAIN
    if rebels > 0:
        prior = _PRIOR[8 * rebels + open_seats]
    for seat in range(s.seats):
        if seat == viewer or seat == s.emperor:
            out[seat] = 100 if side_of(s, seat) == REBEL else 0
        elif out[seat] >= CERTAIN or out[seat] <= -CERTAIN:
            out[seat] = 100 if out[seat] > 0 else 0
        else:
            odds = out[seat] + prior
            if odds > _EDGE or odds < -_EDGE:
                out[seat] = 100 if odds > 0 else 0
            else:
                out[seat] = _PERCENT[odds + _EDGE]
    return out


def discard_least(s: State, seat: i64) -> i64:
    """EM-26: whatever leaves the dearest two."""
    worth = _REBEL_KEEPS if side_of(s, seat) == REBEL else _LOYAL_KEEPS
    hand = s.hands[seat]
    first = _dearest(hand, worth, -1)
    second = _dearest(minus(hand, first), worth, first)
    return discarding(minus(minus(hand, first), second))


def _dearest(hand: i64, worth: vec[i64], twin: i64) -> i64:
    best: i64 = -1
    most: i64 = -100
    for card in range(i64(KINDS_OF_CARDS)):
        if holds(hand, card):
            value = worth[card]
            if card == twin:
                value -= _TWIN
            if value > most:
                best = card
                most = value
    return best


# --- Condemns, and what lies between turns --------------------------------------------------------


def _block(s: State, seat: i64, due: Condemn, suspects: vec[i64]) -> i64:
    hand = s.hands[seat]
    if hand & RESPONSES == 0 or due.locked:
        return PASS
    rebel = side_of(s, seat) == REBEL
    if due.target == seat:
        foe = (suspects[due.author] > 50) != rebel and due.author != s.emperor
        if holds(hand, COUNTER) and foe:
            return plain(CARD + COUNTER, due.id)
        if holds(hand, SELF_CLEARANCE):
            return plain(CARD + SELF_CLEARANCE, due.id)
        if holds(hand, CLEARANCE):
            return plain(CARD + CLEARANCE, due.id)
        return plain(CARD + COUNTER, due.id)
    if holds(hand, CLEARANCE) and _worth_saving(s, seat, due.target, rebel, suspects):
        return plain(CARD + CLEARANCE, due.id)
    return PASS


def _worth_saving(s: State, seat: i64, target: i64, rebel: bool, suspects: vec[i64]) -> bool:
    if rebel:
        return target != s.emperor and suspects[target] > 60
    if target == s.emperor:
        return True
    spare = seat == s.emperor or count_of(s.hands[seat], CLEARANCE) > 1
    return spare and suspects[target] < 25


def _accuse(s: State, seat: i64, suspects: vec[i64]) -> i64:
    """Postpone what would fall at the end of the next turn; hold up a suspect at his side."""
    if not holds(s.hands[seat], ACCUSE):
        return PASS
    next_one = candidate_of(s)
    if is_accused(s, next_one):
        return PASS
    rebel = side_of(s, seat) == REBEL
    struck = False
    for condemn in s.pending:
        if condemn.clock == next_one and _fears(s, seat, condemn, rebel):
            return at_player(CARD + ACCUSE, next_one)
        struck = struck or condemn.target == s.emperor
    if rebel or s.hands[next_one] == EMPTY or not besides_emperor(s.ring, next_one):
        return PASS
    return (
        at_player(CARD + ACCUSE, next_one)
        if suspects[next_one] > (SUSPECT if struck else 80)
        else PASS
    )


def _fears(s: State, seat: i64, condemn: Condemn, rebel: bool) -> bool:
    """Whether a Condemn hurts this seat's side and it cannot stop it."""
    if condemn.target == seat:
        return condemn.locked or s.hands[seat] & RESPONSES == 0
    if rebel or condemn.target != s.emperor:
        return False
    return condemn.locked or not holds(s.hands[seat], CLEARANCE)


def _guard(s: State, seat: i64, suspects: vec[i64]) -> i64:
    """A loyal player takes a suspect's chair at his side; he himself seats whom he trusts."""
    if not holds(s.hands[seat], GUARDING):
        return PASS
    n = len(s.ring)
    one, other = s.ring[1], s.ring[n - 1]
    chair = one if suspects[one] > suspects[other] else other
    mover = seat
    if seat == s.emperor:
        for place in range(i64(2), n - 1):
            if mover == seat or suspects[s.ring[place]] < suspects[mover]:
                mover = s.ring[place]
    if place_of(s.ring, mover) < 2 or mover == other:
        return PASS
    if suspects[chair] - suspects[mover] <= 25:
        return PASS
    if seat == s.emperor:
        return at_two(CARD + GUARDING, chair, 0, mover, 0)
    return at_player(CARD + GUARDING, chair)


# --- one's own turn -------------------------------------------------------------------------------


def _turn(s: State, seat: i64, suspects: vec[i64], chance: Fast) -> i64:
    rebel = side_of(s, seat) == REBEL
    hand = s.hands[seat]
    act: i64 = PASS
    if rebel and holds(hand, CONDEMN):
        act = _strike(s, seat, suspects)
    if act == PASS and holds(hand, ACCUSE):
        act = _postpone(s, seat, rebel)
    if act == PASS and not rebel:
        if holds(hand, SWAP) and seat == s.emperor:
            act = _convert(s, seat, suspects)
        if act == PASS and holds(hand, CONDEMN):
            act = _sentence(s, seat, False, suspects)
        if act == PASS:
            act = _guard(s, seat, suspects)
    if act == PASS and holds(hand, TRANSPOSITION):
        act = _approach(s, seat) if rebel else _reseat(s, seat, suspects)
    if act == PASS and holds(hand, STEAL):
        act = _rob(s, seat, rebel, suspects)
    if act == PASS:
        act = _look(s, seat, suspects, chance)
    return act


def _strike(s: State, seat: i64, suspects: vec[i64]) -> i64:
    """Condemn the Emperor; Guarding first, if that brings a Rebel to his side."""
    if may_condemn_emperor(s, seat):
        return at_player(CARD + CONDEMN, s.emperor)
    if holds(s.hands[seat], GUARDING) and not besides_emperor(s.ring, seat):
        one, other = s.ring[1], s.ring[len(s.ring) - 1]
        return at_player(CARD + GUARDING, one if suspects[one] < suspects[other] else other)
    if count_of(s.hands[seat], CONDEMN) > 1:
        return _sentence(s, seat, True, suspects)
    return PASS


def _postpone(s: State, seat: i64, rebel: bool) -> i64:
    for condemn in s.pending:
        if condemn.clock != seat and not is_accused(s, condemn.clock):
            if _fears(s, seat, condemn, rebel):
                return at_player(CARD + ACCUSE, condemn.clock)
    return PASS


def _sentence(s: State, seat: i64, rebel: bool, suspects: vec[i64]) -> i64:
    """Condemn the surest enemy, who is not condemned yet."""
    best: i64 = -1
    surest: i64 = 69 if rebel else SURE - 1
    marked: i64 = 0
    for condemn in s.pending:
        marked |= bit(condemn.target)
    for player in s.ring:
        if player != seat and player != s.emperor and (marked >> player) & 1 == 0:
            sure = 100 - suspects[player] if rebel else suspects[player]
            if sure > surest:
                best = player
                surest = sure
    return at_player(CARD + CONDEMN, best) if best >= 0 else PASS


def _convert(s: State, seat: i64, suspects: vec[i64]) -> i64:
    """The Emperor gives an L for a Rebel's R: one Rebel less."""
    own: i64 = -1
    for slot in range(i64(3)):
        if s.faces[3 * seat + slot] == LOYAL:
            own = slot
    if own < 0:
        return PASS
    best: i64 = -1
    surest: i64 = SUSPECT
    known = s.up | s.eyes[seat]
    for player in s.ring:
        if player == seat:
            continue
        for card in range(3 * player, 3 * player + 3):
            sure = suspects[player]
            if (known >> card) & 1 == 0:
                sure = sure * 2 // 3
            elif s.faces[card] != REBEL:
                sure = 0
            if sure > surest:
                best = card
                surest = sure
    return at_two(CARD + SWAP, best // 3, best % 3, NOBODY, own) if best >= 0 else PASS


def _approach(s: State, seat: i64) -> i64:
    """A Rebel moves towards the Emperor, and stays at his side."""
    n = len(s.ring)
    place = place_of(s.ring, seat)
    if place < 2 or place == n - 1:
        return PASS
    return at_player(CARD + TRANSPOSITION, s.ring[place - 1 if 2 * place <= n else place + 1])


def _reseat(s: State, seat: i64, suspects: vec[i64]) -> i64:
    """Change chairs so that the Emperor sits between people whom this seat trusts."""
    n = len(s.ring)
    before = suspects[s.ring[1]] + suspects[s.ring[n - 1]]
    best: i64 = -1
    least = before - 20
    place = place_of(s.ring, seat)
    for player in s.ring:
        near = player == at(s.ring, place + 1) or player == at(s.ring, place - 1)
        if player == seat or not (near or seat == s.emperor):
            continue
        ring = exchanged(s.ring, seat, player)
        throne = place_of(ring, s.emperor)
        worry = suspects[at(ring, throne + 1)] + suspects[at(ring, throne - 1)]
        if worry < least:
            best = player
            least = worry
    return at_player(CARD + TRANSPOSITION, best) if best >= 0 else PASS


def _rob(s: State, seat: i64, rebel: bool, suspects: vec[i64]) -> i64:
    best: i64 = -1
    most: i64 = 120
    for player in s.ring:
        if player != seat:
            foe = 100 - suspects[player] if rebel else suspects[player]
            worth = size_of(s.hands[player]) * foe
            if worth > most:
                best = player
                most = worth
    return at_player(CARD + STEAL, best) if best >= 0 else PASS


# --- looking --------------------------------------------------------------------------------------


def _look(s: State, seat: i64, suspects: vec[i64], chance: Fast) -> i64:
    """At the card that may settle most; with an Investigation at two, with a Reveal for all."""
    best = _news(s, seat, suspects, -1, chance)
    if best < 0:
        return PASS
    if side_of(s, seat) != REBEL:
        if holds(s.hands[seat], INVESTIGATION):
            second = _news(s, seat, suspects, best, chance)
            if second >= 0:
                return investigation(best, second)
        if holds(s.hands[seat], REVEAL) and suspects[best // 3] > SUSPECT:
            return at_card(CARD + REVEAL, best // 3, best % 3)
    return at_card(INVESTIGATE, best // 3, best % 3)


def _news(s: State, seat: i64, suspects: vec[i64], but: i64, chance: Fast) -> i64:
    """The card, not this one, at which a look is worth most; -1 if there is nothing to learn."""
    known = s.up | s.eyes[seat]
    best: i64 = -1
    most: i64 = 0
    for player in s.ring:
        chances = suspects[player]
        if player == seat or player == s.emperor or chances == 0 or chances == 100:
            continue
        first = chance.below(3)
        seen: i64 = 0
        unseen: i64 = -1
        for i in range(i64(3)):
            card = 3 * player + (first + i) % 3
            if (known >> card) & 1 == 1:
                seen += 1
            elif card != but:
                unseen = card
        news = chances * (100 - chances) * (10 if seen == 0 else 13) + 100 * chances
        if unseen >= 0 and news > most:
            best = unseen
            most = news
    return best
