"""Truce, judged by its record."""

from typing import Any

from intrigue.kernel.game import Setup
from intrigue.kernel.promises import BROKEN, FALSE, KEPT, OPEN, TRUE, VOID, Claim, Clause
from intrigue.session.record import Play

from . import Witness as Base


class Witness(Base):
    def __init__(self, setup: Setup, start: Any) -> None:
        super().__init__(setup, start)
        self.orders: dict[tuple[int, int], str] = {}  # by round and seat
        self.revealed: dict[int, int] = {}  # when
        self.gifts: list[tuple[int, int, int, str, int]] = []  # moment, round, giver, to, coins

    def see(self, moment: int, act: Play, before: Any, after: Any) -> None:
        if act.seat is None:
            return
        seat = self.setup.seat(act.seat)
        if act.act.startswith("gift"):
            _, coins, to = act.act.split(" ", 2)
            self.gifts.append((moment, before.round, seat, to, int(coins)))
        else:
            self.orders[before.round, seat] = act.act
            if after.over or after.round > before.round:
                self.revealed[before.round] = moment

    def clause(self, clause: Clause, since: int) -> str:
        who, last = clause.who, int(clause.data["round"])
        whom = self.setup.names[int(clause.data["whom"])] if "whom" in clause.data else ""
        if clause.kind == "gift":
            given = sum(
                coins
                for moment, number, giver, to, coins in self.gifts
                if moment > since and number <= last and (giver, to) == (who, whom)
            )
            return KEPT if given >= int(clause.data["coins"]) else BROKEN
        if clause.kind.startswith("no_"):
            held = [n for n, when in self.revealed.items() if n <= last and when > since]
            if any(self.orders[n, who] == f"{clause.kind[3:]} {whom}" for n in held):
                return BROKEN
            return KEPT if held else VOID
        if self.revealed.get(last, 0) < since:
            return VOID
        return KEPT if self.orders[last, who] == f"{clause.kind} {whom}".strip() else BROKEN

    def claim(self, claim: Claim, by: int, at: int) -> str:
        number = int(claim.data["round"])
        if number not in self.revealed:
            return OPEN
        whom = self.setup.names[int(claim.data["whom"])] if "whom" in claim.data else ""
        said = f"{claim.data['order']} {whom}".strip()
        return TRUE if self.orders[number, by] == said else FALSE
