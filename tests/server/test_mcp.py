"""A language model's way to the table: the tools of the Model Context Protocol, with the real
client of its SDK."""

import asyncio
import re
import socket
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from mcp import Client as Model
from mcp import StdioServerParameters
from mcp.server import MCPServer

from intrigue.agents.client import Seat
from intrigue.agents.guest import Guest
from intrigue.agents.mcp_tools import server as tools_of
from intrigue.kernel.game import discover

from .running import Server
from .test_two_worlds_every_game import Inn, WirePair, deal

SHORT: dict[str, str] = {
    "truce": '{"rounds": 2}',
    "jaccuse": '{"generations": 2}',
    "emperor": '{"max_rounds": 6}',
    "accusation": '{"round_cap": 10}',
}
OPTION = re.compile(r"^(\d+) (.*)$", re.M)
OVER = "The match is over."
Call = Callable[..., Awaitable[str]]


class Complaint(Exception):
    """What a tool says instead of an answer."""


def tools(server: Server, alone: bool = True, lang: str = "en") -> MCPServer[Any]:
    return tools_of(server.url, "Robin", lang, alone)


def caller(model: Model) -> Call:
    """A tool's text; one that complains raises it."""

    async def call(tool: str, /, **given: Any) -> str:
        answer = await model.call_tool(tool, given)
        text = "".join(getattr(part, "text", "") for part in answer.content)
        if answer.is_error:
            raise Complaint(text)
        return text

    return call


def chosen(text: str, rng: Random) -> str | None:
    """The number of some option, but for giving up."""
    found = [number for number, label in OPTION.findall(text) if "concede" not in label.lower()]
    return rng.choice(found) if found else None


async def play(call: Call, text: str, seed: int) -> str:
    """By the numbers, to the end."""
    rng = Random(seed)
    while OVER not in text:
        number = chosen(text, rng)
        if number is None:
            text = await call("wait", seconds=30)
            continue
        try:
            text = await call("act", choice=number)
        except Complaint:  # a window closed meanwhile
            text = await call("look")
    return text


@pytest.mark.parametrize("game", discover())
def test_a_model_plays_a_whole_match_of_every_game(server: Server, game: str) -> None:
    async def main() -> None:
        async with Model(tools(server)) as model:
            call = caller(model)
            assert f"{game}: " in await call("games")
            seats = discover()[game].low
            options = SHORT.get(game, "{}")
            text = await call(
                "open_table", game=game, seats=seats, bots="random", options=options, name="Ada"
            )
            assert "You are Ada" in text
            end = await play(call, text, seed=7)
            assert end.endswith((await call("look")).rpartition("\n\n")[2])

    asyncio.run(main())


def test_people_and_models_sit_together_by_code_and_talk(server: Server) -> None:
    async def main() -> None:
        async with Model(tools(server, alone=False)) as model:
            call = caller(model)
            opened = await call("open_table", game="truce", seats=3, people=2, name="Ada")
            ada, code = key_of(opened), re.findall(r"code is (\w+)", opened)[0]
            joined = await call("join_table", code=code.lower(), name="Bo")
            bo = key_of(joined)
            assert "has not begun" in joined
            assert "You are Ada" in await call("start", seat=ada)
            await call("say", text="Peace until round 3?", to="Bo", seat=ada)
            assert "Ada says to you: Peace until round 3?" in await call("wait", seat=bo)
            assert "Peace" not in await call("look", seat=bo), "it is told once"
            text = await call("act", choice="loot", seat=ada)
            assert "The table waits for Bo" in text
            with pytest.raises(Complaint, match="no such seat key"):
                await call("look", seat="0123")
            with pytest.raises(Complaint, match="at no table"):
                await call("look")

    asyncio.run(main())


def test_models_deal_with_each_other_and_are_warned_before_they_break_their_word(
    server: Server,
) -> None:
    async def main() -> None:
        async with Model(tools(server, alone=False)) as model:
            call = caller(model)
            opened = await call(
                "open_table", game="truce", seats=3, people=2, name="Ada", bots="normal:silent"
            )
            ada, code = key_of(opened), re.findall(r"code is (\w+)", opened)[0]
            bo = key_of(await call("join_table", code=code, name="Bo"))
            with pytest.raises(Complaint, match="has not begun"):
                await call("offer", to="Ada", terms="I loot in round 1", seat=bo)
            await call("start", seat=ada)
            assert "{who} gives {whom} {coins} by round {round}" in await call("deals", seat=ada)
            terms = "I support Bo in round 1; Bo supports me in round 2"
            await call("offer", to="Bo", terms=terms, secret=True, seat=ada)
            heard = await call("wait", seat=bo)
            assert "Secret deal 1 (offered), Ada to Bo: Ada supports Bo in round 1" in heard
            assert "Deal 1 waits for your answer" in heard
            assert "Deal 1" not in await call("look", seat=bo), "it is told once"
            more = "Ada supports me in round 1; I support Ada in round 2; I loot in round 3"
            await call("offer", to="", terms=more, counters=1, seat=bo)
            assert "Deal 2 waits" in await call("look", seat=ada)
            told = await call("reply", deal=2, answer="accept", seat=ada)
            assert "Secret deal 2 (in force), Bo to Ada" in told
            with pytest.raises(Complaint, match="breaks your word: deal 2"):
                await call("act", choice="loot", seat=ada)
            await call("claim", text="my order of round 1 is loot", seat=ada)
            assert "Ada claims: my order of round 1 is loot [open]" in await call("look", seat=bo)
            await call("act", choice="loot", sure=True, seat=ada)
            for wrong, said in (
                (("reply", {"deal": 2, "answer": "maybe"}), "accept, decline"),
                (("reply", {"deal": 9, "answer": "accept"}), "no deal"),
                (("offer", {"to": "Zoe", "terms": "I loot in round 3"}), "Nobody here is called"),
                (("offer", {"to": "Ada", "terms": "I dance"}), "dance"),
            ):
                with pytest.raises(Complaint, match=said):
                    await call(wrong[0], **wrong[1], seat=bo)

    asyncio.run(main())


