"""Rally and Mass: what cards of a cohort do for each other."""

from mypy_extensions import i64

from intrigue.kernel.chance import Chance

from .cards import Card
from .effects import operate
from .front import ACTIVE, GONE, MASSED, RALLIED, SLOT, mark, members
from .state import State, mine, tell


def scan(s: State, chance: Chance) -> None:
    """CO-50: apply every clause that is met now and has not been applied this turn, in the order
    in which the cards lie and until nothing new happens; which of two partners came first does not
    matter (CA-32)."""
    if not s.deck.rallies:
        return
    while _scan_once(s, chance):
        pass


def _scan_once(s: State, chance: Chance) -> bool:
    """Whether a clause was applied."""
    applied = False
    for at, face in enumerate(mine(s).front):
        card = s.deck.cards[face]
        flags = s.slots[at * SLOT]
        if (card.ally | card.mass) != 0 and flags & (ACTIVE | GONE) == ACTIVE:
            others: i64 = -1
            if card.ally != 0 and flags & RALLIED == 0:
                others = members(s, at, card.cohort)
                if others >= 1:
                    _clause(s, at, card, RALLIED, card.ally, chance)
                    applied = True
            if card.mass != 0 and flags & MASSED == 0:
                if others < 0:
                    others = members(s, at, card.cohort)
                if others >= 2:
                    _clause(s, at, card, MASSED, card.mass, chance)
                    applied = True
    return applied


def _clause(s: State, at: i64, card: Card, flag: i64, ops: i64, chance: Chance) -> None:
    mark(s, at, flag)
    if s.events is not None:
        kind = "rallied" if flag == RALLIED else "massed"
        tell(s, kind, {"seat": s.active, "card": card.id})
    for op in s.deck.lists[ops]:
        operate(s, op, at, chance)
