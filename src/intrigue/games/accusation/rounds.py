"""A round of Accusation: the Speaker's duties, windows, the secret choice, reveals, parts, claims,
halves, and the end of the round (AC-20…67, AC-140…153)."""

from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, Chance, bit
from intrigue.kernel.masks import size
from intrigue.kernel.vecs import filled

from . import acts
from .acts import kind_of, what_of
from .book import COUNTRY, IF, NO_LIST, SUCCESS, WORKS, WORLD
from .sets import events_in, push, works_in
from .state import (
    AFTER_BLOCK,
    BATCH,
    CHECKING,
    CLEANUP,
    DEFERRED,
    DRAFTING,
    DUTIES,
    EVENT_DONE,
    EVERYBODY,
    EXPOSING,
    NEXT_LINE,
    NEXT_PART,
    NEXT_TURN,
    NONE,
    PAYING,
    REVEALING,
    SELECTING,
    SPEAKER_RUNS,
    UNKNOWN,
    W_ACC,
    W_ANS,
    W_AUDIT,
    W_CLAIM,
    W_HALF,
    W_OPEN,
    W_PLAN,
    W_REV,
    W_SUCCESS,
    WON_CAP,
    WORLD_CARD,
    is_window,
)
from .terms import COUNTRIES_DRAFT, COUNTRIES_RANDOM, HALF_BOTH, HALF_OFF
from .windows import Windows


