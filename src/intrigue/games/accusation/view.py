"""What a seat may know of Accusation: public state, the own hand, the own
Tracker, and the whole public control state. Seats are numbers, sets of seats lists of them."""

from msgspec import Struct

Card = int | str  # an id, or "PW": Public Works have none outside their owner's hand


class Batch(Struct, frozen=True):
    """Effects under way, as rules keep them: all of it is public."""

    then: int
    moved: bool
    aimed: int
    stack: tuple[int, ...]
    doing: tuple[int, ...]
    job: tuple[int, ...]
    want: tuple[int, ...]
    aim: tuple[int, ...]
    sub: tuple[int, ...]


class Running(Struct, frozen=True):
    """The Event under way."""

    card: int
    part: int
    line: int
    lines: int
    runner: int
    after_lines: int
    half_part: int
    cancelled: bool
    nodeny: bool
    found: bool
    undeniable: tuple[int, ...]
    locks: tuple[int | None, ...]  # by target: the only player who may accuse
    cleared: tuple[int, ...]
    start: int
    had: tuple[int, ...]
    holder: int | None
    accused: int | None
    denials: tuple[tuple[int, int], ...]  # (who denied, whom)


class AccusationView(Struct, frozen=True):
    """Unknown is left out, and different from none (0) or nobody (null)."""

    seat: int
    phase: str
    round: int
    speaker: int
    active: tuple[int, ...]
    crew: int
    conceded: tuple[int, ...]
    bank: int
    tokens: tuple[tuple[int, ...], ...]  # M E D I R
    cost_cards: tuple[int, ...]
    made: tuple[int, ...]
    costs: tuple[int, ...]  # of the next accusation
    rep: tuple[int, ...]
    vp: tuple[int, ...]
    countries: tuple[str | None, ...]
    used: tuple[int, ...]  # abilities of limit `round`, as bits
    hands: tuple[int, ...]
    supply: int
    deck: int
    discard: int
    spent: tuple[int, ...] | None  # Events seen since the last reshuffle; null without log
    pile: int
    buried: int
    revealed: tuple[Card, ...]
    target: int
    extra: int
    contributors: tuple[int, ...]  # whose Tracker is set
    known: tuple[Card | None, ...]  # what everyone knows of the Trackers
    notmes: tuple[tuple[int, int, int], ...]  # (card, accused, accuser)
    shown: tuple[int, ...]
    event: Running | None
    batch: Batch | None
    ending: str
    winners: tuple[int, ...]
    hand: tuple[int, ...]  # the viewer's own
    tracker: int | None
    looked: tuple[Card, ...]  # cards the viewer looks at or has shown in the question under way
    answer: int | None  # the viewer's own, once sealed
