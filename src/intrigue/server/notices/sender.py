"""Sending notices: one loop in each server process, none of them special.

A tick takes back what is about a table in front of somebody's eyes, claims what is due and sends
it. What is claimed and not sent, because the process died, is claimed again when its lease is over.
Between the other side's OK and our mark there is a moment in which a crash sends a second one: it
carries the same identifier (Message-ID, Topic, Idempotency-Key), by which it can be told.
"""

import asyncio
import contextlib
from collections.abc import Callable

import msgspec
import structlog
from sqlalchemy import Connection, select

from intrigue.kernel.text import BadInput, catalogue

from ..db import keys
from ..db.schema import outbox as outbox_table
from ..db.storage import Storage
from ..errors import ServerError
from ..record import gazette, store
from ..record.gazette import Gazette
from ..settings import Settings
from ..tables import rooms
from ..tables.rooms import Room
from ..tables.viewers import Viewers
from ..wire.accounts import Secrets
from . import channels, letters, mail, outbox, outgoing_http, push
from .channels import Channel, Wishes
from .letters import Letter
from .outbox import Due

log = structlog.get_logger()
BACKOFF = (60.0, 300.0, 1800.0, 7200.0)  # seconds before the next try; then it is given up
TICK = 2.0
TIDY = 3600.0
OVERLAP = 30.0  # seconds by which clocks of servers may differ


class GivenUp(Exception):
    """Trying again is of no use."""


