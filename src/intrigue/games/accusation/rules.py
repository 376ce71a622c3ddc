"""Accusation as a position: who is asked, what they may answer, what an absent player does, why
something is refused. What answers lead to stands in `rounds`, `accuse` and `effects`."""

from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit
from intrigue.kernel.position import Event, Outcome, Prompt, Refusal

from . import acts
from .acts import act, kind_of, what_of
from .batch import (
    J_ALLOC,
    J_BURY,
    J_DISCARD,
    J_PAY,
    J_RAID,
    J_SHED,
    J_SHOW,
    J_SPREAD,
    J_STRIP,
    JOBS,
)
from .legal import may_accuse, may_use, why_no_accusation, why_no_use
from .options import Options
from .show import view_of
from .state import (
    BATCH,
    DRAFTING,
    ENDINGS,
    NONE,
    PAYING,
    SELECTING,
    STEPS,
    W_ACC,
    W_ANS,
    W_AUDIT,
    W_CLAIM,
    W_HALF,
    W_SUCCESS,
    WON_LAST,
    WON_VP,
    is_window,
)
from .view import AccusationView

# The rule that an answer of a kind is judged by, where nothing more exact can be said.
_RULES = (
    "AC-70",
    "AC-101",
    "AC-27",
    "AC-62",
    "AC-63",
    "AC-49",
    "AC-70",
    "AC-73",
    "AC-104",
    "AC-104",
    "AC-66",
    "AC-107",
    "AC-106",
    "AC-106",
    "AC-107",
    "AC-106",
    "AC-106",
    "AC-109",
    "AC-131",
    "AC-131",
    "AC-131",
    "AC-131",
    "AC-30",
    "AC-48",
    "AC-106",
    "AC-106",
    "AC-111",
    "AC-66",
    "AC-154",
)


