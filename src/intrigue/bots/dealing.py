"""A bot that deals: any level, with a temper and the negotiator of its game. It plays as that level
does, but for what was promised: its own word, where it keeps it, and what it was promised. And how
those at one table come to terms, in the lab and at the keyboard."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from intrigue.kernel.deals import ShownLedger, concerns, empty
from intrigue.kernel.game import Game, Player, Seen, Setup
from intrigue.kernel.negotiation import Assert, Move, Propose, Remark, Respond
from intrigue.kernel.position import Illegal, Prompt
from intrigue.kernel.text import BadInput
from intrigue.session.ledger import Ledger

if TYPE_CHECKING:
    from . import Seated

MOST_ROUNDS = 8  # of talks before a question: offers, answers, counter-offers

Maker = Callable[[Game, Setup, int, Random], Player]


class Dealer(Player):
    """Two in one chair: who plays, and who deals."""

    def __init__(
        self, kind: Maker, temper: str, game: Game, setup: Setup, seat: int, rng: Random
    ) -> None:
        super().__init__(game, setup, seat, rng)
        assert game.negotiator is not None
        self.player = kind(game, setup, seat, rng)
        self.negotiator = game.negotiator(game, setup, seat, rng, temper)

    def hear(self, event: Seen) -> None:
        self.player.hear(event)
        self.negotiator.hear(event)

    def negotiate(self, view: Any, ledger: ShownLedger, opening: bool) -> Sequence[Move]:
        return self.negotiator.negotiate(view, ledger, opening)

    def volunteer(self, view: Any) -> list[int]:
        promised = [] if self.ledger is None else self.negotiator.volunteer(view, self.ledger)
        return [*promised, *self.player.volunteer(view)]

    def answer(self, view: Any, prompt: Prompt, options: Sequence[int]) -> int:
        if self.ledger is None or not self.ledger.deals:
            return self._play(view, prompt, options)
        left = list(self.negotiator.advise(view, self.ledger, prompt.kind, options)) or options
        if len(left) == 1:
            return left[0]
        act = self._play(view, prompt, left)
        return act if act in left else self.rng.choice(left)

    def considers(self, view: Any, prompt: Prompt, options: Sequence[int]) -> Sequence[int]:
        return self.player.considers(view, prompt, options)

    def _play(self, view: Any, prompt: Prompt, options: Sequence[int]) -> int:
        """As its level would, which thinks as much as this one may."""
        player = self.player
        player.share, player.seconds, player.listener = self.share, self.seconds, self.listener
        act = player.answer(view, prompt, options)
        self.playouts = player.playouts
        return act


# --- at one table ---------------------------------------------------------------------------------


class Dealing(Protocol):
    """A table at which deals can be made."""

    @property
    def ledger(self) -> Ledger: ...

    def offer(
        self,
        seat: int,
        to: Sequence[str],
        clauses: str,
        secret: bool = False,
        *,
        counters: int | None = None,
    ) -> None: ...

    def reply(self, seat: int, deal: int, what: str) -> None: ...

    def claim(self, seat: int, text: str, to: Sequence[str] | None = None) -> None: ...


def shown(ledger: Ledger, seat: int) -> ShownLedger:
    """A seat's ledger, also as long as there is nothing in it."""
    return ledger.shown(seat) or empty(ledger.setup.seats)


class Talks:
    """What the bots of a table have to say to each other, before they answer a question."""

    def __init__(self, table: Dealing, setup: Setup, players: "Mapping[int, Seated]") -> None:
        self.table = table
        self.setup = setup
        self.players = {seat: player for seat, player in players.items() if player.deals}
        self._asked: dict[int, object] = {}

    def hold(
        self, view: Callable[[int], Any], opening: bool = True
    ) -> Iterator[tuple[int, Remark]]:
        """Offers and answers until nobody has any more, or it takes too long; what is said."""
        for turn in range(MOST_ROUNDS):
            first = opening and turn == 0
            moved = False
            for seat in self.players:
                ledger = shown(self.table.ledger, seat)
                now = concerns(ledger, seat)
                if first or now != self._asked.get(seat, ()):
                    self._asked[seat] = now
                    moves = self.players[seat].negotiate(view(seat), ledger, first)
                    moved |= bool(moves)
                    yield from self._carry_out(seat, moves)
            if not moved:
                return

    def _carry_out(self, seat: int, moves: Sequence[Move]) -> Iterator[tuple[int, Remark]]:
        """One after the other; what cannot be ends it, and is counted."""
        for move in moves:
            if isinstance(move, Remark):
                yield seat, move
                continue
            try:
                carry_out(self.table, self.setup, seat, move)
            except (Illegal, BadInput):
                self.players[seat].faults += 1
                return


def carry_out(table: Dealing, setup: Setup, seat: int, move: Propose | Respond | Assert) -> None:
    """A move at a table; raises `Illegal` or `BadInput`."""
    match move:
        case Propose():
            to = named(setup, move.to)
            table.offer(seat, to, move.clauses, move.secret, counters=move.counters)
        case Respond():
            table.reply(seat, move.deal, move.what)
        case Assert():
            table.claim(seat, move.text, None if move.to is None else named(setup, move.to))


def named(setup: Setup, seats: Sequence[int]) -> list[str]:
    """Seats by their names; raises `BadInput`."""
    if not all(0 <= seat < setup.seats for seat in seats):
        raise BadInput("stranger", name=repr(list(seats)), seated=setup.names)
    return [setup.names[seat] for seat in seats]
