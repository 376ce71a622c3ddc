"""The bots of one match: each thinks when its seat is asked, from what its seat was told, and
answers at a human time. One without an answer is given up, and its seat takes the default."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable

import msgspec
import structlog

from intrigue.bots import usual_bot
from intrigue.kernel.position import Illegal
from intrigue.kernel.text import BadInput
from intrigue.session.message import Ask
from intrigue.session.parts import assembled
from intrigue.session.table import Table

from ..bots.pool import Bots
from ..bots.worker import Question, Thought
from ..wire import frames
from .audience import Audience
from .session import Session

log = structlog.get_logger()
BEAT = 0.25  # seconds, many times what a bot thinks about a claim
SHORT_BEAT = 0.1  # and about another window, of which there are many
Do = Callable[[int, frames.Action], Awaitable[None]]
GiveUp = Callable[[int | None], None]


class MatchBots:
    """Who thinks, and about which question."""

    def __init__(
        self, session: Session, audience: Audience, bots: Bots, do: Do, give_up: GiveUp
    ) -> None:
        self.session = session
        self.audience = audience
        self.bots = bots
        self.do = do
        self.give_up = give_up
        self.seats: dict[int, str] = {}
        self.practice = session.room.terms.practice is not None
        self.thinking: dict[int, asyncio.Task[None]] = {}
        self.volunteered: dict[int, int] = {}
        self.driving = False
        self.stopped = False
        self.asked = False  # whether a person has been asked anything: until then bots do not pause
        self.reseat()

    @property
    def table(self) -> Table:
        return self.session.table

    def reseat(self) -> None:
        """Bots sit where the table says, and where somebody left one to stand in."""
        chairs = self.session.room.seats
        self.seats = {chair.number: chair.bot for chair in chairs if chair.bot}
        usual = usual_bot(self.table.game)
        self.seats |= {seat: usual for seat in self.session.stand_ins if seat not in self.seats}
        if not self.table.over:
            for seat in self.seats:
                self.audience.stream(seat)

    @property
    def playing(self) -> dict[int, str]:
        """The bots that answer the open question; who was relieved answers this one yet."""
        return self.seats | self.session.relieved

    def go_on(self) -> None:
        """Let the bots that are waited for think, if that is for this process to do."""
        if not self.driving:
            return
        self.asked = self.asked or self._asks_people()
        for seat in self._next():
            self.thinking[seat] = asyncio.create_task(self._turn(seat))

    def _next(self) -> list[int]:
        """Who begins to think now: everyone at once. In practice the person comes first and then
        one bot after the other, so that the same acts lead to the same match."""
        waits_for = self.session.timing.waits_for
        waiting = [seat for seat in self.playing if waits_for(seat)]
        if not self.practice:
            return [seat for seat in waiting if seat not in self.thinking]
        return [] if self._asks_people() or self.thinking else waiting[:1]

    def _asks_people(self) -> bool:
        people = [seat for seat in range(self.table.setup.seats) if seat not in self.seats]
        return any(self.session.timing.waits_for(seat) for seat in people)

    def waited_for(self) -> bool:
        """Whether a bot has to answer now; in practice, not before the person has."""
        return bool(self.thinking or self._next())

    def stop(self) -> None:
        self.stopped = True
        self.rest()

    def rest(self) -> None:
        """Another process drives."""
        self.driving = False
        for task in self.thinking.values():
            task.cancel()

    async def _turn(self, seat: int) -> None:
        """One answer."""
        try:
            await self._answer(seat)
        except (Illegal, BadInput) as error:
            log.warning("bot was refused", game=self.table.game.id, seat=seat, error=str(error))
            self._tick(seat)
        finally:
            self.thinking.pop(seat, None)
            self._tick(None)

    def _tick(self, seat: int | None) -> None:
        if not self.stopped:
            self.give_up(seat)

    async def _answer(self, seat: int) -> None:
        state = self.audience.stream(seat).state  # what the seat was told, and nothing else
        number = msgspec.json.decode(assembled(state["prompt"]), type=int)
        ask = msgspec.json.decode(assembled(state["ask"]), type=Ask | None)
        if ask is None:
            return
        question = self._question(seat, number, ask, assembled(state["view"]))
        prompt = self.session.timing.prompt
        if prompt.window and len(self.session.company().people) < 2:
            thought = await self.bots.think(question)  # nobody learns anything from it
        elif prompt.window:
            beat = BEAT if prompt.closes == "length" else SHORT_BEAT
            thought = await self._think_evenly(question, beat)
        else:
            pause = asyncio.sleep(self.bots.pause() if self.asked and not self.practice else 0)
            thought, _ = await asyncio.gather(self.bots.think(question), pause)
        if self.stopped or self.table.prompt != number or seat not in self.playing:
            return
        if thought is not None:
            await self._carry_out(seat, number, thought)
        if (thought is None or thought.act is None) and self.table.prompt == number:
            self._tick(seat)

    async def _think_evenly(self, question: Question, beat: float = BEAT) -> Thought | None:
        """The answer on a beat: how long a bot thinks would tell whether it had a choice.
        Bots do not watch the time: a window is not there to wait for them."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        thought = await self.bots.think(question)
        await asyncio.sleep(beat - (loop.time() - begun) % beat)
        return thought

    async def _carry_out(self, seat: int, number: int, thought: Thought) -> None:
        """What the bot thought; but an answer that a player left behind stands, and comes when the
        bot's would have come."""
        left = self.table.answers[seat]
        if left is not None and left.by == "player":
            if self.table.prompt == number:
                await self.do(seat, frames.Confirm("bot", number))
            return
        for act in thought.free:
            try:
                await self.do(seat, frames.Submit("bot", act, True, number))
            except (Illegal, BadInput):
                continue  # the table has moved on, or it never was one
        if thought.act is not None and self.table.prompt == number:
            await self.do(seat, frames.Submit("bot", thought.act, True, number))

    def _question(self, seat: int, number: int, ask: Ask, view: msgspec.Raw) -> Question:
        volunteer = self.volunteered.get(seat) != number
        self.volunteered[seat] = number
        header = self.table.record.header
        return Question(
            game=header.game,
            names=header.seats,
            options=header.options,
            seat=seat,
            bot=self.playing[seat],
            rng=self._dice(seat, number),
            heard=self.audience.seen(seat),
            view=view,
            prompt=ask.kind,
            sealed=ask.sealed,
            window=ask.window,
            data=ask.data,
            choices=ask.options,
            volunteer=volunteer,
        )

    def _dice(self, seat: int, number: int) -> str:
        """Random numbers of its own for each answer, from which the seed cannot be told."""
        key = self.session.room.seed
        return hashlib.blake2b(f"bot/{seat}/{number}".encode(), key=key).hexdigest()
