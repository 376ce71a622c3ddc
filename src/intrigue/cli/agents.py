"""Other people's programs at the table."""

import asyncio
from urllib.parse import urlsplit

from intrigue.kernel.text import BadInput


def offer_tools(url: str, name: str, lang: str, port: int | None) -> None:
    """The table as tools of the Model Context Protocol, until the other side goes."""
    try:
        from intrigue.agents.mcp_tools import server  # it takes a second, and may not be there
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mcp":
            raise
        raise BadInput("no_extra", package="intrigue", extra="agents") from None
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadInput("no_address", package="intrigue", url=url)
    tools = server(url, name, lang, alone=port is None)
    if port is None:
        asyncio.run(tools.run_stdio_async())
    else:
        asyncio.run(tools.run_streamable_http_async(port=port))
