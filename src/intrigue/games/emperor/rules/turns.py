"""What follows what: rounds, the slots between turns, turns, and the windows of Condemns.

All in one module, because each leads to the next: a turn ends in a window, a window in a turn, a
turn in a round. What cards do stands in `effects`, whose answer counts in `windows`.
"""

from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, Chance, bit
from intrigue.kernel.position import Event

from .acts import (
    CARD,
    INVESTIGATE,
    PASS,
    SHUFFLE,
    first_of,
    kind_of,
    slot_of,
    value_of,
)
from .cards import is_instinct, size_of
from .condemn import due_now, execute, why_void
from .death import cancel, finish
from .deck import draw_card, lay_down
from .effects import cast, look, shuffle
from .options import choosers
from .ring import candidate_of
from .state import (
    DIRECT,
    DISCARDING,
    HAND_LIMIT,
    MAIN,
    NO_GAP,
    RESOLVE,
    ROUND_CAP,
    SLOT,
    TURN_CAP,
    State,
    find_condemn,
    is_accused,
)
from .windows import slot_is_pointless, who_counts

# --- a round --------------------------------------------------------------------------------------


def begin_round(s: State) -> None:
    """EM-14: the Emperor chooses, every round anew."""
    s.round += 1
    s.strikers = 0
    s.parried = 0
    s.direction = 0
    s.pointer = s.emperor  # EM-15: so that his neighbour comes first
    s.gap = NO_GAP
    s.phase = DIRECT
    if s.events is not None:
        s.events.append(Event("round", {"round": s.round}))


def choose_direction(s: State, direction: i64, chance: Chance) -> None:
    """EM-14."""
    s.direction = direction
    s.chosen = direction
    if s.events is not None:
        way = "cw" if direction > 0 else "ccw"
        s.events.append(Event("direction", {"direction": way, "who": s.emperor}))
    _before_turn(s, chance)


def _end_round(s: State) -> None:
    """EM-17, EM-74."""
    if s.round >= s.terms.max_rounds:
        finish(s, ROUND_CAP)
    elif s.turns >= s.terms.max_turns:
        finish(s, TURN_CAP)
    else:
        begin_round(s)


# --- between turns --------------------------------------------------------------------------------


def _before_turn(s: State, chance: Chance) -> None:
    """EM-36: the slot, unless public facts make it pointless."""
    if slot_is_pointless(s):
        _next_turn(s, chance)
        return
    s.phase = SLOT
    if s.events is not None:
        s.events.append(Event("slot", {"candidate": candidate_of(s)}))
    _open(s, chance)


def _next_turn(s: State, chance: Chance) -> None:
    """EM-16, EM-18: the candidate's turn, or its skip."""
    seat = candidate_of(s)
    if is_accused(s, seat):
        _skip(s, seat, chance)
        return
    if s.turns >= s.terms.max_turns:
        finish(s, TURN_CAP)  # EM-74
        return
    s.turns += 1
    s.pointer = seat
    s.gap = NO_GAP  # EM-19
    s.phase = MAIN
    if s.events is not None:
        s.events.append(Event("turn", {"who": seat, "turn": s.turns}))
    if not s.no_draw:
        draw_card(s, seat, chance)  # EM-21


def _skip(s: State, seat: i64, chance: Chance) -> None:
    """EM-20: the mark goes; nothing falls due, so Condemns wait on (EM-61)."""
    s.accused &= ~bit(seat)
    s.pointer = seat
    s.gap = NO_GAP
    if s.events is not None:
        s.events.append(Event("skipped", {"who": seat}))
    if seat == s.emperor:  # EM-53
        _end_round(s)
    else:
        _before_turn(s, chance)


# --- a turn ---------------------------------------------------------------------------------------


