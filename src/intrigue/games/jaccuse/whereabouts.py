"""Where the cards of one generation can have been, from what one viewer saw happen to them: forward
from the deal, and back from what was seen later. Judges of claims ask it, and nobody else.

A single card is followed, wherever there is only one of its face. Of hands whose every card the
viewer knows, copies are counted.
"""

from collections.abc import Iterable, Mapping, Sequence

from .rules.memory import HANDS, MEMBER, PILE, VOTES

_PILE = 1 << PILE
_EVERYWHERE = (1 << PILE + 1) - 1
Move = tuple[int, int]  # from a place to another; places are bits, as in `rules.memory`


def hand(seat: int) -> int:
    return 1 << seat


def on_table(seat: int) -> int:
    return 1 << VOTES + seat


def member(seat: int) -> int:
    return 1 << MEMBER + seat


class Step:
    """Something that happened to cards: which of them went where, as far as they were `seen`; all
    others may have gone the ways of `may`, must have gone those of `must`, and were not where
    the viewer saw that they were `not_at`."""

    def __init__(
        self,
        event: int,
        seen: Sequence[tuple[str, int, int]] = (),
        may: Sequence[Move] = (),
        must: Sequence[Move] = (),
        not_at: int = 0,
    ) -> None:
        self.event = event
        self.seen = seen
        self.may = may
        self.must = must
        self.not_at = not_at

    def after(self, card: str, places: int) -> int:
        """Where a card can be now, by where it could be before."""
        for face, _, to in self.seen:
            if face == card:
                return to
        out = places & ~self.not_at
        for source, _ in self.must:
            out &= ~source
        for source, to in (*self.may, *self.must):
            if places & source & ~self.not_at:
                out |= to
        return out

    def before(self, card: str, places: int) -> int:
        """Where a card can have been before, by where it can be now."""
        for face, source, _ in self.seen:
            if face == card:
                return source
        out = places
        for source, _ in self.must:
            out &= ~source
        for source, to in (*self.may, *self.must):
            if places & to:
                out |= source
        return out & ~self.not_at


class Whereabouts:
    """The cards of a generation, dealt at some event, as one viewer knows them. `hands` are those
    whose every card is known to the viewer, by seat."""

    def __init__(self, event: int, seats: int) -> None:
        self.event = event
        self.seats = seats
        self.start: dict[str, int] = {}  # where known cards lay
        self.hands: dict[int, list[str]] = {}
        self.steps: list[Step] = []

    def know(self, seat: int, cards: Iterable[str], membership: str | None = None) -> None:
        """What a seat holds at the beginning, seen by the viewer."""
        self.hands[seat] = list(cards)
        for card in self.hands[seat]:
            self.start[card] = hand(seat)
        if membership is not None:
            self.start[membership] = member(seat)

    def lie(self, rounds: Sequence[Sequence[str | None]]) -> None:
        """Votes that lie on the table at the beginning."""
        for votes in rounds:
            for seat, card in enumerate(votes):
                if card is not None:
                    self.start[card] = on_table(seat)

    def holds(self, card: str, seat: int, at: int, alone: bool) -> bool | None:
        """Whether a seat had a card in hand after so many events; None if the viewer cannot
        know. `alone`: there is only one of that face."""
        if seat in self.hands:
            return self._count(card, seat, at) > 0
        if not alone:
            return None
        places = self._can_be(card, at)
        if places == hand(seat):
            return True
        return None if places & hand(seat) else False

    def _can_be(self, card: str, at: int) -> int:
        """Every place at which a card can have been after so many events."""
        places = self.start.get(card, self._unknown())
        later = _EVERYWHERE
        for step in self.steps:
            if step.event <= at:
                places = step.after(card, places)
        for step in reversed(self.steps):
            if step.event > at:
                later = step.before(card, later)
        return places & later

    def _unknown(self) -> int:
        """Everywhere but with those whose cards are known; votes are open."""
        places = _EVERYWHERE & ~(HANDS << VOTES)
        for seat in self.hands:
            places &= ~(hand(seat) | member(seat))
        return places

    def _count(self, card: str, seat: int, at: int) -> int:
        """How many of a face are in a hand of which every card is known."""
        table = on_table(seat)
        here = {hand(seat): self.hands[seat].count(card), table: self.start.get(card) == table}
        for step in self.steps:
            if step.event > at:
                break
            for face, source, to in step.seen:
                if face == card:
                    here[source] = here.get(source, 0) - 1
                    here[to] = here.get(to, 0) + 1
            for source, to in step.must:
                here[to] = here.get(to, 0) + here.pop(source, 0)
        return here[hand(seat)]

    # --- what happens -----------------------------------------------------------------------------

    def place(self, event: int, seat: int, card: str) -> None:
        """A membership that the viewer sees chosen from a hand."""
        self.steps.append(Step(event, [(card, hand(seat), member(seat))]))

    def place_unseen(self, event: int, seats: Iterable[int]) -> None:
        """Memberships that others chose from their hands."""
        may = [(hand(seat), member(seat)) for seat in seats]
        self.steps.append(Step(event, may=may))

    def vote(self, event: int, votes: Sequence[str | None]) -> None:
        seen = [
            (card, hand(seat), on_table(seat))
            for seat, card in enumerate(votes)
            if card is not None
        ]
        self.steps.append(Step(event, seen))

    def take_back(self, event: int, winner: int | None = None, card: str = "") -> None:
        """Votes go back to hands, but for the card of a winner."""
        seen = [] if winner is None else [(card, on_table(winner), _PILE)]
        must = [(on_table(seat), hand(seat)) for seat in range(self.seats)]
        self.steps.append(Step(event, seen, must=must))

    def swap(self, event: int, one: int, other: int, given: Mapping[int, Sequence[str]]) -> None:
        """A parley; `given` are the cards of both, or none for who did not see them."""
        ways = {one: (hand(one), hand(other)), other: (hand(other), hand(one))}
        seen = [(card, *ways[seat]) for seat, cards in given.items() for card in cards]
        self.steps.append(Step(event, seen, may=() if given else [*ways.values()]))

    def defect(self, event: int, seat: int, cards: tuple[str, str] | None) -> None:
        """A membership is discarded for a hand card; `cards` are the new one and the old one."""
        chosen, gone = (hand(seat), member(seat)), (member(seat), _PILE)
        if cards is None:
            self.steps.append(Step(event, may=[chosen], must=[gone]))
        else:
            self.steps.append(Step(event, [(cards[0], *chosen), (cards[1], *gone)]))

    def reveal(self, event: int, seat: int, holder: int, card: str) -> None:
        """The membership of an accused is seen, and goes to a hand."""
        seen = [(card, member(seat), hand(holder))]
        self.steps.append(Step(event, seen, not_at=member(seat)))

    def enact(self, event: int, seat: int, card: str) -> None:
        self.steps.append(Step(event, [(card, hand(seat), _PILE)]))

    def show(self, event: int, seat: int, cards: Iterable[str]) -> None:
        seen = [(card, hand(seat), hand(seat)) for card in cards]
        self.steps.append(Step(event, seen))

    def end(self, event: int, members: Sequence[str]) -> None:
        """Every membership is open."""
        seen = [(card, member(seat), member(seat)) for seat, card in enumerate(members)]
        self.steps.append(Step(event, seen, not_at=HANDS << MEMBER))