def key_of(text: str) -> str:
    found = re.search(r"seat key is (\w+)", text)
    assert found
    return found[1]


class AgentPair(WirePair):
    """Both worlds as an agent reads them."""

    def _compare(self) -> None:
        super()._compare()
        here, there = (self._read(remote.seats[self.viewer]) for remote in self.remotes)
        assert here == there

    def _read(self, seat: Seat) -> str:
        guest = Guest("", "", "fr")
        guest.seat = seat
        text = guest.tell(seat, whole=True)
        assert len(text) > 100
        return text


@pytest.mark.parametrize("game", discover())
def test_an_agent_reads_the_same_in_two_worlds_that_its_seat_cannot_tell_apart(
    tmp_path: Path, game: str
) -> None:
    async def main() -> int:
        inn = Inn(tmp_path)
        try:
            url = await inn.open()
            found = discover()[game]
            seats = min(max(found.low, 4), found.high)
            pair = await deal(inn, url, found, seats, 1, 3)
            agents = AgentPair(found, pair.remotes, 1, 3, pair.near)
            survived = await asyncio.to_thread(agents.run, 14)
            for remote in pair.remotes:
                await remote.disconnect()
        finally:
            await inn.close()
        return survived

    assert asyncio.run(main()) > 0


def test_whatever_a_model_gets_wrong_is_said_in_a_sentence(server: Server) -> None:
    async def main() -> None:
        async with Model(tools(server)) as model:
            call = caller(model)
            wrong: list[tuple[str, dict[str, Any], str]] = [
                ("look", {}, "at no table"),
                ("open_table", {"game": "chess", "seats": 2}, "chess"),
                ("open_table", {"game": "truce", "seats": 1}, "3 to 50"),
                ("open_table", {"game": "truce", "seats": 3, "options": "[]"}, "JSON object"),
                ("open_table", {"game": "truce", "seats": 3, "options": '{"rounds": 0}'}, "rounds"),
                ("open_table", {"game": "truce", "seats": 3, "bots": "genius"}, "genius"),
                ("join_table", {"code": "NOTHING"}, "code"),
                ("rules", {"game": "truce", "about": "elephants"}, "elephants"),
            ]
            for tool, given, said in wrong:
                with pytest.raises(Complaint, match=f"(?i){said}"):
                    await call(tool, **given)
            await call("open_table", game="truce", seats=3)
            for choice, said in (("99", "no option 99"), ("dance", "dance"), (" ", "Choose one")):
                with pytest.raises(Complaint, match=said):
                    await call("act", choice=choice)
            with pytest.raises(Complaint, match="Nobody here is called Zoe"):
                await call("say", text="hello", to="Zoe")
            assert "attack" in (await call("look")).lower(), "and nothing has changed"

    asyncio.run(main())


def test_a_model_that_lost_its_connection_goes_on_where_it_was(server: Server) -> None:
    async def main() -> None:
        async with Model(tools(server)) as model:
            call = caller(model)
            before = await call("open_table", game="complot", seats=2)
            server.kill()
            server.start()
            assert OPTION.findall(await call("look")) == OPTION.findall(before)

    asyncio.run(main())


def test_the_tools_over_standard_input_and_over_http(server: Server) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    async def talk(transport: Any, says: str) -> None:
        async with Model(transport) as model:
            text = await caller(model)("open_table", game="truce", seats=3)
            assert says in text

    async def main() -> None:
        command = ["-m", "intrigue", "mcp", "--server", server.url, "--name", "Ines"]
        await talk(StdioServerParameters(command=sys.executable, args=command), "You are Ines")
        web = await asyncio.create_subprocess_exec(
            *(sys.executable, *command, "--http", str(port)), stderr=asyncio.subprocess.PIPE
        )
        assert web.stderr is not None
        while b"running on" not in (line := await web.stderr.readline()).lower():
            assert line, "it ended without a word"
        try:
            await talk(f"http://127.0.0.1:{port}/mcp", "seat key is")
        finally:
            web.terminate()
            await web.communicate()

    asyncio.run(main())
