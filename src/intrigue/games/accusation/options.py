"""Every legal answer to the open question, counted and picked without making a list; and what an
absent player does."""

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit
from intrigue.kernel.masks import lowest, nth, size

from . import acts
from .acts import act
from .batch import (
    J_ALLOC,
    J_BURY,
    J_DISCARD,
    J_MAY,
    J_PAY,
    J_PICK,
    J_RAID,
    J_SHED,
    J_SHIFT,
    J_SHOW,
    J_SPREAD,
    J_STRIP,
    J_TARGET,
)
from .legal import accusable, may_deny, nth_use, uses
from .rounds import Rounds
from .sets import works_in
from .state import (
    BATCH,
    NONE,
    PAYING,
    SELECTING,
    W_ACC,
    W_ANS,
    W_AUDIT,
    W_CLAIM,
    W_HALF,
    W_SUCCESS,
    is_window,
)


class Options(Rounds):
    """A match that knows what may be answered."""

    # --- what they may answer -------------------------------------------------------------------

    def width(self, seat: i64) -> i64:
        step = self.step
        if step == BATCH:
            return self._job_width(seat)
        if step == W_ACC:
            return 1 + size(accusable(self, seat)) + uses(self, seat)
        if is_window(step):
            return 1 + ((self.menus >> (8 * seat)) & 255)
        if step == SELECTING:
            return size(self.hand[seat])
        if step in (W_CLAIM, W_SUCCESS):
            return 2 if self.may_claim(seat) else 1
        if step == W_HALF:
            return 2
        if step == PAYING:
            return acts.ways(self.tokens, 5 * seat, self.cost(seat))
        if step == W_ANS:
            return 1 + (1 if may_deny(self) else 0) + (1 if self._may_lie(seat) else 0)
        return self._countries_left()

    def _may_lie(self, seat: i64) -> bool:
        """AM-5: only a table without enforced honesty, and only the Initiator has a lie to tell."""
        return not self.terms.honest and self.tracker[seat] == self.card

    def nth(self, seat: i64, k: i64) -> i64:
        step = self.step
        if step == BATCH:
            return self._job_nth(seat, k)
        if step == W_ACC:
            if k == 0:
                return acts.PASS
            targets = accusable(self, seat)
            if k <= size(targets):
                return act(acts.ACCUSE, nth(targets, k - 1))
            return nth_use(self, seat, k - 1 - size(targets))
        if step == W_AUDIT:
            if k == 0:
                return acts.PASS
            return act(acts.AUDIT, nth(self.auditable(seat), k - 1))
        if is_window(step):
            return acts.PASS if k == 0 else nth_use(self, seat, k - 1)
        if step == SELECTING:
            return act(acts.SELECT, nth(self.hand[seat], k))
        if step in (W_CLAIM, W_SUCCESS):
            claims = k == 0 and self.may_claim(seat)
            return act(acts.CLAIM if claims else acts.DECLINE)
        if step == W_HALF:
            return act(acts.TAKE if k == 0 else acts.DECLINE)
        if step == PAYING:
            return act(acts.PAY, acts.nth_way(self.tokens, 5 * seat, self.cost(seat), k))
        if step == W_ANS:
            if k == 0:
                return act(acts.ANSWER)
            return act(acts.DENY if k == 1 and may_deny(self) else acts.LIE)
        country: i64 = 0
        while True:
            if not self._taken(country):
                if k == 0:
                    break
                k -= 1
            country += 1
        return act(acts.DRAFT, country)

    def _taken(self, country: i64) -> bool:
        seat: i64 = 0
        while seat < self.seats:
            if self.country[seat] == country:
                return True
            seat += 1
        return False

    def _countries_left(self) -> i64:
        n: i64 = 0
        country: i64 = 0
        while country < self.book.countries():
            if not self._taken(country):
                n += 1
            country += 1
        return n

    def _most(self, t: i64) -> vec[i64]:
        """The bounds of a token choice by Ministry; they begin at `_most_at`."""
        job = self.job[t]
        if job == J_ALLOC:
            return self.book.plenty
        return self.book.one_each if job == J_SPREAD else self.tokens

    def _most_at(self, t: i64) -> i64:
        job = self.job[t]
        if job == J_ALLOC:
            return 0
        if job == J_SPREAD:
            return self.one_each(self.doing[t])
        return 5 * (self.aim[t] if job == J_STRIP and self.aim[t] != NONE else self.who(t))

    def _job_width(self, seat: i64) -> i64:
        t = self.serving(seat)
        job = self.job[t]
        x = self.who(t)
        if job in (J_ALLOC, J_SHED, J_STRIP, J_SPREAD, J_PAY):
            return acts.ways(self._most(t), self._most_at(t), self.want[t])
        if job == J_TARGET:
            return size(self.targets(self.doing[t], x))
        if job == J_SHOW:
            return size(self.hand[self.aim[t]] & ~self.seen[t])
        if job == J_DISCARD:
            return size(self.hand[x])
        if job == J_RAID:
            return 2 if works_in(self.hand[x]) != 0 else 1
        if job == J_BURY:
            works = works_in(self.seen[t])
            return 1 + size(self.seen[t] - works) + (1 if works != 0 else 0)
        if job == J_PICK:
            return self.book.a[self.doing[t]]
        if job == J_MAY:
            return 2
        sources: i64 = 0
        m: i64 = 0
        while m < 5:
            if self.on(x, m) > 0:
                sources += 1
            m += 1
        return 4 * sources + (0 if self._first_move(t) else 1)

    def _first_move(self, t: i64) -> bool:
        return self.want[t] == self.book.b[self.doing[t]]

    def _job_nth(self, seat: i64, k: i64) -> i64:
        t = self.serving(seat)
        job = self.job[t]
        x = self.who(t)
        if job in (J_ALLOC, J_SHED, J_STRIP, J_SPREAD, J_PAY):
            what = acts.nth_way(self._most(t), self._most_at(t), self.want[t], k)
            return act(self._token_kind(job), what)
        if job == J_TARGET:
            return act(acts.TARGET, nth(self.targets(self.doing[t], x), k))
        if job == J_SHOW:
            return act(acts.SHOW, nth(self.hand[self.aim[t]] & ~self.seen[t], k))
        if job == J_DISCARD:
            return act(acts.DISCARD, nth(self.hand[x], k))
        if job == J_RAID:
            return act(acts.CONFIRM if k == 0 else acts.DECOY)
        if job == J_BURY:
            if k == 0:
                return act(acts.BURY, 0)
            events = self.seen[t] - works_in(self.seen[t])
            if k <= size(events):
                return act(acts.BURY, nth(events, k - 1))
            return act(acts.BURY, acts.ANY_WORKS)
        if job == J_PICK:
            return act(acts.PICK, k)
        if job == J_MAY:
            return act(acts.YES if k == 0 else acts.NO)
        return self._nth_move(t, x, k)

    def _token_kind(self, job: i64) -> i64:
        if job == J_ALLOC:
            return acts.ALLOC
        if job == J_SHED:
            return acts.SHED
        if job == J_STRIP:
            return acts.STRIP
        return acts.SPREAD if job == J_SPREAD else acts.PAY

    def _nth_move(self, t: i64, x: i64, k: i64) -> i64:
        """Moves by (from, to); stopping comes last."""
        source: i64 = 0
        while source < 5:
            if self.on(x, source) > 0:
                if k < 4:
                    to = k if k < source else k + 1
                    return act(acts.MOVE, source * 8 + to)
                k -= 4
            source += 1
        return act(acts.STOP)

    # --- an absent player -----------------------------------------------------------------------

    def default(self, seat: i64, chance: Chance) -> i64:
        step = self.step
        if step == BATCH:
            return self._job_default(seat)
        if is_window(step) or step == W_ACC:
            return acts.PASS
        if step in (W_CLAIM, W_SUCCESS):
            return act(acts.DECLINE)  # whoever is away shows nobody a Tracker
        if step == PAYING:
            return act(acts.PAY, self._from_most(self.holdings(seat), self.cost(seat)))
        return self.nth(seat, 0)  # lowest card, take, answer, first country

    def _job_default(self, seat: i64) -> i64:
        t = self.serving(seat)
        job = self.job[t]
        x = self.who(t)
        if job == J_ALLOC:
            return act(acts.ALLOC, self._to_fewest(self.holdings(x), self.want[t]))
        if job in (J_SHED, J_STRIP, J_PAY):
            holdings = self.tokens[self._most_at(t) : self._most_at(t) + 5]
            return act(self._token_kind(job), self._from_most(holdings, self.want[t]))
        if job == J_TARGET:
            e = self.doing[t]
            target = self.left_of(x)
            while (self.targets(e, x) >> target) & 1 == 0:
                target = self.left_of(target)
            return act(acts.TARGET, target)
        if job == J_DISCARD:
            hand = self.hand[x]
            if works_in(hand) != 0:
                return act(acts.DISCARD, lowest(works_in(hand)))
            return act(acts.DISCARD, nth(hand, size(hand) - 1))
        if job == J_SHOW:
            left = self.hand[self.aim[t]] & ~self.seen[t]
            return act(acts.SHOW, lowest(works_in(left) if works_in(left) != 0 else left))
        if job == J_RAID:
            return act(acts.DECOY if works_in(self.hand[x]) != 0 else acts.CONFIRM)
        if job == J_MAY:
            return act(acts.NO)
        if job == J_SHIFT and not self._first_move(t):
            return act(acts.STOP)
        return self._job_nth(seat, 0)  # spread, shift, pick, bury nothing

    def _from_most(self, holdings: vec[i64], n: i64) -> i64:
        """Repeatedly from the Ministry with most tokens, ties in Ministry order."""
        what: i64 = 0
        while n > 0:
            best: i64 = 0
            m: i64 = 1
            while m < 5:
                if holdings[m] > holdings[best]:
                    best = m
                m += 1
            holdings[best] -= 1
            what += bit(4 * best)
            n -= 1
        return what

    def _to_fewest(self, holdings: vec[i64], n: i64) -> i64:
        what: i64 = 0
        while n > 0:
            best: i64 = 0
            m: i64 = 1
            while m < 5:
                if holdings[m] < holdings[best]:
                    best = m
                m += 1
            holdings[best] += 1
            what += bit(4 * best)
            n -= 1
        return what
