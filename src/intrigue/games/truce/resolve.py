"""A round of Truce from the reveal to the bank, in the rulebook's own sequence.

The order of players never matters: every step is a formula of what was revealed.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.position import Event
from intrigue.kernel.vecs import fill, pack, zeros

from .acts import (
    ATTACK,
    DEFEND,
    INVALID,
    LOOT,
    NONE,
    PASS,
    SUPPORT,
    kind_of,
    order_data,
    target_of,
)

REMOVED: Final = "removed"
KEPT: Final = "kept"
DOWNSTREAM: Final = "downstream"
SNAPSHOT: Final = "snapshot"
ALL_READY: Final = "allReady"
DEADLINE: Final = "deadline"


class Terms:
    """The table's options as rules read them. Never changes."""

    def __init__(
        self,
        rounds: i64,
        initial_stash: i64,
        spoils_remainder: str,
        cycle_outsiders: str,
        gifts: bool,
        freeze: bool,
        reveal: str,
        ready_flags: str,
    ) -> None:
        self.rounds = rounds
        self.initial_stash = initial_stash
        self.spoils_remainder = spoils_remainder
        self.cycle_outsiders = cycle_outsiders
        self.gifts = gifts
        self.freeze = freeze  # TR-A19: whether gifts can be closed before the reveal
        self.reveal = reveal
        self.ready_flags = ready_flags


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
        self.orders: vec[i64] = none  # as submitted; `judge` marks the invalid ones
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

    def resolve(self) -> None:
        """TR-10: Support, Loot, Attacks, Spoils; then everything is banked."""
        self.judge()
        self.count_supporters()
        self.split_stash()
        self.decide_attacks()
        if self.successes > 0:
            self.take_from_supply()
            self.take_spoils()
        self.bank()

    def judge(self) -> None:
        """TR-8, TR-9: all orders open; what is not valid now is a Pass."""
        n = self.n
        orders, kinds, targets = self.orders, self.kind, self.target
        supply = self.supply
        v: i64 = 0
        while v < n:
            act = orders[v]
            kind = kind_of(act)
            target = target_of(act)
            valid = True
            if kind in (ATTACK, SUPPORT):
                valid = 0 <= target < n and target != v  # TR-13, TR-20, TR-A33
            if kind in (ATTACK, DEFEND, LOOT):
                valid = valid and supply[v] > 0  # TR-13, TR-18, TR-23, TR-A15
            if valid:
                kinds[v] = kind
                targets[v] = target
            else:
                kinds[v] = PASS
                orders[v] = act | INVALID
            v += 1
        if self.events is not None:
            shown = [order_data(act) for act in list(orders)]
            self.events.append(Event("reveal", {"orders": shown}))

    def count_supporters(self) -> None:
        """TR-21, TR-29: support passes on along supporters; one that runs in a circle is lost."""
        n = self.n
        kind = self.kind
        target = self.target
        v: i64 = 0
        while v < n:
            if kind[v] == SUPPORT:
                at = target[v]
                steps: i64 = 0
                while steps < n and kind[at] == SUPPORT:
                    at = target[at]
                    steps += 1
                if kind[at] == SUPPORT:
                    at = NONE  # TR-A5
                else:
                    self.supporters[at] += 1
                if self.events is not None:
                    self._tell_support(v, at)
            v += 1
        if self.events is not None:
            self.events.append(Event("supporters", {"supporters": list(self.supporters)}))

    def _tell_support(self, supporter: i64, lands: i64) -> None:
        path: list[int] = [self.target[supporter]]
        while self.kind[path[-1]] == SUPPORT and path[-1] not in path[:-1]:
            path.append(self.target[path[-1]])
        data: dict[str, object] = {"supporter": supporter, "path": path}
        if lands == NONE:
            self._tell(Event("support_lost", data))
        else:
            data["lands"] = lands
            self._tell(Event("support" if len(path) == 1 else "support_passed", data))

    def split_stash(self) -> None:
        """TR-23, TR-24, TR-30: an even share for every looter, the rest leaves the game."""
        n = self.n
        kind = self.kind
        looters: i64 = 0
        v: i64 = 0
        while v < n:
            if kind[v] == LOOT:
                looters += 1
            v += 1
        if looters == 0:
            return  # TR-A27
        share = self.stash // looters
        rest = self.stash - share * looters
        v = 0
        while v < n:
            if kind[v] == LOOT:
                self.spoils[v] += share
                if self.events is not None:
                    self._tell(Event("loot", {"looter": v, "coins": share}))
            v += 1
        self.stash = 0
        self._remove(rest, NONE, "stash")

    def decide_attacks(self) -> None:
        """TR-15, TR-16, TR-19, TR-31: every attack alone, all before any coin moves (TR-A21)."""
        n = self.n
        kind = self.kind
        fill(self.victim, NONE)
        fill(self.robbers, 0)
        v: i64 = 0
        while v < n:
            if kind[v] == ATTACK:
                t = self.target[v]
                looted = kind[t] == LOOT
                attack = self.supporters[v]  # TR-14
                defence = self.supporters[t] if kind[t] == DEFEND else 0  # TR-18, TR-28
                success = looted or attack > defence
                if success:
                    self.victim[v] = t
                    self.robbers[t] += 1
                    self.successes += 1
                if self.events is not None:
                    self._tell_attack(v, t, attack, defence, looted, success)
            v += 1

    def _tell_attack(
        self, v: i64, t: i64, attack: i64, defence: i64, looted: bool, success: bool
    ) -> None:
        kind = "attack_on_looter" if looted else "attack" if success else "attack_failed"
        data: dict[str, object] = {
            "attacker": v,
            "target": t,
            "attack": attack,
            "defence": defence,
        }
        self._tell(Event(kind, data))

    def take_from_supply(self) -> None:
        """TR-32: a coin for every robber; TR-33: too few, and all of them leave the game."""
        n = self.n
        supply = self.supply
        fill(self.coin, 0)
        t: i64 = 0
        while t < n:
            k = self.robbers[t]
            if 0 < k <= supply[t]:
                supply[t] -= k
                v: i64 = 0
                while v < n:
                    if self.victim[v] == t:
                        self.coin[v] = 1
                        if self.events is not None:
                            data: dict[str, object] = {"robber": v, "victim": t, "coins": 1}
                            self._tell(Event("robbed_supply", data))
                    v += 1
            elif k > 0:
                lost = supply[t]
                supply[t] = 0
                self._remove(lost, t, "supply")
            t += 1

    def take_spoils(self) -> None:
        """TR-34…36: Spoils flow from each victim to its robbers, the victim always before its
        robbers; around a circle at once."""
        n = self.n
        if self._find_circles():
            self._turn_circles()
        v: i64 = 0
        while v < n:
            self._settle(v)
            v += 1

    def _find_circles(self) -> bool:
        """Whether any successful attacks form a circle; its members count as settled."""
        n = self.n
        fill(self.settled, 0)
        found = False
        v: i64 = 0
        while v < n:
            if self.robbers[v] > 0:
                at = self.victim[v]
                steps: i64 = 1
                while at != NONE and at != v and steps < n:
                    at = self.victim[at]
                    steps += 1
                if at == v:
                    self.settled[v] = 1
                    found = True
            v += 1
        return found

    def _turn_circles(self) -> None:
        """TR-36, TR-A24: members take from each other what was there before; TR-A25: robbers from
        outside share in that, and then in what the member gained from the circle."""
        n = self.n
        spoils = self.spoils
        circle = self.settled  # so far, nobody else is
        share = self.share
        v: i64 = 0
        while v < n:
            if circle[v] == 1:
                share[v] = self._split(v, self.robbers[v])
            v += 1
        v = 0
        while v < n:
            if circle[v] == 1:
                self._gain(v, share[self.victim[v]])
            v += 1
        if self.terms.cycle_outsiders == SNAPSHOT:
            return
        late = share[:]
        v = 0
        while v < n:
            if circle[v] == 1 and self.robbers[v] > 1:
                kept = spoils[v] - self.coin[v] - share[self.victim[v]]  # TR-A10 `kept` only
                spoils[v] -= kept
                late[v] += self._split(v, self.robbers[v] - 1)
                spoils[v] += kept
            v += 1
        self.share = late

    def _settle(self, v: i64) -> None:
        """TR-35: bring v's Spoils to their end, after those of everyone v (indirectly) robs."""
        if self.settled[v] == 1:
            return
        self.settled[v] = 1
        t = self.victim[v]
        if t != NONE:
            self._settle(t)
            self._gain(v, self.share[t])
        if self.robbers[v] > 0:
            self.share[v] = self._split(v, self.robbers[v])

    def _split(self, v: i64, robbers: i64) -> i64:
        """TR-34: an even share of v's Spoils for each robber; the rest leaves the game."""
        spoils = self.spoils
        share = spoils[v] // robbers
        rest = spoils[v] - share * robbers
        spoils[v] = 0
        if self.terms.spoils_remainder == KEPT:  # TR-A10
            spoils[v] = rest
        else:
            self._remove(rest, v, "spoils")
        return share

    def _gain(self, v: i64, loot: i64) -> None:
        """A robber's coin from a Supply and share of Spoils, now in the robber's own Spoils."""
        self.spoils[v] += self.coin[v] + loot
        if self.events is not None and loot > 0:
            data: dict[str, object] = {"robber": v, "victim": self.victim[v], "coins": loot}
            self._tell(Event("robbed_spoils", data))

    def bank(self) -> None:
        """TR-11: all Spoils become Supply."""
        n = self.n
        supply = self.supply
        spoils = self.spoils
        if self.events is not None:
            self._tell(Event("banked", {"coins": list(self.spoils), "supply": self._banked()}))
        v: i64 = 0
        while v < n:
            supply[v] += spoils[v]
            spoils[v] = 0
            v += 1

    def _banked(self) -> list[int]:
        return [self.supply[v] + self.spoils[v] for v in range(self.n)]

    def _remove(self, coins: i64, owner: i64, source: str) -> None:
        """Coins leave the game."""
        if coins > 0:
            self.removed += coins
            if self.events is not None:
                data: dict[str, object] = {"coins": coins}
                if owner != NONE:
                    data["owner"] = owner
                self._tell(Event("removed_" + source, data))

    def _tell(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)


def try_out(
    terms: Terms, orders: list[int], supply: list[int], spoils: list[int], stash: i64
) -> Reveal:
    """What a round with these orders would come to."""
    reveal = Reveal(terms, len(orders))
    reveal.begin(pack(orders), pack(supply), pack(spoils), stash, None)
    reveal.resolve()
    return reveal
