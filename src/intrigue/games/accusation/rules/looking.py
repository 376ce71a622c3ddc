"""Cards that a player is shown: a Tracker, a hand, some of the pile; and burying one of those."""

from mypy_extensions import i64

from intrigue.kernel.chance import Chance, bit
from intrigue.kernel.masks import lowest
from intrigue.kernel.position import Event

from . import acts
from .cards import cards_of, name_of, works_in
from .state import State, push, tell
from .threads import J_BURY, owe


def tap(s: State, x: i64, target: i64) -> None:
    """X alone sees a Tracker (AC-6)."""
    if s.events is not None:
        card = name_of(s.tracker[target])
        outside = Event("tapped", {"who": x, "target": target})
        data: dict[str, object] = {"who": x, "target": target, "card": card}
        s.events.append(Event("tapped_card", data, bit(x), outside))


def show_rest(s: State, t: i64, x: i64, target: i64) -> None:
    """X sees what the target has not shown yet."""
    for card in cards_of(s.hand[target] & ~s.seen[t]):
        show_card(s, t, x, target, card)


def show_card(s: State, t: i64, x: i64, target: i64, card: i64) -> None:
    """X and the target see a card; the others know that it happened."""
    s.seen[t] |= bit(card)
    if s.events is not None:
        data: dict[str, object] = {"target": target, "card": name_of(card), "who": x}
        s.events.append(Event("shown_card", data, bit(x) | bit(target)))


def look_at_pile(s: State, t: i64, x: i64, n: i64, chance: Chance) -> None:
    """X alone sees some cards of the pile, and not who played them."""
    left = s.pile
    while n > 0 and left != 0:
        card = chance.pick("pile", left, bit(x))
        left -= bit(card)
        s.seen[t] |= bit(card)
        n -= 1
    if s.seen[t] != 0:
        owe(s, t, J_BURY)
    if s.events is not None:
        names = [name_of(card) for card in cards_of(s.seen[t])]
        outside = Event("looked", {"who": x, "count": len(names)})
        s.events.append(Event("looked_cards", {"cards": names}, bit(x), outside))


def bury(s: State, t: i64, x: i64, what: i64) -> None:
    """AC-30: underneath the pile, the last one lowest. Of Public Works, which look alike (AM-36),
    the lowest number."""
    card = what
    if what == acts.ANY_WORKS:
        card = lowest(works_in(s.seen[t]))
    s.seen[t] = 0
    if card > 0:
        s.pile -= bit(card)
        s.buried = push(s.buried, card)
    if s.events is not None:
        if card > 0:
            data: dict[str, object] = {"card": name_of(card)}
            s.events.append(Event("buried_card", data, bit(x), Event("buried", {"who": x})))
        else:
            tell(s, "buried_nothing", {"who": x})
