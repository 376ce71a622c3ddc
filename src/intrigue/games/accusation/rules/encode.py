"""Positions of Accusation as numbers, quickly: what `features` makes of views."""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from intrigue.kernel.batch import Writer
from intrigue.kernel.chance import bit
from intrigue.kernel.masks import size
from intrigue.kernel.position import Position

from . import acts
from .acts import act, kind_of, what_of
from .cards import CARDS, EVENTS, WORKS, works_in
from .deck import reveal_target
from .options import most_at, most_of, nth_of, token_kind, width_of
from .state import BATCH, EVERYBODY, PAYING, STEPS, State
from .threads import J_ALLOC, J_BURY, J_PAY, J_SHED, J_SHOW, J_SPREAD, J_STRIP, executor, serving
from .tokens import accusation_cost

_WHATS: Final = 1024  # of acts that are not about tokens
_MOST: Final = 5  # tokens of one choice in the table
_TOKENS: Final = 7776  # five counts up to that


class AccusationWriter(Writer):
    def __init__(self, features: Any) -> None:
        super().__init__(features)
        self.table: vec[i64] = vec[i64](features.table)
        self.seats: i64 = features.setup.seats
        self.abilities: i64 = features.abilities
        self.indices: vec[i16] = vec[i16]([-1] * (len(acts.KINDS) * _WHATS))
        # by kind, then by counts of tokens
        self.tokens: vec[i16] = vec[i16]([-1] * (_TOKENS * (acts.SPREAD - acts.PAY + 1)))
        for index in range(self.acts):
            listed = self.table[index]
            if kind_of(listed) in acts.TOKENS:
                self.tokens[_token_place(listed)] = i16(index)
            else:
                self.indices[kind_of(listed) * _WHATS + what_of(listed)] = i16(index)

    # --- what can be done -------------------------------------------------------------------------

    def index(self, number: i64, seat: i64) -> i64:
        """Where an act of a seat stands in the table; -1: nowhere."""
        if kind_of(number) in acts.TOKENS:
            place = _token_place(number)
            return i64(self.tokens[place]) if place >= 0 else -1
        listed = _turned(number, self.seats - seat, self.seats)
        return i64(self.indices[kind_of(listed) * _WHATS + what_of(listed)])

    def act(self, position: Position, seat: i64, index: i64) -> i64:
        return _turned(self.table[index], seat, self.seats)

    def choices(self, position: Position, seat: i64, out: vec[i16], at: i64) -> i64:
        assert isinstance(position, State)
        s = position
        if s.step == PAYING:
            cost = accusation_cost(s, seat)
            return self.ways(acts.PAY, s.tokens, 5 * seat, cost, out, at)
        if s.step == BATCH:
            t = serving(s, seat)
            job = s.job[t]
            if job in (J_ALLOC, J_SHED, J_STRIP, J_SPREAD, J_PAY):
                kind = token_kind(job)
                return self.ways(kind, most_of(s, t), most_at(s, t), s.want[t], out, at)
        count: i64 = 0
        for k in range(width_of(s, seat)):
            index = self.index(nth_of(s, seat, k), seat)
            if index >= 0:
                out[at + count] = i16(index)
                count += 1
        return count

    def ways(self, kind: i64, most: vec[i64], first: i64, n: i64, out: vec[i16], at: i64) -> i64:
        """Write every choice of n tokens with at most so many on each Ministry; how many."""
        if n > _MOST:
            return 0
        base = (kind - acts.PAY) * _TOKENS
        count: i64 = 0
        for m in range(min(n, most[first]) + 1):
            for e in range(min(n - m, most[first + 1]) + 1):
                for d in range(min(n - m - e, most[first + 2]) + 1):
                    for i in range(min(n - m - e - d, most[first + 3]) + 1):
                        r = n - m - e - d - i
                        if r <= most[first + 4]:
                            place = base + m + 6 * e + 36 * d + 216 * i + 1296 * r
                            out[at + count] = self.tokens[place]
                            count += 1
        return count

    # --- what is seen -----------------------------------------------------------------------------

    def observe(self, position: Position, seat: i64, out: vec[i16], at: i64) -> None:
        assert isinstance(position, State)
        s = position
        out[at] = i16(len(STEPS)) if s.over else i16(s.step)
        out[at + 1] = i16(s.round)
        out[at + 2] = i16(s.bank)
        out[at + 3] = i16(size(s.supply))
        out[at + 4] = i16(size(s.deck))
        out[at + 5] = i16(size(s.discard))
        out[at + 6] = i16(size(s.pile))
        out[at + 7] = i16(len(s.buried))
        out[at + 8] = i16(len(s.revealed))
        out[at + 9] = i16(reveal_target(s))
        out[at + 10] = i16(s.extra)
        at = _players(s, seat, out, at + 11)
        at = self.own(s, seat, out, at)
        out[at] = _away(s, s.speaker, seat)
        at = _event(s, seat, out, at + 1)
        _effects(s, seat, out, at)

    def own(self, s: State, seat: i64, out: vec[i16], at: i64) -> i64:
        """The discard one remembers, abilities and cards of one's own; where they end."""
        at = _flags(s.spent if s.terms.log_memory else 0, EVENTS, out, at)  # AM-37
        used = s.used[seat]
        for _ in range(self.abilities):
            out[at] = i16(used & 1)
            used >>= 1
            at += 1
        at = _flags(s.hand[seat], CARDS - 1, out, at)
        out[at] = i16(s.tracker[seat])
        at = _flags(_looked(s, seat), CARDS - 1, out, at + 1)
        out[at] = 0
        if not s.over and s.sealed.answers[seat] >= 0 and width_of(s, seat) > 1:
            out[at] = i16(1 + self.index(s.sealed.answers[seat], seat))
        return at + 1


