"""Emperor: who is asked, and what follows what: rounds, turns, slots, windows, and the end.

Nothing here knows names, languages or clocks. What cards do stands in `effects`, what is legal in
`legal`, how windows are decided in `windows`.
"""

from typing import Final

from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, Chance, bit
from intrigue.kernel.position import Event, Outcome, Prompt, Refusal
from intrigue.kernel.sealed import Sealed
from intrigue.kernel.vecs import filled, pack, total, zeros

from .acts import (
    CARD,
    CCW,
    CW,
    INVESTIGATE,
    PASS,
    SHUFFLE,
    discarded_of,
    discarding,
    first_of,
    kind_of,
    plain,
    slot_of,
    value_of,
)
from .cards import (
    CLEARANCE,
    COPIES,
    COUNTER,
    CROWN,
    DECK_SIZE,
    EMPTY,
    KEEP_ORDER,
    LOYAL,
    ORDER_OF,
    REBEL,
    SELF_CLEARANCE,
    bag_of,
    count_of,
    holds,
    is_instinct,
    plus,
    size_of,
)
from .condemn import Condemn
from .effects import cancel, cast, execute, finish, look, shuffle, stands, winners_of
from .knowledge import add_note
from .legal import choosers, is_legal, may_block, nth_of, width_of
from .refusals import why_not
from .ring import turned
from .show import show
from .state import (
    DIRECT,
    DISCARDING,
    ENDINGS,
    FACE,
    MAIN,
    NO_GAP,
    PHASES,
    RESOLVE,
    ROUND_CAP,
    SLOT,
    TURN_CAP,
    State,
    candidate_of,
    draw_card,
    find_condemn,
    is_accused,
    lay_down,
)
from .view import EmperorView
from .windows import slot_is_pointless, who_counts

HAND_LIMIT: Final = 2  # EM-26
_MIXED_REBELS: Final = (2, 3, 3)  # EM-4, by 5, 6, 7 players
_RULES: Final = ("", "EM-71", "EM-72", "EM-74", "EM-74")


