"""People who play any game through what the protocol offers them, as fast as the server answers.

They write down every frame that they sent, what was answered to it, and everything that they were
shown. When a connection is lost before the answer came, they send the same frame again.
"""

import asyncio
import contextlib
from random import Random
from typing import Any

import msgspec
from websockets.exceptions import WebSocketException

from intrigue.agents.client import CallRefused, Client, Seat

Json = dict[str, Any]
LOST = (OSError, WebSocketException, EOFError, TimeoutError)
UNDECIDED = ("stopping", "database", "conflict", "internal")  # not judged: it is sent again


def state_of(state: Json) -> bytes:
    """A state so that equal ones are equal bytes."""
    return msgspec.json.encode(state, order="sorted")


class Doors:
    """Where people come in: any server that is up."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.acted = asyncio.Event()  # somebody had an answer
        self._up: list[str] = []
        self._any = asyncio.Event()

    def open(self, url: str) -> None:
        self._up.append(url)
        self._any.set()

    def shut(self, url: str) -> None:
        if url in self._up:
            self._up.remove(url)
        if not self._up:
            self._any.clear()

    async def one(self) -> str:
        """Any of them, as soon as there is one."""
        await self._any.wait()
        return self.rng.choice(self._up)


class Heard:
    """What somebody knows at one moment, to be compared with what is stored a little later."""

    def __init__(self, player: "Player") -> None:
        self.player = player
        self.acknowledged = dict(player.acknowledged)
        self.refused = set(player.refused)
        self.states = list(player.states)
        self.lines = dict(player.lines)


class Player:
    """Somebody at a table."""

    def __init__(
        self,
        client: Client,
        table: str,
        seat: int,
        seed: int,
        doors: Doors,
        drowsy: bool = False,
        tag: str = "",
        pause: float = 0.0,
    ) -> None:
        self.client = client
        self.table = table
        self.seat = seat
        self.doors = doors
        self.drowsy = drowsy  # leaves some questions to the clock
        self.tag = tag  # of the keys of somebody who was here before
        self.pause = pause  # seconds before each act, about: none, unless others need the machine
        self.rng = Random(seed)
        self.sent: dict[str, Json] = {}  # by key
        self.acknowledged: dict[str, Json] = {}
        self.refused: set[str] = set()
        self.states: list[bytes] = []  # what was shown, since somebody looked
        self.lines: dict[int, Json] = {}
        self.repeats = 0
        self.lost = 0  # connections
        self.over = False
        self._pending: Json | None = None
        self._asleep: int | None = None  # about this question, for one
        self._woke: int | None = None
        self._place: str | None = None
        self._state: Json = {}

    async def run(self, hurry: asyncio.Event) -> None:
        """Play to the end of the match, from any server to any other."""
        while not self.over:
            here = Client(await self.doors.one(), self.client.device)
            try:
                async with here.sit(self.table, self._place, len(self.lines)) as seat:
                    seat.state = self._state
                    await self._play(seat, hurry)
            except LOST:
                self.lost += 1
            except CallRefused as error:
                if error.code not in UNDECIDED:
                    raise

    def _hear(self, seat: Seat, frame: Json) -> None:
        self._place, self._state = seat.place if seat.state else None, seat.state
        if frame["do"] in ("view", "update"):
            self.states.append(state_of(seat.state))
        elif frame["do"] == "talk":
            known = self.lines.setdefault(frame["number"], frame)
            assert known == frame, "a line is not what it was"

    async def _play(self, seat: Seat, hurry: asyncio.Event) -> None:
        seat.heard = lambda frame: self._hear(seat, frame)
        await seat.until(lambda seat: bool(seat.welcome))
        # nothing more comes if nothing was missed: ask for something
        with contextlib.suppress(CallRefused):
            await seat.do("read", number=0)
        self.repeats += self._pending is not None
        # what was under way when the match ended is asked about, too: it may have been done
        while seat.over is None or self._pending is not None:
            if self._pending is None:
                if self.pause and not hurry.is_set():
                    await asyncio.sleep(self.rng.uniform(0, 2 * self.pause))
                self._pending = await self._choose(seat, hurry.is_set())
            if self._pending is None:
                await seat.next()
                continue
            frame = self._pending
            self.sent[frame["key"]] = frame
            try:
                await seat.do(**frame)
            except CallRefused as error:
                if error.code in UNDECIDED:
                    raise
                self.refused.add(frame["key"])
            else:
                self.acknowledged[frame["key"]] = frame
                self.doors.acted.set()
            self._pending = None
        self.over = True

    # --- choosing ---------------------------------------------------------------------------------

    async def _choose(self, seat: Seat, hurry: bool) -> Json | None:
        ask, prompt = seat.ask, seat.state.get("prompt")
        if ask is None or prompt == self._asleep:
            return self._words(seat) if not hurry and self.rng.random() < 0.03 else None
        if self.drowsy and prompt != self._woke and self.rng.random() < 0.5:
            self._asleep = prompt
            return None
        self._woke = prompt
        roll = 1.0 if hurry else self.rng.random()
        option = self.rng.choice(ask["options"])
        if roll < 0.1:
            return self._words(seat)
        if roll < 0.25:
            return self._frame("submit", act=option, ready=False, prompt=prompt)
        if roll < 0.3 and ask["answer"] is not None:
            return self._frame("unready" if ask["ready"] else "ready", prompt=prompt)
        if roll < 0.33:
            orders = [{"prompt": ask["kind"], "act": option}] if self.rng.random() < 0.7 else []
            return self._frame("arm", orders=orders)
        if roll < 0.36 and seat.state["undo"]:
            return self._frame("undo")
        if roll < 0.42 and (free := await self._free(seat)) is not None:
            return free
        if ask["ready"]:
            return None
        return self._frame("submit", act=option, ready=True, prompt=prompt)

    async def _free(self, seat: Seat) -> Json | None:
        acts = await seat.free()
        if self.rng.random() < 0.97:  # matches shall not end so soon
            acts = [act for act in acts if not act.startswith("concede")]
        return self._frame("submit", act=self.rng.choice(acts), ready=True) if acts else None

    def _words(self, seat: Seat) -> Json:
        others = [other for other in range(len(seat.welcome["names"])) if other != self.seat]
        to = self.rng.choice([None, None, [], self.rng.sample(others, 1), others[:2]])
        return self._frame("say", text=f"word {len(self.sent)} of {self.seat} «é»", to=to)

    def _frame(self, do: str, **data: Any) -> Json:
        return {"do": do, "key": f"{self.tag}{self.seat}/{len(self.sent)}", **data}
