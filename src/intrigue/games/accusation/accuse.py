"""The Accusation Phase (AC-70…88): opportunities in seat order, costs, locks, answers, denials,
restarts, and who takes Success in the end; and what follows a batch (AC-48): wins and removals."""

from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit
from intrigue.kernel.masks import size

from . import acts
from .acts import count_at, letters
from .book import FAILURE, NO_LIST, SUCCESS
from .effects import Effects
from .legal import accusable, has_use, may_deny
from .sets import events_in, push, works_in
from .state import (
    AFTER_BLOCK,
    DEFERRED,
    EXPOSING,
    NEXT_TURN,
    NONE,
    PAYING,
    W_ACC,
    W_ANS,
    W_LAST,
    W_SUCCESS,
    WON_LAST,
    WON_VP,
)


class Accusing(Effects):
    """A state that can hold an Accusation Phase."""

    # --- opportunities ----------------------------------------------------------------------------

    def begin_accusations(self) -> None:
        """AC-46, AC-70: everybody gets one opportunity, from the Speaker on."""
        self.begin_sequence()
        if self.events is not None:
            self.tell("accusations", {"first": self.speaker})

    def begin_sequence(self) -> None:
        self.start = self.speaker
        self.had = 0
        self.holder = NONE
        self.accused = NONE
        self.step = NEXT_TURN

    def next_turn(self) -> None:
        """AC-70: the next opportunity; one without anything to do is skipped."""
        self.holder = NONE
        i: i64 = 0
        while i < self.seats:
            seat = self.start + i
            if seat >= self.seats:
                seat -= self.seats
            if self.is_active(seat) and (self.had >> seat) & 1 == 0:
                self.had |= bit(seat)
                self.holder = seat
                self.step = W_ACC
                return
            i += 1
        self.step = W_SUCCESS if self.terms.fast else W_LAST  # AC-81, AC-88

    def open_turn(self) -> None:
        """W-ACC: the holder alone."""
        seat = self.holder
        if self.is_active(seat) and (accusable(self, seat) != 0 or has_use(self, seat)):
            self.sealed.ask(seat)
        else:
            self.step = NEXT_TURN

    # --- one accusation ---------------------------------------------------------------------------

    def accuse(self, target: i64) -> None:
        """AC-71…73: whom, and then with which tokens."""
        self.accused = target
        self.step = PAYING

    def open_payment(self, chance: Chance) -> None:
        seat = self.holder
        cost = self.cost(seat)
        if acts.ways(self.tokens, 5 * seat, cost) == 1:
            self.pay_accusation(acts.nth_way(self.tokens, 5 * seat, cost, 0))
        elif (self.conceded >> seat) & 1 == 1:
            self.pay_accusation(acts.what_of(self.default(seat, chance)))
        else:
            self.sealed.ask(seat)

    def pay_accusation(self, what: i64) -> None:
        """AC-73: onto the Cost Card; AC-75: the lock."""
        seat = self.holder
        m: i64 = 0
        while m < 5:
            n = count_at(what, m)
            self.add(seat, m, -n)
            self.paid[seat] += n
            m += 1
        self.made[seat] += 1
        self.locks = self.locks[:]
        self.locks[self.accused] = seat
        if self.events is not None:
            data: dict[str, object] = {"who": seat, "target": self.accused}
            data["tokens"] = letters(what)
            self.tell("accused", data)
        self.step = W_ANS

    def open_answer(self, chance: Chance) -> None:
        """W-ANS: who cannot deny is answered for at once, which tells
        no more than the public tokens do, unless answers may be lies."""
        seat = self.accused
        if (self.conceded >> seat) & 1 == 1:
            self.answered(False)
        elif may_deny(self) or not self.terms.honest:
            self.sealed.ask(seat)
            if self.brisk and self.width(seat) == 1:
                self.sealed.clear()
                self.tell_now()
                self.answered(False)
        else:
            self.answered(False)

    def deny(self) -> None:
        """AC-78…80: paid for, and nothing is disclosed; the accuser keeps the opportunity."""
        seat = self.accused
        ability = self.book.deny
        self.lose(seat, self.ability_cost(seat, ability) << (4 * self.book.ministry[ability]))
        self.denials = push(self.denials, seat * 8 + self.holder)
        if self.events is not None:
            self.tell("denied", {"who": seat, "by": self.holder})
        if not self.terms.lock_stays:
            self.locks = self.locks[:]
            self.locks[seat] = NONE  # AM-8
        self.accused = NONE
        self.begin_batch(W_ACC)

    def answered(self, lie: bool) -> None:
        """AC-76, AC-77: the engine certifies the answer (AM-5)."""
        seat = self.accused
        self.accused = NONE
        if self.initiator(self.card) == seat and not lie:
            self._detected(seat)
            return
        self.notmes = push(self.notmes, self.card * 64 + seat * 8 + self.holder)
        self.cleared |= bit(seat)
        if self.events is not None:
            self.tell("not_me", {"who": seat, "by": self.holder})
        self.begin_batch(NEXT_TURN)
        self._run_list(self.holder, self.book.block_list(self.card, self.part, FAILURE))

    def _detected(self, seat: i64) -> None:
        """AC-77: Success for the accuser, Failure for the Initiator, one batch, Failure first."""
        self.identify(seat, self.card)
        if self.events is not None:
            self.tell("admitted", {"who": seat, "by": self.holder, "card": self.card})
        self.begin_batch(DEFERRED)
        self._run_list(self.holder, self.book.block_list(self.card, self.part, SUCCESS))
        self._run_list(seat, self.book.block_list(self.card, self.part, FAILURE))

    def _run_list(self, seat: i64, whole: i64) -> None:
        """Put a list on top of the batch's stack."""
        if whole != NO_LIST and self.is_active(seat):
            self.thread(self.push_frame(), seat, whole, seat)

    # --- the end of the block ---------------------------------------------------------------------

    def success_claimed(self, seat: i64) -> None:
        """AC-64, AC-82: the Undetected Initiator proves the Tracker."""
        self.identify(seat, self.card)
        if self.events is not None:
            self.tell("claimed_success", {"who": seat, "card": self.card})
        self.begin_batch(DEFERRED)
        self._run_list(seat, self.book.block_list(self.card, self.part, SUCCESS))

    def next_deferred(self) -> None:
        """AM-10, `deferred`: each denied wrong accusation makes its accuser execute Failure, also
        if the denier has left meanwhile."""
        if len(self.denials) == 0 or not self.terms.deferred:
            self.step = AFTER_BLOCK
            return
        seat, accused = self.denials[0] & 7, self.denials[0] >> 3
        self.denials = self.denials[1:]
        right = accused in (self.initiator(self.card), self.orphaned)
        if not right and self.is_active(seat):
            if self.events is not None:
                self.tell("was_wrong", {"who": seat})
            self.begin_batch(DEFERRED)
            self._run_list(seat, self.book.block_list(self.card, self.part, FAILURE))

    def expose(self) -> None:
        """AM-5, `table`: an answer "not me" that was a lie comes out when the round ends."""
        answer = self.notmes[0]
        self.notmes = self.notmes[1:]
        card, liar, accuser = answer >> 6, (answer >> 3) & 7, answer & 7
        if self.tracker[liar] != card:
            return
        index: i64 = 0
        while self.book.section[self.book.part(card, index)] < SUCCESS:
            index += 1
        self.identify(liar, card)
        if self.events is not None:
            self.tell("exposed", {"who": liar, "card": card, "by": accuser})
        self.begin_batch(EXPOSING)
        self._run_list(accuser, self.book.block_list(card, index, SUCCESS))
        self._run_list(liar, self.book.disgrace)
        self._run_list(liar, self.book.block_list(card, index, FAILURE))

    # --- after a batch (AC-48) --------------------------------------------------------------------

    def check_batch(self) -> None:
        """AC-150, AC-123, AC-152, in that order; then on, or a restart (AC-84)."""
        t: i64 = 0
        while t < self.seats:
            if self.doing[t] != NONE:
                self.forget(t)
            t += 1
        self.aimed = NONE
        if self.terms.win_at_once or self.card == 0:
            self.check_vp()
        if not self.over:
            self.check_removals()
        if self.over:
            return
        self.step = self.then
        if self.moved and self.then in (W_ACC, NEXT_TURN, W_LAST):
            self.begin_sequence()
            if self.events is not None:
                self.tell("restart", {"first": self.speaker})
        self.moved = False
        self.then = 0

    def check_vp(self) -> None:
        """AC-150, AC-151. Who concedes does not count (AC-154)."""
        there: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if self.is_active(seat) and (self.conceded >> seat) & 1 == 0:
                if self.vp[seat] >= self.terms.vp_target:
                    there |= bit(seat)
            seat += 1
        if there != 0:
            self.finish(WON_VP, self.best(there))

    def best(self, seats: i64) -> i64:
        """AC-151: higher VP, fewer BAD REP, higher Total, more cards; else shared."""
        winners: i64 = 0
        top: i64 = -1
        seat: i64 = 0
        while seat < self.seats:
            if (seats >> seat) & 1 == 1:
                rank = ((self.vp[seat] * 100 + 99 - self.rep[seat]) * 1000 + self.total(seat)) * 100
                rank += size(self.hand[seat])
                if rank > top:
                    top = rank
                    winners = 0
                if rank == top:
                    winners |= bit(seat)
            seat += 1
        return winners

    def check_removals(self) -> None:
        """AC-123, AC-152: five BAD REP, or conceded."""
        leaving: i64 = 0
        disgraced: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if self.is_active(seat):
                if self.rep[seat] >= 5:
                    disgraced |= bit(seat)
                if self.rep[seat] >= 5 or (self.conceded >> seat) & 1 == 1:
                    leaving |= bit(seat)
            seat += 1
        if leaving == 0:
            return
        last: i64 = 0
        if leaving == self.active:  # AC-152: nobody is left
            among = disgraced & ~self.conceded
            last = self._ahead(among if among != 0 else leaving)
        seat = 0
        while seat < self.seats:
            if (leaving >> seat) & 1 == 1:
                self.remove(seat)
            seat += 1
        self.conceded = 0
        if last != 0:
            self.finish(WON_LAST, last)
        elif self.players() == 1:
            self.finish(WON_LAST, self.active)

    def _ahead(self, seats: i64) -> i64:
        """AC-152: higher VP, then higher Total."""
        winners: i64 = 0
        top: i64 = -1
        seat: i64 = 0
        while seat < self.seats:
            if (seats >> seat) & 1 == 1:
                rank = self.vp[seat] * 1000 + self.total(seat)
                if rank > top:
                    top = rank
                    winners = 0
                if rank == top:
                    winners |= bit(seat)
            seat += 1
        return winners

    def remove(self, seat: i64) -> None:
        """AC-124, AC-126…128: everything goes back, pile cards are orphaned, locks released."""
        works = works_in(self.hand[seat])
        self.discard |= events_in(self.hand[seat])
        self.supply |= works
        self.hand[seat] = 0
        m: i64 = 0
        while m < 5:
            self.bank += self.on(seat, m)
            self.add(seat, m, -self.on(seat, m))
            m += 1
        self.bank += self.paid[seat]
        self.paid[seat] = 0
        self.made[seat] = 0
        self.used[seat] = 0
        if self.terms.deferred and self.card != 0 and self.tracker[seat] == self.card:
            self.orphaned = seat
        self.tracker[seat] = 0
        self.known[seat] = 0
        self.active &= ~bit(seat)
        self.undeniable &= ~bit(seat)
        target: i64 = 0
        self.locks = self.locks[:]
        while target < self.seats:
            if self.locks[target] == seat:
                self.locks[target] = NONE
            target += 1
        if self.events is not None:
            self.tell("removed", {"who": seat, "works": size(works)})
        if self.speaker == seat and self.active != 0:
            self.speaker = self.left_of(seat)  # AC-127
            if self.events is not None:
                self.tell("speaker", {"who": self.speaker})

    def finish(self, ending: i64, winners: i64) -> None:
        self.over = True
        self.ending = ending
        self.winners = winners
        self.sealed.clear()
        self.then = 0
        self.moved = False
        if self.events is not None:
            self.tell("over", {"winners": self.seats_in(winners)})

    def seats_in(self, mask: i64) -> list[int]:
        return [seat for seat in range(self.seats) if (mask >> seat) & 1 == 1]
