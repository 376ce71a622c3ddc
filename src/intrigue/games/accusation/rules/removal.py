"""BAD REP, and who is removed for it or has conceded."""

from mypy_extensions import i64

from intrigue.kernel.chance import bit
from intrigue.kernel.masks import size

from .cards import events_in, works_in
from .ending import ahead, finish
from .seats import is_active, left_of, players
from .state import NONE, WON_LAST, State, tell
from .tokens import add_tokens, tokens_on


def change_rep(s: State, seat: i64, n: i64) -> None:
    """AC-121: it stays, and is never below 0. It is a number (AM-26), so there is always enough of
    it (AC-122)."""
    now = s.rep[seat] + n
    if now < 0:
        now = 0
    if now != s.rep[seat]:
        s.rep[seat] = now
        if s.events is not None:
            tell(s, "rep", {"who": seat, "rep": now})


def check_removals(s: State) -> None:
    """AC-123: five BAD REP; or conceded (AC-154)."""
    leaving: i64 = 0
    disgraced: i64 = 0
    for seat in range(s.seats):
        if is_active(s, seat):
            if s.rep[seat] >= 5:
                disgraced |= bit(seat)
            if s.rep[seat] >= 5 or (s.conceded >> seat) & 1 == 1:
                leaving |= bit(seat)
    if leaving == 0:
        return
    last: i64 = 0
    if leaving == s.active:  # AC-152: nobody is left
        among = disgraced & ~s.conceded
        last = ahead(s, among if among != 0 else leaving)
    for seat in range(s.seats):
        if (leaving >> seat) & 1 == 1:
            remove(s, seat)
    s.conceded = 0
    if last != 0:
        finish(s, WON_LAST, last)
    elif players(s) == 1:  # AC-2, AC-152
        finish(s, WON_LAST, s.active)


def remove(s: State, seat: i64) -> None:
    """AC-124, AM-29: everything goes back, and the cards in the pile are orphaned."""
    works = works_in(s.hand[seat])
    s.discard |= events_in(s.hand[seat])
    s.supply |= works
    s.hand[seat] = 0
    for m in range(i64(5)):
        s.bank += tokens_on(s, seat, m)
        add_tokens(s, seat, m, -tokens_on(s, seat, m))
    s.bank += s.paid[seat]
    s.paid[seat] = 0
    s.made[seat] = 0
    s.used[seat] = 0
    if s.terms.deferred and s.card != 0 and s.tracker[seat] == s.card:
        s.orphaned = seat
    s.tracker[seat] = 0  # AC-67, AC-126, AM-46: the cards in the pile have no Initiator any more
    s.known[seat] = 0
    s.active &= ~bit(seat)
    s.undeniable &= ~bit(seat)
    s.locks = s.locks[:]
    for target in range(s.seats):
        if s.locks[target] == seat:
            s.locks[target] = NONE  # AC-128, AM-30
    if s.events is not None:
        tell(s, "removed", {"who": seat, "works": size(works)})
    if s.speaker == seat and s.active != 0:
        s.speaker = left_of(s, seat)  # AC-127, AM-30: not `give_speaker`, nothing begins again
        if s.events is not None:
            tell(s, "speaker", {"who": s.speaker})