def take_action(s: State, seat: i64, act: i64, chance: Chance) -> None:
    """EM-22: one of four; Instincts before it are free (EM-32)."""
    kind = kind_of(act)
    if kind >= CARD:
        cast(s, seat, act)
        if s.over or is_instinct(kind - CARD):
            return
    elif kind == INVESTIGATE:
        look(s, seat, 3 * first_of(act) + slot_of(act))
    elif kind == SHUFFLE:
        shuffle(s, seat, value_of(act) - 1, chance)
    elif s.events is not None:
        s.events.append(Event("passed", {"who": seat}))  # EM-25
    if size_of(s.hands[seat]) > HAND_LIMIT:  # EM-26
        s.phase = DISCARDING
        if s.events is not None:
            s.events.append(Event("too_many", {"who": seat}))
    else:
        _end_turn(s, chance)


def discard(s: State, seat: i64, bag: i64, chance: Chance) -> None:
    """EM-26: down to two, all at once."""
    lay_down(s, seat, bag)
    _end_turn(s, chance)


def _end_turn(s: State, chance: Chance) -> None:
    """EM-27: what is due falls, the oldest first (EM-62); then the slot, or the round's end."""
    while not s.over:
        due = due_now(s)
        if due is None:
            if s.pointer == s.emperor:
                _end_round(s)
            else:
                _before_turn(s, chance)
            return
        why = why_void(s, due)
        if why != "":
            cancel(s, due, why)
        elif due.locked:
            execute(s, due)  # EM-69: no window
        else:
            _open_resolve(s, due.id, chance)
            return


# --- windows --------------------------------------------------------------------------------------


def _open_resolve(s: State, id: i64, chance: Chance) -> None:
    """EM-66: the window of a Condemn that falls."""
    s.phase = RESOLVE
    s.resolving = id
    due = find_condemn(s, id)
    if s.events is not None and due is not None:
        s.events.append(Event("resolve", {"id": id, "target": due.target}))
    _open(s, chance)


def _open(s: State, chance: Chance) -> None:
    """Ask every living player, whatever they hold. A brisk position takes the answer of those
    who have no choice: nobody can see the difference."""
    asked: i64 = EVERYONE
    if s.brisk:
        asked = choosers(s)
    if asked != 0 or s.events is not None:
        s.window.clear()
        for seat in s.ring:
            if (asked >> seat) & 1 == 1:
                s.window.ask(seat)
            else:
                if s.events is not None:
                    _tell_answer(s, seat, PASS)
                s.window.take(seat, PASS)
    if asked == 0:
        _decided(s, -1, PASS, chance)


def answer(s: State, seat: i64, act: i64, chance: Chance) -> None:
    """A sealed answer; the last one closes the window."""
    if s.events is not None:
        _tell_answer(s, seat, act)
    if s.window.put(seat, act):
        _close(s, chance)


def _tell_answer(s: State, seat: i64, act: i64) -> None:
    if s.events is not None:
        s.events.append(Event("answered", {"act": act}, bit(seat)))


def _close(s: State, chance: Chance) -> None:
    """EM-36, EM-66: one answer counts, the others go back unseen."""
    first: i64 = -1
    if s.phase == RESOLVE:
        due = find_condemn(s, s.resolving)
        assert due is not None
        first = due.target
    seat = who_counts(s, first)
    if seat < 0:
        _decided(s, seat, PASS, chance)
    else:
        _decided(s, seat, s.window.answers[seat], chance)


def _decided(s: State, seat: i64, act: i64, chance: Chance) -> None:
    """A window is over: somebody's cast, or nobody's (-1)."""
    if s.phase == SLOT:
        if seat < 0:
            _next_turn(s, chance)
        else:
            cast(s, seat, act)
            _before_turn(s, chance)
        return
    due = find_condemn(s, s.resolving)
    assert due is not None
    if seat < 0:
        s.resolving = 0
        execute(s, due)
        _end_turn(s, chance)
    elif cast(s, seat, act):
        s.resolving = 0
        _end_turn(s, chance)
    else:  # EM-64: turned, and its new target may answer
        _open_resolve(s, due.id, chance)
