"""A scripted player of Truce: it guesses what others will order, tries its own orders against
many guesses with the real resolution, and keeps what pays best on average."""

from collections.abc import Sequence
from typing import Any

from intrigue.kernel.game import Player, Seen
from intrigue.kernel.position import Prompt

from .rules.acts import ATTACK, DEFEND, LOOT, NONE, PASS, SUPPORT, kind_of, order, target_of
from .rules.resolve import try_out
from .rules.terms import Terms
from .view import TruceView

GUESSES = 40


class TruceBot(Player):
    """Section by section: what does each other player do (habits from past rounds, mixed with
    what is tempting), what would each of my orders bring, how much does the leader's gain hurt."""

    def answer(self, view: TruceView, prompt: Prompt, options: Sequence[int]) -> int:
        candidates = self._candidates(view, options)
        terms = Terms(
            view.rounds,
            view.initial_stash,
            view.spoils_remainder,
            view.cycle_outsiders,
            view.gifts_option,
            False,
            view.reveal,
            view.ready_flags,
        )
        worth = dict.fromkeys(candidates, 0.0)
        # near the end, somebody else's coin is as good as one of mine is bad
        envy = 0.25 + 0.75 * view.round / view.rounds
        for _ in range(GUESSES):
            orders = [self._guess(view, seat) for seat in range(len(view.supply))]
            for act in candidates:
                orders[self.seat] = act
                worth[act] += self._worth(view, terms, orders, envy)
        best = max(worth.values())
        return self.rng.choice([act for act in candidates if worth[act] > best - 1e-9])

    def _candidates(self, view: TruceView, options: Sequence[int]) -> list[int]:
        """My own plain orders, attacks on the richest, support for those who could win one."""
        rich = sorted(
            range(len(view.supply)), key=lambda seat: -view.supply[seat] - view.spoils[seat]
        )
        near = [seat for seat in rich if seat != self.seat][:4]
        return [
            act for act in options if kind_of(act) in (PASS, DEFEND, LOOT) or target_of(act) in near
        ]

    def _guess(self, view: TruceView, seat: int) -> int:
        """An order that `seat` may give: habit half of the time, temptation otherwise."""
        others = [other for other in range(len(view.supply)) if other != seat]
        poor = view.supply[seat] == 0
        if view.past and self.rng.random() < 0.5:
            habit = self.rng.choice(view.past)[seat]
            if habit.valid and not (poor and habit.kind not in ("pass", "support")):
                target = self.rng.choice(others) if habit.target is not None else NONE
                return order(
                    ("pass", "defend", "loot", "attack", "support").index(habit.kind), target
                )
        if poor:
            return (
                order(SUPPORT, self.rng.choice(others)) if self.rng.random() < 0.7 else order(PASS)
            )
        kind = self.rng.choices(
            (PASS, DEFEND, LOOT, ATTACK, SUPPORT),
            (1.0, 1.0, 0.6 + 0.3 * view.stash, 1.2, 1.2),
        )[0]
        return order(kind, self.rng.choice(others)) if kind in (ATTACK, SUPPORT) else order(kind)

    def _worth(self, view: TruceView, terms: Terms, orders: Sequence[int], envy: float) -> float:
        reveal = try_out(terms, list(orders), list(view.supply), list(view.spoils), view.stash)
        supply = [int(coins) for coins in reveal.supply]
        mine = int(supply.pop(self.seat))
        support = (
            0.01 * int(reveal.supporters[self.seat]) if view.round == view.rounds else 0.0
        )  # TR-45
        return mine + support - envy * max(supply)

    def hear(self, event: Seen) -> None:
        """Everything it uses stands in the view."""

    def volunteer(self, view: Any) -> list[int]:
        return []
