"""Buying: what Reach is spent on, and the row that is refilled."""

from librt.vecs import append
from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, Chance

from .acts import STUDENT_PILE
from .phased import BUYING, advance
from .state import EMPTY, State, mine, name_of, tell


def buy(s: State, slot: i64, chance: Chance) -> None:
    """CO-40: a card of the row, or the top Étudiant."""
    advance(s, BUYING)
    side = mine(s)
    face = s.deck.student if slot == STUDENT_PILE else s.row[slot]
    card = s.deck.cards[face]
    s.r -= card.cost
    on_top = s.pages > 0  # CO-58: the player has no choice in that
    if on_top:
        s.pages -= 1
        side.top = append(side.top, face)  # CA-45: a later one above
    else:
        side.discard = append(side.discard, face)  # CO-41, CA-16
    if card.limit > 0:
        s.bought = append(s.bought, face)  # AU-11
    if slot == STUDENT_PILE:
        s.students -= 1  # CO-43
    else:
        s.row[slot] = EMPTY
    if s.events is not None:
        kind = "bought_top" if on_top else "bought"
        tell(s, kind, {"seat": s.active, "card": card.id, "cost": card.cost})
    if slot != STUDENT_PILE:
        refill(s, slot, chance)


def refill(s: State, slot: i64, chance: Chance) -> None:
    """CO-42: at once, as long as the market deck lasts; the new card is for sale (CA-17)."""
    if s.market_n == 0:
        s.row[slot] = EMPTY  # CA-19
        return
    s.market_n -= 1
    face = chance.draw("market", s.market, EVERYONE)
    s.row[slot] = face
    if s.events is not None:
        tell(s, "refilled", {"slot": slot, "card": name_of(s, face)})


def limited(s: State, face: i64) -> bool:
    """AU-11: whether no more of this card may be bought this turn."""
    limit = s.deck.cards[face].limit
    if limit == 0:
        return False
    count: i64 = 0
    for other in s.bought:
        if other == face:
            count += 1
    return count >= limit
