"""Playing cards from the hand, one or all that need no choice, and disposing of what lies there."""

from mypy_extensions import i64

from intrigue.kernel.chance import Chance

from .activation import place, run
from .effects import operate
from .front import ACTIVE, FLAGS, GONE, mark, slot
from .state import EMPTY, Side, State, leave_hand, mine, name_of, tell


def play(s: State, face: i64, chance: Chance) -> None:
    """CO-24: one card."""
    leave_hand(mine(s), face)
    place(s, face, chance)
    run(s, chance)


def play_all(s: State, chance: Chance) -> None:
    """Everything in hand that needs no choice, also what is drawn on the way."""
    side = mine(s)
    while True:
        face = _next_plain(s, side)
        if face == EMPTY:
            break
        leave_hand(side, face)
        place(s, face, chance)


def _next_plain(s: State, side: Side) -> i64:
    """Cards that draw first, cards that count last; EMPTY if all others ask."""
    best: i64 = EMPTY
    rank: i64 = 9
    for face, n in enumerate(side.hand):
        if n > 0:
            card = s.deck.cards[face]
            if not card.asks:
                own: i64 = 0 if card.draws else 2 if card.counts else 1
                if own < rank:
                    rank = own
                    best = face
    return best


def playable(s: State) -> i64:
    """How many hand cards need no choice: what `play all` plays."""
    side = mine(s)
    count: i64 = 0
    left = side.hand_n
    for face, n in enumerate(side.hand):
        if left == 0:
            break
        if n > 0:
            left -= n
            if not s.deck.cards[face].asks:
                count += n
    return count


def dispose(s: State, face: i64, chance: Chance) -> None:
    """CO-62: eliminated first, then its effects; what it gave stays (CO-28)."""
    at = find_disposable(s, face)
    mark(s, at, GONE)
    s.gone[face] += 1
    if s.events is not None:
        tell(s, "disposed", {"seat": s.active, "card": name_of(s, face)})
    for op in s.deck.lists[s.deck.cards[face].own]:
        operate(s, op, at, chance)


def find_disposable(s: State, face: i64) -> i64:
    """CO-62: the first activated copy that may be disposed of, or EMPTY."""
    if s.deck.cards[face].own == 0:
        return EMPTY
    for at, other in enumerate(mine(s).front):
        if other == face and slot(s, at, FLAGS) & (ACTIVE | GONE) == ACTIVE:
            return at
    return EMPTY
