"""Choices that cards open: whether there is anything to choose, and what is asked then."""

from mypy_extensions import i64

from intrigue.kernel.position import Prompt

from .cards import DISCARD, FRONT, HAND, ONLY_CLAIM, ONLY_SOURCE, Op
from .front import GONE, backing, has
from .stack import current_slot
from .state import ASK_PURGE, EMPTY, PROMPTS, Side, State, mine, name_of, tell


def ask(s: State, kind: i64, n: i64) -> None:
    s.asking = kind
    s.left = n
    if s.events is not None:
        tell(s, "asked", {"seat": s.active, "what": PROMPTS[kind], "count": n})


def prompt(s: State, seat: i64) -> Prompt:
    data: dict[str, object] = {"a": s.a, "r": s.r, "count": s.left, "card": ""}
    if s.asking >= ASK_PURGE:
        data["card"] = name_of(s, s.sides[seat].front[current_slot(s)])
    return Prompt(seat, PROMPTS[s.asking], sealed=False, data=data)


def ask_purge(s: State, op: Op, n: i64) -> None:
    """CO-55: one choice at a time, as long as a card is there."""
    if n > 0 and _purgeable(s, op, mine(s)):
        ask(s, ASK_PURGE, n)


def _purgeable(s: State, op: Op, side: Side) -> bool:
    """Whether one's own cards hold any that may be eliminated (CA-23)."""
    if op.zones & HAND != 0 and any(n > 0 and fits(s, op, f) for f, n in enumerate(side.hand)):
        return True
    if op.zones & DISCARD != 0 and any(fits(s, op, face) for face in side.discard):
        return True
    return op.zones & FRONT != 0 and any(
        not has(s, at, GONE) and fits(s, op, face) for at, face in enumerate(side.front)
    )


def fits(s: State, op: Op, face: i64) -> bool:
    """Whether `purge` may take such a card."""
    source = s.deck.cards[face].source
    return not ((op.only == ONLY_CLAIM and source) or (op.only == ONLY_SOURCE and not source))


def has_target(s: State, op: Op) -> bool:
    """CO-56: whether a source of the other player can be discredited."""
    seat = 1 - s.active
    return any(backing(s, seat, face) <= op.most for face in s.sides[seat].front)


def on_sale(s: State) -> bool:
    """Whether a card of the row can be reported."""
    return any(face != EMPTY for face in s.row)
