"""Random rounds of Truce: against a resolution by hand, and what holds after each."""

from random import Random
from typing import Any

import pytest

from intrigue.games.truce.game import TruceGame
from intrigue.games.truce.rules.acts import ATTACK, DEFEND, KINDS, LOOT, NONE, PASS, SUPPORT, order
from intrigue.games.truce.rules.resolve import try_out
from intrigue.games.truce.rules.state import Reveal
from intrigue.games.truce.rules.terms import Terms
from intrigue.kernel.text import LANGUAGES, BadInput
from tests.games.truce import by_hand

ROUNDS = 50_000


class Case:
    """One round as it is revealed."""

    def __init__(self, rng: Random) -> None:
        self.n = rng.choice((3, 4, 5, 5, 6, 7, 8, 12))
        self.supply = [rng.choice((0, 0, 1, 1, 2, 3, 3, 5)) for _ in range(self.n)]
        self.gifts = [rng.choice((0, 0, 0, 1, 2, 3, 5)) for _ in range(self.n)]
        self.stash = rng.randrange(8)
        self.remainder = rng.choice(("removed", "kept"))
        self.outsiders = rng.choice(("downstream", "snapshot"))
        weights = rng.choice(((1, 1, 1, 3, 3), (0, 1, 1, 6, 4), (1, 2, 2, 5, 5), (1, 1, 3, 4, 2)))
        self.orders: list[tuple[int, int]] = []
        for _ in range(self.n):
            kind = rng.choices((PASS, DEFEND, LOOT, ATTACK, SUPPORT), weights)[0]
            target = rng.randrange(-1, self.n) if kind in (ATTACK, SUPPORT) else NONE
            self.orders.append((kind, target))

    def play(self, orders: list[tuple[int, int]] | None = None) -> Reveal:
        terms = Terms(1, 0, self.remainder, self.outsiders, True, False, "allReady", "names")
        acts = [order(kind, target) for kind, target in orders or self.orders]
        return try_out(terms, acts, self.supply, self.gifts, self.stash)

    def by_hand(self) -> by_hand.Round:
        slips = {
            str(seat): by_hand.Slip(
                KINDS[kind],
                None if target == NONE else str(target),
                self.supply[seat],
                self.gifts[seat],
            )
            for seat, (kind, target) in enumerate(self.orders)
        }
        return by_hand.resolve(slips, self.stash, self.remainder, self.outsiders)


def result(reveal: Reveal) -> dict[str, Any]:
    return {
        "supply": list(reveal.supply),
        "supporters": list(reveal.supporters),
        "stash": reveal.stash,
        "removed": reveal.removed,
    }


def cases(count: int, seed: int) -> Any:
    rng = Random(seed)
    for _ in range(count):
        yield Case(rng)


def test_resolution_agrees_with_one_by_hand_and_keeps_the_books() -> None:
    for case in cases(ROUNDS, 1):
        reveal = case.play()
        paper = case.by_hand()
        assert result(reveal) == {
            "supply": list(paper.supply.values()),
            "supporters": list(paper.supporters.values()),
            "stash": paper.stash,
            "removed": paper.removed,
        }, vars(case)
        # coins are conserved and never negative
        before = sum(case.supply) + sum(case.gifts) + case.stash
        assert before == sum(reveal.supply) + reveal.stash + reveal.removed
        assert min(reveal.supply) >= 0
        assert sum(reveal.spoils) == 0
        # the Stash is emptied by looters and else stays
        looted = any(reveal.kind[v] == LOOT for v in range(case.n))
        assert reveal.stash == (0 if looted else case.stash)
        # support is counted once or lost in a circle, and supporters have none
        supporting = [v for v in range(case.n) if reveal.kind[v] == SUPPORT]
        assert sum(reveal.supporters) <= len(supporting)
        assert all(reveal.supporters[v] == 0 for v in supporting)


