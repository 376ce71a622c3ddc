"""Previews over HTTP: tags in the page's head, and a card at `…/preview.png` beside any address."""

from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ..errors import ServerError
from ..previews import links
from ..previews.card import Card
from ..previews.gallery import Gallery, name_of
from ..previews.links import PICTURE, Preview
from ..previews.story import of_story
from . import limits
from .services import Services
from .static import File

FRONT = "truce"  # whose picture stands for the whole site


class Previews:
    """What links say; pictures of the games come with the page."""

    def __init__(self, services: Services, files: Mapping[str, File]) -> None:
        self.services = services
        self.files = files
        self.gallery = Gallery()

    async def head(self, request: Request, lang: str, address: str) -> str:
        """The tags of the page at an address."""
        found = await self._look(request, request.scope["path"], lang, address)
        return found.tags(self._base(request), name_of(self._card(found)))

    def wants(self, request: Request) -> bool:
        """Whether it is a card that is asked for."""
        path: str = request.scope["path"]
        return path.endswith(f"/{PICTURE}")

    async def picture(self, request: Request, lang: str, address: str) -> Response:
        """The card of the page at an address; raises `ServerError`. Who asks for it by the name
        that it has now may keep it."""
        path = request.scope["path"].removesuffix(PICTURE)
        card = self._card(await self._look(request, path, lang, address))
        name = name_of(card)
        lasting = request.query_params.get("v") == name
        headers = {
            "Cache-Control": "public, max-age=86400" if lasting else "no-cache",
            "ETag": f'"{name}"',
            "Cross-Origin-Resource-Policy": "cross-origin",  # it is for other people's pages
        }
        if request.headers.get("if-none-match") == headers["ETag"]:
            return Response(status_code=304, headers=headers)
        if self.gallery.kept(name) is None:
            self.services.limits.take(limits.DRAWING, "everybody")
        return Response(await self.gallery.draw(card), headers=headers, media_type="image/png")

    async def _look(self, request: Request, path: str, lang: str, address: str) -> Preview:
        """Without a word about whoever asks too often, or while the database is away."""
        found = None
        load = self.services.finished.load
        if links.is_tables(path) or path.startswith("/shared/"):
            code = request.query_params.get("code", "")
            try:
                self.services.limits.take(limits.PREVIEW, address)
                read = self.services.storage.read
                found = await read(
                    lambda c: links.of_table(c, path, code) or of_story(c, path, lang, load)
                )
            except ServerError:
                pass
        return found or links.of_page(path, lang)

    def _card(self, found: Preview) -> Card:
        if found.card.picture:
            return found.card
        drawn = self.files.get(f"pictures/{found.game or FRONT}.svg")
        picture = "" if drawn is None else drawn.content.decode()
        return msgspec.structs.replace(found.card, picture=picture)

    def _base(self, request: Request) -> str:
        if self.services.settings.address is not None:
            return self.services.settings.address
        try:
            return str(request.base_url).rstrip("/")
        except ValueError:  # a Host of `[`
            return ""
