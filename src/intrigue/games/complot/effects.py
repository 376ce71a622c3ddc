"""The interpreter: activates cards, runs their operations, stops where a choice is open.

A card whose effects ask nothing runs through at once; one that may ask keeps its place in a frame
of the stack, so that a position can be copied, shown and stored while a prompt is open.
"""

from librt.vecs import append
from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, Chance

from .deck import (
    AFTER,
    CHOOSE,
    CONVERT,
    DISCARD,
    DISCREDIT,
    DOUBLE,
    DRAW,
    FRONT,
    GAIN,
    HAND,
    OF_CATEGORY,
    OF_COHORT,
    OF_SOURCE,
    ONLY_CLAIM,
    ONLY_SOURCE,
    PER,
    PER_PLAYED,
    PURGE,
    REPORT,
    STAMMER,
    STORM,
    TIMES,
    TOP_NEXT,
    Card,
    Op,
)
from .state import (
    ACTIVE,
    ASK_CHOOSE,
    ASK_DISCREDIT,
    ASK_DOUBLE,
    ASK_PURGE,
    ASK_REPORT,
    COUNTING,
    EMPTY,
    F_EFFECTS,
    F_START,
    F_WAITING,
    FRAME,
    GAVE_A,
    GAVE_R,
    GONE,
    LEFT,
    MAIN,
    MASSED,
    NO_CARDS,
    PAIRING,
    PLAYED,
    PROMPTS,
    RALLIED,
    SLOT,
    TIMES_A,
    TIMES_R,
    State,
)


