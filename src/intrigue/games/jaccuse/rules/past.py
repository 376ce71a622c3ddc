"""What happened to cards in this generation, as a chain that positions share. It holds the whole
truth; what a seat may remember of it is worked out in `memory`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.vecs import pack, zeros

PLACED: Final = 0  # all memberships were chosen: `faces` by seat
VOTED: Final = 1  # a round of votes was opened: `faces` by seat, NO_CARD for none
RETURNED: Final = 2  # all votes went back
ELECTED: Final = 3  # `seat` won: the last vote was discarded, all others went back
SWAPPED: Final = 4  # `seat` gave the set `one` to `other` for the set `two`
DEFECTED: Final = 5  # `seat` discarded membership `two` for hand card `one`
CAPTURED: Final = 6  # `seat` accused `other` rightly and took the membership `one`
CLEARED: Final = 7  # `seat` accused `other` wrongly, who took back the membership `one`
REPLACED: Final = 8  # `seat` chose `one` as the new membership
ENACTED: Final = 9  # `seat` played `one` as a policy
SHOWN: Final = 10  # `seat` showed the set `one` to the players of the mask `two`
DEEDS: Final = (
    "placed",
    "voted",
    "returned",
    "elected",
    "swapped",
    "defected",
    "captured",
    "cleared",
    "replaced",
    "enacted",
    "shown",
)

_NO_FACES: Final = zeros(0)


class Past:
    """One thing that happened to cards, and everything before it. Never changes; `known` keeps
    what each viewer makes of it once somebody asked."""

    def __init__(
        self,
        kind: i64,
        before: "Past | None",
        seat: i64 = -1,
        other: i64 = -1,
        one: i64 = -1,
        two: i64 = -1,
    ) -> None:
        self.kind = kind
        self.before = before
        self.seat = seat
        self.other = other
        self.one = one
        self.two = two
        self.faces: vec[i64] = _NO_FACES
        self.known: dict[int, object] | None = None


def by_seat(kind: i64, before: Past | None, faces: vec[i64]) -> Past:
    """Something that happened to a card of every seat."""
    past = Past(kind, before)
    past.faces = faces
    return past


def retold(
    kind: i64, before: Past | None, seat: i64, other: i64, one: i64, two: i64, faces: list[int]
) -> Past:
    """Something that happened, from plain numbers."""
    past = Past(kind, before, seat, other, one, two)
    if len(faces) > 0:
        past.faces = pack(faces)
    return past


def steps(last: Past | None) -> list[Past]:
    """A chain of things that happened, from the first."""
    out: list[Past] = []
    while last is not None:
        out.append(last)
        last = last.before
    out.reverse()
    return out


class Policy:
    """A policy of the line (JA-12, JA-21, JA-42), and those before it. Never changes."""

    def __init__(self, colour: i64, how: i64, face: i64, before: "Policy | None") -> None:
        self.colour = colour
        self.how = how
        self.face = face  # of an enacted one
        self.before = before


def line(last: Policy | None) -> list[Policy]:
    """The policy line, from the first."""
    out: list[Policy] = []
    while last is not None:
        out.append(last)
        last = last.before
    out.reverse()
    return out


FREE: Final = 0
ENACTED_POLICY: Final = 1
CARRY_OVER: Final = 2
HOW: Final = ("free", "enacted", "carry-over")


class Discard:
    """A card of the face-down pile (JA-A34), and those below it. Never changes."""

    def __init__(self, face: i64, before: "Discard | None") -> None:
        self.face = face
        self.before = before
        self.count: i64 = 1
        if before is not None:
            self.count = before.count + 1


def pile(top: Discard | None) -> list[int]:
    """The faces of the discard pile, from the lowest."""
    out: list[int] = []
    while top is not None:
        out.append(top.face)
        top = top.before
    out.reverse()
    return out


class Finished:
    """A generation that is over: who won it, and the memberships (JA-47). Never changes."""

    def __init__(self, winner: i64, members: vec[i64], before: "Finished | None") -> None:
        self.winner = winner
        self.members = members
        self.before = before


def generations(last: Finished | None) -> list[Finished]:
    """The generations that are over, from the first."""
    out: list[Finished] = []
    while last is not None:
        out.append(last)
        last = last.before
    out.reverse()
    return out


def over(winner: i64, members: list[int], before: Finished | None) -> Finished:
    """A generation that is over, from plain numbers."""
    return Finished(winner, pack(members), before)
