"""What a seat can imagine: everything is public but the hands, and decks have no order.

A hand is the part of it that everyone can tell, and a uniform draw of the rest of deck and hand.
"""

from collections.abc import Iterable, Iterator
from random import Random

from intrigue.kernel.chance import Fast
from intrigue.kernel.position import Position
from intrigue.kernel.story import Secret

from .rules.cards import Deck
from .rules.deal import deal_again
from .rules.front import GONE, has
from .rules.position import Complot
from .rules.stack import FRAMES
from .rules.state import EMPTY, NOBODY_WON, PROMPTS
from .view import ComplotView


def world(match: Complot, view: ComplotView, rng: Random) -> Complot:
    """A match that fits a view."""
    deck = match.deck
    number = deck.numbers
    size = len(deck.cards)
    match.lay_out()
    match.first, match.active = view.first, view.active
    match.over = view.phase == "over"
    match.asking = 0 if match.over else PROMPTS.index(view.phase)
    match.left, match.step, match.pages = view.left, view.step, view.pages
    match.a, match.r = view.assertion, view.reach
    for seat, side in enumerate(match.sides):
        side.wit, side.stammer = view.wit[seat], view.stammer[seat]
        side.turns = view.turns[seat]
        known = [number[card] for card in view.known[seat]]
        rest = _bag(size, (number[card] for card in view.held[seat]))
        if seat == view.seat and view.hand is not None:
            hand = [number[card] for card in view.hand]
        else:
            hand = _imagine(rest, view.hands[seat], known, rng)
        for face in hand:
            rest[face] -= 1
        order = rng.sample(hand, len(hand)) if _ordered(view, seat) else []
        side.put(
            rest,
            _bag(size, hand),
            _bag(size, known),
            order,
            [number[card] for card in view.tops[seat]],
            [number[card] for card in view.discards[seat]],
            [number[slot.card] for slot in view.fronts[seat]],
        )
    match.students = view.students
    slots: list[int] = []
    for slot in view.fronts[view.active]:
        slots += [slot.flags, slot.convert, *slot.gave, *slot.times]
    stack: list[int] = []
    for frame in view.stack:
        stack += [FRAMES.index(frame.kind), frame.at, frame.effects, frame.next]
    match.put_turn(
        slots,
        stack,
        [number[card] for card in view.waiting],
        [number[card] for card in view.bought],
        list(view.doubled),
    )
    match.winner = NOBODY_WON if view.winner is None else view.winner
    match.conceded = view.conceded
    row = [EMPTY if card is None else number[card] for card in view.row]
    gone = _bag(size, (number[card] for card in view.eliminated))
    match.put_table(row, [0] * size, gone)
    left = [whole - seen for whole, seen in zip(everything(deck), cards_of(match), strict=True)]
    match.put_table(row, left, gone)
    return match


def worlds(first: Complot, view: ComplotView, rng: Random, count: int) -> list[Position]:
    """Many worlds out of one: they differ in the hands that the viewer does not see."""
    chance = Fast(rng.getrandbits(40))
    out: list[Position] = [first]
    while len(out) < count:
        other = first.copy()
        for seat in range(2):
            if seat != view.seat or view.hand is None:
                deal_again(other, seat, chance)
        out.append(other)
    return out


def _ordered(view: ComplotView, seat: int) -> bool:
    """Whether a hand still has the order of its draw, which nobody is shown."""
    return seat != view.active or view.phase == "stammer"


def _imagine(held: list[int], count: int, known: list[int], rng: Random) -> list[int]:
    """The known part of a hand, and the rest drawn from what deck and hand hold."""
    rest = [face for face, n in enumerate(held) for _ in range(n)]
    for face in known:
        rest.remove(face)
    return known + rng.sample(rest, count - len(known))


def _bag(size: int, cards: Iterable[int]) -> list[int]:
    counts = [0] * size
    for face in cards:
        counts[face] += 1
    return counts


def everything(deck: Deck) -> list[int]:
    """How many copies of each card a table has."""
    out = [2 * int(own) + int(shop) for own, shop in zip(deck.starters, deck.market, strict=True)]
    out[deck.student] += int(deck.students)
    return out


def cards_of(match: Complot) -> list[int]:
    """Every card, wherever it lies, by face."""
    out = [int(shop) + int(gone) for shop, gone in zip(match.market, match.gone, strict=True)]
    for side in match.sides:
        for face, (deck, hand) in enumerate(zip(side.deck, side.hand, strict=True)):
            out[face] += int(deck) + int(hand)
        for face in [*side.top, *side.discard]:
            out[face] += 1
    for seat, side in enumerate(match.sides):
        for s, face in enumerate(side.front):
            if seat != match.active or not has(match, s, GONE):
                out[face] += 1
    for face in [*match.waiting, *(face for face in match.row if face != EMPTY)]:
        out[face] += 1
    out[match.deck.student] += int(match.students)
    return out


# --- what may be guessed --------------------------------------------------------------------------


def secrets(match: Complot) -> Iterator[Secret]:
    """CA-39: how many of each card somebody holds, of those that lie in deck or hand."""
    if match.over:
        return
    for seat, side in enumerate(match.sides):
        for face, (deck, hand) in enumerate(zip(side.deck, side.hand, strict=True)):
            if deck + hand > 0:
                yield Secret("holds", (seat,), str(int(hand)), face)


def known(deck: Deck, view: ComplotView) -> Iterator[Secret]:
    """What counting tells: the own hand, and cards that are all or none of them in the other."""
    for seat in range(0 if view.phase == "over" else 2):
        size = len(deck.cards)
        held = _bag(size, (deck.numbers[card] for card in view.held[seat]))
        mine = seat == view.seat and view.hand is not None
        sure = _bag(size, (deck.numbers[card] for card in view.known[seat]))
        if mine:
            sure = _bag(size, (deck.numbers[card] for card in view.hand or ()))
        left = view.hands[seat] - sum(sure)  # cards in hand of which nothing is known
        for face, n in enumerate(held):
            least = max(sure[face], sure[face] + left - (sum(held) - sum(sure) - n + sure[face]))
            most = min(n, sure[face] + left)
            if n and least == most:
                yield Secret("holds", (seat,), str(least), face)
