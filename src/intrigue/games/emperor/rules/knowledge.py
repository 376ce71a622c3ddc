"""Who knows which identity card: labels that follow a card through a Swap and die in a Shuffle,
and notes ("at least so many of each face among these three") that are left of them.

A label is a bit: which card is known is public, only its face is not. Because labels move with
the cards and end with the order, what a label shows is always the true face.
"""

from mypy_extensions import i64

from intrigue.kernel.chance import bit

from .cards import CROWN
from .state import State, is_up


def knows(s: State, viewer: i64, card: i64) -> bool:
    """Whether a viewer knows this card: own (EM-8), face up, or labelled."""
    if is_up(s, card):
        return True
    if viewer < 0:
        return False
    return card // 3 == viewer or (s.eyes[viewer] >> card) & 1 == 1


def learn(s: State, viewer: i64, card: i64) -> None:
    """A viewer looks at another's card."""
    s.eyes[viewer] |= bit(card)


def note(s: State, viewer: i64, owner: i64, face: i64) -> i64:
    """At least so many of the owner's cards have this face."""
    return (s.notes[viewer] >> (8 * owner + 4 * face)) & 15


def add_note(s: State, viewer: i64, owner: i64, face: i64, more: i64) -> None:
    s.notes[viewer] += more << (8 * owner + 4 * face)


def forget_order(s: State, owner: i64) -> None:
    """EM-24: a Shuffle of `owner`, before the cards move: for every other viewer, labels become a
    note and are deleted for good."""
    three = bit(3 * owner) * 7
    for viewer in range(s.seats):
        if viewer != owner and (s.up | s.eyes[viewer]) & three != 0:
            for face in range(i64(2)):
                more = count_known(s, viewer, owner, face) - note(s, viewer, owner, face)
                if more > 0:
                    add_note(s, viewer, owner, face, more)
            s.eyes[viewer] &= ~three


def count_known(s: State, viewer: i64, owner: i64, face: i64) -> i64:
    """How many cards of this face a viewer knows among the owner's."""
    count: i64 = 0
    for card in range(3 * owner, 3 * owner + 3):
        if s.faces[card] == face and knows(s, viewer, card):
            count += 1
    return count


def follow_swap(s: State, mine: i64, theirs: i64) -> None:
    """EM-46: after card `mine` and card `theirs` have changed places: labels went with them, each
    party knows the card it gave, and notes lose what left and gain what came."""
    giver = mine // 3
    taker = theirs // 3
    for viewer in range(s.seats):
        mask = s.eyes[viewer]
        one = (mask >> mine) & 1
        other = (mask >> theirs) & 1
        mask &= ~(bit(mine) | bit(theirs))
        if other == 1:
            mask |= bit(mine)
        if one == 1:
            mask |= bit(theirs)
        if viewer == giver:
            mask = (mask | bit(theirs)) & ~bit(mine)
        if viewer == taker:
            mask = (mask | bit(mine)) & ~bit(theirs)
        s.eyes[viewer] = mask
    _renote(s, giver, theirs, mine)
    _renote(s, taker, mine, theirs)


def _renote(s: State, party: i64, departed: i64, arrived: i64) -> None:
    """Every other viewer's note on a party of a Swap; `departed` and `arrived` are where the two
    cards lie now."""
    for viewer in range(s.seats):
        if viewer != party:
            sure = knows(s, viewer, departed)
            for face in range(i64(2)):
                if s.faces[departed] == face or not sure:
                    if note(s, viewer, party, face) > 0:
                        add_note(s, viewer, party, face, -1)
            if s.faces[arrived] != CROWN and knows(s, viewer, arrived):
                add_note(s, viewer, party, s.faces[arrived], 1)
