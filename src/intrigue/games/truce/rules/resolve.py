"""A round of Truce from the reveal to the bank, in the rulebook's own sequence.

The order of players never matters: every step is a formula of what was revealed.
"""

from mypy_extensions import i64

from intrigue.kernel.position import Event
from intrigue.kernel.vecs import fill, pack

from .acts import (
    ATTACK,
    DEFEND,
    INVALID,
    LOOT,
    NONE,
    PASS,
    SUPPORT,
    kind_of,
    target_of,
)
from .shown import order_data
from .state import Reveal
from .terms import KEPT, SNAPSHOT, Terms


def resolve(r: Reveal) -> None:
    """TR-10: Support, Loot, Attacks, Spoils; then everything is banked."""
    judge(r)
    count_supporters(r)  # TR-A7: before any attack, so that none is cut off
    split_stash(r)
    decide_attacks(r)
    if r.successes > 0:
        take_from_supply(r)
        take_spoils(r)
    bank(r)


def try_out(
    terms: Terms, orders: list[int], supply: list[int], spoils: list[int], stash: i64
) -> Reveal:
    """What a round with these orders would come to."""
    reveal = Reveal(terms, len(orders))
    reveal.begin(pack(orders), pack(supply), pack(spoils), stash, None)
    resolve(reveal)
    return reveal


# --- orders ---------------------------------------------------------------------------------------


def judge(r: Reveal) -> None:
    """TR-8, TR-9: all orders open; what is not valid now (TR-A15) is a Pass."""
    n = r.n
    orders, kinds, targets = r.orders, r.kind, r.target
    supply = r.supply
    for v in range(n):
        act = orders[v]
        kind = kind_of(act)
        target = target_of(act)
        valid = True
        if kind in (ATTACK, SUPPORT):
            valid = 0 <= target < n and target != v  # TR-13, TR-20, TR-A33
        if kind in (ATTACK, DEFEND, LOOT):
            valid = valid and supply[v] > 0  # TR-13, TR-18, TR-23; TR-A16: no matter the Spoils
        if valid:
            kinds[v] = kind
            targets[v] = target
        else:
            kinds[v] = PASS
            orders[v] = act | INVALID
    if r.events is not None:
        shown = [order_data(act) for act in list(orders)]
        r.events.append(Event("reveal", {"orders": shown}))


# --- support --------------------------------------------------------------------------------------


def count_supporters(r: Reveal) -> None:
    """TR-29: where all support ends."""
    n = r.n
    kind = r.kind
    target = r.target
    for v in range(n):
        if kind[v] == SUPPORT:
            at = target[v]
            steps: i64 = 0
            while steps < n and kind[at] == SUPPORT:  # TR-21, TR-A3, TR-A4
                at = target[at]
                steps += 1
            if kind[at] == SUPPORT:
                at = NONE  # TR-A5: it runs in a circle
            else:
                r.supporters[at] += 1  # TR-22, TR-A6: whatever they do
            if r.events is not None:
                _tell_support(r, v, at)
    if r.events is not None:
        r.events.append(Event("supporters", {"supporters": list(r.supporters)}))


def _tell_support(r: Reveal, supporter: i64, lands: i64) -> None:
    path: list[int] = [r.target[supporter]]
    while r.kind[path[-1]] == SUPPORT and path[-1] not in path[:-1]:
        path.append(r.target[path[-1]])
    data: dict[str, object] = {"supporter": supporter, "path": path}
    if lands == NONE:
        _tell(r, Event("support_lost", data))
    else:
        data["lands"] = lands
        _tell(r, Event("support" if len(path) == 1 else "support_passed", data))


# --- loot -----------------------------------------------------------------------------------------


def split_stash(r: Reveal) -> None:
    """TR-23, TR-30: an even share for every looter; TR-26: supporters do not enlarge it."""
    n = r.n
    kind = r.kind
    looters: i64 = 0
    for v in range(n):
        if kind[v] == LOOT:
            looters += 1
    if looters == 0:
        return  # TR-A27
    share = r.stash // looters
    rest = r.stash - share * looters
    for v in range(n):
        if kind[v] == LOOT:
            r.spoils[v] += share
            if r.events is not None:
                _tell(r, Event("loot", {"looter": v, "coins": share}))
    r.stash = 0
    _remove(r, rest, NONE, "stash")  # TR-24, TR-A28


# --- attacks --------------------------------------------------------------------------------------


def decide_attacks(r: Reveal) -> None:
    """TR-31: every attack alone (TR-A8), all before any coin moves (TR-A21)."""
    n = r.n
    kind = r.kind
    fill(r.victim, NONE)
    fill(r.robbers, 0)
    for v in range(n):
        if kind[v] == ATTACK:
            t = r.target[v]
            looted = kind[t] == LOOT
            attack = r.supporters[v]  # TR-14
            defence = r.supporters[t] if kind[t] == DEFEND else 0  # TR-18, TR-28, TR-A1
            success = looted or attack > defence  # TR-16, TR-25; TR-15, TR-19, TR-A2
            if success:  # TR-A9, TR-A26: a failed attack leaves nothing behind
                r.victim[v] = t
                r.robbers[t] += 1
                r.successes += 1
            if r.events is not None:
                _tell_attack(r, v, attack, defence, looted, success)


