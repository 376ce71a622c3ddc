"""The whole truth of a match of Truce, and the working of one reveal."""

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.position import Event, Position, carry_over
from intrigue.kernel.sealed import Sealed
from intrigue.kernel.vecs import filled, pack, zeros

from ..view import Order
from .acts import PASS
from .terms import Terms


class Past:
    """A revealed round: the orders as submitted, and the round before. Never changes."""

    def __init__(self, orders: vec[i64], before: "Past | None") -> None:
        self.orders = orders
        self.before = before
        self.told: tuple[tuple[Order, ...], ...] | None = None  # as views show it, once made


class Reveal:
    """One round from the reveal to the bank. `victim[v]` is whom v robs (an arrow of the attack
    graph), `robbers[t]` how many rob t.

    A match keeps one and lays it out anew each round, because vectors cost more to make than to
    fill. Nothing but `supporters` and `orders`, which are new each time, outlives the round.
    """

    def __init__(self, terms: Terms, seats: i64) -> None:
        self.terms = terms
        self.n: i64 = seats
        none = zeros(seats)
        self.orders: vec[i64] = none  # as submitted; the invalid ones get a mark
        self.supply: vec[i64] = none  # the match's own, changed in place
        self.spoils: vec[i64] = none
        self.stash: i64 = 0
        self.removed: i64 = 0
        self.events: list[Event] | None = None
        self.supporters: vec[i64] = none
        self.kind: vec[i64] = zeros(seats)
        self.target: vec[i64] = zeros(seats)
        self.victim: vec[i64] = zeros(seats)
        self.robbers: vec[i64] = zeros(seats)
        self.coin: vec[i64] = zeros(seats)  # won from a Supply
        self.settled: vec[i64] = zeros(seats)  # 1 once the Spoils have come to their end
        self.share: vec[i64] = zeros(seats)  # what each robber gets of a victim's Spoils
        self.successes: i64 = 0

    def begin(
        self,
        orders: vec[i64],
        supply: vec[i64],
        spoils: vec[i64],
        stash: i64,
        events: list[Event] | None,
    ) -> None:
        self.orders = orders[:]
        self.supply = supply
        self.spoils = spoils
        self.stash = stash
        self.removed = 0
        self.events = events
        self.supporters = zeros(self.n)
        self.successes = 0


class State(Position):
    """Everything that a match of Truce is made of."""

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

    def copy_into(self, other: "State") -> None:
        carry_over(self, other)
        other.supply = self.supply[:]
        other.spoils = self.spoils[:]
        other.stash = self.stash
        other.removed = self.removed
        other.round = self.round
        other.orders = self.orders.copy()
        other.frozen = self.frozen
        other.supporters = self.supporters  # replaced at a reveal, never changed in place
        other.past = self.past

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
