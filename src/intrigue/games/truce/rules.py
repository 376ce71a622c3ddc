"""Truce: who is asked, what they may do, gifts, rounds, and the end.

Nothing here knows names, languages or clocks. What a reveal does stands in `resolve`.
"""

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit
from intrigue.kernel.position import TABLE, Event, Outcome, Position, Prompt, Refusal
from intrigue.kernel.sealed import Sealed
from intrigue.kernel.vecs import filled, pack, zeros

from .acts import (
    ATTACK,
    DEFEND,
    FREEZE,
    GIFT,
    INVALID,
    LOOT,
    PASS,
    SUPPORT,
    coins_of,
    gift,
    kind_of,
    order_data,
    show_order,
    target_of,
)
from .resolve import ALL_READY, DEADLINE, Reveal, Terms
from .view import Order, TruceView


class Past:
    """A revealed round: the orders as submitted, and the round before. Never changes."""

    def __init__(self, orders: vec[i64], before: "Past | None") -> None:
        self.orders = orders
        self.before = before
        self.told: tuple[tuple[Order, ...], ...] | None = None

    def shown(self) -> tuple[tuple[Order, ...], ...]:
        """All rounds up to this one, as every view shows them; made once."""
        if self.told is None:
            earlier: tuple[tuple[Order, ...], ...] = ()
            if self.before is not None:
                earlier = self.before.shown()
            self.told = (*earlier, tuple([show_order(act) for act in list(self.orders)]))
        return self.told


