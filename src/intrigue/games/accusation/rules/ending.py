"""Victory: who has won, and how it ends."""

from mypy_extensions import i64

from intrigue.kernel.chance import bit
from intrigue.kernel.masks import size
from intrigue.kernel.position import Outcome

from .seats import is_active, seats_of
from .state import ENDINGS, WON_LAST, WON_VP, State, tell
from .tokens import total_of


def check_vp(s: State) -> None:
    """AC-2, AC-150: enough victory points. Who concedes does not win (AC-154)."""
    there: i64 = 0
    for seat in range(s.seats):
        if is_active(s, seat) and (s.conceded >> seat) & 1 == 0:
            if s.vp[seat] >= s.terms.vp_target:
                there |= bit(seat)
    if there != 0:
        finish(s, WON_VP, best_of(s, there))


def best_of(s: State, seats: i64) -> i64:
    """AC-151: higher VP, fewer BAD REP, higher Total, more cards; else shared."""
    ranks: list[i64] = []
    for seat in range(s.seats):
        rank = (s.vp[seat] * 100 + 99 - s.rep[seat]) * 1000 + total_of(s, seat)
        ranks.append(rank * 100 + size(s.hand[seat]))
    return _highest(ranks, seats)


def ahead(s: State, seats: i64) -> i64:
    """AC-152, of those removed together: higher VP, then higher Total."""
    ranks: list[i64] = []
    for seat in range(s.seats):
        ranks.append(s.vp[seat] * 1000 + total_of(s, seat))
    return _highest(ranks, seats)


def _highest(ranks: list[i64], seats: i64) -> i64:
    """Those of these seats whom nobody among them outranks."""
    winners: i64 = 0
    top: i64 = -1
    for seat in range(len(ranks)):
        if (seats >> seat) & 1 == 1:
            rank = ranks[seat]
            if rank > top:
                top = rank
                winners = 0
            if rank == top:
                winners |= bit(seat)
    return winners


def finish(s: State, ending: i64, winners: i64) -> None:
    """The game ends at once."""
    s.over = True
    s.ending = ending
    s.winners = winners
    s.sealed.clear()
    s.then = 0
    s.moved = False
    if s.events is not None:
        tell(s, "over", {"winners": seats_of(winners)})


def outcome_of(s: State) -> Outcome | None:
    """How it ended, and by which rule."""
    if not s.over:
        return None
    rule = "AC-153"
    if s.ending == WON_VP:
        rule = "AC-150"
    elif s.ending == WON_LAST:
        rule = "AC-152"
    return Outcome(ENDINGS[s.ending], rule, list(s.vp), seats_of(s.winners))
