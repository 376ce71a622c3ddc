"""A bot at somebody's table: it sits down by the table's code like any guest, and gets what its
seat is told over the socket, and nothing else. What it cannot answer, the game's usual bot does."""

import asyncio
import contextlib
import json
from random import SystemRandom
from typing import Any

import msgspec
from websockets.exceptions import WebSocketException

from intrigue.bots import Seated, find_bot, say, usual_bot
from intrigue.kernel.deals import ShownLedger, concerns, empty
from intrigue.kernel.game import Seen, find_game
from intrigue.kernel.negotiation import Assert, Move, Propose, Remark, Respond
from intrigue.kernel.position import Prompt
from intrigue.kernel.text import BadInput

from .client import CallRefused, Client, Json, Seat

LOST = (OSError, TimeoutError, WebSocketException)
PASSING = ("stale", "over", "not_asked", "no_deals_now")  # refusals that the next frame explains
PAUSES = (0.5, 1, 2, 4, 8, 15, 30)  # seconds before it tries again to connect


class Sitter:
    """One bot at one table."""

    def __init__(self, client: Client, table: str, bot: str, lang: str = "en") -> None:
        self.client = client
        self.table = table
        self.bot = bot
        self.lang = lang
        self.heard = 0  # events, counted over the whole match
        self.asked = -1  # the last question at which it was asked for free acts and deals
        self.answered: object = ()  # what it has had to answer of deals
        self.helped = 0  # answers of the usual bot
        self.player: Seated

    async def play(self) -> Json:
        """To the end; how it ended. A connection that breaks is made again."""
        pauses = iter(PAUSES)
        while True:
            try:
                async with self.client.sit(self.table, log=self.heard) as seat:
                    await self._wait_for_the_start(seat)
                    pauses = iter(PAUSES)
                    while seat.over is None:
                        await self._step(seat)
                    return seat.over
            except LOST:
                pause = next(pauses, None)
                if pause is None:
                    raise
                await asyncio.sleep(pause)

    async def _wait_for_the_start(self, seat: Seat) -> None:
        """Ready whenever the host has changed something."""
        while not seat.state:
            frame = await seat.next()
            if frame["do"] == "table" and frame["table"]["state"] == "open":
                mine = frame["table"]["you"]
                if mine is not None and not frame["table"]["seats"][mine]["ready"]:
                    with contextlib.suppress(CallRefused):  # the table went on meanwhile
                        await asyncio.to_thread(self.client.ready, self.table)
        if not hasattr(self, "player"):
            self._sit_down(seat)

    def _sit_down(self, seat: Seat) -> None:
        welcome = seat.welcome
        game = find_game(welcome["game"])
        if welcome["version"] != game.version:
            versions = {"theirs": welcome["version"], "ours": game.version}
            raise BadInput("record_version", game=game.title(), **versions)
        setup = game.setup(welcome["names"], welcome["options"])
        self.game, self.setup, self.number = game, setup, welcome["seat"]
        self.player = self._seated(self.bot)
        self.usual = self._seated(usual_bot(game))

    def _seated(self, bot: str) -> Seated:
        maker = find_bot(self.game, bot)
        return Seated(maker, self.game, self.setup, self.number, SystemRandom())

    # --- one frame, or one answer -----------------------------------------------------------------

    async def _step(self, seat: Seat) -> None:
        await self._hear(seat)
        await self._deal(seat)
        ask = seat.ask
        if ask is None or ask["ready"] or seat.state["prompt"] == seat.welcome["relieved"]:
            await seat.next()
            return
        if self.asked != seat.state["prompt"]:
            self.asked = seat.state["prompt"]
            if await self._volunteer(seat):
                return  # the question may be another one now
        act = await asyncio.to_thread(self._think, seat, ask)
        await self._submit(seat, act)

    async def _submit(self, seat: Seat, act: str) -> None:
        try:
            await seat.submit(act)
        except CallRefused as error:
            if error.code not in PASSING:
                raise
            await seat.next()

    async def _hear(self, seat: Seat) -> None:
        """What its seat saw, once each."""
        missed: list[Json] = []
        before = seat.first
        while before > self.heard:
            page = await seat.earlier("log", before)
            missed, before = page["log"] + missed, page["number"]
        fresh = missed[max(0, self.heard - before) :] + seat.log[max(0, self.heard - seat.first) :]
        for event in fresh:
            for player in (self.player, self.usual):
                player.hear(Seen(event["kind"], event["data"]))
        self.heard += len(fresh)

    def _view(self, seat: Seat) -> Any:
        return msgspec.json.decode(json.dumps(seat.state["view"]), type=self.game.view_type)

    def _think(self, seat: Seat, ask: Json) -> str:
        """Its answer, else the usual bot's, else any."""
        texts: list[str] = ask["options"]
        options = [self.game.parse(self.setup, text) for text in texts]
        prompt = Prompt(
            self.number, ask["kind"], ask["sealed"], window=ask["window"], data=ask["data"]
        )
        self.player.read(self._ledger(seat))
        act = self.player.answer(self._view(seat), prompt, options)
        if act is None:
            self.helped += 1
            act = self.usual.answer(self._view(seat), prompt, options)
        return texts[0] if act is None else texts[options.index(act)]

    async def _volunteer(self, seat: Seat) -> bool:
        """Free acts that it wants to do; whether it did one."""
        wanted = await asyncio.to_thread(self.player.volunteer, self._view(seat))
        if not wanted:
            return False
        allowed = {self.game.parse(self.setup, text): text for text in await seat.free()}
        done = [allowed[act] for act in wanted if act in allowed]
        for text in done:
            await self._submit(seat, text)
        return bool(done)

    # --- deals ------------------------------------------------------------------------------------

    def _ledger(self, seat: Seat) -> ShownLedger:
        known = seat.state.get("ledger")
        return empty(self.setup.seats) if known is None else msgspec.convert(known, ShownLedger)

    async def _deal(self, seat: Seat) -> None:
        """At the opening of a question, and when something has changed in a deal of its own."""
        if not self.player.deals or seat.welcome["press"] == "none":
            return
        ledger = self._ledger(seat)
        now = concerns(ledger, self.number)
        opening = self.asked != seat.state["prompt"] and seat.ask is not None
        if not opening and now == self.answered:
            return
        self.answered = now
        view = self._view(seat)
        for move in await asyncio.to_thread(self.player.negotiate, view, ledger, opening):
            with contextlib.suppress(CallRefused):  # a table may allow less
                await self._carry_out(seat, move)

    async def _carry_out(self, seat: Seat, move: Move) -> None:
        aside = seat.welcome["press"] == "all"
        match move:
            case Propose():
                secret = move.secret and aside
                await seat.offer(move.to, move.clauses, secret=secret, counters=move.counters)
            case Respond():
                await seat.do(move.what, deal=move.deal)
            case Assert():
                await seat.claim(move.text, move.to if aside else None)
            case Remark():
                if move.to is None or aside:
                    await seat.say(say(move, self.setup.names, self.lang), move.to)