class Truce(Position):
    """A match of Truce."""

    def __init__(self, seats: i64, terms: Terms) -> None:
        super().__init__(seats)
        self.terms = terms
        self.supply: vec[i64] = filled(seats, 3)  # TR-3
        self.spoils: vec[i64] = zeros(seats)
        self.stash: i64 = terms.initial_stash  # TR-4, TR-A30
        self.removed: i64 = 0  # TR-49
        self.round: i64 = 0
        self.orders: Sealed = Sealed(seats)
        self.frozen: bool = False  # TR-A19: no more gifts this round
        self.supporters: vec[i64] = zeros(seats)  # as counted in the last reveal, for TR-45
        self.past: Past | None = None
        self.scratch: Reveal | None = None  # no part of the position

    def copy(self) -> "Truce":
        other = Truce(0, self.terms)
        other.seats = self.seats
        other.over = self.over
        other.supply = self.supply[:]
        other.spoils = self.spoils[:]
        other.stash = self.stash
        other.removed = self.removed
        other.round = self.round
        other.orders = self.orders.copy()
        other.frozen = self.frozen
        other.supporters = self.supporters  # replaced at a reveal, never changed in place
        other.past = self.past
        return other

    def place(self, supply: list[int], spoils: list[int], supporters: list[int]) -> None:
        """Put coins and the last supporters where a text form or a belief wants them."""
        self.supply = pack(supply)
        self.spoils = pack(spoils)
        self.supporters = pack(supporters)

    def remember(self, orders: list[int]) -> None:
        """Add a round that was revealed before."""
        self.past = Past(pack(orders), self.past)

    def finish(self) -> None:
        """Be over: nobody is asked."""
        self.over = True
        self.orders.restore([PASS * 64] * self.seats)

    # --- who is asked ---------------------------------------------------------------------------

    def next(self) -> i64:
        return self.orders.next()

    def asked(self) -> list[int]:
        return self.orders.owing()

    def prompt(self, seat: i64) -> Prompt:
        return Prompt(
            seat,
            "orders",
            progress=self.terms.ready_flags,
            closes="deadline" if self.terms.reveal == DEADLINE else "ready",  # TR-A36
            data={"round": self.round, "rounds": self.terms.rounds, "stash": self.stash},
        )

    def width(self, seat: i64) -> i64:
        others = self.seats - 1
        if self.supply[seat] > 0:
            return 3 + 2 * others
        return 1 + others  # TR-38

    def nth(self, seat: i64, k: i64) -> i64:
        if k == 0:
            return PASS * 64
        others = self.seats - 1
        if self.supply[seat] > 0:
            if k == 1:
                return DEFEND * 64
            if k == 2:
                return LOOT * 64
            if k < 3 + others:
                return self._toward(ATTACK, seat, k - 3)
            k -= 2 + others
        return self._toward(SUPPORT, seat, k - 1)

    def _toward(self, kind: i64, seat: i64, i: i64) -> i64:
        """The order against or for the i-th other player."""
        return kind * 64 + (i if i < seat else i + 1) + 1

    def free(self, seat: i64) -> list[int]:
        out: list[int] = []
        if self.over or not self.terms.gifts or self.frozen:
            return out
        for to in range(self.seats):
            if to != seat:
                for coins in range(1, self.supply[seat] + 1):
                    out.append(gift(to, coins))
        return out

    def is_free(self, act: i64) -> bool:
        return kind_of(act) == GIFT

    def unsettles(self, act: i64) -> bool:
        return self.terms.reveal == ALL_READY  # TR-51

    def default(self, seat: i64, chance: Chance) -> i64:
        return PASS * 64  # TR-9

    # --- judging --------------------------------------------------------------------------------

    def check(self, seat: i64, act: i64) -> Refusal | None:
        kind = kind_of(act)
        if self.over:
            return Refusal("over", "TR-A18" if kind == GIFT else "TR-12")
        if act < 0 or act & INVALID != 0:
            return Refusal("no_order", "TR-9", {"text": str(act)})
        if seat == TABLE:
            return self._check_freeze(act)
        if kind == GIFT:
            return self._check_gift(seat, target_of(act), coins_of(act))
        if not self.orders.owes(seat):
            return Refusal("already_ordered", "TR-7")
        if kind > SUPPORT or act >= GIFT * 64:
            return Refusal("no_order", "TR-9", {"text": str(act)})
        return None  # TR-A15, TR-A33: judged at the reveal

    def _check_freeze(self, act: i64) -> Refusal | None:
        """Once a round, at tables that close gifts early."""
        if act == FREEZE * 64 and self.terms.gifts and self.terms.freeze and not self.frozen:
            return None
        return Refusal("no_freeze", "TR-A19")

    def _check_gift(self, seat: i64, to: i64, coins: i64) -> Refusal | None:
        if not self.terms.gifts:
            return Refusal("gifts_off", "TR-39")
        if self.frozen:
            return Refusal("gifts_frozen", "TR-A19")
        if to == seat:
            return Refusal("gift_to_self", "TR-A17")
        if to < 0 or to >= self.seats:
            return Refusal("gift_to_nobody", "TR-A17")
        if coins < 1:
            return Refusal("gift_of_nothing", "TR-50")
        if coins > self.supply[seat]:
            return Refusal("gift_too_large", "TR-A17", {"supply": self.supply[seat]})
        return None

    # --- changing -------------------------------------------------------------------------------

    def apply(self, seat: i64, act: i64, chance: Chance) -> None:
        kind = kind_of(act)
        if kind <= SUPPORT:
            if self.events is not None:
                self._tell_sealed(seat, act)
            if self.orders.put(seat, act):
                self._reveal()
        elif kind == GIFT:
            self._give(seat, target_of(act), coins_of(act))
        else:
            self.frozen = True
            if self.events is not None:
                self.events.append(Event("frozen", {}))

    def _tell_sealed(self, seat: i64, act: i64) -> None:
        if self.events is not None:
            data: dict[str, object] = {"order": order_data(act)}
            self.events.append(Event("sealed", data, bit(seat)))

    def _give(self, giver: i64, to: i64, coins: i64) -> None:
        self.supply[giver] -= coins  # TR-39
        self.spoils[to] += coins  # TR-40
        if self.events is not None:  # TR-42
            self.events.append(Event("gift", {"giver": giver, "to": to, "coins": coins}))

    def begin_round(self) -> None:
        self.round += 1
        self.stash += 1  # TR-5
        self.frozen = False
        self.orders.ask_all()  # TR-6
        if self.events is not None:
            self.events.append(Event("round", {"round": self.round, "stash": self.stash}))

    def _reveal(self) -> None:
        reveal = self.scratch
        if reveal is None:
            reveal = Reveal(self.terms, self.seats)
            self.scratch = reveal
        reveal.begin(self.orders.answers, self.supply, self.spoils, self.stash, self.events)
        reveal.resolve()
        self.stash = reveal.stash
        self.removed += reveal.removed
        self.supporters = reveal.supporters
        self.past = Past(reveal.orders, self.past)
        if self.round < self.terms.rounds:  # TR-12
            self.begin_round()
        else:
            self.over = True
            if self.events is not None:
                self.events.append(Event("over", {"winners": self._winners()}))

    # --- the end --------------------------------------------------------------------------------

    def _winners(self) -> list[int]:
        """TR-44…46; only the leaders' supporters count for the tie (TR-A31)."""
        most = max(list(self.supply))
        leaders = [v for v in range(self.seats) if self.supply[v] == most]
        backing = max([self.supporters[v] for v in leaders])
        return [v for v in leaders if self.supporters[v] == backing]

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        winners = self._winners()
        most = max(list(self.supply))
        leaders = [v for v in range(self.seats) if self.supply[v] == most]
        reason = "shared" if len(winners) > 1 else "supporters" if len(leaders) > 1 else "coins"
        rule = "TR-46" if len(winners) > 1 else "TR-45" if len(leaders) > 1 else "TR-44"
        return Outcome(reason, rule, list(self.supply), winners)

    # --- showing --------------------------------------------------------------------------------

    def view(self, viewer: i64) -> TruceView:
        own: Order | None = None
        if viewer >= 0 and not self.over and self.orders.answers[viewer] >= 0:
            own = show_order(self.orders.answers[viewer])
        terms = self.terms
        return TruceView(
            seat=viewer,
            phase="over" if self.over else "orders",
            round=self.round,
            rounds=terms.rounds,
            initial_stash=terms.initial_stash,
            spoils_remainder=terms.spoils_remainder,
            cycle_outsiders=terms.cycle_outsiders,
            gifts=terms.gifts and not self.frozen and not self.over,
            gifts_option=terms.gifts,
            reveal=terms.reveal,
            ready_flags=terms.ready_flags,
            stash=self.stash,
            removed=self.removed,
            supply=tuple(self.supply),
            spoils=tuple(self.spoils),
            supporters=tuple(self.supporters),
            past=self.past.shown() if self.past is not None else (),
            order=own,
        )

    def key(self) -> list[int]:
        out = [self.round, self.stash, self.removed, 1 if self.frozen else 0, 1 if self.over else 0]
        out.extend(list(self.supply))
        out.extend(list(self.spoils))
        out.extend(list(self.orders.answers))
        out.extend(list(self.supporters))
        turn = self.past
        while turn is not None:
            out.extend(list(turn.orders))
            turn = turn.before
        return out
