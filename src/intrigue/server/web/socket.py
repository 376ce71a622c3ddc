"""One socket: a viewer of one table, before the start and during the match.

Frames in are limited, decoded and handed to the match's executor one after the other, each after
the answer to the one before; an answer to a question need not wait for a task of its own. Frames
out are written as far as the reader reads, so that a slow one slows nobody.
"""

import asyncio
import contextlib

import msgspec
import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from intrigue.kernel.position import SPECTATOR, Illegal
from intrigue.kernel.text import LANGUAGES, BadInput

from ..db import topics
from ..errors import ServerError
from ..identity import Identity
from ..live.audience import Place
from ..live.match import Match
from ..net.websocket import connection_of
from ..tables import before_start, rooms
from ..tables.access import viewer
from ..tables.rooms import Room
from ..wire import frames, http
from . import limits
from .services import Services

log = structlog.get_logger()
ASK, SILENT = 2.0, 4.5  # seconds without a sign of life until it is asked for, and missed
UNREAD = 512 * 1024  # bytes that may wait for a reader, beside what it is told on coming in
# what becomes a line for everyone by itself
STIRRING = (frames.Pause, frames.Pace, frames.Extend, frames.Leave, frames.Back)
_INTERNAL = ServerError("internal")
GOING_AWAY, RESTART, POLICY, TRY_LATER = 1001, 1012, 1008, 1013


