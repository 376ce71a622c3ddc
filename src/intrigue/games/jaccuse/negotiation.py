"""How bots of J'Accuse deal: they promise not to accuse each other, swap cards that each has more
use for, and say which side they are on, or are not.

Which colour a seat wants follows from what it sees, as for its play; nobody else knows it.
"""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from intrigue.kernel.deals import ShownDeal, ShownLedger
from intrigue.kernel.game import Game, Setup
from intrigue.kernel.negotiation import OPPORTUNIST, Assert, Negotiator, Propose
from intrigue.kernel.promises import Clause

from .bot import JAccuseBot
from .evidence import COLOUR_WORDS, colour_word
from .rules.cards import COLOURS
from .view import JAccuseView

_PEACE = 0.33  # what it is worth not to be accused by somebody
_RESTRAINT = 0.14  # and what it costs not to accuse them
_MOST_PEACE = 3  # with how many at a time: somebody must be left to accuse
_CARD = 0.45  # a card of the colour that one wants; of the other one it is worth less
_BLUFF = 0.3  # how often an opportunist lies about its side, at the beginning of a generation


class JAccuseNegotiator(Negotiator):
    """All its deals are about the generation that it is."""

    talks: ClassVar[int] = 2

    def __init__(self, game: Game, setup: Setup, seat: int, rng: Random, temper: str) -> None:
        super().__init__(game, setup, seat, rng, temper)
        self.bot = JAccuseBot(game, setup, seat, rng)

    def wanted(self, view: JAccuseView) -> str:
        """The colour that this seat wants to win the generation."""
        return COLOUR_WORDS[COLOURS[self.bot.wanted(view)]]

    # --- what a deal is worth ---------------------------------------------------------------------

    def worth(self, view: JAccuseView, ledger: ShownLedger, clauses: Sequence[Clause]) -> float:
        total = -0.02
        for clause in clauses:
            if clause.who == self.seat:
                value = -self._cost(view, ledger, clause)
            else:
                value = self._gain(view, clause) * self.trust(ledger, clause.who)
            total += value if clause.condition is None or value < -1 else 0.6 * value
        return total

    def _cost(self, view: JAccuseView, ledger: ShownLedger, clause: Clause) -> float:
        """Of what this seat would promise."""
        kind, colour, wanted = clause.kind, clause.data.get("colour"), self.wanted(view)
        if kind == "no_accuse":
            sworn = sum(one.kind == kind for _, one in self.promised(ledger, self.seat))
            return _RESTRAINT * (1 + sworn) if sworn < _MOST_PEACE else 3.0
        if kind == "give":
            held = [colour_word(card) for card in view.hand].count(str(colour))
            cards = int(clause.data["cards"])
            return cards * (0.7 if colour == wanted else 0.15) if held >= cards else 3.0
        if kind == "parley":
            return 0.1
        return 0.03 if colour == wanted else 0.9

    def _gain(self, view: JAccuseView, clause: Clause) -> float:
        """Of what somebody else would promise, if they kept it."""
        kind, colour, wanted = clause.kind, clause.data.get("colour"), self.wanted(view)
        mine = clause.data.get("whom") == self.seat
        if kind == "no_accuse":
            return _PEACE if mine else -0.02
        if kind == "give":
            value = _CARD if colour == wanted else 0.05
            return value * int(clause.data["cards"]) if mine else 0.0
        if kind == "parley":
            return 0.05 if mine else 0.0
        return 0.35 if colour == wanted else -0.35

    def clash(self, one: Clause, other: Clause) -> bool:
        """Two colours at one time."""
        if one.kind != other.kind or one.kind not in ("vote", "enact"):
            return False
        apart = one.data["generation"] != other.data["generation"]
        apart |= one.data.get("election") != other.data.get("election")
        return not apart and one.data["colour"] != other.data["colour"]

    # --- what to offer ----------------------------------------------------------------------------

    def proposal(self, view: JAccuseView, ledger: ShownLedger) -> Propose | None:
        """Cards of the other colour for cards of its own, when it may parley; peace before."""
        whom = self._partner(view, ledger)
        if whom is None:
            return None
        me, you, now = self.setup.names[self.seat], self.setup.names[whom], view.generation
        if view.phase == "parley" and view.president == self.seat:
            return self._swap(view, whom)
        sworn = sum(one.kind == "no_accuse" for _, one in self.promised(ledger, self.seat))
        if view.phase not in ("membership", "vote") or sworn >= _MOST_PEACE:
            return None
        text = f"{me} does not accuse {you} in generation {now}"
        text += f"; {you} does not accuse {me} in generation {now}"
        return Propose(text, [whom], secret=True)

    def _swap(self, view: JAccuseView, whom: int) -> Propose | None:
        me, you, now = self.setup.names[self.seat], self.setup.names[whom], view.generation
        wanted = self.wanted(view)
        other = "black" if wanted == "red" else "red"
        if other not in [colour_word(card) for card in view.hand] or not view.sizes[whom]:
            return None
        at = f"in their next parley of generation {now}"
        text = f"{me} parleys with {you} in generation {now}"
        text += f"; {me} gives {you} 1 {other} {at}; {you} gives {me} 1 {wanted} {at}"
        return Propose(text, [whom], secret=True)

    def _partner(self, view: JAccuseView, ledger: ShownLedger) -> int | None:
        """Who is trusted, and between whom and this seat nothing is agreed yet."""
        refused, agreed = self.refused_by(ledger), set[int]()
        for deal, clause in self.promised(ledger, self.seat):
            if clause.data["generation"] == view.generation and clause.kind == "no_accuse":
                agreed |= set(deal.parties)
        best, found = 0.35, None
        for other in range(self.setup.seats):
            if other == self.seat or other in agreed or self.bears_grudge(ledger, other):
                continue
            score = self.trust(ledger, other) - 0.25 * refused.get(other, 0)
            score += 0.2 * self.rng.random()
            if score > best:
                best, found = score, other
        return found

    def counter(self, view: JAccuseView, ledger: ShownLedger, deal: ShownDeal) -> str | None:
        """The same of the other; or a card of the colour that this seat wants."""
        promises = self.game.promises
        if promises is None or len(deal.to) != 1 or len(deal.clauses) > 3:
            return None
        me, you, now = self.setup.names[self.seat], self.setup.names[deal.by], view.generation
        said = "; ".join(one.text for one in deal.clauses)
        wishes = [f"{you} does not accuse {me} in generation {now}"]
        if any(one.kind == "give" for one in deal.clauses):
            at = f"in their next parley of generation {now}"
            wishes.insert(0, f"{you} gives {me} 1 {self.wanted(view)} {at}")
        for wish in wishes:
            text = f"{said}; {wish}"
            if wish not in said and self.worth(view, ledger, promises.parse(self.setup, text)) > 0:
                return text
        return None

    # --- claims, and what becomes of words --------------------------------------------------------

    def claim(self, view: JAccuseView, ledger: ShownLedger) -> Assert | None:
        """Its side, when that is chosen: an opportunist lies about it to all, the others tell the
        truth to who has promised not to accuse them."""
        if view.membership is None or view.election != 1 or view.phase != "vote":
            return None
        said = [one for one in ledger.claims if one.by == self.seat and one.kind == "side"]
        if len(said) >= view.generation or self.rng.random() > _BLUFF:
            return None
        side = colour_word(view.membership)
        if side not in ("red", "black"):
            return None
        if self.temper == OPPORTUNIST:
            return Assert(f"my side is {'black' if side == 'red' else 'red'}")
        friends = {
            one.who
            for one in self.due_to_me(ledger)
            if one.kind == "no_accuse" and one.data["generation"] == view.generation
        }
        return Assert(f"my side is {side}", sorted(friends)) if friends else None

    def breaks_word(self, view: JAccuseView, ledger: ShownLedger, deal: ShownDeal) -> bool:
        """In the last generation, once it will hardly be paid back."""
        return view.generation == view.generations and view.election > 3

    def just_judged(self, view: JAccuseView, clause: object) -> bool:
        return False
