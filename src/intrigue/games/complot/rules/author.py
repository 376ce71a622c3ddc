"""What only the cards of the author's own deck do: count what is played, multiply, storm."""

from librt.vecs import append
from mypy_extensions import i64

from intrigue.kernel.chance import EVERYONE, Chance

from .cards import PER_PLAYED, TIMES, Card, Op
from .drawing import draw_face
from .front import (
    COUNTING,
    GAVE_A,
    GAVE_R,
    GONE,
    PAIRING,
    PLAYED,
    SLOT,
    TIMES_A,
    TIMES_R,
    bonus,
    card_at,
    give,
    has,
    mark,
    slot,
    tell_points,
    unmark,
)
from .stack import F_WAITING, push
from .state import EMPTY, NO_CARDS, State, mine, names_of, tell


def auras(s: State, at: i64, card: Card) -> i64:
    """AU-9: what cards that lie there add to one that is played; AU-12: they only have to stand."""
    a: i64 = 0
    front = mine(s).front
    for i in range(at):
        other = s.deck.cards[front[i]]
        for k, cohort in enumerate(other.aura_of):
            if cohort == card.cohort and not has(s, i, GONE):
                a += other.aura_a[k]
    return a


def notice(s: State, at: i64, card: Card) -> None:
    """AU-2, AU-3: cards that lie there gain from one that is played after them."""
    front = mine(s).front
    for i in range(at):
        if not has(s, i, GONE):
            other = s.deck.cards[front[i]]
            if has(s, i, COUNTING) and (card.cohort == other.cohort or card.backup):
                for op in s.deck.lists[other.fx]:
                    if op.do == PER_PLAYED:
                        bonus(s, i, op.a, op.r)
            if has(s, i, PAIRING):
                for op in s.deck.lists[other.fx]:
                    if op.do == TIMES and card.tags & op.of != 0:
                        _multiply(s, i, op.n)


def per_played(s: State, op: Op, at: i64) -> None:
    """AU-2: now for what was played before, and from now on for what follows."""
    own = card_at(s, at)
    count: i64 = 0
    for i, face in enumerate(mine(s).front):
        if i != at and has(s, i, PLAYED):
            card = s.deck.cards[face]
            if card.cohort == own.cohort or card.backup:
                count += 1
    mark(s, at, COUNTING)
    bonus(s, at, op.a * count, op.r * count)


def times(s: State, op: Op, at: i64) -> None:
    """AU-3: at once if another one with the tag was played this turn, else when it is."""
    mark(s, at, PAIRING)
    for i, face in enumerate(mine(s).front):
        if i != at and has(s, i, PLAYED) and s.deck.cards[face].tags & op.of != 0:
            _multiply(s, at, op.n)
            break


def _multiply(s: State, at: i64, n: i64) -> None:
    """AU-3: what the card has yielded and will yield this turn, once."""
    unmark(s, at, PAIRING)
    a = slot(s, at, GAVE_A) * (n - 1)
    r = slot(s, at, GAVE_R) * (n - 1)
    give(s, at, a, r)
    s.slots[at * SLOT + TIMES_A] *= n
    s.slots[at * SLOT + TIMES_R] *= n
    tell_points(s, at, a, r)


def can_double(s: State, at: i64) -> bool:
    """AU-4: whether there is another claim in front."""
    return any(
        i != at and not s.deck.cards[face].source and not has(s, i, GONE)
        for i, face in enumerate(mine(s).front)
    )


def double(s: State, at: i64) -> None:
    """AU-4: what the card has yielded this turn, once more; later bonuses are not doubled."""
    a = slot(s, at, GAVE_A)
    r = slot(s, at, GAVE_R)
    give(s, at, a, r)
    if s.events is not None:
        card = card_at(s, at).id
        tell(s, "doubled", {"seat": s.active, "card": card, "a": a, "r": r})


def storm(s: State, n: i64, chance: Chance) -> None:
    """AU-5: draw face up; the cards wait in no hand, the first drawn is played first."""
    drawn = NO_CARDS
    for _ in range(n):
        face = draw_face(s, s.active, chance, EVERYONE)
        if face == EMPTY:
            break
        drawn = append(drawn, face)
    if s.events is not None:
        tell(s, "storm", {"seat": s.active, "cards": names_of(s, drawn)})
    if len(drawn) > 0:
        push(s, F_WAITING, len(drawn), 0, 0)
    for i in range(len(drawn) - 1, -1, -1):
        s.waiting = append(s.waiting, drawn[i])