class Socket:
    """A connection and what stands between it and the match."""

    def __init__(
        self, services: Services, ws: WebSocket, who: Identity, lang: str, device: str = ""
    ) -> None:
        self.services = services
        self.ws = ws
        self.who = who
        self.table: str = ws.path_params["table"]
        self.seat = SPECTATOR
        wanted = ws.query_params.get("words")
        self.words = wanted if wanted in LANGUAGES else None
        self.lang = self.words or lang
        self.picture = ws.query_params.get("picture") == "1"
        self.device = device
        self.visible = False
        self.silent = False
        self.waiting = False
        self.watching = False
        self.match: Match | None = None
        self._connection = connection_of(ws)
        self._held: list[bytes] | None = None
        self._owed = 0  # bytes it was told on coming in, while it has not read them
        self._busy = False  # a frame is on its way, and the next one waits for its answer
        self._key: str | None = None  # of the frame on its way
        self._next: asyncio.Future[None] | None = None
        self._showing: asyncio.Task[None] | None = None
        self._ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._entering: asyncio.Task[None] | None = None
        self._closing = False
        self._lost = False

    # --- what the match and the waiting room say ------------------------------------------------

    def send(self, frame: bytes) -> None:
        if self._held is not None:
            self._held.append(frame)
        elif not self._closing:
            waiting = self._connection.push(frame)
            if waiting > UNREAD + self._owed:
                self._close(TRY_LATER)  # it does not read: it may come back and catch up
            elif waiting <= UNREAD:
                self._owed = 0

    def _hold(self) -> None:
        """Several frames follow each other at once: they go in one piece."""
        self._held = []

    def _release(self) -> int:
        """How many bytes wait for the reader then."""
        frames, self._held = self._held, None
        return self._connection.push_all(frames) if frames and not self._closing else 0

    @property
    def person(self) -> str:
        return self.who.id

    def lose(self) -> None:
        """The match is read from the disk anew. Whoever waits for an answer hears it first: that
        it was not done, and why."""
        if self._busy:
            self._lost = True
        else:
            self._close(RESTART)

    def listen(self, now: float) -> bool:
        """Ask for a sign of life where there was none for a while; whether the connection has
        fallen silent, or answers again."""
        quiet, before = now - self._connection.heard, self.silent
        if quiet >= ASK:
            self._connection.ping()
        self.silent = quiet >= SILENT
        return self.silent != before

    def sign_out(self) -> None:
        """The session is over."""
        self._close(POLICY)

    def _close(self, code: int) -> None:
        self._release()
        if not self._closing:
            self._closing = True
            self._ended.set_result(code)

    def recheck(self, room: Room) -> None:
        """Somebody else may sit on this seat now."""
        try:
            if viewer(room, self.who) == self.seat:
                return
        except ServerError:
            pass
        self._close(POLICY)

    def change(self, room: Room | None) -> None:
        """The table changed before the start, or has just started."""
        if room is None:
            self._close(GOING_AWAY)
            return
        try:
            self.seat = viewer(room, self.who)
        except ServerError:
            self._close(POLICY)
            return
        if room.state == "open":
            said = room.waiting_lines(self.who.id)
            self.send(http.encode(frames.Table(room.info(self.who.id), said)))
        elif self._entering is None:
            self._entering = asyncio.create_task(self._enter())

    async def _enter(self) -> None:
        self.waiting = False
        match = await self.services.matches.get(self.table)
        self._hold()
        try:
            await match.attach(self, self._place())
        finally:
            self._owed = self._release()
        self.match = match

    def _place(self) -> Place:
        """Where the client says it stands."""
        query = self.ws.query_params
        return Place(
            query.get("since"),
            http.whole(query.get("lines", "")) or 0,
            http.whole(query.get("log", "")),
        )

    # --- the life of a connection -----------------------------------------------------------------

    async def run(self, room: Room) -> None:
        """Serve until one side goes."""
        self.seat = viewer(room, self.who)
        await self.ws.accept()
        end = asyncio.create_task(self._end())
        self.services.viewers.enter(self)
        try:
            if room.state == "open":
                self.waiting = True
                # it may have changed between the look and the place in the waiting room
                self.change(await self.services.storage.read(lambda c: rooms.find(c, self.table)))
                self.services.viewers.tell_who_waits(self.table)
            else:
                await self._enter()
            self._connection.hear = self._hear
            await self._receive()
        except WebSocketDisconnect:
            pass
        except Exception as error:
            if not isinstance(error, BadInput):
                log.exception("socket failed")
                error = ServerError("internal")
            self.send(self._refusal(None, error))
            self._close(TRY_LATER)
            await asyncio.wait([end], timeout=5)
        finally:
            self._closing = True
            self._connection.hear = None
            if self._entering is not None:
                self._entering.cancel()
            if self.match is not None:
                self.match.detach(self)
            self.services.viewers.leave(self)
            if self.waiting:
                self.services.viewers.tell_who_waits(self.table)
            end.cancel()

    async def _end(self) -> None:
        """Close when it is time, after all that was said."""
        code = await self._ended
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            await self.ws.close(code)

    async def _receive(self) -> None:
        while self.ws.client_state == WebSocketState.CONNECTED:
            message = await self.ws.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._frame(message.get("text"))

    # --- a frame, from its bytes to its answer ----------------------------------------------------

    def _hear(self, message: bytes) -> bool:
        """Hand an answer to the match at once, without a task of its own, and give a sign of life,
        whatever else is on its way. What else comes, or comes too early, goes the longer way."""
        if self._closing:
            return False
        try:
            frame = self._decode(message)
        except BadInput:
            return False
        if isinstance(frame, frames.Beat):
            self._answer_beat(frame)
            return True
        early = self._busy or self._next is not None or self._entering is not None
        if early or self.match is None or not isinstance(frame, frames.Submit):
            return False
        self._begin(frame.key)
        try:
            self._count()
            self._act(frame)
        except BadInput as error:
            self.refuse(error)
        return True

    async def _frame(self, text: str | None) -> None:
        if self._busy:
            self._next = asyncio.get_running_loop().create_future()
            await self._next
        self._begin(None)
        try:
            frame = self._take(text)
            if self._entering is not None:
                await self._entering
            if isinstance(frame, frames.Say) and self.match is None:
                await self._say_before(frame)
                self._done()
            elif isinstance(frame, frames.Action):
                self._act(frame)  # the match answers
            else:
                await self._serve(frame)
                self._done()
        except BadInput as error:
            self.refuse(error)
        except BaseException:
            self._done()
            raise

    def _take(self, text: str | None) -> frames.ClientFrame:
        """A frame, which counts even if it cannot be read; a sign of life has its own measure."""
        try:
            frame = self._decode(text)
        except BadInput:
            self._count()
            raise
        self._key = frame.key
        if not isinstance(frame, frames.Beat):
            self._count()
        return frame

    def _begin(self, key: str | None) -> None:
        self._busy, self._key, self._next = True, key, None

    def _done(self) -> None:
        """The frame has its answer."""
        self._busy = False
        if self._lost:
            self._close(RESTART)
        if self._next is not None and not self._next.done():
            self._next.set_result(None)

    def _decode(self, data: str | bytes | None) -> frames.ClientFrame:
        if data is None:
            raise ServerError("bad_frame", why="binary")
        if len(data) > self.services.settings.most_frame:
            raise ServerError("too_large", most=self.services.settings.most_frame)
        try:
            return frames.decode_frame(data)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise ServerError("bad_frame", why=str(error)[:200]) from None

    def _count(self) -> None:
        """One more frame, of a person and not of a socket: more sockets give nobody more."""
        self.services.limits.take(limits.ACT, self._here)
        self.services.limits.take(limits.ACT_ANYWHERE, self.who.id)

    @property
    def _here(self) -> str:
        return f"{self.who.id}/{self.table}"

    def _act(self, frame: frames.Action) -> None:
        """Hand it to the match, which calls `answer` or `refuse`; raises `ServerError`."""
        match = self._seated()
        if isinstance(frame, frames.Say | frames.Promise):
            self.services.limits.take(limits.TALK, self._here)
        if isinstance(frame, STIRRING):
            self.services.limits.take(limits.STIR, self._here)
        match.post(self.seat, frame, "player", self)

    async def _say_before(self, frame: frames.Say) -> None:
        """Words in the waiting room."""
        self.services.limits.take(limits.TALK, self._here)
        now = self.services.now()
        room = await self.services.storage.write(
            lambda c: before_start.say(c, self.who, self.table, frame, now),
            lambda _: f"{topics.ROOM} {self.table}",
        )
        self.services.viewers.tell_waiting(self.table, room)
        self.send(http.encode(frames.Accepted(frame.key)))

    def _at_match(self) -> Match:
        if self.match is None:
            raise ServerError("not_started")
        if self._closing:  # somebody else may sit there now
            raise ServerError("not_yours")
        return self.match

    def _seated(self) -> Match:
        match = self._at_match()
        if self.seat == SPECTATOR:
            raise ServerError("spectator")
        return match

    async def _serve(self, frame: frames.ClientFrame) -> None:
        """What is for the socket alone, and changes no match."""
        match frame:
            case frames.Lang():
                self.services.limits.take(limits.PAGE, self._here)
                await self._speak(frame)
            case frames.Earlier():
                self.services.limits.take(limits.PAGE, self._here)
                await self._at_match().show_earlier(self, frame)
            case frames.Free():
                await self._seated().show_free(self, frame.key)
            case frames.Weigh():
                await self._seated().weigh(self, frame)
            case frames.Eyes():
                self._seated()
                await self._look(frame)
            case frames.Beat():
                self._answer_beat(frame)

    # --- what the match says of the frame on its way ----------------------------------------------

    def prepare(self) -> None:
        """News and the answer follow each other at once: they go in one piece."""
        self._hold()

    def answer(self) -> None:
        self.send(http.encode(frames.Accepted(self._key or "")))
        self._release()
        self._done()

    def refuse(self, error: Exception) -> None:
        """Say why not. Whoever meant another question is shown the one that is open."""
        if isinstance(error, Illegal) and self.match is not None:
            self.send(self._illegal(error, self.match))
            if error.refusal.code == "stale":
                self._showing = asyncio.create_task(self._show_again(self.match))
                return
        else:
            self.send(self._refusal(self._key, error if isinstance(error, BadInput) else _INTERNAL))
        self._done()

    async def _show_again(self, match: Match) -> None:
        try:
            with contextlib.suppress(BadInput):  # the match is being rebuilt: it will reconnect
                await match.show(self)
        finally:
            self._done()

    def _illegal(self, error: Illegal, match: Match) -> bytes:
        refusal, table = error.refusal, match.session.table
        try:
            text = table.game.explain(refusal, table.setup.names, self.lang)
        except Exception:  # a sentence that cannot be said must not bring a match down
            log.exception("words failed", table=self.table, game=table.game.id)
            return self._refusal(self._key, _INTERNAL)
        return http.encode(frames.Refused(self._key, refusal.code, text, refusal.rule))

    def _refusal(self, key: str | None, error: BadInput) -> bytes:
        return http.encode(frames.Refused(key, error.code, error.sentence(self.lang), error.rule))

    # --- what is for the socket alone -------------------------------------------------------------

    def _answer_beat(self, frame: frames.Beat) -> None:
        """Nothing is looked at for it: it says that the server is there, and nothing else."""
        try:
            self.services.limits.take(limits.BEAT, self.who.id)
        except BadInput as error:
            self.send(self._refusal(frame.key, error))
        else:
            self.send(http.encode(frames.Accepted(frame.key)))

    async def _look(self, frame: frames.Eyes) -> None:
        self.visible = frame.visible
        if frame.visible:
            await self.services.notices.dismiss(self.table, self.who.id)
        self.send(http.encode(frames.Accepted(frame.key)))

    async def _speak(self, frame: frames.Lang) -> None:
        self.lang = frame.lang
        self.words = frame.lang if self.words else None
        self.send(http.encode(frames.Accepted(frame.key)))
        if self.match is not None:
            await self.match.translate(self)
