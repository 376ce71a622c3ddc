"""Complot: who is asked, what is refused and why, and the course of a turn.

START, MAIN, CLEANUP, DRAW (CO-20). Cards do what they do in `effects`, options stand in `menu`.
"""

from librt.vecs import append
from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, Chance
from intrigue.kernel.position import Outcome, Prompt
from intrigue.kernel.vecs import filled

from .acts import (
    ATTACK,
    BUY,
    CONCEDE,
    CONVERT,
    DECLINE,
    DISCARD_CARD,
    DISPOSE,
    END,
    HIT,
    PICK_DISCARD,
    PICK_FRONT,
    PICK_HAND,
    PICK_OPTION,
    PICK_SLOT,
    PICK_SOURCE,
    PLAY,
    PLAY_ALL,
    ROW,
    STUDENT_PILE,
    amount_of,
    kind_of,
    make,
    thing_of,
)
from .deck import NO_COHORT, Deck
from .judge import ATTACKING, BUYING, PLAYING, Judge
from .state import (
    ASK_PURGE,
    ASK_STAMMER,
    EMPTY,
    F_EFFECTS,
    F_START,
    GONE,
    HAND_SIZE,
    LEFT,
    MAIN,
    NO_CARDS,
    NOBODY_WON,
    PROMPTS,
    SLOT,
    Terms,
    without,
)


