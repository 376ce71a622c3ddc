"""How bots of Truce deal: support for support, peace for peace, and who goes back on it.

An attack that one other player supports mostly succeeds (TR-15), so two who take turns earn what
neither could alone. Whoever helps first has to trust; in the last rounds there is little to lose.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from intrigue.kernel.deals import ShownClause, ShownDeal, ShownLedger
from intrigue.kernel.negotiation import Negotiator, Propose
from intrigue.kernel.promises import OPEN, Clause

from .rules.acts import ATTACK, DEFEND, KINDS, LOOT, PASS, SUPPORT, gift, kind_of, order, target_of
from .view import TruceView

_ORDERS = {KINDS[kind]: kind for kind in (PASS, DEFEND, LOOT, ATTACK, SUPPORT)}
_HELP = 0.75  # what it is worth to be supported in a round; one needs somebody to rob
_EFFORT = 0.4  # what it costs to support somebody instead of doing something else
_NEVER = -3.0  # what cannot be done beside what was promised before
_TEMPTED = 0.06  # how likely each coin of the Stash but the first is to be preferred to an attack
_COSTS = {"pass": 0.4, "defend": 0.25, "loot": 0.05, "attack": 0.35}


class TruceNegotiator(Negotiator):
    """Coins are public, and so are the orders of past rounds: everybody can judge everybody."""

    talks: ClassVar[int] = 2

    # --- what a deal is worth ---------------------------------------------------------------------

    def worth(self, view: TruceView, ledger: ShownLedger, clauses: Sequence[Clause]) -> float:
        total = -0.02
        for clause in clauses:
            known = clause.condition is None
            mine = clause.who == self.seat
            value = self._cost(view, ledger, clause, clauses) if mine else 0.0
            if not mine:
                value = self._gain(view, ledger, clause) * self.trust(ledger, clause.who)
            total += value if known or value <= _NEVER else 0.6 * value
        return total

    def _cost(
        self, view: TruceView, ledger: ShownLedger, clause: Clause, deal: Sequence[Clause]
    ) -> float:
        """Of what this seat would promise; below zero."""
        data, last = clause.data, int(clause.data["round"])
        rounds = last - view.round + 1
        if self.bound(ledger, [clause]):
            return _NEVER
        if clause.kind == "gift":
            coins = int(data["coins"])
            return -1.0 * coins if coins <= view.supply[self.seat] else _NEVER
        if clause.kind in ("no_attack", "no_support"):
            price = 0.05 if clause.kind == "no_support" else 0.06
            return -price * rounds * (2 if self._leads(view, int(data["whom"])) else 1)
        if clause.kind == "support":
            return -self._effort(view, ledger, int(data["whom"]), last)
        promised = [one.clause for one in self.due_to_me(ledger)] + list(deal)
        if clause.kind == "attack" and self._helped(promised, last):
            return 0.0
        return -_COSTS[clause.kind]

    def _effort(self, view: TruceView, ledger: ShownLedger, whom: int, last: int) -> float:
        """What it takes to support somebody in a round."""
        if last == view.round and view.supply[self.seat] == 0:
            return 0.05  # there is nothing better to do: TR-38
        effort = _EFFORT
        if self._helped([one.clause for one in self.due_to_me(ledger)], last):
            effort += 0.4
        if self._leads(view, whom) and 2 * view.round > view.rounds:
            effort += 0.25
        return effort

    def _gain(self, view: TruceView, ledger: ShownLedger, clause: Clause) -> float:
        """Of what somebody else would promise, if they kept it."""
        data, last = clause.data, int(clause.data["round"])
        rounds, whom = last - view.round + 1, data.get("whom")
        if clause.kind == "gift":
            return 0.95 * int(data["coins"]) if whom == self.seat else -0.3
        if clause.kind == "no_attack":
            return min(0.6, 0.1 * rounds) if whom == self.seat else 0.0
        if clause.kind == "no_support":
            return -0.1 * rounds if whom == self.seat else 0.03 * rounds
        if clause.kind == "support":
            late = 0.6 if last == view.rounds else 1.0  # nobody can be paid back after it
            return late * self._help(view, ledger, last) if whom == self.seat else -0.05
        if clause.kind == "attack":
            leads = whom is not None and self._leads(view, int(whom))
            return -1.0 if whom == self.seat else 0.3 if leads else 0.12
        return {"pass": 0.15, "defend": -0.05, "loot": -0.05}[clause.kind]

    def _help(self, view: TruceView, ledger: ShownLedger, last: int) -> float:
        """What support is worth in a round: not much, where one can do nothing with it."""
        if last == view.round and view.supply[self.seat] == 0:
            return 0.02
        if last in self._taken(ledger):
            return 0.05
        return 0.2 if self._helped([c.clause for c in self.due_to_me(ledger)], last) else _HELP

    def _helped(self, clauses: Sequence[Clause], number: int) -> bool:
        """Whether somebody would support this seat in a round."""
        return any(
            one.kind == "support" and one.data["whom"] == self.seat and one.data["round"] == number
            for one in clauses
        )

    def _taken(self, ledger: ShownLedger) -> set[int]:
        """Rounds for which this seat has promised an order."""
        promised = self.promised(ledger, self.seat)
        return {int(one.data["round"]) for _, one in promised if one.kind in _ORDERS}

    def _leads(self, view: TruceView, seat: int) -> bool:
        coins = view.supply[seat] + view.spoils[seat]
        return coins > view.supply[self.seat] and coins >= max(view.supply)

    def clash(self, one: Clause, other: Clause) -> bool:
        """Two orders in one round; or one that was excluded."""
        if one.kind in _ORDERS and other.kind in _ORDERS:
            same = one.kind == other.kind and one.data.get("whom") == other.data.get("whom")
            return one.data["round"] == other.data["round"] and not same
        return _excluded(one, other) or _excluded(other, one)

    # --- what to offer ----------------------------------------------------------------------------

    def proposal(self, view: TruceView, ledger: ShownLedger) -> Propose | None:
        """Support for support, in the next two rounds in which both can; else peace, while that is
        worth something."""
        here, taken = view.round, self._taken(ledger)
        whom = self._partner(view, ledger)
        if whom is None:
            return None
        if (
            here < view.rounds
            and not taken & {here, here + 1}
            and not self._supported(ledger, here)
        ):
            text = self._turns(view, whom, here)
        elif here + 2 < view.rounds and not taken & {here + 1, here + 2}:
            if self._supported(ledger, here + 1):
                return None
            text = self._turns(view, whom, here + 1)
        else:
            return None
        return Propose(text, [whom], secret=self.rng.random() < 0.8)

    def _supported(self, ledger: ShownLedger, number: int) -> bool:
        return self._helped([one.clause for one in self.due_to_me(ledger)], number)

    def _turns(self, view: TruceView, whom: int, number: int) -> str:
        """First one supports, then the other; whoever cannot attack yet is supported later. Near
        the middle of a match friends promise peace as well."""
        me, you = self.setup.names[self.seat], self.setup.names[whom]
        gives_first = view.supply[self.seat] == 0 or self.rng.random() < 0.4
        first, second = (me, you) if gives_first else (you, me)
        text = f"{first} supports {second} in round {number}"
        text += f"; {second} supports {first} in round {number + 1}"
        end = max(number + 1, view.rounds - 2)
        if self.rng.random() < 0.35 and not self._peace(view, whom):
            text += f"; {me} does not attack {you} until round {end}"
            text += f"; {you} does not attack {me} until round {end}"
        return text

    def _peace(self, view: TruceView, whom: int) -> bool:
        """Whether peace with somebody would be a mistake: they are ahead."""
        return self._leads(view, whom)

    def _partner(self, view: TruceView, ledger: ShownLedger) -> int | None:
        """Whom it asks: who is trusted, has helped before, and is not ahead."""
        refused = self.refused_by(ledger)
        best, found = 0.35, None
        for other in range(self.setup.seats):
            if other == self.seat or self.bears_grudge(ledger, other):
                continue
            score = self.trust(ledger, other) - 0.3 * refused.get(other, 0)
            score += 0.15 * self.rng.random()
            if self._leads(view, other) and 2 * view.round > view.rounds:
                score -= 0.3
            if any(True for _ in self._between(ledger, other)):
                score -= 0.2  # there is something between them already
            if score > best:
                best, found = score, other
        return found

    def _between(self, ledger: ShownLedger, other: int) -> Iterator[ShownClause]:
        """What is still to be done in deals with somebody."""
        for who in (self.seat, other):
            for deal, clause in self.promised(ledger, who):
                if other in deal.parties:
                    yield clause

    def counter(self, view: TruceView, ledger: ShownLedger, deal: ShownDeal) -> str | None:
        """The same in later rounds, if it has given its word already; or with something for it:
        support in a round to come, or as much peace."""
        promises = self.game.promises
        if promises is None or len(deal.to) != 1 or len(deal.clauses) > 3:
            return None
        me, you = self.setup.names[self.seat], self.setup.names[deal.by]
        clauses = [one.clause for one in deal.clauses]
        if self.bound(ledger, clauses):
            return self._later(view, ledger, clauses)
        said = promises.spell(self.setup, clauses)
        last = max(int(one.data["round"]) for one in clauses)
        taken = {one.data["round"] for one in clauses if one.who == deal.by and one.kind in _ORDERS}
        rounds = [n for n in (last + 1, last) if n <= view.rounds and n not in taken]
        wishes = [f"{you} supports {me} in round {n}" for n in rounds]
        if clauses[0].kind == "no_attack":
            wishes.insert(0, f"{you} does not attack {me} until round {last}")
        for wish in wishes:
            text = f"{said}; {wish}"
            if self.worth(view, ledger, promises.parse(self.setup, text)) > 0:
                return text
        return None

    def _later(self, view: TruceView, ledger: ShownLedger, clauses: Sequence[Clause]) -> str | None:
        promises = self.game.promises
        assert promises is not None
        for shift in (1, 2, 3):
            moved = [_moved(clause, shift) for clause in clauses]
            if max(int(one.data["round"]) for one in moved) > view.rounds:
                return None
            if self.worth(view, ledger, moved) > 0:
                return promises.spell(self.setup, moved)
        return None

    # --- what becomes of it -----------------------------------------------------------------------

    def breaks_word(self, view: TruceView, ledger: ShownLedger, deal: ShownDeal) -> bool:
        """While something is still to come of it, or there is time to be paid back, it is worth
        keeping; not for the sake of somebody who is ahead."""
        left = view.rounds - view.round
        others = [one for one in deal.clauses if one.who != self.seat]
        if left > 0 and any(one.verdict == OPEN for one in others):
            return False
        ahead = any(self._leads(view, one) for one in deal.parties if one != self.seat)
        return left == 0 or (ahead and left < view.rounds // 2) or left < view.rounds // 5

    def just_judged(self, view: TruceView, clause: ShownClause) -> bool:
        return bool(clause.data["round"] == view.round - 1)

    def advise(
        self, view: TruceView, ledger: ShownLedger, kind: str, options: Sequence[int]
    ) -> Sequence[int]:
        """Its own word first; then it makes use of help that was promised, unless the Stash is too
        tempting."""
        owed = self.owed(view, ledger)
        for clause in owed:
            if clause.kind in _ORDERS and clause.data["round"] == view.round:
                act = order(_ORDERS[clause.kind], int(clause.data.get("whom", -1)))
                return [act] if act in options else options
        left = [act for act in options if not any(_is_excluded(act, one.clause) for one in owed)]
        friends = self._friends(view, ledger)
        if self._supported(ledger, view.round):
            if order(LOOT) in left and self.rng.random() < _TEMPTED * (view.stash - 1):
                return [order(LOOT)]
            attack = self._target(view, ledger, left, friends)
            return left if attack is None else [attack]
        enemies = self.betrayers(ledger)
        return [
            act
            for act in left
            if not (kind_of(act) == ATTACK and target_of(act) in friends)
            and not (kind_of(act) == SUPPORT and target_of(act) in enemies)
        ]

    def _friends(self, view: TruceView, ledger: ShownLedger) -> set[int]:
        """With whom something is still to come."""
        others = [one for one in range(self.setup.seats) if one != self.seat]
        return {one for one in others if next(self._between(ledger, one), None) is not None}

    def _target(
        self, view: TruceView, ledger: ShownLedger, options: Sequence[int], friends: set[int]
    ) -> int | None:
        """Whom to attack with somebody's support: the rich, looters, and who has betrayed it."""
        enemies = self.betrayers(ledger)
        best, found = 0.0, None
        for act in options:
            target = target_of(act)
            if kind_of(act) != ATTACK or target in friends or view.supply[target] == 0:
                continue
            score = view.supply[target] + self.rng.random()
            if view.past and view.past[-1][target].kind == "loot":
                score += 1.5
            score += 4.0 * (target in enemies) + self.word(ledger, target)[1]
            if score > best:
                best, found = score, act
        return found

    def volunteer(self, view: TruceView, ledger: ShownLedger) -> list[int]:
        """Gifts that it promised, as soon as it has the coins (TR-39)."""
        coins, given = view.supply[self.seat], []
        for clause in self.owed(view, ledger) if view.gifts else ():
            wanted = int(clause.data.get("coins", 0))
            condition = clause.condition  # one that came to nothing would have made it void
            met = condition is None or int(condition.data["round"]) < view.round
            if clause.kind == "gift" and met and wanted <= coins:
                given.append(int(gift(int(clause.data["whom"]), wanted)))
                coins -= wanted
        return given


def _moved(clause: Clause, shift: int) -> Clause:
    """The same, so many rounds later."""
    data = clause.data | {"round": int(clause.data["round"]) + shift}
    condition = None if clause.condition is None else _moved(clause.condition, shift)
    return Clause(clause.kind, data, condition)


def _excluded(order_: Clause, peace: Clause) -> bool:
    """Whether one clause is an order that the other forbids."""
    return (
        peace.kind == f"no_{order_.kind}"
        and peace.data["whom"] == order_.data.get("whom")
        and int(order_.data["round"]) <= int(peace.data["round"])
    )


def _is_excluded(act: int, peace: Clause) -> bool:
    """Whether an order is one that somebody has promised not to give; promises of rounds that are
    over are decided."""
    kind = KINDS[kind_of(act)]
    return peace.kind == f"no_{kind}" and peace.data["whom"] == target_of(act)
