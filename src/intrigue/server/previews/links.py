"""What a link says of itself to whoever has not opened it: a chat application, without a name.

The short code is an invitation, so its link names the host, the game and the free seats. A listed
table says the same, since its host chose to be found. The address of any other table says what the
front page says. Nobody else at a table is named, and nothing of a match."""

from html import escape

from msgspec import Struct
from sqlalchemy import Connection

from intrigue.kernel.game import Game, discover, find_game
from intrigue.kernel.text import Catalogue, catalogue

from ..errors import ServerError
from ..tables import before_start, rooms
from ..tables.door import door
from ..tables.rooms import Room
from ..wire import http
from .card import HEIGHT, NAME, WIDTH, Card, writable

LOCALES = {"en": "en_GB", "fr": "fr_FR"}
PICTURE = "preview.png"  # beside the address of any page


class Preview(Struct, frozen=True):
    """A title and a sentence, the card, and the page's own address."""

    title: str
    text: str
    card: Card
    lang: str
    path: str = "/"
    game: str = ""

    def tags(self, base: str, version: str) -> str:
        """What stands in the head of the page. The picture's address changes with the picture."""
        image = f"{base}{self.path.rstrip('/')}/{PICTURE}?v={version}&lang={self.lang}"
        named = {
            "og:type": "website",
            "og:site_name": NAME,
            "og:title": self.title,
            "og:description": self.text,
            "og:url": base + self.path,
            "og:locale": LOCALES[self.lang],
            "og:image": image,
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": self.title,
        }
        lines = [f'<meta property="{name}" content="{escape(of)}" />' for name, of in named.items()]
        lines.append(f'<meta name="description" content="{escape(self.text)}" />')
        lines.append('<meta name="twitter:card" content="summary_large_image" />')
        return "\n".join(lines)


def of_page(path: str, lang: str) -> Preview:
    """Of a page that is no table's."""
    match path.strip("/").split("/"):
        case ["rules" | "lesson" as page, game, *_] if game in discover():
            return _game(find_game(game), page, lang)
    return _front(lang)


def is_tables(path: str) -> bool:
    """Whether a path may lead to a table."""
    return path.startswith(("/join/", "/t/"))


def of_table(connection: Connection, path: str, code: str) -> Preview | None:
    """Of the table at a path, which may come with its code; nothing, if it has nothing to say."""
    match path.strip("/").split("/"):
        case ["join", text]:
            found = _by_code(connection, text)
        case ["t", table]:
            found = _by_code(connection, code, table) if code else _listed(connection, table)
        case _:
            return None
    return None if found is None else _table(*found)


def _by_code(
    connection: Connection, code: str, table: str | None = None
) -> tuple[Room, http.Door, str] | None:
    try:
        room = before_start.coded(connection, code[:12])
        seen = door(room, None, True, room.terms.lang)
    except ServerError:
        return None
    return (room, seen, f"/join/{room.code}") if table in (None, room.id) else None


def _listed(connection: Connection, table: str) -> tuple[Room, http.Door, str] | None:
    try:
        room = rooms.find(connection, table)
    except ServerError:
        return None
    if not room.terms.listed:
        return None
    return room, door(room, None, False, room.terms.lang), f"/t/{room.id}"


def _words(lang: str) -> Catalogue:
    return catalogue("intrigue.server", lang)


def _front(lang: str) -> Preview:
    """Of any page that has nothing of its own to say."""
    text = _words(lang).sentence("preview", "slogan")
    return Preview(NAME, text, Card(NAME, below=(text,)), lang)


def _game(game: Game, page: str, lang: str) -> Preview:
    words, title = _words(lang), game.title(lang)
    tagline = game.words(lang).sentence("tagline")
    below = (tagline, *_minutes(words, list(game.minutes or ())))
    said = words.say("preview", page, game=title)
    return Preview(said, tagline, Card(title, below=below), lang, f"/{page}/{game.id}", game.id)


def _table(room: Room, seen: http.Door, path: str) -> Preview:
    lang, game = room.terms.lang, find_game(room.game)
    words, title = _words(lang), game.title(lang)
    free = seen.free if room.state == "open" else 0
    facts = [words.say("preview", "free", n=free, of=seen.seats)] if room.state == "open" else []
    if room.state == "playing" and "relieve" in seen.ways:
        facts.append(words.sentence("preview", "relieve"))
    facts += _minutes(words, seen.minutes, seen.days is not None)
    host = "" if seen.host is None else seen.host
    card = Card(
        title,
        words.say("preview", f"card_{room.state}", host=host) if host and writable(host) else "",
        tuple(facts),
        taken=seen.seats - free if free else 0,
        free=free,
    )
    said = words.say("preview", room.state if host else "nobody", host=host, game=title)
    text = " ".join([*(f"{fact}." for fact in facts), game.words(lang).sentence("tagline")])
    return Preview(said, text, card, lang, path, game.id)


def _minutes(words: Catalogue, minutes: list[int], days: bool = False) -> list[str]:
    """How long it takes, as far as that is known."""
    if days:
        return [words.sentence("preview", "days")]
    return [words.say("preview", "minutes", low=minutes[0], high=minutes[1])] if minutes else []
