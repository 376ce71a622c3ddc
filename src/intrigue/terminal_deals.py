"""Deals and claims at the keyboard: the words for them, the ledger as lines, and what is new in it.

It shows a seat nothing but that seat's own ledger.
"""

from collections.abc import Iterator

from intrigue.kernel.deals import WITHDRAWN, ShownClaim, ShownClause, ShownDeal
from intrigue.kernel.game import Game, Setup
from intrigue.kernel.position import Illegal
from intrigue.kernel.promises import Claim
from intrigue.kernel.text import BadInput, catalogue
from intrigue.session.table import Table

REPLIES = ("accept", "decline", "withdraw")


class Deals:
    """The deals of one table, for whoever sits at the keyboard."""

    def __init__(self, game: Game, setup: Setup, table: Table, lang: str) -> None:
        self.game = game
        self.setup = setup
        self.table = table
        self.lang = lang
        self._told: dict[int, dict[str, str]] = {}  # by viewer: what a line said last

    def say(self, key: str, **data: object) -> str:
        return catalogue("intrigue", self.lang).say("deals", key, names=self.setup.names, **data)

    def command(self, seat: int, text: str) -> list[str] | None:
        """Carry out what is about deals, and what to show of it; nothing, if it is not."""
        if self.game.promises is None:
            return None
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        try:
            if text == "deals":
                return list(self.ledger(seat)) or [self.say("none")]
            if word in ("deal", "secret") and rest:
                to, clauses = self._addressed(rest)
                self.table.offer(seat, to or [], clauses, word == "secret")
            elif word == "counter" and rest:
                number, _, clauses = rest.partition(":")
                self.table.offer(seat, [], clauses.strip(), counters=_number(number))
            elif word in REPLIES and rest.isascii() and rest.isdigit():
                self.table.reply(seat, _number(rest), word)
            elif word == "claim" and rest and not self._is_act(text):
                to, said = self._addressed(rest)
                self.table.claim(seat, said, to)
            else:
                return None
        except Illegal as error:
            return [self.game.explain(error.refusal, self.setup.names, self.lang)]
        except BadInput as error:
            return [error.sentence(self.lang)]
        return list(self.news(seat))

    def _addressed(self, text: str) -> tuple[list[str] | None, str]:
        """`Bo, Cy: words` as whom it is for, and the words; for nobody, if nobody is named."""
        known = {name.lower(): name for name in self.setup.names}
        for at, letter in enumerate(text):
            if letter == ":":
                named = [part.strip().lower() for part in text[:at].split(", ")]
                if all(name in known for name in named):
                    return [known[name] for name in named], text[at + 1 :].strip()
        return None, text

    def _is_act(self, text: str) -> bool:
        """A game may have the same word for an act."""
        try:
            self.game.parse(self.setup, text)
        except (Illegal, BadInput):
            return False
        return True

    # --- lines ------------------------------------------------------------------------------------

    def ledger(self, viewer: int) -> Iterator[str]:
        """Everything that a viewer knows of."""
        shown = self.table.ledger.shown(viewer)
        if shown is not None:
            yield from (self._deal(deal) for deal in shown.deals)
            yield from (self._claim(claim) for claim in shown.claims)

    def news(self, viewer: int) -> Iterator[str]:
        """The lines that are not as this viewer was shown them last."""
        told = self._told.setdefault(viewer, {})
        shown = self.table.ledger.shown(viewer)
        if shown is None:
            return
        for deal in shown.deals:
            if deal.state == WITHDRAWN and f"deal {deal.number}" not in told:
                continue  # it came and went while nobody looked
            yield from self._if_new(told, f"deal {deal.number}", self._deal(deal))
            if deal.waits_for(viewer):
                answer = self.say("yours", number=deal.number)
                yield from self._if_new(told, f"yours {deal.number}", answer)
        for claim in shown.claims:
            yield from self._if_new(told, f"claim {claim.number}", self._claim(claim))

    def _if_new(self, told: dict[str, str], key: str, line: str) -> Iterator[str]:
        if told.get(key) != line:
            told[key] = line
            yield line

    def _deal(self, deal: ShownDeal) -> str:
        clauses = self.say("then").join(self._clause(clause) for clause in deal.clauses)
        state = self.say(deal.state.replace(" ", "_"))
        key = "secret_deal" if deal.secret else "deal"
        return self.say(
            key, number=deal.number, by=deal.by, to=deal.to, state=state, clauses=clauses
        )

    def _clause(self, shown: ShownClause) -> str:
        assert self.game.promises is not None
        said = self.game.promises.say_clause(self.game, self.setup, shown.clause, self.lang)
        return said if shown.verdict is None else f"{said} [{self.say(shown.verdict)}]"

    def _claim(self, claim: ShownClaim) -> str:
        assert self.game.promises is not None
        said = self.game.promises.say_claim(
            self.game, self.setup, Claim(claim.kind, claim.data), claim.by, self.lang
        )
        return f"{said} [{self.say(claim.verdict)}]"


def _number(text: str) -> int:
    """A number that somebody typed; none that there is, if it is none."""
    text = text.strip()
    return int(text[:6]) if text.isascii() and text.isdigit() else 0
