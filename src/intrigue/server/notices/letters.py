"""What a notice says, for every way of sending it. Only public facts: the game, the names at the
table, that somebody is asked, until when, how many whispers wait, and the Gazette. Mails get
forwarded, and webhooks post into rooms full of people."""

import hashlib
import re
from datetime import UTC, datetime
from html import escape
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct

from intrigue.kernel.game import find_game
from intrigue.kernel.text import Catalogue, catalogue

from ..record.gazette import Gazette
from ..tables.rooms import Room
from .outbox import BEGUN, CALLED, Due


class Letter(Struct, frozen=True):
    """A notice in words. `mark` names it: the same notice always has the same one."""

    kind: str
    subject: str
    text: str
    link: str
    mark: str
    lang: str
    gazette: Gazette | None = None


def write(due: Due, room: Room, address: str, gazette: Gazette | None = None) -> Letter:
    """A claimed notice as a letter. `address` is the server's own."""
    words = catalogue("intrigue.server", due.lang)
    game = find_game(room.game).title(due.lang)
    people = [chair.name or "?" for chair in room.seats]
    table = words.say("notice", "table", game=game, people=people)
    link = f"{address}/t/{room.id}"
    key = {BEGUN: "begun", CALLED: "called"}.get(due.number, "turn")
    key = key if due.kind == "turn" else due.kind
    subject = words.say("notice", key, table=table, count=due.number)
    text = words.say("notice", f"{key}_text", table=table, count=due.number)
    if due.kind in ("turn", "warning") and due.until is not None:
        text += " " + words.say("notice", "until", when=moment(due.until, due.zone, due.lang))
    if gazette is not None:
        link += f"/gazette/{gazette.number}"
        subject = words.say(
            "notice", "round_subject", paper=gazette.masthead, news=gazette.headline
        )
        text = words.say("notice", "round_text", table=table)
    return Letter(due.kind, subject, text, link, mark(due), due.lang, gazette)


def trial(lang: str, address: str, now: float) -> Letter:
    """A letter that shows that a channel works."""
    words = catalogue("intrigue.server", lang)
    subject, text = words.say("notice", "trial"), words.say("notice", "trial_text")
    return Letter("trial", subject, text, address, _digest(f"trial {now}"), lang)


def moment(at: float, zone: str, lang: str) -> str:
    """A time on somebody's own clock: Tuesday 3 March, 18:30."""
    words = catalogue("intrigue.server", lang)
    there = datetime.fromtimestamp(at, UTC).astimezone(zone_of(zone))
    day = words.sentence("weekday", str(there.isoweekday()))
    month = words.sentence("month", str(there.month))
    clock = there.strftime("%H:%M")
    return words.say("notice", "moment", day=day, number=there.day, month=month, clock=clock)


def zone_of(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def mark(due: Due) -> str:
    """The name of a notice, made of what it is about: a repeated sending can be told by it."""
    return _digest(f"{due.channel} {due.table} {due.kind} {due.decided!r}")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


# --- for each way of sending ----------------------------------------------------------------------


def plain(letter: Letter, foot: str = "") -> str:
    """The whole of it as text."""
    parts = [letter.text]
    if letter.gazette is not None:
        parts += gazette_text(letter.gazette, catalogue("intrigue.server", letter.gazette.lang))
    parts.append(letter.link)
    if foot:
        parts.append(f"-- \n{foot}")
    return "\n\n".join(parts) + "\n"


def gazette_text(gazette: Gazette, words: Catalogue) -> list[str]:
    """A front page in plain text, by paragraphs."""
    number = words.say("gazette", "number", number=gazette.number)
    parts = [f"{gazette.masthead}\n{number}", gazette.headline.upper()]
    parts.append("\n".join(f"* {line}" for line in gazette.stories))
    if gazette.outcome:
        parts.append(gazette.outcome)
    return [*parts, words.say("gazette", "standing"), gazette.picture]


PAPER = "background:#f7f3e8;color:#1d1a16;font-family:Georgia,'Times New Roman',serif"
BOX = f"max-width:640px;margin:0 auto;padding:24px;{PAPER}"
_MARKS = re.compile(r"(?<=«) | (?=[:;?!»%])")  # in French, no mark is torn from its word
RULE = "border:0;border-top:3px double #1d1a16;margin:12px 0"


def html(letter: Letter, foot: str = "", stop: str = "") -> str:
    """The whole of it as a mail with its own style: no pictures, nothing fetched."""
    words = catalogue("intrigue.server", letter.lang)
    inside = f"<p>{escape(letter.text)}</p>"
    if letter.gazette is not None:
        inside += _front_page(letter.gazette)
    inside += f'<p><a href="{escape(letter.link)}">{escape(words.say("notice", "open"))}</a></p>'
    if foot:
        link = f' <a href="{escape(stop)}">{escape(words.say("notice", "stop"))}</a>'
        inside += f'<p style="font-size:12px">{escape(foot)}{link if stop else ""}</p>'
    inside = _MARKS.sub("\N{NO-BREAK SPACE}", inside)
    return (
        f'<!doctype html><html lang="{letter.lang}"><body style="margin:0;background:#e9e3d3">'
        f'<div style="{BOX}">{inside}</div></body></html>'
    )


def _front_page(gazette: Gazette) -> str:
    words = catalogue("intrigue.server", gazette.lang)
    number = escape(words.say("gazette", "number", number=gazette.number))
    stories = "".join(f'<p style="margin:6px 0">{escape(line)}</p>' for line in gazette.stories)
    outcome = f"<p><strong>{escape(gazette.outcome)}</strong></p>" if gazette.outcome else ""
    standing = escape(words.say("gazette", "standing"))
    return (
        f'<div lang="{gazette.lang}"><h1 style="text-align:center;margin:0">'
        f'{escape(gazette.masthead)}</h1><p style="text-align:center;margin:0">{number}</p>'
        f'<hr style="{RULE}"><h2 style="text-align:center">{escape(gazette.headline)}</h2>'
        f"{stories}{outcome}"
        f'<hr style="{RULE}"><h3>{standing}</h3>'
        f'<pre style="font-size:12px;overflow:auto">{escape(gazette.picture)}</pre></div>'
    )


def pushed(letter: Letter) -> dict[str, str]:
    """What the service worker shows."""
    return {
        "title": letter.subject,
        "body": letter.text,
        "link": letter.link,
        "tag": f"{letter.kind} {letter.link}",
    }


def hooked(letter: Letter) -> dict[str, object]:
    """A body that Discord (`content`), Slack (`text`) and bridges to Matrix (`text`, `body`) take.
    Nobody is mentioned, whatever a player's name is."""
    lines = [f"{letter.subject}"]
    if letter.gazette is not None:
        lines += [f"• {line}" for line in letter.gazette.stories]
    else:
        lines.append(letter.text)
    said = "\n".join([*lines, letter.link])[:1900]
    return {
        "content": said,
        "text": said,
        "body": said,
        "msgtype": "m.notice",
        "allowed_mentions": {"parse": []},
        "intrigue": {"kind": letter.kind, "link": letter.link, "mark": letter.mark},
    }
