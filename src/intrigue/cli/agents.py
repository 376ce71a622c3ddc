"""Other people's programs at the table."""

import asyncio
from urllib.parse import urlsplit

from intrigue.bots import find_bot
from intrigue.kernel.game import find_game
from intrigue.kernel.text import BadInput

from .words import Words


def sit(say: Words, url: str, code: str, bot: str, name: str, recovery: str | None) -> None:
    """Let a bot play at somebody's table, to the end of the match."""
    from intrigue.agents.client import CallRefused, Client
    from intrigue.agents.sitter import LOST, Sitter

    _check(url)
    client = Client(url)
    try:
        code = code.strip().upper()
        find_bot(find_game(client.get(f"/api/doors/{code}")["game"]), bot)  # before it has a seat
        if recovery is None:
            client.sign_in(name)
        else:
            client.recover(recovery)
        table = client.join(code)
        say.out.print(say("sit", "seated", bot=bot, recovery=client.recovery), markup=False)
        sitter = Sitter(client, table["id"], bot, say.lang)
        over = asyncio.run(sitter.play())
    except CallRefused as error:
        raise BadInput("refused", package="intrigue", said=error.text) from None
    except LOST:
        raise BadInput("no_answer", package="intrigue", url=url) from None
    names = sitter.setup.names
    winners = [names[seat] for seat in over["winners"]]
    for name, score in zip(names, over["scores"], strict=True):
        say.out.print(f"{name} {score}", markup=False)
    say.out.print(say("sit", "won", who=winners) if winners else say("sit", "nobody"), markup=False)
    if sitter.player.trouble is not None:
        what = sitter.player.trouble.sentence(say.lang)
        say.out.print(say("sit", "helped", count=sitter.helped), markup=False)
        say.out.print(say("simulated", "trouble", bot=bot, what=what), markup=False)


def offer_tools(url: str, name: str, lang: str, port: int | None) -> None:
    """The table as tools of the Model Context Protocol, until the other side goes."""
    try:
        from intrigue.agents.mcp_tools import server  # it takes a second, and may not be there
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mcp":
            raise
        raise BadInput("no_extra", package="intrigue", extra="agents") from None
    _check(url)
    tools = server(url, name, lang, alone=port is None)
    if port is None:
        asyncio.run(tools.run_stdio_async())
    else:
        asyncio.run(tools.run_streamable_http_async(port=port))


def _check(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadInput("no_address", package="intrigue", url=url)