class Notices:
    """Who can be reached, who is looking, and the loop that sends."""

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        now: Callable[[], float],
        viewers: Viewers,
    ) -> None:
        self.storage = storage
        self.settings = settings
        self.now = now
        self.viewers = viewers
        self.address = settings.address or f"http://localhost:{settings.port}"
        self.delay = settings.notice_delay
        self.post = None if settings.mail is None else mail.smtp(settings.mail, settings.sender)
        self.reachable: set[str] = set()
        self.push_key = ""
        self._link_key = ""
        self._since = 0.0
        self._tidied = 0.0
        self._task: asyncio.Task[None] | None = None
        self._letters: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Get the keys ready, and begin."""
        self._link_key, self.push_key = await self.storage.write(
            lambda c: (keys.link_key(c), keys.kept(c, "push", push.make_key))
        )
        await self._learn()
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Finish what is being sent: it would be sent again."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        if self._letters:
            await asyncio.wait(self._letters, timeout=mail.PATIENCE)

    # --- who looks --------------------------------------------------------------------------------

    async def dismiss(self, table: str, person: str) -> None:
        """Somebody has the table before their eyes: nothing about it is news any more."""
        if person in self.reachable:
            await self.storage.write(lambda c: outbox.dismiss(c, [(table, person)]))

    async def _take_back(self) -> None:
        """Notices about tables that are looked at here, whoever decided them."""
        here = [one for one in self.viewers if one.person in self.reachable]
        if not here:
            return
        persons = sorted({one.person for one in here})
        columns = outbox_table.c
        query = select(columns.table, columns.person).where(
            columns.person.in_(persons), columns.sent.is_(None)
        )
        rows = await self.storage.read(lambda c: {tuple(row) for row in c.execute(query)})
        seen = sorted({(one.table, one.person) for one in here if one.visible} & rows)
        had = sorted({(one.table, one.person) for one in here} & rows)

        def write(connection: Connection) -> None:
            outbox.dismiss(connection, seen)
            outbox.dismiss(connection, had, live=True)

        if had:
            await self.storage.write(write)

    # --- the loop ---------------------------------------------------------------------------------

    async def _run(self) -> None:
        pause = min(TICK, max(0.05, self.delay / 4))
        while True:
            try:
                await self.tick()
            except BadInput as error:
                log.error("notices have to wait", error=str(error))
            except Exception:
                log.exception("notices failed")
            await asyncio.sleep(pause)

    async def tick(self) -> None:
        """Send what is due."""
        now = self.now()
        await self._learn()
        await self._take_back()
        columns = outbox_table.c
        query = select(columns.due).where(columns.sent.is_(None), columns.due <= now).limit(1)
        while await self.storage.read(lambda c: c.execute(query).first()) is not None:
            due = await self.storage.write(lambda c: outbox.claim(c, now))
            if not due:
                break
            await asyncio.gather(*(self._handle(one) for one in due))
        if now - self._tidied > TIDY:
            self._tidied = now
            await self.storage.write(lambda c: outbox.tidy(c, now))

    async def _learn(self) -> None:
        """Who has got a channel since the last look, on any server."""
        since = self._since - OVERLAP
        found, self._since = await self.storage.read(lambda c: channels.reachable(c, since))
        self.reachable.update(found)

    async def _handle(self, due: Due) -> None:
        now = self.now()
        wanted = Wishes(due.lang, due.zone, due.quiet_from, due.quiet_to)
        later = channels.quiet_until(now, wanted)
        if later is not None:
            await self.storage.write(lambda c: outbox.postpone(c, due, later, due.tries))
            return
        try:
            letter = await self._letter(due, now)
            if letter is None:
                await self.storage.write(lambda c: outbox.drop(c, due))
                return
            await self._send(_channel(due), due.address, letter)
        except (GivenUp, BadInput) as error:
            log.warning("notice given up", means=due.means, error=str(error))
            await self._done(due)
        except Exception as error:
            if not isinstance(error, OSError):
                log.exception("notice failed", kind=due.kind)
            await self._fail(due, error)
        else:
            await self._done(due)

    async def _done(self, due: Due) -> None:
        now = self.now()
        await self.storage.write(lambda c: outbox.mark_sent(c, due, now))

    async def _fail(self, due: Due, error: Exception) -> None:
        tries = due.tries + 1
        if tries > len(BACKOFF):
            log.warning("notice given up", means=due.means, tries=tries, error=repr(error))
            await self._done(due)
            return
        later = self.now() + BACKOFF[tries - 1]
        log.info("notice will be tried again", means=due.means, tries=tries, error=repr(error))
        await self.storage.write(lambda c: outbox.postpone(c, due, later, tries))

    async def _letter(self, due: Due, now: float) -> Letter | None:
        """In words; None if it is about nothing any more."""
        if due.kind in ("turn", "warning") and due.until is not None and due.until <= now:
            return None

        def read(connection: Connection) -> tuple[Room, Gazette | None]:
            room = rooms.find(connection, due.table)
            if due.kind != "round":
                return room, None
            return room, gazette.edition(store.load(connection, due.table), due.number)

        room, page = await self.storage.read(read)
        if room.seat_of(due.person) is None:
            return None
        return letters.write(due, room, self.address, page)

    # --- ways of sending --------------------------------------------------------------------------

    async def trial(self, channel: Channel, address: str | None, lang: str) -> None:
        """Send a word at once; raises `ServerError` that says why it did not arrive."""
        letter = letters.trial(lang, self.address, self.now())
        try:
            await self._send(channel, address, letter)
        except (GivenUp, OSError) as error:
            raise ServerError("not_delivered", why=str(error) or type(error).__name__) from None

    async def _send(self, channel: Channel, address: str | None, letter: Letter) -> None:
        if channel.means == "mail":
            await self._mail(channel, address, letter)
        elif channel.means == "push":
            await self._push(channel, letter)
        else:
            await self._hook(channel, letter)

    async def _mail(self, channel: Channel, address: str | None, letter: Letter) -> None:
        if self.post is None or address is None:
            raise GivenUp("no mail")
        token = keys.signed(self._link_key, f"{channel.id}.{letter.kind}")
        stop = f"{self.address}/unsubscribe/{token}"
        foot = catalogue("intrigue.server", letter.lang).sentence("notice", "foot")
        headers = {
            "List-Unsubscribe": f"<{self.address}/api/unsubscribe/{token}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        text = letters.plain(letter, f"{foot} {stop}")
        page = mail.Page(letter.subject, text, letters.html(letter, foot, stop))
        message = mail.compose(self.post, address, page, letter.mark, self.now(), headers)
        try:
            await self.post.send(message)
        except mail.MailRefused as error:
            raise GivenUp(f"SMTP {error}") from None

    async def _push(self, channel: Channel, letter: Letter) -> None:
        secret = msgspec.json.decode(channel.secrets or "{}", type=Secrets)
        content = msgspec.json.encode(letters.pushed(letter))
        contact = self.address
        if self.post is not None:
            contact = f"mailto:{mail.bare(self.post.sender)}"
        headers = push.headers(self.push_key, channel.target, contact, letter.kind, letter.mark)
        body = push.encrypted(secret, content)
        status = await outgoing_http.post(
            channel.target, headers, body, self.settings.private_hooks
        )
        if status in (404, 410):
            await self.storage.write(lambda c: channels.remove(c, channel.id))
            raise GivenUp("the subscription is no more")
        _judge(status)

    async def _hook(self, channel: Channel, letter: Letter) -> None:
        headers = {"Content-Type": "application/json", "Idempotency-Key": letter.mark}
        body = msgspec.json.encode(letters.hooked(letter))
        _judge(await outgoing_http.post(channel.target, headers, body, self.settings.private_hooks))

    def mail_soon(self, to: str, page: mail.Page, mark: str) -> None:
        """A mail that somebody waits for. Nobody can tell by the answer whether one was sent."""
        if self.post is None:
            return
        task = asyncio.create_task(self._mail_now(to, page, mark))
        self._letters.add(task)
        task.add_done_callback(self._letters.discard)

    async def _mail_now(self, to: str, page: mail.Page, mark: str) -> None:
        assert self.post is not None
        message = mail.compose(self.post, to, page, mark, self.now())
        for pause in (2.0, 10.0, 0.0):
            try:
                await self.post.send(message)
                return
            except (OSError, mail.MailRefused) as error:
                log.warning("mail was not taken", error=str(error))
                if isinstance(error, mail.MailRefused):
                    return
            await asyncio.sleep(pause)

    def unsubscribed(self, token: str) -> tuple[str, str]:
        """The channel and kind of a link to unsubscribe; raises `ServerError`."""
        text = keys.unsigned(self._link_key, token)
        if text is None:
            raise ServerError("no_share")
        channel, _, kind = text.rpartition(".")
        return channel, kind


def _judge(status: int) -> None:
    if status == 429 or status >= 500:
        raise OSError(f"HTTP {status}")
    if not 200 <= status < 300:
        raise GivenUp(f"HTTP {status}")


def _channel(due: Due) -> Channel:
    return Channel(due.channel, due.person, due.means, due.target, due.secrets, 0.0, {})
