"""The table as tools of the Model Context Protocol: a language model needs nothing else to sit down
with people. Sessions of that protocol are not kept, so a seat is known by a key, which whoever sits
down is given; where one person plays, over standard input, it may be left out."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib.metadata import version
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from websockets.exceptions import WebSocketException

from intrigue.kernel.text import catalogue

from .client import CallRefused, Client, Json
from .guest import Guest

MOST_SEATS = 100  # at once; further ones are refused
LONGEST = 300.0  # seconds of one wait
INSTRUCTIONS = """Games of secrets, bluff and promises with people and bots. Read the rules of a \
game, open a table or join one by its code, then look, act and wait in turn until the match is \
over. Choices have numbers; what you are not shown you cannot know."""


class Agents:
    """Who plays through these tools, by key. `alone`: there is one at most, who needs none."""

    def __init__(self, url: str, name: str, lang: str, alone: bool) -> None:
        self.url = url
        self.name = name
        self.lang = lang
        self.alone = alone
        self.guests: dict[str, Guest] = {}

    def say(self, sentence: str, **data: Any) -> str:
        return catalogue("intrigue", self.lang).say("agent", sentence, names=(), **data)

    def find(self, seat: str) -> Guest:
        """Raises `ToolError`."""
        if not seat and self.alone and self.guests:
            return next(reversed(self.guests.values()))
        if seat not in self.guests:
            raise ToolError(self.say("no_seat" if seat else "no_table"))
        return self.guests[seat]

    async def sit(self, name: str) -> tuple[str, Guest]:
        if len(self.guests) >= MOST_SEATS:
            raise ToolError(self.say("full"))
        key = secrets.token_hex(8)
        self.guests[key] = Guest(self.url, name or self.name, self.lang)
        return key, self.guests[key]

    def described(self, game: Json) -> str:
        """A game in a line, and its options."""
        about = {"game": game["id"], "title": game["title"], "tagline": game["tagline"]}
        low, high = game["seats"]
        lines = [self.say("game", low=low, high=high, bots=game["bots"], **about)]
        lines += [
            f"  {one['name']}={json.dumps(one['default'])}: {one['title']}"
            for one in game["options"]
        ]
        return "\n".join(lines)

    @contextmanager
    def told(self) -> Iterator[None]:
        """What goes wrong is said in a sentence, and nothing else of it."""
        try:
            yield
        except CallRefused as error:
            raise ToolError(error.text) from None
        except (OSError, TimeoutError, WebSocketException):
            raise ToolError(self.say("no_server", url=self.url)) from None

    async def close(self) -> None:
        for guest in self.guests.values():
            with contextlib.suppress(OSError, WebSocketException):
                await guest.leave()


def server(url: str, name: str, lang: str, alone: bool) -> MCPServer[Any]:
    """The tools, for one person over standard input (`alone`) or for many over HTTP."""
    agents = Agents(url, name, lang, alone)

    @asynccontextmanager
    async def lifespan(_: MCPServer[Any]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await agents.close()

    tools: MCPServer[Any] = MCPServer(
        "intrigue", instructions=INSTRUCTIONS, version=version("intrigue"), lifespan=lifespan
    )

    async def sat(key: str, guest: Guest, text: str) -> str:
        return text if alone else f"{agents.say('seat_key', key=key)}\n\n{text}"

    @tools.tool()
    async def games() -> str:
        """The games that can be played here: id, name, seats, bots, what each is about."""
        with agents.told():
            found = await asyncio.to_thread(Client(url).get, f"/api/games?lang={lang}")
            return "\n".join(agents.described(one) for one in found["games"])

    @tools.tool()
    async def rules(game: str, about: str = "") -> str:
        """The rules of a game. `about`: a rule's number, or words that a rule must contain."""
        with agents.told():
            whole = await asyncio.to_thread(Client(url).get, f"/api/games/{game}?lang={lang}")
            if not about:
                return str(whole["rulebook"])
            wanted = about.lower()
            fits = [
                f"{number}: {text}"
                for number, text in whole["rules"].items()
                if wanted in (number.lower(), *text.lower().split()) or wanted in text.lower()
            ]
            if not fits:
                raise ToolError(agents.say("no_rule", about=about))
            return "\n".join(fits)

    @tools.tool()
    async def open_table(
        game: str,
        seats: int,
        bots: str = "normal",
        people: int = 1,
        options: str = "{}",
        name: str = "",
    ) -> str:
        """Open a table. `people` counts you: with 1 all other seats get bots and the match begins;
        with more you get a code for the others, and begin with `start`. `options` is JSON."""
        with agents.told():
            try:
                chosen = json.loads(options)
            except ValueError:
                chosen = None
            if not isinstance(chosen, dict):
                raise ToolError(agents.say("bad_options"))
            key, guest = await agents.sit(name)
            try:
                text = await guest.open(game, seats, bots, people, chosen)
            except Exception:
                del agents.guests[key]
                raise
            return await sat(key, guest, text)

    @tools.tool()
    async def join_table(code: str, name: str = "") -> str:
        """Sit down at somebody's table by its code."""
        with agents.told():
            key, guest = await agents.sit(name)
            try:
                text = await guest.join(code)
            except Exception:
                del agents.guests[key]
                raise
            return await sat(key, guest, text)

    @tools.tool()
    async def start(seat: str = "") -> str:
        """Begin the match at the table that you opened, once everybody is there."""
        with agents.told():
            return await agents.find(seat).start()

    @tools.tool()
    async def look(seat: str = "") -> str:
        """What happened since your last look, the table as you see it, and your question."""
        with agents.told():
            return await agents.find(seat).look()

    @tools.tool()
    async def options(seat: str = "") -> str:
        """Every option of your question with its number, and acts that are possible at any time."""
        with agents.told():
            return await agents.find(seat).options()

    @tools.tool()
    async def act(choice: str, sure: bool = False, seat: str = "") -> str:
        """Answer your question: a number of the list, or an act as it is written ("attack Bo"). If
        it breaks your word, you are told, and it is done only when you are `sure`."""
        with agents.told():
            return await agents.find(seat).act(choice, sure)

    @tools.tool()
    async def deals(seat: str = "") -> str:
        """All deals and claims that you know of, with their verdicts, and how they are written."""
        with agents.told():
            return await agents.find(seat).deals()

    @tools.tool()
    async def offer(
        to: str, terms: str, secret: bool = False, counters: int = 0, seat: str = ""
    ) -> str:
        """Offer a deal to players by name (several with commas): "I support Bo in round 2; Bo loots
        in round 3". Promises bind nobody; who knows of them reads who kept them. `counters`: in
        the place of the offer to you with that number, for the same players."""
        with agents.told():
            return await agents.find(seat).offer(to, terms, secret, counters)

    @tools.tool()
    async def reply(deal: int, answer: str, seat: str = "") -> str:
        """Answer an offer by its number: accept or decline; or withdraw your own."""
        with agents.told():
            return await agents.find(seat).reply(deal, answer)

    @tools.tool()
    async def claim(text: str, to: str = "", seat: str = "") -> str:
        """Say something about what is hidden, which will be found true or false; to everyone, or to
        players by name."""
        with agents.told():
            return await agents.find(seat).claim(text, to)

    @tools.tool()
    async def say(text: str, to: str = "", seat: str = "") -> str:
        """Say something to everyone, or to one player by name."""
        with agents.told():
            return await agents.find(seat).speak(text, to)

    @tools.tool()
    async def wait(ctx: Context[Any], seconds: float = 60.0, seat: str = "") -> str:
        """Wait until it is your turn, somebody speaks, offers you a deal, or the match is over."""
        most = min(max(seconds, 0.0), LONGEST)

        async def beat(passed: float) -> None:
            await ctx.report_progress(min(passed, most), most)

        with agents.told():
            return await agents.find(seat).wait(most, beat)

    return tools