def _tell_attack(r: Reveal, v: i64, attack: i64, defence: i64, looted: bool, success: bool) -> None:
    kind = "attack_on_looter" if looted else "attack" if success else "attack_failed"
    data: dict[str, object] = {
        "attacker": v,
        "target": r.target[v],
        "attack": attack,
        "defence": defence,
    }
    _tell(r, Event(kind, data))


# --- spoils ---------------------------------------------------------------------------------------


def take_from_supply(r: Reveal) -> None:
    """TR-32: a coin for every robber; TR-33: too few, and all of them leave the game."""
    n = r.n
    supply = r.supply
    fill(r.coin, 0)
    for t in range(n):
        k = r.robbers[t]
        if 0 < k <= supply[t]:  # TR-A11
            supply[t] -= k
            for v in range(n):
                if r.victim[v] == t:
                    r.coin[v] = 1
                    if r.events is not None:
                        data: dict[str, object] = {"robber": v, "victim": t, "coins": 1}
                        _tell(r, Event("robbed_supply", data))
        elif k > 0:
            lost = supply[t]  # TR-A12: it may be none
            supply[t] = 0
            _remove(r, lost, t, "supply")


def take_spoils(r: Reveal) -> None:
    """TR-35, TR-36: Spoils flow from each victim to its robbers, the victim always before its
    robbers; around a circle at once."""
    if _find_circles(r):
        _turn_circles(r)
    for v in range(r.n):
        _settle(r, v)


def _find_circles(r: Reveal) -> bool:
    """Whether any successful attacks form a circle; its members count as settled."""
    n = r.n
    fill(r.settled, 0)
    found = False
    for v in range(n):
        if r.robbers[v] > 0:
            at = r.victim[v]
            steps: i64 = 1
            while at != NONE and at != v and steps < n:
                at = r.victim[at]
                steps += 1
            if at == v:
                r.settled[v] = 1
                found = True
    return found


def _turn_circles(r: Reveal) -> None:
    """TR-36, TR-A24: members take from each other what was there before; TR-A25: robbers from
    outside share in that, and then in what the member gained from the circle."""
    n = r.n
    spoils = r.spoils
    circle = r.settled  # so far, nobody else is
    share = r.share
    for v in range(n):
        if circle[v] == 1:
            share[v] = _split(r, v, r.robbers[v])
    for v in range(n):
        if circle[v] == 1:
            _gain(r, v, share[r.victim[v]])
    if r.terms.cycle_outsiders == SNAPSHOT:
        return
    late = share[:]
    for v in range(n):
        if circle[v] == 1 and r.robbers[v] > 1:
            kept = spoils[v] - r.coin[v] - share[r.victim[v]]  # TR-A10 `kept` only
            spoils[v] -= kept
            late[v] += _split(r, v, r.robbers[v] - 1)
            spoils[v] += kept
    r.share = late


def _settle(r: Reveal, v: i64) -> None:
    """TR-35, TR-A22: bring v's Spoils to their end, after those of everyone v (indirectly) robs."""
    if r.settled[v] == 1:
        return
    r.settled[v] = 1
    t = r.victim[v]
    if t != NONE:
        _settle(r, t)
        _gain(r, v, r.share[t])
    if r.robbers[v] > 0:
        r.share[v] = _split(r, v, r.robbers[v])


def _split(r: Reveal, v: i64, robbers: i64) -> i64:
    """TR-34, TR-A23: an even share of v's Spoils for each robber; the rest leaves the game."""
    spoils = r.spoils
    share = spoils[v] // robbers
    rest = spoils[v] - share * robbers
    spoils[v] = 0
    if r.terms.spoils_remainder == KEPT:  # TR-A10
        spoils[v] = rest
    else:
        _remove(r, rest, v, "spoils")
    return share


def _gain(r: Reveal, v: i64, loot: i64) -> None:
    """TR-17: a coin from a Supply and a share of Spoils, now in the robber's own Spoils."""
    r.spoils[v] += r.coin[v] + loot
    if r.events is not None and loot > 0:
        data: dict[str, object] = {"robber": v, "victim": r.victim[v], "coins": loot}
        _tell(r, Event("robbed_spoils", data))


# --- the bank -------------------------------------------------------------------------------------


def bank(r: Reveal) -> None:
    """TR-11: all Spoils become Supply."""
    supply = r.supply
    spoils = r.spoils
    if r.events is not None:
        banked = [supply[v] + spoils[v] for v in range(r.n)]
        _tell(r, Event("banked", {"coins": list(spoils), "supply": banked}))
    for v in range(r.n):
        supply[v] += spoils[v]
        spoils[v] = 0


def _remove(r: Reveal, coins: i64, owner: i64, source: str) -> None:
    """TR-49: coins leave the game, and are counted."""
    if coins > 0:
        r.removed += coins
        if r.events is not None:
            data: dict[str, object] = {"coins": coins}
            if owner != NONE:
                data["owner"] = owner
            _tell(r, Event("removed_" + source, data))


def _tell(r: Reveal, event: Event) -> None:
    if r.events is not None:
        r.events.append(event)