class Rounds(Windows):
    """A state that can play whole rounds."""

    def begin(self, chance: Chance) -> None:
        """AC-8, AC-9: first Speaker, three cards each; countries where the table has them."""
        n = self.seats
        if self.terms.first_speaker == NONE:
            self.speaker = chance.draw("speaker", filled(n, 1), EVERYONE)
        else:
            self.speaker = self.terms.first_speaker
        self.deck = bit(WORKS) - 2
        i: i64 = 0
        while i < 3 * n:
            self.deal(self.from_speaker(i % n), chance)
            i += 1
        if self.terms.countries == COUNTRIES_RANDOM:
            bag = filled(self.book.countries(), 1)
            i = 0
            while i < n:
                self.country[i] = chance.draw("country", bag, EVERYONE)
                i += 1
        self.step = DRAFTING if self.terms.countries == COUNTRIES_DRAFT else DUTIES
        self.run(chance)

    def run(self, chance: Chance) -> None:
        """Go on until somebody is asked or the match is over."""
        while not self.over and self.sealed.owed == 0:
            self._go(chance)
        if not self.over:
            self.tell_now()

    def _go(self, chance: Chance) -> None:
        step = self.step
        if step == BATCH:
            self.run_batch(chance)
        elif step == CHECKING:
            self.check_batch()
        elif step == NEXT_PART:
            self._next_part()
        elif step == NEXT_LINE:
            self._next_line()
        elif is_window(step):
            self.open_window()
        elif step == NEXT_TURN:
            self.next_turn()
        elif step == REVEALING:
            self._reveal(chance)
        elif step == W_ACC:
            self.open_turn()
        elif step == EVENT_DONE:
            self._event_done()
        elif step in (W_CLAIM, W_SUCCESS):
            self._open_claim()
        elif step == W_HALF:
            self.sealed.ask(self.speaker)
        elif step == DEFERRED:
            self.next_deferred()
        elif step == AFTER_BLOCK:
            self.part = self.book.block_end(self.card, self.part)
            self.holder = NONE
            self.step = NEXT_PART
        elif step == DUTIES:
            self._duties(chance)
        elif step == WORLD_CARD:
            self.add_to_pile(chance)  # AC-25
            self.step = W_OPEN
        elif step == SELECTING:
            self._open_selection()
        elif step == EXPOSING:
            if len(self.notmes) > 0 and not self.terms.honest:
                self.expose()
            else:
                self.step = CLEANUP
        elif step == CLEANUP:
            self._cleanup()
        elif step == PAYING:
            self.open_payment(chance)
        elif step == W_ANS:
            self.open_answer(chance)
        else:
            self._open_draft()

    # --- planning ---------------------------------------------------------------------------------

    def _open_draft(self) -> None:
        """3.5: from the Speaker's right, going right, the Speaker last."""
        i: i64 = 1
        while i <= self.seats:
            seat = self.from_speaker(self.seats - i)
            if self.is_active(seat) and self.country[seat] == NONE:
                self.sealed.ask(seat)
                return
            i += 1
        self.step = DUTIES

    def take_country(self, seat: i64, country: i64) -> None:
        self.country = self.country[:]
        self.country[seat] = country
        self.able[seat] = UNKNOWN
        if self.events is not None:
            self.tell("country", {"who": seat, "country": self.book.country_keys[country]})

    def _duties(self, chance: Chance) -> None:
        """AC-20…24."""
        self.round += 1
        self.crew = self.players()
        if self.events is not None:
            self.tell("round", {"round": self.round, "speaker": self.speaker})
        if self.round > 1:
            self._deal_round(chance)
        self.begin_batch(WORLD_CARD)
        if self.terms.income > 0:
            self._all_run(self.book.income + self.terms.income - 1)

    def _deal_round(self, chance: Chance) -> None:
        """AC-21, AC-23: one card each, two for an empty hand; first cards go round first."""
        empty: i64 = 0
        i: i64 = 0
        while i < self.seats:
            if self.hand[i] == 0:
                empty |= bit(i)
            i += 1
        turn: i64 = 0
        while turn < 2:
            i = 0
            while i < self.seats:
                seat = self.from_speaker(i)
                if self.is_active(seat) and (turn == 0 or (empty >> seat) & 1 == 1):
                    self.deal(seat, chance)
                i += 1
            turn += 1

    def _all_run(self, whole: i64) -> None:
        """A frame in which every active player executes a list."""
        base = self.push_frame()
        seat: i64 = 0
        while seat < self.seats:
            if self.is_active(seat):
                self.thread(base, seat, whole, seat)
            seat += 1

    def _open_selection(self) -> None:
        """AC-27: everyone with a card in hand."""
        seat: i64 = 0
        while seat < self.seats:
            if self.is_active(seat) and self.hand[seat] != 0:
                self.sealed.ask(seat)
            seat += 1
        if self.sealed.owed == 0:
            self.step = W_PLAN

    def select_all(self) -> None:
        """AC-27, AC-28: into the pile, and onto the Trackers."""
        count: i64 = 0
        seat: i64 = 0
        while seat < self.seats:
            if self.sealed.answers[seat] >= 0:
                card = what_of(self.sealed.answers[seat])
                self.hand[seat] -= bit(card)
                self.pile += bit(card)
                self.tracker[seat] = card
                count += 1
            seat += 1
        if self.events is not None:
            self.tell("selected", {"count": count})
        self.step = W_PLAN

    # --- events -----------------------------------------------------------------------------------

    def _reveal(self, chance: Chance) -> None:
        """AC-40, AC-41: the top card of the pile, which has no order before it is drawn; buried
        cards come last."""
        if len(self.revealed) >= self.target() or self.unrevealed() == 0:
            self.step = W_AUDIT
            return
        if self.pile != 0:
            card = chance.pick("pile", self.pile, EVERYONE)
            self.pile -= bit(card)
        else:
            card = self.buried[0]
            self.buried = self.buried[1:]
        self.revealed = push(self.revealed, card)
        if card >= WORKS:  # AC-51, AC-42: no window, no effect
            if self.events is not None:
                self.tell("revealed_works", {})
            return
        self.begin_event(card)
        if self.events is not None:
            self.tell("revealed", {"card": card})

    def begin_event(self, card: i64) -> None:
        self.card = card
        self.part = 0
        self.half_part = 0
        self.cancelled = False
        self.nodeny = False
        self.found = False
        self.undeniable = 0
        self.cleared = 0
        self.had = 0
        self.start = 0
        self.holder = NONE
        self.accused = NONE
        self.denials = self.book.none
        self.orphaned = NONE
        self.locks = self.unlocked
        self.step = W_REV

    def _next_part(self) -> None:
        """AC-43…47."""
        book = self.book
        if self.part >= book.part_count[self.card] or self.cancelled:
            self.step = EVENT_DONE
            return
        part = book.part(self.card, self.part)
        section = book.section[part]
        if section >= SUCCESS:
            self.begin_accusations()
        elif section == COUNTRY:
            self.step = W_CLAIM
        else:
            runner = EVERYBODY if section == WORLD else SPEAKER_RUNS
            self._run_lines(book.list[part], runner, NEXT_PART)

    def _run_lines(self, whole: i64, runner: i64, after: i64) -> None:
        self.lines = whole
        self.line = 0
        self.runner = runner
        self.after_lines = after
        self.step = NEXT_LINE

    def _next_line(self) -> None:
        """AC-48: one effect of a part, as one batch."""
        runner = self.runner
        over = self.line >= self.book.size[self.lines]
        if over or (runner >= 0 and not self.is_active(runner)):
            self.end_lines()
            return
        self.begin_batch(NEXT_LINE)
        base = self.push_frame()
        e = self.book.start[self.lines] + self.line
        seat: i64 = 0
        while seat < self.seats:
            mine = runner == EVERYBODY or seat == runner
            if runner == SPEAKER_RUNS:
                mine = seat == self.speaker
            if mine and self.is_active(seat):
                self.span(base, seat, e, e + 1, seat)
            seat += 1
        self.line += 1

    def end_lines(self) -> None:
        self.lines = NONE
        self.line = 0
        self.runner = NONE
        self.step = self.after_lines
        self.after_lines = 0
        if self.step == NEXT_PART:
            self.part += 1

    # --- claims and halves ------------------------------------------------------------------------

    def _open_claim(self) -> None:
        """W-CLAIM: every active seat is asked, whoever the Initiator is."""
        if self.step == W_SUCCESS:
            if self.book.block_list(self.card, self.part, SUCCESS) == NO_LIST:
                self.step = DEFERRED
                return
        seat: i64 = 0
        while seat < self.seats:
            if self.is_active(seat) and (not self.brisk or self.may_claim(seat)):
                self.sealed.ask(seat)
            seat += 1
        if self.sealed.owed == 0:
            self.tell_now()
            self.settle_claim()

    def may_claim(self, seat: i64) -> bool:
        """AC-45, AC-64: the Initiator; not one who said "not me" (AM-5)."""
        return self.tracker[seat] == self.card and (self.cleared >> seat) & 1 == 0

    def settle_claim(self) -> None:
        claimer: i64 = NONE
        seat: i64 = 0
        while seat < self.seats:
            if self.sealed.answers[seat] >= 0:
                if kind_of(self.sealed.answers[seat]) == acts.CLAIM:
                    claimer = seat
            seat += 1
        self.sealed.clear()
        if self.step == W_SUCCESS:
            if claimer != NONE:
                self.success_claimed(claimer)
                return
            if self.events is not None:
                self.tell("unclaimed", {"card": self.card})
            self.step = DEFERRED
            return
        part = self.book.part(self.card, self.part)
        if claimer != NONE:
            self.identify(claimer, self.card)
            if self.events is not None:
                self.tell("claimed", {"who": claimer, "card": self.card})
            self._run_lines(self.book.list[part], claimer, NEXT_PART)
            return
        if self.events is not None:
            self.tell("unclaimed", {"card": self.card})
        self.after_lines = NEXT_PART
        if self.terms.speaker_half != HALF_OFF and self._worth(self.book.half[part]):
            self.lines = self.book.half[part]
            self.step = W_HALF  # AC-49
        else:
            self.end_lines()

    def _worth(self, whole: i64) -> bool:
        """AC-49: not offered when the halved list is empty, judged for the Speaker."""
        if whole == NO_LIST:
            return False
        i = self.book.start[whole]
        end = i + self.book.size[whole]
        while i < end:
            if self.book.op[i] != IF:
                return True
            branch = self.book.c[i] if self._holds(i, self.speaker) else self.book.d[i]
            if self._worth(branch):
                return True
            i += 1
        return False

    def settle_half(self, seat: i64, taken: bool) -> None:
        if self.events is not None:
            self.tell("half_taken" if taken else "half_declined", {"who": seat, "card": self.card})
        if taken:
            self._run_lines(self.lines, seat, self.after_lines)
        else:
            self.end_lines()

    def _event_done(self) -> None:
        """The card is finished; halves of World parts at tables that have them (AM-1)."""
        if not self.terms.win_at_once:
            self.check_vp()
            if self.over:
                return
        if self.terms.speaker_half == HALF_BOTH and not self.cancelled and not self.found:
            while self.half_part < self.book.part_count[self.card]:
                part = self.book.part(self.card, self.half_part)
                self.half_part += 1
                if self.book.section[part] == WORLD and self._worth(self.book.half[part]):
                    self.lines = self.book.half[part]
                    self.after_lines = EVENT_DONE
                    self.step = W_HALF
                    return
        if self.events is not None:
            self.tell("event_over", {"card": self.card})
        self.begin_event(0)
        self.step = REVEALING

    # --- the end of the round ---------------------------------------------------------------------

    def _cleanup(self) -> None:
        """AC-53."""
        pile = self.pile
        seen: i64 = 0
        i: i64 = 0
        while i < len(self.buried):
            pile |= bit(self.buried[i])
            i += 1
        i = 0
        while i < len(self.revealed):
            pile |= bit(self.revealed[i])
            seen |= bit(self.revealed[i])
            i += 1
        self.discard |= events_in(pile)
        self.spent |= events_in(seen)
        self.supply |= works_in(pile)  # AC-132
        self.pile = 0
        self.buried = self.book.none
        self.revealed = self.book.none
        self.extra = 0
        self.notmes = self.book.none
        self.shown = 0
        i = 0
        while i < self.seats:
            self.bank += self.paid[i]
            self.paid[i] = 0
            self.made[i] = 0
            self.used[i] = 0
            self.tracker[i] = 0
            self.known[i] = 0
            i += 1
        if self.events is not None:
            works = size(works_in(pile))
            self.tell("cleanup", {"round": self.round, "works": works})
        self.speaker = self.left_of(self.speaker)
        if self.round >= self.terms.round_cap:
            self.finish(WON_CAP, self.best(self.active))  # AC-153
        else:
            self.step = DUTIES
