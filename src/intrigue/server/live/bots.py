"""The bots of one match: each thinks when its seat is asked, from what its seat was told, and
answers at a human time, which follows from what everyone knows: how long it thought would tell
whether it had a choice. One without an answer is given up, and its seat takes the default."""

import asyncio
import contextlib
import hashlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import structlog

from intrigue.bots import usual_bot
from intrigue.bots.hint import in_a_sentence
from intrigue.kernel.position import Illegal, Prompt
from intrigue.kernel.text import BadInput
from intrigue.session.message import Ask
from intrigue.session.parts import assembled
from intrigue.session.table import Table

from ..bots.pool import Bots, Idea
from ..bots.worker import Question, Thought
from ..tables import bot_list
from ..wire import frames, http
from .audience import Audience
from .deals import MatchDeals
from .session import Session

log = structlog.get_logger()
BEAT = 0.25  # seconds, many times what a bot thinks about a claim
SHORT_BEAT = 0.1  # and about another window, of which there are many
LONG_BEAT = 0.4  # for one that thinks as long as it may
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
        self.given_up: dict[int, int] = {}  # who had no answer, and to which question
        self.driving = False
        self.stopped = False
        self.asked = False  # whether a person has been asked anything: until then bots do not pause
        self.question = -1, [0]  # which one is open, and who was asked
        self.before = [0]  # who was asked the last one
        self.ideas: dict[int, list[Idea]] = {}  # on their way, the newest last
        self.changing: set[asyncio.Task[None]] = set()
        self.deals = MatchDeals(self)
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
        """The bots that answer the open question; who was relieved answers this one yet. One whose
        name an older record has, and nobody knows any more, is the usual one."""
        game, usual = self.table.game, usual_bot(self.table.game)
        sitting = self.seats | self.session.relieved
        return {seat: bot if bot_list.knows(game, bot) else usual for seat, bot in sitting.items()}

    def go_on(self) -> None:
        """Let the bots that are waited for think, if that is for this process to do."""
        if not self.driving:
            return
        self.asked = self.asked or self._asks_people()
        if self.seats and not self.table.over:
            self.bots.warm_up()
            self._follow()
        for seat in self._next():
            self.thinking[seat] = asyncio.create_task(self._turn(seat))
        self.deals.go_on()

    def _follow(self) -> None:
        """Who was asked, and before that."""
        if self.question[0] != self.table.prompt:
            self.before = self.question[1]
            self.question = self.table.prompt, self.table.position.asked()

    def _next(self) -> list[int]:
        """Who begins to think now: everyone at once. In practice the person comes first and then
        one bot after the other, so that the same acts lead to the same match."""
        waits_for = self.session.timing.waits_for
        now = self.table.prompt
        waiting = [
            seat for seat in self.playing if waits_for(seat) and self.given_up.get(seat) != now
        ]
        if not self.practice:
            return [seat for seat in waiting if seat not in self.thinking]
        return [] if self._asks_people() or self.thinking else waiting[:1]

    def _asks_people(self) -> bool:
        people = [seat for seat in range(self.table.setup.seats) if seat not in self.seats]
        return any(self.session.timing.waits_for(seat) for seat in people)

    @property
    def busy(self) -> bool:
        return bool(self.thinking or self.changing or self.deals.tasks)

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
        for task in self.changing:
            task.cancel()
        self.deals.rest()

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
        if seat is not None:
            self.given_up[seat] = self.table.prompt
        if not self.stopped:
            self.give_up(seat)

    async def _answer(self, seat: int) -> None:
        state = self.audience.stream(seat).state
        number = msgspec.json.decode(assembled(state["prompt"]), type=int)
        question = self.question_of(seat)
        if question is None:
            return
        if self.practice:  # the same acts shall lead to the same match, on any day
            thought = await self.bots.think(question)
        else:
            needs = self._needs(question)
            takes = self._takes(seat, needs, self.session.timing.prompt)
            thought = await self._think_for(question, takes, needs > 0)
        if self.stopped or self.table.prompt != number or seat not in self.playing:
            return
        if thought is not None:
            await self._carry_out(seat, number, thought)
        if (thought is None or thought.act is None) and self.table.prompt == number:
            self._tick(seat)

    def _needs(self, question: Question) -> float:
        """Seconds that such a bot may think about such a question."""
        game = self.table.game
        try:
            return max(0.0, float(bot_list.kind(game, question.bot).needs(game, question.prompt)))
        except Exception:  # a stranger's bot may do anything
            return 0.0

    def _takes(self, seat: int, needs: float, prompt: Prompt) -> float:
        """Seconds until the answer, by what everyone knows: the bot's level, the kind of question,
        and who was asked before. Whoever does several things in a row does not ponder each."""
        if prompt.window or not self.asked:
            beat = LONG_BEAT if needs else BEAT if prompt.closes == "length" else SHORT_BEAT
            waited_for = not prompt.window or len(self.session.company().people) < 2
            return min(beat, self.bots.delay) if waited_for and not needs else beat
        in_a_row = self.before == self.question[1] == [seat]
        return max(self.bots.pause(), needs) / (2 if in_a_row else 1)

    async def _think_for(self, question: Question, takes: float, long: bool) -> Thought | None:
        """The answer when its time has come, as far as it was thought by then. If nothing was,
        because too many think, it comes as much later again. What was thought since a deal came
        into force counts more, if it is there in time: a deal moves no answer."""
        clock = self.bots.clock
        begun = clock.now()
        idea = self.bots.ask(question, begun + takes, long)
        ideas = self.ideas[question.seat] = [idea]
        try:
            await clock.sleep(takes)
            if not idea.ready.is_set():
                await idea.ready.wait()
                if takes:
                    await clock.sleep(takes - (clock.now() - begun) % takes)
        finally:
            del self.ideas[question.seat]
            for one in ideas:
                one.drop()
        return next((one.latest for one in reversed(ideas) if one.latest is not None), None)

    def think_anew(self, seat: int, question: Question) -> bool:
        """Think again about a question whose answer is still on its way; whether it is."""
        ideas = self.ideas.get(seat)
        if not ideas:
            return False
        ideas.append(self.bots.ask(question, ideas[0].until))
        return True

    def change_mind(self, seat: int, question: Question) -> None:
        """Another answer, which nobody sees before the question closes; where that cannot be any
        more, the first one stands."""
        task = asyncio.create_task(self._change_mind(seat, self.table.prompt, question))
        self.changing.add(task)
        task.add_done_callback(self.changing.discard)

    async def _change_mind(self, seat: int, number: int, question: Question) -> None:
        thought = await self.bots.think(question)
        if thought is None or thought.act is None or self.stopped or self.table.prompt != number:
            return
        with contextlib.suppress(Illegal, BadInput):
            await self.do(seat, frames.Submit("bot", thought.act, True, number))

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

    async def hint(self, seat: int, lang: str) -> http.Hint | None:
        """What the search would do in somebody's place, from what that seat was told; None if it
        is asked nothing, or nothing was found in time."""
        question = self.question_of(seat)
        if question is None:
            return None
        asked = msgspec.structs.replace(question, hint=True, bot="hint")
        thought = await self.bots.think(asked)
        if thought is None or thought.hint is None:
            return None
        game, setup = self.table.game, self.table.setup
        view: Any = msgspec.json.decode(question.view, type=game.view_type)
        said = in_a_sentence(game, setup, thought.hint, view, lang)
        return http.Hint(thought.hint.act, said)

    def question_of(self, seat: int) -> Question | None:
        """What a seat is asked now, from what it was told, and nothing else."""
        state = self.audience.stream(seat).state
        ask = msgspec.json.decode(assembled(state["ask"]), type=Ask | None)
        if ask is None:
            return None
        number = msgspec.json.decode(assembled(state["prompt"]), type=int)
        return self._question(seat, number, ask, assembled(state["view"]))

    def _question(self, seat: int, number: int, ask: Ask, view: msgspec.Raw) -> Question:
        volunteer = self.volunteered.get(seat) != number
        self.volunteered[seat] = number
        header = self.table.record.header
        return Question(
            game=header.game,
            names=header.seats,
            options=header.options,
            seat=seat,
            bot=self.playing.get(seat, ""),  # nobody, where a person asks for a hint
            rng=self.dice(f"bot/{seat}/{number}"),
            heard=self.audience.seen(seat),
            view=view,
            prompt=ask.kind,
            sealed=ask.sealed,
            window=ask.window,
            data=ask.data,
            choices=ask.options,
            volunteer=volunteer,
            ledger=assembled(self.audience.stream(seat).state["ledger"]),
        )

    def dice(self, what: str) -> str:
        """Random numbers of its own for each answer, from which the seed cannot be told."""
        return hashlib.blake2b(what.encode(), key=self.session.room.seed).hexdigest()
