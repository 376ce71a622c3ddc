"""The life of a Condemn: cast, answered, due, void or carried out."""

from mypy_extensions import i64

from intrigue.kernel.chance import bit
from intrigue.kernel.position import Event

from .cards import CARDS, CONDEMN, COUNTER, LOYAL
from .death import die
from .deck import lay_down, lay_open
from .ring import besides_emperor, place_of
from .state import CERTAIN, Condemn, State, find_condemn, side_of


def condemn(s: State, seat: i64, target: i64) -> None:
    """EM-42: it lies on the table until its time comes; EM-68, EM-69: the Emperor's is special."""
    s.casts += 1
    on_emperor = target == s.emperor
    locked = False
    at_once = False
    if on_emperor:
        others = s.strikers & ~bit(seat)
        if others & s.parried != 0:  # EM-69: an earlier one of another Rebel was stopped
            at_once = True
        elif others != 0 and not s.terms.strict_twin:  # EM-69: it still lies there
            locked = True
        s.strikers |= bit(seat)
        s.odds = s.odds[:]
        s.odds[seat] = CERTAIN
    clock = s.emperor if on_emperor else seat  # EM-68, EM-60
    if s.events is not None:
        data: dict[str, object] = {
            "id": s.casts,
            "who": seat,
            "target": target,
            "clock": clock,
            "locked": locked or at_once,
        }
        s.events.append(Event("condemn", data))
    if at_once:
        lay_open(s, CONDEMN)
        die(s, target)
        return
    by_emperor = seat == s.emperor
    s.pending.append(
        Condemn(
            s.casts, seat, seat, target, clock, s.round, s.turns, on_emperor, locked, by_emperor
        )
    )


def answer_condemn(s: State, seat: i64, card: i64, id: i64) -> bool:
    """EM-43, EM-44, EM-45: True if the Condemn has ended, False if it was turned."""
    struck = find_condemn(s, id)
    assert struck is not None
    if s.events is not None:
        data: dict[str, object] = {"who": seat, "id": id, "target": struck.target}
        s.events.append(Event(CARDS[card], data))
    if struck.on_emperor and struck.round == s.round:
        s.parried |= bit(struck.origin)  # EM-69
    author = struck.author
    if card == COUNTER and author != s.emperor and place_of(s.ring, author) >= 0:  # EM-45
        s.pending[s.pending.index(struck)] = struck.turned(seat)  # EM-64
        lay_open(s, card)
        if s.events is not None:
            s.events.append(Event("turned", {"id": id, "who": seat, "target": author}))
        return False
    s.pending.remove(struck)  # EM-63
    lay_open(s, CONDEMN)  # EM-30
    lay_open(s, card)
    if s.events is not None:
        s.events.append(Event("blocked", {"id": id, "target": struck.target}))
    if struck.by_emperor:  # EM-65
        lay_down(s, struck.target, s.hands[struck.target])
    return True


def due_now(s: State) -> Condemn | None:
    """EM-60: the oldest Condemn (EM-62) on the clock of the player whose taken turn ends."""
    for pending in s.pending:
        if pending.clock == s.pointer and pending.turn < s.turns:
            return pending
    return None


def why_void(s: State, due: Condemn) -> str:
    """EM-68 with `seat_check` at resolution: why a Condemn on the Emperor has become void."""
    if not s.terms.check_at_resolve or due.target != s.emperor:
        return ""
    if place_of(s.ring, due.author) < 0:
        return "author_dead"
    if not besides_emperor(s.ring, due.author):
        return "author_moved"
    if side_of(s, due.author) == LOYAL:
        return "author_loyal"
    return ""


def execute(s: State, due: Condemn) -> None:
    """EM-66: nobody blocked it."""
    s.pending.remove(due)
    lay_open(s, CONDEMN)
    if s.events is not None:
        s.events.append(Event("executed", {"id": due.id, "target": due.target}))
    die(s, due.target)