class Emperor(State):
    """A match of Everyone Wants To Sit Besides The Emperor."""

    def copy(self) -> "Emperor":
        other = Emperor(0, self.terms)
        self.copy_into(other)
        return other

    # --- setup ------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """An empty table of the right size: full deck, no identities."""
        n = self.seats
        self.faces = zeros(3 * n)
        self.hands = zeros(n)
        self.deck = COPIES[:]  # EM-11
        self.left = DECK_SIZE
        self.window = Sealed(n)
        self.eyes = zeros(n)
        self.notes = zeros(n)
        self.known = zeros(n * n)

    def place(
        self,
        faces: list[int],
        ring: list[int],
        hands: list[int],
        deck: list[int],
        pile: list[int],
        eyes: list[int],
        notes: list[int],
        known: list[int],
    ) -> None:
        """Put everything where a text form or a belief wants it (lists: see `vecs`). `notes` by
        viewer, owner and face."""
        n = self.seats
        self.faces = pack(faces)
        self.ring = pack(ring)
        self.out = sum([7 << (3 * seat) for seat in range(n) if seat not in ring])
        self.hands = pack(hands)
        self.deck = pack(deck)
        self.left = total(self.deck)
        self.pile = pack(pile)
        self.laid = bag_of([entry & FACE for entry in pile])
        self.eyes = pack(eyes)
        self.notes = zeros(n)
        for place, least in enumerate(notes):
            add_note(self, place // (2 * n), place // 2 % n, place % 2, least)
        self.known = pack(known)
        self.traced = 0
        for place, bag in enumerate(known):
            if bag != EMPTY:
                self.traced |= bit(place % n)

    def deal(self, chance: Chance) -> None:
        """EM-2…12. The Emperor is drawn first, because he is public; it is the same lottery."""
        n = self.seats
        self.lay_out()
        self.emperor = chance.draw("emperor", filled(n, 1), EVERYONE)
        mixed = zeros(2)
        mixed[REBEL] = _MIXED_REBELS[n - 5]
        mixed[LOYAL] = n - 1 - mixed[REBEL]
        seat: i64 = 0
        while seat < n:
            three = filled(2, 1)  # EM-3
            crown: i64 = -1
            if seat == self.emperor:
                crown = chance.draw("crown", filled(3, 1), EVERYONE)
                self.faces[3 * seat + crown] = CROWN
                self.up = bit(3 * seat + crown)  # EM-7
            else:
                three[chance.draw("mixed", mixed, bit(seat))] += 1  # EM-5
            slot: i64 = 0
            while slot < 3:  # EM-8
                if slot != crown:
                    self.faces[3 * seat + slot] = chance.draw(ORDER_OF[seat], three, bit(seat))
                slot += 1
            seat += 1
        self.take_seats(chance)
        seat = 0
        while seat < n:
            i: i64 = 0
            while i < self.terms.start_hand:  # EM-12
                card = chance.draw("deck", self.deck, bit(seat))
                self.left -= 1
                self.hands[seat] = plus(self.hands[seat], card)
                i += 1
            seat += 1
        self.begin_round()

    def take_seats(self, chance: Chance) -> None:
        """EM-10; the ring is read from the Emperor on."""
        n = self.seats
        ring = zeros(n)
        free = filled(n, 1)
        start: i64 = 0
        place: i64 = 0
        while place < n:
            if self.terms.random_seats:
                ring[place] = chance.draw("chair", free, EVERYONE)
            else:
                ring[place] = place
            if ring[place] == self.emperor:
                start = place
            place += 1
        self.ring = turned(ring, start)

    # --- who is asked -----------------------------------------------------------------------------

    def in_window(self) -> bool:
        return self.phase == SLOT or self.phase == RESOLVE

    def next(self) -> i64:
        if self.over:
            return -1
        if self.in_window():
            return self.window.next()
        return self.pointer  # the Emperor at round start, else the turn-taker

    def asked(self) -> list[int]:
        if self.over:
            return []
        if self.in_window():
            return self.window.owing()
        return [self.pointer]

    def prompt(self, seat: i64) -> Prompt:
        data: dict[str, object] = {"round": self.round}
        if self.phase == SLOT:
            data["candidate"] = candidate_of(self)
            return Prompt(seat, PHASES[SLOT], progress="hidden", window=True, data=data)
        if self.phase == RESOLVE:
            due = find_condemn(self, self.resolving)
            assert due is not None
            data["id"] = due.id
            data["target"] = due.target
            return Prompt(seat, PHASES[RESOLVE], progress="hidden", window=True, data=data)
        if self.phase == DISCARDING:
            data["count"] = size_of(self.hands[seat]) - HAND_LIMIT
        return Prompt(seat, PHASES[self.phase], sealed=False, data=data)

    def width(self, seat: i64) -> i64:
        return width_of(self, seat)

    def nth(self, seat: i64, k: i64) -> i64:
        return nth_of(self, seat, k)

    def default(self, seat: i64, chance: Chance) -> i64:
        """What an absent player does; in a resolve window a target defends itself."""
        if self.phase == DIRECT:
            return CCW if self.chosen < 0 else CW
        if self.phase == DISCARDING:
            kept: i64 = EMPTY
            for card in KEEP_ORDER:
                for _ in range(count_of(self.hands[seat], card)):
                    if size_of(kept) < HAND_LIMIT:
                        kept = plus(kept, card)
            return discarding(self.hands[seat] - kept)
        if self.phase == RESOLVE:
            due = find_condemn(self, self.resolving)
            if due is not None and due.target == seat:
                for card in (SELF_CLEARANCE, COUNTER, CLEARANCE):
                    if holds(self.hands[seat], card) and may_block(self, seat, card, due):
                        return plain(CARD + card, due.id)
        return PASS

    # --- judging ----------------------------------------------------------------------------------

    def check(self, seat: i64, act: i64) -> Refusal | None:
        if self.over:
            return Refusal("over", _RULES[self.ending])
        if self.in_window():
            if not self.window.owes(seat):
                return Refusal("no_part", "EM-36" if self.phase == SLOT else "EM-66")
        elif seat != self.pointer:
            return Refusal("not_your_turn", "EM-31")
        if is_legal(self, seat, act):
            return None
        return why_not(self, seat, act)

    # --- changing ---------------------------------------------------------------------------------

    def apply(self, seat: i64, act: i64, chance: Chance) -> None:
        if self.phase == MAIN:
            self._main(seat, act, chance)
        elif self.phase == DIRECT:
            self._direct(1 if act == CW else -1, chance)
        elif self.phase == DISCARDING:
            lay_down(self, seat, discarded_of(act))
            self._end_turn(chance)
        else:
            self._tell_answer(seat, act)
            if self.window.put(seat, act):
                self._close(chance)

    # --- rounds -----------------------------------------------------------------------------------

    def begin_round(self) -> None:
        """EM-14: the Emperor chooses, every round anew."""
        self.round += 1
        self.strikers = 0
        self.parried = 0
        self.direction = 0
        self.pointer = self.emperor  # EM-18
        self.gap = NO_GAP
        self.phase = DIRECT
        if self.events is not None:
            self.events.append(Event("round", {"round": self.round}))

    def _direct(self, direction: i64, chance: Chance) -> None:
        self.direction = direction
        self.chosen = direction
        if self.events is not None:
            way = "cw" if direction > 0 else "ccw"
            self.events.append(Event("direction", {"direction": way, "who": self.emperor}))
        self._before_turn(chance)

    def _end_round(self) -> None:
        """EM-17, EM-74."""
        if self.round >= self.terms.max_rounds:
            finish(self, ROUND_CAP)
        elif self.turns >= self.terms.max_turns:
            finish(self, TURN_CAP)
        else:
            self.begin_round()

    # --- between turns ----------------------------------------------------------------------------

    def _before_turn(self, chance: Chance) -> None:
        """EM-36: the boundary slot, unless public facts make it pointless."""
        if slot_is_pointless(self):
            self._next_turn(chance)
            return
        self.phase = SLOT
        if self.events is not None:
            self.events.append(Event("slot", {"candidate": candidate_of(self)}))
        self._open(chance)

    def _next_turn(self, chance: Chance) -> None:
        """EM-15, EM-16, EM-18…20: the candidate's turn, or its skip."""
        seat = candidate_of(self)
        if is_accused(self, seat):
            self.accused &= ~bit(seat)
            self.pointer = seat
            self.gap = NO_GAP
            if self.events is not None:
                self.events.append(Event("skipped", {"who": seat}))
            if seat == self.emperor:  # EM-53
                self._end_round()
            else:
                self._before_turn(chance)
            return
        if self.turns >= self.terms.max_turns:
            finish(self, TURN_CAP)
            return
        self.turns += 1
        self.pointer = seat
        self.gap = NO_GAP
        self.phase = MAIN
        if self.events is not None:
            self.events.append(Event("turn", {"who": seat, "turn": self.turns}))
        if not self.no_draw:
            draw_card(self, seat, chance)

    # --- windows ----------------------------------------------------------------------------------

    def _open(self, chance: Chance) -> None:
        """Ask every living player, whatever they hold. A brisk position takes the answer of those
        who have no choice: nobody can see the difference."""
        asked: i64 = EVERYONE
        if self.brisk:
            asked = choosers(self)
        if asked != 0 or self.events is not None:
            self.window.clear()
            for seat in self.ring:
                if (asked >> seat) & 1 == 1:
                    self.window.ask(seat)
                else:
                    self._tell_answer(seat, PASS)
                    self.window.take(seat, PASS)
        if asked == 0:
            self._decided(-1, PASS, chance)

    def _tell_answer(self, seat: i64, act: i64) -> None:
        if self.events is not None:
            self.events.append(Event("answered", {"act": act}, bit(seat)))

    def _close(self, chance: Chance) -> None:
        """The last answer is in: one submission counts, the others go back unseen."""
        first: i64 = -1
        if self.phase == RESOLVE:
            due = find_condemn(self, self.resolving)
            assert due is not None
            first = due.target
        seat = who_counts(self, first)
        if seat < 0:
            self._decided(seat, PASS, chance)
        else:
            self._decided(seat, self.window.answers[seat], chance)

    def _decided(self, seat: i64, act: i64, chance: Chance) -> None:
        """A window is over: somebody's cast, or nobody's (-1)."""
        if self.phase == SLOT:
            if seat < 0:
                self._next_turn(chance)
            else:
                cast(self, seat, act)
                self._before_turn(chance)
            return
        due = find_condemn(self, self.resolving)
        assert due is not None
        if seat < 0:
            self.resolving = 0
            execute(self, due)
            self._end_turn(chance)
        elif cast(self, seat, act):
            self.resolving = 0
            self._end_turn(chance)
        else:  # turned: its new target may answer
            self._open_resolve(due.id, chance)

    def _open_resolve(self, id: i64, chance: Chance) -> None:
        self.phase = RESOLVE
        self.resolving = id
        due = find_condemn(self, id)
        if self.events is not None and due is not None:
            self.events.append(Event("resolve", {"id": id, "target": due.target}))
        self._open(chance)

    # --- a turn -----------------------------------------------------------------------------------

    def _main(self, seat: i64, act: i64, chance: Chance) -> None:
        """EM-22: one of four; Instincts before it are free (EM-32)."""
        kind = kind_of(act)
        if kind >= CARD:
            cast(self, seat, act)
            if self.over or is_instinct(kind - CARD):
                return
        elif kind == INVESTIGATE:
            look(self, seat, 3 * first_of(act) + slot_of(act))
        elif kind == SHUFFLE:
            shuffle(self, seat, value_of(act) - 1, chance)
        elif self.events is not None:
            self.events.append(Event("passed", {"who": seat}))
        self._discard(seat, chance)

    def _discard(self, seat: i64, chance: Chance) -> None:
        """EM-26: down to two, all at once."""
        if size_of(self.hands[seat]) > HAND_LIMIT:
            self.phase = DISCARDING
            if self.events is not None:
                self.events.append(Event("too_many", {"who": seat}))
        else:
            self._end_turn(chance)

    def _end_turn(self, chance: Chance) -> None:
        """EM-27: what is due falls in cast order; then the slot, or the end of the round."""
        while True:
            if self.over:
                break
            due = self._due()
            if due is None:
                if self.pointer == self.emperor:
                    self._end_round()
                else:
                    self._before_turn(chance)
                break
            why = stands(self, due)
            if why != "":
                cancel(self, due, why)
            elif due.locked:
                execute(self, due)
            else:
                self._open_resolve(due.id, chance)
                break

    def _due(self) -> Condemn | None:
        """EM-60…62: the oldest Condemn on the clock of the player whose taken turn ends."""
        for condemn in self.pending:
            if condemn.clock == self.pointer and condemn.turn < self.turns:
                return condemn
        return None

    # --- the end ----------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        winners = winners_of(self)
        scores = [1 if seat in winners else 0 for seat in range(self.seats)]
        return Outcome(ENDINGS[self.ending], _RULES[self.ending], scores, winners)

    def view(self, viewer: i64) -> EmperorView:
        return show(self, viewer)
