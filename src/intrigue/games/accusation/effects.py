"""The effect vocabulary at work: what each of the 26 operations does.

Conditions are judged for all threads before anything changes, and what the bank grants is fixed
before anybody chooses. What needs no choice waits until every choice of the same step is in: nobody
chooses with an eye on what happened to the others (AC-48).
"""

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit
from intrigue.kernel.masks import lowest, size
from intrigue.kernel.position import Event
from intrigue.kernel.vecs import fill, zeros

from . import acts
from .acts import MOST as MOST_TOKENS
from .acts import count_at, kind_of, letters, what_of
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
    Batches,
)
from .book import (
    ACTOR,
    ALL,
    ANY,
    BURIES,
    CANCEL,
    CHOOSE,
    DISCARDS,
    DRAW,
    FEWEST,
    FLAG,
    GAIN,
    IF,
    LOSE,
    MAY,
    MOST,
    PILE,
    RAID,
    REP,
    REVEALS,
    SHIFT,
    SHOWS,
    SPEAKER,
    SPREADS,
    STAR,
    STEAL,
    TAP,
    TO,
    UNDENIABLE,
    VP,
    WORK,
)
from .sets import events_in, push, works_in
from .state import FORCED, NO_JOB, NONE


class Effects(Batches):
    """A state that can carry out effects."""

    # --- a step -----------------------------------------------------------------------------------

    def step_all(self, base: i64, chance: Chance) -> bool:
        n = self.seats
        book = self.book
        acting: i64 = 0
        live = False
        granting = False
        t: i64 = 0
        while t < n:
            if self.doing[t] != NONE:
                self.forget(t)
            i = base + t
            e = self.stack[i]
            end = i + n
            if e < self.stack[end]:
                live = True
                self.stack[i] = e + 1
                end += n
                x = self.stack[end]
                if self.is_active(x):
                    self.doing[t] = e
                    op = book.op[e]
                    if op == IF:
                        self.follow(t, book.c[e] if self._holds(e, x) else book.d[e])
                    else:
                        acting |= bit(t)
                        granting = granting or op in (GAIN, SPREADS, WORK)
            t += 1
        if granting:
            self._grant()
        i = 0
        while acting != 0:
            t = self.from_speaker(i)
            if (acting >> t) & 1 == 1:
                acting -= bit(t)
                self._begin(t, self.doing[t], chance)
            i += 1
        if self.owing == 0:
            self.do_forced(chance)
        return live

    def _holds(self, e: i64, x: i64) -> bool:
        """A condition, judged for x."""
        book = self.book
        k = book.b[e] >> 3
        if book.a[e] == MOST:
            m = book.b[e] & 7
            mine = self.on(x, m)
            if mine < k:
                return False
            s: i64 = 0
            while s < self.seats:
                if s != x and self.is_active(s) and self.on(s, m) >= mine:
                    return False
                s += 1
            return True
        if book.a[e] == FEWEST:
            s = 0
            while s < self.seats:
                if self.is_active(s) and self.total(s) < self.total(x):
                    return False
                s += 1
            return True
        return self.rep[x] >= k

    def _grant(self) -> None:
        """AC-108: what each thread gets of bank and supply is fixed here. Losses of the same step
        are returned first."""
        bank = self.bank
        works = size(self.supply)
        tokens_asked: i64 = 0
        works_asked: i64 = 0
        t: i64 = 0
        while t < self.seats:
            e = self.doing[t]
            if e != NONE:
                op = self.book.op[e]
                if op == LOSE:
                    bank += self._losable(t, e)
                elif op == WORK:
                    self.want[t] = self.book.b[e]
                    works_asked += self.want[t]
                elif op in (GAIN, SPREADS):
                    self.want[t] = self._wish(e)
                    tokens_asked += self.want[t]
            t += 1
        if tokens_asked > bank or works_asked > works:
            self._ration(bank, works)

    def _ration(self, bank: i64, works: i64) -> None:
        """AC-108, on shortage: one at a time in seat order from the Speaker."""
        wishes = self.want[:]
        fill(self.want, 0)
        turn: i64 = 1
        while turn <= MOST_TOKENS:
            i: i64 = 0
            while i < self.seats:
                t = self.from_speaker(i)
                if wishes[t] >= turn:
                    if self.book.op[self.doing[t]] == WORK:
                        if works > 0:
                            self.want[t] += 1
                            works -= 1
                    elif bank > 0:
                        self.want[t] += 1
                        bank -= 1
                i += 1
            turn += 1

    def _wish(self, e: i64) -> i64:
        """How many tokens a gain or spread asks for."""
        n = self.book.b[e]
        if self.book.op[e] == SPREADS and self.book.a[e] >= 0 and n > 4:
            return 4
        return n

    def _losable(self, t: i64, e: i64) -> i64:
        """AC-106: a loss takes what is there."""
        m = self.book.a[e]
        x = self.who(t)
        there = self.total(x) if m >= STAR else self.on(x, m)
        return there if there < self.book.b[e] else self.book.b[e]

    def _begin(self, t: i64, e: i64, chance: Chance) -> None:
        """Note the choice that is owed, or that none is."""
        book = self.book
        op = book.op[e]
        x = self.who(t)
        n = book.b[e]
        if op == GAIN:
            if self.want[t] > 0 and book.a[e] >= STAR:
                self.owe(t, J_ALLOC)
            else:
                self.job[t] = FORCED
        elif op == LOSE:
            self._begin_loss(t, e, x)
        elif op == SPREADS:
            if acts.ways(book.one_each, self.one_each(e), self.want[t]) == 1:
                self.job[t] = FORCED
            else:
                self.owe(t, J_SPREAD)
        elif op == SHIFT:
            if self.total(x) > 0:
                self.owe(t, J_SHIFT)
                self.want[t] = n
        elif op in (STEAL, TO, SHOWS, TAP):
            self._begin_aim(t, e, x)
        elif op == DISCARDS:
            self.want[t] = n
            self._go_on_discarding(t, x)
        elif op == RAID:
            self.want[t] = n
            self._go_on_raiding(t, x)
        elif op == BURIES:
            self._begin_burial(t, x, n, chance)
        elif op == MAY:
            if self._payable(e, x):
                self.owe(t, J_MAY)
        elif op == CHOOSE:
            self.owe(t, J_PICK)
        else:
            self.job[t] = FORCED

    def do_forced(self, chance: Chance) -> None:
        first = self.speaker  # who may hand the card on meanwhile
        i: i64 = 0
        while i < self.seats:
            t = first + i
            if t >= self.seats:
                t -= self.seats
            if self.job[t] == FORCED:
                self.job[t] = NO_JOB
                self._do(t, self.doing[t], chance)
            i += 1

    def _do(self, t: i64, e: i64, chance: Chance) -> None:
        """Carry out what needs no choice."""
        book = self.book
        op = book.op[e]
        x = self.who(t)
        n = book.b[e]
        if op == GAIN:
            self.gain(x, self.want[t] << (4 * book.a[e]))
        elif op == LOSE:
            n = self._losable(t, e)
            m = book.a[e]
            self.lose(x, n << (4 * m) if m < STAR else acts.nth_way(self.tokens, 5 * x, n, 0))
        elif op == SPREADS:
            self.gain(x, acts.nth_way(book.one_each, self.one_each(e), self.want[t], 0))
        elif op == STEAL:
            target = self.aim[t]
            n = self._stealable(e, target)
            self._move(target, x, acts.nth_way(self.tokens, 5 * target, n, 0))
        elif op == TAP:
            self._tap(x, self.aim[t])
        elif op == SHOWS:
            self._show_rest(t, x, self.aim[t])
        elif op == DRAW:
            i: i64 = 0
            while i < n:
                self.deal(x, chance)
                i += 1
        elif op == DISCARDS:
            while self.hand[x] != 0:
                self.to_discard(x, lowest(self.hand[x]))
        elif op == WORK:
            i = 0
            while i < self.want[t]:
                self.take_works(x)
                i += 1
        elif op == REP:
            self.change_rep(x, n)
        elif op == VP:
            self.vp[x] += n
            if self.events is not None:
                self.tell("vp", {"who": x, "vp": self.vp[x]})
        elif op == SPEAKER:
            self.give_speaker(x)
        elif op == PILE:
            i = 0
            while i < n:
                self.add_to_pile(chance)
                i += 1
        elif op == REVEALS:
            self.extra += n
            if self.events is not None:
                self.tell("more_reveals", {"target": self.target()})
        elif op == CANCEL:
            self.cancelled = True
            if self.events is not None:
                self.tell("cancelled", {"card": self.card})
        elif op == UNDENIABLE:
            self.undeniable |= bit(x)
            if self.events is not None:
                self.tell("undeniable", {"who": x})
        elif op == FLAG:
            self.nodeny = True
            if self.events is not None:
                self.tell("nodeny", {})
        elif op == MAY:
            self.lose(x, acts.nth_way(self.tokens, 5 * x, self.want[t], 0))
            self.follow(t, book.c[e])

    def _begin_loss(self, t: i64, e: i64, x: i64) -> None:
        m = self.book.a[e]
        n = self._losable(t, e)
        self.want[t] = n
        if m < STAR or acts.ways(self.tokens, 5 * x, n) == 1:  # public facts leave a single answer
            self.job[t] = FORCED
        else:
            self.owe(t, J_STRIP if m == ACTOR else J_SHED)

    def _begin_aim(self, t: i64, e: i64, x: i64) -> None:
        """Whom it hits: the target named with the ability, the only one possible, or a choice."""
        target: i64 = self.aimed
        if target == NONE:
            targets = self.targets(e, x)
            if targets == 0:
                return
            if size(targets) > 1:
                self.owe(t, J_TARGET)
                return
            target = lowest(targets)
        self.aimed = NONE
        self._aim_at(t, e, x, target)

    def _aim_at(self, t: i64, e: i64, x: i64, target: i64) -> None:
        op = self.book.op[e]
        self.aim[t] = target
        self.owe(t, NO_JOB)
        if op == TO:
            self.follow(t, self.book.c[e])
        elif op == TAP:
            self.job[t] = FORCED
        elif op == STEAL:
            n = self._stealable(e, target)
            self.want[t] = n
            if acts.ways(self.tokens, 5 * target, n) == 1:
                self.job[t] = FORCED
            else:
                self.owe(t, J_STRIP)
        elif op == SHOWS:
            n = self.book.b[e]
            if self.events is not None:
                self.tell("shows", {"who": x, "target": target})
            if n >= size(self.hand[target]) or n == ALL:
                self.job[t] = FORCED
            else:
                self.want[t] = n
                self.owe(t, J_SHOW)

    def _stealable(self, e: i64, target: i64) -> i64:
        n = self.book.b[e]
        return n if n < self.total(target) else self.total(target)

    def _tap(self, x: i64, target: i64) -> None:
        if self.events is not None:
            card = self.name_of(self.tracker[target])
            outside = Event("tapped", {"who": x, "target": target})
            data: dict[str, object] = {"target": target, "card": card}
            self.events.append(Event("tapped_card", data, bit(x), outside))

    def _show_rest(self, t: i64, x: i64, target: i64) -> None:
        left = self.hand[target] & ~self.seen[t]
        while left != 0:
            card = lowest(left)
            self._show(t, x, target, card)
            left -= bit(card)

    def _show(self, t: i64, x: i64, target: i64, card: i64) -> None:
        """The actor sees a card, the others that it happened; Public Works have no id."""
        self.seen[t] |= bit(card)
        if self.events is not None:
            data: dict[str, object] = {"target": target, "card": self.name_of(card), "who": x}
            self.events.append(Event("shown_card", data, bit(x) | bit(target)))

    def _begin_burial(self, t: i64, x: i64, n: i64, chance: Chance) -> None:
        """X alone sees some cards of the pile, and not who played them."""
        left = self.pile
        while n > 0 and left != 0:
            card = chance.pick("pile", left, bit(x))
            left -= bit(card)
            self.seen[t] |= bit(card)
            n -= 1
        if self.seen[t] != 0:
            self.owe(t, J_BURY)
        if self.events is not None:
            names: list[object] = []
            cards = self.seen[t]
            while cards != 0:
                names.append(self.name_of(lowest(cards)))
                cards &= cards - 1
            outside = Event("looked", {"who": x, "count": len(names)})
            self.events.append(Event("looked_cards", {"cards": names}, bit(x), outside))

    # --- repeated choices -------------------------------------------------------------------------

    def _go_on_discarding(self, t: i64, x: i64) -> None:
        """`discard n`: one card after the other; without asking where all must go."""
        self.owe(t, NO_JOB)
        if self.want[t] >= size(self.hand[x]):
            self.job[t] = FORCED
        elif self.want[t] > 0:
            self.owe(t, J_DISCARD)

    def _go_on_raiding(self, t: i64, x: i64) -> None:
        self.owe(t, J_RAID if self.want[t] > 0 and self.hand[x] != 0 else NO_JOB)

    def _raid(self, t: i64, x: i64, decoy: bool, chance: Chance) -> None:
        """AC-131: a Public Works card if the victim wants, else a random Event (a Public Works
        card only if there is no other)."""
        hand = self.hand[x]
        if decoy or events_in(hand) == 0:
            self.to_discard(x, lowest(works_in(hand)))
        else:
            self.to_discard(x, chance.pick("hand", events_in(hand), bit(x)))
        self.want[t] -= 1
        self._go_on_raiding(t, x)

    def _move(self, giver: i64, taker: i64, what: i64) -> None:
        """Tokens from one player's Ministries to another's."""
        m: i64 = 0
        moved: i64 = 0
        while m < 5:
            n = count_at(what, m)
            if n > self.on(giver, m):
                n = self.on(giver, m)
            self.add(giver, m, -n)
            self.add(taker, m, n)
            moved += n << (4 * m)
            m += 1
        if self.events is not None:
            self.tell("stolen", {"who": taker, "target": giver, "tokens": letters(moved)})

    # --- payments of `may` ------------------------------------------------------------------------

    def _price(self, e: i64) -> vec[i64]:
        """Costs by Ministry, those of free choice last."""
        price = zeros(6)
        costs = self.book.b[e]
        i = self.book.start[costs]
        end = i + self.book.size[costs]
        while i < end:
            price[self.book.a[i]] += self.book.b[i]
            i += 1
        return price

    def _payable(self, e: i64, x: i64) -> bool:
        price = self._price(e)
        left: i64 = 0
        m: i64 = 0
        while m < 5:
            if self.on(x, m) < price[m]:
                return False
            left += self.on(x, m) - price[m]
            m += 1
        return left >= price[5]

    def _pay_may(self, t: i64, x: i64, e: i64) -> None:
        price = self._price(e)
        fixed: i64 = 0
        m: i64 = 0
        while m < 5:
            fixed += price[m] << (4 * m)
            m += 1
        self.lose(x, fixed)
        self.want[t] = price[5]
        if acts.ways(self.tokens, 5 * x, price[5]) > 1:
            self.owe(t, J_PAY)
        else:
            self.job[t] = FORCED

    def one_each(self, e: i64) -> i64:
        """Where `book.one_each` says: at most one token on each Ministry that is not excluded."""
        return 5 * (self.book.a[e] + 1)

    def targets(self, e: i64, x: i64) -> i64:
        """3.1: whom an effect of x may hit; x only where it says `any`."""
        op = self.book.op[e]
        found = self.having(op)
        return found if op == TO and self.book.a[e] == ANY else found & ~bit(x)

    # --- carrying out a choice --------------------------------------------------------------------

    def settle(self, t: i64, act: i64, chance: Chance) -> None:
        job = self.job[t]
        x = self.who(t)
        e = self.doing[t]
        what = what_of(act)
        kind = kind_of(act)
        if job == J_SHIFT:
            self._shift(t, x, kind, what)
            return
        if job == J_TARGET:
            self._aim_at(t, e, x, what)
            return
        if job == J_SHOW:
            self._show(t, x, self.aim[t], what)
            self.want[t] -= 1
            if self.want[t] == 0:
                self.owe(t, NO_JOB)
            return
        if job == J_DISCARD:
            self.to_discard(x, what)
            self.want[t] -= 1
            self._go_on_discarding(t, x)
            return
        if job == J_RAID:
            self._raid(t, x, kind == acts.DECOY, chance)
            return
        self.owe(t, NO_JOB)
        if job in (J_ALLOC, J_SPREAD):
            self.gain(x, what)
        elif job == J_SHED:
            self.lose(x, what)
        elif job == J_STRIP:
            if self.book.op[e] == STEAL:
                self._move(self.aim[t], x, what)
            else:
                self.lose(x, what)
        elif job == J_BURY:
            self._bury(t, x, what)
        elif job == J_PICK:
            if self.events is not None:
                self.tell("picked", {"who": x, "option": what + 1})
            self.follow(t, self.book.b[e] + what)
        elif job == J_MAY:
            if self.events is not None:
                self.tell("may", {"who": x, "yes": "yes" if kind == acts.YES else "no"})
            if kind == acts.YES:
                self._pay_may(t, x, e)
        elif job == J_PAY:
            self.lose(x, what)
            self.follow(t, self.book.c[e])

    def _shift(self, t: i64, x: i64, kind: i64, what: i64) -> None:
        """One token from one own Ministry to another; at most `want` more."""
        self.want[t] -= 1
        if kind == acts.MOVE:
            source, to = what >> 3, what & 7
            self.add(x, source, -1)
            self.add(x, to, 1)
            if self.events is not None:
                data: dict[str, object] = {"who": x}
                data["source"] = acts.LETTERS[source]
                data["to"] = acts.LETTERS[to]
                self.tell("moved", data)
        else:
            self.want[t] = 0
        if self.want[t] == 0:
            self.owe(t, NO_JOB)

    def _bury(self, t: i64, x: i64, what: i64) -> None:
        """AC-30. Of Public Works, which look alike, the lowest."""
        card = what
        if what == acts.ANY_WORKS:
            card = lowest(works_in(self.seen[t]))
        self.seen[t] = 0
        if card > 0:
            self.pile -= bit(card)
            self.buried = push(self.buried, card)
        if self.events is not None:
            outside = Event("buried" if card > 0 else "buried_nothing", {"who": x})
            if card > 0:
                data: dict[str, object] = {"card": self.name_of(card)}
                self.events.append(Event("buried_card", data, bit(x), outside))
            else:
                self.events.append(outside)
