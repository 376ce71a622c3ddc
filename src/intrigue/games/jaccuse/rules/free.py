"""What may be done in J'Accuse at any time: hand cards are shown, tokens change hands."""

from mypy_extensions import i64

from intrigue.kernel.chance import bit

from .acts import NOBODY
from .cards import cards_of, count_cards
from .past import SHOWN, Past
from .state import State
from .telling import tell, tell_only, texts_of


def show(s: State, seat: i64, players: i64, cards: i64) -> None:
    """JA-17, JA-A36: hand cards, to some players at once. JA-A37: all others see who shows how
    many to whom."""
    s.past = Past(SHOWN, s.past, seat, NOBODY, cards, players)
    if s.events is not None:
        whom = [i for i in range(s.seats) if players & bit(i) != 0]
        public: dict[str, object] = {"seat": seat, "to": whom, "count": count_cards(cards)}
        seen: dict[str, object] = {**public, "cards": texts_of(s, cards_of(cards))}
        tell_only(s, "saw", bit(seat) | players, seen, "showed", public)


def give(s: State, seat: i64, to: i64, tokens: i64) -> None:
    """JA-36, JA-A38: tokens are handed over, openly."""
    s.tokens[seat] -= tokens
    s.tokens[to] += tokens
    if s.events is not None:
        tell(s, "gave", {"giver": seat, "to": to, "tokens": tokens})
