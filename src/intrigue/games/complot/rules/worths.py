"""What cards are worth to a deck, in whole numbers, a thousand for a point of Assertion late in a
match, looked up by stage. For playouts alone; no rule reads it.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from intrigue.kernel.vecs import zeros

from .cards import (
    AFTER,
    CHOOSE,
    CONVERT,
    DISCREDIT,
    DOUBLE,
    DRAW,
    GAIN,
    NO_COHORT,
    PER,
    PER_PLAYED,
    PURGE,
    REPORT,
    STAMMER,
    STORM,
    TIMES,
    TOP_NEXT,
    Deck,
)
from .state import WIT, Side, State, mine

STAGES: Final = 11
WORTHS: Final = 4  # by itself, with a partner, with two, for each card that it counts


def appraise(deck: Deck) -> None:
    """Fill in what each card is worth at each stage. The numbers come from matches of quick players
    with weights a little apart: those of the winners, again and again."""
    deck.worths = zeros(len(deck.cards) * STAGES * WORTHS)
    for stage in range(STAGES):
        for card in deck.cards:
            at = (card.face * STAGES + stage) * WORTHS
            own = card.a * _assertion(stage) + card.r * _reach(stage)
            own += _ops_worth(deck, card.fx, stage)
            times: i64 = 273 + 4 * stage if card.source else 100  # several turns, if nobody minds
            backup: i64 = 300 if card.backup else 0
            deck.worths[at] = own * times // 100 + 240 * card.d + backup
            deck.worths[at + 1] = _ops_worth(deck, card.ally, stage) * times // 128
            deck.worths[at + 2] = _ops_worth(deck, card.mass, stage) * times // 128
            for op in deck.lists[card.fx]:
                if op.do in (PER, PER_PLAYED):
                    deck.worths[at + 3] += (op.a + op.r) * _assertion(stage) * times // 100


def _assertion(stage: i64) -> i64:
    return 585 + 40 * stage


def _reach(stage: i64) -> i64:
    return 1460 - 114 * stage


def least(stage: i64) -> i64:
    """Cards below this only dilute a deck."""
    return 1430 + 74 * stage


def _ops_worth(deck: Deck, ops: i64, stage: i64) -> i64:
    worth: i64 = 0
    for op in deck.lists[ops]:
        do = op.do
        if do == GAIN:
            worth += op.a * _assertion(stage) + op.r * _reach(stage)
        elif do == DRAW:
            worth += 5600 * op.n
        elif do == STORM:
            worth += 4500 * op.n
        elif do == STAMMER:
            worth += 825 * op.n
        elif do == PURGE:
            worth += op.n * (1990 - 172 * stage)
        elif do == CONVERT:
            worth += op.most * (126 + 42 * stage)
        elif do == DISCREDIT:
            worth += 1060
        elif do == CHOOSE:
            worth += 1540
        elif do in (REPORT, TOP_NEXT):
            worth += 410
        elif do == DOUBLE:
            worth += 2 * _assertion(stage)
        elif do == TIMES:
            worth += _assertion(stage)
        elif do == AFTER:
            worth += _reach(stage)
    return worth


def stage_of(s: State) -> i64:
    """0 at the start, 10 when there is no time left for what pays off later."""
    lost = WIT - s.sides[1 - s.active].wit
    return min(10, max(2 * mine(s).turns, lost // 3))


def worth_in(s: State, face: i64, stage: i64, share: i64) -> i64:
    """What a card is worth in a deck of which so many thousandths belong to its cohort."""
    worths = s.deck.worths
    at = (face * STAGES + stage) * WORTHS
    worth = worths[at]
    if share > 0 and worths[at + 1] + worths[at + 2] + worths[at + 3] > 0:
        alone = 1000 - share
        fourth = alone * alone // 1000 * alone // 1000 * alone // 1000
        partner = 1000 - (fourth + fourth * alone // 1000) // 2  # four and a half other cards
        worth += partner * worths[at + 1] // 1000
        worth += partner * partner // 1000 * worths[at + 2] // 1000
        worth += worths[at + 3] * 9 * share // 2000
    return worth


def shares_of(s: State, side: Side) -> vec[i64]:
    """How much of a player's cards belongs to each cohort, in thousandths, Backup included."""
    counts = zeros(NO_COHORT + 1)
    cards = s.deck.cards
    backup: i64 = 0
    size: i64 = len(side.discard) + len(side.front)
    for face in side.discard:
        counts[cards[face].cohort] += 1
        backup += 1 if cards[face].backup else 0
    for face in side.front:
        counts[cards[face].cohort] += 1
        backup += 1 if cards[face].backup else 0
    left = side.deck_n
    for face, n in enumerate(side.deck):
        if left == 0:
            break
        if n > 0:
            left -= n
            size += n
            counts[cards[face].cohort] += n
            backup += n if cards[face].backup else 0
    for cohort in range(NO_COHORT):
        counts[cohort] = min(1000, (counts[cohort] + backup) * 1000 // max(size, 1))
    counts[NO_COHORT] = 0
    return counts