def _token_place(number: i64) -> i64:
    """Where a choice of tokens stands among all; -1: it has too many of one."""
    place: i64 = 0
    what = what_of(number)
    scale: i64 = 1
    for _ in range(i64(5)):
        if what & 15 > _MOST:
            return -1
        place += scale * (what & 15)
        scale *= _MOST + 1
        what >>= 4
    return (kind_of(number) - acts.PAY) * _TOKENS + place


def _turned(number: i64, by: i64, n: i64) -> i64:
    """The same act done `by` seats further round the table."""
    kind = kind_of(number)
    if kind in acts.SEATED:
        return act(kind, (what_of(number) + by) % n)
    if kind == acts.USE and acts.target_of(number) >= 0:
        return acts.use(acts.ability_of(number), (acts.target_of(number) + by) % n)
    return number


def _away(s: State, other: i64, seat: i64) -> i16:
    """How far round the table somebody sits, plus one; 0 is nobody."""
    if other < 0:
        return 0
    away = other - seat
    if away < 0:
        away += s.seats
    return i16(1 + away)


def _flags(mask: i64, count: i64, out: vec[i16], at: i64) -> i64:
    """One number for each card, from the first on; where they end."""
    for i in range(at, at + count):
        mask >>= 1
        out[i] = i16(mask & 1)
    return at + count


def _known(card: i64) -> i64:
    """A card as everyone but its owner may know it."""
    return card if card < WORKS else i64(WORKS)


def _players(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    """Tokens, standing, marks, countries and what the table knows of Trackers; where they end."""
    n = s.seats
    had: i64 = 0
    cleared: i64 = 0
    undeniable: i64 = 0
    if s.card != 0:
        had = s.had
        cleared = s.cleared
        undeniable = s.undeniable
    row = at + 5 * n
    other = seat
    for i in range(row, row + n):
        for ministry in range(5 * other, 5 * other + 5):
            out[at] = i16(s.tokens[ministry])
            at += 1
        out[i] = i16(s.paid[other])
        out[i + n] = i16(s.made[other])
        out[i + 2 * n] = i16(accusation_cost(s, other))
        out[i + 3 * n] = i16(s.rep[other])
        out[i + 4 * n] = i16(s.vp[other])
        out[i + 5 * n] = i16(size(s.hand[other]))
        out[i + 6 * n] = i16((s.active >> other) & 1)
        out[i + 7 * n] = i16((s.conceded >> other) & 1)
        out[i + 8 * n] = 0 if s.tracker[other] == 0 else 1
        out[i + 9 * n] = i16((s.shown >> other) & 1)
        out[i + 10 * n] = i16((had >> other) & 1)
        out[i + 11 * n] = i16((cleared >> other) & 1)
        out[i + 12 * n] = i16((undeniable >> other) & 1)
        out[i + 13 * n] = i16(1 + s.country[other])
        out[i + 14 * n] = i16(_known(s.known[other]))
        other += 1
        if other == n:
            other = 0
    return row + 15 * n


def _looked(s: State, seat: i64) -> i64:
    """What lies open to a seat in a question of Propaganda or Embassy Bug under way."""
    if s.step != BATCH:
        return 0
    for t in range(s.seats):
        job = s.job[t]
        if job == J_SHOW and s.aim[t] == seat:
            return s.seen[t]
        if job in (J_BURY, J_SHOW) and executor(s, t) == seat:
            works = works_in(s.seen[t])
            if works == 0:
                return s.seen[t]
            return s.seen[t] - works + bit(WORKS)
    return 0


def _event(s: State, seat: i64, out: vec[i16], at: i64) -> i64:
    """The Event under way; where it ends."""
    n = s.seats
    if s.card == 0:
        for i in range(at, at + 9 + n):
            out[i] = 0
        return at + 9 + n
    out[at] = i16(s.card)
    out[at + 1] = i16(s.part)
    out[at + 2] = i16(s.line)
    if s.runner >= 0:
        out[at + 3] = _away(s, s.runner, seat)
    else:
        out[at + 3] = i16(n + 1) if s.runner == EVERYBODY else i16(n + 2)
    out[at + 4] = 1 if s.cancelled else 0
    out[at + 5] = 1 if s.nodeny else 0
    out[at + 6] = 1 if s.found else 0
    out[at + 7] = _away(s, s.holder, seat)
    out[at + 8] = _away(s, s.accused, seat)
    other = seat
    for i in range(at + 9, at + 9 + n):
        out[i] = _away(s, s.locks[other], seat)
        other += 1
        if other == n:
            other = 0
    return at + 9 + n


def _effects(s: State, seat: i64, out: vec[i16], at: i64) -> None:
    """Effects under way and the choices that they owe."""
    n = s.seats
    if s.step != BATCH:
        for i in range(at, at + 4 * n):
            out[i] = 0
        return
    other = seat
    for i in range(at, at + n):
        out[i] = i16(1 + s.doing[other])
        out[i + n] = i16(1 + s.job[other])
        out[i + 2 * n] = i16(s.want[other])
        out[i + 3 * n] = _away(s, s.aim[other], seat)
        other += 1
        if other == n:
            other = 0
