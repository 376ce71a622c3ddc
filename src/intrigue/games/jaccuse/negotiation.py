"""How bots of J'Accuse deal: they promise not to accuse each other, swap cards that each has more
use for, and say which side they are on, or are not.

Which colour a seat wants follows from what it sees, as for its play; nobody else knows it.
"""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from intrigue.kernel.deals import ShownDeal, ShownLedger
from intrigue.kernel.game import Game, Setup
from intrigue.kernel.negotiation import OPPORTUNIST, Assert, Peacemaker, Propose
from intrigue.kernel.promises import Clause

from .bot import JAccuseBot
from .evidence import COLOUR_WORDS, colour_word
from .rules.acts import PARLEY, kind_of, target_of
from .rules.cards import COLOURS
from .view import JAccuseView

_CARD = 0.45  # a card of the colour that one wants; of the other one it is worth less
_BLUFF = 0.3  # how often an opportunist lies about its side, at the beginning of a generation


class JAccuseNegotiator(Peacemaker):
    """All its deals are about the generation that it is."""

    peace: ClassVar = "no_accuse"

    def __init__(self, game: Game, setup: Setup, seat: int, rng: Random, temper: str) -> None:
        super().__init__(game, setup, seat, rng, temper)
        self.bot = JAccuseBot(game, setup, seat, rng)

    def wanted(self, view: JAccuseView) -> str:
        """The colour that this seat wants to win the generation."""
        return COLOUR_WORDS[COLOURS[self.bot.wanted(view)]]

    # --- what a deal is worth ---------------------------------------------------------------------

    def value(self, view: JAccuseView, ledger: ShownLedger, clause: Clause) -> float:
        kind, data = clause.kind, clause.data
        liked = data.get("colour") == self.wanted(view)
        if clause.who != self.seat:
            mine = data.get("whom") == self.seat
            if kind == "give":
                return (_CARD if liked else 0.05) * int(data["cards"]) if mine else 0.0
            if kind == "parley":
                return 0.05 if mine else 0.0
            return 0.35 if liked else -0.35
        if kind == "give":
            cards = int(data["cards"])
            held = [colour_word(card) for card in view.hand].count(str(data["colour"]))
            return -cards * (0.7 if liked else 0.15) if held >= cards else -3.0
        if self.bound(ledger, [clause]):
            return -3.0
        if kind == "parley":
            return -0.1
        return -0.03 if liked else -0.9

    def clash(self, one: Clause, other: Clause) -> bool:
        """Two colours at one time; or two parleys, where there may be one."""
        if one.kind == other.kind == "parley":
            return one.data["generation"] == other.data["generation"]
        if one.kind != other.kind or one.kind not in ("vote", "enact"):
            return False
        apart = one.data["generation"] != other.data["generation"]
        apart |= one.data.get("election") != other.data.get("election")
        return not apart and one.data["colour"] != other.data["colour"]

    # --- what to offer ----------------------------------------------------------------------------

    def terms(self, view: JAccuseView, who: int, whom: int) -> str | None:
        if view.phase not in ("membership", "vote"):
            return None
        names = self.setup.names
        return f"{names[who]} does not accuse {names[whom]} in generation {view.generation}"

    def proposal(self, view: JAccuseView, ledger: ShownLedger) -> Propose | None:
        """Cards of the other colour for cards of its own, when it may parley; peace before."""
        if view.phase == "parley" and view.president == self.seat:
            taken = any(one.kind == "parley" for _, one in self.promised(ledger, self.seat))
            whom = None if taken else self.partner(view, ledger)
            return None if whom is None else self._swap(view, whom)
        return super().proposal(view, ledger)

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

    def counter(self, view: JAccuseView, ledger: ShownLedger, deal: ShownDeal) -> str | None:
        """The same, and a card of its colour, or peace."""
        me, you, now = self.setup.names[self.seat], self.setup.names[deal.by], view.generation
        wishes = [self.terms(view, deal.by, self.seat)]
        if any(one.kind == "give" for one in deal.clauses):
            at = f"in their next parley of generation {now}"
            wishes.insert(0, f"{you} gives {me} 1 {self.wanted(view)} {at}")
        return self.beside(view, ledger, deal, wishes)

    def advise(
        self, view: JAccuseView, ledger: ShownLedger, kind: str, options: Sequence[int]
    ) -> Sequence[int]:
        """A president parleys with whom that was promised."""
        left = super().advise(view, ledger, kind, options)
        whom = {
            one.data["whom"]
            for one in self.owed(view, ledger)
            if one.kind == "parley" and one.data["generation"] == view.generation
        }
        promised = [act for act in left if kind_of(act) == PARLEY and target_of(act) in whom]
        return promised or left

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
