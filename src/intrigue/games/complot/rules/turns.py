"""The course of a turn (CO-20): start, main part, clean-up, drawing; then it is the other's."""

from librt.vecs import append, vec
from mypy_extensions import i64

from intrigue.kernel.chance import Chance
from intrigue.kernel.vecs import filled

from .activation import run
from .cards import NO_COHORT
from .choices import ask
from .drawing import draw_cards
from .ending import finish, turns_are_up, wittier
from .front import GONE, add_slot, has
from .phased import PLAYING
from .stack import F_START, push
from .state import (
    ASK_STAMMER,
    HAND_SIZE,
    MAIN,
    NO_CARDS,
    Side,
    State,
    leave_hand,
    mine,
    names_of,
    tell,
)


def begin_turn(s: State, chance: Chance) -> None:
    side = mine(s)
    _line_up(s)
    owed = min(side.stammer, side.hand_n)
    side.stammer = 0  # CO-22: no carry-over
    if s.events is not None:
        tell(s, "turn", {"seat": s.active, "turn": side.turns + 1})
    if not s.terms.sources_once and len(side.front) > 0:  # CO-23, CA-13, AU-12
        push(s, F_START, 0, 0, 0)
    if owed > 0:
        ask(s, ASK_STAMMER, owed)  # CO-22
    else:
        side.order = NO_CARDS
        run(s, chance)


def end_turn(s: State, chance: Chance) -> None:
    seat = s.active
    side = s.sides[seat]
    claims = _clear_front(s, side)
    unplayed = _discard_hand(side)
    _clear_turn(s)
    if s.events is not None:
        data: dict[str, object] = {"played": names_of(s, claims), "unplayed": names_of(s, unplayed)}
        tell(s, "turn_ended", {"seat": seat, **data})
    draw_cards(s, seat, HAND_SIZE, chance, True)  # CO-48; not at the start as well (CA-2)
    side.turns += 1
    if turns_are_up(s):
        finish(s, wittier(s))
        _line_up(s)
    else:
        s.active = 1 - seat  # CO-20
        begin_turn(s, chance)


def _clear_front(s: State, side: Side) -> vec[i64]:
    """CO-5, CO-46: claims are discarded, sources stay; the claims."""
    stay = NO_CARDS
    claims = NO_CARDS
    for at, face in enumerate(side.front):
        if not has(s, at, GONE):
            if s.deck.cards[face].source:
                stay = append(stay, face)
            else:
                claims = append(claims, face)
                side.discard = append(side.discard, face)
    side.front = stay
    return claims


def _discard_hand(side: Side) -> vec[i64]:
    """CO-47, CA-5: what was not played is not kept; those cards."""
    unplayed = NO_CARDS
    for face, n in enumerate(side.hand):
        if side.hand_n == 0:
            break
        for _ in range(n):
            leave_hand(side, face)
            unplayed = append(unplayed, face)
            side.discard = append(side.discard, face)
    return unplayed


def _clear_turn(s: State) -> None:
    """CO-21, CO-45: points, Front Pages and Demonstrations are for this turn only (CA-37)."""
    s.a = 0
    s.r = 0
    s.pages = 0
    s.step = PLAYING
    s.slots = NO_CARDS
    s.stack = NO_CARDS
    s.waiting = NO_CARDS
    s.bought = NO_CARDS
    s.doubled = filled(NO_COHORT + 1, 1)
    s.asking = MAIN
    s.left = 0


def _line_up(s: State) -> None:
    """A slot for every source of the active player; its flags are fresh (CO-21)."""
    for _ in mine(s).front:
        add_slot(s, 0, 1)
