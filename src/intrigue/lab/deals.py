"""Deals in the lab: a ledger beside a bare position, where somebody at the table deals. Where
nobody does there is none, and nothing is slower for it."""

from collections.abc import Iterable, Sequence

from intrigue.bots import Seated
from intrigue.bots.dealing import Talks, shown
from intrigue.kernel.position import Event, Position
from intrigue.session.ledger import Ledger, views
from intrigue.session.record import Aside, Claimed, Offer


class Deals:
    """The deals of one match among bots."""

    def __init__(self, position: Position, players: Sequence[Seated]) -> None:
        self.position = position
        self.players = players
        self._book: Book | None = None
        if position.origin is not None and any(player.deals for player in players):
            self._book = Book(position)
            by_seat = {player.seat: player for player in players}
            self._talks = Talks(self._book, position.origin.setup, by_seat)

    def hear(self, events: Iterable[Event]) -> None:
        if self._book is not None:
            self._book.ledger.hear(events)

    def talk(self) -> None:
        """Before a question is answered; what is said is for people."""
        if self._book is None:
            return
        opening = not self.position.prompt(self.position.asked()[0]).window
        for _ in self._talks.hold(self.position.view, opening):
            pass
        for player in self.players:
            if player.deals:
                player.read(shown(self._book.ledger, player.seat))


class Book:
    """A ledger without a record."""

    def __init__(self, position: Position) -> None:
        game, setup = position.origin
        self.ledger = Ledger(game, setup, views(position))

    def offer(
        self,
        seat: int,
        to: Sequence[str],
        clauses: str,
        secret: bool = False,
        *,
        counters: int | None = None,
    ) -> None:
        self._enter(self.ledger.offer(seat, Offer("", list(to), clauses, secret), counters))

    def reply(self, seat: int, deal: int, what: str) -> None:
        self._enter(self.ledger.reply(seat, deal, what))

    def claim(self, seat: int, text: str, to: Sequence[str] | None = None) -> None:
        heard = None if to is None else list(to)
        self._enter(self.ledger.claim(seat, Claimed("", text, heard)))

    def _enter(self, entry: Aside) -> None:
        self.ledger.apply(entry)
