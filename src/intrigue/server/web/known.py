"""What the page would ask first, in the page itself: who asks, the table at the address, and the
files of its game. On a slow line every question costs a moment before the first picture."""

from collections.abc import Iterator, Mapping
from itertools import islice

import msgspec
from msgspec import Struct
from starlette.requests import Request

from intrigue.kernel.game import discover

from ..errors import ServerError
from ..wire import http
from . import limits
from .api.tables import table_info
from .endpoint import COOKIE, Call
from .services import Services
from .static import File

CHUNKS = "chunks.json"  # which file needs which, as the page's build left it
SEEN_FIRST = 2  # pictures of games at the top of the doorstep


class Known(Struct, omit_defaults=True):
    """The answers of `/api/visitor` and of `/api/tables/…`."""

    visitor: http.Visitor
    table: http.TableInfo | None = None


class Chunk(Struct):
    """One file of the built page; `imports` names other chunks, `assets` are its drawings."""

    file: str
    name: str = ""
    css: list[str] = []
    imports: list[str] = []
    assets: list[str] = []


class Beginnings:
    """Tags for the head of the page; whoever asks too often gets none and the page asks itself."""

    def __init__(self, services: Services, files: Mapping[str, File]) -> None:
        self.services = services
        found = files.get(CHUNKS)
        self.chunks: dict[str, Chunk] = (
            {} if found is None else msgspec.json.decode(found.content, type=dict[str, Chunk])
        )
        self.parts = {one.name: key for key, one in self.chunks.items() if key.startswith("_")}
        self.named: set[str] = set()  # by the page itself
        list(self._files("index.html", self.named))

    async def tags(self, request: Request, lang: str, address: str) -> str:
        try:
            known = await self._known(request, lang, address)
        except ServerError:
            return ""
        data = msgspec.json.encode(known).decode().replace("<", "\\u003c")
        tags = [f'<script type="application/json" id="known">{data}</script>']
        named = set(self.named)
        if known.table is not None:
            tags += self._early()
            tags += self._files(self.parts.get(known.table.game), named)
            if known.table.state == "open":
                tags += self._files("src/pages/Waiting.svelte", named)
        elif request.scope["path"] == "/":
            tags += self._early()
            tags += [_drawing(f"pictures/{game}.svg") for game in islice(discover(), SEEN_FIRST)]
        return "\n".join(tags)

    async def _known(self, request: Request, lang: str, address: str) -> Known:
        device = request.cookies.get(COOKIE)
        seen = self.services.known(device)
        self.services.limits.take(limits.CALL, address if seen is None else seen.id)
        who = seen or await self.services.identify(device)
        known = Known(http.Visitor(None if who is None else who.name))
        match request.scope["path"].strip("/").split("/"):
            case ["t", table] if who is not None:
                path = {"table": table}
                call = Call(self.services, who, device, address, "", lang, path, {}, None, "")
                known.table = await self._table(call)
        return known

    async def _table(self, call: Call) -> http.TableInfo | None:
        try:
            found = (await table_info(call)).body
        except ServerError:
            return None  # the page asks, and says what is the matter
        assert isinstance(found, http.TableInfo)
        return found

    def _early(self) -> Iterator[str]:
        """The file that opens the table's socket: it runs as soon as it is there."""
        chunk = self.chunks.get("src/early.ts")
        if chunk is not None:
            yield f'<script type="module" async src="/{chunk.file}"></script>'

    def _files(self, name: str | None, named: set[str]) -> Iterator[str]:
        """A chunk, after the chunks that it needs: files, sheets and drawings."""
        chunk = self.chunks.get(name or "")
        if name is None or chunk is None or name in named:
            return
        named.add(name)
        for other in chunk.imports:
            yield from self._files(other, named)
        yield f'<link rel="modulepreload" href="/{chunk.file}" />'
        yield from (f'<link rel="stylesheet" href="/{file}" />' for file in chunk.css)
        yield from (_drawing(file) for file in chunk.assets)


def _drawing(file: str) -> str:
    return f'<link rel="preload" as="image" href="/{file}" />'
