"""Any arrangement of unseen cards that fits what a seat remembers: a random matching of cards to
places. The fallback of the belief filter.
"""

from random import Random
from typing import NamedTuple

from intrigue.kernel.chance import bit

from .cards import NO_CARD
from .memory import MEMBER, PILE, Known
from .past import Past
from .view import JAccuseView


class Cards(NamedTuple):
    """Where the influence cards lie: hands and memberships by seat, the pile, and their past."""

    hands: list[list[int]]
    members: list[int]
    pile: list[int]
    past: Past | None


def arrange(
    view: JAccuseView,
    known: Known,
    unseen: list[int],
    room: dict[int, int],
    absent: int,
    rng: Random,
) -> Cards:
    """Deal the unseen cards to others' hands, memberships and the pile. `absent` is a seat whose
    membership is just being chosen."""
    seats = len(view.sizes)
    places = [place for place, size in room.items() for _ in range(size)]
    if view.phase != "membership":
        places += [bit(MEMBER + i) for i in range(seats) if i not in (view.seat, absent)]
    places += [bit(PILE)] * view.discards
    cards: list[tuple[int, int]] = []
    rest = list(unseen)
    for face, at in zip(known.faces, known.places, strict=True):
        if face in rest:
            rest.remove(face)
            cards.append((face, at))
    cards += [(face, -1) for face in rest]
    rng.shuffle(places)
    rng.shuffle(cards)
    cards.sort(key=lambda card: card[1] == -1)  # those with a known place first
    holder = match(cards, places)
    hands: list[list[int]] = [[] for _ in range(seats)]
    members = [NO_CARD] * seats
    pile: list[int] = []
    for place, i in zip(places, holder, strict=True):
        face = cards[i][0]
        for seat in range(seats):
            if place == bit(seat):
                hands[seat].append(face)
            elif place == bit(MEMBER + seat):
                members[seat] = face
        if place == bit(PILE):
            pile.append(face)
    return Cards(hands, members, pile, None)


def match(cards: list[tuple[int, int]], places: list[int]) -> list[int]:
    """For every place the card that lies there: a free one first, then augmenting paths, so that
    it is found if there is any. A card that fits nowhere (it never should) takes what is left."""
    holder = [-1] * len(places)

    def seat(i: int, tried: set[int]) -> bool:
        fit = [j for j, place in enumerate(places) if cards[i][1] & place]
        for j in fit:
            if holder[j] < 0:
                holder[j] = i
                return True
        for j in fit:
            if j not in tried:
                tried.add(j)
                if seat(holder[j], tried):
                    holder[j] = i
                    return True
        return False

    lost = [i for i in range(len(cards)) if not seat(i, set())]
    for j, i in enumerate(holder):
        if i < 0 and lost:
            holder[j] = lost.pop()
    return holder
