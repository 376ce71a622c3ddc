"""What a seat may know of J'Accuse (section by section: networks, own cards, the open table).

Faces are texts such as 7♥ or JkR, colours R, B and N. Others' hands are counts; the own hand is
sorted, so no card can be followed by its place.
"""

from msgspec import Struct


class PolicyView(Struct, frozen=True):
    """A policy of the line; an enacted one shows its card."""

    colour: str
    how: str  # "free", "enacted" or "carry-over"
    card: str | None


class ChoiceView(Struct, frozen=True):
    """The viewer's own sealed membership, vote or abstention."""

    kind: str
    card: str | None


class ParleyView(Struct, frozen=True):
    """A parley that waits for its reply; only the president sees the offer (JA-A29)."""

    target: int
    count: int
    offer: tuple[str, ...] | None


class AccusationView(Struct, frozen=True):
    """An accusation that is not settled yet (JA-42, JA-44)."""

    target: int
    colour: str
    card: str
    right: bool


class GenerationView(Struct, frozen=True):
    """A generation that is over: the winning colour (none if void) and all memberships."""

    winner: str | None
    memberships: tuple[str, ...]


class Place(Struct, frozen=True):
    """Where a card may lie: "hand", "votes" or "membership" of a seat, or the "discard" pile."""

    zone: str
    seat: int | None


class MemoryView(Struct, frozen=True):
    """A card that the viewer has seen and does not hold, and where it may be now. One place
    means that it must be there."""

    card: str
    places: tuple[Place, ...]


class JAccuseView(Struct, frozen=True):
    """The open table, and what is the viewer's own."""

    seat: int
    phase: str
    generation: int
    generations: int
    election: int  # of this generation; 0 before the first
    networks: tuple[str | None, ...]  # card i lies between seats i and i + 1
    hand: tuple[str, ...]
    sizes: tuple[int, ...]
    membership: str | None
    answer: ChoiceView | None
    voters: tuple[int, ...]  # asked in this round of the election
    votes: tuple[tuple[str | None, ...], ...]  # on the table, by round and seat
    policies: tuple[PolicyView, ...]
    streak: int
    stability: int
    drought: int
    wrong: int
    president: int | None
    presidents: tuple[int, ...]  # since the last election: they cannot be accused
    parley: ParleyView | None
    accusation: AccusationView | None
    discards: int
    tokens: tuple[int, ...]
    points: tuple[int, ...]  # from memberships
    totals: tuple[int, ...]  # with networks; empty before the end
    history: tuple[GenerationView, ...]
    memory: tuple[MemoryView, ...]