class Effects(State):
    """A state whose cards do something."""

    # --- the stack --------------------------------------------------------------------------------

    def push(self, kind: i64, x: i64, y: i64, z: i64) -> None:
        stack = append(self.stack, kind)
        stack = append(stack, x)
        stack = append(stack, y)
        self.stack = append(stack, z)

    def pop_frame(self) -> None:
        self.stack = self.stack[: len(self.stack) - FRAME]

    def current(self) -> Op:
        """The operation whose prompt is open."""
        base = len(self.stack) - FRAME
        return self.deck.lists[self.stack[base + 2]][self.stack[base + 3] - 1]

    def current_slot(self) -> i64:
        """The slot of the card whose prompt is open."""
        return self.stack[len(self.stack) - FRAME + 1]

    def run(self, chance: Chance) -> None:
        """Go on until the stack is empty or somebody must choose."""
        self.asking = MAIN
        while True:
            n = len(self.stack)
            if n == 0 or self.asking != MAIN:
                break
            base = n - FRAME
            kind = self.stack[base]
            if kind == F_START:
                self._next_standing(base, chance)
            elif kind == F_WAITING:
                self._next_waiting(base, chance)
            else:
                self._next_operation(base, chance)

    def _next_operation(self, base: i64, chance: Chance) -> None:
        s = self.stack[base + 1]
        number = self.stack[base + 2]
        ops = self.deck.lists[number]
        i = self.stack[base + 3]
        if i < len(ops):
            self.stack[base + 3] = i + 1
            self.operate(ops[i], s, chance)
            return
        self.pop_frame()
        if number == self._card_in(s).fx:
            self.scan(chance)  # CO-25 (3), after the whole of the effects

    def _next_standing(self, base: i64, chance: Chance) -> None:
        """CO-23: sources of earlier turns, in order of placement."""
        s = self.stack[base + 1]
        if s * SLOT < len(self.slots) and not self.has(s, PLAYED):
            self.stack[base + 1] = s + 1
            card = self._card_in(s)
            self.mark(s, ACTIVE)
            self.yield_points(s, card.a, card.r)
            if self.events is not None:
                data: dict[str, object] = {"seat": self.active, "card": card.id}
                self.tell("activated", {**data, "a": card.a, "r": card.r})
            self._effects_of(s, card, chance)
        else:
            self.pop_frame()

    def _next_waiting(self, base: i64, chance: Chance) -> None:
        """AU-5: in the order drawn, each resolved completely before the next."""
        left = self.stack[base + 1]
        if left == 0:
            self.pop_frame()
            return
        self.stack[base + 1] = left - 1
        n = len(self.waiting)
        face = self.waiting[n - 1]
        self.waiting = self.waiting[: n - 1]
        self.place(face, chance)

    def _card_in(self, s: i64) -> Card:
        return self.deck.cards[self.sides[self.active].front[s]]

    # --- activation -------------------------------------------------------------------------------

    def place(self, face: i64, chance: Chance) -> None:
        """CO-25: put a card in front; its values, then its effects, then the Rally scan."""
        side = self.sides[self.active]
        card = self.deck.cards[face]
        s: i64 = len(side.front)
        side.front = append(side.front, face)
        self.add_slot(ACTIVE | PLAYED, self.doubled[card.cohort])
        a = card.a
        if self.deck.auras:
            a += self._auras(s, card)
        self.yield_points(s, a, card.r)
        if self.events is not None:
            points: dict[str, object] = {"a": self.slot(s, GAVE_A), "r": self.slot(s, GAVE_R)}
            self.tell("played", {"seat": self.active, "card": card.id, **points})
        if self.deck.watches:
            self._notice(s, card)
        self._effects_of(s, card, chance)

    def _effects_of(self, s: i64, card: Card, chance: Chance) -> None:
        if card.asks:
            self.push(F_EFFECTS, s, card.fx, 0)
            return
        if card.fx != 0:
            for op in self.deck.lists[card.fx]:
                self.operate(op, s, chance)
        self.scan(chance)

    def _auras(self, s: i64, card: Card) -> i64:
        """AU-9: what cards that lie there add to one that is played."""
        a: i64 = 0
        i: i64 = 0
        while i < s:
            other = self._card_in(i)
            k: i64 = 0
            n = len(other.aura_of)
            while k < n:
                if other.aura_of[k] == card.cohort and not self.has(i, GONE):
                    a += other.aura_a[k]
                k += 1
            i += 1
        return a

    def _notice(self, s: i64, card: Card) -> None:
        """AU-2, AU-3: cards that lie there gain from one that is played after them."""
        i: i64 = 0
        while i < s:
            if not self.has(i, GONE):
                other = self._card_in(i)
                if self.has(i, COUNTING) and (card.cohort == other.cohort or card.backup):
                    for op in self.deck.lists[other.fx]:
                        if op.do == PER_PLAYED:
                            self.bonus(i, op.a, op.r)
                if self.has(i, PAIRING):
                    for op in self.deck.lists[other.fx]:
                        if op.do == TIMES and card.tags & op.of != 0:
                            self._multiply(i, op.n)
            i += 1

    def _multiply(self, s: i64, n: i64) -> None:
        """AU-3: what the card has yielded and will yield this turn, once."""
        self.unmark(s, PAIRING)
        a = self.slot(s, GAVE_A) * (n - 1)
        r = self.slot(s, GAVE_R) * (n - 1)
        self.give(s, a, r)
        self.slots[s * SLOT + TIMES_A] *= n
        self.slots[s * SLOT + TIMES_R] *= n
        self.tell_points(s, a, r)

    # --- Rally and Mass ---------------------------------------------------------------------------

    def scan(self, chance: Chance) -> None:
        """CO-50: apply every clause that is met now and has not been applied this turn."""
        if not self.deck.rallies:
            return
        n: i64 = len(self.sides[self.active].front)
        while True:
            applied = False
            s: i64 = 0
            while s < n:
                card = self._card_in(s)
                flags = self.slots[s * SLOT]
                if (card.ally | card.mass) != 0 and flags & (ACTIVE | GONE) == ACTIVE:
                    others: i64 = -1
                    if card.ally != 0 and flags & RALLIED == 0:
                        others = self.members(s, card.cohort)
                        if others >= 1:
                            self._clause(s, card, RALLIED, card.ally, chance)
                            applied = True
                    if card.mass != 0 and flags & MASSED == 0:
                        if others < 0:
                            others = self.members(s, card.cohort)
                        if others >= 2:
                            self._clause(s, card, MASSED, card.mass, chance)
                            applied = True
                s += 1
            if not applied:
                break

    def _clause(self, s: i64, card: Card, flag: i64, ops: i64, chance: Chance) -> None:
        self.mark(s, flag)
        if self.events is not None:
            kind = "rallied" if flag == RALLIED else "massed"
            self.tell(kind, {"seat": self.active, "card": card.id})
        for op in self.deck.lists[ops]:
            self.operate(op, s, chance)

    def members(self, s: i64, cohort: i64) -> i64:
        """Other cards in front that belong to a cohort, Backup included (CO-51)."""
        count: i64 = 0
        i: i64 = 0
        front = self.sides[self.active].front
        n = len(front)
        while i < n:
            if i != s:
                card = self.deck.cards[front[i]]
                if (card.cohort == cohort or card.backup) and not self.has(i, GONE):
                    count += 1
            i += 1
        return count

    # --- operations -------------------------------------------------------------------------------

    def operate(self, op: Op, s: i64, chance: Chance) -> None:
        """One operation of the card in slot `s`."""
        do = op.do
        if do == GAIN:
            self.bonus(s, op.a, op.r)  # CO-52
        elif do == DRAW:
            self.draw_cards(self.active, op.n, chance)
        elif do == STAMMER:
            self._stammer(op.n)
        elif do == PER:
            count = self._count(op, s)
            self.bonus(s, op.a * count, op.r * count)
        elif do == CONVERT:
            self.slots[s * SLOT + LEFT] += op.most  # CO-59
            if self.events is not None:
                card = self._card_in(s).id
                self.tell("can_convert", {"seat": self.active, "card": card, "most": op.most})
        elif do == TOP_NEXT:
            self.pages += 1  # CO-58
            self.tell("front_page", {"seat": self.active})
        else:
            self._operate_more(op, s, chance)

    def _operate_more(self, op: Op, s: i64, chance: Chance) -> None:
        do = op.do
        if do == PURGE:
            self.ask_purge(op, op.n)
        elif do == DISCREDIT:
            if self.targets(op) > 0:
                self.ask(ASK_DISCREDIT, 1)
        elif do == REPORT:
            if self._on_sale():
                self.ask(ASK_REPORT, 1)
        elif do == CHOOSE:
            self.ask(ASK_CHOOSE, 1)
        elif do == DOUBLE:
            if self._doubles(s):
                self.ask(ASK_DOUBLE, 1)
        elif do == STORM:
            self._storm(op.n, chance)
        elif do == PER_PLAYED:
            self._per_played(op, s)
        elif do == TIMES:
            self._times(op, s)
        elif do == AFTER:
            self.doubled[op.of] *= op.n  # AU-8
            self.tell("doubles", {"seat": self.active, "card": self._card_in(s).id})

    def _stammer(self, n: i64) -> None:
        """CO-54: paid at the other player's next start, never more than the cap."""
        seat = 1 - self.active
        side = self.sides[seat]
        before = side.stammer
        side.stammer = min(self.terms.stammer_cap, side.stammer + n)
        if self.events is not None:
            gained = side.stammer - before
            self.tell("stammer", {"seat": seat, "count": gained, "all": side.stammer})

    def _count(self, op: Op, s: i64) -> i64:
        """CO-60: other cards in front that match, now, at most so many."""
        count: i64 = 0
        if op.of == OF_COHORT:
            count = self.members(s, self._card_in(s).cohort)
        else:
            i: i64 = 0
            n: i64 = len(self.sides[self.active].front)
            while i < n:
                if i != s and not self.has(i, GONE):
                    card = self._card_in(i)
                    if op.of == OF_SOURCE:
                        if card.source:
                            count += 1
                    elif card.cat == op.of - OF_CATEGORY:
                        count += 1
                i += 1
        return min(count, op.most)

    def _per_played(self, op: Op, s: i64) -> None:
        """AU-2: now for what was played before, and from now on for what follows."""
        mine = self._card_in(s)
        count: i64 = 0
        i: i64 = 0
        n: i64 = len(self.sides[self.active].front)
        while i < n:
            if i != s and self.has(i, PLAYED):
                card = self._card_in(i)
                if card.cohort == mine.cohort or card.backup:
                    count += 1
            i += 1
        self.mark(s, COUNTING)
        self.bonus(s, op.a * count, op.r * count)

    def _times(self, op: Op, s: i64) -> None:
        """AU-3: at once if another one with the tag was played this turn, else when it is."""
        i: i64 = 0
        n: i64 = len(self.sides[self.active].front)
        self.mark(s, PAIRING)
        while i < n:
            if i != s and self.has(i, PLAYED) and self._card_in(i).tags & op.of != 0:
                self._multiply(s, op.n)
                break
            i += 1

    def _storm(self, n: i64, chance: Chance) -> None:
        """AU-5: draw face up; the cards wait in no hand, the first drawn is played first."""
        drawn = NO_CARDS
        while n > 0:
            face = self.draw_face(self.active, chance, EVERYONE)
            if face == EMPTY:
                break
            drawn = append(drawn, face)
            n -= 1
        i: i64 = len(drawn)
        if self.events is not None:
            self.tell("storm", {"seat": self.active, "cards": self.names(drawn)})
        if i > 0:
            self.push(F_WAITING, i, 0, 0)
        while i > 0:
            i -= 1
            self.waiting = append(self.waiting, drawn[i])

    # --- prompts ----------------------------------------------------------------------------------

    def ask(self, kind: i64, n: i64) -> None:
        self.asking = kind
        self.left = n
        if self.events is not None:
            self.tell("asked", {"seat": self.active, "what": PROMPTS[kind], "count": n})

    def ask_purge(self, op: Op, n: i64) -> None:
        """CO-55: one choice at a time, as long as a card is there."""
        if n > 0 and self._purgeable(op):
            self.ask(ASK_PURGE, n)

    def fits(self, op: Op, face: i64) -> bool:
        """Whether `purge` may take such a card."""
        source = self.deck.cards[face].source
        return not ((op.only == ONLY_CLAIM and source) or (op.only == ONLY_SOURCE and not source))

    def _purgeable(self, op: Op) -> bool:
        side = self.sides[self.active]
        face: i64 = 0
        s: i64 = 0
        n: i64 = len(side.hand)
        if op.zones & HAND != 0 and side.hand_n > 0:
            while face < n:
                if side.hand[face] > 0 and self.fits(op, face):
                    return True
                face += 1
        if op.zones & DISCARD != 0:
            while s < len(side.discard):
                if self.fits(op, side.discard[s]):
                    return True
                s += 1
        if op.zones & FRONT != 0:
            s = 0
            n = len(side.front)
            while s < n:
                if not self.has(s, GONE) and self.fits(op, side.front[s]):
                    return True
                s += 1
        return False

    def targets(self, op: Op) -> i64:
        """CO-56: how many sources of the other player can be discredited."""
        seat = 1 - self.active
        count: i64 = 0
        front = self.sides[seat].front
        i: i64 = 0
        while i < len(front):
            if self.backing(seat, front[i]) <= op.most:
                count += 1
            i += 1
        return count

    def _on_sale(self) -> bool:
        i: i64 = 0
        n: i64 = len(self.row)
        while i < n:
            if self.row[i] != EMPTY:
                return True
            i += 1
        return False

    def _doubles(self, s: i64) -> bool:
        """AU-4: whether there is another affirmation in front."""
        i: i64 = 0
        front = self.sides[self.active].front
        n: i64 = len(front)
        while i < n:
            if i != s and not self.deck.cards[front[i]].source and not self.has(i, GONE):
                return True
            i += 1
        return False

    def double(self, s: i64) -> None:
        """AU-4: what the card has yielded this turn, once more; later bonuses are not doubled."""
        a = self.slot(s, GAVE_A)
        r = self.slot(s, GAVE_R)
        self.give(s, a, r)
        if self.events is not None:
            card = self._card_in(s).id
            self.tell("doubled", {"seat": self.active, "card": card, "a": a, "r": r})
