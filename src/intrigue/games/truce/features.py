"""A seat's view of Truce as numbers: coins, the last rounds, its own order."""

from functools import cached_property

from intrigue.kernel.features import Features, Slot

from .rules.acts import ATTACK, DEFEND, LOOT, NONE, PASS, SUPPORT, kind_of, order, target_of
from .rules.encode import ROUNDS, TruceWriter
from .view import Order, TruceView

_KINDS = {"pass": PASS, "defend": DEFEND, "loot": LOOT, "attack": ATTACK, "support": SUPPORT}


class TruceFeatures(Features):
    """Rounds that lie further back, and gifts, are left out."""

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        n, rounds = self.setup.seats, int(self.setup.options["rounds"])
        coins = 3 * n + int(self.setup.options["initialStash"]) + rounds
        orders = ATTACK + 2 * n
        return (
            Slot("left", high=rounds),  # rounds still to come, this one included
            Slot("stash", high=coins),
            Slot("order", high=orders, category=True),  # one's own, once sealed
            Slot("supply", n, coins),
            Slot("spoils", n, coins),
            Slot("supporters", n, n),
            *(Slot(f"orders -{ago}", n, orders, True) for ago in range(1, ROUNDS + 1)),
        )

    @cached_property
    def table(self) -> tuple[int, ...]:
        others = range(1, self.setup.seats)
        targeted = (order(kind, to) for kind in (ATTACK, SUPPORT) for to in others)
        return (order(PASS), order(DEFEND), order(LOOT), *targeted)

    def writer(self) -> TruceWriter:
        return TruceWriter(self)

    def turned(self, act: int, by: int) -> int:
        target = target_of(act)
        if target == NONE:
            return act
        return order(kind_of(act), (target + by) % self.setup.seats)

    def read(self, view: TruceView) -> list[int]:
        n, seat = self.setup.seats, view.seat
        left = view.rounds - view.round + 1 if view.phase == "orders" else 0
        out = [left, view.stash, 0 if view.order is None else self._number(view.order, seat)]
        for counts in (view.supply, view.spoils, view.supporters):
            out += counts[seat:] + counts[:seat]
        for ago in range(1, ROUNDS + 1):
            if len(view.past) < ago:
                out += [0] * n
            else:
                orders = view.past[-ago]
                out += [self._number(one, seat) for one in orders[seat:] + orders[:seat]]
        return out

    def _number(self, order: Order, seat: int) -> int:
        """0 is no order at all. An invalid one counts as Pass (TR-9, TR-A33)."""
        kind = _KINDS[order.kind] if order.valid else PASS
        if kind < ATTACK:
            return 1 + kind
        if order.target is None:
            return 1 + PASS
        n = self.setup.seats
        return 1 + ATTACK + (order.target - seat) % n + (n if kind == SUPPORT else 0)
