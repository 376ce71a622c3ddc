"""A client of the server: a person over HTTP, a seat over the socket.

It speaks the public protocol (docs/protocol.md) and knows nothing of the server's insides. HTTP is
blocking and small; the socket is asyncio.
"""

import asyncio
import contextlib
import http.client
import itertools
import json
import secrets
from collections.abc import Callable
from types import TracebackType
from typing import Any
from urllib.parse import urlencode, urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from intrigue.kernel.chance import nonce_seal
from intrigue.session.patch import apply

Json = dict[str, Any]


class CallRefused(Exception):
    """The server said no: a code for the program, a sentence for the person."""

    def __init__(self, code: str, text: str, status: int = 0) -> None:
        super().__init__(f"{text} ({code})")
        self.code = code
        self.text = text
        self.status = status


class Client:
    """One person at one server. `nonce` makes what it adds to a deal; None adds nothing."""

    def __init__(
        self,
        url: str,
        device: str | None = None,
        timeout: float = 30.0,
        nonce: Callable[[], str] | None = lambda: secrets.token_hex(16),
    ) -> None:
        self.url = url.rstrip("/")
        self.device = device
        self.recovery: str | None = None
        self.timeout = timeout
        self.nonce = nonce
        self.nonces: dict[str, str] = {}  # by table: what I sealed last
        self.seals: dict[str, list[str | None]] = {}  # what all had sealed when I showed mine
        self.again: dict[str, int] = {}  # how often what I had shown was void, and I sealed anew

    # --- requests ---------------------------------------------------------------------------------

    def request(self, method: str, path: str, body: Json | None = None) -> Any:
        """Ask; raises `CallRefused`. JSON comes back as data, a record as text."""
        status, headers, data = self.raw(method, path, None if body is None else json.dumps(body))
        kind = headers.get("content-type", "")
        answer = json.loads(data) if kind == "application/json" else data.decode()
        if status >= 400:
            problem = answer if isinstance(answer, dict) else {}
            raise CallRefused(problem.get("code", "?"), problem.get("text", str(answer)), status)
        return answer

    def raw(
        self,
        method: str,
        path: str,
        body: str | bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        """Ask, and get what came back as it is. A new cookie is kept."""
        parts = urlsplit(self.url)
        kind = (
            http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        )
        connection = kind(parts.hostname or "localhost", parts.port, timeout=self.timeout)
        sent = {"Content-Type": "application/json", **(headers or {})}
        if self.device:
            sent["Cookie"] = f"intrigue={self.device}"
        try:
            connection.request(method, path, body, sent)
            response = connection.getresponse()
            data = response.read()
        finally:
            connection.close()
        for cookie in response.headers.get_all("set-cookie") or []:
            if cookie.startswith("intrigue="):
                self.device = cookie.split(";")[0].partition("=")[2].strip('"') or None
        return response.status, response.headers, data

    def get(self, path: str) -> Any:
        return self.request("GET", path)

    def post(self, path: str, **body: Any) -> Any:
        return self.request("POST", path, body)

    # --- people and tables ------------------------------------------------------------------------

    def sign_in(self, name: str) -> "Client":
        """Become a guest."""
        self.recovery = self.post("/api/people", name=name)["recovery"]
        return self

    def recover(self, code: str) -> "Client":
        """Become somebody who signed in elsewhere."""
        self.recovery = self.post("/api/people/recover", code=code)["recovery"]
        return self

    def make_table(self, game: str, seats: int, **terms: Any) -> Json:
        table: Json = self.post("/api/tables", game=game, seats=seats, **terms)
        return self.add_nonce(table)

    def join(self, code: str | None = None, invitation: str | None = None) -> Json:
        table: Json = self.post("/api/join", code=code, invitation=invitation)
        return self.add_nonce(table)

    def table(self, table: str) -> Json:
        info: Json = self.get(f"/api/tables/{table}")
        return info

    def set_bot(self, table: str, seat: int, bot: str) -> Json:
        info: Json = self.post(f"/api/tables/{table}/seats/{seat}", kind="bot", bot=bot)
        return info

    def ready(self, table: str, ready: bool = True) -> Json:
        info: Json = self.post(f"/api/tables/{table}/ready", ready=ready)
        return self.add_nonce(info)

    def start(self, table: str) -> Json:
        self.add_nonce(self.table(table), at_last=True)
        info: Json = self.post(f"/api/tables/{table}/start")
        return info

    def add_nonce(self, table: Json, at_last: bool = False) -> Json:
        """Do my part of the deal, as far as the table is: seal a nonce; and show it when all have
        sealed theirs and are ready (but for the host, who deals), when somebody has shown one, or
        `at_last`, right before the start. From the first one shown nobody can seal anything."""
        you, seats, known = table.get("you"), table["seats"], table["id"]
        if self.nonce is None or you is None or table["state"] != "open":
            return table
        full = all(seat["kind"] in ("person", "bot") for seat in seats)
        closed = any(seat["nonce"] is not None for seat in seats)
        with contextlib.suppress(CallRefused):  # the table went on meanwhile, without it
            if seats[you]["seal"] is None and not closed:
                self.nonces[known] = self.nonce()
                if self.seals.pop(known, None) is not None:
                    self.again[known] = self.again.get(known, 0) + 1
                seal = nonce_seal(table["commitment"], you, self.nonces[known])
                return self.add_nonce(self.post(f"/api/tables/{known}/seal", seal=seal), at_last)
            mine = self.nonces.get(known)
            people = [seat for seat in seats if seat["kind"] == "person"]
            last = you == table["host"] or not all(
                seat["seal"] and (seat["ready"] or seat["number"] == table["host"])
                for seat in people
            )
            if not full or mine is None or seats[you]["nonce"] is not None:
                return table
            if seats[you]["seal"] != nonce_seal(table["commitment"], you, mine):
                return table  # sealed elsewhere
            if closed or at_last or not last:
                self.seals[known] = [seat["seal"] for seat in seats]
                shown: Json = self.post(f"/api/tables/{known}/nonce", nonce=mine)
                return shown
        return table

    def record(self, table: str) -> str:
        """The record, after the end."""
        text: str = self.get(f"/api/tables/{table}/record")
        return text

    def replay(self, table: str, viewer: int | str, first: int = 0) -> Json:
        """After the end: the match as a seat saw it, as the `table` did, or `all` of it."""
        told: Json = self.get(f"/api/tables/{table}/replay/{viewer}?first={first}")
        return told

    def sit(
        self,
        table: str,
        since: str | None = None,
        lines: int = 0,
        log: int | None = None,
        words: str | None = None,
    ) -> "Seat":
        """The socket of a table: `async with client.sit(table) as seat`. `log` asks for what
        happened before, from that event on; `words` for everything in that language, too."""
        query = {"since": since, "lines": lines, "log": log, "words": words}
        given = {name: value for name, value in query.items() if value is not None}
        return Seat(self, table, urlencode({**given, "picture": 1} if words else given))


class Seat:
    """A table as one viewer is told of it. `state` is always whole: patches are applied here."""

    def __init__(self, client: Client, table: str, query: str = "") -> None:
        self.client = client
        self.table = table
        self.query = query
        self.welcome: Json = {}
        self.info: Json = {}
        self.state: Json = {}
        self.number = -1
        self.over: Json | None = None
        self.talk: list[Json] = []
        self.said: list[Json] = []  # before the start
        self.time: Json = {}  # what was last said of clock and deadline
        self.log: list[Json] = []  # events, if asked for
        self.first = 0  # the number of the first of them, if there were too many to be sent at once
        self.words: Json = {}  # the last frame of words, if asked for
        self.lines: list[list[str]] = []  # of each event, if asked for
        self.heard: Callable[[Json], None] = lambda frame: None  # called with every frame
        self.raw: list[str] = []
        self._socket: ClientConnection | None = None
        self._keys = (f"{secrets.token_hex(4)}-{i}" for i in itertools.count())

    async def __aenter__(self) -> "Seat":
        parts = urlsplit(self.client.url)
        scheme = "wss" if parts.scheme == "https" else "ws"
        try:
            self._socket = await connect(
                f"{scheme}://{parts.netloc}/api/tables/{self.table}/socket?{self.query}",
                additional_headers={"Cookie": f"intrigue={self.client.device}"},
                max_size=None,
                max_queue=None,  # who thinks long has not stopped reading, and can leave at once
                compression=None,
                proxy=None if parts.hostname in ("127.0.0.1", "localhost", "::1") else True,
                ping_interval=None,
            )
        except InvalidStatus as error:
            problem = json.loads(error.response.body or b"{}")
            raise CallRefused(
                problem.get("code", "?"), problem.get("text", "?"), error.response.status_code
            ) from None
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._socket is not None:
            await self._socket.close()

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None, "use the seat in `async with`"
        return self._socket

    @property
    def seat(self) -> int:
        number: int = self.welcome["seat"]
        return number

    @property
    def place(self) -> str | None:
        """Where this viewer's stream stands: `since` for the next connection."""
        return f"{self.welcome['stream']}:{self.number}" if self.welcome else None

    @property
    def ask(self) -> Json | None:
        """The open question to this seat."""
        ask: Json | None = self.state.get("ask")
        return ask

    # --- hearing ----------------------------------------------------------------------------------

    async def next(self) -> Json:
        """Wait for a frame, take it in, and give it back."""
        text = await self.socket.recv()
        assert isinstance(text, str)
        self.raw.append(text)
        frame: Json = json.loads(text)
        self._take(frame)
        if frame["do"] == "table":
            await asyncio.to_thread(self.client.add_nonce, frame["table"])
        self.heard(frame)
        return frame

    def _take(self, frame: Json) -> None:
        match frame["do"]:
            case "table":
                self.info, self.said = frame["table"], frame["said"]
            case "welcome":
                self.welcome = frame
            case "view":
                self.state, self.number = frame["state"], frame["number"]
            case "update":
                self.state = apply(self.state, frame["patch"])
                self.number = frame["number"]
                self.log += frame["events"]
            case "log":
                if frame["number"] > self.first + len(self.log):
                    self.log, self.first = [], frame["number"]
                self.log[frame["number"] - self.first :] = frame["events"]
            case "words":
                self.words = frame
                known = [] if frame["whole"] else self.lines
                self.first = frame["first"] if frame["whole"] else self.first
                self.lines = known + [event["lines"] for event in frame["happened"]]
            case "talk":
                self.talk.append(frame)
            case "time":
                self.time = frame
            case "over":
                self.over = frame

    async def until(self, true: Callable[["Seat"], bool]) -> None:
        """Hear until something is true."""
        while not true(self):
            await self.next()

    async def begin(self) -> "Seat":
        """Hear until the match shows itself."""
        await self.until(lambda seat: bool(seat.state))
        return self

    # --- acting -----------------------------------------------------------------------------------

    async def do(self, do: str, key: str | None = None, **data: Any) -> Json:
        """Send a frame and hear until it is answered; raises `CallRefused`."""
        key = key or next(self._keys)
        await self.socket.send(json.dumps({"do": do, "key": key, **data}))
        while True:
            frame = await self.next()
            if frame["do"] == "done" and frame["key"] == key:
                return frame
            if frame["do"] == "refused" and frame["key"] == key:
                raise CallRefused(frame["code"], frame["text"])

    async def submit(self, act: str, ready: bool = True, key: str | None = None) -> Json:
        """Answer the open question, or do a free act."""
        return await self.do("submit", key, act=act, ready=ready, prompt=self.state["prompt"])

    async def free(self) -> list[str]:
        """The free acts that can be done now."""
        acts: list[str] = (await self._ask("free"))["acts"]
        return acts

    async def earlier(self, what: str, before: int) -> Json:
        """A page of `talk`, or of the `log`, that ends at that number."""
        return await self._ask("earlier", what=what, before=before)

    async def _ask(self, do: str, **data: Any) -> Json:
        """Send a frame that has an answer of its own kind; raises `CallRefused`."""
        key = next(self._keys)
        await self.socket.send(json.dumps({"do": do, "key": key, **data}))
        while True:
            frame = await self.next()
            if frame["do"] == do and frame["key"] == key:
                return frame
            if frame["do"] == "refused" and frame["key"] == key:
                raise CallRefused(frame["code"], frame["text"])

    async def say(self, text: str, to: list[int] | None = None) -> Json:
        return await self.do("say", text=text, to=to)

    @property
    def ledger(self) -> Json:
        """The deals and claims that this seat knows of."""
        ledger: Json = self.state.get("ledger") or {"deals": [], "claims": []}
        return ledger

    async def offer(self, to: list[int], clauses: str, **more: Any) -> Json:
        """Offer a deal: `secret`, `until`, `deadline`, `counters` as in the protocol."""
        return await self.do("deal", to=to, clauses=clauses, **more)

    async def claim(self, text: str, to: list[int] | None = None) -> Json:
        return await self.do("claim", text=text, to=to)

    async def weigh(self, act: str) -> list[int]:
        """The deals in which an act would break one's word, by their numbers."""
        deals: list[int] = (await self._ask("weigh", act=act))["deals"]
        return deals

    async def play(self, choose: Callable[["Seat"], str]) -> Json:
        """Answer every question with `choose` until the match is over; how it ended."""
        await self.begin()
        while self.over is None:
            ask = self.ask
            mine = self.state["prompt"] != self.welcome["relieved"]  # else a bot answers it yet
            if ask is not None and not ask["ready"] and mine:
                try:
                    await self.submit(choose(self))
                except CallRefused as error:
                    if error.code not in ("stale", "over", "not_asked"):
                        raise
            else:
                await self.next()
        return self.over