def test_seats_do_not_matter() -> None:
    """Relabelling the players relabels the result."""
    rng = Random(2)
    for case in cases(10_000, 3):
        place = list(range(case.n))
        rng.shuffle(place)
        plain = result(case.play())
        moved = Case(Random(0))
        moved.n, moved.stash = case.n, case.stash
        moved.remainder, moved.outsiders = case.remainder, case.outsiders
        moved.supply, moved.gifts = [0] * case.n, [0] * case.n
        moved.orders = [(PASS, NONE)] * case.n
        for seat, (kind, target) in enumerate(case.orders):
            moved.supply[place[seat]] = case.supply[seat]
            moved.gifts[place[seat]] = case.gifts[seat]
            moved.orders[place[seat]] = (kind, NONE if target == NONE else place[target])
        other = result(moved.play())
        assert [other["supply"][place[v]] for v in range(case.n)] == plain["supply"]
        assert [other["supporters"][place[v]] for v in range(case.n)] == plain["supporters"]
        assert (other["stash"], other["removed"]) == (plain["stash"], plain["removed"])


def test_failed_attacks_might_as_well_be_passes() -> None:
    """Nothing hangs on an attack that fails."""
    for case in cases(10_000, 4):
        reveal = case.play()
        orders = [
            (PASS, NONE) if kind == ATTACK and reveal.victim[v] == NONE else (kind, target)
            for v, (kind, target) in enumerate(case.orders)
        ]
        assert result(case.play(orders)) == result(reveal)


def test_supply_falls_by_robbers_or_altogether() -> None:
    """Before the bank, a Supply loses nothing, one coin per robber, or everything."""
    for case in cases(10_000, 5):
        reveal = case.play()
        for v in range(case.n):
            robbers = int(reveal.robbers[v])
            lost = robbers if robbers <= case.supply[v] else case.supply[v]
            gained = int(reveal.supply[v]) - (case.supply[v] - lost)
            assert gained >= 0


def test_support_helps() -> None:
    """An untouchable defender loses nothing, and a supporter more never hurts."""
    for case in cases(10_000, 6):
        reveal = case.play()
        attackers = [v for v in range(case.n) if reveal.kind[v] == ATTACK]
        for d in range(case.n):
            if reveal.kind[d] == DEFEND:
                strongest = max(
                    [reveal.supporters[v] for v in attackers if reveal.target[v] == d], default=0
                )
                if reveal.supporters[d] >= strongest:
                    assert reveal.robbers[d] == 0
                    assert reveal.supply[d] == case.supply[d] + case.gifts[d]
        for v in range(case.n):
            if reveal.kind[v] == PASS:
                for friend in range(case.n):
                    orders = [(SUPPORT, friend) if u == v else o for u, o in enumerate(case.orders)]
                    if friend == v or reveal.kind[friend] not in (DEFEND, ATTACK):
                        continue
                    helped = case.play(orders)
                    if reveal.kind[friend] == DEFEND and case.remainder == "removed":
                        assert helped.supply[friend] >= reveal.supply[friend]
                    if reveal.victim[friend] != NONE:
                        assert helped.victim[friend] != NONE
                break


@pytest.mark.parametrize("seats", [3, 50])
def test_the_smallest_and_the_largest_table(seats: int) -> None:
    rng = Random(seats)
    case = Case(rng)
    case.n, case.supply, case.gifts, case.stash = seats, [3] * seats, [0] * seats, 7
    for _ in range(200):
        case.orders = [
            (kind, rng.randrange(seats) if kind in (ATTACK, SUPPORT) else NONE)
            for kind in rng.choices((PASS, DEFEND, LOOT, ATTACK, SUPPORT), (1, 1, 1, 4, 4), k=seats)
        ]
        assert list(case.play().supply) == list(case.by_hand().supply.values())


def test_the_rulebook_says_how_many_this_table_seats() -> None:
    """TR-1 knows no limit; the table has one, and tells it where people look for it."""
    game = TruceGame()
    for lang in LANGUAGES:
        assert str(game.high) in game.rulebook(lang)["TR-1"]
    game.setup([f"P{i}" for i in range(game.high)])
    with pytest.raises(BadInput) as refused:
        game.setup([f"P{i}" for i in range(game.high + 1)])
    assert refused.value.rule == "TR-1"