class Accusation(Options):
    """A match of Accusation."""

    def copy(self) -> "Accusation":
        other = Accusation(0, self.terms, self.book, self.sealed.copy())
        self.copy_into(other)
        return other

    # --- who is asked ---------------------------------------------------------------------------

    def next(self) -> i64:
        return self.sealed.next()

    def asked(self) -> list[int]:
        return self.sealed.owing()

    def prompt(self, seat: i64) -> Prompt:
        step = self.step
        kind = STEPS[step]
        data: dict[str, object] = {"round": self.round, "card": self.card}
        if is_window(step):
            return Prompt(seat, kind, progress="hidden", window=True, data=data)
        if step in (W_CLAIM, W_SUCCESS):
            return Prompt(seat, kind, True, "hidden", True, "length", data)
        if step == W_ANS:
            data["by"] = self.holder
            return Prompt(seat, kind, progress="hidden", window=True, data=data)
        if step == SELECTING:
            return Prompt(seat, kind, progress="count", data=data)
        if step == PAYING:
            data["target"] = self.accused
            data["count"] = self.cost(seat)
        elif step == W_ACC:
            data["cost"] = self.cost(seat)
        elif step == BATCH:
            return self._job_prompt(seat, data)
        return Prompt(seat, kind, sealed=False, data=data)

    def _job_prompt(self, seat: i64, data: dict[str, object]) -> Prompt:
        t = self.serving(seat)
        if t == NONE:  # answered already, others are still asked
            return Prompt(seat, "alloc", data=data)
        job = self.job[t]
        data["count"] = self.want[t]
        if job == J_STRIP:
            victim = self.aim[t] if self.aim[t] != NONE else self.who(t)
            data["target"] = victim
        elif job == J_SHOW:
            data["to"] = self.who(t)
        window = job in (J_RAID, J_BURY)
        return Prompt(seat, JOBS[job], window=window, data=data)

    # --- free acts ------------------------------------------------------------------------------

    def free(self, seat: i64) -> list[int]:
        if self.over or not self.is_active(seat) or (self.conceded >> seat) & 1 == 1:
            return []
        return [act(acts.CONCEDE)]

    def is_free(self, number: i64) -> bool:
        return kind_of(number) == acts.CONCEDE

    def reopens(self, seat: i64, number: i64) -> bool:
        """AC-154: outside a batch. Inside one only the conceder's own answer is settled, which
        leaves nothing to ask if nobody else was."""
        return not self._in_batch() or self.sealed.owing() == [seat]

    def _in_batch(self) -> bool:
        """Or between an accusation and its answer."""
        return self.step in (BATCH, PAYING, W_ANS)

    # --- judging --------------------------------------------------------------------------------

    def check(self, seat: i64, number: i64) -> Refusal | None:
        if self.over:
            return Refusal("over", "AC-150")
        kind = kind_of(number)
        if number < 0 or kind > acts.CONCEDE or seat < 0 or seat >= self.seats:
            return Refusal("no_act", "AC-12")
        if kind == acts.CONCEDE:
            if what_of(number) == 0 and len(self.free(seat)) == 1:
                return None
            return Refusal("no_concession", "AC-154")
        if self.sealed.owes(seat) and self._is_option(seat, number, kind):
            return None
        return self._why_not(seat, number, kind)

    def _is_option(self, seat: i64, number: i64, kind: i64) -> bool:
        if kind == acts.USE and self.step != W_AUDIT:
            if self.step != W_ACC and not is_window(self.step):
                return False
            ability = acts.ability_of(number)
            target = acts.target_of(number)
            return ability < self.book.abilities() and may_use(self, seat, ability, target)
        k: i64 = 0
        n = self.width(seat)
        while k < n:
            if self.nth(seat, k) == number:
                return True
            k += 1
        return False

    def _why_not(self, seat: i64, number: i64, kind: i64) -> Refusal:
        """The rule that forbids it; from what the seat knows, and nothing else."""
        asked = self.sealed.owes(seat)
        if kind == acts.DENY and not (asked and self.step == W_ANS):
            return Refusal("not_accused", "AC-104")
        if kind == acts.USE:
            if self.step == W_ANS and seat == self.accused:
                return Refusal("answer_first", "AC-102")
            if not asked or (self.step != W_ACC and not is_window(self.step)):
                return Refusal("not_now", "AC-101")
            if self.step == W_AUDIT:
                return Refusal("not_now", "AC-101")
            return why_no_use(self, seat, acts.ability_of(number), acts.target_of(number))
        if kind == acts.ACCUSE and asked and self.step == W_ACC:
            if not may_accuse(self, seat, what_of(number)):
                return why_no_accusation(self, seat, what_of(number))
        if kind == acts.LIE:
            return Refusal("certified", "AC-66")
        if kind == acts.CLAIM and asked and self.step in (W_CLAIM, W_SUCCESS):
            return Refusal("not_yours", "AC-62")
        if kind == acts.DENY:
            return Refusal("no_denial", "AC-78")
        if not asked:
            return Refusal("not_your_turn", _RULES[kind])
        if kind in acts.TOKENS and self._wants_tokens(seat, kind):
            return Refusal("bad_tokens", _RULES[kind], {"count": self._token_count(seat)})
        if kind in acts.CARDED and kind == self._card_kind(seat):
            return Refusal("not_that_card", _RULES[kind])
        return Refusal("wrong_question", _RULES[kind])

    def _wants_tokens(self, seat: i64, kind: i64) -> bool:
        if self.step == PAYING:
            return kind == acts.PAY
        if self.step != BATCH:
            return False
        job = self.job[self.serving(seat)]
        return job in (J_ALLOC, J_SHED, J_STRIP, J_SPREAD, J_PAY) and kind == self._token_kind(job)

    def _token_count(self, seat: i64) -> i64:
        return self.cost(seat) if self.step == PAYING else self.want[self.serving(seat)]

    def _card_kind(self, seat: i64) -> i64:
        """The act that the open question wants a card for."""
        if self.step == SELECTING:
            return acts.SELECT
        if self.step == BATCH:
            job = self.job[self.serving(seat)]
            if job == J_DISCARD:
                return acts.DISCARD
            if job == J_SHOW:
                return acts.SHOW
            if job == J_BURY:
                return acts.BURY
        return NONE

    # --- changing -------------------------------------------------------------------------------

    def apply(self, seat: i64, number: i64, chance: Chance) -> None:
        if kind_of(number) == acts.CONCEDE:
            self._concede(seat, chance)
            return
        if self.events is not None and self.width(seat) > 1:
            self.events.append(Event("sealed", {}, bit(seat)))
        if self.sealed.put(seat, number):
            self._close(seat, number, chance)
            self.run(chance)

    def _close(self, seat: i64, number: i64, chance: Chance) -> None:
        """The last answer is in."""
        step = self.step
        kind = kind_of(number)
        what = what_of(number)
        if step == BATCH:
            self.settle_jobs(chance)
            return
        if is_window(step):
            self.settle_window()
            return
        if step in (W_CLAIM, W_SUCCESS):
            self.settle_claim()
            return
        if step == SELECTING:
            self._tell_selection()
            self.select_all()
            self.sealed.clear()
            return
        self.sealed.clear()
        if step == W_ACC:
            if kind == acts.ACCUSE:
                self.accuse(what)
            elif kind == acts.USE:
                self.use(seat, acts.ability_of(number), acts.target_of(number))
            else:
                if self.events is not None:
                    self.tell("passed", {"who": seat})
                self.next_turn()
        elif step == PAYING:
            self.pay_accusation(what)
        elif step == W_ANS:
            if kind == acts.DENY:
                self.deny()
            else:
                self.answered(kind == acts.LIE)
        elif step == W_HALF:
            self.settle_half(seat, kind == acts.TAKE)
        elif step == DRAFTING:
            self.take_country(seat, what)

    def _tell_selection(self) -> None:
        if self.events is not None:
            for seat in range(self.seats):
                if self.sealed.answers[seat] >= 0:
                    card = what_of(self.sealed.answers[seat])
                    self.events.append(Event("selected_card", {"card": card}, bit(seat)))

    def _concede(self, seat: i64, chance: Chance) -> None:
        """AC-154: removal at once, and the open question again; inside a batch or an accusation
        at its check, with the default for what is still owed."""
        if self.events is not None:
            self.tell("concedes", {"who": seat})
        if self._in_batch():
            self.conceded |= bit(seat)
            if self.sealed.owes(seat):
                self.apply(seat, self.default(seat, chance), chance)
            return
        self.sealed.clear()
        self.remove(seat)
        if self.players() == 1:
            self.finish(WON_LAST, self.active)
        else:
            self.run(chance)

    # --- showing --------------------------------------------------------------------------------

    def view(self, viewer: i64) -> AccusationView:
        return view_of(self, viewer)

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        rule = "AC-153"
        if self.ending == WON_VP:
            rule = "AC-150"
        elif self.ending == WON_LAST:
            rule = "AC-152"
        return Outcome(ENDINGS[self.ending], rule, list(self.vp), self.seats_in(self.winners))