class Complot(Judge):
    """A match of Complot."""

    def __init__(self, deck: Deck, terms: Terms) -> None:
        super().__init__(deck, terms)

    def copy(self) -> "Complot":
        other = Complot(self.deck, self.terms)
        self.copy_into(other)
        return other

    # --- setup ------------------------------------------------------------------------------------

    def deal(self, first: i64, chance: Chance) -> None:
        """CO-12…16."""
        self.first = first
        self.active = first
        slot: i64 = 0
        while slot < ROW:
            self.refill(slot, chance)
            slot += 1
        self.draw_cards(first, self.terms.first_draw, chance)  # CO-16, CA-3
        self.draw_cards(1 - first, HAND_SIZE, chance, True)

    # --- who is asked -----------------------------------------------------------------------------

    def next(self) -> i64:
        """CI-10: nobody but the player whose turn it is."""
        if self.over:
            return -1
        return self.active

    def asked(self) -> list[int]:
        if self.over:
            return []
        return [self.active]

    def prompt(self, seat: i64) -> Prompt:
        data: dict[str, object] = {"a": self.a, "r": self.r, "count": self.left, "card": ""}
        if self.asking >= ASK_PURGE:
            data["card"] = self.name(self.sides[seat].front[self.current_slot()])
        return Prompt(seat, PROMPTS[self.asking], sealed=False, data=data)

    def is_free(self, act: i64) -> bool:
        return act == CONCEDE  # CA-43: at any time, by either

    def undoable(self, seat: i64, act: i64) -> bool:
        """Whatever asks chance nothing tells a player nothing new in the own turn."""
        return kind_of(act) not in (END, CONCEDE)

    def default(self, seat: i64, chance: Chance) -> i64:
        """Decline, else the first option; the cheapest card, of several the one that was drawn
        first; no further plays."""
        if self.asking == MAIN:
            return END
        if self.asking == ASK_STAMMER:
            order = self.sides[seat].order
            best = order[0]
            for face in order:
                if self.deck.cards[face].cost < self.deck.cards[best].cost:
                    best = face
            return make(DISCARD_CARD, best)
        if self.current().may:
            return DECLINE
        return self.nth(seat, 0)  # AU-13

    # --- acting -----------------------------------------------------------------------------------

    def apply(self, seat: i64, act: i64, chance: Chance) -> None:
        self.fresh = False
        kind = kind_of(act)
        thing = thing_of(act)
        if kind == PLAY:
            self.leave_hand(self.sides[seat], thing)
            self.place(thing, chance)
            self.run(chance)
        elif kind == END:
            self._end_turn(chance)
        elif kind == HIT:
            self._hit(amount_of(act))
        elif kind == BUY:
            self._buy(thing, chance)
        elif kind == ATTACK:
            self._attack(thing)
        elif kind == PLAY_ALL:
            self._play_all(chance)
        elif kind == CONVERT:
            self._convert(thing, amount_of(act))
        elif kind == DISPOSE:
            self._dispose(thing, chance)
        elif kind == CONCEDE:
            self.conceded = True
            self.tell("conceded", {"seat": seat})
            self._finish(1 - seat)
        elif kind == DISCARD_CARD:
            self._discard_for_stammer(thing, chance)
        else:
            self._answer(kind, thing, amount_of(act), chance)

    def _play_all(self, chance: Chance) -> None:
        """Everything in hand that needs no choice, also what is drawn on the way: cards that draw
        first, cards that count last."""
        side = self.sides[self.active]
        while True:
            best: i64 = EMPTY
            rank: i64 = 9
            face: i64 = 0
            n: i64 = len(side.hand)
            while face < n:
                if side.hand[face] > 0:
                    card = self.deck.cards[face]
                    if not card.asks:
                        mine: i64 = 0 if card.draws else 2 if card.counts else 1
                        if mine < rank:
                            rank = mine
                            best = face
                face += 1
            if best == EMPTY:
                break
            self.leave_hand(side, best)
            self.place(best, chance)

    def _advance(self, step: i64) -> None:
        """CA-7: the first act of a later phase closes the earlier ones."""
        if self.terms.phased:
            self.step = step

    def _attack(self, face: i64) -> None:
        """CO-30: exactly its Backing is paid (CA-10)."""
        self._advance(ATTACKING)
        seat = 1 - self.active
        d = self.backing(seat, face)
        self.a -= d
        self.leave_front(seat, face)
        if self.events is not None:
            self.tell("destroyed", {"seat": seat, "card": self.name(face), "d": d})

    def _hit(self, n: i64) -> None:
        """CO-32, CO-70."""
        self._advance(ATTACKING)
        seat = 1 - self.active
        side = self.sides[seat]
        self.a -= n
        side.wit = max(0, side.wit - n)
        if self.events is not None:
            self.tell("hit", {"seat": seat, "n": n, "wit": side.wit})
        if side.wit == 0:
            self._finish(self.active)

    def _convert(self, face: i64, n: i64) -> None:
        """CO-59."""
        self._advance(ATTACKING)
        s = self.find_converter(face)
        self.slots[s * SLOT + LEFT] -= n
        self.r -= n
        self.a += n
        if self.events is not None:
            self.tell("converted", {"seat": self.active, "card": self.name(face), "n": n})

    def _buy(self, slot: i64, chance: Chance) -> None:
        """CO-40…43, CO-58."""
        self._advance(BUYING)
        side = self.sides[self.active]
        face = self.deck.student if slot == STUDENT_PILE else self.row[slot]
        card = self.deck.cards[face]
        self.r -= card.cost
        on_top = self.pages > 0
        if on_top:
            self.pages -= 1
            side.top = append(side.top, face)  # CA-45: a later one above
        else:
            side.discard = append(side.discard, face)  # CO-41
        if card.limit > 0:
            self.bought = append(self.bought, face)
        if slot == STUDENT_PILE:
            self.students -= 1
        else:
            self.row[slot] = EMPTY
        if self.events is not None:
            kind = "bought_top" if on_top else "bought"
            self.tell(kind, {"seat": self.active, "card": card.id, "cost": card.cost})
        if slot != STUDENT_PILE:
            self.refill(slot, chance)

    def _dispose(self, face: i64, chance: Chance) -> None:
        """CO-62: eliminated first, then its effects."""
        s = self.find_disposable(face)
        self.eliminate_slot(s)
        if self.events is not None:
            self.tell("disposed", {"seat": self.active, "card": self.name(face)})
        for op in self.deck.lists[self.deck.cards[face].own]:
            self.operate(op, s, chance)

    # --- answering --------------------------------------------------------------------------------

    def _discard_for_stammer(self, face: i64, chance: Chance) -> None:
        """CO-22: one card at a time."""
        side = self.sides[self.active]
        self.leave_hand(side, face)
        side.order = without(side.order, face)  # the oldest copy
        side.discard = append(side.discard, face)
        self.left -= 1
        if self.events is not None:
            self.tell("stammered", {"seat": self.active, "card": self.name(face)})
        if self.left == 0:
            side.order = NO_CARDS
            self.run(chance)

    def _answer(self, kind: i64, thing: i64, amount: i64, chance: Chance) -> None:
        side = self.sides[self.active]
        op = self.current()
        again: i64 = 0
        if kind == DECLINE:
            self.tell("declined", {"seat": self.active})
        elif kind == PICK_HAND:
            self.leave_hand(side, thing)
            again = self._eliminated(thing, "hand")
        elif kind == PICK_DISCARD:
            self.leave_discard(side, thing)
            again = self._eliminated(thing, "discard")
        elif kind == PICK_FRONT:
            s = self.find_copy(thing, amount)
            if self.asking == ASK_PURGE:
                self.mark(s, GONE)
                again = self._eliminated(thing, "front")
            else:
                self.double(s)
        elif kind == PICK_SOURCE:
            self.leave_front(1 - self.active, thing)
            if self.events is not None:
                self.tell("discredited", {"seat": 1 - self.active, "card": self.name(thing)})
        elif kind == PICK_SLOT:
            face = self.row[thing]
            self.gone[face] += 1
            self.row[thing] = EMPTY
            if self.events is not None:
                self.tell("reported", {"seat": self.active, "card": self.name(face)})
            self.refill(thing, chance)
        elif kind == PICK_OPTION:
            self.tell("chose", {"seat": self.active, "option": thing})
            self.push(F_EFFECTS, self.current_slot(), op.lists[thing], 0)
        self.asking = MAIN
        self.left = 0
        if again > 0:
            self.ask_purge(op, again)
            if self.asking != MAIN:
                return
        self.run(chance)

    def _eliminated(self, face: i64, zone: str) -> i64:
        """CO-55: out of the game; how many more may be chosen."""
        self.gone[face] += 1
        if self.events is not None:
            data: dict[str, object] = {"seat": self.active, "card": self.name(face)}
            self.tell("eliminated_" + zone, data)
        return self.left - 1

    # --- the course of a turn ---------------------------------------------------------------------

    def _end_turn(self, chance: Chance) -> None:
        """CO-45…48: points are lost, claims and unplayed cards are discarded, five are drawn."""
        seat = self.active
        side = self.sides[seat]
        stay = NO_CARDS
        claims = NO_CARDS
        s: i64 = 0
        n: i64 = len(side.front)
        while s < n:
            face = side.front[s]
            if not self.has(s, GONE):
                if self.deck.cards[face].source:
                    stay = append(stay, face)
                else:
                    claims = append(claims, face)
                    side.discard = append(side.discard, face)  # CO-46
            s += 1
        side.front = stay
        hand = NO_CARDS
        face = 0
        while side.hand_n > 0:
            while side.hand[face] > 0:
                self.leave_hand(side, face)
                hand = append(hand, face)
                side.discard = append(side.discard, face)  # CO-47
            face += 1
        self._clear_turn()
        if self.events is not None:
            data: dict[str, object] = {"played": self.names(claims), "unplayed": self.names(hand)}
            self.tell("turn_ended", {"seat": seat, **data})
        self.draw_cards(seat, HAND_SIZE, chance, True)
        side.turns += 1
        cap = self.terms.turn_cap
        if self.sides[0].turns >= cap and self.sides[1].turns >= cap:
            self._finish(self._wittier())  # CO-71
            self._line_up()
        else:
            self.active = 1 - seat
            self._begin_turn(chance)

    def _line_up(self) -> None:
        """A slot for every source of the active player; its flags are fresh (CO-21)."""
        n: i64 = len(self.sides[self.active].front)
        while n > 0:
            self.add_slot(0, 1)
            n -= 1

    def _clear_turn(self) -> None:
        """CO-21, CA-37: pools, counters and flags of the turn."""
        self.a = 0
        self.r = 0
        self.pages = 0
        self.step = PLAYING
        self.slots = NO_CARDS
        self.stack = NO_CARDS
        self.waiting = NO_CARDS
        self.bought = NO_CARDS
        self.doubled = filled(NO_COHORT + 1, 1)
        self.asking = MAIN
        self.left = 0

    def _begin_turn(self, chance: Chance) -> None:
        side = self.sides[self.active]
        self._line_up()
        owed = min(side.stammer, side.hand_n)
        side.stammer = 0  # CO-22: no carry-over
        if self.events is not None:
            self.tell("turn", {"seat": self.active, "turn": side.turns + 1})
        if not self.terms.sources_once and len(side.front) > 0:  # CA-13
            self.push(F_START, 0, 0, 0)
        if owed > 0:
            self.ask(ASK_STAMMER, owed)
        else:
            side.order = NO_CARDS
            self.run(chance)

    def _wittier(self) -> i64:
        one, two = self.sides
        if one.wit == two.wit:
            return NOBODY_WON
        return 0 if one.wit > two.wit else 1

    def _finish(self, winner: i64) -> None:
        self.over = True
        self.winner = winner
        if self.events is not None:
            winners: list[int] = [] if winner == NOBODY_WON else [winner]
            self.tell("over", {"winners": winners})

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        scores: list[int] = [self.sides[0].wit, self.sides[1].wit]
        if self.winner == NOBODY_WON:
            return Outcome("draw", "CO-71", scores, [])
        if self.conceded:
            return Outcome("conceded", "CA-43", scores, [self.winner])
        if scores[1 - self.winner] == 0:
            return Outcome("wit", "CO-70", scores, [self.winner])
        return Outcome("cap", "CO-71", scores, [self.winner])


def first_player(chance: Chance) -> i64:
    """CO-15, CA-29: fair and open."""
    return chance.draw("first", filled(2, 1), EVERYONE)
