"""How the bots of one match deal. Each looks at its deals when a question opens, which everyone
sees, and when something has changed in one of its own, which it was told; a human time later it
offers and answers, from what its seat may know. What it has promised by then it reckons with in an
answer that is still face down. When its answers come has nothing to do with any of it.
"""

import asyncio
from typing import TYPE_CHECKING

import msgspec
import structlog

from intrigue.bots import deals, say
from intrigue.kernel.deals import ShownLedger, concerns, empty, in_force
from intrigue.kernel.negotiation import Assert, Move, Propose, Remark, Respond
from intrigue.kernel.position import Illegal
from intrigue.kernel.text import BadInput
from intrigue.session.parts import assembled

from ..bots.worker import Question
from ..wire import frames

if TYPE_CHECKING:
    from .bots import MatchBots

log = structlog.get_logger()
MOST_LOOKS = 20  # of a seat at its deals, during one question
_REPLIES: dict[str, type[frames.Accept] | type[frames.Decline] | type[frames.Withdraw]] = {
    "accept": frames.Accept,
    "decline": frames.Decline,
    "withdraw": frames.Withdraw,
}


class MatchDeals:
    """Who looks at which deals, and what comes of it."""

    def __init__(self, bots: "MatchBots") -> None:
        self.bots = bots
        self.tasks: dict[int, asyncio.Task[None]] = {}
        self.opened: dict[int, int] = {}  # by seat: the question at which it looked
        self.looks: dict[int, int] = {}  # and how often
        self.answered: dict[int, object] = {}  # what it has had to answer so far
        self.reckoned: dict[int, tuple[int, object]] = {}  # the deals in its answer

    @property
    def dealing(self) -> list[int]:
        """Seats of bots that deal, where words are allowed. In practice nobody does: the same acts
        shall lead to the same match."""
        bots = self.bots
        terms, game = bots.session.room.terms, bots.table.game
        if bots.practice or bots.stopped or bots.table.over or terms.press == "none":
            return []
        if bots.session.clocks.paused is not None or game.promises is None:
            return []
        return [seat for seat, bot in bots.seats.items() if deals(game, bot)]

    def go_on(self) -> None:
        """Let those look at their deals who have something new to look at."""
        for seat in self.dealing:
            ledger = self._ledger(seat)
            self._reckon(seat, ledger)
            if seat not in self.tasks and self._is_news(seat, ledger):
                self.tasks[seat] = asyncio.create_task(self._look(seat))

    def rest(self) -> None:
        for task in self.tasks.values():
            task.cancel()

    def _is_news(self, seat: int, ledger: ShownLedger) -> bool:
        if self._opens(seat):
            return True
        few = self.looks.get(seat, 0) < MOST_LOOKS
        return few and concerns(ledger, seat) != self.answered.get(seat, ())

    def _opens(self, seat: int) -> bool:
        """Whether a question is open at which the seat has not looked at its deals; not one of the
        many windows."""
        table, timing = self.bots.table, self.bots.session.timing
        return self.opened.get(seat) != table.prompt and not timing.prompt.window

    def _ledger(self, seat: int) -> ShownLedger:
        told = assembled(self.bots.audience.stream(seat).state["ledger"])
        known = msgspec.json.decode(told, type=ShownLedger | None)
        return known or empty(self.bots.table.setup.seats)

    # --- offers and answers -----------------------------------------------------------------------

    async def _look(self, seat: int) -> None:
        """Look at one's deals, in a while, and do something about them."""
        try:
            await self.bots.bots.clock.sleep(self.bots.bots.pause() / 2)
            if seat in self.dealing:
                await self._deal(seat)
        except (Illegal, BadInput) as error:
            log.warning("deal was refused", game=self.bots.table.game.id, error=str(error))
        finally:
            self.tasks.pop(seat, None)
            if self.bots.driving and not self.bots.stopped:
                self.go_on()

    async def _deal(self, seat: int) -> None:
        ledger, opening = self._ledger(seat), self._opens(seat)
        if opening:
            self.opened[seat] = self.bots.table.prompt
            self.looks[seat] = 0
        self.looks[seat] = self.looks.get(seat, 0) + 1
        self.answered[seat] = concerns(ledger, seat)
        thought = await self.bots.bots.think(self._question(seat, opening))
        for move in [] if thought is None else thought.moves:
            if seat not in self.dealing:
                return
            frame = self._frame(move)
            if frame is not None:
                await self.bots.do(seat, frame)

    def _question(self, seat: int, opening: bool) -> Question:
        bots, header = self.bots, self.bots.table.record.header
        state = bots.audience.stream(seat).state
        times = f"{bots.table.prompt}/{self.looks[seat]}"
        return Question(
            game=header.game,
            names=header.seats,
            options=header.options,
            seat=seat,
            bot=bots.seats[seat],
            rng=bots.dice(f"deals/{seat}/{times}"),
            heard=bots.audience.seen(seat),
            view=assembled(state["view"]),
            prompt="",
            sealed=False,
            window=False,
            data={},
            choices=[],
            volunteer=False,
            ledger=assembled(state["ledger"]),
            talk="opening" if opening else "news",
        )

    def _frame(self, move: Move) -> frames.Promise | frames.Say | None:
        """What somebody at a page would send; nothing that this table does not allow."""
        terms, names = self.bots.session.room.terms, self.bots.table.setup.names
        aside = terms.press == "all"
        match move:
            case Propose():
                secret = move.secret and aside
                return frames.Deal("", move.clauses, move.to, secret, counters=move.counters)
            case Respond():
                return _REPLIES[move.what]("", move.deal)
            case Assert():
                return frames.StateClaim("", move.text, move.to if aside else None)
            case Remark():
                if move.to is not None and not aside:
                    return None
                return frames.Say("", say(move, names, terms.lang), move.to)

    # --- what follows for its play ----------------------------------------------------------------

    def _reckon(self, seat: int, ledger: ShownLedger) -> None:
        """A deal that came into force since it thought of its answer: it thinks again."""
        bots = self.bots
        now = bots.table.prompt, in_force(ledger, seat)
        known = self.reckoned.get(seat)
        self.reckoned[seat] = now
        if known is None or known == now or known[0] != now[0]:
            return
        question = bots.question_of(seat)
        if question is None or bots.think_anew(seat, question):
            return
        answer = bots.table.answers[seat]
        if answer is not None and answer.by == "bot":
            bots.change_mind(seat, question)
