"""Somebody at a table who reads and writes words alone: a language model, a script. Everything is
what the server tells this one seat, as text; choices have numbers."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from websockets.exceptions import ConnectionClosed

from intrigue.kernel.text import catalogue

from . import promises
from .client import CallRefused, Client, Json, Seat

LISTED = 60  # options; more than that are a question of notation
PATIENCE = 30.0  # seconds for what the server owes
BRIEF = 0.05  # seconds without news, after which everything that was under way has come


class Guest:
    """One person at one table. The connection may break at any time: what was missed comes when
    it is needed."""

    def __init__(self, url: str, name: str, lang: str = "en") -> None:
        self.client = Client(url)
        self.name = name
        self.lang = lang
        self.table = ""
        self.told = 0  # events, counted over the whole match
        self.heard = 0  # lines of talk
        self.listed: tuple[int, list[str]] = (-1, [])  # the question, and what its numbers mean
        self.known: dict[str, str] = {}  # deals and claims, as this agent was told of them last
        self.seat: Seat | None = None
        self._busy = asyncio.Lock()  # one frame's answer at a time

    def say(self, sentence: str, **data: Any) -> str:
        return self._in_words("agent", sentence, **data)

    def _in_words(self, part: str, sentence: str, **data: Any) -> str:
        return catalogue("intrigue", self.lang).say(part, sentence, names=self.names, **data)

    @property
    def names(self) -> list[str]:
        names: list[str] = self.seat.welcome.get("names", []) if self.seat else []
        return names

    # --- sitting down -----------------------------------------------------------------------------

    async def open(
        self, game: str, seats: int, bots: str, people: int, options: dict[str, Any]
    ) -> str:
        """A new table with bots on all seats but those of people; it begins at once if nobody else
        is to come. What there is to see, or the code for the others."""
        await self._sign_in()
        made = await _off(self.client.make_table, game, seats, options=options)
        self.table = made["id"]
        for seat in range(people, seats):
            await _off(self.client.set_bot, self.table, seat, bots)
        if people > 1:
            return self.say("opened", code=made["code"], url=f"{self.client.url}/t/{self.table}")
        await _off(self.client.start, self.table)
        return await self.look()

    async def join(self, code: str) -> str:
        """A seat at somebody's table."""
        await self._sign_in()
        self.table = (await _off(self.client.join, code.strip().upper()))["id"]
        with contextlib.suppress(CallRefused):  # it has begun already
            await _off(self.client.ready, self.table)
        return await self.look()

    async def start(self) -> str:
        """Begin, as the host."""
        await _off(self.client.start, self.table)
        return await self.look()

    async def _sign_in(self) -> None:
        if self.client.device is None:
            await _off(self.client.sign_in, self.name)

    # --- seeing -----------------------------------------------------------------------------------

    async def look(self, whole: bool = True) -> str:
        """What is new, the table, and the question with its options."""
        async with self._busy:
            seat = await self._connected()
            await _drain(seat)
            return self.tell(seat, whole)

    async def wait(self, seconds: float, beat: Callable[[float], Awaitable[None]]) -> str:
        """Until this seat is asked, somebody speaks, the match is over or the time is up."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        async with self._busy:
            while True:
                seat = await self._connected()
                left = seconds - (loop.time() - begun)
                if self._awaited(seat) or left <= 0:
                    await _drain(seat)
                    return self.tell(seat, whole=False)
                with contextlib.suppress(TimeoutError, ConnectionClosed):
                    await asyncio.wait_for(seat.next(), min(left, 5.0))
                await beat(loop.time() - begun)

    async def options(self) -> str:
        """Every option, and what can be done at any time, with numbers."""
        async with self._busy:
            seat = await self._connected()
            await _drain(seat)
            free = await seat.free() if seat.state and seat.over is None else []
            return "\n".join(self._question(seat, free)) or self._waiting(seat)

    def _awaited(self, seat: Seat) -> bool:
        offered = any(f"deal {deal}" not in self.known for deal in self._offers(seat))
        return _asked(seat) or seat.over is not None or offered or bool(self._spoken(seat))

    def tell(self, seat: Seat, whole: bool) -> str:
        """The table as text, from what this seat was sent and nothing else."""
        if not seat.state:
            return self._waiting_room(seat)
        parts = [self._news(seat)]
        if whole:
            parts.insert(0, self._who(seat))
            parts.append(seat.words.get("picture") or "")
        if seat.over is not None:
            parts.append(f"{self.say('over')} {seat.words.get('outcome') or ''}".strip())
        else:
            parts.append("\n".join(self._question(seat, [])) or self._waiting(seat))
        return "\n\n".join(part for part in parts if part)

    def _who(self, seat: Seat) -> str:
        game, number = seat.welcome["game"], seat.seat
        if number < 0:
            return self.say("watching", game=game)
        return self.say("who", game=game, count=len(self.names), seat=number)

    def _news(self, seat: Seat) -> str:
        """Events and words that this agent was not given yet."""
        fresh = [line for lines in seat.lines[max(0, self.told - seat.first) :] for line in lines]
        self.told = seat.first + len(seat.lines)
        spoken = self._spoken(seat)
        self.heard = len(seat.talk)
        fresh += [self._quoted(line) for line in spoken]
        fresh += self._agreed(seat)
        return "\n".join(f"- {line}" for line in fresh)

    def _agreed(self, seat: Seat) -> list[str]:
        """Deals and claims that are not as this agent was told last, and offers to it."""
        now = dict(promises.lines(seat.ledger, self._in_words))
        fresh = [line for key, line in now.items() if self.known.get(key) != line]
        offers = [one for one in self._offers(seat) if f"deal {one}" not in self.known]
        self.known = now
        return fresh + [self.say("for_you", number=number) for number in offers]

    def _offers(self, seat: Seat) -> list[int]:
        return promises.waiting(seat.ledger, seat.seat) if seat.state else []

    def _spoken(self, seat: Seat) -> list[Json]:
        """What others said since the last look."""
        return [one for one in seat.talk[self.heard :] if one["text"] and one["seat"] != seat.seat]

    def _quoted(self, line: Json) -> str:
        key = "says" if line["to"] is None else "whispers"
        return self.say(key, seat=line["seat"], text=line["text"])

    def _question(self, seat: Seat, free: list[str]) -> list[str]:
        ask = seat.ask if _asked(seat) else None
        acts = list(ask["options"]) if ask is not None else []
        labels = (seat.words.get("labels") or acts) if acts else []
        self.listed = (seat.state.get("prompt", -1), acts + free)
        lines = [seat.words.get("prompt") or ""] if ask is not None else []
        lines += [f"{n} {label}" for n, label in enumerate(labels[:LISTED], 1)]
        if len(acts) > LISTED:
            lines.append(self.say("more", count=len(acts) - LISTED, example=acts[-1]))
        if free:
            lines.append(self.say("free"))
            lines += [f"{n} {act}" for n, act in enumerate(free[:LISTED], len(acts) + 1)]
        return lines

    def _waiting(self, seat: Seat) -> str:
        done = seat.state.get("done")
        asked = [one for one in seat.state.get("asked", []) if one != seat.seat]
        late = [one for one in asked if isinstance(done, list) and one not in done]
        return self.say("waiting_for", seats=late) if late else self.say("waiting")

    def _waiting_room(self, seat: Seat) -> str:
        seats = seat.info.get("seats", [])
        here = [one.get("name") or one["kind"] for one in seats]
        return self.say("not_begun", people=here)

    # --- acting -----------------------------------------------------------------------------------

    async def act(self, choice: str, sure: bool = False) -> str:
        """A number of the last list, or an act as it is written. What came of it. One that breaks
        this seat's word is only done if it is `sure`."""
        async with self._busy:
            seat = await self._connected()
            act = self._meant(seat, choice.strip())
            broken = await seat.weigh(act) if promises.bound(seat.ledger, seat.seat) else []
            if broken and not sure:
                raise CallRefused("breaks_word", self.say("breaks_word", deals=broken))
            number = seat.number
            await seat.submit(act)
            await asyncio.wait_for(seat.until(lambda one: one.number > number), PATIENCE)
            await _drain(seat)
            return self.tell(seat, whole=False)

    def _meant(self, seat: Seat, choice: str) -> str:
        if not seat.state:
            raise CallRefused("not_begun", self._waiting_room(seat))
        if not choice:
            raise CallRefused("no_choice", self.say("no_choice"))
        if not choice.isascii() or not choice.isdigit():
            return choice
        prompt, acts = self.listed
        if prompt != seat.state["prompt"]:
            raise CallRefused("stale", self.say("stale"))
        if not 1 <= int(choice[:6]) <= len(acts):
            raise CallRefused("no_number", self.say("no_number", number=choice, count=len(acts)))
        return acts[int(choice[:6]) - 1]

    async def speak(self, text: str, to: str) -> str:
        """Aloud, or to somebody by name."""
        async with self._busy:
            seat = await self._connected()
            await seat.say(text, self._whom(to))
            return self.say("said")

    # --- promises ---------------------------------------------------------------------------------

    async def deals(self) -> str:
        """All deals and claims that this seat knows of, and how others are written."""
        async with self._busy:
            seat = await self._connected()
            await _drain(seat)
            self.known = dict(promises.lines(seat.ledger, self._in_words))
            told = list(self.known.values()) or [self.say("no_deals")]
            found = await _off(self.client.get, "/api/games")
            playing = seat.welcome.get("game") or seat.info.get("game")
            game = next(one for one in found["games"] if one["id"] == playing)
            return "\n".join([*told, "", *promises.forms(game, self._in_words)])

    async def offer(self, to: str, terms: str, secret: bool, counters: int) -> str:
        """A deal for these players; with `counters`, in the place of that offer."""
        more: Json = {"counters": counters} if counters else {"secret": secret}
        return await self._promise(to, lambda seat, whom: seat.offer(whom or [], terms, **more))

    async def reply(self, deal: int, reply: str) -> str:
        """Accept, decline or withdraw."""
        if reply not in promises.REPLIES:
            raise CallRefused("no_reply", self.say("no_reply", known=promises.REPLIES))
        return await self._promise("", lambda seat, _: seat.do(reply, deal=deal))

    async def claim(self, text: str, to: str) -> str:
        """To everyone, or to these players."""
        return await self._promise(to, lambda seat, whom: seat.claim(text, whom))

    async def _promise(
        self, to: str, do: Callable[[Seat, list[int] | None], Awaitable[Json]]
    ) -> str:
        async with self._busy:
            seat = await self._connected()
            if not seat.state:
                raise CallRefused("not_begun", self._waiting_room(seat))
            await do(seat, self._whom(to))
            await _drain(seat)
            return "\n".join(self._agreed(seat))

    def _whom(self, to: str) -> list[int] | None:
        named = [name.strip() for name in to.split(",") if name.strip()]
        for name in named:
            if name not in self.names:
                raise CallRefused("stranger", self.say("stranger", name=name, known=self.names))
        return [self.names.index(name) for name in named] or None

    async def leave(self) -> None:
        if self.seat is not None:
            await self.seat.__aexit__(None, None, None)

    # --- the connection ---------------------------------------------------------------------------

    async def _connected(self) -> Seat:
        """The open socket; a new one if it broke."""
        if not self.table:
            raise CallRefused("no_table", self.say("no_table"))
        if self.seat is not None and self.seat.socket.close_code is None:
            return self.seat
        seat = self.client.sit(self.table, words=self.lang)
        await seat.__aenter__()
        self.seat = seat
        # before the start a table shows itself, afterwards the view with its words
        await asyncio.wait_for(seat.until(lambda one: bool(one.info or one.words)), PATIENCE)
        return seat


def _asked(seat: Seat) -> bool:
    ask = seat.ask
    mine = seat.state.get("prompt") != seat.welcome.get("relieved", -1)
    return ask is not None and not ask["ready"] and mine and seat.over is None


async def _drain(seat: Seat) -> None:
    """Hear everything that is under way; a view is not complete without its words."""
    with contextlib.suppress(TimeoutError, ConnectionClosed):
        while True:
            await asyncio.wait_for(seat.next(), BRIEF)
    if seat.state:
        whole = seat.until(lambda one: one.words.get("number") == one.number)
        await asyncio.wait_for(whole, PATIENCE)


async def _off(work: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """A blocking request, beside the loop."""
    return await asyncio.to_thread(work, *given, **named)
